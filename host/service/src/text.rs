//! Folders and text files, and why there is no text to read.

use std::io;
use std::path::{Path, PathBuf};

use crate::replay::is_record;
use crate::source::{TEXT_LEN_MAX, read_bytes};

/// Why a file gives no text.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is missing, may not be read, or is no file.
    File(io::Error),
    /// A folder in which no TOML file lies.
    NoToml,
    /// It is the record of a game.
    Record,
    /// It is not UTF-8.
    NotUtf8 {
        /// The line of the first wrong byte, counted from 1.
        line: usize,
        /// That byte's number in the file, counted from 1.
        byte: usize,
    },
}

impl Unread {
    /// The line at which it goes wrong, counted from 1.
    pub(crate) const fn line(&self) -> Option<usize> {
        match self {
            Self::File(_) | Self::NoToml | Self::Record => None,
            Self::NotUtf8 { line, .. } => Some(*line),
        }
    }

    /// What is wrong, without the line.
    pub(crate) fn what(&self) -> String {
        match self {
            Self::File(error) => error.to_string(),
            Self::NoToml => "no TOML files in this folder".into(),
            Self::Record => {
                "this is a game record, no TOML file such as a scenario: use flagfall replay".into()
            }
            Self::NotUtf8 { byte, .. } => format!("not UTF-8 at byte {byte}: save the file as UTF-8"),
        }
    }
}

/// In the form of the faults inside a file: `line 3: not UTF-8 at byte 57: …`.
impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line() {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.what())
    }
}

/// What lies in a folder, in the order of the names.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    Ok(entries)
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Unread> {
    let bytes = read_bytes(path, TEXT_LEN_MAX).map_err(Unread::File)?;
    if is_record(path) || begins_as_record(&bytes) {
        return Err(Unread::Record);
    }
    String::from_utf8(bytes).map_err(|error| {
        let sound = error.utf8_error().valid_up_to();
        let breaks = error.as_bytes().iter().take(sound).filter(|&&byte| byte == b'\n').count();
        Unread::NotUtf8 { line: breaks + 1, byte: sound + 1 }
    })
}

/// Whether a file begins as SGF or PGN does; neither is TOML.
fn begins_as_record(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    text.starts_with(b"(;") || text.starts_with(b"[Event \"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_no_texts() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.sgf", ""),
            ("b.PGN", "no text"),
            ("c.toml", "\u{feff} (;SZ[9])"),
            ("d", "[Event \"?\"]\n\n1. e4 *\n"),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let said = read_text(&path).unwrap_err().to_string();
            assert!(said.starts_with("this is a game record"), "{name}: {said}");
        }
        let path = folder.path().join("e.toml");
        std::fs::write(&path, "[control]\n").unwrap();
        assert_eq!(read_text(&path).unwrap(), "[control]\n");
    }

    #[test]
    fn the_first_wrong_byte_is_told() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let advice = "save the file as UTF-8";
        for (bytes, place) in [
            (b"name\n\xc4\xe3".as_slice(), "line 2: not UTF-8 at byte 6"),
            (b"\xff\xfen\0", "line 1: not UTF-8 at byte 1"),
            (b"\xe6\xa3\x8b\n\xe9\x92", "line 2: not UTF-8 at byte 5"),
        ] {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(read_text(file.path()).unwrap_err().to_string(), format!("{place}: {advice}"));
        }
    }
}
