//! Time controls that are put on a table from a page: in short notation, or one of those that the program brings along.

use std::sync::LazyLock;

use clock::Control;
use include_dir::{Dir, include_dir};
use referee::ControlFile;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/controls");

/// Bytes that a control's notation may have: far more than any needs.
pub(crate) const NOTATION_MAX: usize = 512;

/// A control that the program brings along.
#[derive(Clone, Debug)]
pub(crate) struct Shipped {
    /// What it is asked for by, and the name of its file: `chinese-hour`.
    pub(crate) key: String,
    pub(crate) file: ControlFile,
}

/// Those of `config/controls`, by key.
pub(crate) static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let mut shipped: Vec<Shipped> = FILES
        .files()
        .map(|file| {
            let key = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            let text = file.contents_utf8().unwrap_or_default();
            let file = ControlFile::read(text).expect("the shipped controls are read by a test");
            Shipped { key, file }
        })
        .collect();
    shipped.sort_by(|one, other| one.key.cmp(&other.key));
    shipped
});

/// The control of that notation or key.
///
/// # Errors
/// What was expected.
pub(crate) fn read(text: &str) -> Result<Control, String> {
    let text = text.trim();
    if text.len() > NOTATION_MAX {
        return Err(format!("expected a time control of at most {NOTATION_MAX} bytes"));
    }
    match SHIPPED.iter().find(|shipped| shipped.key == text) {
        Some(shipped) => Ok(shipped.file.control.clone()),
        None if is_key(text) => Err(format!(
            "expected one of the controls that are brought along, or a short notation such as 55m+5x60s, found {text}"
        )),
        None => text.parse().map_err(|error: clock::ParseControlError| error.to_string()),
    }
}

/// Whether it is written as keys are, and as no notation is.
fn is_key(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_found_by_its_key_or_read_from_its_notation() {
        assert_eq!(read("chinese-hour").unwrap(), "1h reserve 5m/60s".parse().unwrap());
        assert_eq!(read(" 1h reserve 5m/60s\n").unwrap(), read("chinese-hour").unwrap());
        let none = read("chinese-hours").unwrap_err();
        assert!(
            none.starts_with("expected one of the controls") && none.ends_with("found chinese-hours"),
            "{none}"
        );
        assert!(read("hourglass 3m").is_ok());
        assert_eq!(read(&"1".repeat(600)).unwrap_err(), "expected a time control of at most 512 bytes");
    }

    #[test]
    fn every_control_brought_along_has_a_name_and_words() {
        assert!(SHIPPED.len() >= 27, "{}", SHIPPED.len());
        for Shipped { key, file } in SHIPPED.iter() {
            assert!(file.name.is_some(), "{key}");
        }
    }
}
