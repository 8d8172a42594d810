//! Events at rest: for each game a chain of entries, each bearing the hash of the one before, in one SQLite file.
//!
//! A [`Ledger`] writes batches of [`Write`]s, each in one transaction: **what [`Ledger::append`] has acknowledged
//! is on disk, a batch is there whole or not at all, and what is read back is what was written**, or is told to be
//! damaged. Names stay outside the chain and can be forgotten; the last known table time stands beside it.
//! [`SqliteLedger`] is the one on disk, [`MemoryLedger`] the one for simulations, with a disk's faults.
//! What the entries say is the caller's affair: bodies are bytes. The format is in `docs/record-format.md`.
//!
//! ```
//! use journal::{Genesis, Ledger, Options, SqliteLedger, Write, verify_all};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let mut ledger = SqliteLedger::open(&folder.path().join("games.journal"), Options::default()).unwrap();
//! let (game, genesis) = (ledger.next_game(), Genesis::random().unwrap());
//! let heads = ledger.append(&[
//!     Write::Begin { game, genesis, table: 3, body: b"opened".to_vec(), people: vec![] },
//!     Write::Entry { game, body: b"pressed".to_vec() },
//!     Write::Beat { game, at_micros: 12_345_000 },
//! ]).unwrap();
//!
//! assert_eq!(ledger.open_games()[0].head, heads[1]);
//! assert!(verify_all(&ledger).is_sound());
//! ```

mod ballast;
mod books;
mod bytes;
mod chain;
mod error;
mod export;
mod game;
mod import;
mod inspection;
mod ledger;
mod limits;
mod memory;
mod mirror;
mod person;
mod place;
mod rows;
mod sqlite;
mod store;
mod verify;
mod write;

pub use bytes::{Genesis, Hash, ParseBytesError, RandomError, Reference, Salt};
pub use chain::{Broken, Entry, Fault, entry_hash};
pub use error::{Damage, OpenError};
pub use export::{Names, export};
pub use game::{Game, GameId, Head};
pub use import::{ImportError, import};
pub use inspection::Inspection;
pub use ledger::{Ledger, ReadError};
pub use limits::{
    BATCH_BYTES_MAX, BATCH_LEN_MAX, BODY_LEN_MAX, EXPORT_LEN_MAX, GAME_BYTES_MAX, GAME_LEN_MAX, GAMES_MAX,
    MIRROR_QUEUE_MAX, NAME_LEN_MAX, NAMED_MAX, ROLE_LEN_MAX,
};
pub use memory::{Medium, MemoryLedger, WriteFault};
pub use mirror::MirrorFault;
pub use person::Person;
pub use sqlite::{MirrorState, Options, SqliteLedger};
pub use store::FORMAT;
pub use verify::{Report, verify_all, verify_game};
pub use write::{AppendError, Write};
