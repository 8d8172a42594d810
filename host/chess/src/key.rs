//! What makes two positions the same (FIDE 9.2.3), compared whole: no hash, so no chance of a false repetition.

use shakmaty::{Chess, Position, Rank};

/// A position for comparison: pieces, side to move, castling rights, and an en passant square where the capture is
/// legal. Counters play no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// White's squares, then three planes that number the kind of piece on each square.
    planes: [u64; 4],
    /// Castling rooks of the first and last rank (8 bits each), en passant square plus one (7), side to move (1).
    rights: u32,
}

impl Key {
    /// The key of this position.
    pub(crate) fn of(position: &Chess) -> Self {
        let board = position.board();
        let planes = [
            board.white(),
            board.pawns() | board.bishops() | board.queens(),
            board.knights() | board.bishops() | board.kings(),
            board.rooks() | board.queens() | board.kings(),
        ];
        let rooks = position.castles().castling_rights();
        let first = u64::from(rooks & Rank::First);
        let last = u64::from(rooks & Rank::Eighth) >> 48;
        let en_passant = position.legal_ep_square().map_or(0, |square| u32::from(square) + 1);
        // Both ranks lie within 16 bits.
        let castling = u32::try_from(first | last).unwrap_or(u32::MAX);
        let rights = castling | en_passant << 16 | u32::from(position.turn().is_white()) << 23;
        Self { planes: planes.map(u64::from), rights }
    }
}
