//! Events and readings of the clock as JSON.

use clock::{BySide, CorrectionKind, Phase, Reading, Side, Standing};
use serde_json::{Value, json};

use super::{Fields, named};

/// Puts down an event of the clock.
pub(super) fn clock_event(object: &mut Fields, event: &clock::EventKind) {
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

/// Puts down that the clock stands as the table's unit has it.
pub(super) fn unit_clock(object: &mut Fields, (before, after): (&Standing, &Standing), turns: u32) {
    object.insert("event".into(), "corrected".into());
    object.insert("side".into(), "both".into());
    object.insert("what".into(), "unit".into());
    object.insert("before".into(), standing_json(before, CorrectionKind::SwapSides));
    object.insert("after".into(), standing_json(after, CorrectionKind::SwapSides));
    if turns > 0 {
        object.insert("turns".into(), turns.into());
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
        CorrectionKind::Charge(side) => ("charge", Some(side)),
    }
}

/// What a correction concerns: one reading, both, or whose turn it is.
fn standing_json(standing: &Standing, kind: CorrectionKind) -> Value {
    match kind {
        CorrectionKind::Set(side)
        | CorrectionKind::Add(side)
        | CorrectionKind::Subtract(side)
        | CorrectionKind::Charge(side)
        | CorrectionKind::Recount(side) => reading_json(standing.readings.of(side)),
        CorrectionKind::Turn(_) => json!({ "turn": standing.turn }),
        CorrectionKind::SwapSides => {
            let BySide { black, white } = &standing.readings;
            json!({ "black": reading_json(black), "white": reading_json(white) })
        }
    }
}

/// A reading as a JSON object: `phase`, what belongs to it, `left_ms`.
pub(super) fn reading_json(reading: &Reading) -> Value {
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
