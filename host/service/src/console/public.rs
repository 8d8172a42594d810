//! What of a table whoever looks on is told: nothing that is between the players and the arbiter.

use referee::{Event, EventKind, PeopleEvent};
use serde_json::Value;

/// What of a table's state is between the players and the arbiter.
const PRIVATE: [&str; 4] = ["appeals", "summoned", "talk", "unseen"];

/// Takes from a state what is not for those who look on.
pub(super) fn keep_to_public(state: &mut Value) {
    let Value::Object(state) = state else { return };
    for name in PRIVATE {
        state.remove(name);
    }
    if let Some(incidents) = state.get_mut("incidents") {
        *incidents = Value::Array(Vec::new());
    }
}

/// What happened without the words that somebody gave for it.
pub(super) fn without_reasons(mut event: Value) -> Value {
    if let Value::Object(event) = &mut event {
        event.remove("why");
        event.remove("words");
    }
    event
}

/// Whether what happened is for everybody: incidents, what people do or ask, and what was refused is not.
pub(super) const fn is_public(event: &Event) -> bool {
    match &event.kind {
        EventKind::People(PeopleEvent::Colours { .. }) => true,
        EventKind::Incident(_)
        | EventKind::People(_)
        | EventKind::Refused { .. }
        | EventKind::Told { .. } => false,
        EventKind::Clock(_)
        | EventKind::Move { .. }
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Resigned { .. }
        | EventKind::Ended { .. }
        | EventKind::Undecided { .. }
        | EventKind::Result(_)
        | EventKind::Reopened
        | EventKind::UnitClock { .. }
        | EventKind::Ending(_)
        | EventKind::Adjournment(_) => true,
    }
}
