//! Where games are read from: a journal, its folder, or the export of a game.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use journal::{
    Entry, GameId, ImportError, Inspection, Ledger, MemoryLedger, OpenError, ReadError, Report, import,
    verify_all,
};

use crate::archive::journal_path;

/// What SQLite's files begin with.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Games at rest, which nothing here changes.
#[derive(Debug)]
pub(crate) enum Source {
    /// A copy of a journal.
    Journal(Inspection),
    /// An exported game.
    Export(MemoryLedger),
}

/// Why there are no games.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// It is no journal that can be looked at.
    #[error("{}: {error}", path.display())]
    Journal { path: PathBuf, error: OpenError },
    /// It is no export, or one that does not hold.
    #[error("{}: {error}", path.display())]
    Export { path: PathBuf, error: ImportError },
}

/// The journal's file, if a folder is named.
pub(crate) fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() { journal_path(path) } else { path.to_owned() }
}

impl Source {
    /// Reads a journal or an export; which of them is told by its first bytes.
    pub(crate) fn open(path: &Path) -> Result<Self, SourceError> {
        let path = file_of(path);
        match read(&path) {
            Ok(None) => Inspection::open(&path)
                .map(Self::Journal)
                .map_err(|error| SourceError::Journal { path, error }),
            Ok(Some(text)) => {
                let mut ledger = MemoryLedger::default();
                match import(&mut ledger, &text) {
                    Ok(_) => Ok(Self::Export(ledger)),
                    Err(error) => Err(SourceError::Export { path, error }),
                }
            }
            Err(error) => Err(SourceError::File { path, error }),
        }
    }

    /// Each game with its head, or with the first link that does not hold.
    pub(crate) fn report(&self) -> Report {
        match self {
            Self::Journal(inspection) => inspection.report(),
            Self::Export(ledger) => verify_all(ledger),
        }
    }

    /// A game's entries, each link checked.
    pub(crate) fn entries(&self, game: GameId) -> Result<Vec<Entry>, ReadError> {
        match self {
            Self::Journal(inspection) => inspection.entries(game),
            Self::Export(ledger) => ledger.read(game),
        }
    }
}

/// The text of a file; `None` if it is a journal, or nothing.
fn read(path: &Path) -> io::Result<Option<String>> {
    let mut start = Vec::new();
    let begin = u64::try_from(SQLITE.len()).unwrap_or_default();
    File::open(path)?.take(begin).read_to_end(&mut start)?;
    if start.is_empty() || start == SQLITE { Ok(None) } else { fs::read_to_string(path).map(Some) }
}
