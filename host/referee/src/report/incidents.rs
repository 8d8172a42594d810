//! Events about incidents as JSON.

use serde_json::{Value, json};

use super::{Fields, insert_some, named, number, outcome_json, side_json};
use crate::incident::{Becomes, IncidentEvent, Opened, Penalty};
use crate::policy::{Cost, Unit};
use crate::setup::GameKind;

/// What is said where rulings no longer decide a game.
const LEFT_TO_PLAY: &str = "the rulings leave the game to play";

/// Puts down an event about an incident.
pub(super) fn incident_event(object: &mut Fields, event: &IncidentEvent, kind: GameKind) {
    match event {
        IncidentEvent::Violation(opened) => {
            object.insert("event".into(), "violation".into());
            object.insert("n".into(), opened.number.into());
            object.insert("side".into(), side_json(opened.side));
            opened_fields(object, opened);
        }
        IncidentEvent::Claim(opened) => {
            object.insert("event".into(), "claim".into());
            object.insert("n".into(), opened.number.into());
            object.insert("side".into(), side_json(opened.claimant));
            object.insert("against".into(), side_json(opened.side));
            opened_fields(object, opened);
        }
        IncidentEvent::Withdrawn { number, proved } => {
            object.insert("event".into(), "withdrawn".into());
            object.insert("n".into(), (*number).into());
            if *proved {
                object.insert("proved".into(), true.into());
            }
        }
        IncidentEvent::Ruling { number, choice, played } => {
            object.insert("event".into(), "ruling".into());
            object.insert("n".into(), (*number).into());
            object.insert("choice".into(), choice.as_str().into());
            insert_some(object, "move", played.as_ref().map(ToString::to_string));
        }
        IncidentEvent::Penalty { number, penalty } => {
            object.insert("event".into(), "penalty".into());
            object.insert("n".into(), (*number).into());
            penalty_fields(object, *penalty);
        }
        IncidentEvent::TimeSettled { side, given, amount } => {
            named(object, "time-settled", *side);
            object.insert("given".into(), (*given).into());
            object.insert("amount_ms".into(), amount.as_millis_used().into());
        }
        IncidentEvent::Verdict { result: Some(outcome), .. } => {
            object.insert("event".into(), "result".into());
            outcome_json(object, *outcome, kind);
        }
        IncidentEvent::Verdict { result: None, .. } => {
            object.insert("event".into(), "result".into());
            object.insert("result".into(), Value::Null);
            object.insert("reason".into(), LEFT_TO_PLAY.into());
        }
        IncidentEvent::Appeal { side, number } => {
            named(object, "appeal", *side);
            object.insert("n".into(), json!(number));
        }
    }
}

fn opened_fields(object: &mut Fields, opened: &Opened) {
    object.insert("kind".into(), opened.kind.as_str().into());
    insert_some(object, "move", opened.about);
    object.insert("choices".into(), json!(opened.choices));
    insert_some(object, "note", opened.note.as_deref());
    object.insert("expired".into(), opened.expired.into());
}

/// What a ruling brought: `side` (null where it concerns both), `kind`, and what belongs to that.
pub(super) fn penalty_fields(object: &mut Fields, penalty: Penalty) {
    object.insert("side".into(), side_json(penalty.side()));
    object.insert("kind".into(), kind_name(penalty).into());
    match penalty {
        Penalty::Warning { adds_up, .. } | Penalty::Caution { adds_up, .. } => {
            object.insert("adds_up".into(), adds_up.into());
        }
        Penalty::TimeGiven { amount, .. } => {
            object.insert("amount_ms".into(), amount.as_millis_used().into());
            object.insert("given".into(), true.into());
        }
        Penalty::TimeTaken { amount, .. } => {
            object.insert("amount_ms".into(), amount.as_millis_used().into());
            object.insert("given".into(), false.into());
        }
        Penalty::Count { cost, .. } => {
            object.insert("amount".into(), number(i32::from(cost.quarters)));
        }
        Penalty::Void { number, becomes, .. } => {
            object.insert("move".into(), number.into());
            object.insert("becomes".into(), becomes_name(becomes).into());
        }
        Penalty::Paused
        | Penalty::Loss { .. }
        | Penalty::Undecided { .. }
        | Penalty::Draw
        | Penalty::Replay
        | Penalty::NoResult
        | Penalty::BothLose => {}
    }
}

const fn kind_name(penalty: Penalty) -> &'static str {
    match penalty {
        Penalty::Warning { .. } => "warning",
        Penalty::Caution { .. } => "caution",
        Penalty::TimeGiven { .. } | Penalty::TimeTaken { .. } => "time",
        Penalty::Count { cost: Cost { unit: Unit::Zi, .. }, .. } => "zi",
        Penalty::Count { cost: Cost { unit: Unit::Points, .. }, .. } => "points",
        Penalty::Void { .. } => "void",
        Penalty::Paused => "pause",
        Penalty::Loss { .. } => "loss",
        Penalty::Undecided { .. } => "undecided",
        Penalty::Draw => "draw",
        Penalty::Replay => "replay",
        Penalty::NoResult => "no-result",
        Penalty::BothLose => "both-lose",
    }
}

const fn becomes_name(becomes: Becomes) -> &'static str {
    match becomes {
        Becomes::Pass => "pass",
        Becomes::Nothing => "nothing",
        Becomes::Unseen => "unseen",
    }
}
