//! The bytes of a file, from left to right.

use super::tag::begins_tag;

/// A place in a file. It only moves forward.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The place.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The byte here.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Everything from here on.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Goes so many bytes on.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.bytes.len().min(self.at + bytes);
    }

    /// Whether a line begins here, blanks before it aside.
    pub(super) fn at_line_start(&self) -> bool {
        self.at.checked_sub(1).is_none_or(|before| matches!(self.bytes[before], b'\n' | b'\r'))
    }

    /// The bytes as long as they are of a kind.
    pub(super) fn take_while(&mut self, kind: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !kind(*byte)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The rest of the line, without its end.
    pub(super) fn take_line(&mut self) -> &'a [u8] {
        self.take_while(|byte| !matches!(byte, b'\n' | b'\r'))
    }

    /// A comment from after its brace to its closing one, and whether that is there: without it the comment
    /// ends where the next game begins. Braces do not nest.
    pub(super) fn take_comment(&mut self) -> (&'a [u8], bool) {
        let rest = self.rest();
        let mut from = 0;
        while let Some(found) = rest[from..].iter().position(|byte| matches!(byte, b'}' | b'[')) {
            let end = from + found;
            if rest[end] == b'}' {
                self.at += end + 1;
                return (&rest[..end], true);
            }
            let line_start = end > 0 && matches!(rest[end - 1], b'\n' | b'\r');
            if line_start && rest[end..].starts_with(b"[Event ") && begins_tag(&rest[end..]) {
                self.at += end;
                return (&rest[..end], false);
            }
            from = end + 1;
        }
        self.at = self.bytes.len();
        (rest, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_at_their_brace_or_before_the_next_game() {
        for (text, comment, rest, closed) in [
            ("a { b} c", "a { b", " c", true),
            ("a [Event \"x\"] } c", "a [Event \"x\"] ", " c", true),
            ("a\n[%clk 0:00:01]} c", "a\n[%clk 0:00:01]", " c", true),
            ("a\n\n[Event \"x\"]}", "a\n\n", "[Event \"x\"]}", false),
            ("a\n[Event x]", "a\n[Event x]", "", false),
            ("", "", "", false),
        ] {
            let mut scan = Scan::new(text.as_bytes());
            assert_eq!(scan.take_comment(), (comment.as_bytes(), closed), "{text}");
            assert_eq!(scan.rest(), rest.as_bytes(), "{text}");
        }
    }
}
