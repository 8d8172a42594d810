//! One tag pair of a file.

use super::warning::What;

/// A tag pair found: its name, its value with escapes, and where it ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RawTag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
    /// The bytes it takes, from its bracket on.
    pub(super) bytes: usize,
    /// Whether it lacks a quote or its bracket.
    pub(super) fault: Option<What>,
}

/// The longest name looked for.
const LONGEST_NAME: usize = 255;

/// Whether `[Name "` stands here, as in no other text. `bytes` begin at the bracket.
pub(super) fn begins_tag(bytes: &[u8]) -> bool {
    split_name(bytes).is_some_and(|(_, rest)| rest.first() == Some(&b'"'))
}

/// The name after the bracket, and what follows after blanks; `None` if there is no name.
fn split_name(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = trim_start(bytes.strip_prefix(b"[")?);
    let end = inside.iter().take(LONGEST_NAME).take_while(|byte| is_name_byte(**byte)).count();
    let (name, rest) = inside.split_at(end);
    name.first().filter(|first| first.is_ascii_alphabetic())?;
    Some((name, trim_start(rest)))
}

pub(super) const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Without leading blanks, of which a hundred are enough.
fn trim_start(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().take(100).take_while(|byte| matches!(byte, b' ' | b'\t')).count()..]
}

/// Reads the tag pair at a bracket; it ends with its line at the latest. `None` if there is no name and value.
pub(super) fn read_tag(bytes: &[u8]) -> Option<RawTag<'_>> {
    let (name, rest) = split_name(bytes)?;
    let line = &rest[..rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())];
    let before = bytes.len() - rest.len();
    if let Some(quoted) = line.strip_prefix(b"\"")
        && let Some((value, after)) = closing(quoted)
    {
        return Some(RawTag { name, value, bytes: before + 1 + after, fault: None });
    }
    // A quote is missing, or escaped by a backslash that was meant as itself.
    let value = line.trim_ascii();
    let value = value.strip_suffix(b"]").unwrap_or(value).trim_ascii();
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    let fault = Some(What::TagUnclosed);
    (line.len() > 1).then_some(RawTag { name, value, bytes: before + line.len(), fault })
}

/// The value up to its closing quote, the one before a bracket, and the bytes to after that bracket.
/// Quotes inside that are not escaped are part of it.
fn closing(quoted: &[u8]) -> Option<(&[u8], usize)> {
    let mut at = 0;
    while let Some(byte) = quoted.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => {
                let after = trim_start(&quoted[at + 1..]);
                if after.first() == Some(&b']') {
                    return Some((&quoted[..at], quoted.len() - after.len() + 1));
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// A value without its escapes: `\"` and `\\`. Other backslashes are themselves.
pub(super) fn unescape(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, chars.peek()) {
            ('\\', Some(&next @ ('\\' | '"'))) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(char),
        }
    }
    plain
}

/// A value as it is written: quotes and backslashes escaped.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_real_files() {
        let (clean, unclosed) = (None, Some(What::TagUnclosed));
        for (line, name, value, rest, fault) in [
            (r#"[White "A"]"#, "White", "A", "", clean),
            (r#"[ White   "A" ] x"#, "White", "A", " x", clean),
            (r#"[White"A"][Black "B"]"#, "White", "A", r#"[Black "B"]"#, clean),
            (r#"[Event "The \"Big\" One\\"]"#, "Event", r#"The "Big" One\"#, "", clean),
            (r#"[Event "The "Big" One"]"#, "Event", r#"The "Big" One"#, "", clean),
            (r#"[Event "a]b"]"#, "Event", "a]b", "", clean),
            (r#"[Event ""]"#, "Event", "", "", clean),
            ("[Event \"a\\n\"]", "Event", "a\\n", "", clean),
            (r#"[Site "C:\games\"]"#, "Site", r"C:\games\", "", unclosed),
            ("[Site \"abc]\nx", "Site", "abc", "\nx", unclosed),
            ("[Site \"abc\"\r\nx", "Site", "abc", "\r\nx", unclosed),
            ("[Result 1-0]", "Result", "1-0", "", unclosed),
        ] {
            let tag = read_tag(line.as_bytes()).unwrap();
            let found = unescape(std::str::from_utf8(tag.value).unwrap());
            assert_eq!((tag.name, found.as_str()), (name.as_bytes(), value), "{line}");
            assert_eq!((&line[tag.bytes..], tag.fault), (rest, fault), "{line}");
        }
    }

    #[test]
    fn other_brackets_are_no_tags() {
        for text in ["", "[", "[]", "[Event", "[Event]", "[%clk 0:00:01]", "[ \"x\"]", "[1 \"x\"]", "x"] {
            assert_eq!(read_tag(text.as_bytes()), None, "{text}");
            assert!(!begins_tag(text.as_bytes()), "{text}");
        }
        assert!(begins_tag(b"[Event \""));
        assert!(!begins_tag(b"[Event x]"));
    }

    #[test]
    fn escapes_are_undone() {
        for value in ["", "a", r#"""#, r"\", r#"\"\\""#, "é\\"] {
            assert_eq!(unescape(&escape(value)), value);
        }
    }
}
