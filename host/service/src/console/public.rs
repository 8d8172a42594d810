//! What of a table whoever looks on is told: nothing that is between the players and the arbiter.

use referee::{Event, EventKind, PeopleEvent};
use serde_json::{Value, json};

use crate::access::role::Role;
use crate::console::live::Purpose;
use crate::venue::Held;

/// What the board says beyond its position: none of it is told while the position is an earlier one.
const OF_THE_POSITION: [&str; 6] = ["check", "area", "score", "marks", "border", "agreed_count"];

/// How much of a table somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// What is between the players and the arbiter too.
    pub(super) private: bool,
    /// The moves at once, also where the event shows them later.
    pub(super) at_once: bool,
}

impl Share {
    /// Everything.
    #[cfg(test)]
    pub(super) const ALL: Self = Self { private: true, at_once: true };

    /// What a request of that role is told of a table.
    pub(super) fn of(role: Role, table: u32) -> Self {
        let private = role.sees_all_of(table);
        Self { private, at_once: private }
    }

    /// What a page is told: the board for those who look on is theirs, whoever has opened it.
    pub(super) fn of_page(role: Role, purpose: Purpose, table: u32) -> Self {
        let share = Self::of(role, table);
        Self { at_once: share.at_once && purpose != Purpose::Table, ..share }
    }
}

/// Takes from a state what has not become public yet.
pub(super) fn hold_back(state: &mut Value, held: &Held) {
    let Value::Object(state) = state else { return };
    if held.next_in.is_none() {
        return;
    }
    for name in OF_THE_POSITION {
        state.remove(name);
    }
    state.insert("moves".to_owned(), held.public.into());
    if state.contains_key("position") {
        state.insert("position".to_owned(), json!(held.position));
    }
    for side in ["black", "white"] {
        if let Some(side) = state.get_mut(side).and_then(Value::as_object_mut) {
            side.remove("captures");
        }
    }
}

/// Whether an event tells of a move.
pub(super) const fn tells_a_move(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Move { .. } | EventKind::TakenBack { .. } | EventKind::MoveCorrected { .. }
    )
}

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
