//! What the hall needs of a storage, whichever it is.

use std::fmt;

use thiserror::Error;

use crate::bytes::Reference;
use crate::chain::{Broken, Entry};
use crate::error::{Damage, OpenError};
use crate::game::{Game, GameId, Head};
use crate::person::Person;
use crate::write::{AppendError, Write};

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// There is no such game.
    #[error("there is no game {game} in the journal")]
    UnknownGame {
        /// The game asked for.
        game: GameId,
    },
    /// A link does not hold.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The storage is damaged otherwise.
    #[error("the journal is damaged: {what}")]
    Damaged {
        /// How.
        what: Damage,
    },
    /// A write failed before.
    #[error("an earlier write failed: the journal must be reopened first")]
    Poisoned,
}

/// Where games are kept: entries in a chain for each, names and the last known table time beside it.
///
/// **What `append` has acknowledged is on disk, and a batch is there whole or not at all.** After a failed write
/// every append is refused until `reopen`, which finds out what is on record.
pub trait Ledger: fmt::Debug + Send {
    /// Writes the batch in one transaction. Gives the head after each new entry, in the order of the batch.
    fn append(&mut self, batch: &[Write]) -> Result<Vec<Head>, AppendError>;

    /// Opens anew after a failed write and reads what is on record.
    fn reopen(&mut self) -> Result<(), OpenError>;

    /// All games as they stand, in the order of their numbers.
    fn games(&self) -> Vec<Game>;

    /// A game as it stands.
    fn game(&self, game: GameId) -> Option<Game>;

    /// A number that no game has yet, nor any higher one.
    fn next_game(&self) -> GameId;

    /// A game's entries from the first to the head, each link checked.
    fn read(&self, game: GameId) -> Result<Vec<Entry>, ReadError>;

    /// The names that are not forgotten, in the order of their references.
    fn people(&self, game: GameId) -> Result<Vec<Person>, ReadError>;

    /// The games that are to be recovered.
    fn open_games(&self) -> Vec<Game> {
        self.games().into_iter().filter(|game| !game.closed).collect()
    }

    /// A game's last entry.
    fn head(&self, game: GameId) -> Option<Head> {
        self.game(game).map(|game| game.head)
    }

    /// Erases a name with its salt.
    fn forget_person(&mut self, game: GameId, reference: Reference) -> Result<(), AppendError> {
        self.append(&[Write::Forget { game, reference }]).map(drop)
    }
}
