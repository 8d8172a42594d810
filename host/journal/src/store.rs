//! One SQLite file: created whole, opened exclusively, written in transactions, closed at the first failed write.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::books::{Books, Plan, Row};
use crate::chain::Entry;
use crate::error::{Damage, OpenError};
use crate::game::{GameId, Head};
use crate::ledger::ReadError;
use crate::limits::BODY_LEN_MAX;
use crate::person::Person;
use crate::place::{Lock, beside, remove, resolve, sync_folder};
use crate::rows::{self, SCHEMA};
use crate::write::{AppendError, Write};

/// The version of the format that this crate writes, and the latest that it reads.
pub const FORMAT: i64 = 1;

/// What SQLite's header says a journal is: `Flag`.
const APPLICATION: i64 = 0x466c_6167;

/// Pages in the write-ahead log before it is written to the file: less than the ballast, so that the room of the
/// ballast is enough to empty the log on a full disk.
const LOG_PAGES: &str = "128";
/// Bytes that an emptied log may keep.
const LOG_BYTES: &str = "1048576";

/// Bytes in a row: the largest body with what goes with it. SQLite refuses what a damaged length makes larger.
const ROW_LEN_MAX: usize = BODY_LEN_MAX + 64 * 1024;

/// One SQLite file with its games as they stand.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    pages_max: Option<u32>,
    books: Books,
    /// None after a failed write: that handle is never used again.
    connection: Option<Connection>,
    _lock: Lock,
}

impl Store {
    /// Opens, or creates if there is none.
    pub(crate) fn open(path: &Path, pages_max: Option<u32>) -> Result<Self, OpenError> {
        let path = resolve(path)?;
        let lock = Lock::take(&path)?;
        if !path.try_exists()? {
            create(&path)?;
        }
        let (connection, books) = connect(&path, pages_max)?;
        Ok(Self { path, pages_max, books, connection: Some(connection), _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) const fn books(&self) -> &Books {
        &self.books
    }

    /// Closes the handle and opens another; the games are read anew.
    pub(crate) fn reopen(&mut self) -> Result<(), OpenError> {
        self.connection = None;
        let (connection, books) = connect(&self.path, self.pages_max)?;
        self.connection = Some(connection);
        self.books = books;
        Ok(())
    }

    /// Writes the batch in one transaction.
    pub(crate) fn append(&mut self, batch: &[Write]) -> Result<Vec<Head>, AppendError> {
        let connection = self.connection.as_mut().ok_or(AppendError::Poisoned)?;
        let plan = self.books.plan(batch)?;
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        match commit(connection, &plan) {
            Ok(()) => {
                self.books.enter(plan.games.into_values());
                Ok(plan.heads)
            }
            Err(error) => {
                self.connection = None;
                Err(error.into())
            }
        }
    }

    pub(crate) fn read(&self, id: GameId) -> Result<Vec<Entry>, ReadError> {
        let connection = self.connection.as_ref().ok_or(ReadError::Poisoned)?;
        let game = self.books.game(id).ok_or(ReadError::UnknownGame { game: id })?;
        rows::entries(connection, game)
    }

    pub(crate) fn people(&self, game: GameId) -> Result<Vec<Person>, ReadError> {
        let connection = self.connection.as_ref().ok_or(ReadError::Poisoned)?;
        self.books.game(game).ok_or(ReadError::UnknownGame { game })?;
        rows::people(connection, game)
    }
}

impl Drop for Store {
    /// A sound handle leaves one file behind, without a log.
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false);
        }
    }
}

fn commit(connection: &mut Connection, plan: &Plan<'_>) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    rows::put(&transaction, plan)?;
    transaction.commit()?;
    let forgets = plan.rows.iter().any(|row| matches!(row, Row::Forget(..)));
    if forgets {
        // What is forgotten must not live on in the write-ahead log.
        return checkpoint(connection);
    }
    if plan.rows.iter().any(|row| matches!(row, Row::Entry(_, link) if link.seq == 0)) {
        // A new game is put into the file itself, so that a lost log cannot make it as if it had never been. It is on
        // record already: where this fails, the log still has it.
        let _ = checkpoint(connection);
    }
    Ok(())
}

/// A new journal appears under its name only when it is whole.
fn create(path: &Path) -> Result<(), OpenError> {
    if beside(path, "-wal").try_exists()? {
        return Err(OpenError::Damaged { what: Damage::LogAlone });
    }
    let fresh = beside(path, ".new");
    for ending in ["", "-journal", "-wal", "-shm"] {
        remove(&beside(&fresh, ending))?;
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&fresh, flags)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = connection.transaction()?;
    for table in SCHEMA {
        transaction.execute(table, [])?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    fs::rename(&fresh, path)?;
    sync_folder(path)?;
    Ok(())
}

/// Opens what must be there, and reads the games.
fn connect(path: &Path, pages_max: Option<u32>) -> Result<(Connection, Books), OpenError> {
    if fs::metadata(path)?.len() == 0 {
        return Err(OpenError::Damaged { what: Damage::Empty });
    }
    let connection = open_file(path)?;
    if let Some(pages) = pages_max {
        connection.pragma_update(None, "max_page_count", pages)?;
    }
    for table in ["games", "people"] {
        check_pages(&connection, table)?;
    }
    let books = rows::books(&connection)?;
    // A failed sync may have left in memory what is not on disk: what was just read is written and synced anew.
    checkpoint(&connection)?;
    Ok((connection, books))
}

/// A connection with all settings, to a journal of a known format.
pub(crate) fn open_file(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::ZERO)?;
    // Closing must not try again what has failed.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, i32::try_from(ROW_LEN_MAX).unwrap_or(i32::MAX))?;
    // First of all: an exclusive handle needs no shared-memory file, and no other can come between.
    set(&connection, "locking_mode", "EXCLUSIVE", "exclusive")?;
    check_format(&connection)?;
    if connection.is_readonly("main")? {
        return Err(OpenError::ReadOnly);
    }
    set(&connection, "journal_mode", "WAL", "wal")?;
    for (name, value) in [
        ("synchronous", "FULL"),
        ("wal_autocheckpoint", LOG_PAGES),
        ("journal_size_limit", LOG_BYTES),
        ("foreign_keys", "ON"),
        ("secure_delete", "ON"),
        ("cell_size_check", "ON"),
        ("trusted_schema", "OFF"),
        ("temp_store", "MEMORY"),
    ] {
        connection.execute_batch(&format!("PRAGMA {name} = {value}"))?;
    }
    Ok(connection)
}

fn check_format(connection: &Connection) -> Result<(), OpenError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION {
        return Err(OpenError::NotAJournal);
    }
    let found = number("user_version")?;
    if found > FORMAT {
        return Err(OpenError::NewerFormat { found });
    }
    let mut statement =
        connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")?;
    let tables = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    if found == FORMAT && tables == SCHEMA {
        Ok(())
    } else {
        Err(OpenError::Damaged { what: Damage::Schema })
    }
}

/// Sets what answers with what it is then.
fn set(connection: &Connection, name: &str, value: &str, expected: &str) -> Result<(), OpenError> {
    let answer: String = connection.query_row(&format!("PRAGMA {name} = {value}"), [], |row| row.get(0))?;
    if answer == expected { Ok(()) } else { Err(OpenError::Io { kind: ErrorKind::Unsupported }) }
}

/// SQLite's own check of a table, or of all with `100` in place of one: where it names nothing, `ok`.
pub(crate) fn check_pages(connection: &Connection, table: &str) -> Result<(), OpenError> {
    let first: String =
        connection.query_row(&format!("PRAGMA integrity_check({table})"), [], |row| row.get(0))?;
    if first == "ok" { Ok(()) } else { Err(OpenError::Damaged { what: Damage::Pages { first } }) }
}

/// Writes the log's pages to the file, syncs both, and cuts the log to nothing.
fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    assert_eq!(busy, 0, "nobody else has the file open");
    Ok(())
}
