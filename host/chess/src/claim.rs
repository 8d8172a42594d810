//! Claims of a draw by the side to move (FIDE 9.2, 9.3).

use thiserror::Error;

use crate::status::{CLAIMABLE, FIFTY_MOVES};
use crate::{Ending, Game, Illegal, Played};

/// What a claim rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// The same position for at least the third time (FIDE 9.2).
    Threefold,
    /// Fifty moves by each side without a capture or a pawn move (FIDE 9.3).
    Fifty,
}

impl ClaimKind {
    /// The name in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
        }
    }
}

/// A claim that is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it rests on.
    pub kind: ClaimKind,
    /// The written move that brings it about; `None` where it stands on the board already. It is not played.
    pub by: Option<Played>,
}

/// A claim that is not good.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimRefused {
    /// The intended move is none.
    #[error("the intended move: {0}")]
    Illegal(#[from] Illegal),
    /// The game has ended.
    #[error("the game has ended")]
    Ended(Ending),
    /// Neither condition is met, on the board or after the intended move: the better numbers of the two.
    #[error("{occurrences} of 3 occurrences, {} of 50 moves without capture or pawn move", .quiet_plies / 2)]
    NotYet {
        /// How often the position has stood or would stand.
        occurrences: usize,
        /// Plies without a capture or a pawn move.
        quiet_plies: u32,
    },
}

impl Game {
    /// A claim by the side to move: on the position on the board, or on the one that the intended move, written and
    /// not played, would bring. The game stays as it is.
    ///
    /// # Errors
    /// Why the claim is not good.
    pub fn claim(&self, intended: Option<&str>) -> Result<Claim, ClaimRefused> {
        let mut after = self.clone();
        let by = intended.map(|text| after.play(text)).transpose()?;
        if let Some(ending) = self.ending() {
            return Err(ClaimRefused::Ended(ending));
        }
        // What stands on the board may be claimed whatever was written.
        if let Some(kind) = self.claimable() {
            return Ok(Claim { kind, by: None });
        }
        match after.claimable() {
            Some(kind) => Ok(Claim { kind, by }),
            None => Err(ClaimRefused::NotYet {
                occurrences: self.occurrences().max(after.occurrences()),
                quiet_plies: self.quiet_plies().max(after.quiet_plies()),
            }),
        }
    }

    /// What may be claimed on this position.
    fn claimable(&self) -> Option<ClaimKind> {
        if self.occurrences() >= CLAIMABLE {
            Some(ClaimKind::Threefold)
        } else if self.quiet_plies() >= FIFTY_MOVES {
            Some(ClaimKind::Fifty)
        } else {
            None
        }
    }
}
