//! The two ledgers behind one face, and what tests write into them.

use journal::{
    Entry, Game, GameId, Genesis, Ledger, Medium, MemoryLedger, Options, Person, Salt, SqliteLedger, Write,
};
use tempfile::TempDir;

/// A ledger whose process, or power, can end and begin again.
pub trait Backend {
    fn new() -> Self;
    fn ledger(&mut self) -> &mut dyn Ledger;
    fn restart(&mut self);
}

/// On disk, in a folder of its own.
pub struct Sqlite {
    ledger: Option<SqliteLedger>,
    folder: TempDir,
}

impl Backend for Sqlite {
    fn new() -> Self {
        let mut backend = Self { ledger: None, folder: tempfile::tempdir().unwrap() };
        backend.restart();
        backend
    }

    fn ledger(&mut self) -> &mut dyn Ledger {
        self.ledger.as_mut().unwrap()
    }

    fn restart(&mut self) {
        self.ledger = None;
        self.ledger = Some(SqliteLedger::open(&self.folder.path().join("games"), without_ballast()).unwrap());
    }
}

/// In memory.
pub struct Memory(MemoryLedger);

impl Backend for Memory {
    fn new() -> Self {
        Self(MemoryLedger::from(Medium::default()))
    }

    fn ledger(&mut self) -> &mut dyn Ledger {
        &mut self.0
    }

    fn restart(&mut self) {
        self.0 = MemoryLedger::from(self.0.medium().clone());
    }
}

pub fn without_ballast() -> Options {
    Options { ballast_len: 0, ..Options::default() }
}

pub fn begin(game: u64, people: Vec<Person>) -> Write {
    let genesis = Genesis::from_bytes([u8::try_from(game).unwrap(); 32]);
    let table = u32::try_from(game).unwrap() + 100;
    Write::Begin { game: GameId(game), genesis, table, body: b"opened".to_vec(), people }
}

pub fn entry(game: u64, body: impl AsRef<[u8]>) -> Write {
    Write::Entry { game: GameId(game), body: body.as_ref().to_vec() }
}

pub fn beat(game: u64, at_micros: u64) -> Write {
    Write::Beat { game: GameId(game), at_micros }
}

pub fn person(role: &str, name: &str) -> Person {
    Person { role: role.into(), salt: Salt::from_bytes([role.as_bytes()[0]; 16]), name: name.into() }
}

pub fn bodies(entries: Vec<Entry>) -> Vec<Vec<u8>> {
    entries.into_iter().map(|entry| entry.body).collect()
}

/// Everything that a ledger says.
pub type Content = Vec<(Game, Vec<Entry>, Vec<Person>)>;

pub fn content(ledger: &dyn Ledger) -> Content {
    let game = |game: Game| (game, ledger.read(game.id()).unwrap(), ledger.people(game.id()).unwrap());
    ledger.games().into_iter().map(game).collect()
}
