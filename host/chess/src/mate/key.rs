//! A position in 24 bytes, exactly: two positions have the same key only if the same moves follow.

use std::hash::{BuildHasherDefault, Hasher};

use shakmaty::{Chess, Color, Position, Role};

/// The most men a key has room for.
pub(super) const MEN: usize = 32;

/// What stands where, who moves, which castling and which en passant capture are left. Move counts are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    occupied: u64,
    low: u64,
    high: u64,
}

/// A rook that may still castle; its rank tells its colour.
const CASTLING_ROOK: u8 = 12;
/// A pawn that may be taken en passant; its rank tells its colour.
const PASSING_PAWN: u8 = 13;
/// Black's king, with Black to move.
const BLACK_TO_MOVE: u8 = 14;

impl Key {
    /// The key of a position of at most [`MEN`] men.
    pub(super) fn of(position: &Chess) -> Self {
        let board = position.board();
        let castling = position.castles().castling_rights();
        let passing = position.pseudo_legal_ep_square().map(|square| square.xor(shakmaty::Square::A2));
        let mut nibbles = 0u128;
        for (square, piece) in board.clone() {
            let code = match piece.role {
                Role::Rook if castling.contains(square) => CASTLING_ROOK,
                Role::Pawn if passing == Some(square) => PASSING_PAWN,
                Role::King if piece.color == Color::Black && position.turn() == Color::Black => BLACK_TO_MOVE,
                role @ (Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                    role as u8 - 1 + piece.color.fold_wb(0, 6)
                }
            };
            nibbles = nibbles << 4 | u128::from(code);
        }
        let (low, high) = (nibbles as u64, (nibbles >> 64) as u64);
        Self { occupied: board.occupied().into(), low, high }
    }
}

/// A hasher for keys: they are no attacker's strings, so that mixing fast is enough.
#[derive(Debug, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product =
            u128::from(self.0.rotate_left(23) ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// Positions seen.
pub(super) type Seen = std::collections::HashSet<Key, BuildHasherDefault<Mix>>;

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn key(fen: &str) -> Key {
        Key::of(&fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap())
    }

    #[test]
    fn all_that_matters_tells_keys_apart() {
        let fens = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 2",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 2",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 2",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 2",
            "r3k2r/8/8/3pP3/8/8/8/RK5R w kq - 0 2",
            "r3k2r/8/8/3nP3/8/8/8/R3K2R w KQkq - 0 2",
        ];
        let keys: Seen = fens.iter().map(|fen| key(fen)).collect();
        assert_eq!(keys.len(), fens.len());
    }

    #[test]
    fn move_counts_do_not_tell_keys_apart() {
        assert_eq!(key("8/8/3k4/8/8/3K4/3N4/8 w - - 0 1"), key("8/8/3k4/8/8/3K4/3N4/8 w - - 33 90"));
    }
}
