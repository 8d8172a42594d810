//! Why a table does not do what it was told, in words that an arbiter can read aloud.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::command::Who;

/// A refusal. It is a value, not an error: it stands in the record beside what was refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(tag = "refusal", content = "of", rename_all = "kebab-case")]
pub enum Refusal {
    /// The clock refuses.
    #[error(transparent)]
    Clock(clock::Refusal),
    /// The giver has no right to it.
    #[error("only {allowed} may do this")]
    NotEntitled {
        /// Who has.
        allowed: Entitled,
    },
    /// Before the start.
    #[error("the game has not begun")]
    NotBegun,
    /// After the end.
    #[error("the game is over")]
    GameOver,
    /// A move on a table that has only a clock.
    #[error("this table has no board")]
    NoBoard,
    /// A point that the board does not have.
    #[error("{point} is not on a board of {size} lines")]
    OffBoard {
        /// The point.
        point: String,
        /// The board's lines.
        size: u8,
    },
    /// A point on which a stone stands.
    #[error("a stone stands on {point}")]
    Occupied {
        /// The point.
        point: String,
    },
    /// A chess move that is written in no notation.
    #[error("{text} is no chess move: write it as Nf3, exd5, O-O or g1f3")]
    NoMove {
        /// What was written.
        text: String,
    },
    /// A chess move that may mean several.
    #[error("{text} may mean {}: say which", .meanings.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What it may mean.
        meanings: Vec<String>,
    },
    /// A pawn on the last rank that does not say what it becomes.
    #[error("{text} does not say what the pawn becomes: write it as e8=Q")]
    NoPromotion {
        /// What was written.
        text: String,
    },
    /// A pass in chess.
    #[error("there is no pass in chess")]
    NoPassInChess,
    /// The command was given before a turn that has been completed since.
    #[error("a press came first: look at the new reading")]
    PressCameFirst,
    /// The command reached the clock too late to be meant any more.
    #[error("the command came too late and was not carried out")]
    Expired,
    /// A correction of a move that is not on record.
    #[error("there is no move {number} on record")]
    NoSuchMove {
        /// Its number.
        number: u32,
    },
    /// A take-back by a side of which no move is on record.
    #[error("no move of that side is on record")]
    NoMoveOfSide,
}

/// Who is entitled to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entitled {
    /// An arbiter.
    #[error("the arbiter")]
    Arbiter,
    /// The chief arbiter alone.
    #[error("the chief arbiter")]
    Chief,
    /// The player concerned, or an arbiter for them.
    #[error("the player concerned")]
    Player,
    /// Whoever keeps the record, or an arbiter.
    #[error("the recorder")]
    Recorder,
}

impl Entitled {
    /// Whether `who` is entitled; `player` is the player concerned, `alone` says that the players play without
    /// an arbiter and may decide together or, where nobody is harmed, each for both.
    #[must_use]
    pub(crate) fn covers(self, who: Who, player: Option<Who>) -> bool {
        match self {
            Self::Chief => who == Who::Chief,
            Self::Arbiter => who.is_arbiter(),
            Self::Player => who.is_arbiter() || who == Who::Both || Some(who) == player,
            Self::Recorder => who.is_arbiter() || matches!(who, Who::Recorder | Who::Sensor | Who::Both),
        }
    }
}
