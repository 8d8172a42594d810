//! Which moves the rules allow.

use std::fmt;

use thiserror::Error;

use crate::point::Point;

/// A turn in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone is laid.
    Play(Point),
    /// Nothing is laid (虚着).
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(point) => fmt::Display::fmt(point, f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Which positions may not come again. Passes are never forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Only the immediate retake is forbidden.
    Simple,
    /// No position may come again (同形再现).
    Positional,
    /// No position may come again with the same side to move: the opponent may not face it twice (Chinese rules 6).
    #[default]
    Situational,
    /// As played in China: the retake and sending two to get one back are forbidden; any other cycle is for the
    /// chief arbiter.
    Practice,
}

/// Whether own stones may be laid so that they are without liberties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    #[default]
    Forbidden,
    /// Only of several stones (Ing).
    Several,
    /// Of any number (New Zealand).
    Allowed,
}

/// Which moves are legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Legality {
    /// Which positions may not come again.
    pub repetition: Repetition,
    /// Whether own stones may be taken off by their own side's move.
    pub suicide: Suicide,
}

/// Why a move is illegal. Moves are counted from 1, passes included; 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The point is not on this board.
    #[error("the point is not on the board")]
    OffBoard,
    /// A stone stands there.
    #[error("a stone stands there")]
    Occupied,
    /// The stones would have no liberties, and nothing is taken (禁着点).
    #[error("the stones would have no liberties")]
    Suicide,
    /// The immediate retake of a ko.
    #[error("a ko may not be retaken at once: the position after move {repeats} would come again")]
    Ko {
        /// The move after which the position first stood.
        repeats: u32,
    },
    /// A position that stood before would come again.
    #[error("the position after move {repeats} would come again")]
    Superko {
        /// The move after which the position first stood.
        repeats: u32,
    },
}

impl Illegal {
    /// The word for it in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::Ko { .. } => "ko",
            Self::Superko { .. } => "superko",
        }
    }

    /// The move after which the position that would come again first stood.
    #[must_use]
    pub const fn repeats(self) -> Option<u32> {
        match self {
            Self::OffBoard | Self::Occupied | Self::Suicide => None,
            Self::Ko { repeats } | Self::Superko { repeats } => Some(repeats),
        }
    }
}
