//! Files that only their owner may read, written as a whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Their rights.
pub(crate) const RIGHTS: u32 = 0o600;

/// Writes the file as a whole or not at all; nobody else may read it at any time.
///
/// # Errors
/// Why it is as it was.
pub(crate) fn write(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.as_file().set_permissions(Permissions::from_mode(RIGHTS))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}
