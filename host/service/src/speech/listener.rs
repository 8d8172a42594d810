//! Who plays a table, and from when on.

use clock::Instant;
use hall::{Announcement, Spoken};

use super::SpeechView;

/// One who plays a table. **What was due while nothing could be heard of it there is not said afterwards**: it would
/// tell a wrong time, or be said a second time after a pause, a reload or a mute in its middle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener {
    /// What was due before it was heard; none while it is not.
    void: Option<Vec<(Instant, Spoken)>>,
}

impl Listener {
    /// What of a view is to be played.
    pub(crate) fn take(&mut self, view: &SpeechView) -> Vec<Announcement> {
        if !view.voice.is_heard() {
            self.void = None;
            return Vec::new();
        }
        let name = |said: &Announcement| (said.due, said.what);
        let past = || view.say.iter().filter(|said| said.at < view.now).map(name).collect();
        let void = self.void.get_or_insert_with(past);
        view.say.iter().filter(|said| !void.contains(&name(said))).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Side};
    use hall::VoiceSetting;

    const HEARD: VoiceSetting = VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };

    /// A view at a second, in which one call a second is told from a second on.
    fn view(now: u64, from: u64, voice: VoiceSetting) -> SpeechView {
        let said = |second: u64| {
            let at = Instant::from_millis(second * 1_000);
            let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(second as u16) };
            Announcement { at, due: at, what, overtime: clock::Overtime::None, reading: None }
        };
        SpeechView::bare(Instant::from_millis(now * 1_000 + 500), voice, (from..from + 3).map(said).collect())
    }

    fn seconds(said: &[Announcement]) -> Vec<u64> {
        said.iter().map(|said| said.at.as_micros() / 1_000_000).collect()
    }

    #[test]
    fn what_was_due_before_somebody_listened_is_not_said_to_him() {
        let mut listener = Listener::default();
        assert_eq!(seconds(&listener.take(&view(10, 9, HEARD))), [11]);
        assert_eq!(seconds(&listener.take(&view(11, 10, HEARD))), [11, 12], "what has begun is not cut off");
        assert_eq!(seconds(&listener.take(&view(13, 13, HEARD))), [13, 14, 15], "what is told late is said");
    }

    #[test]
    fn what_was_due_while_the_table_was_muted_is_not_said_when_it_is_heard_again() {
        let mut listener = Listener::default();
        listener.take(&view(10, 9, HEARD));
        let muted = VoiceSetting { muted: true, ..HEARD };
        assert_eq!(listener.take(&view(11, 11, muted)), []);
        assert_eq!(seconds(&listener.take(&view(12, 12, HEARD))), [13, 14], "the twelfth second was muted");
    }
}
