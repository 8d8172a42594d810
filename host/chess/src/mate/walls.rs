//! Which squares each man could ever stand on, at most: where pawns block each other, that may prove that no mate
//! can come.
//!
//! Everything here errs to one side only: a man is held to reach more squares than it can, never fewer. The sets
//! grow until they are closed under every move that the men's sets allow.
//!
//! That this is sound is shown along any line of legal moves: as long as each man stands within its set, and each man
//! taken is one held to be takeable, so it is after the next move. For a line is held to be shut only by men that have
//! one square and are never taken, and these have not moved; a king is kept off a square only where such a man attacks
//! it from beside it, which nothing can come between; a pawn takes only where an enemy could stand, in passing on the
//! square that the other pawn's set holds because it went over it; whoever could be stood upon by an enemy is held to
//! be takeable. Castling that a right is left for, and a capture in passing that is possible now, count as made; no right
//! to castle ever comes back.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Piece, Position, Rank, Role, Square, attacks};

/// A man and where it could ever be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    /// What it is in the position.
    pub(super) piece: Piece,
    /// Where it stands in the position.
    home: Square,
    /// Where it could stand as what it is; its home included.
    pub(super) reach: Bitboard,
    /// Where it could stand once promoted.
    pub(super) promoted: Bitboard,
    /// Whether it could be taken.
    taken: bool,
}

/// Every man's reach.
#[derive(Debug)]
pub(super) struct Walls {
    pub(super) men: Vec<Man>,
    /// Squares whose men never leave and are never taken.
    pub(super) solid: Bitboard,
}

impl Man {
    /// A knight with this reach.
    #[cfg(test)]
    pub(super) fn standing(home: Square, reach: Bitboard) -> Self {
        let piece = Piece { color: Color::White, role: Role::Knight };
        Self { piece, home, reach, promoted: Bitboard::EMPTY, taken: false }
    }

    /// Wherever it could stand, promoted or not.
    pub(super) fn presence(&self) -> Bitboard {
        self.reach | self.promoted
    }

    fn is_solid(&self) -> bool {
        !self.taken && self.promoted.is_empty() && self.reach == Bitboard::from_square(self.home)
    }

    /// Every square it could attack, its own side's men's included.
    pub(super) fn attacked(&self, solid: Bitboard) -> Bitboard {
        let plain = self
            .reach
            .into_iter()
            .fold(Bitboard::EMPTY, |all, from| all | attacks::attacks(from, self.piece, solid));
        self.promoted.into_iter().fold(plain, |all, from| {
            all | attacks::queen_attacks(from, solid) | attacks::knight_attacks(from)
        })
    }
}

impl Walls {
    /// The walls of a position.
    pub(super) fn of(position: &Chess) -> Self {
        let mut walls = Self { men: men(position), solid: position.board().occupied() };
        while walls.grow() {}
        walls
    }

    /// Lets every man take the moves that are open to it by now; whether anything changed.
    fn grow(&mut self) -> bool {
        self.solid = self.men.iter().filter(|man| man.is_solid()).map(|man| man.home).collect();
        let guarded = [self.guarded_squares(Color::White), self.guarded_squares(Color::Black)];
        let standing = [self.squares_of(Color::White), self.squares_of(Color::Black)];
        let own = [self.solid_squares_of(Color::White), self.solid_squares_of(Color::Black)];
        let mut hit = [Bitboard::EMPTY; 2];
        let mut changed = false;
        for man in &mut self.men {
            let (us, them) = man.piece.color.fold_wb((0, 1), (1, 0));
            let before = man.presence();
            let open = !own[us] & if man.piece.role == Role::King { !guarded[them] } else { Bitboard::FULL };
            let capturing = grow_man(man, self.solid, open, standing[them]);
            hit[us] |= capturing;
            changed |= before != man.presence();
        }
        for man in self.men.iter_mut().filter(|man| !man.taken && man.piece.role != Role::King) {
            man.taken = man.presence().intersects(hit[man.piece.color.fold_wb(1, 0)]);
            changed |= man.taken;
        }
        changed
    }

    fn solid_squares_of(&self, color: Color) -> Bitboard {
        self.men.iter().filter(|man| man.piece.color == color && man.is_solid()).map(|man| man.home).collect()
    }

    /// Where men of this colour, other than its king, could stand.
    fn squares_of(&self, color: Color) -> Bitboard {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.piece.role != Role::King);
        men.fold(Bitboard::EMPTY, |all, man| all | man.presence())
    }

    /// Squares that men of this colour attack for ever: those next to a man that never leaves.
    fn guarded_squares(&self, color: Color) -> Bitboard {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.is_solid());
        men.fold(Bitboard::EMPTY, |all, man| all | attacks::attacks(man.home, man.piece, Bitboard::FULL))
    }
}

/// Adds one round of moves; gives the squares on which it could take something.
fn grow_man(man: &mut Man, solid: Bitboard, open: Bitboard, enemies: Bitboard) -> Bitboard {
    let mut capturing = Bitboard::EMPTY;
    if man.piece.role == Role::Pawn {
        let last = man.piece.color.fold_wb(Rank::Eighth, Rank::First);
        let captures = man.attacked_as_pawn() & enemies;
        let steps = captures | pushes(man.reach, man.piece.color, solid);
        capturing |= captures;
        man.reach |= steps & !Bitboard::from_rank(last);
        man.promoted |= steps & Bitboard::from_rank(last);
        for from in man.promoted {
            let steps = (attacks::queen_attacks(from, solid) | attacks::knight_attacks(from)) & open;
            man.promoted |= steps;
            capturing |= steps;
        }
    } else {
        for from in man.reach {
            let steps = attacks::attacks(from, man.piece, solid) & open;
            man.reach |= steps;
            capturing |= steps;
        }
    }
    capturing
}

impl Man {
    fn attacked_as_pawn(&self) -> Bitboard {
        self.reach
            .into_iter()
            .fold(Bitboard::EMPTY, |all, from| all | attacks::pawn_attacks(self.piece.color, from))
    }
}

/// Squares that pawns can be pushed to.
fn pushes(pawns: Bitboard, color: Color, solid: Bitboard) -> Bitboard {
    let (forward, third) = color.fold_wb((8, Rank::Third), (-8, Rank::Sixth));
    let once = pawns.shift(forward) & !solid;
    once | (once & Bitboard::from_rank(third)).shift(forward) & !solid
}

/// The men where they stand; castling and a capture en passant count as if made already.
fn men(position: &Chess) -> Vec<Man> {
    let mut men: Vec<Man> = position
        .board()
        .iter()
        .map(|(home, piece)| Man { piece, home, reach: home.into(), promoted: Bitboard::EMPTY, taken: false })
        .collect();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if let (Some(rook), Some(king)) =
                (position.castles().rook(color, side), position.board().king_of(color))
            {
                for man in &mut men {
                    if man.home == rook {
                        man.reach.add(side.rook_to(color));
                    } else if man.home == king {
                        man.reach.add(side.king_to(color));
                    }
                }
            }
        }
    }
    if let Some(passed) = position.legal_ep_square() {
        let pawn = passed.xor(Square::A2);
        men.iter_mut().filter(|man| man.home == pawn).for_each(|man| man.reach.add(passed));
    }
    men
}
