//! What a unit's process tells on standard output: one JSON object a line.

use std::io::{self, Write, stdout};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration as Real;

use clock::{Event, Instant};
use hall::{KeyName, KeyTrouble};
use link::device::{Line, MemoryFault};
use link::{Gesture, Input, TurnedAway, What, digest};
use serde_json::{Map, Value, json};
use unit::{Face, TableUnit};

/// Between two readings, in microseconds of the table's time.
const READ_EVERY: u64 = 1_000_000;

/// Lines that wait for whoever reads them. The clock waits for nobody.
const LINES_MAX: usize = 1_024;

/// How long the end waits until all of them are read.
const READ_WAIT: Real = Real::from_secs(1);

/// Who tells, and what was told last.
#[derive(Debug)]
pub(super) struct Teller {
    lines: SyncSender<String>,
    /// Ends when all lines are written.
    written: Receiver<()>,
    /// Lines that found no place.
    missed: u32,
    /// What the clock said since it was last told.
    heard: Vec<Event>,
    epoch: u32,
    newest: u32,
    line: Option<&'static str>,
    /// The second of the table's time that was last read.
    second: Option<u64>,
}

impl Teller {
    pub(super) fn new() -> io::Result<Self> {
        let (lines, waiting) = sync_channel::<String>(LINES_MAX);
        let (writing, written) = channel();
        thread::Builder::new().name("told".into()).spawn(move || {
            let _writing: std::sync::mpsc::Sender<()> = writing;
            let mut out = stdout();
            // That nobody reads is no reason for a clock to stop.
            while let Ok(line) = waiting.recv() {
                let _ = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        })?;
        let heard = Vec::new();
        Ok(Self { lines, written, missed: 0, heard, epoch: 0, newest: 0, line: None, second: None })
    }

    fn say(&mut self, event: &str, fields: Value) {
        if self.missed > 0 {
            let missed = json!({ "event": "missed", "lines": self.missed });
            if self.lines.try_send(missed.to_string()).is_ok() {
                self.missed = 0;
            }
        }
        let mut object = Map::from_iter([("event".to_owned(), event.into())]);
        if let Value::Object(fields) = fields {
            object.extend(fields);
        }
        if self.lines.try_send(Value::Object(object).to_string()).is_err() {
            self.missed = self.missed.saturating_add(1);
        }
    }

    /// The unit is there.
    pub(super) fn started(&mut self, unit: &TableUnit, port: &Path) {
        let identity = unit.session().identity();
        // What it still keeps from before a reset is told again.
        let kept = u32::try_from(unit.session().unsent()).unwrap_or(u32::MAX);
        self.newest = unit.session().newest().saturating_sub(kept);
        self.say(
            "started",
            json!({
                "serial": identity.serial.to_string(), "boot": identity.boot,
                "resets": identity.resets, "epoch": unit.session().epoch(),
                "unsent": unit.session().unsent(), "port": port.display().to_string(),
            }),
        );
    }

    /// What it was to remember is worth nothing.
    pub(super) fn forgotten(&mut self, why: MemoryFault) {
        self.say("forgotten", json!({ "why": why.to_string() }));
    }

    /// The port is open, or why it cannot be used.
    pub(super) fn port(&mut self, state: &str) {
        self.say("port", json!({ "state": state }));
    }

    /// The unit ends; so much is written as somebody reads.
    pub(super) fn ended(mut self, by: &str) {
        self.say("ended", json!({ "by": by }));
        let Self { lines, written, .. } = self;
        drop(lines);
        let _ = written.recv_timeout(READ_WAIT);
    }

    /// The clock says something; it is told with the round.
    pub(super) fn hear(&mut self, event: Event) {
        self.heard.push(event);
    }

    /// Tells what is new after a round.
    pub(super) fn round(&mut self, unit: &TableUnit, now: Instant) {
        let face = unit.face(now);
        self.line(&face);
        self.granted(unit, &face);
        for Event { at, kind } in std::mem::take(&mut self.heard) {
            self.say("clock", json!({ "at_us": at.as_micros(), "what": kind }));
        }
        self.inputs(unit);
        self.reading(unit);
    }

    fn line(&mut self, face: &Face<'_>) {
        let state = match face.line {
            Line::Never => "never",
            Line::Silent { .. } => "silent",
            Line::Up => "up",
            Line::TurnedAway(TurnedAway::Engine { .. }) => "turned-away-engine",
            Line::TurnedAway(TurnedAway::Protocol { .. }) => "turned-away-protocol",
        };
        if self.line == Some(state) {
            return;
        }
        self.line = Some(state);
        self.say("line", json!({ "state": state, "at_us": face.time.as_micros(), "unsent": face.unsent }));
    }

    fn granted(&mut self, unit: &TableUnit, face: &Face<'_>) {
        let epoch = unit.session().epoch();
        if self.epoch == epoch {
            return;
        }
        (self.epoch, self.second) = (epoch, None);
        let table = face.table.as_ref().map(|(number, _)| *number);
        self.say("granted", json!({ "epoch": epoch, "table": table, "at_us": face.time.as_micros() }));
    }

    /// The inputs that were numbered since; of those that find no place any more, how many.
    fn inputs(&mut self, unit: &TableUnit) {
        let session = unit.session();
        let told = self.newest;
        for input in session.inputs().filter(|input| input.seq > told) {
            self.newest = input.seq;
            self.say("input", input_json(&input));
        }
        if session.newest() > self.newest {
            let count = session.newest() - self.newest;
            self.newest = session.newest();
            self.say("no-place", json!({ "seq": self.newest, "inputs": count }));
        }
    }

    /// The committed clock, once in each second of the table's time.
    fn reading(&mut self, unit: &TableUnit) {
        let Some(clock) = unit.clock() else { return };
        let at = clock.committed().as_micros();
        let second = at / READ_EVERY;
        if self.second == Some(second) {
            return;
        }
        self.second = Some(second);
        let (session, standing) = (unit.session(), clock.standing());
        self.say(
            "reading",
            json!({
                "at_us": at, "epoch": session.epoch(), "seq": session.newest(), "unsent": session.unsent(),
                "status": clock.status(), "turn": standing.turn, "black": standing.readings.black,
                "white": standing.readings.white, "digest": format!("{:08x}", digest(clock).0),
            }),
        );
    }
}

fn input_json(input: &Input) -> Value {
    let mut value = json!({
        "seq": input.seq, "epoch": input.epoch, "at_us": input.at.as_micros(), "late_us": input.late,
    });
    let (what, rest) = what_json(&input.what);
    value["what"] = what.into();
    if let (Value::Object(value), Value::Object(rest)) = (&mut value, rest) {
        value.extend(rest);
    }
    value
}

/// The name of an input's kind, and what else there is to say of it: of keys in the words of the record.
fn what_json(what: &What) -> (&'static str, Value) {
    match what {
        What::Press { side } => ("press", json!({ "side": side })),
        What::Gesture(Gesture::CallArbiter { side }) => ("call", json!({ "side": side })),
        What::Gesture(Gesture::Pause) => ("arbiter", Value::Null),
        What::Gesture(Gesture::Stand) => ("stand", Value::Null),
        What::Gesture(Gesture::Query { side }) => ("query", json!({ "side": side })),
        What::Key { key, report } => {
            let mut object = json!(KeyName::from(*key));
            if let (Value::Object(key), Value::Object(trouble)) =
                (&mut object, json!(KeyTrouble::from(*report)))
            {
                key.extend(trouble);
            }
            ("key", object)
        }
        What::Order { id, commands, refused } => {
            let refused = refused.map(|refused| refused.to_string());
            ("order", json!({ "id": id, "commands": commands.as_slice(), "refused": refused }))
        }
        What::Reset { resets } => ("reset", json!({ "resets": resets })),
        What::Breakdown { kind, line, file } => {
            ("breakdown", json!({ "kind": kind, "line": line, "file": file }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Command, Refusal, Side};
    use link::{Breakdown, Commands, Key, KeyReport, OrderRefusal, Start};

    #[test]
    fn each_input_is_told_in_words() {
        let commands = Commands::from_iter([Command::Pause]);
        let refused = Some(OrderRefusal::Clock(Refusal::AlreadyStarted));
        for (what, told) in [
            (What::Press { side: Side::Black }, json!({ "what": "press", "side": "black" })),
            (What::Gesture(Gesture::Pause), json!({ "what": "arbiter" })),
            (What::Gesture(Gesture::Stand), json!({ "what": "stand" })),
            (What::Gesture(Gesture::CallArbiter { side: None }), json!({ "what": "call", "side": null })),
            (
                What::Gesture(Gesture::Query { side: Side::White }),
                json!({ "what": "query", "side": "white" }),
            ),
            (
                What::Key { key: Key::Arbiter, report: KeyReport::Stuck },
                json!({ "what": "key", "key": "arbiter", "trouble": "stuck" }),
            ),
            (
                What::Key { key: Key::Press(Side::White), report: KeyReport::Lost { edges: 3 } },
                json!({ "what": "key", "key": "press", "side": "white", "trouble": "lost", "edges": 3 }),
            ),
            (
                What::Order { id: 4, commands, refused },
                json!({
                    "what": "order", "id": 4, "commands": ["pause"],
                    "refused": "the clock was started before",
                }),
            ),
            (What::Reset { resets: 2 }, json!({ "what": "reset", "resets": 2 })),
            (
                What::Breakdown {
                    kind: Breakdown::Panic,
                    line: 120,
                    file: "src/table.rs".try_into().unwrap(),
                },
                json!({ "what": "breakdown", "kind": "panic", "line": 120, "file": "src/table.rs" }),
            ),
        ] {
            let input =
                Input { start: Start(1), seq: 7, epoch: 2, at: Instant::from_micros(1_500), late: 3, what };
            let mut expected = json!({ "seq": 7, "epoch": 2, "at_us": 1_500, "late_us": 3 });
            expected.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
            assert_eq!(input_json(&input), expected);
        }
    }
}
