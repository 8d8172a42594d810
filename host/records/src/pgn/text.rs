//! Text of whatever encoding, and its blanks.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::text::unmarked_utf16;

/// The file as UTF-8 where it is UTF-16, by its byte order mark or because every other byte is nought.
pub(super) fn from_utf16(bytes: &[u8]) -> Option<String> {
    let encoding = match bytes {
        [0xFF, 0xFE, ..] => UTF_16LE,
        [0xFE, 0xFF, ..] => UTF_16BE,
        _ => unmarked_utf16(bytes)?,
    };
    Some(encoding.decode_with_bom_removal(bytes).0.into_owned())
}

/// The text of a tag or comment, and whether it was UTF-8. Windows-1252 has a character for every byte.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0, false),
    }
}

/// Whether a character only separates words. Control characters count: lines end with some of them.
pub(super) fn is_blank(char: char) -> bool {
    char == ' ' || char.is_control()
}

/// Adds the words of a text, with one blank between: where a comment's lines are broken says nothing.
pub(super) fn add_words(to: &mut String, text: &str) {
    let text = text.trim_matches(is_blank);
    if text.is_empty() {
        return;
    }
    to.reserve(text.len() + 1);
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !to.is_empty() {
            to.push(' ');
        }
        to.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_by_single_blanks() {
        let mut to = String::from("a");
        add_words(&mut to, " b\r\n\tc\0\u{85}d\u{3000}e ");
        assert_eq!(to, "a b c d\u{3000}e");
        add_words(&mut to, " \n");
        assert_eq!(to, "a b c d\u{3000}e");
    }

    #[test]
    fn old_bytes_are_windows_1252() {
        assert_eq!(decode("Möller".as_bytes()), (Cow::Borrowed("Möller"), true));
        assert_eq!(decode(b"M\xF6ller \x80"), (Cow::Borrowed("Möller €"), false));
        assert_eq!(from_utf16(b"\xFF\xFEe\x004\x00").as_deref(), Some("e4"));
        assert_eq!(from_utf16(b"\xFE\xFF\x00e\x004").as_deref(), Some("e4"));
        assert_eq!(from_utf16(b"1\0.\0e\x004\0").as_deref(), Some("1.e4"));
        assert_eq!(from_utf16(b"e4"), None);
    }
}
