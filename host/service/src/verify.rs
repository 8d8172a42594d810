//! `flagfall verify`: whether the chains of games hold, and whether this program would decide what stands in them.
//!
//! The chain says that nothing was changed behind the program's back. Deciding anew says more: that the events and
//! clocks of each step follow from the orders and their times. What differs is reported and stands as it is.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Result;
use hall::{Audit, Closing, Entry, SpeechFault, StepEntry};
use journal::{GameId, Hash, Head, ReadError};
use referee::{Event, Table, event_json};
use serde_json::{Map, Value, json};

use crate::complain;
use crate::source::Source;

/// Verifies a journal or an exported game; `false` if anything does not hold.
pub(crate) fn verify(path: &Path, json: bool) -> Result<bool> {
    let source = match Source::open(path) {
        Ok(source) => source,
        Err(error) => {
            complain(format_args!("{error}"));
            return Ok(false);
        }
    };
    let report = source.report();
    let mut sound = report.damage.is_none();
    if let Some(damage) = &report.damage {
        complain(format_args!("{}: damaged: {damage}", path.display()));
        if json {
            print(json!({ "damage": damage.to_string() }).to_string())?;
        }
    }
    if report.games.is_empty() && report.damage.is_none() {
        complain(format_args!("{}: there is no game in it", path.display()));
    }
    for (game, found) in report.games {
        let verdict = Verdict::of(&source, game, found);
        sound &= verdict.is_sound();
        if json {
            print(verdict.to_json().to_string())?;
        } else if verdict.is_sound() {
            print(verdict.to_string())?;
        } else {
            complain(format_args!("{}: {verdict}", path.display()));
        }
    }
    Ok(sound)
}

fn print(line: String) -> std::io::Result<()> {
    writeln!(stdout().lock(), "{line}")
}

/// What is found of a game.
#[derive(Debug)]
struct Verdict {
    game: GameId,
    found: Result<Held, ReadError>,
}

/// What is found of a game whose chain holds.
#[derive(Debug)]
struct Held {
    head: Head,
    table: Option<u32>,
    steps: usize,
    /// The head with which the record was closed, where it is signed.
    closed: Option<Head>,
    differences: Vec<Difference>,
}

/// An entry that this program would not have written.
#[derive(Debug, PartialEq, Eq)]
struct Difference {
    seq: u64,
    what: What,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum What {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is not the opening of a game")]
    NoOpening,
    #[error("its time lies before what is decided")]
    Backwards,
    #[error("recorded is {recorded}, decided anew {anew}")]
    Event { recorded: String, anew: String },
    #[error("the clock would stand otherwise")]
    Clock,
    #[error("what was said aloud: {0}")]
    Speech(SpeechFault),
}

impl Verdict {
    fn of(source: &Source, game: GameId, found: Result<Head, ReadError>) -> Self {
        let held = |head| {
            let entries = source.entries(game)?.into_iter().map(|entry| (entry.hash, entry.body));
            Ok(decide_anew(head, entries))
        };
        Self { game, found: found.and_then(held) }
    }

    fn is_sound(&self) -> bool {
        self.found.as_ref().is_ok_and(|held| held.differences.is_empty())
    }

    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("game".into(), self.game.0.into());
        object.insert("ok".into(), self.is_sound().into());
        match &self.found {
            Err(error) => {
                let entry = if let ReadError::Broken(broken) = error { Some(broken.seq) } else { None };
                object.insert("holds".into(), false.into());
                object.insert("entry".into(), json!(entry));
                object.insert("what".into(), error.to_string().into());
            }
            Ok(Held { head, table, steps, closed, differences }) => {
                let told = |one: &Difference| json!({ "entry": one.seq, "what": one.what.to_string() });
                object.insert("holds".into(), true.into());
                object.insert("table".into(), json!(table));
                object.insert("entries".into(), (head.seq + 1).into());
                object.insert("steps".into(), json!(steps));
                object.insert("head".into(), head.hash.to_string().into());
                let closed =
                    closed.map(|head| json!({ "entries": head.seq + 1, "hash": head.hash.to_string() }));
                object.insert("closed".into(), json!(closed));
                object.insert("differences".into(), differences.iter().map(told).collect());
            }
        }
        Value::Object(object)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = self.game;
        match &self.found {
            Err(error) => write!(f, "game {game} does not hold: {error}"),
            Ok(Held { head, table, steps, closed, differences }) => {
                write!(f, "game {game}")?;
                if let Some(table) = table {
                    write!(f, ", table {table}")?;
                }
                write!(f, ": {} entries hold, {steps} steps decided anew, head {}", head.seq + 1, head.hash)?;
                if let Some(closed) = closed {
                    write!(f, ", signed: closed after {} entries with {}", closed.seq + 1, closed.hash)?;
                }
                for Difference { seq, what } in differences {
                    write!(f, "\ngame {game}, entry {seq}: {what}")?;
                }
                Ok(())
            }
        }
    }
}

/// Decides each step of a game anew, on a table that has what stands before it.
fn decide_anew(head: Head, entries: impl Iterator<Item = (Hash, Vec<u8>)>) -> Held {
    let mut held = Held { head, table: None, steps: 0, closed: None, differences: Vec::new() };
    let (mut table, mut closing, mut audit) = (None, Closing::default(), Audit::default());
    for (seq, (hash, body)) in (0..).zip(entries) {
        let mut note = |what| held.differences.push(Difference { seq, what });
        match (Entry::from_bytes(&body), &mut table) {
            (Err(error), _) => note(What::Unreadable(error.to_string())),
            (Ok(Entry::Opened(opening)), None) => {
                held.table = Some(opening.table);
                table = Some(Table::new(opening.setup));
            }
            (Ok(_), None) => note(What::NoOpening),
            (Ok(Entry::Opened(_)), Some(_)) => note(What::NoOpening),
            (Ok(entry), Some(table)) => {
                if let Entry::Step(step) = &entry {
                    held.steps += 1;
                    difference(table, step).into_iter().for_each(note);
                    table.apply(&step.step);
                    closing.watch(table, seq);
                    let here = Head { game: head.game, seq, hash };
                    held.closed = closing.entry().and(held.closed.or(Some(here)));
                }
                audit.take(seq, &entry, table);
            }
        }
    }
    let speech = audit.finish().into_iter();
    held.differences.extend(speech.map(|(seq, fault)| Difference { seq, what: What::Speech(fault) }));
    held.differences.sort_by_key(|difference| difference.seq);
    held
}

/// In what a step differs from what this program decides on the table before it.
fn difference(table: &Table, entry: &StepEntry) -> Option<What> {
    let StepEntry { step, .. } = entry;
    let Ok(anew) = entry.decide_anew(&mut table.clone()) else { return Some(What::Backwards) };
    let longest = anew.events.len().max(step.events.len());
    let other = (0..longest).map(|index| (step.events.get(index), anew.events.get(index)));
    let words = |event: Option<&Event>| match event {
        Some(event) => event_json(event, table.setup().game.kind).to_string(),
        None => "nothing".into(),
    };
    match other.into_iter().find(|(recorded, anew)| !are_one(*recorded, *anew)) {
        Some((recorded, anew)) => Some(What::Event { recorded: words(recorded), anew: words(anew) }),
        None => (anew.clock != step.clock).then_some(What::Clock),
    }
}

/// Whether two events are one and the same. What was kept before judgements stood in events says nothing of them.
fn are_one(recorded: Option<&Event>, anew: Option<&Event>) -> bool {
    match (recorded, anew) {
        (Some(recorded), Some(anew)) if recorded.judged_anew.is_none() => {
            *recorded == Event { judged_anew: None, ..anew.clone() }
        }
        (recorded, anew) => recorded == anew,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Instant, Side};
    use hall::{Opening, Receipt};
    use referee::{Command, Game, Order, Played, Refusal, Setup, Step, Who};

    /// A game in which Black starts, presses, and White's time runs out.
    fn game() -> Vec<Entry> {
        let setup = Setup::new(Game::default(), "10s+3x30s".parse().unwrap());
        let mut table = Table::new(setup.clone());
        let opening = Opening {
            table: 4,
            engine: "0".into(),
            setup,
            people: Default::default(),
            seats: None,
            named_on_request: false,
            control_on_request: false,
        };
        let mut entries = vec![Entry::Opened(Box::new(opening))];
        let mut enter = |step: Step| {
            let receipt = step.order.as_ref().map(|_| Receipt {
                stamp: step.at,
                credit: clock::Duration::ZERO,
                late: clock::Duration::ZERO,
                name: None,
            });
            entries.push(Entry::Step(Box::new(StepEntry::new(step, receipt))));
        };
        let order = |by, command| Order { by, command };
        enter(table.handle(order(Who::Arbiter, Command::Start { side: None }), Instant::ZERO).unwrap());
        let press = order(Who::Black, Command::Press { side: Side::Black });
        enter(table.handle(press.clone(), Instant::from_millis(4_000)).unwrap());
        enter(table.refuse(press, Refusal::Expired, Instant::from_millis(5_000)).unwrap());
        enter(table.poll(Instant::from_millis(200_000)).unwrap());
        entries
    }

    fn verdict(entries: &[Entry]) -> Held {
        let head = Head { game: GameId(1), seq: 0, hash: Hash::from_bytes([0; 32]) };
        decide_anew(head, entries.iter().map(|entry| (head.hash, entry.to_bytes())))
    }

    #[test]
    fn what_this_program_decided_it_decides_again() {
        let held = verdict(&game());
        assert_eq!((held.table, held.steps, held.differences), (Some(4), 4, vec![]));
    }

    #[test]
    fn what_it_would_not_have_decided_is_named_by_entry() {
        let mut entries = game();
        let Entry::Step(press) = &mut entries[2] else { panic!("a step") };
        press.step.events.clear();
        let differences = verdict(&entries).differences;
        let Difference { seq: 2, what } = &differences[0] else { panic!("{differences:?}") };
        let anew = r#"{"t":4000,"event":"pressed","side":"black","by":"black"}"#;
        assert_eq!(what.to_string(), format!("recorded is nothing, decided anew {anew}"));

        let mut entries = game();
        let Entry::Step(flag) = entries[4].clone() else { panic!("a step") };
        let Entry::Step(press) = &mut entries[2] else { panic!("a step") };
        press.step.clock = flag.step.clock;
        let named: Vec<u64> = verdict(&entries).differences.iter().map(|one| one.seq).collect();
        assert_eq!(named, [2, 3], "the press, and what comes before the time that it claims");

        let nothing = verdict(&game()[1..]).differences;
        assert!(nothing.iter().all(|one| one.what == What::NoOpening));
    }

    /// The game, counted aloud: the record of that is held against the calls of its events.
    #[test]
    fn what_was_said_aloud_is_held_against_the_events() {
        let mut entries = game();
        let at = Instant::from_millis;
        let voice = hall::VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
        let stands = |speakers: &[&str]| {
            Entry::Voice(hall::VoiceEntry {
                at: Instant::ZERO,
                voice,
                speakers: speakers.iter().map(ToString::to_string).collect(),
                silent: vec![],
                by: None,
                left_out: 0,
            })
        };
        entries.insert(1, stands(&["page 1"]));
        let spoken = |due: u64, call: clock::Call, played: hall::Played| {
            let what = hall::Spoken::Call { side: Side::White, call };
            Entry::Spoken(hall::SpokenEntry { due: at(due), what, reading: None, played })
        };
        let played = |by: &str, onset: u64| hall::Played::Whole {
            by: by.into(),
            onset: at(onset),
            end: at(onset + 600),
            spoken_in: hall::SpokenIn::Zh,
        };
        let not = |why| hall::Played::Not { why };
        let with = |entry: Entry| {
            let mut entries = entries.clone();
            entries.push(entry);
            verdict(&entries).differences
        };
        let begins = clock::Call::Byoyomi;
        assert_eq!(with(spoken(14_000, begins, played("page 1", 14_004))), []);
        assert_eq!(with(spoken(14_000, begins, not(hall::Unspoken::Unheard))), []);
        let found = |fault| vec![Difference { seq: 6, what: What::Speech(fault) }];
        for (entry, fault) in [
            (spoken(14_001, begins, played("page 1", 14_004)), SpeechFault::NotDue),
            (spoken(14_000, begins, played("page 2", 14_004)), SpeechFault::Silent),
            (spoken(14_000, begins, not(hall::Unspoken::Muted)), SpeechFault::Reason),
            (spoken(14_000, begins, played("page 1", 9_000)), SpeechFault::OutOfOrder),
        ] {
            assert_eq!(with(entry), found(fault));
        }
        let told = with(spoken(14_001, begins, played("page 1", 14_004)))[0].what.to_string();
        assert_eq!(told, "what was said aloud: nothing of the kind was to be said at that instant");
    }

    /// A move taken back, as it was kept before events said what the rules make of the moves behind it.
    #[test]
    fn what_was_kept_before_judgements_stood_in_events_is_the_same() {
        let mut entries = game();
        entries.truncate(2);
        let mut table = Table::new(Setup::new(Game::default(), "10s+3x30s".parse().unwrap()));
        let Entry::Step(start) = &entries[1] else { panic!("a step") };
        table.apply(&start.step);
        let mut enter = |by, command: Command| {
            let step = table.handle(Order { by, command }, Instant::ZERO).unwrap();
            let receipt = None;
            entries.push(Entry::Step(Box::new(StepEntry::new(step, receipt))));
        };
        enter(Who::Recorder, Command::Move { side: Side::Black, played: Played::At("D4".into()) });
        enter(Who::Recorder, Command::TakeBack { side: Side::Black });
        let Some(Entry::Step(last)) = entries.last_mut() else { panic!("a step") };
        assert_eq!(last.step.events[0].judged_anew.take(), Some(vec![]));
        assert_eq!(verdict(&entries).differences, []);
    }
}
