//! Where games are read from: a journal, its folder, the export of a game, a file of records; and how much of a file
//! is read at most.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use journal::{
    EXPORT_LEN_MAX, Entry, GameId, ImportError, Inspection, Ledger, MemoryLedger, OpenError, ReadError,
    Report, import, verify_all,
};

use crate::archive::journal_path;
use crate::replay::is_pgn;

/// The most bytes of a text that people write, and of an SGF file.
pub(crate) const TEXT_LEN_MAX: usize = 32 << 20;

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
    if is_journal(path)? { Ok(None) } else { read_export(path).map(Some) }
}

/// Whether a file begins as a journal does, or is empty, as a journal is before its first game.
pub(crate) fn is_journal(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    read_on(&mut open(path)?, SQLITE.len(), &mut start)?;
    Ok(start.is_empty() || start == SQLITE)
}

/// The text of an exported game.
pub(crate) fn read_export(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path, EXPORT_LEN_MAX)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// The bytes of a file of records. Collections of chess games may be as long as an exported game.
pub(crate) fn read_records(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let mut bytes = Vec::new();
    read_on(&mut file, TEXT_LEN_MAX + 1, &mut bytes)?;
    let may_be_long = is_pgn(path, &bytes) || bytes.trim_ascii_start().first() == Some(&b'{');
    let most = if may_be_long { EXPORT_LEN_MAX } else { TEXT_LEN_MAX };
    read_on(&mut file, (most + 1).saturating_sub(bytes.len()), &mut bytes)?;
    within(bytes, most)
}

/// The bytes of a regular file of no more than so many.
pub(crate) fn read_bytes(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_on(&mut open(path)?, most.saturating_add(1), &mut bytes)?;
    within(bytes, most)
}

/// Reads up to so many bytes more. A file that grows meanwhile, or says that it is shorter, changes nothing about that.
fn read_on(file: &mut File, more: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    file.take(u64::try_from(more).unwrap_or(u64::MAX)).read_to_end(bytes).map(drop)
}

fn within(bytes: Vec<u8>, most: usize) -> io::Result<Vec<u8>> {
    if bytes.len() <= most {
        return Ok(bytes);
    }
    let said = format!("larger than the {} MiB that are read", most >> 20);
    Err(io::Error::new(ErrorKind::FileTooLarge, said))
}

/// Opens a regular file. Others may have no end, and opening a pipe waits for somebody to write into it.
fn open(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Whether a file is one that can be read to its end.
pub(crate) fn check_regular(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(io::Error::new(ErrorKind::IsADirectory, "a folder, and no file"))
    } else {
        let said = "no regular file: a pipe, a socket or a device is not read";
        Err(io::Error::new(ErrorKind::InvalidInput, said))
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_has_no_end_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("fifo.sgf");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [Path::new("/dev/zero"), &pipe] {
            for refused in [
                read_bytes(path, 10).unwrap_err(),
                read_records(path).unwrap_err(),
                read_export(path).unwrap_err(),
                is_journal(path).unwrap_err(),
            ] {
                assert!(refused.to_string().starts_with("no regular file"), "{refused}");
            }
            assert!(matches!(Source::open(path), Err(SourceError::File { .. })));
        }
        let refused = read_records(folder.path()).unwrap_err();
        assert_eq!(refused.to_string(), "a folder, and no file");
    }

    #[test]
    fn no_more_is_read_than_the_most() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "1234").unwrap();
        assert_eq!(read_bytes(&file, 4).unwrap(), b"1234");
        assert_eq!(read_bytes(&file, 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
        // Holes take no room on the disk: a collection of chess games may be longer than an SGF file.
        let long = u64::try_from(TEXT_LEN_MAX).unwrap() + 1;
        for (name, read) in [("a.pgn", true), ("a.sgf", false)] {
            let path = folder.path().join(name);
            File::create(&path).unwrap().set_len(long).unwrap();
            let found = read_records(&path).map(|bytes| bytes.len());
            assert_eq!(found.is_ok(), read, "{name}");
            match found {
                Ok(length) => assert_eq!(length, TEXT_LEN_MAX + 1),
                Err(error) => assert_eq!(error.to_string(), "larger than the 32 MiB that are read"),
            }
        }
    }
}
