//! What is on record of a game whose clock was in units, and what must hold of it.

use std::collections::BTreeMap;
use std::path::Path;

use clock::{Clock, Control, Instant, State};
use hall::{Entry, StepEntry, UnitNote};
use journal::Inspection;
use link::{Identity, Start, What, digest};
use referee::EventKind;
use serde_json::{Value, json};

use crate::stand::SERIAL;

/// What is on record of the game.
#[derive(Default)]
pub(crate) struct Record {
    control: Option<Control>,
    /// The clock behind the last step.
    clock: Option<State>,
    /// Moves that were recorded.
    pub(crate) moves: usize,
    /// When what happened on the clock, in microseconds of the table's time.
    happened: Vec<(u64, Value)>,
    /// Each input of each start of a unit: how often it is there, and as what.
    pub(crate) inputs: BTreeMap<(u32, u32), (usize, Value)>,
}

impl Record {
    /// Reads the last game of a journal.
    pub(crate) fn read(data: &Path) -> Self {
        let journal = Inspection::open(&data.join("games.journal")).unwrap();
        let game = journal.games().last().unwrap().id();
        let mut record = Self::default();
        for entry in journal.entries(game).unwrap() {
            match Entry::from_bytes(&entry.body).unwrap() {
                Entry::Opened(opening) => record.control = Some(opening.setup.control.clone()),
                Entry::Step(step) => record.step(*step),
                Entry::Unit(entry) => record.note(&entry.note),
                Entry::Anchor(_)
                | Entry::Interrupted(_)
                | Entry::Key(_)
                | Entry::Spoken(_)
                | Entry::Voice(_) => {}
            }
        }
        record
    }

    fn step(&mut self, StepEntry { step, unit, .. }: StepEntry) {
        for event in &step.events {
            if let EventKind::Clock(kind) = &event.kind {
                self.happened.push((event.at.as_micros(), json!(kind)));
            }
            self.moves += usize::from(matches!(event.kind, EventKind::Move { .. }));
        }
        if let Some(unit) = unit {
            let order = step.order.map(|order| order.command.to_string());
            self.input(unit.start, unit.seq, json!(order));
        }
        self.clock = Some(step.clock);
    }

    fn note(&mut self, note: &UnitNote) {
        if let UnitNote::Input { start, seq, what, .. } = note {
            let side = if let What::Press { side } = what.as_ref() { json!(side) } else { Value::Null };
            self.input(*start, *seq, side);
        }
    }

    fn input(&mut self, start: Start, seq: u32, as_what: Value) {
        self.inputs.entry((start.0, seq)).or_insert((0, as_what)).0 += 1;
    }

    /// Both ends have the same clock, to the microsecond, and so the same digest.
    pub(crate) fn agrees(&self, reading: &Value) {
        let mut clock = Clock::restore(self.control.clone().unwrap(), self.clock.clone().unwrap());
        clock.poll(Instant::from_micros(reading["at_us"].as_u64().unwrap()), &mut |_| ()).unwrap();
        let standing = clock.standing();
        assert_eq!(json!(standing.readings.black), reading["black"], "{reading}");
        assert_eq!(json!(standing.readings.white), reading["white"], "{reading}");
        assert_eq!(json!(standing.turn), reading["turn"]);
        assert_eq!(format!("{:08x}", digest(&clock).0), reading["digest"].as_str().unwrap());
    }

    /// What the unit's clock said is what stands on record, at the same microsecond. (That a clock stands since a unit
    /// has lost its power, that unit does not know.)
    pub(crate) fn tells_the_same(&self, told: &[Vec<Value>]) {
        let told = told.iter().flatten().filter(|told| told["event"] == "clock");
        let told: Vec<(u64, Value)> =
            told.map(|told| (told["at_us"].as_u64().unwrap(), told["what"].clone())).collect();
        let mut more = self.happened.iter();
        for one in &told {
            let unknown = more.by_ref().take_while(|on_record| *on_record != one);
            assert!(unknown.into_iter().all(|(_, kind)| kind == "paused"), "not on record: {one:?}");
        }
        assert_eq!(more.count(), 0, "more on record than happened");
    }

    /// Everything that a unit has numbered is on record once, as it was.
    pub(crate) fn has_each_once(&self, told: &[Vec<Value>]) {
        let mut numbered: BTreeMap<(u32, u32), Value> = BTreeMap::new();
        for told in told {
            let boot = told.iter().find(|told| told["event"] == "started").unwrap()["boot"].as_u64().unwrap();
            let start = Identity { serial: SERIAL, boot: u32::try_from(boot).unwrap(), resets: 0 }.start();
            for input in told.iter().filter(|told| told["event"] == "input") {
                let seq = u32::try_from(input["seq"].as_u64().unwrap()).unwrap();
                numbered.insert((start.0, seq), input.clone());
            }
        }
        for (key, input) in &numbered {
            let (times, as_what) = self.inputs.get(key).unwrap_or_else(|| panic!("not on record: {input}"));
            assert_eq!(*times, 1, "on record more than once: {input}");
            if input["what"] == "press" {
                let side = input["side"].as_str().unwrap();
                assert!(as_what.to_string().contains(side), "{as_what} is not {input}");
            }
        }
        let more: Vec<_> = self.inputs.keys().filter(|key| !numbered.contains_key(key)).collect();
        assert!(more.is_empty(), "on record, and numbered by nobody: {more:?}");
        let presses = numbered.values().filter(|input| input["what"] == "press").count();
        assert!(presses > 0, "nobody pressed");
    }
}
