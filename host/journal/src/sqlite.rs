//! The ledger on disk.

use std::path::{Path, PathBuf};

use crate::ballast::Ballast;
use crate::chain::Entry;
use crate::error::OpenError;
use crate::game::{Game, GameId, Head};
use crate::ledger::{Ledger, ReadError};
use crate::mirror::{Mirror, MirrorFault};
use crate::person::Person;
use crate::place::resolve;
use crate::store::Store;
use crate::write::{AppendError, Write};

/// How a journal is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// A second journal, best on another medium, to which every batch goes too.
    pub mirror: Option<PathBuf>,
    /// Bytes that the ballast file takes up; 0 for none.
    pub ballast_len: u64,
    /// Pages of 4096 bytes that the file may have; `None` for as many as the disk has.
    pub pages_max: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { mirror: None, ballast_len: 1 << 20, pages_max: None }
    }
}

/// What has become of the mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorState {
    /// None is wanted.
    None,
    /// It has all that is on record, or will have it at once.
    Following,
    /// Nothing more is written to it until [`SqliteLedger::restore_mirror`].
    Failed(MirrorFault),
}

/// The ledger on disk: one SQLite file with its write-ahead log, its lock and its ballast beside it.
#[derive(Debug)]
pub struct SqliteLedger {
    // Before the store: it is told of nothing that is not on record, and ends first.
    mirror: Option<Result<Mirror, MirrorFault>>,
    store: Store,
    ballast: Ballast,
    options: Options,
}

impl SqliteLedger {
    /// Opens the journal, or creates it if there is no file. On a full disk the ballast is freed for it. Neither a full disk for the ballast nor a mirror that
    /// fails keeps it from being opened: see [`has_ballast`](Self::has_ballast) and [`mirror`](Self::mirror).
    pub fn open(path: &Path, options: Options) -> Result<Self, OpenError> {
        let ballast = Ballast::beside(&resolve(path)?, options.ballast_len);
        let store = match Store::open(path, options.pages_max) {
            Err(OpenError::NoSpace) if ballast.is_there() => {
                ballast.free()?;
                Store::open(path, options.pages_max)?
            }
            opened => opened.inspect(|_| drop(ballast.restore()))?,
        };
        let mut ledger = Self { mirror: None, store, ballast, options };
        ledger.restore_mirror();
        Ok(ledger)
    }

    /// Where it lies, links followed.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Whether the ballast takes up its room.
    #[must_use]
    pub fn has_ballast(&self) -> bool {
        self.ballast.is_there()
    }

    /// Gives the ballast's room to the last records. After a failed write, `reopen` comes next.
    pub fn free_ballast(&mut self) -> Result<(), OpenError> {
        self.ballast.free()
    }

    /// Takes up the room again, if there is that much.
    pub fn restore_ballast(&mut self) -> Result<(), OpenError> {
        self.ballast.restore()
    }

    /// What has become of the mirror.
    #[must_use]
    pub fn mirror(&self) -> MirrorState {
        match &self.mirror {
            None => MirrorState::None,
            Some(Err(fault)) => MirrorState::Failed(fault.clone()),
            Some(Ok(mirror)) => mirror.fault().map_or(MirrorState::Following, MirrorState::Failed),
        }
    }

    /// Opens the mirror anew, if one is wanted, and brings it up to what is on record. Waits for the medium.
    pub fn restore_mirror(&mut self) -> MirrorState {
        // The old one first lets go of its file.
        self.mirror = None;
        self.mirror = self.options.mirror.as_ref().map(|path| Mirror::follow(path, &self.store));
        self.mirror()
    }
}

impl Ledger for SqliteLedger {
    fn append(&mut self, batch: &[Write]) -> Result<Vec<Head>, AppendError> {
        let heads = self.store.append(batch)?;
        if let Some(Ok(mirror)) = &mut self.mirror {
            mirror.send(batch, &heads);
        }
        Ok(heads)
    }

    fn reopen(&mut self) -> Result<(), OpenError> {
        self.store.reopen()?;
        // What was not confirmed may be on record after all, and the mirror was not told.
        self.restore_mirror();
        Ok(())
    }

    fn games(&self) -> Vec<Game> {
        self.store.books().games().copied().collect()
    }

    fn game(&self, game: GameId) -> Option<Game> {
        self.store.books().game(game).copied()
    }

    fn next_game(&self) -> GameId {
        self.store.books().next_game()
    }

    fn read(&self, game: GameId) -> Result<Vec<Entry>, ReadError> {
        self.store.read(game)
    }

    fn people(&self, game: GameId) -> Result<Vec<Person>, ReadError> {
        self.store.people(game)
    }
}
