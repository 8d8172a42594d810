//! A move as a file writes it: its shape, not its legality.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The longest move: `Qa1-b2=Q++` and some.
const LONGEST: usize = 15;

/// The text of a move: SAN (`Nf3`, `exd8=Q+`, `O-O`), UCI (`e7e8q`), long (`Ng1-f3`), a drop (`P@e4`) or a
/// null move (`--`, `Z0`, `0000`). It is as written, except that castling has the letter O, figurines are
/// letters, dashes are `-`, and `e.p.` is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The text, zeros, and in the last byte the text's length: 16 bytes are copied in one go.
    bytes: [u8; LONGEST + 1],
}

/// A text that does not have the shape of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move")]
pub struct NotAMove;

impl MoveText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever put in.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text's bytes, all of them ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.bytes[LONGEST])]
    }

    /// Reads a word; `None` if it does not have the shape of a move.
    pub(super) fn read(word: &[u8]) -> Option<Self> {
        if !word.is_ascii() {
            return Self::read(plain(word)?.as_bytes());
        }
        if is_shape(word) {
            return Self::store(word.iter().copied());
        }
        if let Some((capture, marks)) = en_passant(word).filter(|(capture, _)| is_shape(capture)) {
            return Self::store(capture.iter().chain(marks).copied());
        }
        let (castling, marks) = castling(word)?;
        Self::store(castling.bytes().chain(marks.iter().copied()))
    }

    /// A word that does not have the shape of a move and stands where one is due: no rules allow it. What is too long is
    /// cut off, and `_` stands for what no move is written with. A word begins with a letter: only such a one is the
    /// same word when it is read again.
    pub(super) fn odd(word: &[u8]) -> Option<Self> {
        let usual = |byte: u8| byte.is_ascii_alphanumeric() || b"-+=#_".contains(&byte);
        let letters = word.iter().take(LONGEST).map(|&byte| if usual(byte) { byte } else { b'_' });
        let begins = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_' || !byte.is_ascii();
        word.first().filter(|first| begins(first))?;
        Self::store(letters).filter(|text| !text.is_move())
    }

    /// Whether it has the shape of a move. In what was read of a file there may be a word in a move's place that has
    /// not.
    #[must_use]
    pub fn is_move(&self) -> bool {
        is_shape(self.as_bytes()) || castling(self.as_bytes()).is_some()
    }

    /// The same move with what it promotes to and marks of check, as in `e8(Q)+`.
    pub(super) fn promoting(&self, piece: u8, marks: &[u8]) -> Option<Self> {
        if !matches!(self.as_bytes(), [.., b'1' | b'8']) {
            return None;
        }
        let end = [b'=', piece].into_iter().chain(marks.iter().copied());
        let whole = Self::store(self.as_bytes().iter().copied().chain(end))?;
        is_shape(whole.as_bytes()).then_some(whole)
    }

    fn store(word: impl Iterator<Item = u8>) -> Option<Self> {
        let (mut packed, mut len) = (0u128, 0);
        for byte in word {
            if len == LONGEST {
                return None;
            }
            packed |= u128::from(byte) << (8 * len);
            len += 1;
        }
        packed |= (len as u128) << (8 * LONGEST);
        Some(Self { bytes: packed.to_le_bytes() })
    }
}

/// A move without the `e.p.` at its end, and the marks of check behind or before that.
fn en_passant(word: &[u8]) -> Option<(&[u8], &[u8])> {
    let (said, after) = word.split_at(word.len() - marks(word));
    let said = [&b"e.p."[..], b"e.p", b"ep"].into_iter().find_map(|sign| said.strip_suffix(sign))?;
    let capture = said.strip_suffix(b"/").unwrap_or(said);
    if after.is_empty() {
        Some(capture.split_at(capture.len() - marks(capture)))
    } else {
        Some((capture, after))
    }
}

/// Figurines as letters, dashes as `-`; `None` if there is something else than ASCII besides them.
fn plain(word: &[u8]) -> Option<String> {
    // Figurines have three bytes.
    let word = std::str::from_utf8(word.get(..word.len().min(3 * LONGEST))?).ok()?;
    let letter = |char| {
        Some(match char {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            '♙' | '♟' => 'P',
            '–' | '—' | '‑' | '−' => '-',
            '×' => 'x',
            ascii if ascii.is_ascii() => ascii,
            _ => return None,
        })
    };
    word.chars().map(letter).collect()
}

/// Castling with O, o or 0, with or without dashes: its standard form, and the marks of check after it.
fn castling(word: &[u8]) -> Option<(&'static str, &[u8])> {
    let (king_or_queen, marks) = word.split_at(word.len() - marks(word));
    match king_or_queen {
        b"O-O" | b"o-o" | b"0-0" | b"OO" | b"oo" => Some(("O-O", marks)),
        b"O-O-O" | b"o-o-o" | b"0-0-0" | b"OOO" | b"ooo" => Some(("O-O-O", marks)),
        _ => None,
    }
}

/// How many bytes at the end are marks of check or mate.
fn marks(word: &[u8]) -> usize {
    word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count()
}

/// Whether a word has the shape of a move other than castling: a null move, a drop, or
/// `[piece][file][rank][x-:]` square `[=][piece]` and marks of check.
fn is_shape(word: &[u8]) -> bool {
    let word = &word[..word.len() - marks(word)];
    if matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@") {
        return true;
    }
    let word = match word {
        [before @ .., b'=' | b'/', piece] if piece.is_ascii_alphabetic() => before,
        [before @ .., b'1'..=b'8', piece] if piece.is_ascii_alphabetic() => &word[..before.len() + 1],
        _ => word,
    };
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = word else { return false };
    match origin {
        [b'@'] => true,
        [piece, b'@'] => piece.is_ascii_alphabetic(),
        [before @ .., b'x' | b'-' | b':'] => is_origin(before),
        _ => is_origin(origin),
    }
}

/// `[piece][file][rank]`, the rank alone excepted: it would be a move number. A small b is a file, or else a piece.
fn is_origin(origin: &[u8]) -> bool {
    match origin {
        [] | [b'a'..=b'h', b'1'..=b'8'] => true,
        [piece] | [piece, b'a'..=b'h' | b'1'..=b'8'] | [piece, b'a'..=b'h', b'1'..=b'8'] => {
            piece.is_ascii_alphabetic()
        }
        _ => false,
    }
}

impl FromStr for MoveText {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        Self::read(text.as_bytes()).ok_or(NotAMove)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_as_written() {
        for text in [
            "e4", "exd5", "exd8=Q+", "e8Q", "e8=Q", "e8/Q", "Nf3", "Nbd7", "R1a3", "Qh4e1", "Qxh4xe1",
            "Bxf7#", "e2e4", "e7e8q", "e2-e4", "Ng1-f3", "e7xd8=Q", "e2:d3", "O-O", "O-O-O+", "P@e4", "N@f3",
            "@e4", "--", "Z0", "0000", "@@@@", "Sf3", "nf3", "bxc3", "Qh7++", "R8xe5+",
        ] {
            let expected = if text == "Qxh4xe1" { Err(NotAMove) } else { Ok(text.to_owned()) };
            assert_eq!(text.parse::<MoveText>().map(|text| text.to_string()), expected, "{text}");
        }
    }

    #[test]
    fn what_says_the_same_is_written_the_same() {
        for (text, expected) in [
            ("0-0", "O-O"),
            ("o-o-o", "O-O-O"),
            ("0-0-0+", "O-O-O+"),
            ("0–0", "O-O"),
            ("OO", "O-O"),
            ("♘f3", "Nf3"),
            ("♞g8–f6", "Ng8-f6"),
            ("exd6e.p.", "exd6"),
            ("exd6ep", "exd6"),
            ("exd6e.p", "exd6"),
            ("exd6/ep", "exd6"),
            ("exd6/e.p.", "exd6"),
            ("exd6e.p.+", "exd6+"),
            ("exd6ep#", "exd6#"),
            ("exd6+e.p.", "exd6+"),
            ("e5xd6e.p.", "e5xd6"),
            ("e4×d5", "e4xd5"),
        ] {
            assert_eq!(text.parse::<MoveText>().unwrap().as_str(), expected, "{text}");
        }
    }

    #[test]
    fn a_word_in_the_place_of_a_move_is_the_same_when_it_is_read_again() {
        for (word, text) in [
            ("null", Some("null")),
            ("Ka9!?", Some("Ka9__")),
            ("\u{9a6c}8", Some("___8")),
            ("resigns_in_a_bad_position", Some("resigns_in_a_ba")),
            (">>>>>>>>>>>>>>>>58e1", None),
            ("58e1", None),
            ("e4", None),
        ] {
            let odd = MoveText::odd(word.as_bytes());
            assert_eq!(odd.map(|odd| odd.to_string()).as_deref(), text, "{word}");
        }
    }

    #[test]
    fn other_words_are_no_moves() {
        for text in [
            "",
            "e",
            "4",
            "e9",
            "i4",
            "Black",
            "resigns",
            "1-0",
            "0-1",
            "1/2-1/2",
            "*",
            "12",
            "e4 e5",
            "Blade1",
            "1e4",
            "e4e5e6",
            "+",
            "ep",
            "e.p.",
            "=",
            "Nf3}",
            "棋e4",
            "\u{fffd}",
            "Qa1xb2=Q+++++++++++",
            "N@",
            "@",
            "O-",
            "O",
        ] {
            assert_eq!(text.parse::<MoveText>(), Err(NotAMove), "{text}");
        }
    }

    #[test]
    fn a_promotion_may_follow() {
        let promoting = |text: &str, piece| text.parse::<MoveText>().unwrap().promoting(piece, b"+");
        assert_eq!(promoting("e8", b'Q').map(|text| text.to_string()).as_deref(), Some("e8=Q+"));
        assert_eq!(promoting("O-O", b'Q'), None);
        assert_eq!(promoting("e8=Q", b'Q'), None);
    }
}
