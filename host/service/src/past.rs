//! The latest that happened at each table: what an arbiter finds who has just opened the page. The whole record is
//! in the journal.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, FixedOffset, TimeDelta};
use clock::Instant;
use hall::{Anchor, Entry, SpeechEntry};
use referee::{Event, EventKind};

/// So many events are kept of each table.
pub(crate) const KEPT: usize = 100;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastEvent {
    pub(crate) event: Event,
    /// When, by the wall clock of an earlier run of the service; what happened in this run has the table's time.
    pub(crate) wall: Option<DateTime<FixedOffset>>,
}

/// Something of a table's voice: what was played, or how the voice stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PastSpeech {
    pub(crate) entry: SpeechEntry,
    /// As with an event.
    pub(crate) wall: Option<DateTime<FixedOffset>>,
}

/// The latest of one table.
#[derive(Clone, Debug, Default)]
struct Kept {
    events: VecDeque<PastEvent>,
    speech: KeptSpeech,
}

/// What is kept of a voice: each kind apart, so that none drives another out.
#[derive(Clone, Debug, Default)]
struct KeptSpeech {
    /// What was said or left unsaid, what arbiters have set, and who came and went, each with its number among them all.
    kinds: [VecDeque<(u64, PastSpeech)>; 3],
    taken: u64,
}

impl KeptSpeech {
    fn take(&mut self, speech: PastSpeech) {
        let [spoken, ordered, attended] = &mut self.kinds;
        let kind = match &speech.entry {
            SpeechEntry::Spoken(_) => spoken,
            SpeechEntry::Voice(entry) if entry.by.is_some() => ordered,
            SpeechEntry::Voice(_) => attended,
        };
        kind.push_back((self.taken, speech));
        kind.drain(..kind.len().saturating_sub(KEPT));
        self.taken = self.taken.saturating_add(1);
    }

    /// All kinds, the oldest first.
    fn all(&self) -> Vec<PastSpeech> {
        let mut all: Vec<_> = self.kinds.iter().flatten().collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, speech)| speech.clone()).collect()
    }
}

/// The latest events of all tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past(BTreeMap<u32, Kept>);

impl Past {
    /// Takes what has happened at a table.
    pub(crate) fn take(&mut self, table: u32, events: &[Event]) {
        self.extend(table, events.iter().map(|event| PastEvent { event: event.clone(), wall: None }));
    }

    /// Takes what earlier runs of the service have put on record of a game.
    pub(crate) fn recover(&mut self, table: u32, entries: &[Entry]) {
        let mut tie = None;
        for entry in entries {
            match entry {
                Entry::Anchor(anchor) => tie = tie_of(anchor).or(tie),
                Entry::Step(entry) => {
                    let wall = |event: &Event| tie.and_then(|tie| wall_at(tie, event.at));
                    let events = entry.step.events.iter();
                    let events = events.map(|event| PastEvent { event: event.clone(), wall: wall(event) });
                    self.extend(table, events);
                }
                Entry::Opened(_)
                | Entry::Interrupted(_)
                | Entry::Key(_)
                | Entry::Unit(_)
                | Entry::Spoken(_)
                | Entry::Voice(_) => {}
            }
            if let Some(entry) = entry.speech() {
                let wall = tie.and_then(|tie| wall_at(tie, entry.at()));
                self.keep_speech(table, PastSpeech { entry, wall });
            }
        }
    }

    /// Takes what has happened to a table's voice.
    pub(crate) fn take_speech(&mut self, table: u32, entry: SpeechEntry) {
        self.keep_speech(table, PastSpeech { entry, wall: None });
    }

    fn keep_speech(&mut self, table: u32, speech: PastSpeech) {
        self.0.entry(table).or_default().speech.take(speech);
    }

    fn extend(&mut self, table: u32, events: impl Iterator<Item = PastEvent>) {
        let kept = &mut self.0.entry(table).or_default().events;
        kept.extend(events.filter(|past| asks_something(&past.event)));
        kept.drain(..kept.len().saturating_sub(KEPT));
    }

    /// Another game begins at a table.
    pub(crate) fn forget(&mut self, table: u32) {
        self.0.remove(&table);
    }

    /// The latest at a table, the oldest first.
    pub(crate) fn of(&self, table: u32) -> Vec<PastEvent> {
        self.0.get(&table).map(|kept| kept.events.iter().cloned().collect()).unwrap_or_default()
    }

    /// The latest of a table's voice, the oldest first.
    pub(crate) fn speech_of(&self, table: u32) -> Vec<PastSpeech> {
        self.0.get(&table).map(|kept| kept.speech.all()).unwrap_or_default()
    }
}

/// Calls and presses come with every move and ask nothing of an arbiter.
const fn asks_something(event: &Event) -> bool {
    !matches!(event.kind, EventKind::Clock(clock::EventKind::Call { .. } | clock::EventKind::Pressed { .. }))
}

type Tie = (Instant, DateTime<FixedOffset>);

/// A wall time at an instant of the table's; for the time of day that is shown, any clock will do.
fn tie_of(anchor: &Anchor) -> Option<Tie> {
    let wall = DateTime::parse_from_rfc3339(anchor.wall.as_deref()?).ok()?;
    Some((anchor.table, wall))
}

fn wall_at((table, wall): Tie, at: Instant) -> Option<DateTime<FixedOffset>> {
    let later = i64::try_from(at.since(table).as_micros()).ok()?;
    wall.checked_add_signed(TimeDelta::microseconds(later))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Side};
    use hall::{Played, Spoken, SpokenEntry, StepEntry, Unspoken, VoiceEntry, VoiceSetting};
    use referee::{Command, Game, Order, Setup, Table, Who};

    fn table() -> Table {
        Table::new(Setup::new(Game::default(), "1h".parse().unwrap()))
    }

    fn step(table: &mut Table, by: Who, command: Command, at: u64) -> Entry {
        let step = table.handle(Order { by, command }, Instant::from_millis(at)).unwrap();
        Entry::Step(Box::new(StepEntry::new(step, None)))
    }

    #[test]
    fn whoever_comes_and_goes_drives_no_call_and_no_arbiters_order_out() {
        let at = Instant::from_millis;
        let stood = |number: u64, by| {
            let voice = VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
            let (speakers, silent) = (vec![format!("page {number}")], vec![]);
            SpeechEntry::Voice(VoiceEntry { at: at(number), voice, speakers, silent, by, left_out: 0 })
        };
        let (played, reading) = (Played::Not { why: Unspoken::Unheard }, None);
        let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
        let missed = SpeechEntry::Spoken(SpokenEntry { due: at(1), what, reading, played });
        let ordered = stood(2, Some(Who::Chief));
        let mut past = Past::default();
        past.take_speech(7, ordered.clone());
        past.take_speech(7, missed.clone());
        for number in 0..500 {
            past.take_speech(7, stood(number, None));
        }
        let kept: Vec<SpeechEntry> = past.speech_of(7).into_iter().map(|past| past.entry).collect();
        assert_eq!(kept.len(), 2 + KEPT);
        assert_eq!((&kept[0], &kept[1], &kept[101]), (&ordered, &missed, &stood(499, None)));
    }

    #[test]
    fn what_is_on_record_comes_back_with_its_time_of_day_and_is_bounded() {
        let mut table = table();
        let anchor = |at: u64, wall: &str| {
            Entry::Anchor(Anchor {
                boot: "b".into(),
                timer: Instant::ZERO,
                timer_zero: None,
                table: Instant::from_millis(at),
                wall: Some(wall.into()),
                trusted: false,
            })
        };
        let query = || Command::Query { side: Side::Black };
        let mut entries = vec![anchor(0, "2026-11-29T09:00:00Z")];
        entries.push(step(&mut table, Who::Arbiter, Command::Start { side: None }, 1_000));
        entries.push(step(&mut table, Who::Black, Command::Press { side: Side::Black }, 2_000));
        entries.push(anchor(2_000, "2026-11-29T12:00:00Z"));
        entries.push(step(&mut table, Who::White, query(), 5_000));
        let mut past = Past::default();
        past.recover(7, &entries);
        let walls = past.of(7).iter().map(|past| past.wall.unwrap().to_rfc3339()).collect::<Vec<_>>();
        assert_eq!(walls, ["2026-11-29T09:00:01+00:00", "2026-11-29T12:00:03+00:00"]);
        for count in 0..200 {
            let Entry::Step(entry) = step(&mut table, Who::White, query(), 6_000 + count) else { panic!() };
            past.take(7, &entry.step.events);
        }
        let kept = past.of(7);
        assert_eq!((kept.len(), kept[KEPT - 1].event.at), (KEPT, Instant::from_millis(6_199)));
        assert_eq!(past.of(8), []);
        past.forget(7);
        assert_eq!(past.of(7), []);
    }
}
