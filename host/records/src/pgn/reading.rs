//! Clock readings in comments: `[%clk h:mm:ss]`, `[%emt h:mm:ss]`.

use std::fmt::Write;

/// `h:mm:ss` with any fraction of a second, in milliseconds; what is finer is cut off.
///
/// `None` for anything else: two numbers alone could be hours and minutes as well as minutes and seconds.
#[must_use]
pub fn parse_clock(text: &str) -> Option<u64> {
    let (mut seconds, mut part, mut parts, mut empty) = (0u64, 0u64, 1, true);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => {
                part = part.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
                empty = false;
            }
            b':' if !empty && parts < 3 => {
                seconds = seconds.checked_add(part)?.checked_mul(60)?;
                (part, parts, empty) = (0, parts + 1, true);
            }
            b'.' | b',' if !empty && parts == 3 => {
                let fraction = thousandths(&text[at + 1..])?;
                return seconds.checked_add(part)?.checked_mul(1000)?.checked_add(fraction);
            }
            _ => return None,
        }
    }
    if empty || parts != 3 { None } else { seconds.checked_add(part)?.checked_mul(1000) }
}

/// A number of digits only.
pub(super) fn number(digits: &str) -> Option<u64> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// The digits after the point as thousandths.
pub(super) fn thousandths(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.bytes().chain(*b"000").take(3).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

/// Milliseconds as `h:mm:ss`, with tenths or thousandths where they are not whole.
#[must_use]
pub fn format_clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    // Writing to a String cannot fail.
    let _ = match ms % 1000 {
        0 => Ok(()),
        rest if rest % 100 == 0 => write!(text, ".{}", rest / 100),
        rest => write!(text, ".{rest:03}"),
    };
    text
}

/// What the commands of a comment say of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Readings {
    /// `%clk`: left on the mover's clock after the move, in milliseconds.
    pub(super) clock_ms: Option<u64>,
    /// `%emt`: used for the move, in milliseconds.
    pub(super) elapsed_ms: Option<u64>,
}

/// The longest reading looked for, with its bracket: a bound keeps the search linear.
const LONGEST: usize = 40;

/// What a look at one command found.
enum Command {
    /// A reading that was wanted and taken: so many bytes with its bracket.
    Taken(usize),
    /// Another command, or a second reading: it is text.
    Other,
    /// A reading that cannot be read: it is text.
    Unreadable,
}

impl Readings {
    /// Takes the readings out of a comment, the first of each kind, and gives the parts of the text round
    /// them to `rest`. Whether there was one that cannot be read.
    pub(super) fn take<'a>(&mut self, comment: &'a str, mut rest: impl FnMut(&'a str)) -> bool {
        let (mut from, mut at, mut unreadable) = (0, 0, false);
        while let Some(start) = comment.as_bytes()[at..].iter().position(|byte| *byte == b'[') {
            let start = at + start;
            at = start + 1;
            if comment.as_bytes().get(at) != Some(&b'%') {
                continue;
            }
            at += 1;
            match self.command(&comment[at..]) {
                Command::Taken(bytes) => {
                    rest(&comment[from..start]);
                    at += bytes;
                    from = at;
                }
                Command::Other => {}
                Command::Unreadable => unreadable = true,
            }
        }
        rest(&comment[from..]);
        unreadable
    }

    /// Looks at the command whose name `text` begins with.
    fn command(&mut self, text: &str) -> Command {
        let place = match text.as_bytes() {
            [b'c', b'l', b'k', ..] => &mut self.clock_ms,
            [b'e', b'm', b't', ..] => &mut self.elapsed_ms,
            _ => return Command::Other,
        };
        let Some(end) = text.bytes().take(LONGEST).position(|byte| byte == b']') else {
            return Command::Unreadable;
        };
        let blank = |char: char| char.is_ascii_whitespace();
        let value = &text[3..end];
        match parse_clock(value.trim_matches(blank)) {
            Some(ms) if value.starts_with(blank) => {
                if place.is_some() {
                    return Command::Other;
                }
                *place = Some(ms);
                Command::Taken(end + 1)
            }
            _ => Command::Unreadable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_hours_minutes_seconds() {
        for (text, ms) in [
            ("0:00:00", 0),
            ("1:30:43", 5_443_000),
            ("0:04:57", 297_000),
            ("00:00:09.9", 9_900),
            ("0:0:58.6", 58_600),
            ("0:00:01,25", 1_250),
            ("0:00:00.0509", 50),
            ("0:00:00.050", 50),
            ("123:00:00", 442_800_000),
            ("0:90:75", 5_475_000),
        ] {
            assert_eq!(parse_clock(text), Some(ms), "{text}");
        }
        for text in ["", "1:30", "90", "-0:00:05", "0:00:05.", "0:0x:05", "0:00:00:05", "1:+2:03", "0:00:5 "]
        {
            assert_eq!(parse_clock(text), None, "{text}");
        }
        assert_eq!(parse_clock("99999999999999999999:00:00"), None);
        assert_eq!(parse_clock(&format!("{}:00:00", u64::MAX / 3600)), None);
    }

    #[test]
    fn readings_are_written_as_short_as_they_are_exact() {
        for (ms, text) in [
            (0, "0:00:00"),
            (5_443_000, "1:30:43"),
            (9_900, "0:00:09.9"),
            (9_950, "0:00:09.950"),
            (7, "0:00:00.007"),
        ] {
            assert_eq!(format_clock(ms), text);
            assert_eq!(parse_clock(text), Some(ms));
        }
        assert_eq!(parse_clock(&format_clock(u64::MAX)), Some(u64::MAX));
    }

    #[test]
    fn readings_are_found_anywhere_in_a_comment() {
        let take = |comment: &str| {
            let (mut readings, mut parts) = (Readings::default(), Vec::new());
            let unreadable = readings.take(comment, |part| parts.push(part.to_owned()));
            (readings.clock_ms, readings.elapsed_ms, parts.concat(), unreadable)
        };
        for (comment, expected) in [
            (" [%clk 0:00:05] ", (Some(5000), None, "  ", false)),
            ("a[%clk 0:00:05]b[%emt 0:00:01.5 ]c", (Some(5000), Some(1500), "abc", false)),
            ("[%eval 1.2] [%clk\n0:00:05]", (Some(5000), None, "[%eval 1.2] ", false)),
            ("[%clk 0:00:05][%clk 0:00:06]", (Some(5000), None, "[%clk 0:00:06]", false)),
            ("[%clk [%clk 0:00:05] 0:00:06]", (Some(5000), None, "[%clk  0:00:06]", true)),
            ("[%clk ?]", (None, None, "[%clk ?]", true)),
            ("[%clk0:00:05]", (None, None, "[%clk0:00:05]", true)),
            ("[%clk 0:00:05", (None, None, "[%clk 0:00:05", true)),
            ("[%clé] [%c", (None, None, "[%clé] [%c", false)),
        ] {
            let (clock, elapsed, text, unreadable) = expected;
            assert_eq!(take(comment), (clock, elapsed, text.to_owned(), unreadable), "{comment}");
        }
    }
}
