//! The files that are meant by a file or a folder.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::extension;
use crate::text::entries;

/// A file, or all files below a folder that are meant, such as records, in the order of their names; and the folders that
/// cannot be read. Through whatever links a file or folder is reached, it comes once.
#[derive(Debug)]
pub(crate) struct Files {
    /// What is still to be looked at, the next last, and whether it was named.
    waiting: Vec<(PathBuf, bool)>,
    /// The files and folders that have come, by their true names.
    seen: HashSet<PathBuf>,
    /// Which files below a folder are meant.
    meant: fn(&Path) -> bool,
}

impl Files {
    /// The records meant by that path. Whether a file that is named can be read is for its reader to find out.
    pub(crate) fn below(named: &Path) -> Self {
        Self::meant(named, is_record)
    }

    /// The files meant by that path, and those below a folder that look as they should.
    pub(crate) fn meant(named: &Path, meant: fn(&Path) -> bool) -> Self {
        Self { waiting: vec![(named.to_owned(), true)], seen: HashSet::new(), meant }
    }

    /// Whether this was there before. What has no true name, such as a link to nowhere, is for its reader to find out.
    fn is_again(&mut self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|known| !self.seen.insert(known))
    }
}

impl Iterator for Files {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((path, is_named)) = self.waiting.pop() {
            let is_folder = path.is_dir();
            if !(is_folder || is_named || (self.meant)(&path)) || self.is_again(&path) {
                continue;
            }
            if !is_folder {
                return Some(Ok(path));
            }
            match entries(&path) {
                Ok(entries) => self.waiting.extend(entries.into_iter().rev().map(|path| (path, false))),
                Err(error) => return Some(Err((path, error))),
            }
        }
        None
    }
}

/// Whether a file is a record by its name.
pub(crate) fn is_record(path: &Path) -> bool {
    extension(path).is_some_and(|extension| extension == "sgf" || extension == "pgn")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_that_lead_back_bring_no_file_twice() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b/c")).unwrap();
        for name in ["a.sgf", "b/d.pgn", "b/c/e.sgf", "b/notes.txt"] {
            fs::write(at(name), "").unwrap();
        }
        symlink("..", at("b/c/up")).unwrap();
        symlink(".", at("b/round")).unwrap();
        symlink("../a.sgf", at("b/z.sgf")).unwrap();
        symlink("nowhere", at("b/y.sgf")).unwrap();
        let found: Vec<PathBuf> = Files::below(folder.path()).map(Result::unwrap).collect();
        assert_eq!(found, ["a.sgf", "b/c/e.sgf", "b/d.pgn", "b/y.sgf"].map(at));
        // A file that is named is read, whatever it is called.
        let named: Vec<_> = Files::below(&at("b/notes.txt")).map(Result::unwrap).collect();
        assert_eq!(named, [at("b/notes.txt")]);
    }
}
