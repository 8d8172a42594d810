//! Why a text is no legal move here.

use thiserror::Error;

/// Why a written move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The text is a move in no notation; the first letters of it.
    #[error("“{0}” is not a move that can be read")]
    NotUnderstood(String),
    /// No such piece can go there.
    #[error("no such move is possible here")]
    Impossible,
    /// Two or more legal moves are written so: their full SAN (FIDE C.10, Guidelines I.8).
    #[error("ambiguous: it may mean {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
    /// The piece could go there, but the own king would stand in check (FIDE 3.9.2).
    #[error("it would leave the king in check")]
    LeavesKing,
    /// A pawn reaches the last rank and the text does not say what it becomes (FIDE 3.7.3.3).
    #[error("a pawn on the last rank must become a queen, rook, bishop or knight")]
    NoPromotion,
    /// Castling is not allowed (FIDE 3.8.2).
    #[error("castling is not possible: {0}")]
    Castling(NoCastling),
}

/// Why castling is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoCastling {
    /// The king or that rook has moved, or is not there (FIDE 3.8.2.1).
    #[error("the king or the rook has moved or is not there")]
    Lost,
    /// A piece stands between (FIDE 3.8.2.2.2).
    #[error("a piece stands between")]
    Blocked,
    /// The king stands in check (FIDE 3.8.2.2.1).
    #[error("the king is in check")]
    InCheck,
    /// The king would cross or reach an attacked square (FIDE 3.8.2.2.1).
    #[error("the king would cross or reach an attacked square")]
    Attacked,
}

impl Illegal {
    /// The reason in records.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        "illegal"
    }

    /// The text was not understood; only its first letters are kept.
    pub(crate) fn not_understood(text: &str) -> Self {
        const KEPT: usize = 20;
        Self::NotUnderstood(text.trim().chars().take(KEPT).collect())
    }
}
