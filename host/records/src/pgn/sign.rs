//! Annotation signs and their numbers.

/// The number of `!`, `?` and pairs of them, and how many bytes it takes.
pub(super) fn of_marks(text: &[u8]) -> (u8, usize) {
    match text {
        [b'!', b'!', ..] => (3, 2),
        [b'?', b'?', ..] => (4, 2),
        [b'!', b'?', ..] => (5, 2),
        [b'?', b'!', ..] => (6, 2),
        [b'!', ..] => (1, 1),
        _ => (2, 1),
    }
}

/// The number of a sign that stands as a word, as printed books and their databases have them.
pub(super) fn of_word(word: &[u8]) -> Option<u8> {
    Some(match str::from_utf8(word).ok()? {
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        "N" => 146,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_the_numbers_of_the_standard() {
        for (text, sign) in
            [("!", (1, 1)), ("?", (2, 1)), ("!!", (3, 2)), ("??", (4, 2)), ("!?", (5, 2)), ("?!", (6, 2))]
        {
            assert_eq!(of_marks(text.as_bytes()), sign, "{text}");
        }
        assert_eq!(of_word("±".as_bytes()), Some(16));
        assert_eq!(of_word(b"-+"), Some(19));
        assert_eq!(of_word(b"e4"), None);
        assert_eq!(of_word(b"\xFF"), None);
    }
}
