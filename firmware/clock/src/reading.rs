//! What both players may see of a clock.

use crate::side::{BySide, Side};
use crate::time::Duration;

/// What runs on a side's clock, or would run if it were on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Phase {
    /// Main time.
    Main {
        /// The stage, counted from 1.
        stage: u8,
        /// Turns still to complete in the stage's quota, none where there is no quota or it is met.
        moves_to_go: Option<u16>,
    },
    /// Byo-yomi, Japanese or Chinese.
    Byoyomi {
        /// The periods left, the running one included.
        periods: u16,
    },
    /// A Canadian section.
    Canadian {
        /// Moves still to play in it.
        moves_left: u16,
    },
    /// An Ing block.
    Ing {
        /// Blocks not yet entered.
        periods: u16,
        /// Blocks entered, each of which costs points.
        penalties: u16,
    },
    /// Consideration: a turn's free time, or a unit of the pool.
    Consideration {
        /// Units untouched.
        periods: u16,
        /// Whether a unit runs rather than the free time.
        unit: bool,
    },
    /// An hourglass.
    Hourglass,
}

/// One side's clock as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reading {
    /// What runs.
    pub phase: Phase,
    /// What is left of it; where there is only so much time for each move, what is left of that.
    pub left: Duration,
    /// What is left of the delay of this turn.
    pub delay: Duration,
}

/// Both clocks and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Standing {
    /// The side on move, none before the start.
    pub turn: Option<Side>,
    /// Each side's reading.
    pub readings: BySide<Reading>,
}

/// What the clock as a whole does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Status {
    /// Not started yet.
    #[default]
    Waiting,
    /// The side on move is charged.
    Running,
    /// Nobody is charged.
    Paused,
    /// This side's flag has fallen.
    Flagged(Side),
    /// The flag of this side was withdrawn, and its reading must be set or recounted.
    FlagWithdrawn(Side),
    /// The game is over.
    Stopped,
}
