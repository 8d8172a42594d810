//! Positions as text (FEN), with faults that say which field is wrong and what was expected.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds};
use thiserror::Error;

/// A field of a FEN, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The pieces, rank 8 first.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    QuietPlies,
    /// The number of the move, from 1.
    Move,
}

impl FenField {
    const ALL: [Self; 6] =
        [Self::Board, Self::Turn, Self::Castling, Self::EnPassant, Self::QuietPlies, Self::Move];

    /// What the field is called.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Turn => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::QuietPlies => "half-move clock",
            Self::Move => "move number",
        }
    }

    /// What may stand in it.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Board => {
                "eight ranks of eight squares, with / between and the letters pnbrqkPNBRQK and 1 to 8"
            }
            Self::Turn => "w or b",
            Self::Castling => "- or some of KQkq, or files of rooks",
            Self::EnPassant => "- or a square on the third or sixth rank",
            Self::QuietPlies | Self::Move => "a whole number below 65536",
        }
    }

    /// Whether the text can be this field.
    fn holds(self, text: &str) -> bool {
        match self {
            Self::Board => holds_board(text),
            Self::Turn => matches!(text, "w" | "b"),
            Self::Castling => {
                text == "-" || text.chars().all(|letter| "kqabcdefgh".contains(letter.to_ascii_lowercase()))
            }
            Self::EnPassant => text == "-" || matches!(text.as_bytes(), [b'a'..=b'h', b'3' | b'6']),
            Self::QuietPlies | Self::Move => {
                text.bytes().all(|digit| digit.is_ascii_digit()) && text.parse::<u16>().is_ok()
            }
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Eight ranks of eight squares.
fn holds_board(text: &str) -> bool {
    let squares = |letter: char| match letter {
        '1'..='8' => letter.to_digit(10),
        'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => Some(1),
        _ => None,
    };
    let full = |rank: &str| rank.chars().map(squares).try_fold(0, |sum, more| Some(sum + more?)) == Some(8);
    text.len() <= 71 && text.split('/').count() == 8 && text.split('/').all(full)
}

/// Why a text is not the FEN of a position that can be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenFault {
    /// There is nothing in it.
    #[error("a FEN is expected, and nothing is there")]
    Empty,
    /// A field cannot be read.
    #[error("the FEN's {field} must be {}, not “{found}”", .field.expected())]
    Field {
        /// Which.
        field: FenField,
        /// What stands there; its first letters.
        found: String,
    },
    /// There are more than six fields; the first letters of the seventh.
    #[error("a FEN has six fields, and “{0}” comes after them")]
    TooLong(String),
    /// It can be read, but no game can come to it.
    #[error("no game can come to this position: {0}")]
    Impossible(Impossible),
}

/// Why no game can come to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// A side has no king.
    #[error("a king is missing")]
    NoKing,
    /// A side has several kings.
    #[error("a side has more than one king")]
    ManyKings,
    /// A pawn stands on the first or last rank.
    #[error("a pawn stands on the first or last rank")]
    PawnOnEdge,
    /// More pieces of a kind than promotions can have made.
    #[error("there are more pieces than promotions can have made")]
    TooManyPieces,
    /// The king of the side not to move could be captured.
    #[error("the side that has just moved stands in check")]
    MoverInCheck,
    /// Castling is allowed without king or rook on its square.
    #[error("castling is allowed, but the king or the rook is not on its square")]
    CastlingRights,
    /// The en passant square cannot have been passed over.
    #[error("no pawn can have passed over the en passant square")]
    EnPassant,
    /// The check cannot come from one move.
    #[error("no single move can have given this check")]
    Check,
}

impl Impossible {
    /// The kinds of the other library in the order in which they tell people most.
    const ORDER: [(PositionErrorKinds, Self); 9] = [
        (PositionErrorKinds::EMPTY_BOARD, Self::NoKing),
        (PositionErrorKinds::MISSING_KING, Self::NoKing),
        (PositionErrorKinds::TOO_MANY_KINGS, Self::ManyKings),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, Self::PawnOnEdge),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, Self::TooManyPieces),
        (PositionErrorKinds::OPPOSITE_CHECK, Self::MoverInCheck),
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, Self::CastlingRights),
        (PositionErrorKinds::INVALID_EP_SQUARE, Self::EnPassant),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, Self::Check),
    ];

    /// The first of these kinds.
    fn of(kinds: PositionErrorKinds) -> Self {
        let found = Self::ORDER.into_iter().find(|(kind, _)| kinds.contains(*kind));
        found.map_or(Self::Check, |(_, impossible)| impossible)
    }
}

/// The first letters of what was found.
fn first_letters(text: &str) -> String {
    const KEPT: usize = 80;
    text.chars().take(KEPT).collect()
}

/// Reads a FEN. A `composed` position may hold a check that no move can have given.
pub(crate) fn read(text: &str, composed: bool) -> Result<Chess, FenFault> {
    let mut fields = text.split_ascii_whitespace();
    let mut plain = Vec::with_capacity(FenField::ALL.len());
    for (field, found) in FenField::ALL.into_iter().zip(&mut fields) {
        if !field.holds(found) {
            return Err(FenFault::Field { field, found: first_letters(found) });
        }
        plain.push(found);
    }
    if let Some(more) = fields.next() {
        return Err(FenFault::TooLong(first_letters(more)));
    }
    let fen = match plain.as_slice() {
        [] => return Err(FenFault::Empty),
        [..] => Fen::from_ascii(plain.join(" ").as_bytes()),
    };
    // Every field is well formed: what is left are three or more castling rights of one side.
    let setup = fen.map_err(|_| FenFault::Impossible(Impossible::CastlingRights))?.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode);
    let position = if composed { position.or_else(PositionError::ignore_impossible_check) } else { position };
    position.map_err(|error| FenFault::Impossible(Impossible::of(error.kinds())))
}
