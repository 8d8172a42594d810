//! Whether the chains hold.

use std::fmt;

use crate::error::Damage;
use crate::game::{GameId, Head};
use crate::ledger::{Ledger, ReadError};

/// What became of verifying some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is wrong with the storage as a whole.
    pub damage: Option<Damage>,
    /// Each game with its head, or with the first thing that does not hold.
    pub games: Vec<(GameId, Result<Head, ReadError>)>,
}

impl Report {
    /// Whether everything holds.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.damage.is_none() && self.games.iter().all(|(_, found)| found.is_ok())
    }

    /// The games whose chains hold.
    pub fn sound_games(&self) -> impl Iterator<Item = Head> {
        self.games.iter().filter_map(|(_, found)| found.as_ref().ok().copied())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(damage) = &self.damage {
            writeln!(f, "the journal is damaged: {damage}")?;
        }
        for (game, found) in &self.games {
            match found {
                Ok(head) => writeln!(f, "game {game}: {} entries hold, head {}", head.seq + 1, head.hash)?,
                Err(fault) => writeln!(f, "game {game} does not hold: {fault}")?,
            }
        }
        Ok(())
    }
}

/// Recomputes the chain of a game, and its names' references.
pub fn verify_game(ledger: &dyn Ledger, game: GameId) -> Result<Head, ReadError> {
    let head = ledger.head(game).ok_or(ReadError::UnknownGame { game })?;
    ledger.read(game)?;
    ledger.people(game)?;
    Ok(head)
}

/// Recomputes the chains of all games.
#[must_use]
pub fn verify_all(ledger: &dyn Ledger) -> Report {
    let games = ledger.games().into_iter().map(|game| (game.id(), verify_game(ledger, game.id())));
    Report { damage: None, games: games.collect() }
}
