//! What happens at a table.

use clock::{Instant, Refusal, Side};
use heapless::String;
use serde::{Deserialize, Serialize};

use super::{Commands, Start};
use crate::limits::FILE_MAX;

/// The end of the name of a file of the unit's program.
pub type File = String<FILE_MAX>;

/// Something that happened at a table, when its turn had come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The mark of the unit's start.
    pub start: Start,
    /// Its number in this start, from 1, without gaps.
    pub seq: u32,
    /// The grant under which it happened, 0 before the first.
    pub epoch: u32,
    /// When it acted, on the table's axis; before the first grant, on the unit's own.
    pub at: Instant,
    /// By how many microseconds that is later than its stamp.
    pub late: u32,
    /// What it was.
    pub what: What,
}

/// The kinds of input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "no heap to put the large ones on, and one message lives at a time"
)]
pub enum What {
    /// A button was pressed to complete a turn.
    Press {
        /// Whose.
        side: Side,
    },
    /// Something that players or arbiters do with the buttons.
    Gesture(Gesture),
    /// A key behaves badly.
    Key {
        /// Which.
        key: Key,
        /// How.
        report: KeyReport,
    },
    /// A command of the host had its turn.
    Order {
        /// Its number.
        id: u32,
        /// What it asked of the clock: so that it is known even to a host that has forgotten it. Empty where it was
        /// refused before the clock was asked.
        commands: Commands,
        /// Why it was not done, or not to its end.
        refused: Option<OrderRefusal>,
    },
    /// The unit was reset and found its memory whole; the clock stood in between, at most so long as since `at`.
    Reset {
        /// How often since it last forgot.
        resets: u32,
    },
    /// The unit's program or its board failed, and it began anew. Where its memory was whole, a reset
    /// comes before it.
    Breakdown {
        /// How.
        kind: Breakdown,
        /// The line of the program at which that was; for a fault of the processor the address.
        line: u32,
        /// The end of the name of that line's file; empty where it is not known. Of several breakdowns that are
        /// kept only the last has it.
        file: File,
    },
}

/// What players and arbiters do with buttons besides completing turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gesture {
    /// The arbiter is called.
    CallArbiter {
        /// By whom, if it is known.
        side: Option<Side>,
    },
    /// The arbiter's button: both clocks stand.
    Pause,
    /// A player asks for the time left.
    Query {
        /// Who.
        side: Side,
    },
    /// Nobody did anything: the unit has begun anew too often and stops both clocks itself.
    Stand,
}

/// A key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    /// A side's big button.
    Press(Side),
    /// The button by which a side asks for its time.
    Query(Side),
    /// The arbiter's.
    Arbiter,
}

/// What is wrong with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyReport {
    /// Contacts too short to be a press: they did not count.
    Glitch,
    /// It is held for longer than anybody holds a button.
    Stuck,
    /// So many edges that nobody can have made them.
    Chattering,
    /// Edges were lost on the way.
    Lost {
        /// How many at least; 0 where edges are not counted.
        edges: u32,
    },
    /// An edge bore a stamp before something that was decided already.
    Backwards {
        /// By how many microseconds.
        by: u32,
    },
}

/// How a unit failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breakdown {
    /// Its program came to where it could not go on.
    Panic,
    /// Its processor came upon what it cannot do.
    Processor,
    /// Nothing moved, until the watchdog reset it.
    Hung,
    /// Its display did not take what was drawn, and held up drawing.
    Display,
}

/// Why a command of the host was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum OrderRefusal {
    /// The clock refuses; what stood before in the same command is done.
    #[error("{0}")]
    Clock(Refusal),
    /// A press came first.
    #[error("a press came first: {turns} turns are completed")]
    TurnPassed {
        /// The turns completed now.
        turns: u32,
    },
    /// Its life was over.
    #[error("the command came too late to be meant any more")]
    Expired,
}
