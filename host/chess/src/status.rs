//! How a position stands: what ends the game at once, what may be claimed.

use std::fmt;

use rules::Color;
use shakmaty::Position;

use crate::Game;
use crate::mate::{BOUND, Dead, is_dead};

/// Plies without a capture or a pawn move after which a draw may be claimed (FIDE 9.3).
pub(crate) const FIFTY_MOVES: u32 = 100;
/// The same plies after which the game is drawn (FIDE 9.6.2).
const SEVENTY_FIVE_MOVES: u32 = 150;
/// Occurrences of a position that allow a claim (FIDE 9.2).
pub(crate) const CLAIMABLE: usize = 3;
/// Occurrences of a position that end the game (FIDE 9.6.1).
const FINAL: usize = 5;

/// How a position stands, as records name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The side to move is mated (FIDE 5.1.1).
    Checkmate,
    /// The side to move has no move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Nobody can mate any more (FIDE 5.2.2).
    DeadPosition,
    /// The position has stood five times (FIDE 9.6.1).
    Fivefold,
    /// 75 moves by each side without a capture or a pawn move (FIDE 9.6.2).
    SeventyFive,
    /// The position has stood three times: a draw may be claimed (FIDE 9.2).
    Threefold,
    /// 50 moves by each side without a capture or a pawn move: a draw may be claimed (FIDE 9.3).
    Fifty,
    /// Whether the position is dead was not found out within the bound, and nothing else is to be said.
    Undecided,
    /// The game goes on.
    None,
}

impl Status {
    /// The name in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventy-five",
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
            Self::Undecided => "undecided",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What ends a game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Mate (FIDE 5.1.1).
    Checkmate {
        /// Who gave it.
        winner: Color,
    },
    /// Stalemate (FIDE 5.2.1).
    Stalemate,
    /// Nobody can mate any more (FIDE 5.2.2).
    DeadPosition,
    /// The fifth occurrence (FIDE 9.6.1).
    Fivefold,
    /// The 75th move (FIDE 9.6.2).
    SeventyFive,
}

impl Ending {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Stalemate | Self::DeadPosition | Self::Fivefold | Self::SeventyFive => None,
        }
    }

    /// The position's status.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Self::Checkmate { .. } => Status::Checkmate,
            Self::Stalemate => Status::Stalemate,
            Self::DeadPosition => Status::DeadPosition,
            Self::Fivefold => Status::Fivefold,
            Self::SeventyFive => Status::SeventyFive,
        }
    }
}

impl Game {
    /// How the position stands. Mate and stalemate come first, then what ends the game, then what may be claimed.
    ///
    /// Whether neither side has a mate left is searched for last and only where nothing else ends the game: a dead
    /// position that has stood five times, or for 75 moves, is a draw already and named after that. Where the men
    /// are too few, no search is needed and the position is dead first of all.
    #[must_use]
    pub fn status(&self) -> Status {
        if let Some(ending) = self.ending_without_search() {
            return ending.status();
        }
        let dead = is_dead(self.position(), BOUND);
        match (self.occurrences(), self.quiet_plies()) {
            _ if dead == Dead::Yes => Status::DeadPosition,
            (CLAIMABLE.., _) => Status::Threefold,
            (_, FIFTY_MOVES..) => Status::Fifty,
            _ if dead == Dead::Undecided => Status::Undecided,
            _ => Status::None,
        }
    }

    /// What ends the game in this position at once, without a claim; mate and stalemate come first (FIDE 9.6.2).
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_without_search().or_else(|| {
            let dead = is_dead(self.position(), BOUND) == Dead::Yes;
            dead.then_some(Ending::DeadPosition)
        })
    }

    /// What ends the game and is seen at once: all but a dead position with men enough.
    pub(crate) fn ending_without_search(&self) -> Option<Ending> {
        let position = self.position();
        if position.legal_moves().is_empty() {
            let mate = Ending::Checkmate { winner: self.turn().opponent() };
            return Some(if position.is_check() { mate } else { Ending::Stalemate });
        }
        if position.is_insufficient_material() {
            return Some(Ending::DeadPosition);
        }
        match (self.occurrences(), self.quiet_plies()) {
            (FINAL.., _) => Some(Ending::Fivefold),
            (_, SEVENTY_FIVE_MOVES..) => Some(Ending::SeventyFive),
            _ => None,
        }
    }
}
