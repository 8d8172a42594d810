//! How far a position is from a mate: a guess that only orders the search.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square, attacks};

/// Guesses are below this.
pub(super) const WORST: usize = 256;

/// How far the position is from the winner's mate: 0 is near.
pub(super) fn estimate(position: &Chess, winner: Color) -> usize {
    let board = position.board();
    let (Some(king), Some(ours)) = (board.king_of(!winner), board.king_of(winner)) else { return WORST - 1 };
    let power = power(board, winner);
    let mut guess = 4 * flights(board, king, winner)
        + 3 * corner(board, king, winner)
        + 2 * king.distance(ours) as usize
        + near(board.by_color(winner) & !board.pawns() & !board.kings(), king, 3);
    if power < 9 {
        guess += (9 - power) * 2 + way(board, winner) * 4;
        guess += near(board.by_color(!winner) & !board.kings(), king, 2);
    }
    guess.min(WORST - 1)
}

/// Squares that the king could flee to.
fn flights(board: &Board, king: Square, winner: Color) -> usize {
    let around = attacks::king_attacks(king) & !board.by_color(!winner);
    let occupied = board.occupied().without(king);
    around.into_iter().filter(|&square| board.attacks_to(square, winner, occupied).is_empty()).count()
}

/// Steps to the nearest corner in which it could be mated: of the bishops' colour where there are only bishops.
fn corner(board: &Board, king: Square, winner: Color) -> usize {
    let ours = board.by_color(winner) & !board.kings();
    let other = ours & !board.bishops();
    let (file, rank) = (king.file().to_usize(), king.rank().to_usize());
    let dark = (file + rank).min(14 - file - rank);
    let light = (7 - file + rank).min(7 - rank + file);
    if other.is_empty() && (ours & Bitboard::LIGHT_SQUARES).is_empty() {
        return dark;
    }
    if other.is_empty() && (ours & Bitboard::DARK_SQUARES).is_empty() {
        return light;
    }
    dark.min(light)
}

/// The distances of the so many nearest men.
fn near(men: Bitboard, king: Square, count: usize) -> usize {
    let mut nearest = [8; 3];
    for man in men {
        let mut distance = man.distance(king) as usize;
        for slot in &mut nearest {
            if distance < *slot {
                std::mem::swap(slot, &mut distance);
            }
        }
    }
    nearest.iter().take(count).sum()
}

/// The winner's officers, by what they are worth in mating.
fn power(board: &Board, winner: Color) -> usize {
    let material = board.material_side(winner);
    usize::from(9 * material.queen + 6 * material.rook + 3 * (material.bishop + material.knight))
}

/// Steps of the foremost pawn; pawns in its way count more.
fn way(board: &Board, winner: Color) -> usize {
    let pawns = board.by_color(winner) & board.pawns();
    let theirs = board.by_color(!winner) & board.pawns();
    pawns
        .into_iter()
        .map(|square| {
            let rank = square.rank().to_usize();
            let file = theirs & Bitboard::from_file(square.file());
            let ahead = file
                .into_iter()
                .filter(|other| winner.fold_wb(other.rank() > square.rank(), other.rank() < square.rank()))
                .count();
            winner.fold_wb(7 - rank, rank) + 2 * ahead
        })
        .min()
        .unwrap_or(7)
}
