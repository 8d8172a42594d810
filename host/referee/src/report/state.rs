//! The state of a table as JSON.

use clock::{Side, Standing, Status};
use serde_json::{Map, Value, json};

use super::adjournment::adjournment_fields;
use super::clock::reading_json;
use super::ending::{ending_fields, score_json};
use super::incidents::penalty_fields;
use super::people::people_fields;
use super::{Fields, insert_some, number, outcome_json, side_json};
use crate::adjournment::Adjournment;
use crate::ending::Score;
use crate::incident::Incident;
use crate::record::{Ahead, Record};
use crate::setup::GameKind;
use crate::table::Table;

/// The state of a table as the last line of a run: status, turn, moves, both sides, incidents, signatures, result.
///
/// `incidents`, `signatures`, `draw_offer` and `result` are always there; what has nothing to say, such as `away` where
/// nobody is, is left out.
#[must_use]
pub fn state_json(table: &Table) -> Value {
    let record = table.record();
    let standing = table.clock().standing();
    let ahead = table.ahead().map(ahead_json);
    let mut object = Map::new();
    object.insert("event".into(), "state".into());
    object.insert("t".into(), table.clock().committed().since_zero().as_millis_used().into());
    object.insert("status".into(), status(table).into());
    object.insert("turn".into(), json!(standing.turn));
    object.insert("moves".into(), record.move_count().into());
    object.insert("in_step".into(), ahead.is_none().into());
    object.insert("ahead".into(), json!(ahead));
    for side in Side::BOTH {
        object.insert(side.as_str().into(), of_side(table, &standing, side));
    }
    if table.setup().game.kind != GameKind::Clock {
        object.insert("position".into(), json!(table.position()));
    }
    if table.is_check() {
        object.insert("check".into(), true.into());
    }
    people_fields(&mut object, record.people());
    adjournment_fields(&mut object, record);
    object.insert("incidents".into(), incidents_json(record));
    appeal_fields(&mut object, record.incidents().appeals());
    ending_fields(&mut object, record.ending());
    object.insert("result".into(), Value::Null);
    if let Some(outcome) = record.outcome() {
        outcome_json(&mut object, outcome, table.setup().game.kind);
    }
    insert_some(&mut object, "score", standing_score(table).map(score_json));
    insert_some(&mut object, "area", standing_score(table).map(|score| json!(score.area)));
    Value::Object(object)
}

/// The count, unless there is a result that is not what it comes to.
fn standing_score(table: &Table) -> Option<&Score> {
    let record = table.record();
    let comes_to =
        |score: &&Score| record.outcome().is_none_or(|outcome| outcome == score.outcome(&table.setup().game));
    record.ending().score.as_ref().filter(comes_to)
}

/// The status word of the state line.
fn status(table: &Table) -> &'static str {
    let record = table.record();
    let ending = record.ending();
    if ending.is_signed() {
        return "signed";
    }
    if ending.stopped.is_some() && record.outcome().is_none() {
        return if ending.score.is_some() { "counting" } else { "marking" };
    }
    if record.is_ended() {
        return "ended";
    }
    match table.clock().status() {
        Status::Waiting => "waiting",
        Status::Running => "running",
        Status::Paused | Status::FlagWithdrawn(_)
            if record.adjournment().is_some_and(Adjournment::is_closed) =>
        {
            "adjourned"
        }
        Status::Paused | Status::FlagWithdrawn(_) => "paused",
        Status::Flagged(_) | Status::Stopped => "ended",
    }
}

fn ahead_json(ahead: Ahead) -> Value {
    let (who, turns) = match ahead {
        Ahead::Clock(turns) => ("clock", turns),
        Ahead::Moves(turns) => ("moves", turns),
    };
    json!({ "who": who, "turns": turns })
}

/// One side: its reading, warnings and captures, and what comes off its count.
fn of_side(table: &Table, standing: &Standing, side: Side) -> Value {
    let mut object = reading_json(standing.readings.of(side));
    object["warnings"] = table.warnings(side).into();
    let cautions = table.record().incidents().cautions(side);
    if cautions > 0 {
        object["cautions"] = cautions.into();
    }
    if let Some(captures) = table.captures() {
        object["captures"] = (*captures.of(side)).into();
    }
    if table.setup().game.kind == GameKind::Go {
        let off = table.deduction(side).0;
        match table.setup().game.rule_set().unit() {
            rules::go::Unit::Zi => object["penalty_zi"] = number(off),
            rules::go::Unit::Points => {
                object["penalty_zi"] = zi_of_points(off);
                object["penalty_points"] = number(off);
            }
        }
    }
    object
}

/// Quarters of a point as zi, of which each is two points.
fn zi_of_points(quarters: i32) -> Value {
    if quarters % 2 == 0 { number(quarters / 2) } else { (f64::from(quarters) / 8.0).into() }
}

fn incidents_json(record: &Record) -> Value {
    record.incidents().all().iter().map(|incident| incident_json(incident, record)).collect()
}

/// An incident as it stands; `move` is the number that the move it is about has now.
fn incident_json(incident: &Incident, record: &Record) -> Value {
    let Incident { opened, ruling, withdrawn } = incident;
    let mut object = Map::new();
    object.insert("n".into(), opened.number.into());
    object.insert("side".into(), side_json(opened.side));
    object.insert("kind".into(), opened.kind.as_str().into());
    object.insert("claimant".into(), side_json(opened.claimant));
    object.insert("move".into(), record.about(opened.number).map(|(number, _)| number).into());
    insert_some(&mut object, "note", opened.note.as_deref());
    object.insert("choices".into(), json!(opened.choices));
    object.insert("ruling".into(), ruling.as_ref().map(|ruling| ruling.choice.as_str()).into());
    object.insert("by".into(), ruling.as_ref().map(|ruling| ruling.by.as_str()).into());
    if let Some(ruling) = ruling {
        insert_some(&mut object, "ruled_move", ruling.played.as_ref().map(ToString::to_string));
        let penalties = ruling.penalties.iter().map(|penalty| {
            let mut object = Map::new();
            penalty_fields(&mut object, *penalty);
            Value::Object(object)
        });
        object.insert("penalties".into(), penalties.collect());
    }
    object.insert("expired".into(), opened.expired.into());
    object.insert("withdrawn".into(), (*withdrawn).into());
    Value::Object(object)
}

fn appeal_fields(object: &mut Fields, appeals: &[(Side, Option<u32>)]) {
    if !appeals.is_empty() {
        let of = |(side, number): &(Side, Option<u32>)| json!({ "side": side.as_str(), "n": number });
        object.insert("appeals".into(), appeals.iter().map(of).collect());
    }
}
