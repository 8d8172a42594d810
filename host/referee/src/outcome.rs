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
    /// Chess: mate (FIDE 5.1.1).
    Checkmate,
    /// Gomoku: five in a row.
    Five,
}

/// How a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnBy {
    /// Chess: the side to move has no move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Chess: nobody can mate any more (FIDE 5.2.2).
    DeadPosition,
    /// Chess: the same position for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// Chess: 75 moves without a capture or a pawn move (FIDE 9.6.2).
    SeventyFive,
    /// Chess: time used up or resigned, but the opponent could not mate by any moves (FIDE 5.1.2, 6.9).
    NoMate,
    /// Gomoku: the board is full.
    FullBoard,
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
    /// Nobody has won.
    Drawn {
        /// How.
        by: DrawnBy,
    },
}

/// What follows where a side's time is used up or it resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Decision {
    /// The game has this result.
    Outcome(Outcome),
    /// Whether the opponent could still mate was not found out: the arbiter decides.
    Arbiter,
}

impl Outcome {
    /// Whether the position on the board brought it about, not a clock or a player's word.
    #[must_use]
    pub const fn is_of_the_board(self) -> bool {
        match self {
            Self::Won { by, .. } => matches!(by, WonBy::Checkmate | WonBy::Five),
            Self::Drawn { by } => !matches!(by, DrawnBy::NoMate),
        }
    }

    /// The result as records write it: SGF's RE, in chess PGN's Result.
    #[must_use]
    pub const fn notation(self, kind: GameKind) -> &'static str {
        let (side, by) = match (self, kind) {
            (Self::Drawn { .. }, GameKind::Chess) => return "1/2-1/2",
            (Self::Drawn { .. }, _) => return "Draw",
            (Self::Won { side: Side::White, .. }, GameKind::Chess) => return "1-0",
            (Self::Won { side: Side::Black, .. }, GameKind::Chess) => return "0-1",
            (Self::Won { side, by }, _) => (side, by),
        };
        match (side, by) {
            (Side::Black, WonBy::Resignation) => "B+R",
            (Side::Black, WonBy::Time) => "B+T",
            (Side::Black, WonBy::Checkmate | WonBy::Five) => "B+",
            (Side::White, WonBy::Resignation) => "W+R",
            (Side::White, WonBy::Time) => "W+T",
            (Side::White, WonBy::Checkmate | WonBy::Five) => "W+",
        }
    }
}

/// The reason in words: `White resigned`, `Black's time is used up`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won { side, by } => won(*side, *by, f),
            Self::Drawn { by } => f.write_str(drawn(*by)),
        }
    }
}

fn won(side: Side, by: WonBy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (winner, loser) = match side {
        Side::Black => ("Black", "White"),
        Side::White => ("White", "Black"),
    };
    match by {
        WonBy::Resignation => write!(f, "{loser} resigned"),
        WonBy::Time => write!(f, "{loser}'s time is used up"),
        WonBy::Checkmate => write!(f, "{loser} is checkmated"),
        WonBy::Five => write!(f, "{winner} has five in a row"),
    }
}

const fn drawn(by: DrawnBy) -> &'static str {
    match by {
        DrawnBy::Stalemate => "stalemate",
        DrawnBy::DeadPosition => "dead position: nobody can mate any more",
        DrawnBy::Fivefold => "the same position for the fifth time",
        DrawnBy::SeventyFive => "75 moves without a capture or a pawn move",
        DrawnBy::NoMate => "the opponent could not mate by any series of moves",
        DrawnBy::FullBoard => "the board is full",
    }
}
