//! A proof from the walls alone that a side can never mate.
//!
//! In a mate the king stands where an officer or a pawn of the winner's checks it (a king never does), and each square
//! next to it is attacked by one of the winner's men, or next to the winner's king, or taken up by one of the mated
//! side's own men. [`Walls`] tells, with more rather than fewer squares, where each man could ever stand; so what the
//! winner's men could ever attack holds every attack of every position that can follow. What the mate needs is asked of
//! these sets for each square of the one king and each of the other, as if all men could stand at their best at
//! once. Where even so no square will do, no position that can follow is mate. The other way round nothing follows:
//! the sets say what one man could do, not what all can do together.

use shakmaty::{Bitboard, Chess, Color, Role, Square, attacks};

use super::walls::{Man, Walls};

/// Whether no square exists on which the winner's opponent could be mated. `false` proves nothing. The position must
/// not be mate already.
pub(super) fn excludes_mate(position: &Chess, winner: Color) -> bool {
    let walls = Walls::of(position);
    let king = |color| walls.men.iter().find(|man| man.piece.color == color && man.piece.role == Role::King);
    let (Some(ours), Some(theirs)) = (king(winner), king(!winner)) else { return false };
    let officers =
        |color| walls.men.iter().filter(move |man| man.piece.color == color && man.piece.role != Role::King);
    // A line goes on behind the king that it checks: the square it would flee to lies in it.
    let solid = walls.solid & !theirs.reach;
    let attacked = officers(winner).fold(Bitboard::EMPTY, |all, man| all | man.attacked(solid));
    let blockers: Vec<&Man> = officers(!winner).collect();
    let mut squares = (theirs.reach & attacked).into_iter();
    !squares.any(|square| could_be_mated(square, ours.reach, attacked, &blockers))
}

/// Whether a king on this square could be in mate, as far as the sets tell: the squares round it that no officer
/// attacks are beside the other king or filled. That king may itself stand on one of the others' squares: too much is
/// allowed, not too little.
fn could_be_mated(square: Square, king: Bitboard, attacked: Bitboard, blockers: &[&Man]) -> bool {
    let around = attacks::king_attacks(square);
    let uncovered = around & !attacked;
    let places = king & !around & !Bitboard::from_square(square);
    places.into_iter().any(|place| could_be_filled(uncovered & !attacks::king_attacks(place), blockers))
}

/// Whether each of the squares could be taken up by another of the men.
fn could_be_filled(squares: Bitboard, men: &[&Man]) -> bool {
    let mut filler: [Option<Square>; 64] = [None; 64];
    squares.into_iter().all(|square| fill(square, men, &mut filler))
}

/// Finds a man for the square, moving others on where that frees one: a matching, grown by one augmenting path.
fn fill(square: Square, men: &[&Man], filler: &mut [Option<Square>; 64]) -> bool {
    let mut tried = [false; 64];
    let mut parent = [None; 64];
    let mut queue = vec![square];
    while let Some(place) = queue.pop() {
        for (index, man) in men.iter().enumerate().take(64) {
            if tried[index] || !man.presence().contains(place) {
                continue;
            }
            tried[index] = true;
            parent[index] = Some(place);
            match filler[index] {
                Some(next) => queue.push(next),
                None => {
                    reassign(index, square, &parent, filler);
                    return true;
                }
            }
        }
    }
    false
}

/// Walks the path back from a free man to the square it was sought for.
fn reassign(free: usize, square: Square, parent: &[Option<Square>; 64], filler: &mut [Option<Square>; 64]) {
    let mut index = free;
    while let Some(place) = parent[index] {
        let before = filler.iter().position(|filled| *filled == Some(place));
        filler[index] = Some(place);
        match before {
            Some(previous) if place != square => index = previous,
            Some(_) | None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn both(fen: &str) -> [bool; 2] {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        [Color::White, Color::Black].map(|winner| excludes_mate(&position, winner))
    }

    #[test]
    fn walls_that_hold() {
        assert_eq!(both("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1"), [true, true]);
        assert_eq!(both("8/8/8/1p1p1p1k/1P1P1P1p/7P/7K/8 w - - 0 1"), [true, true]);
    }

    #[test]
    fn walls_that_may_be_opened() {
        // A knight takes the pawns; a file is free; a capture en passant opens the wall.
        assert_eq!(both("2n1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1"), [false, false]);
        assert_eq!(both("2b1k3/8/8/1p1p1p2/1P1P1P2/8/8/2B1K3 w - - 0 1"), [false, false]);
        assert_eq!(both("8/8/8/1p1p1p1k/1PpP1P1p/2P4P/7K/8 b - d3 0 1"), [false, false]);
        assert_eq!(both("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), [false, false]);
    }

    #[test]
    fn squares_are_filled_by_different_men() {
        let man = |home: Square, reach: Bitboard| Man::standing(home, reach);
        let (a, b, c) = (Square::A1, Square::B1, Square::C1);
        let men = [man(a, Bitboard::from(a) | b), man(c, Bitboard::from(a) | c)];
        let men: Vec<&Man> = men.iter().collect();
        assert!(could_be_filled(Bitboard::from(a) | b, &men));
        assert!(could_be_filled(Bitboard::from(a) | c, &men));
        assert!(!could_be_filled(Bitboard::from(a) | b | c, &men));
    }
}
