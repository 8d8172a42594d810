//! How a game ended.

use std::fmt;

use clock::Side;
use serde::{Deserialize, Serialize};

use crate::setup::GameKind;

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WonBy {
    /// The opponent resigned (中盘胜).
    Resignation,
    /// The opponent's time was used up (超时判负).
    Time,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// One side has won.
    Won {
        /// The winner.
        side: Side,
        /// How.
        by: WonBy,
    },
}

impl Outcome {
    /// The result as records write it: SGF's RE, in chess PGN's Result.
    #[must_use]
    pub const fn notation(self, kind: GameKind) -> &'static str {
        let Self::Won { side, by } = self;
        match (kind, side, by) {
            (GameKind::Chess, Side::White, _) => "1-0",
            (GameKind::Chess, Side::Black, _) => "0-1",
            (_, Side::Black, WonBy::Resignation) => "B+R",
            (_, Side::Black, WonBy::Time) => "B+T",
            (_, Side::White, WonBy::Resignation) => "W+R",
            (_, Side::White, WonBy::Time) => "W+T",
        }
    }
}

/// The reason in words: `White resigned`, `Black's time is used up`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Won { side, by } = self;
        let loser = match side {
            Side::Black => "White",
            Side::White => "Black",
        };
        match by {
            WonBy::Resignation => write!(f, "{loser} resigned"),
            WonBy::Time => write!(f, "{loser}'s time is used up"),
        }
    }
}
