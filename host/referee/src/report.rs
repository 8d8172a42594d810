//! Events and state as JSON, in the form that scripts rely on: times in whole milliseconds, what is left rounded
//! up, what has passed rounded down.

use clock::{BySide, CorrectionKind, Phase, Reading, Side, Standing, Status};
use serde_json::{Map, Value, json};

use crate::event::{Event, EventKind};
use crate::outcome::Outcome;
use crate::record::{Ahead, Breach};
use crate::setup::GameKind;
use crate::table::Table;

/// One event as a JSON object: `t` in milliseconds, `event`, what belongs to it, and `by` whom it came about.
#[must_use]
pub fn event_json(event: &Event, kind: GameKind) -> Value {
    let mut object = Map::new();
    object.insert("t".into(), event.at.since_zero().as_millis_used().into());
    match &event.kind {
        EventKind::Clock(clock) => clock_event(&mut object, clock),
        EventKind::Move { side, played, number, out_of_turn, illegal, cycle, uci } => {
            named(&mut object, "move", *side);
            object.insert("move".into(), played.to_string().into());
            object.insert("n".into(), (*number).into());
            if *out_of_turn {
                object.insert("out_of_turn".into(), true.into());
            }
            insert_some(&mut object, "illegal", illegal.map(breach_json));
            insert_some(&mut object, "cycle", *cycle);
            insert_some(&mut object, "uci", uci.as_deref());
        }
        EventKind::TakenBack { side, played, number } => {
            named(&mut object, "taken-back", *side);
            object.insert("move".into(), played.to_string().into());
            object.insert("n".into(), (*number).into());
        }
        EventKind::MoveCorrected { side, number, before, after, illegal } => {
            named(&mut object, "move-corrected", *side);
            object.insert("n".into(), (*number).into());
            object.insert("before".into(), before.to_string().into());
            object.insert("after".into(), after.to_string().into());
            insert_some(&mut object, "illegal", illegal.map(breach_json));
        }
        EventKind::Told { side, reading } => {
            named(&mut object, "told", *side);
            object.insert("reading".into(), reading_json(reading));
        }
        EventKind::Resigned { side } => named(&mut object, "resigned", *side),
        EventKind::Ended { unrecorded } => {
            object.insert("event".into(), "ended".into());
            if *unrecorded > 0 {
                object.insert("unrecorded".into(), (*unrecorded).into());
            }
        }
        EventKind::Undecided { side } => named(&mut object, "undecided", *side),
        EventKind::Result(outcome) => {
            object.insert("event".into(), "result".into());
            outcome_json(&mut object, *outcome, kind);
        }
        EventKind::Reopened => {
            object.insert("event".into(), "reopened".into());
        }
        EventKind::Refused { command, refusal } => {
            object.insert("event".into(), "refused".into());
            object.insert("command".into(), command.to_string().into());
            object.insert("why".into(), refusal.to_string().into());
        }
    }
    object.insert("by".into(), event.by.as_str().into());
    if let Some(why) = &event.why {
        object.insert("why".into(), why.as_str().into());
    }
    Value::Object(object)
}

fn insert_some(object: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object.insert(name.into(), value.into());
    }
}

/// The rule that a move breaks: its reason, and the move after which the position first stood.
fn breach_json(breach: Breach) -> Value {
    let mut value = json!({ "reason": breach.reason() });
    if let Some(repeats) = breach.repeats() {
        value["repeats"] = repeats.into();
    }
    value
}

fn named(object: &mut Map<String, Value>, name: &str, side: Side) {
    object.insert("event".into(), name.into());
    object.insert("side".into(), side.as_str().into());
}

fn clock_event(object: &mut Map<String, Value>, event: &clock::EventKind) {
    match event {
        clock::EventKind::Started { side } => named(object, "started", *side),
        clock::EventKind::Pressed { side } => named(object, "pressed", *side),
        clock::EventKind::Ignored { side, why } => {
            named(object, "ignored", *side);
            object.insert("why".into(), json!(why));
        }
        clock::EventKind::Paused => {
            object.insert("event".into(), "paused".into());
        }
        clock::EventKind::Resumed => {
            object.insert("event".into(), "resumed".into());
        }
        clock::EventKind::Overtime { side } => named(object, "overtime", *side),
        clock::EventKind::Stage { side, stage } => {
            named(object, "stage", *side);
            object.insert("stage".into(), (*stage).into());
        }
        clock::EventKind::Period { side, periods } => {
            named(object, "period", *side);
            object.insert("periods".into(), (*periods).into());
        }
        clock::EventKind::Section { side } => named(object, "section", *side),
        clock::EventKind::Call { side, call } => {
            named(object, "call", *side);
            object.insert("call".into(), call.to_string().into());
        }
        clock::EventKind::Flag { side } => named(object, "flag", *side),
        clock::EventKind::FlagVoid { side } => named(object, "flag-void", *side),
        clock::EventKind::Corrected(correction) => {
            let (name, side) = correction_words(correction.kind);
            object.insert("event".into(), "corrected".into());
            object.insert("side".into(), side.map_or("both", Side::as_str).into());
            object.insert("what".into(), name.into());
            object.insert("before".into(), standing_json(&correction.before, correction.kind));
            object.insert("after".into(), standing_json(&correction.after, correction.kind));
        }
    }
}

/// The command that made a correction, and the side it concerns; none where it concerns both.
const fn correction_words(kind: CorrectionKind) -> (&'static str, Option<Side>) {
    match kind {
        CorrectionKind::Set(side) => ("set", Some(side)),
        CorrectionKind::Add(side) => ("add", Some(side)),
        CorrectionKind::Subtract(side) => ("subtract", Some(side)),
        CorrectionKind::Turn(side) => ("turn", Some(side)),
        CorrectionKind::SwapSides => ("swap-sides", None),
        CorrectionKind::Recount(side) => ("recount", Some(side)),
    }
}

/// What a correction concerns: one reading, both, or whose turn it is.
fn standing_json(standing: &Standing, kind: CorrectionKind) -> Value {
    match kind {
        CorrectionKind::Set(side)
        | CorrectionKind::Add(side)
        | CorrectionKind::Subtract(side)
        | CorrectionKind::Recount(side) => reading_json(standing.readings.of(side)),
        CorrectionKind::Turn(_) => json!({ "turn": standing.turn }),
        CorrectionKind::SwapSides => {
            let BySide { black, white } = &standing.readings;
            json!({ "black": reading_json(black), "white": reading_json(white) })
        }
    }
}

/// A reading as a JSON object: `phase`, what belongs to it, `left_ms`.
fn reading_json(reading: &Reading) -> Value {
    let left = reading.left.as_millis_left();
    let mut value = match reading.phase {
        Phase::Main { stage, moves_to_go: None } => {
            json!({ "phase": "main", "stage": stage, "left_ms": left })
        }
        Phase::Main { stage, moves_to_go } => {
            json!({ "phase": "main", "stage": stage, "left_ms": left, "moves_to_go": moves_to_go })
        }
        Phase::Byoyomi { periods } => json!({ "phase": "byoyomi", "left_ms": left, "periods": periods }),
        Phase::Canadian { moves_left } => {
            json!({ "phase": "canadian", "left_ms": left, "moves_left": moves_left })
        }
        Phase::Ing { periods, penalties } => {
            json!({ "phase": "ing", "left_ms": left, "periods": periods, "penalties": penalties })
        }
        Phase::Consideration { periods, unit } => {
            let running = if unit { "unit" } else { "free" };
            json!({ "phase": "consideration", "left_ms": left, "periods": periods, "running": running })
        }
        Phase::Hourglass => json!({ "phase": "hourglass", "left_ms": left }),
    };
    if !reading.delay.is_zero() {
        value["delay_ms"] = reading.delay.as_millis_left().into();
    }
    value
}

fn outcome_json(object: &mut Map<String, Value>, outcome: Outcome, kind: GameKind) {
    object.insert("result".into(), outcome.notation(kind).into());
    object.insert("reason".into(), outcome.to_string().into());
}

/// The state of a table as the last line of a run: status, turn, moves, both readings, result.
#[must_use]
pub fn state_json(table: &Table) -> Value {
    let record = table.record();
    let standing = table.clock().standing();
    let ahead = table.ahead().map(|ahead| match ahead {
        Ahead::Clock(turns) => json!({ "who": "clock", "turns": turns }),
        Ahead::Moves(turns) => json!({ "who": "moves", "turns": turns }),
    });
    let mut object = Map::new();
    object.insert("event".into(), "state".into());
    object.insert("t".into(), table.clock().committed().since_zero().as_millis_used().into());
    object.insert("status".into(), status(table).into());
    object.insert("turn".into(), json!(standing.turn));
    object.insert("moves".into(), record.move_count().into());
    object.insert("in_step".into(), ahead.is_none().into());
    object.insert("ahead".into(), json!(ahead));
    let captures = table.captures();
    for side in Side::BOTH {
        let mut of_side = reading_json(standing.readings.of(side));
        if let Some(captures) = captures {
            of_side["captures"] = (*captures.of(side)).into();
        }
        object.insert(side.as_str().into(), of_side);
    }
    if table.setup().game.kind != GameKind::Clock {
        object.insert("position".into(), json!(table.position()));
    }
    if table.is_check() {
        object.insert("check".into(), true.into());
    }
    object.insert("result".into(), Value::Null);
    if let Some(outcome) = record.outcome() {
        outcome_json(&mut object, outcome, table.setup().game.kind);
    }
    Value::Object(object)
}

/// The status word of the state line.
fn status(table: &Table) -> &'static str {
    if table.record().is_ended() {
        return "ended";
    }
    match table.clock().status() {
        Status::Waiting => "waiting",
        Status::Running => "running",
        Status::Paused | Status::FlagWithdrawn(_) => "paused",
        Status::Flagged(_) | Status::Stopped => "ended",
    }
}
