//! The files that are meant by a file or a folder.

use std::io;
use std::path::{Path, PathBuf};

use super::extension;
use crate::text::entries;

/// A file, or all files below a folder that look like records, in the order of their names; and the folders that
/// cannot be read.
#[derive(Debug)]
pub(crate) struct Files {
    /// What is still to be looked at, the next last, and whether it was named.
    waiting: Vec<(PathBuf, bool)>,
}

impl Files {
    /// The files meant by that path. Whether a file that is named can be read is for its reader to find out.
    pub(crate) fn below(named: &Path) -> Self {
        Self { waiting: vec![(named.to_owned(), true)] }
    }
}

impl Iterator for Files {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((path, is_named)) = self.waiting.pop() {
            if !path.is_dir() {
                if is_named || is_record(&path) {
                    return Some(Ok(path));
                }
                continue;
            }
            match entries(&path) {
                Ok(entries) => self.waiting.extend(entries.into_iter().rev().map(|path| (path, false))),
                Err(error) => return Some(Err((path, error))),
            }
        }
        None
    }
}

fn is_record(path: &Path) -> bool {
    extension(path).is_some_and(|extension| extension == "sgf" || extension == "pgn")
}
