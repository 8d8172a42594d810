//! How far a position is from a mate: a guess that only orders the search.
//!
//! All weights were fitted by trial on the labelled positions of `tests/data` (1,202 of them, both sides asked) until
//! the fewest stayed undecided within the bound. They say nothing about right or wrong: with other weights an answer
//! may come later or not at all, never differently.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square, attacks};

/// Guesses are below this.
pub(super) const WORST: usize = 256;

/// Officers worth this mate without the other side's men in the way, as a rule.
const ENOUGH: usize = 9;

/// How much each sign of a mate counts. No weights suit every position: what one search misses the next finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A square that the king could flee to.
    flight: usize,
    /// What a safe check beside the king lacks.
    contact: usize,
    /// A king's step to the corner.
    corner: usize,
    /// A step between the kings.
    kings: usize,
    /// A step of one of the winner's three nearest officers to the king.
    officer: usize,
    /// A step of one of the other side's two nearest men to their king, where the winner needs them in its way.
    blocker: usize,
    /// A pawn's step to promotion.
    step: usize,
}

impl Weights {
    /// Suit most positions.
    pub(super) const USUAL: Self =
        Self { flight: 3, contact: 4, corner: 3, kings: 2, officer: 1, blocker: 1, step: 4 };

    /// Bring the men near first; press less for the corner; insist on it.
    pub(super) const OTHERS: [Self; 3] = [
        Self { flight: 1, contact: 1, corner: 3, kings: 2, officer: 3, blocker: 3, step: 4 },
        Self { flight: 5, contact: 3, corner: 0, kings: 1, officer: 1, blocker: 0, step: 6 },
        Self { flight: 2, contact: 0, corner: 7, kings: 4, officer: 1, blocker: 2, step: 2 },
    ];
}

/// How far the position is from the winner's mate: 0 is near.
pub(super) fn estimate(position: &Chess, winner: Color, weights: &Weights) -> usize {
    let board = position.board();
    let (Some(king), Some(ours)) = (board.king_of(!winner), board.king_of(winner)) else { return WORST - 1 };
    let (flights, contact) = around(board, king, winner);
    let officers = board.by_color(winner) & !board.pawns() & !board.kings();
    let mut guess = weights.flight * flights
        + weights.contact * contact
        + weights.corner * corner(board, king, winner)
        + weights.kings * king.distance(ours) as usize
        + weights.officer * near(officers, king, 3);
    let power = power(board, winner);
    if power < ENOUGH {
        guess += (ENOUGH - power) * 2 + way(board, winner) * weights.step;
        guess += weights.blocker * near(board.by_color(!winner) & !board.kings(), king, 2);
    }
    guess.min(WORST - 1)
}

/// Squares that the king could flee to, and how far the winner is from a safe check beside it.
fn around(board: &Board, king: Square, winner: Color) -> (usize, usize) {
    let occupied = board.occupied().without(king);
    let (ours, theirs) = (board.by_color(winner), board.by_color(!winner));
    let (mut flights, mut contact) = (0, 4);
    for square in attacks::king_attacks(king) {
        let attackers = attackers(board, square, occupied);
        let held = (attackers & ours).count().min(2);
        flights += usize::from(held == 0 && !theirs.contains(square));
        let missing = 2 - held + (attackers & theirs).without(king).count().min(2);
        contact = contact.min(missing);
    }
    (flights, contact)
}

/// Both sides' men that attack a square.
fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    attacks::king_attacks(square) & board.kings()
        | attacks::knight_attacks(square) & board.knights()
        | attacks::rook_attacks(square, occupied) & board.rooks_and_queens()
        | attacks::bishop_attacks(square, occupied) & board.bishops_and_queens()
        | attacks::pawn_attacks(Color::White, square) & board.pawns() & board.black()
        | attacks::pawn_attacks(Color::Black, square) & board.pawns() & board.white()
}

/// Steps to the nearest corner in which it could be mated.
fn corner(board: &Board, king: Square, winner: Color) -> usize {
    let (file, rank) = (king.file().to_usize(), king.rank().to_usize());
    let dark = (file + rank).min(14 - file - rank);
    let light = (7 - file + rank).min(7 - rank + file);
    let ours = board.by_color(winner) & !board.kings();
    let theirs = board.by_color(!winner) & !board.kings();
    // Bishops check on their own colour; in a knight's way they have to stand beside the corner, on theirs.
    if ours.is_subset(board.bishops() & Bitboard::DARK_SQUARES) {
        dark
    } else if ours.is_subset(board.bishops() & Bitboard::LIGHT_SQUARES) {
        light
    } else if !ours.is_subset(board.knights()) || ours.more_than_one() || theirs.is_empty() {
        dark.min(light)
    } else if theirs.is_subset(board.bishops() & Bitboard::LIGHT_SQUARES) {
        dark
    } else if theirs.is_subset(board.bishops() & Bitboard::DARK_SQUARES) {
        light
    } else {
        dark.min(light)
    }
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
    usize::from(9 * (material.queen + material.rook) + 3 * (material.bishop + material.knight))
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
