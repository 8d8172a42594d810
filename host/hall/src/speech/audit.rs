//! What a record says of what was said aloud, held against the events that made it: every call has an entry of what became
//! of it, every entry a call, and no silent speaker has spoken.

use std::collections::{HashSet, VecDeque};

use clock::{Clock, Duration, Instant};
use referee::Table;

use super::playback::{AHEAD, EARLY, LATE, PAST};
use super::silence::{Silences, by_setting};
use super::{Announcement, Spoken, calls_ahead, moments};
use crate::entry::{Entry, Played, SpokenEntry, StepEntry, Unspoken, VoiceEntry};

/// What is said of the past lies back so far: for so long it is remembered how the voice stood, and from which clocks
/// more calls were foreseen than came.
const REMEMBERED: Duration = PAST.plus(LATE).plus(EARLY);

/// What an entry about what was said aloud cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SpeechFault {
    /// No event made it, and none would have.
    #[error("nothing of the kind was to be said at that instant")]
    NotDue,
    /// Whoever has played it did not speak for the table then, or the table was silenced.
    #[error("whoever is said to have played it did not speak for the table then")]
    Silent,
    /// It began long before it was due, or ended before it began.
    #[error("its times are not in order")]
    OutOfOrder,
    /// The reason why it was not played is not how the voice stood.
    #[error("how the voice stood then was not the reason why it was not played")]
    Reason,
    /// What became of an earlier call is not on record.
    #[error("what became of a call that was due before, at {} ms, is not on record", .0.since_zero().as_millis_used())]
    Missing(Instant),
}

/// A record as far as it was gone through.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// How the voice stood, the latest last.
    voices: VecDeque<VoiceEntry>,
    silences: Silences,
    spoke: Option<Instant>,
    clocks: VecDeque<Clock>,
    /// The calls of which nothing is on record yet, in their order.
    open: VecDeque<Announcement>,
    made: HashSet<(Instant, Spoken)>,
    settled: HashSet<(Instant, Spoken)>,
    /// What no event has made yet.
    unmade: Vec<(u64, (Instant, Spoken))>,
    /// Whether entries found no place: then no more is known.
    has_gaps: bool,
    faults: Vec<(u64, SpeechFault)>,
}

impl Audit {
    /// Goes on with the entry of that number, on the table as it is behind it.
    pub fn take(&mut self, seq: u64, entry: &Entry, table: &Table) {
        match entry {
            Entry::Step(entry) => self.take_step(entry, table),
            Entry::Spoken(entry) => self.take_spoken(seq, entry),
            Entry::Voice(entry) => self.take_voice(entry),
            Entry::Opened(_) | Entry::Anchor(_) | Entry::Interrupted(_) | Entry::Key(_) | Entry::Unit(_) => {}
        }
    }

    /// What does not hold, by the numbers of the entries.
    #[must_use]
    pub fn finish(mut self) -> Vec<(u64, SpeechFault)> {
        let unmade = self.unmade.iter().filter(|(_, name)| !self.made.contains(name));
        let not_due: Vec<_> = unmade.map(|(seq, _)| (*seq, SpeechFault::NotDue)).collect();
        if self.has_gaps {
            // What an entry would have said that found no place is not known.
            self.faults.retain(|(_, fault)| *fault == SpeechFault::OutOfOrder);
        }
        self.faults.extend(not_due);
        self.faults.sort_by_key(|(seq, _)| *seq);
        self.faults
    }

    /// Since when somebody has spoken in the game.
    pub(super) const fn spoke(&self) -> Option<Instant> {
        self.spoke
    }

    /// How the voice stands.
    pub(super) fn stands(&self) -> Option<&VoiceEntry> {
        self.voices.back()
    }

    /// Why nothing was heard then.
    pub(super) fn silence_at(&self, at: Instant) -> Option<Unspoken> {
        self.silences.at(at)
    }

    /// The calls of which the record is to say what became of them, and does not.
    pub(super) fn unsettled(&self) -> impl Iterator<Item = Announcement> {
        self.open.iter().copied()
    }

    fn take_step(&mut self, entry: &StepEntry, table: &Table) {
        let speaks = self.stands().is_some_and(|entry| entry.voice.on);
        for said in moments(&entry.step, table.clock()).flat_map(|moment| moment.said) {
            let is_missed =
                speaks && said.what.is_missed() && self.spoke.is_some_and(|spoke| spoke <= said.due);
            self.made.insert(name_of(&said));
            if is_missed && !self.settled.contains(&name_of(&said)) {
                self.open.push_back(said);
            }
        }
        if self.spoke.is_some() {
            let at = table.clock().committed();
            self.clocks.push_back(table.clock().clone());
            // One behind each that is old enough tells what was foreseen since.
            while self.clocks.get(1).is_some_and(|next| at.since(next.committed()) > REMEMBERED) {
                self.clocks.pop_front();
            }
        }
    }

    fn take_voice(&mut self, entry: &VoiceEntry) {
        if entry.names_anybody() {
            self.spoke.get_or_insert(entry.at);
        }
        self.has_gaps |= entry.left_out > 0;
        self.silences.note(entry.at, silence_of(entry));
        self.voices.push_back(entry.clone());
        while self.voices.get(1).is_some_and(|next| entry.at.since(next.at) > REMEMBERED) {
            self.voices.pop_front();
        }
    }

    fn take_spoken(&mut self, seq: u64, entry: &SpokenEntry) {
        let name = (entry.due, entry.what);
        if !self.made.contains(&name) && !self.was_foreseen(name) {
            self.unmade.push((seq, name));
        }
        let fault = match &entry.played {
            Played::Whole { by, onset, end, .. } | Played::Cut { by, onset, end, .. } => {
                let in_order = entry.due <= onset.plus(EARLY) && onset <= end && entry.due <= *end;
                if !in_order {
                    Some(SpeechFault::OutOfOrder)
                } else {
                    (!self.spoke_at(by, *onset)).then_some(SpeechFault::Silent)
                }
            }
            Played::Not { why } => {
                self.note_missing(seq, name);
                (!is_reason(*why, self.silences.at(entry.due))).then_some(SpeechFault::Reason)
            }
        };
        self.faults.extend(fault.map(|fault| (seq, fault)));
        self.settled.insert(name);
        self.open.retain(|said| name_of(said) != name);
    }

    /// What was not played is put on record in the order in which it was decided.
    fn note_missing(&mut self, seq: u64, name: (Instant, Spoken)) {
        let Some(place) = self.open.iter().position(|said| name_of(said) == name) else { return };
        let before = self.open.drain(..place).map(|said| (seq, SpeechFault::Missing(said.due)));
        self.faults.extend(before);
    }

    /// Whether something would have been said if nobody had pressed.
    fn was_foreseen(&self, (due, what): (Instant, Spoken)) -> bool {
        let foresees = |clock: &Clock| {
            let ahead = calls_ahead(clock.clone(), due);
            ahead.iter().any(|said| name_of(said) == (due, what))
        };
        self.clocks.iter().rev().any(foresees)
    }

    /// Whether somebody of that name could be heard then, or so shortly before that they cannot have known better.
    fn spoke_at(&self, by: &str, onset: Instant) -> bool {
        let ends = self.voices.iter().skip(1).map(|next| Some(next.at)).chain([None]);
        let mut spans = self.voices.iter().zip(ends);
        spans.any(|(entry, end)| {
            let is_then = entry.at <= onset.plus(AHEAD) && end.is_none_or(|end| onset.since(end) <= LATE);
            is_then && entry.voice.is_heard() && entry.speakers.iter().any(|name| name == by)
        })
    }
}

/// By what something that is said is known.
const fn name_of(said: &Announcement) -> (Instant, Spoken) {
    (said.due, said.what)
}

/// Why nothing is heard where the voice stands so.
fn silence_of(entry: &VoiceEntry) -> Option<Unspoken> {
    let nobody = if entry.silent.is_empty() { Unspoken::Nobody } else { Unspoken::Muted };
    by_setting(entry.voice).or(entry.speakers.is_empty().then_some(nobody))
}

/// Whether something may have stayed unsaid for that reason where nothing was heard for this one, or somebody was.
fn is_reason(why: Unspoken, silence: Option<Unspoken>) -> bool {
    match why {
        Unspoken::Muted | Unspoken::Quiet | Unspoken::Nobody => silence == Some(why),
        Unspoken::NoLine => silence.is_none_or(|silence| silence == Unspoken::Nobody),
        Unspoken::Unheard
        | Unspoken::TakenBack
        | Unspoken::Late
        | Unspoken::OtherTable
        | Unspoken::NoGap
        | Unspoken::Interrupted => silence.is_none(),
    }
}
