//! What is said at a table, for those who play it: loudspeakers and pages.
//!
//! Who listens is told each time the table's face changes, and often enough that the calls ahead never run out.

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::{Duration, Instant, Language};
use hall::{Announcement, Hall, VoiceSetting};
use tokio::sync::watch;
use tokio::time::Instant as Moment;

use super::{TongueChoice, VoicePlan};

/// How far ahead calls are told.
const HORIZON: Duration = Duration::from_secs(20);

/// When they are told anew if nothing happens.
const ANEW: Duration = Duration::from_secs(8);

/// What is said at a table: all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpeechView {
    pub(crate) table: u32,
    /// The hall's time at which this holds.
    pub(crate) now: Instant,
    /// When that was.
    taken: Moment,
    pub(crate) voice: VoiceSetting,
    pub(crate) tongue: TongueChoice,
    /// The language of the table's faces.
    pub(crate) language: Language,
    /// What is being said, and what will be if nobody presses, by the hall's time.
    pub(crate) say: Vec<Announcement>,
}

impl SpeechView {
    fn of(hall: &mut Hall, table: u32, plan: VoicePlan, language: Language, now: Instant) -> Option<Self> {
        let voice = hall.voice(table)?;
        let say = hall.tell_speakers(table, now, HORIZON);
        let taken = Moment::now();
        Some(Self { table, now, taken, voice, tongue: plan.tongue, language, say })
    }

    /// A view of table 1 that has these things to say.
    #[cfg(test)]
    pub(crate) fn bare(now: Instant, voice: VoiceSetting, say: Vec<Announcement>) -> Self {
        let (tongue, language) = (TongueChoice::default(), Language::English);
        Self { table: 1, now, taken: Moment::now(), voice, tongue, language, say }
    }

    /// The same with the hall's time as it is when this is passed on, which may be long after it was told.
    pub(crate) fn as_of_now(&self, rate: u32) -> Self {
        let passed = u64::try_from(self.taken.elapsed().as_micros()).unwrap_or(u64::MAX);
        let passed = Duration::from_micros(passed.saturating_mul(rate.into()));
        Self { now: self.now.plus(passed), taken: Moment::now(), ..self.clone() }
    }
}

/// A table that somebody plays.
#[derive(Debug)]
struct Watched {
    sender: watch::Sender<Arc<SpeechView>>,
    due: Instant,
}

/// The tables that somebody plays.
#[derive(Debug, Default)]
pub(crate) struct Speeches {
    tables: BTreeMap<u32, Watched>,
}

impl Speeches {
    /// Lets somebody listen to a table: what is said there now, and whenever that changes.
    pub(crate) fn listen(
        &mut self,
        hall: &mut Hall,
        table: u32,
        (plan, language): (VoicePlan, Language),
        now: Instant,
    ) -> Option<watch::Receiver<Arc<SpeechView>>> {
        let view = Arc::new(SpeechView::of(hall, table, plan, language, now)?);
        let due = now.plus(ANEW);
        if let Some(watched) = self.tables.get_mut(&table) {
            watched.due = due;
            watched.sender.send_replace(view);
            return Some(watched.sender.subscribe());
        }
        let (sender, receiver) = watch::channel(view);
        self.tables.insert(table, Watched { sender, due });
        Some(receiver)
    }

    /// When something is to be told anew by itself.
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        self.tables.values().map(|watched| watched.due).min()
    }

    /// The tables of which something is to be told anew.
    pub(crate) fn due(&self, now: Instant) -> impl Iterator<Item = u32> {
        self.tables.iter().filter(move |(_, watched)| watched.due <= now).map(|(table, _)| *table)
    }

    /// Tells those who listen to a table; where there is nobody any more, that is all.
    pub(crate) fn tell(
        &mut self,
        hall: &mut Hall,
        table: u32,
        (plan, language): (VoicePlan, Language),
        now: Instant,
    ) {
        let Some(watched) = self.tables.get_mut(&table) else { return };
        let view = SpeechView::of(hall, table, plan, language, now);
        let Some(view) = view.filter(|_| watched.sender.receiver_count() > 0) else {
            return drop(self.tables.remove(&table));
        };
        watched.due = now.plus(ANEW);
        watched.sender.send_replace(Arc::new(view));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_passed_on_late_says_what_time_it_is_by_then() {
        let taken = Moment::now().checked_sub(std::time::Duration::from_secs(3)).unwrap();
        let (voice, tongue, language) = (VoiceSetting::default(), TongueChoice::default(), Language::English);
        let now = Instant::from_millis(1_000);
        let told = SpeechView { table: 1, now, taken, voice, tongue, language, say: Vec::new() };
        let passed = |rate| told.as_of_now(rate).now.since(now).as_millis_used();
        assert!((3_000..13_000).contains(&passed(1)), "{}", passed(1));
        assert!((30_000..130_000).contains(&passed(10)), "{}", passed(10));
        // What is passed on once more does not count the same time twice.
        let again = told.as_of_now(1).as_of_now(1).now.since(now).as_millis_used();
        assert!((3_000..5_000).contains(&again), "{again}");
    }
}
