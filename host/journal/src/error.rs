//! Why a journal cannot be opened, and how what SQLite and the system say is told.

use std::io;

use rusqlite::ffi;
use thiserror::Error;

use crate::game::GameId;
use crate::ledger::ReadError;
use crate::write::AppendError;

/// Why a journal cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("the journal is in use: another flagfall runs on the same data")]
    InUse,
    /// It, or its folder, cannot be written.
    #[error("the journal, or the folder that it is in, cannot be written")]
    ReadOnly,
    /// The disk is full.
    #[error("the disk is full")]
    NoSpace,
    /// It is a journal, but not a whole one.
    #[error("the journal is damaged: {what}")]
    Damaged {
        /// How.
        what: Damage,
    },
    /// A later version of this program wrote it.
    #[error("the journal has format {found}; this program knows formats up to {known}", known = crate::FORMAT)]
    NewerFormat {
        /// Its format's version.
        found: i64,
    },
    /// It is something else.
    #[error("the file is not a journal")]
    NotAJournal,
    /// The system refused.
    #[error("the journal cannot be opened: {kind}")]
    Io {
        /// What the system said.
        kind: io::ErrorKind,
    },
    /// SQLite refused.
    #[error("the journal cannot be opened (SQLite code {code})")]
    Sqlite {
        /// SQLite's extended result code.
        code: i32,
    },
}

/// How a journal is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// The write-ahead log is there, the file is not.
    #[error("its write-ahead log is there, but the file itself is not")]
    LogAlone,
    /// Its tables are not those of its format.
    #[error("its tables are not those of its format")]
    Schema,
    /// SQLite finds its pages inconsistent.
    #[error("{first}")]
    Pages {
        /// The first thing that SQLite names.
        first: String,
    },
    /// SQLite cannot read it.
    #[error("it cannot be read (SQLite code {code})")]
    Unreadable {
        /// SQLite's extended result code, 0 if a value is of the wrong kind.
        code: i32,
    },
    /// A game's state is not what was written.
    #[error("the state of game {game} is not what was written")]
    State {
        /// The game.
        game: GameId,
    },
    /// A name is not what was written.
    #[error("a name in game {game} is not what was written")]
    Name {
        /// The game.
        game: GameId,
    },
}

/// SQLite's extended result code; 0 if it is not SQLite that complains.
pub(crate) fn code(error: &rusqlite::Error) -> i32 {
    error.sqlite_error().map_or(0, |error| error.extended_code)
}

const SYNC_CODES: [i32; 2] = [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC];

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        let code = code(&error);
        match code & 0xff {
            ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Self::InUse,
            ffi::SQLITE_READONLY | ffi::SQLITE_PERM => Self::ReadOnly,
            ffi::SQLITE_FULL => Self::NoSpace,
            ffi::SQLITE_NOTADB => Self::NotAJournal,
            0 | ffi::SQLITE_ERROR | ffi::SQLITE_CORRUPT | ffi::SQLITE_TOOBIG | ffi::SQLITE_MISMATCH => {
                Self::Damaged { what: Damage::Unreadable { code } }
            }
            _ if code == ffi::SQLITE_IOERR_SHORT_READ => Self::Damaged { what: Damage::Unreadable { code } },
            _ => Self::Sqlite { code },
        }
    }
}

impl From<rusqlite::Error> for AppendError {
    fn from(error: rusqlite::Error) -> Self {
        let code = code(&error);
        if code & 0xff == ffi::SQLITE_FULL {
            Self::NoSpace
        } else if SYNC_CODES.contains(&code) {
            Self::SyncFailed
        } else {
            Self::Io { code }
        }
    }
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Damaged { what: Damage::Unreadable { code: code(&error) } }
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        let kind = error.kind();
        if matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) {
            Self::ReadOnly
        } else if matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
            Self::NoSpace
        } else {
            Self::Io { kind }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn what_the_disk_says_is_told_apart() {
        assert_eq!(AppendError::from(sqlite(ffi::SQLITE_FULL)), AppendError::NoSpace);
        assert_eq!(AppendError::from(sqlite(ffi::SQLITE_IOERR_FSYNC)), AppendError::SyncFailed);
        assert_eq!(AppendError::from(sqlite(ffi::SQLITE_IOERR_WRITE)), AppendError::Io { code: 778 });
        assert_eq!(OpenError::from(sqlite(ffi::SQLITE_BUSY)), OpenError::InUse);
        assert_eq!(OpenError::from(sqlite(ffi::SQLITE_READONLY_DIRECTORY)), OpenError::ReadOnly);
        assert_eq!(OpenError::from(sqlite(ffi::SQLITE_NOTADB)), OpenError::NotAJournal);
        assert_eq!(OpenError::from(io::Error::from(io::ErrorKind::ReadOnlyFilesystem)), OpenError::ReadOnly);
        assert_eq!(OpenError::from(io::Error::from(io::ErrorKind::StorageFull)), OpenError::NoSpace);
    }
}
