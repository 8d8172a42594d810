//! A move on record, and what can be wrong with it.

use clock::{Instant, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::command::Played;
use crate::incident::Becomes;

/// The rule that a recorded move breaks. Moves are counted from 1; 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Breach {
    /// Own stones without liberties (禁着点).
    #[error("suicide: the stones have no liberties and nothing is taken")]
    Suicide,
    /// The immediate retake of a ko.
    #[error("a ko is retaken at once: the position after move {repeats} stands again")]
    Ko {
        /// The move after which the position first stood.
        repeats: u32,
    },
    /// A position stands again that the rules forbid to come back.
    #[error("the position after move {repeats} stands again")]
    Superko {
        /// The move after which the position first stood.
        repeats: u32,
    },
    /// Since an earlier move was set right or ruled on, it cannot stand: its point is occupied.
    #[error("its point is occupied, since an earlier move was set right or ruled on")]
    OutOfPlace,
    /// Since an earlier move was set right, it may mean several moves.
    #[error("it may mean several moves, since an earlier one was set right")]
    Ambiguous,
    /// Since an earlier move was set right, the game was over before it.
    #[error("the game was over before it, since an earlier move was set right")]
    AfterEnd,
    /// Chess: it was the opponent's turn.
    #[error("it is the opponent's turn")]
    OutOfTurn,
    /// Chess: no such piece can go there.
    #[error("no piece can make this move")]
    Impossible,
    /// Chess: the own king would stand in check.
    #[error("it leaves the king in check")]
    LeavesKing,
    /// Chess: castling is not possible.
    #[error("castling is not possible here")]
    Castling,
}

impl Breach {
    /// The word for it in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Suicide => "suicide",
            Self::OutOfPlace => "occupied",
            Self::Ko { .. } => "ko",
            Self::Superko { .. } => "superko",
            Self::OutOfTurn => "out-of-turn",
            Self::AfterEnd => "after-end",
            Self::Impossible | Self::LeavesKing | Self::Castling | Self::Ambiguous => "illegal",
        }
    }

    /// The move after which the position first stood that stands again.
    #[must_use]
    pub const fn repeats(self) -> Option<u32> {
        match self {
            Self::Ko { repeats } | Self::Superko { repeats } => Some(repeats),
            Self::Suicide
            | Self::OutOfPlace
            | Self::Ambiguous
            | Self::AfterEnd
            | Self::OutOfTurn
            | Self::Impossible
            | Self::LeavesKing
            | Self::Castling => None,
        }
    }
}

/// A move on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Whose.
    pub side: Side,
    /// What was played.
    pub played: Played,
    /// When it was recorded; from a board that feels the stones, when the stone was laid.
    pub at: Instant,
    /// Whether it was the opponent's turn by the record.
    pub out_of_turn: bool,
    /// The rule that it breaks, as the record stands now.
    pub illegal: Option<Breach>,
    /// The move after which the position first stood that this one brought back, where that is for the chief arbiter.
    pub cycle: Option<u32>,
    /// In chess the squares, in UCI.
    pub uci: Option<String>,
    /// The incident about it.
    pub incident: Option<u32>,
    /// What it has become by ruling.
    pub void: Option<Becomes>,
}

impl RecordedMove {
    /// The move as it counts on the board.
    #[must_use]
    pub const fn counts_as(&self) -> &Played {
        match self.void {
            Some(Becomes::Pass | Becomes::Nothing) => &Played::Pass,
            Some(Becomes::Unseen) => &Played::Unknown,
            None => &self.played,
        }
    }

    pub(super) const fn as_played(&self) -> (Side, &Played) {
        (self.side, self.counts_as())
    }
}

/// What the rules say of a recorded move since earlier ones were set right or ruled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedAnew {
    /// The move's number now, counted from 1.
    pub number: u32,
    /// The rule that it breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Breach>,
    /// The move after which the position first stood that this one brought back, where that is for the chief arbiter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u32>,
    /// In chess the squares, in UCI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
}

/// Which of clock and moves is ahead of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// Turns were pressed whose moves are not recorded yet.
    Clock(u32),
    /// Moves were recorded whose turns are not pressed yet.
    Moves(u32),
}
