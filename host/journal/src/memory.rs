//! The ledger in memory, with the faults of a disk: for simulations.

use std::collections::BTreeMap;

use crate::books::{Books, Plan, Row};
use crate::bytes::Reference;
use crate::chain::{Entry, follow_all};
use crate::error::OpenError;
use crate::game::{Game, GameId, Head};
use crate::ledger::{Ledger, ReadError};
use crate::person::Person;
use crate::write::{AppendError, Write};

/// What survives a power cut: all batches that were written whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Medium {
    books: Books,
    entries: BTreeMap<GameId, Vec<Entry>>,
    people: BTreeMap<GameId, BTreeMap<Reference, Person>>,
}

/// What happens at a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteFault {
    /// It is refused: the disk is full.
    NoSpace,
    /// It is not confirmed.
    SyncFailed {
        /// Whether the batch is found on record when the ledger is reopened.
        kept: bool,
    },
    /// The power fails. The write is answered with [`AppendError::Poisoned`], as is every later one; what goes on
    /// is a new ledger on the [`medium`](MemoryLedger::medium).
    PowerCut {
        /// Whether the batch was on the medium by then.
        kept: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Sound,
    Poisoned,
    WithoutPower,
}

/// The ledger in memory.
///
/// ```
/// use journal::{AppendError, GameId, Genesis, Ledger, MemoryLedger, Write, WriteFault};
///
/// let mut ledger = MemoryLedger::default();
/// let genesis = Genesis::from_bytes([1; 32]);
/// let begin = Write::Begin { game: GameId(1), genesis, table: 3, body: b"opened".to_vec(), people: vec![] };
/// ledger.append(&[begin]).unwrap();
///
/// ledger.fail(2, WriteFault::PowerCut { kept: false });
/// let entry = Write::Entry { game: GameId(1), body: b"lost".to_vec() };
/// assert_eq!(ledger.append(&[entry]), Err(AppendError::Poisoned));
///
/// let after = MemoryLedger::from(ledger.medium().clone());
/// assert_eq!(after.read(GameId(1)).unwrap().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct MemoryLedger {
    medium: Medium,
    /// The games as the last acknowledged batch left them.
    books: Books,
    condition: Condition,
    writes: u64,
    faults: BTreeMap<u64, WriteFault>,
}

impl Default for MemoryLedger {
    fn default() -> Self {
        Self::from(Medium::default())
    }
}

impl From<Medium> for MemoryLedger {
    fn from(medium: Medium) -> Self {
        let books = medium.books.clone();
        Self { medium, books, condition: Condition::Sound, writes: 0, faults: BTreeMap::new() }
    }
}

impl MemoryLedger {
    /// Lets the `nth` write of this ledger fail, counted from 1. Empty and refused batches are not counted.
    pub fn fail(&mut self, nth: u64, fault: WriteFault) {
        self.faults.insert(nth, fault);
    }

    /// How many batches it was to write.
    #[must_use]
    pub const fn writes(&self) -> u64 {
        self.writes
    }

    /// What would survive a power cut now.
    #[must_use]
    pub const fn medium(&self) -> &Medium {
        &self.medium
    }

    /// Whether no power cut has come yet.
    #[must_use]
    pub fn has_power(&self) -> bool {
        self.condition != Condition::WithoutPower
    }

    fn take_fault(&mut self) -> Option<WriteFault> {
        self.writes = self.writes.saturating_add(1);
        self.faults.remove(&self.writes)
    }
}

impl Medium {
    fn write(&mut self, plan: &Plan<'_>) {
        self.books.enter(plan.games.values().copied());
        for row in &plan.rows {
            match row {
                Row::Entry(game, link) => self.entries.entry(*game).or_default().push(link.to_entry()),
                Row::Name(game, reference, person) => {
                    self.people.entry(*game).or_default().insert(*reference, (*person).clone());
                }
                Row::Forget(game, reference) => {
                    self.people.entry(*game).or_default().remove(reference);
                }
            }
        }
    }
}

impl Ledger for MemoryLedger {
    fn append(&mut self, batch: &[Write]) -> Result<Vec<Head>, AppendError> {
        if self.condition != Condition::Sound {
            return Err(AppendError::Poisoned);
        }
        let plan = self.books.plan(batch)?;
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let (kept, condition, answer) = match self.take_fault() {
            None => (true, Condition::Sound, Ok(())),
            Some(WriteFault::NoSpace) => (false, Condition::Poisoned, Err(AppendError::NoSpace)),
            Some(WriteFault::SyncFailed { kept }) => {
                (kept, Condition::Poisoned, Err(AppendError::SyncFailed))
            }
            Some(WriteFault::PowerCut { kept }) => {
                (kept, Condition::WithoutPower, Err(AppendError::Poisoned))
            }
        };
        if kept {
            self.medium.write(&plan);
        }
        self.condition = condition;
        answer?;
        self.books.enter(plan.games.into_values());
        Ok(plan.heads)
    }

    fn reopen(&mut self) -> Result<(), OpenError> {
        if self.condition == Condition::WithoutPower {
            return Err(OpenError::Io { kind: std::io::ErrorKind::NotConnected });
        }
        self.condition = Condition::Sound;
        self.books = self.medium.books.clone();
        Ok(())
    }

    fn games(&self) -> Vec<Game> {
        self.books.games().copied().collect()
    }

    fn game(&self, game: GameId) -> Option<Game> {
        self.books.game(game).copied()
    }

    fn next_game(&self) -> GameId {
        self.books.next_game()
    }

    fn read(&self, id: GameId) -> Result<Vec<Entry>, ReadError> {
        if self.condition != Condition::Sound {
            return Err(ReadError::Poisoned);
        }
        let game = self.books.game(id).ok_or(ReadError::UnknownGame { game: id })?;
        let entries = self.medium.entries.get(&id).into_iter().flatten();
        Ok(follow_all(id, game.genesis, &game.head, entries.map(|entry| Ok(entry.clone().into())))?)
    }

    fn people(&self, game: GameId) -> Result<Vec<Person>, ReadError> {
        if self.condition != Condition::Sound {
            return Err(ReadError::Poisoned);
        }
        self.books.game(game).ok_or(ReadError::UnknownGame { game })?;
        Ok(self.medium.people.get(&game).into_iter().flat_map(BTreeMap::values).cloned().collect())
    }
}
