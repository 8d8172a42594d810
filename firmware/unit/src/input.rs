//! What comes into a unit, and what it says of it.

use clock::{Command, Duration, Event, Instant};
use link::OrderRefusal;

/// Something that happened at a table at the instant of its stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// A number that its giver knows it by.
    pub id: u32,
    /// When it happened, as near to the finger as could be told.
    pub stamp: Instant,
    /// What the clock is to do; none for something of the table's that must only be put in its place in time.
    pub command: Option<Command>,
    /// Under which condition it is to be done at all.
    pub condition: Condition,
}

/// When a command is still meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The number of turns completed when it was given: if a press came first, the command is refused.
    pub turns: Option<u32>,
    /// The last instant at which it may act.
    pub expires: Option<Instant>,
}

impl Input {
    /// A command without conditions.
    #[must_use]
    pub const fn at(id: u32, stamp: Instant, command: Command) -> Self {
        Self { id, stamp, command: Some(command), condition: Condition { turns: None, expires: None } }
    }

    /// Something that is not of the clock, to be put in its place in time.
    #[must_use]
    pub const fn note(id: u32, stamp: Instant) -> Self {
        Self { id, stamp, command: None, condition: Condition { turns: None, expires: None } }
    }
}

/// What a unit says while it advances, in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The clock has something to say.
    Event(Event),
    /// An input had its turn; the events before it, back to the last one of its kind, are its own.
    Applied(Applied),
}

/// How an input was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Its number.
    pub id: u32,
    /// The instant at which it acted.
    pub at: Instant,
    /// By how much that is later than its stamp, zero for an input in time.
    pub late: Duration,
    /// Why it did nothing, if it did nothing.
    pub refused: Option<OrderRefusal>,
}

/// Who stands by while a unit advances, and hears what it says.
pub trait Attendant {
    /// What an input asks of the clock now that its turn has come: what it says itself, unless somebody decides it
    /// only then, and perhaps more than one thing. `done` says how much of it the clock has done.
    fn command(&mut self, input: &Input, _at: Instant, done: usize) -> Option<Command> {
        input.command.filter(|_| done == 0)
    }

    /// The turns that conditions are compared with: those that the unit counted itself, unless somebody keeps a
    /// count that corrections have changed.
    fn turns(&self, counted: u32) -> u32 {
        counted
    }

    /// Hears what the unit says.
    fn hear(&mut self, output: Output);
}

impl<F: FnMut(Output)> Attendant for F {
    fn hear(&mut self, output: Output) {
        self(output);
    }
}
