//! What the keys of a table say, in the words of the line: for pins, the process of a unit and the RP2040 alike.

use clock::{Duration, Instant, Side};
use link::{Gesture, Key, KeyReport};
use panel::button::Trouble;
use panel::gesture::Intent;
use panel::keys::Report;

/// What is meant with a table's keys, or is wrong with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Said {
    /// A player's button was pressed to complete a turn.
    Press(Side),
    /// Something else was done with the buttons.
    Gesture(Gesture),
    /// A key behaves badly.
    Key(Key, KeyReport),
}

impl Said {
    /// What a report of the keys says, and its stamp: that of its first edge.
    #[must_use]
    pub fn of(report: Report) -> (Self, Instant) {
        match report {
            Report::Wanted(intent) => Self::meant(intent),
            Report::Trouble(key, trouble) => {
                let (report, at) = wrong(trouble);
                (Self::Key(key_on_the_line(key), report), at)
            }
        }
    }

    const fn meant(intent: Intent) -> (Self, Instant) {
        match intent {
            Intent::Press { side, at } => (Self::Press(side), at),
            Intent::Query { side, at } => (Self::Gesture(Gesture::Query { side }), at),
            Intent::Summon { side, at } => (Self::Gesture(Gesture::CallArbiter { side }), at),
            Intent::Pause { at } => (Self::Gesture(Gesture::Pause), at),
        }
    }
}

/// Up to where nothing can come any more from keys that state `floor`, while this of what they said is still to be taken.
#[must_use]
pub fn known_before(rest: &[(Said, Instant)], floor: Instant) -> Instant {
    rest.iter().map(|(_, stamp)| *stamp).fold(floor, Instant::min)
}

/// A key by its name on the line.
#[must_use]
pub const fn key_on_the_line(key: panel::gesture::Key) -> Key {
    match key {
        panel::gesture::Key::Press(side) => Key::Press(side),
        panel::gesture::Key::Query(side) => Key::Query(side),
        panel::gesture::Key::Arbiter => Key::Arbiter,
    }
}

fn wrong(trouble: Trouble) -> (KeyReport, Instant) {
    match trouble {
        Trouble::Glitch { at } => (KeyReport::Glitch, at),
        Trouble::Stuck { since } => (KeyReport::Stuck, since),
        Trouble::Chattering { at } => (KeyReport::Chattering, at),
        Trouble::Lost { at, edges } => (KeyReport::Lost { edges }, at),
        Trouble::Backwards { at, by } => (KeyReport::Backwards { by: micros(by) }, at),
    }
}

fn micros(length: Duration) -> u32 {
    u32::try_from(length.as_micros()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_keys_say_has_its_word_on_the_line() {
        let at = Instant::from_millis(7);
        let side = Side::White;
        let wanted = [
            (Intent::Press { side, at }, Said::Press(side)),
            (Intent::Query { side, at }, Said::Gesture(Gesture::Query { side })),
            (Intent::Summon { side: None, at }, Said::Gesture(Gesture::CallArbiter { side: None })),
            (Intent::Pause { at }, Said::Gesture(Gesture::Pause)),
        ];
        for (intent, said) in wanted {
            assert_eq!(Said::of(Report::Wanted(intent)), (said, at));
        }
        let by = Duration::from_hours(99);
        let troubles = [
            (Trouble::Glitch { at }, KeyReport::Glitch),
            (Trouble::Stuck { since: at }, KeyReport::Stuck),
            (Trouble::Chattering { at }, KeyReport::Chattering),
            (Trouble::Lost { at, edges: 3 }, KeyReport::Lost { edges: 3 }),
            (Trouble::Backwards { at, by }, KeyReport::Backwards { by: u32::MAX }),
        ];
        let keys = [
            Key::Press(Side::Black),
            Key::Press(side),
            Key::Query(Side::Black),
            Key::Query(side),
            Key::Arbiter,
        ];
        for (key, on_the_line) in panel::gesture::Key::ALL.into_iter().zip(keys) {
            for (trouble, report) in troubles {
                assert_eq!(Said::of(Report::Trouble(key, trouble)), (Said::Key(on_the_line, report), at));
            }
        }
    }
}
