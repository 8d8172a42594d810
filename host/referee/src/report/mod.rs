//! Events and state as JSON, in the form that scripts rely on: times in whole milliseconds, what is left rounded
//! up, what has passed rounded down; zi and points as numbers, whole ones without a fraction.

mod adjournment;
mod clock;
mod ending;
mod incidents;
mod moves;
mod people;
mod state;

use ::clock::{BySide, Side};
use rules::Quarters;
use serde_json::{Map, Value, json};

use crate::event::{Event, EventKind};
use crate::outcome::Outcome;
use crate::setup::GameKind;

pub use state::state_json;

/// The fields of an object, in their order.
type Fields = Map<String, Value>;

/// One event as a JSON object: `t` in milliseconds, `event`, what belongs to it, and `by` whom it came about. Where a
/// signature, a mark or a request for a recount was entered for somebody else, `by` is that somebody and `entered_by`
/// the giver.
#[must_use]
pub fn event_json(event: &Event, kind: GameKind) -> Value {
    let mut object = Map::new();
    object.insert("t".into(), event.at.since_zero().as_millis_used().into());
    match &event.kind {
        EventKind::Clock(event) => clock::clock_event(&mut object, event),
        EventKind::Move { .. } | EventKind::TakenBack { .. } | EventKind::MoveCorrected { .. } => {
            moves::move_event(&mut object, &event.kind);
        }
        EventKind::Told { side, reading } => {
            named(&mut object, "told", *side);
            object.insert("reading".into(), clock::reading_json(reading));
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
        EventKind::UnitClock { before, after, turns, .. } => {
            clock::unit_clock(&mut object, (before, after), *turns);
        }
        EventKind::Incident(event) => incidents::incident_event(&mut object, event, kind),
        EventKind::People(event) => people::people_event(&mut object, event),
        EventKind::Ending(event) => ending::ending_event(&mut object, event, kind),
        EventKind::Adjournment(event) => adjournment::adjournment_event(&mut object, event),
        EventKind::Refused { command, refusal } => {
            object.insert("event".into(), "refused".into());
            object.insert("command".into(), command.to_string().into());
            object.insert("why".into(), refusal.to_string().into());
        }
    }
    insert_giver(&mut object, event.by.as_str());
    if let Some(why) = &event.why {
        object.insert("why".into(), why.as_str().into());
    }
    Value::Object(object)
}

/// Who gave the order: `by`, or `entered_by` where `by` is somebody else.
fn insert_giver(object: &mut Fields, giver: &str) {
    match object.get("by") {
        None => object.insert("by".into(), giver.into()),
        Some(by) if by == giver => None,
        Some(_) => object.insert("entered_by".into(), giver.into()),
    };
}

fn named(object: &mut Fields, name: &str, side: Side) {
    object.insert("event".into(), name.into());
    object.insert("side".into(), side.as_str().into());
}

fn insert_some(object: &mut Fields, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object.insert(name.into(), value.into());
    }
}

/// A side, or null.
fn side_json(side: Option<Side>) -> Value {
    side.map(Side::as_str).into()
}

/// The sides of which something is true, if it is of any.
fn insert_sides(object: &mut Fields, name: &str, sides: BySide<bool>) {
    let named: Vec<&str> = Side::BOTH.into_iter().filter(|side| *sides.of(*side)).map(Side::as_str).collect();
    if !named.is_empty() {
        object.insert(name.into(), json!(named));
    }
}

fn outcome_json(object: &mut Fields, outcome: Outcome, kind: GameKind) {
    object.insert("result".into(), outcome.notation(kind).into());
    object.insert("reason".into(), outcome.to_string().into());
}

/// A number of zi or points, which is exact; a whole one without a fraction.
fn number(quarters: i32) -> Value {
    if quarters % 4 == 0 { (quarters / 4).into() } else { Quarters(quarters).as_f64().into() }
}
