//! From what was written to the one legal move that it means, or to why there is none.

use shakmaty::{Board, CastlingSide, Chess, File, Move, MoveList, Position, Role, Square, attacks, san::San};

use crate::illegal::{Illegal, NoCastling};
use crate::written::{Step, Written};

/// The legal move that the text means in this position.
pub(crate) fn read(position: &Chess, text: &str) -> Result<Move, Illegal> {
    match Written::parse(text).ok_or_else(|| Illegal::not_understood(text))? {
        Written::Castling(side) => castle(position, side),
        Written::Step(step) => find(position, &step),
    }
}

/// Castling to this side.
fn castle(position: &Chess, side: CastlingSide) -> Result<Move, Illegal> {
    let legal = position.legal_moves();
    let castle = legal.into_iter().find(|step| step.castling_side() == Some(side));
    castle.ok_or_else(|| Illegal::Castling(no_castling(position, side)))
}

/// Which condition of FIDE 3.8.2 is not met.
fn no_castling(position: &Chess, side: CastlingSide) -> NoCastling {
    let (turn, castles) = (position.turn(), position.castles());
    if !castles.has(turn, side) {
        NoCastling::Lost
    } else if (castles.path(turn, side) & position.board().occupied()).any() {
        NoCastling::Blocked
    } else if position.is_check() {
        NoCastling::InCheck
    } else {
        NoCastling::Attacked
    }
}

/// The one legal move that a written step fits.
fn find(position: &Chess, step: &Step) -> Result<Move, Illegal> {
    let mut fitting = match step.role {
        Some(role) => position.san_candidates(role, step.to),
        None => position.legal_moves(),
    };
    fitting.retain(|candidate| step.fits(position, *candidate));
    match fitting.as_slice() {
        [only] => Ok(*only),
        [] => Err(missing(position, step)),
        [..] => several(position, step, &fitting),
    }
}

impl Step {
    /// Whether a legal move is what was written.
    fn fits(&self, position: &Chess, candidate: Move) -> bool {
        match candidate {
            Move::Normal { role, from, capture, to, promotion } => {
                self.fits_squares(role, from, to, capture.is_some()) && self.promotion == promotion
            }
            Move::EnPassant { from, to } => {
                self.fits_squares(Role::Pawn, from, to, true) && self.promotion.is_none()
            }
            Move::Castle { king, rook } => self.fits_castling(position, king, rook),
            Move::Put { .. } => false,
        }
    }

    /// The piece and both squares. A pawn's capture names its file or the capture: `d5` is never `exd5`.
    fn fits_squares(&self, role: Role, from: Square, to: Square, capture: bool) -> bool {
        let says_capture = self.capture || self.file.is_some() || !capture || role != Role::Pawn;
        let says_straight = !self.capture || capture || role != Role::Pawn;
        self.to == to
            && self.role.is_none_or(|named| named == role)
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && says_capture
            && says_straight
    }

    /// Castling in UCI: the king goes to its own rook, or two squares from the e-file.
    fn fits_castling(&self, position: &Chess, king: Square, rook: Square) -> bool {
        let side = CastlingSide::from_king_side(king < rook);
        let two_squares = king.file() == File::E && self.to == side.king_to(position.turn());
        self.role.is_none()
            && (self.file, self.rank) == (Some(king.file()), Some(king.rank()))
            && (self.to == rook || two_squares)
            && self.promotion.is_none()
    }
}

/// More than one move fits: two pieces, or (from two squares) a king's step and castling, when the step is meant.
fn several(position: &Chess, step: &Step, fitting: &MoveList) -> Result<Move, Illegal> {
    let mut steps = fitting.iter().filter(|candidate| !candidate.is_castle());
    match (steps.next(), steps.next()) {
        (Some(only), None) if step.role.is_none() => Ok(*only),
        (Some(_) | None, Some(_) | None) => {
            let names = fitting.iter().map(|&candidate| San::from_move(position, candidate).to_string());
            Err(Illegal::Ambiguous(names.collect()))
        }
    }
}

/// Why no legal move fits.
fn missing(position: &Chess, step: &Step) -> Illegal {
    if step.promotion.is_none() && promotes(position, step) {
        return Illegal::NoPromotion;
    }
    if let Some(side) = castling_meant(position, step) {
        return Illegal::Castling(no_castling(position, side));
    }
    if reaches(position, step) { Illegal::LeavesKing } else { Illegal::Impossible }
}

/// Whether the step would be legal if it named a piece to become.
fn promotes(position: &Chess, step: &Step) -> bool {
    let complete = Step { promotion: Some(Role::Queen), ..*step };
    position.legal_moves().iter().any(|candidate| complete.fits(position, *candidate))
}

/// The side, where two squares describe the king's way in castling.
fn castling_meant(position: &Chess, step: &Step) -> Option<CastlingSide> {
    let king = position.board().king_of(position.turn())?;
    let home = Square::from_coords(File::E, position.turn().backrank());
    let from_home = step.role.is_none() && (step.file, step.rank) == (Some(File::E), Some(home.rank()));
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    sides.into_iter().find(|side| king == home && from_home && step.to == side.king_to(position.turn()))
}

/// Whether a piece that fits could go there if its king's safety did not matter.
fn reaches(position: &Chess, step: &Step) -> bool {
    let board = position.board();
    let own = position.us().into_iter().filter(|&from| {
        let role = board.role_at(from);
        step.role.is_none_or(|named| role == Some(named))
            && step.file.is_none_or(|file| file == from.file())
            && step.rank.is_none_or(|rank| rank == from.rank())
    });
    let last_rank = position.turn().fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First);
    !position.us().contains(step.to)
        && own.into_iter().any(|from| match board.role_at(from) {
            Some(Role::Pawn) => {
                pawn_reaches(position, from, step)
                    && (step.to.rank() == last_rank) == step.promotion.is_some_and(becomes)
            }
            Some(_) => step.promotion.is_none() && board.attacks_from(from).contains(step.to),
            None => false,
        })
}

/// Whether a pawn may become this.
fn becomes(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

/// Whether the pawn on `from` could go there if its king's safety did not matter.
fn pawn_reaches(position: &Chess, from: Square, step: &Step) -> bool {
    let (board, turn) = (position.board(), position.turn());
    if from.file() != step.to.file() {
        let target = board.occupied().contains(step.to) || position.maybe_ep_square() == Some(step.to);
        let named = step.capture || step.file.is_some();
        return named && target && attacks::pawn_attacks(turn, from).contains(step.to);
    }
    !step.capture && straight(board, turn, from, step.to)
}

/// One step forward, or two from the second rank, over empty squares.
fn straight(board: &Board, turn: shakmaty::Color, from: Square, to: Square) -> bool {
    let ahead =
        |square: Square| square.offset(turn.fold_wb(8, -8)).filter(|&next| board.piece_at(next).is_none());
    let one = ahead(from);
    let two = one.filter(|_| from.rank() == turn.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh));
    one == Some(to) || two.and_then(ahead) == Some(to)
}
