//! Events of the people at a table as JSON.

use clock::Side;
use serde_json::{Value, json};

use super::{Fields, insert_sides, named};
use crate::people::{People, PeopleEvent};

/// Puts down what happened with the people at a table.
pub(super) fn people_event(object: &mut Fields, event: &PeopleEvent) {
    match event {
        PeopleEvent::Summoned { side } => named(object, "summoned", *side),
        PeopleEvent::Attended => {
            object.insert("event".into(), "attended".into());
        }
        PeopleEvent::Arrived { side, late, charged, withheld } => {
            named(object, "arrived", *side);
            object.insert("late_ms".into(), late.as_millis_used().into());
            object.insert("charged_ms".into(), charged.as_millis_used().into());
            if !withheld.is_zero() {
                object.insert("withheld_ms".into(), withheld.as_millis_used().into());
            }
        }
        PeopleEvent::LateCharged { side, amount } => {
            named(object, "late-charged", *side);
            object.insert("charged_ms".into(), amount.as_millis_used().into());
        }
        PeopleEvent::Left { side, overtime } => {
            named(object, "left", *side);
            if *overtime {
                object.insert("overtime".into(), true.into());
            }
        }
        PeopleEvent::Returned { side } => named(object, "returned", *side),
        PeopleEvent::Seen { side } => named(object, "seen", *side),
        PeopleEvent::Talk { side } => named(object, "talk", *side),
        PeopleEvent::TalkEnded { side } => named(object, "talk-end", *side),
        PeopleEvent::TalkOverrun { side } => named(object, "talk-overrun", *side),
        PeopleEvent::Colours { holder, black } => {
            object.insert("event".into(), "colours".into());
            object.insert("holder".into(), holder.as_str().into());
            object.insert("black".into(), black.as_str().into());
            object.insert("white".into(), black.other().as_str().into());
        }
    }
}

/// Who has come, is away, called or talking, and what nigiri decided.
pub(super) fn people_fields(object: &mut Fields, people: &People) {
    insert_sides(object, "arrived", people.arrived);
    insert_sides(object, "away", people.away);
    let unseen = Side::BOTH.into_iter().filter_map(|side| {
        people.unseen.of(side).map(|number| (side.as_str().to_owned(), Value::from(number)))
    });
    let unseen: Fields = unseen.collect();
    if !unseen.is_empty() {
        object.insert("unseen".into(), unseen.into());
    }
    insert_sides(object, "summoned", people.summoned);
    if let Some(talk) = people.talk {
        let since = talk.since.since_zero().as_millis_used();
        let talk = json!({ "side": talk.side.as_str(), "since_ms": since, "overrun": talk.overrun });
        object.insert("talk".into(), talk);
    }
    if let Some(black) = people.black {
        let colours = json!({ "black": black.as_str(), "white": black.other().as_str() });
        object.insert("colours".into(), colours);
    }
}
