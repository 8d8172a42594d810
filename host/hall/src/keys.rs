//! What is done with a table's keys, wherever they are, and what that asks of the table.

use clock::{Duration, Instant, Side};
use link::{Gesture, Key, KeyReport};
use referee::{Command, Order, PeopleCommand, Who};
use unit::Said;

use crate::seat::pause_by_clock;
use crate::showing::UNIT_STANDS;

/// The reason that a call with both buttons bears.
const BOTH_HELD: &str = "both buttons were held";

/// For how long a trouble is looked at after it was last heard of.
const TROUBLED: Duration = Duration::from_secs(60);

/// The orders that something done with the keys amounts to, in this order; nobody knows who held both buttons, so
/// that calls the arbiter for both sides.
pub(crate) fn orders(said: Said) -> Vec<Order> {
    let summon = |by: Who, side: Side, why: Option<&str>| Order {
        by,
        command: Command::People(PeopleCommand::Summon { side, why: why.map(str::to_owned) }),
    };
    match said {
        Said::Press(side) => vec![Order { by: side.into(), command: Command::Press { side } }],
        Said::Gesture(Gesture::Query { side }) => {
            vec![Order { by: side.into(), command: Command::Query { side } }]
        }
        Said::Gesture(Gesture::Pause) => {
            vec![Order { by: Who::Arbiter, command: Command::Pause { why: None } }]
        }
        Said::Gesture(Gesture::Stand) => vec![pause_by_clock(UNIT_STANDS)],
        Said::Gesture(Gesture::CallArbiter { side: Some(side) }) => vec![summon(side.into(), side, None)],
        Said::Gesture(Gesture::CallArbiter { side: None }) => {
            Side::BOTH.map(|side| summon(Who::Both, side, Some(BOTH_HELD))).into()
        }
        Said::Key(..) => Vec::new(),
    }
}

/// The key that something was said of, where it is a key's own doing.
pub(crate) const fn key_of(said: Said) -> Option<Key> {
    match said {
        Said::Press(side) => Some(Key::Press(side)),
        Said::Gesture(Gesture::Query { side }) => Some(Key::Query(side)),
        Said::Gesture(Gesture::Pause) => Some(Key::Arbiter),
        // Calls have two keys, and what a unit does by itself has none.
        Said::Gesture(Gesture::CallArbiter { .. } | Gesture::Stand) => None,
        Said::Key(key, _) => Some(key),
    }
}

/// Keys that somebody should look at, and until when in the hall's time; none until they are heard of again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Troubled(Vec<(Key, Option<Instant>)>);

impl Troubled {
    /// A key behaves badly.
    pub(crate) fn note(&mut self, key: Key, report: KeyReport, hall_now: Instant) {
        if let Some(length) = is_to_be_looked_at(report) {
            self.0.retain(|&(troubled, _)| troubled != key);
            self.0.push((key, length.map(|length| hall_now.plus(length))));
        }
    }

    /// A key was heard of: it does what a key should.
    pub(crate) fn heard(&mut self, key: Key) {
        self.0.retain(|&(troubled, until)| troubled != key || until.is_some());
    }

    /// Whether somebody should look at one.
    pub(crate) fn is_any(&mut self, hall_now: Instant) -> bool {
        self.0.retain(|&(_, until)| until.is_none_or(|until| hall_now < until));
        !self.0.is_empty()
    }

    /// When that is over by itself, for the first of them.
    pub(crate) fn calm_at(&self) -> Option<Instant> {
        self.0.iter().filter_map(|&(_, until)| until).min()
    }
}

/// For how long somebody should look at a key because of a trouble: `None` where nobody need, `Some(None)` until
/// the key is heard of again.
const fn is_to_be_looked_at(report: KeyReport) -> Option<Option<Duration>> {
    match report {
        KeyReport::Glitch | KeyReport::Backwards { .. } => None,
        KeyReport::Stuck => Some(None),
        KeyReport::Chattering | KeyReport::Lost { .. } => Some(Some(TROUBLED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_stops_itself_is_neither_the_arbiter_nor_a_key() {
        let [Order { by, command: Command::Pause { why } }] = &orders(Said::Gesture(Gesture::Stand))[..]
        else {
            panic!("it pauses the table");
        };
        assert_eq!((*by, why.as_deref()), (Who::Clock, Some(UNIT_STANDS)));
        let mut troubled = Troubled::default();
        troubled.note(Key::Arbiter, KeyReport::Stuck, Instant::ZERO);
        let before = troubled.0.clone();
        if let Some(key) = key_of(Said::Gesture(Gesture::Stand)) {
            troubled.heard(key);
        }
        assert_eq!(troubled.0, before, "a stuck key stays one");
        assert_eq!(key_of(Said::Gesture(Gesture::Pause)), Some(Key::Arbiter));
    }
}
