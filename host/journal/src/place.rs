//! Where a journal lies, what lies beside it, and that nobody else has it open.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::OpenError;

/// The path with links followed, so that one journal has one lock whatever it is called.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    if let Ok(path) = fs::canonicalize(path) {
        return Ok(path);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(fs::canonicalize(folder(path))?.join(name))
}

/// The folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// `games.journal` with `-wal` behind it.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Has the folder's entries written.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

/// Removes a file that may not be there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
        .or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Held as long as the journal is open; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "it is held, not used")] File);

impl Lock {
    /// At once, or not at all.
    pub(crate) fn take(path: &Path) -> Result<Self, OpenError> {
        let lock = beside(path, ".lock");
        Self::try_lock(OpenOptions::new().read(true).write(true).create(true).truncate(false).open(lock)?)
    }

    /// Where nothing may be written: a journal without a lock beside it was never opened here.
    pub(crate) fn take_if_there(path: &Path) -> Result<Option<Self>, OpenError> {
        match File::open(beside(path, ".lock")) {
            Ok(file) => Self::try_lock(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn try_lock(file: File) -> Result<Self, OpenError> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}
