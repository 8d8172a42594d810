//! Events of the record of moves as JSON.

use serde_json::{Value, json};

use super::{Fields, insert_some, named};
use crate::command::Played;
use crate::event::EventKind;
use crate::record::Breach;

/// Puts down a move, or what became of one.
pub(super) fn move_event(object: &mut Fields, kind: &EventKind) {
    if let EventKind::Move { side, played, number, out_of_turn, illegal, cycle, uci } = kind {
        named(object, "move", *side);
        played_and_number(object, played, *number);
        if *out_of_turn {
            object.insert("out_of_turn".into(), true.into());
        }
        insert_some(object, "illegal", illegal.map(breach_json));
        insert_some(object, "cycle", *cycle);
        insert_some(object, "uci", uci.as_deref());
    } else if let EventKind::TakenBack { side, played, number } = kind {
        named(object, "taken-back", *side);
        played_and_number(object, played, *number);
    } else if let EventKind::MoveCorrected { side, number, before, after, illegal } = kind {
        named(object, "move-corrected", *side);
        object.insert("n".into(), (*number).into());
        object.insert("before".into(), before.to_string().into());
        object.insert("after".into(), after.to_string().into());
        insert_some(object, "illegal", illegal.map(breach_json));
    }
}

fn played_and_number(object: &mut Fields, played: &Played, number: u32) {
    object.insert("move".into(), played.to_string().into());
    object.insert("n".into(), number.into());
}

/// The rule that a move breaks: its reason, and the move after which the position first stood.
fn breach_json(breach: Breach) -> Value {
    let mut value = json!({ "reason": breach.reason() });
    if let Some(repeats) = breach.repeats() {
        value["repeats"] = repeats.into();
    }
    value
}
