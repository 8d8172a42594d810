//! What can be written, and why it is not.

use thiserror::Error;

use crate::bytes::{Genesis, Reference};
use crate::game::GameId;
use crate::limits::{BODY_LEN_MAX, GAME_LEN_MAX};
use crate::person::Person;

/// One thing to be written; a batch of them is written whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A game begins, with its opening entry.
    Begin {
        /// A number that the journal does not know yet: [`Ledger::next_game`](crate::Ledger::next_game) or a later one.
        game: GameId,
        /// Its chain's own bytes.
        genesis: Genesis,
        /// The table's number.
        table: u32,
        /// Entry 0.
        body: Vec<u8>,
        /// Names, which stay outside the chain.
        people: Vec<Person>,
    },
    /// The next entry of a game.
    Entry {
        /// The game; it is not closed.
        game: GameId,
        /// Anything, at most [`BODY_LEN_MAX`] bytes.
        body: Vec<u8>,
    },
    /// The table's time as far as it is known. An earlier one than on record changes nothing.
    Beat {
        /// The game.
        game: GameId,
        /// The table's time in microseconds.
        at_micros: u64,
    },
    /// The game need not be recovered any more.
    Close {
        /// The game.
        game: GameId,
    },
    /// A closed game goes on.
    Resume {
        /// The game.
        game: GameId,
    },
    /// A name that became known later.
    Name {
        /// The game.
        game: GameId,
        /// The person.
        person: Person,
    },
    /// Name and salt are erased. The chain, which holds only the reference, is untouched.
    Forget {
        /// The game.
        game: GameId,
        /// Which person.
        reference: Reference,
    },
}

impl Write {
    /// The game that it concerns.
    #[must_use]
    pub const fn game(&self) -> GameId {
        match self {
            Self::Begin { game, .. }
            | Self::Entry { game, .. }
            | Self::Beat { game, .. }
            | Self::Close { game }
            | Self::Resume { game }
            | Self::Name { game, .. }
            | Self::Forget { game, .. } => *game,
        }
    }
}

/// Why a batch was not written. Nothing of it is on record, except where it says that this is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum AppendError {
    /// The disk is full.
    #[error("the disk is full; nothing of this is on record")]
    NoSpace,
    /// The disk did not say that it is written. Whether it is, [`reopen`](crate::Ledger::reopen) finds out.
    #[error("the disk did not confirm the write; whether it is on record is not known")]
    SyncFailed,
    /// The disk or SQLite refused otherwise. Whether it is written, [`reopen`](crate::Ledger::reopen) finds out.
    #[error("the journal cannot be written (SQLite code {code}); whether this is on record is not known")]
    Io {
        /// SQLite's extended result code.
        code: i32,
    },
    /// A write failed before; nothing is written until the journal is reopened.
    #[error("an earlier write failed: the journal must be reopened first")]
    Poisoned,
    /// There is no such game.
    #[error("there is no game {game} in the journal")]
    UnknownGame {
        /// The game asked for.
        game: GameId,
    },
    /// A game of that number, or of that genesis, is there already.
    #[error("this game is in the journal already, as game {game}")]
    GameExists {
        /// Its number in this journal.
        game: GameId,
    },
    /// An entry for a closed game.
    #[error("game {game} is closed")]
    GameClosed {
        /// The game.
        game: GameId,
    },
    /// A game with as many entries, bytes or names as one can have.
    #[error("game {game} is full: {GAME_LEN_MAX} entries, or the bytes or names that one game may have")]
    GameFull {
        /// The game.
        game: GameId,
    },
    /// A body beyond the limit.
    #[error("an entry of {len} bytes is too large: at most {BODY_LEN_MAX}")]
    BodyTooLarge {
        /// Its game.
        game: GameId,
        /// Its bytes.
        len: usize,
    },
    /// A batch beyond the limit.
    #[error("a batch of {len} writes is too large")]
    BatchTooLarge {
        /// How many writes.
        len: usize,
    },
    /// A role or name that cannot be kept.
    #[error("game {game}: the role is not one short line, or the name is too long")]
    NameUnsound {
        /// The game.
        game: GameId,
    },
    /// As many games as a journal can hold.
    #[error("the journal holds as many games as it can")]
    JournalFull,
}
