//! What was really played at a table, and what was due and was not.

use std::collections::{BTreeSet, VecDeque};

use clock::{Duration, Instant};
use referee::Who;

use super::{Announcement, Spoken, VoiceChange, VoiceSetting};
use crate::entry::{Played, SpeechEntry, SpokenEntry, Unspoken, VoiceEntry};

/// So long after a call was decided nobody will say any more that it was played.
const UNHEARD_AFTER: Duration = Duration::from_secs(15);

/// How far what a speaker says of itself may lie before and behind the table's time.
const PAST: Duration = Duration::from_secs(120);
const AHEAD: Duration = Duration::from_secs(5);

/// By how much the onset may lie before the instant at which it was due: the speakers' clocks are estimates.
const EARLY: Duration = Duration::from_secs(1);

/// What is remembered of the latest that was played.
const KNOWN_MAX: usize = 128;

/// Calls that may be awaited.
const AWAITED_MAX: usize = 128;

/// Speakers of one table that are named.
const SPEAKERS_MAX: usize = 16;

/// Bytes in the name of a speaker.
const NAME_MAX: usize = 64;

/// Entries that a table's speakers may bring at once, and how often one more. No page can fill the record.
const BURST: u32 = 120;
const ONE_MORE: Duration = Duration::from_millis(250);

/// What a speaker says that it has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    /// Who played it: a page, or a device.
    pub by: String,
    /// What.
    pub what: Spoken,
    /// When it was due, by the table's time.
    pub due: Instant,
    /// When it began to sound, by the table's time.
    pub onset: Instant,
    /// When it ended.
    pub end: Instant,
    /// Whether it ended before its end.
    pub cut: bool,
}

/// Why what a speaker says is not put on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PlaybackError {
    /// There is no such table, or its next game is being opened.
    #[error("there is no game at this table")]
    NoGame,
    /// It has said so before.
    #[error("that is on record already")]
    Known,
    /// Its times cannot be.
    #[error("these are not times at which it can have been played")]
    Implausible,
    /// More than can have been played.
    #[error("that is more than can have been played")]
    TooMany,
    /// What is said aloud has had its share of the record, or waits for the disk.
    #[error("the record takes no more of what was played at present")]
    NoRoom,
}

/// Something that waits to be said by somebody that it was played.
#[derive(Clone, Copy, Debug)]
struct Awaited {
    due: Instant,
    what: Spoken,
    until: Instant,
    /// Why it will not be.
    why: Unspoken,
}

/// The account of one table.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    voice: VoiceSetting,
    /// An arbiter has set how loud it is.
    ordered: bool,
    /// Who speaks at present.
    speakers: BTreeSet<String>,
    /// Whether somebody has spoken in this game: else nothing is missed.
    spoke: bool,
    awaited: VecDeque<Awaited>,
    known: VecDeque<(String, Instant, Spoken)>,
    allowance: u32,
    refilled: Instant,
    /// What found no place on record.
    left_out: u32,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            voice: VoiceSetting::default(),
            ordered: false,
            speakers: BTreeSet::new(),
            spoke: false,
            awaited: VecDeque::new(),
            known: VecDeque::new(),
            allowance: BURST,
            refilled: Instant::ZERO,
            left_out: 0,
        }
    }
}

impl Account {
    pub(crate) const fn voice(&self) -> VoiceSetting {
        self.voice
    }

    /// What is on record of an interrupted game.
    pub(crate) fn recover(&mut self, entry: &VoiceEntry) {
        self.voice = entry.voice;
        self.ordered |= entry.by.is_some();
        self.spoke |= !entry.speakers.is_empty();
    }

    /// What goes on in the next game at the table; gives back what its record begins with.
    pub(crate) fn of_next_game(&self, hall_now: Instant) -> (Self, Option<SpeechEntry>) {
        let mut next = Self {
            voice: self.voice,
            ordered: self.ordered,
            speakers: self.speakers.clone(),
            spoke: !self.speakers.is_empty(),
            refilled: hall_now,
            ..Self::default()
        };
        let tells = next.spoke || next.voice.is_muted();
        let entry = tells.then(|| next.entry(Instant::ZERO, None));
        (next, entry)
    }

    /// The configuration says whether the table speaks; how loud, and whether at once, if no arbiter has said so.
    pub(crate) fn configure(&mut self, voice: VoiceSetting) {
        let held = if self.ordered { self.voice } else { voice };
        self.voice = VoiceSetting { on: voice.on, quiet: self.voice.quiet, ..held };
    }

    /// Changes how the table speaks; gives back what goes on record, where that changes anything.
    pub(crate) fn change(
        &mut self,
        change: VoiceChange,
        at: Instant,
        hall_now: Instant,
    ) -> Option<SpeechEntry> {
        let before = self.voice;
        self.voice = before.with(change);
        let (by, was_ordered) = (change.by(), self.ordered);
        self.ordered |= by.is_some();
        let tells = before != self.voice || (by.is_some() && !was_ordered);
        // An arbiter's order is on record whatever the pages have brought.
        (self.voice.on && tells && (by.is_some() || self.is_allowed(hall_now))).then(|| self.entry(at, by))
    }

    /// Somebody speaks from now on, or does not any more.
    pub(crate) fn speaker(
        &mut self,
        name: &str,
        speaks: bool,
        at: Instant,
        hall_now: Instant,
    ) -> Option<SpeechEntry> {
        let changed = if !speaks {
            self.speakers.remove(name)
        } else if self.speakers.len() < SPEAKERS_MAX && name.len() <= NAME_MAX {
            self.speakers.insert(name.to_owned())
        } else {
            false
        };
        self.spoke |= speaks && changed;
        (changed && self.is_allowed(hall_now)).then(|| self.entry(at, None))
    }

    fn entry(&mut self, at: Instant, by: Option<Who>) -> SpeechEntry {
        let speakers = self.speakers.iter().cloned().collect();
        let left_out = std::mem::take(&mut self.left_out);
        SpeechEntry::Voice(VoiceEntry { at, voice: self.voice, speakers, by, left_out })
    }

    /// Something found no place on record.
    pub(crate) fn leave_out(&mut self, entry: &SpeechEntry) {
        // What an entry would have said of others is not lost with it.
        let told = if let SpeechEntry::Voice(entry) = entry { entry.left_out } else { 0 };
        self.left_out = self.left_out.saturating_add(told).saturating_add(1);
    }

    /// How much found no place, for the record, once it has room again.
    pub(crate) fn left_out(&mut self, at: Instant, hall_now: Instant) -> Option<SpeechEntry> {
        (self.left_out > 0 && self.allow(hall_now)).then(|| self.entry(at, None))
    }

    /// Something is decided to be said: somebody will say that it was played, or nobody.
    pub(crate) fn decided(&mut self, said: &Announcement, hall_now: Instant) {
        let is_told = matches!(said.what, Spoken::Call { .. } | Spoken::Reading { .. });
        let is_known = self.known.iter().any(|(_, due, what)| (*due, *what) == (said.due, said.what));
        if !self.voice.on || !self.spoke || !is_told || is_known || self.awaited.len() >= AWAITED_MAX {
            return;
        }
        let why = match self.voice {
            VoiceSetting { muted: true, .. } => Unspoken::Muted,
            VoiceSetting { quiet: true, .. } => Unspoken::Quiet,
            _ if self.speakers.is_empty() => Unspoken::Nobody,
            _ => Unspoken::Unheard,
        };
        let until = hall_now.plus(UNHEARD_AFTER);
        self.awaited.push_back(Awaited { due: said.due, what: said.what, until, why });
    }

    /// When something was to be played and nobody has said so.
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        self.awaited.front().map(|awaited| awaited.until)
    }

    /// What was due and was not played.
    pub(crate) fn missed(&mut self, hall_now: Instant) -> Option<SpeechEntry> {
        let Awaited { due, what, why, .. } =
            self.awaited.pop_front_if(|awaited| awaited.until <= hall_now)?;
        Some(SpeechEntry::Spoken(SpokenEntry { due, what, played: Played::Not { why } }))
    }

    /// A speaker says that it has played something; `room` is whether the record has a place for it.
    ///
    /// # Errors
    /// Why that is not put on record.
    pub(crate) fn played(
        &mut self,
        said: Playback,
        (time, hall_now): (Instant, Instant),
        room: bool,
    ) -> Result<SpeechEntry, PlaybackError> {
        let Playback { by, what, due, onset, end, cut } = said;
        let (first, last) = (time.minus(PAST), time.plus(AHEAD));
        let sound = first <= due && due.minus(EARLY) <= onset && onset <= end && end <= last;
        if !sound || by.len() > NAME_MAX {
            return Err(PlaybackError::Implausible);
        }
        if self.known.iter().any(|known| *known == (by.clone(), due, what)) {
            return Err(PlaybackError::Known);
        }
        // It was played, whatever becomes of its entry.
        self.awaited.retain(|awaited| (awaited.due, awaited.what) != (due, what));
        if !self.is_allowed(hall_now) {
            return Err(PlaybackError::TooMany);
        }
        if !room {
            self.left_out = self.left_out.saturating_add(1);
            return Err(PlaybackError::NoRoom);
        }
        self.known.push_back((by.clone(), due, what));
        self.known.drain(..self.known.len().saturating_sub(KNOWN_MAX));
        let played = if cut { Played::Cut { by, onset, end } } else { Played::Whole { by, onset, end } };
        Ok(SpeechEntry::Spoken(SpokenEntry { due, what, played }))
    }

    /// Whether one more entry is allowed; where it is not, it is counted.
    fn is_allowed(&mut self, hall_now: Instant) -> bool {
        let allowed = self.allow(hall_now);
        self.left_out = self.left_out.saturating_add(u32::from(!allowed));
        allowed
    }

    fn allow(&mut self, hall_now: Instant) -> bool {
        while self.allowance < BURST && hall_now.since(self.refilled) >= ONE_MORE {
            self.allowance = self.allowance.saturating_add(1);
            self.refilled = self.refilled.plus(ONE_MORE);
        }
        if self.allowance == BURST {
            self.refilled = hall_now;
        }
        if self.allowance == 0 {
            return false;
        }
        self.allowance = self.allowance.saturating_sub(1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Overtime, Side};

    const LOUD: VoiceSetting = VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    fn call(due: u64) -> Announcement {
        let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
        Announcement { at: ms(due), due: ms(due), what, overtime: Overtime::None, reading: None }
    }

    fn playback(due: u64, onset: u64, end: u64) -> Playback {
        Playback {
            by: "page 1".into(),
            what: call(due).what,
            due: ms(due),
            onset: ms(onset),
            end: ms(end),
            cut: false,
        }
    }

    fn spoken(due: u64, played: Played) -> SpeechEntry {
        SpeechEntry::Spoken(SpokenEntry { due: ms(due), what: call(due).what, played })
    }

    fn speaking() -> Account {
        let mut account = Account::default();
        account.configure(LOUD);
        account.speaker("page 1", true, ms(0), ms(0)).unwrap();
        account
    }

    #[test]
    fn what_is_played_is_not_missed_whichever_is_known_first() {
        let mut account = speaking();
        account.decided(&call(1_000), ms(1_300));
        let whole = Played::Whole { by: "page 1".into(), onset: ms(1_004), end: ms(1_700) };
        assert_eq!(
            account.played(playback(1_000, 1_004, 1_700), (ms(1_710), ms(1_710)), true),
            Ok(spoken(1_000, whole))
        );
        // It was said before it was decided.
        account.played(playback(2_000, 2_004, 2_100), (ms(2_110), ms(2_110)), true).unwrap();
        account.decided(&call(2_000), ms(2_300));
        assert_eq!((account.poll_at(), account.missed(ms(60_000))), (None, None));
    }

    #[test]
    fn what_nobody_played_is_on_record_with_the_reason() {
        let mut account = speaking();
        account.decided(&call(1_000), ms(1_000));
        account.change(VoiceChange::Muted { muted: true, by: Who::Arbiter }, ms(1_500), ms(1_500)).unwrap();
        account.decided(&call(2_000), ms(2_000));
        account.change(VoiceChange::Muted { muted: false, by: Who::Arbiter }, ms(2_500), ms(2_500)).unwrap();
        account.speaker("page 1", false, ms(2_600), ms(2_600)).unwrap();
        account.decided(&call(3_000), ms(3_000));
        assert_eq!((account.missed(ms(15_999)), account.poll_at()), (None, Some(ms(16_000))));
        let missed = [account.missed(ms(40_000)), account.missed(ms(40_000)), account.missed(ms(40_000))];
        let not = |due, why| Some(spoken(due, Played::Not { why }));
        assert_eq!(
            missed,
            [not(1_000, Unspoken::Unheard), not(2_000, Unspoken::Muted), not(3_000, Unspoken::Nobody)]
        );
    }

    #[test]
    fn where_nobody_has_spoken_in_the_game_nothing_is_missed() {
        let mut account = Account::default();
        account.configure(LOUD);
        account.decided(&call(1_000), ms(1_000));
        assert_eq!(account.poll_at(), None);
    }

    #[test]
    fn no_page_can_fill_the_record() {
        let mut account = speaking();
        let mut taken = 0;
        for due in 1_000..2_000 {
            taken += u32::from(account.played(playback(due, due, due), (ms(due), ms(1_000)), true).is_ok());
        }
        assert_eq!(taken, BURST);
        assert_eq!(
            account.played(playback(999, 999, 999), (ms(999), ms(1_000)), true),
            Err(PlaybackError::TooMany)
        );
        assert!(
            account.played(playback(999, 999, 999), (ms(999), ms(1_250)), true).is_ok(),
            "a quarter of a second later"
        );
        let muted = VoiceChange::Muted { muted: true, by: Who::Arbiter };
        assert!(
            account.change(muted, ms(1_251), ms(1_251)).is_some(),
            "an arbiter's order is on record all the same"
        );
    }

    #[test]
    fn what_finds_no_place_is_counted_in_a_later_entry_and_is_not_missed() {
        let mut account = speaking();
        for due in [1_000, 2_000] {
            account.decided(&call(due), ms(due));
            let refused = account.played(playback(due, due, due), (ms(due), ms(due)), false);
            assert_eq!(refused, Err(PlaybackError::NoRoom));
        }
        assert_eq!((account.poll_at(), account.missed(ms(60_000))), (None, None), "it was played");
        let late = account.speaker("page 2", true, ms(2_500), ms(2_500)).unwrap();
        account.leave_out(&late);
        let Some(SpeechEntry::Voice(entry)) = account.left_out(ms(3_000), ms(3_000)) else { panic!() };
        assert_eq!((entry.left_out, account.left_out(ms(3_001), ms(3_001))), (3, None));
    }

    #[test]
    fn what_cannot_be_and_what_is_known_is_not_taken() {
        let mut account = speaking();
        let time = ms(200_000);
        for (due, onset, end) in [
            (70_000, 200_000, 200_100),
            (199_000, 197_000, 199_500),
            (199_000, 199_100, 199_050),
            (199_000, 199_000, 206_000),
        ] {
            let refused = account.played(playback(due, onset, end), (time, time), true);
            assert_eq!(refused, Err(PlaybackError::Implausible), "{due} {onset} {end}");
        }
        assert!(account.played(playback(199_000, 199_000, 199_500), (time, time), true).is_ok());
        let again = account.played(playback(199_000, 199_000, 199_500), (time, time), true);
        assert_eq!(again, Err(PlaybackError::Known));
    }

    #[test]
    fn what_an_arbiter_has_set_outlives_a_restart_and_the_configuration_does_not_undo_it() {
        let mut account = speaking();
        account.change(VoiceChange::Volume { volume: 30, by: Who::Chief }, ms(5), ms(5)).unwrap();
        let muted = VoiceChange::Muted { muted: true, by: Who::Arbiter };
        let Some(SpeechEntry::Voice(entry)) = account.change(muted, ms(6), ms(6)) else { panic!() };
        let mut after = Account::default();
        after.recover(&entry);
        after.configure(LOUD);
        assert_eq!(after.voice(), VoiceSetting { on: true, muted: true, quiet: false, volume: 30 });
        assert!(after.voice().is_muted() && !after.voice().is_heard());
    }
}
