//! A file that only takes up room, so that there is room for the last records when the disk is full.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::OpenError;
use crate::place::{beside, remove, sync_folder};

/// The file beside the journal.
#[derive(Debug)]
pub(crate) struct Ballast {
    path: PathBuf,
    len: u64,
}

impl Ballast {
    pub(crate) fn beside(journal: &Path, len: u64) -> Self {
        Self { path: beside(journal, ".ballast"), len }
    }

    /// Whether it takes up its room.
    pub(crate) fn is_there(&self) -> bool {
        self.len > 0 && fs::metadata(&self.path).is_ok_and(|file| file.len() >= self.len)
    }

    pub(crate) fn free(&self) -> Result<(), OpenError> {
        remove(&self.path)?;
        Ok(sync_folder(&self.path)?)
    }

    /// Whole or not at all.
    pub(crate) fn restore(&self) -> Result<(), OpenError> {
        if self.len == 0 || self.is_there() {
            return Ok(());
        }
        self.fill().inspect_err(|_| drop(remove(&self.path)))?;
        Ok(())
    }

    fn fill(&self) -> io::Result<()> {
        // Written, not merely reserved, and not zeros: some file systems keep no room for those.
        const BLOCK: [u8; 4096] = [0xa5; 4096];
        let mut file = File::create(&self.path)?;
        let mut left = self.len;
        while left > 0 {
            let part = usize::try_from(left).unwrap_or(BLOCK.len()).min(BLOCK.len());
            file.write_all(&BLOCK[..part])?;
            left = left.saturating_sub(u64::try_from(part).unwrap_or(left));
        }
        file.sync_all()
    }
}
