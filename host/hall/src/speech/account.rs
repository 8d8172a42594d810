//! What was really played at a table, and what was due and was not.

use std::collections::VecDeque;

use clock::{Duration, Instant};
use referee::Who;

use super::audit::Audit;
use super::playback::{Omission, PAST, Playback, PlaybackError};
use super::silence::{Silences, by_setting};
use super::speakers::{Attendance, Speakers, Standing};
use super::told::ToldLately;
use super::{Announcement, Spoken, VoiceChange, VoiceSetting};
use crate::entry::{Played, SpeechEntry, SpokenEntry, Unspoken, VoiceEntry};

/// So long after a call was decided nobody will say any more that it was played.
const UNHEARD_AFTER: Duration = Duration::from_secs(15);

/// Calls that may be awaited.
const AWAITED_MAX: usize = 128;

/// How far ahead something lies at most of which a speaker says that it will not be played.
const OMITTED_AHEAD: Duration = Duration::from_secs(2);

/// Something that waits to be said by somebody that it was played.
#[derive(Clone, Copy, Debug)]
struct Awaited {
    said: Announcement,
    until: Instant,
    /// Why it will not be.
    why: Unspoken,
}

impl Awaited {
    fn is(&self, due: Instant, what: Spoken) -> bool {
        (self.said.due, self.said.what) == (due, what)
    }

    /// It was not played.
    fn missed(self) -> SpeechEntry {
        let Announcement { due, what, reading, .. } = self.said;
        SpeechEntry::Spoken(SpokenEntry { due, what, reading, played: Played::Not { why: self.why } })
    }
}

/// The account of one table.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    voice: VoiceSetting,
    /// Which arbiter has set how loud it is.
    ordered: Option<Who>,
    speakers: Speakers,
    silences: Silences,
    /// Since when somebody has spoken in this game: before, nothing is missed.
    spoke: Option<Instant>,
    told: ToldLately,
    awaited: VecDeque<Awaited>,
    /// What was not played, and why, as somebody has said before it was decided.
    omitted: VecDeque<(Instant, Spoken, Unspoken)>,
    /// What found no place on record.
    left_out: u32,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            voice: VoiceSetting::default(),
            ordered: None,
            speakers: Speakers::none(Instant::ZERO),
            silences: Silences::default(),
            spoke: None,
            told: ToldLately::default(),
            awaited: VecDeque::new(),
            omitted: VecDeque::new(),
            left_out: 0,
        }
    }
}

impl Account {
    pub(crate) const fn voice(&self) -> VoiceSetting {
        self.voice
    }

    /// Why a table that has a voice is silent, where somebody or something silences it; whoever speaks for it may do so
    /// too.
    pub(crate) fn muted(&self) -> Option<Unspoken> {
        let all_silent = self.speakers.is_here() && !self.speakers.is_heard();
        let silence = by_setting(self.voice).or(all_silent.then_some(Unspoken::Muted));
        silence.filter(|_| self.voice.on)
    }

    /// Why nothing is heard at the table.
    fn silence(&self) -> Option<Unspoken> {
        let nobody = if self.speakers.is_lost() { Unspoken::NoLine } else { Unspoken::Nobody };
        self.muted().or((!self.speakers.is_heard()).then_some(nobody))
    }

    /// What an interrupted game has on record of how the voice is set: the time of day is asked anew.
    pub(crate) fn recover(&mut self, entry: &VoiceEntry) {
        self.voice = VoiceSetting { quiet: false, ..entry.voice };
        self.ordered = entry.by.or(self.ordered);
    }

    /// A run of the service has ended with a game that goes on from then on: nobody speaks any more, and what was awaited
    /// is unknown. Gives back what goes on record.
    pub(crate) fn resume(&mut self, audit: &Audit, from: Instant) -> Vec<SpeechEntry> {
        self.spoke = audit.spoke();
        self.silences.note(from, self.silence());
        let unknown = |said: Announcement| {
            let Announcement { due, what, reading, .. } = said;
            let why = audit.silence_at(due).unwrap_or(Unspoken::Interrupted);
            SpeechEntry::Spoken(SpokenEntry { due, what, reading, played: Played::Not { why } })
        };
        let mut entries: Vec<SpeechEntry> = audit.unsettled().map(unknown).collect();
        let stands = audit.stands().is_some_and(|entry| entry.voice != self.voice || entry.names_anybody());
        entries.extend(stands.then(|| self.entry(from, None)));
        entries
    }

    /// What goes on in the next game at the table; gives back what its record begins with.
    pub(crate) fn of_next_game(&self, hall_now: Instant) -> (Self, Option<SpeechEntry>) {
        let mut next = Self {
            voice: self.voice,
            ordered: self.ordered,
            speakers: self.speakers.of_next_game(hall_now),
            spoke: self.speakers.is_here().then_some(Instant::ZERO),
            ..Self::default()
        };
        next.silences.note(Instant::ZERO, next.silence());
        let tells =
            self.voice.on && (next.spoke.is_some() || next.muted().is_some() || next.ordered.is_some());
        let ordered = next.ordered;
        let entry = tells.then(|| next.entry(Instant::ZERO, ordered));
        (next, entry)
    }

    /// The configuration says whether the table speaks; how loud, and whether at once, if no arbiter has said so. Gives
    /// back what goes on record, where the record speaks of the voice already.
    pub(crate) fn configure(&mut self, voice: VoiceSetting, at: Instant) -> Option<SpeechEntry> {
        let before = self.voice;
        let held = if self.ordered.is_some() { self.voice } else { voice };
        self.voice = VoiceSetting { on: voice.on, quiet: self.voice.quiet, ..held };
        self.silences.note(at, self.silence());
        (self.spoke.is_some() && before != self.voice).then(|| self.entry(at, None))
    }

    /// Changes how the table speaks; gives back what goes on record, where that changes anything.
    pub(crate) fn change(&mut self, change: VoiceChange, at: Instant) -> Option<SpeechEntry> {
        let (before, first) = (self.voice, self.ordered.is_none());
        self.voice = before.with(change);
        self.silences.note(at, self.silence());
        let by = change.by();
        self.ordered = by.or(self.ordered);
        let tells = before != self.voice || (by.is_some() && first);
        (self.voice.on && tells).then(|| self.entry(at, by))
    }

    /// Somebody speaks from now on, or does not any more. Gives back what goes on record.
    pub(crate) fn attend(
        &mut self,
        who: (&str, Standing),
        attendance: Attendance,
        at: Instant,
        hall_now: Instant,
    ) -> Option<SpeechEntry> {
        let is_allowed = self.speakers.set(who, attendance, at, hall_now)?;
        if attendance == Attendance::Lost && !self.speakers.is_heard() {
            // Whoever could have said that it was played cannot any more.
            let unheard = self.awaited.iter_mut().filter(|awaited| awaited.why == Unspoken::Unheard);
            unheard.for_each(|awaited| awaited.why = Unspoken::NoLine);
        }
        if self.speakers.is_here() {
            self.spoke.get_or_insert(at);
        }
        self.silences.note(at, self.silence());
        if !self.voice.on {
            return None;
        }
        self.left_out = self.left_out.saturating_add(u32::from(!is_allowed));
        is_allowed.then(|| self.entry(at, None))
    }

    /// Whether somebody of that name speaks for the table.
    pub(crate) fn has_speaker(&self, name: &str) -> bool {
        self.speakers.has(name)
    }

    fn entry(&mut self, at: Instant, by: Option<Who>) -> SpeechEntry {
        let (speakers, silent) = self.speakers.names();
        let left_out = std::mem::take(&mut self.left_out);
        SpeechEntry::Voice(VoiceEntry { at, voice: self.voice, speakers, silent, by, left_out })
    }

    /// Something found no place on record.
    pub(crate) fn leave_out(&mut self, entry: &SpeechEntry) {
        // What an entry would have said of others is not lost with it.
        let told = if let SpeechEntry::Voice(entry) = entry { entry.left_out } else { 0 };
        self.left_out = self.left_out.saturating_add(told).saturating_add(1);
    }

    /// How much found no place, for the record, once it has room again.
    pub(crate) fn left_out(&mut self, at: Instant, hall_now: Instant) -> Option<SpeechEntry> {
        (self.left_out > 0 && self.speakers.allows_one(hall_now)).then(|| self.entry(at, None))
    }

    /// Whoever speaks is told that this is all that is said, and what was told else is said no more.
    pub(crate) fn tell(&mut self, all: &[Announcement], now: Instant) {
        self.told.take(all, now);
    }

    /// Something is decided to be said: somebody will say that it was played, or nobody.
    pub(crate) fn decided(&mut self, said: &Announcement, hall_now: Instant) {
        let Announcement { due, what, .. } = *said;
        let is_missed = what.is_missed() && self.voice.on && self.spoke.is_some_and(|spoke| spoke <= due);
        if !is_missed || self.speakers.has_played(None, due, what) {
            return;
        }
        if self.awaited.len() >= AWAITED_MAX {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        let omitted = self.omitted.iter().find(|(at, one, _)| (*at, *one) == (due, what));
        let why = self.silences.at(due).or(omitted.map(|(.., why)| *why)).unwrap_or(Unspoken::Unheard);
        self.awaited.push_back(Awaited { said: *said, until: hall_now.plus(UNHEARD_AFTER), why });
    }

    /// When something was to be played and nobody has said so.
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        self.awaited.front().map(|awaited| awaited.until)
    }

    /// What was due and was not played; `by_line` whether the clock is behind a line, so that nobody may have been told.
    pub(crate) fn missed(&mut self, hall_now: Instant, by_line: bool) -> Option<SpeechEntry> {
        let awaited = self.awaited.pop_front_if(|awaited| awaited.until <= hall_now)?;
        Some(self.given_up(awaited, by_line))
    }

    /// The record is closed, or the service stops: what is awaited is not waited for any more.
    pub(crate) fn settle(&mut self, by_line: bool) -> Option<SpeechEntry> {
        let awaited = self.awaited.pop_front()?;
        Some(self.given_up(awaited, by_line))
    }

    fn given_up(&self, awaited: Awaited, by_line: bool) -> SpeechEntry {
        let Announcement { due, what, .. } = awaited.said;
        let untold = by_line && awaited.why == Unspoken::Unheard && !self.told.has(due, what);
        Awaited { why: if untold { Unspoken::NoLine } else { awaited.why }, ..awaited }.missed()
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
        if !said.is_plausible(time) {
            return Err(PlaybackError::Implausible);
        }
        let Playback { by, what, due, onset, end, cut, spoken_in } = said;
        if !self.speakers.was_heard(&by, onset) {
            return Err(PlaybackError::Stranger);
        }
        // What was due before somebody came is not told to them.
        if !self.speakers.was_heard(&by, due) || !self.told.held_at(due, what, onset) {
            return Err(PlaybackError::NotTold);
        }
        if self.speakers.has_played(Some(&by), due, what) {
            return Err(PlaybackError::Known);
        }
        // It was played, whatever becomes of its entry.
        self.awaited.retain(|awaited| !awaited.is(due, what));
        self.speakers.remember(&by, due, what);
        self.take_place(&by, hall_now, room)?;
        let reading = self.told.reading(due, what);
        let played = if cut {
            Played::Cut { by, onset, end, spoken_in }
        } else {
            Played::Whole { by, onset, end, spoken_in }
        };
        Ok(SpeechEntry::Spoken(SpokenEntry { due, what, reading, played }))
    }

    /// What a speaker brings takes its place on record, or is counted.
    fn take_place(&mut self, by: &str, hall_now: Instant, room: bool) -> Result<(), PlaybackError> {
        let lacking = if !self.speakers.allows(by, hall_now) {
            PlaybackError::TooMany
        } else if room {
            return Ok(());
        } else {
            PlaybackError::NoRoom
        };
        self.left_out = self.left_out.saturating_add(1);
        Err(lacking)
    }

    /// A speaker says that it has not played something that it was told to play. That stands with what is awaited, where
    /// nobody else plays it.
    ///
    /// # Errors
    /// Why it is not believed.
    pub(crate) fn omitted(&mut self, said: &Omission, time: Instant) -> Result<(), PlaybackError> {
        let Omission { by, what, due, why } = said;
        if *due < time.minus(PAST) || *due > time.plus(OMITTED_AHEAD) {
            return Err(PlaybackError::Implausible);
        }
        if !self.speakers.was_heard(by, time) {
            return Err(PlaybackError::Stranger);
        }
        if !self.told.has(*due, *what) {
            return Err(PlaybackError::NotTold);
        }
        let awaited = self.awaited.iter_mut().find(|awaited| awaited.is(*due, *what));
        if let Some(awaited) = awaited.filter(|awaited| awaited.why == Unspoken::Unheard) {
            awaited.why = *why;
        }
        // Said again and again it takes no room from what others say.
        if !self.omitted.iter().any(|(at, one, _)| (*at, *one) == (*due, *what)) {
            self.omitted.push_back((*due, *what, *why));
            self.omitted.drain(..self.omitted.len().saturating_sub(AWAITED_MAX));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::SpokenIn;
    use clock::{Call, Overtime, Side};

    const LOUD: VoiceSetting = VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
    const HERE: Attendance = Attendance::Here { volume: 100 };

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    fn call(due: u64) -> Announcement {
        let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
        Announcement { at: ms(due), due: ms(due), what, overtime: Overtime::None, reading: None }
    }

    fn by(name: &str, due: u64, onset: u64, end: u64) -> Playback {
        Playback {
            by: name.into(),
            what: call(due).what,
            due: ms(due),
            onset: ms(onset),
            end: ms(end),
            cut: false,
            spoken_in: SpokenIn::Zh,
        }
    }

    fn playback(due: u64, onset: u64, end: u64) -> Playback {
        by("page 1", due, onset, end)
    }

    fn spoken(due: u64, played: Played) -> SpeechEntry {
        SpeechEntry::Spoken(SpokenEntry { due: ms(due), what: call(due).what, reading: None, played })
    }

    fn not(due: u64, why: Unspoken) -> Option<SpeechEntry> {
        Some(spoken(due, Played::Not { why }))
    }

    /// A table for which a page speaks, which was told all of these.
    fn told(dues: &[u64]) -> Account {
        let mut account = Account::default();
        account.configure(LOUD, ms(0));
        account.attend(("page 1", Standing::Own), HERE, ms(0), ms(0)).unwrap();
        let said: Vec<Announcement> = dues.iter().map(|due| call(*due)).collect();
        account.tell(&said, ms(0));
        account
    }

    fn muted(muted: bool) -> VoiceChange {
        VoiceChange::Muted { muted, by: Who::Arbiter }
    }

    #[test]
    fn what_is_played_is_not_missed_whichever_is_known_first() {
        let mut account = told(&[1_000, 2_000]);
        account.decided(&call(1_000), ms(1_300));
        let whole =
            Played::Whole { by: "page 1".into(), onset: ms(1_004), end: ms(1_700), spoken_in: SpokenIn::Zh };
        assert_eq!(
            account.played(playback(1_000, 1_004, 1_700), (ms(1_710), ms(1_710)), true),
            Ok(spoken(1_000, whole))
        );
        // It was said before it was decided.
        account.played(playback(2_000, 2_004, 2_100), (ms(2_110), ms(2_110)), true).unwrap();
        account.decided(&call(2_000), ms(2_300));
        assert_eq!((account.poll_at(), account.missed(ms(60_000), false)), (None, None));
    }

    #[test]
    fn what_nobody_played_is_on_record_with_how_it_stood_at_its_instant() {
        let mut account = told(&[1_000]);
        account.decided(&call(1_000), ms(1_000));
        account.change(muted(true), ms(1_500)).unwrap();
        account.decided(&call(1_400), ms(1_600));
        account.decided(&call(2_000), ms(2_000));
        account.change(muted(false), ms(2_500)).unwrap();
        account.attend(("page 1", Standing::Own), Attendance::Left, ms(2_600), ms(2_600)).unwrap();
        account.decided(&call(3_000), ms(3_000));
        assert_eq!((account.missed(ms(15_999), false), account.poll_at()), (None, Some(ms(16_000))));
        let missed = [(); 4].map(|()| account.missed(ms(40_000), false));
        assert_eq!(
            missed,
            [
                not(1_000, Unspoken::Unheard),
                not(1_400, Unspoken::Unheard),
                not(2_000, Unspoken::Muted),
                not(3_000, Unspoken::Nobody)
            ]
        );
    }

    #[test]
    fn at_volume_0_a_table_a_page_and_a_device_are_muted() {
        let mut account = told(&[]);
        assert_eq!(account.muted(), None);
        let Some(SpeechEntry::Voice(entry)) =
            account.attend(("page 1", Standing::Own), Attendance::Here { volume: 0 }, ms(500), ms(500))
        else {
            panic!()
        };
        assert_eq!((entry.speakers, entry.silent), (vec![], vec!["page 1".to_owned()]));
        assert_eq!(account.muted(), Some(Unspoken::Muted));
        account.decided(&call(1_000), ms(1_000));
        // One who is heard is enough.
        account.attend(("page 2", Standing::Own), HERE, ms(1_500), ms(1_500)).unwrap();
        assert_eq!(account.muted(), None);
        account.change(VoiceChange::Volume { volume: 0, by: Who::Chief }, ms(1_600)).unwrap();
        assert_eq!(account.muted(), Some(Unspoken::Muted));
        account.decided(&call(2_000), ms(2_000));
        let missed = [(); 2].map(|()| account.missed(ms(40_000), false));
        assert_eq!(missed, [not(1_000, Unspoken::Muted), not(2_000, Unspoken::Muted)]);
    }

    #[test]
    fn a_line_that_is_cut_is_the_reason() {
        let mut account = told(&[1_000]);
        account.decided(&call(1_000), ms(1_000));
        account.attend(("page 1", Standing::Own), Attendance::Lost, ms(1_100), ms(1_100)).unwrap();
        account.decided(&call(2_000), ms(2_000));
        let missed = [account.missed(ms(40_000), false), account.missed(ms(40_000), false)];
        assert_eq!(missed, [not(1_000, Unspoken::NoLine), not(2_000, Unspoken::NoLine)]);
        // The clock itself is behind a line, over which it became known too late.
        let mut account = told(&[2_000]);
        account.decided(&call(1_000), ms(9_000));
        account.decided(&call(2_000), ms(9_000));
        let missed = [account.missed(ms(40_000), true), account.missed(ms(40_000), true)];
        assert_eq!(missed, [not(1_000, Unspoken::NoLine), not(2_000, Unspoken::Unheard)]);
    }

    #[test]
    fn what_a_page_has_taken_back_itself_stands_so() {
        let omission = |due: u64| Omission {
            by: "page 1".into(),
            what: call(due).what,
            due: ms(due),
            why: Unspoken::TakenBack,
        };
        let mut account = told(&[1_000, 2_000, 9_000]);
        account.decided(&call(1_000), ms(1_000));
        account.omitted(&omission(1_000), ms(1_010)).unwrap();
        account.omitted(&omission(2_000), ms(1_990)).unwrap();
        // Nobody pushes out what was said by saying something else for ever.
        for _ in 0..=AWAITED_MAX {
            account.omitted(&omission(1_000), ms(1_995)).unwrap();
        }
        account.decided(&call(2_000), ms(2_300));
        let missed = [account.missed(ms(40_000), false), account.missed(ms(40_000), false)];
        assert_eq!(missed, [not(1_000, Unspoken::TakenBack), not(2_000, Unspoken::TakenBack)]);
        assert_eq!(account.omitted(&omission(9_000), ms(2_000)), Err(PlaybackError::Implausible));
        assert_eq!(account.omitted(&omission(1_500), ms(2_000)), Err(PlaybackError::NotTold));
        let stranger = Omission { by: "page 2".into(), ..omission(1_000) };
        assert_eq!(account.omitted(&stranger, ms(2_000)), Err(PlaybackError::Stranger));
    }

    #[test]
    fn where_nobody_has_spoken_in_the_game_nothing_is_missed() {
        let mut account = Account::default();
        account.configure(LOUD, ms(0));
        account.decided(&call(1_000), ms(1_000));
        assert_eq!(account.poll_at(), None);
    }

    #[test]
    fn at_a_table_without_a_voice_nothing_is_on_record() {
        let mut account = Account::default();
        assert_eq!(account.attend(("page 1", Standing::Own), HERE, ms(5), ms(5)), None);
        assert_eq!(account.of_next_game(ms(9)).1, None);
    }

    #[test]
    fn only_what_was_told_and_not_taken_back_can_have_been_played() {
        let mut account = told(&[5_000, 20_000, 100_000]);
        let mut says = |playback: Playback, time: u64| account.played(playback, (ms(time), ms(time)), true);
        assert_eq!(says(playback(6_000, 6_000, 6_500), 7_000), Err(PlaybackError::NotTold));
        assert_eq!(says(playback(20_000, 20_000, 20_500), 7_000), Err(PlaybackError::Implausible), "ahead");
        assert_eq!(says(by("page 9", 5_000, 5_000, 5_500), 7_000), Err(PlaybackError::Stranger));
        assert!(says(playback(5_000, 5_000, 5_500), 7_000).is_ok());
        account.attend(("page 2", Standing::Own), HERE, ms(6_000), ms(6_000)).unwrap();
        let late = account.played(by("page 2", 5_000, 6_100, 6_500), (ms(7_000), ms(7_000)), true);
        assert_eq!(late, Err(PlaybackError::NotTold), "due before it came");
        // Silenced: what was to come is taken back.
        account.change(muted(true), ms(8_000)).unwrap();
        account.tell(&[], ms(8_000));
        let says = account.played(playback(20_000, 20_000, 20_500), (ms(21_000), ms(21_000)), true);
        assert_eq!(says, Err(PlaybackError::NotTold));
        // A page at volume 0 has played nothing since.
        let mut account = told(&[5_000]);
        account
            .attend(("page 1", Standing::Own), Attendance::Here { volume: 0 }, ms(4_000), ms(4_000))
            .unwrap();
        let says = account.played(playback(5_000, 5_000, 5_500), (ms(6_000), ms(6_000)), true);
        assert_eq!(says, Err(PlaybackError::Stranger));
    }

    #[test]
    fn no_page_can_fill_the_record_or_use_up_what_another_may_bring() {
        let dues: Vec<u64> = (1_000..1_500).collect();
        let mut account = told(&dues);
        account.attend(("page 2", Standing::Own), HERE, ms(500), ms(500)).unwrap();
        let taken = dues.iter().filter(|due| {
            account.played(playback(**due, **due, **due), (ms(**due), ms(1_000)), true).is_ok()
        });
        // It has brought its arrival itself.
        assert_eq!(taken.count(), 120);
        let says = |account: &mut Account, name: &str, due: u64| {
            account.played(by(name, due, due, due), (ms(due), ms(1_000)), true)
        };
        assert_eq!(says(&mut account, "page 1", 1_499), Err(PlaybackError::Known));
        assert!(says(&mut account, "page 2", 1_000).is_ok(), "another has its own");
        account.tell(&[call(2_000)], ms(1_000));
        assert_eq!(says(&mut account, "page 1", 2_000), Err(PlaybackError::TooMany));
        let Some(SpeechEntry::Voice(entry)) = account.change(muted(true), ms(1_010)) else { panic!() };
        assert_eq!(entry.left_out, 381, "an arbiter's order is on record all the same");
        let Some(SpeechEntry::Voice(entry)) = account.change(muted(false), ms(1_020)) else { panic!() };
        assert_eq!(entry.left_out, 0, "told once");
    }

    #[test]
    fn pages_that_come_and_go_under_ever_new_names_bring_no_more() {
        let mut account = told(&[]);
        let mut entries = 0;
        for number in 0..1_000 {
            let name = format!("other {number}");
            entries += usize::from(account.attend((&name, Standing::Other), HERE, ms(1), ms(1)).is_some());
            entries += usize::from(
                account.attend((&name, Standing::Other), Attendance::Left, ms(1), ms(1)).is_some(),
            );
        }
        assert_eq!(entries, 119 * 2, "each that has come may leave");
        assert_eq!(account.speakers.names().0, ["page 1"]);
    }

    #[test]
    fn the_tables_own_clock_finds_room_and_others_do_when_somebody_leaves() {
        let mut account = Account::default();
        account.configure(LOUD, ms(0));
        for number in 0..16 {
            account.attend((&format!("other {number}"), Standing::Other), HERE, ms(1), ms(1)).unwrap();
        }
        assert_eq!(account.attend(("other 16", Standing::Other), HERE, ms(2), ms(2)), None);
        assert!(!account.has_speaker("other 16"));
        account.attend(("page 1", Standing::Own), HERE, ms(3), ms(3)).unwrap();
        account.tell(&[call(1_000)], ms(4));
        assert!(account.played(playback(1_000, 1_000, 1_500), (ms(1_600), ms(1_600)), true).is_ok());
        account.attend(("other 3", Standing::Other), Attendance::Left, ms(1_700), ms(1_700)).unwrap();
        account.attend(("other 16", Standing::Other), HERE, ms(1_800), ms(1_800)).unwrap();
        assert!(account.has_speaker("other 16"));
    }

    #[test]
    fn whoever_lost_its_line_may_tell_later_what_it_played_whoever_comes_and_goes_meanwhile() {
        let mut account = told(&[1_000]);
        account.attend(("page 2", Standing::Other), HERE, ms(0), ms(0)).unwrap();
        account.attend(("page 1", Standing::Own), Attendance::Lost, ms(1_100), ms(1_100)).unwrap();
        account.attend(("page 2", Standing::Other), Attendance::Lost, ms(1_100), ms(1_100)).unwrap();
        for number in 0..200 {
            for (name, standing) in
                [(format!("x {number}"), Standing::Own), (format!("z {number}"), Standing::Other)]
            {
                account.attend((&name, standing), HERE, ms(1_200), ms(1_200));
                let gone = if number % 2 == 0 { Attendance::Left } else { Attendance::Lost };
                account.attend((&name, standing), gone, ms(1_300), ms(1_300));
            }
        }
        for name in ["page 1", "page 2"] {
            account.attend((name, Standing::Own), HERE, ms(2_000), ms(2_000));
            let said = account.played(by(name, 1_000, 1_004, 1_500), (ms(2_100), ms(2_100)), true);
            assert!(said.is_ok(), "{name}: {said:?}");
        }
    }

    #[test]
    fn a_page_whose_volume_goes_up_and_down_tells_yet_what_it_played_before() {
        let mut account = told(&[1_000]);
        for change in 0..100_u64 {
            let volume = if change % 2 == 0 { 0 } else { 50 };
            let at = ms(1_600 + change * 10);
            account.attend(("page 1", Standing::Own), Attendance::Here { volume }, at, at);
        }
        let said = account.played(playback(1_000, 1_004, 1_500), (ms(2_700), ms(2_700)), true);
        assert!(said.is_ok(), "{said:?}");
    }

    #[test]
    fn where_the_record_has_no_room_what_is_left_out_is_counted() {
        let mut account = told(&[1_000, 2_000]);
        account.decided(&call(1_000), ms(1_000));
        let no_room = account.played(playback(1_000, 1_000, 1_500), (ms(1_500), ms(1_500)), false);
        assert_eq!((no_room, account.poll_at()), (Err(PlaybackError::NoRoom), None));
        account.leave_out(&spoken(900, Played::Not { why: Unspoken::Nobody }));
        let Some(SpeechEntry::Voice(entry)) = account.left_out(ms(1_600), ms(1_600)) else { panic!() };
        assert_eq!((entry.left_out, account.left_out(ms(1_700), ms(1_700))), (2, None));
        account.leave_out(&SpeechEntry::Voice(entry));
        let Some(SpeechEntry::Voice(entry)) = account.left_out(ms(1_800), ms(1_800)) else { panic!() };
        assert_eq!(entry.left_out, 3, "nothing is lost with an entry that was left out itself");
    }

    #[test]
    fn times_that_cannot_be_are_not_believed() {
        let mut account = told(&[1_000, 5_000, 150_000, 199_990]);
        for (due, onset, end, now) in [
            (5_000, 3_900, 5_100, 6_000),
            (5_000, 5_100, 5_000, 6_000),
            (5_000, 5_000, 7_000, 6_000),
            (5_000, 4_300, 4_900, 6_000),
            (7_000, 6_900, 6_900, 6_000),
            (1_000, 1_000, 1_100, 200_000),
        ] {
            let said = account.played(playback(due, onset, end), (ms(now), ms(now)), true);
            assert_eq!(said, Err(PlaybackError::Implausible), "{due} {onset} {end} at {now}");
        }
        let long = Playback { by: "x".repeat(65), ..playback(5_000, 5_000, 5_100) };
        assert_eq!(account.played(long, (ms(6_000), ms(6_000)), true), Err(PlaybackError::Implausible));
    }

    #[test]
    fn what_an_arbiter_has_set_outlives_the_next_game_and_a_restart_together() {
        let mut account = Account::default();
        account.configure(LOUD, ms(0));
        account.change(VoiceChange::Volume { volume: 30, by: Who::Chief }, ms(5)).unwrap();
        account.change(muted(true), ms(6)).unwrap();
        let (_, Some(SpeechEntry::Voice(entry))) = account.of_next_game(ms(7)) else { panic!() };
        assert_eq!((entry.at, entry.by), (ms(0), Some(Who::Arbiter)));
        let mut after = Account::default();
        after.recover(&entry);
        after.configure(LOUD, ms(8));
        assert_eq!(after.voice(), VoiceSetting { on: true, muted: true, quiet: false, volume: 30 });
        assert_eq!(after.muted(), Some(Unspoken::Muted));
    }

    #[test]
    fn whether_it_is_a_quiet_hour_is_asked_anew_after_a_restart() {
        let mut account = told(&[]);
        let Some(SpeechEntry::Voice(entry)) = account.change(VoiceChange::Quiet { quiet: true }, ms(5))
        else {
            panic!()
        };
        let mut after = Account::default();
        after.recover(&entry);
        after.configure(LOUD, ms(6));
        assert_eq!((after.voice(), after.muted()), (LOUD, None));
    }
}
