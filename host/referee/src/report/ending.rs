//! Events on the way to a game's end as JSON.

use clock::{BySide, Side};
use serde_json::{Value, json};

use super::{Fields, insert_sides, insert_some, named, number, outcome_json, side_json};
use crate::ending::{Ending, EndingEvent, Score, Signer, StoppedBy};
use crate::setup::GameKind;

/// Puts down what happened on the way to a game's end.
pub(super) fn ending_event(object: &mut Fields, event: &EndingEvent, kind: GameKind) {
    match event {
        EndingEvent::ProposedEnd { side } => named(object, "proposed-end", *side),
        EndingEvent::AgreedEnd { side } => named(object, "agreed-end", *side),
        EndingEvent::DeclinedEnd { side } => named(object, "declined-end", *side),
        EndingEvent::Stopped { by, to_move } => {
            object.insert("event".into(), "stopped".into());
            object.insert("how".into(), stopped_name(*by).into());
            object.insert("to_move".into(), to_move.as_str().into());
        }
        EndingEvent::Conceded { side } => named(object, "conceded", *side),
        EndingEvent::Marked { by, dead } => {
            object.insert("event".into(), "marked".into());
            object.insert("by".into(), by.as_str().into());
            object.insert("dead".into(), json!(dead));
        }
        EndingEvent::Border { points } => {
            object.insert("event".into(), "border".into());
            object.insert("points".into(), border_json(points));
        }
        EndingEvent::Counted(score) => {
            object.insert("event".into(), "counted".into());
            object.insert("score".into(), score_json(score));
            object.insert("dead".into(), json!(score.dead));
            object.insert("area".into(), json!(score.area));
        }
        EndingEvent::PlayOn { to_move } => {
            object.insert("event".into(), "play-on".into());
            object.insert("to_move".into(), to_move.as_str().into());
        }
        EndingEvent::AgreedCount { side } => named(object, "agreed-count", *side),
        EndingEvent::RecountAsked { by } => {
            object.insert("event".into(), "recount-asked".into());
            object.insert("by".into(), by.as_str().into());
        }
        EndingEvent::DrawOffered { side } => named(object, "draw-offered", *side),
        EndingEvent::DrawDeclined { side } => named(object, "draw-declined", *side),
        EndingEvent::DrawClaimed { side, played, good } => {
            named(object, "draw-claimed", *side);
            insert_some(object, "move", played.as_ref().map(ToString::to_string));
            object.insert("good".into(), (*good).into());
        }
        EndingEvent::Decreed(outcome) => {
            object.insert("event".into(), "result".into());
            outcome_json(object, *outcome, kind);
            object.insert("decreed".into(), true.into());
        }
        EndingEvent::Confirmed { by } => {
            object.insert("event".into(), "confirmed".into());
            object.insert("by".into(), by.as_str().into());
        }
        EndingEvent::Cleared => {
            object.insert("event".into(), "cleared".into());
        }
    }
}

/// How play stopped, in a word.
const fn stopped_name(by: StoppedBy) -> &'static str {
    match by {
        StoppedBy::Passes => "passes",
        StoppedBy::Agreement => "agreement",
        StoppedBy::Concession => "concession",
    }
}

/// Points that were given to a side.
fn border_json(points: &[(String, Side)]) -> Value {
    points.iter().map(|(point, side)| json!({ "at": point, "side": side.as_str() })).collect()
}

/// A count: each side's own, less what rulings took off, and the margin, which is positive where Black has won and
/// negative where White has.
pub(super) fn score_json(score: &Score) -> Value {
    json!({
        "black": number(score.counted.black),
        "white": number(score.counted.white),
        "unit": if score.in_zi { "zi" } else { "points" },
        "margin": number(score.margin),
    })
}

/// How far the end of the game has come.
pub(super) fn ending_fields(object: &mut Fields, ending: &Ending) {
    insert_some(object, "proposed_end", ending.proposed.map(Side::as_str));
    if let Some((by, to_move)) = ending.stopped {
        let stopped = json!({ "how": stopped_name(by), "to_move": to_move.as_str() });
        object.insert("stopped".into(), stopped);
        let BySide { black, white } = &ending.marks;
        let marks = json!({ "black": black, "white": white, "chief": ending.ruled_marks });
        object.insert("marks".into(), marks);
        insert_sides(object, "agreed_count", ending.agreed);
    }
    insert_some(object, "conceded", ending.conceded.map(Side::as_str));
    insert_some(object, "border", ending.border.as_deref().map(border_json));
    let signatures: Vec<&str> = ending.signatures.iter().copied().map(Signer::as_str).collect();
    object.insert("signatures".into(), json!(signatures));
    object.insert("draw_offer".into(), side_json(ending.draw_offer));
    if ending.cleared {
        object.insert("cleared".into(), true.into());
    }
}
