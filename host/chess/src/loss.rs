//! What a lost game is worth to the opponent: nothing more than a draw where they cannot mate.

use rules::Color;

use crate::Game;
use crate::mate::{BOUND, CanMate, can_mate};

/// How a game ends that one side has lost by its flag, by resigning, or by a second illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// This side wins.
    Win(Color),
    /// Nobody wins.
    Draw,
    /// Whether the opponent could mate was not found out within the bound: the arbiter decides.
    Undecided,
}

impl Game {
    /// What follows when this side's flag falls (FIDE 6.9), when it resigns (5.1.2), or has completed its second
    /// illegal move (7.5.5): the opponent wins, unless no series of legal moves can mate the loser from this
    /// position. A game that had ended before keeps its result, whatever happened to the flag afterwards.
    #[must_use]
    pub fn after_loss(&self, loser: Color) -> Decision {
        // Whether the position is dead need not be asked: then the opponent has no mate either.
        match self.ending_without_search() {
            Some(ending) => ending.winner().map_or(Decision::Draw, Decision::Win),
            None => match can_mate(self.position(), loser.opponent(), BOUND) {
                CanMate::Possible => Decision::Win(loser.opponent()),
                CanMate::Impossible => Decision::Draw,
                CanMate::Undecided => Decision::Undecided,
            },
        }
    }
}
