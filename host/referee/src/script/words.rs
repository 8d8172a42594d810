//! The words of a script line, and what a single word can mean: a time, a side, a move, a length.

use std::fmt;
use std::str::FromStr;

use clock::{Duration, Instant, Side};

use crate::command::{Played, Who};
use crate::document::fault::{nearest, shown};
use crate::script::fault::{Read, ScriptFault, Slip, Wanted};
use crate::script::stamp::{self, digits};
use crate::setup::GameKind;

/// Who may stand behind `by`.
const GIVERS: [Who; 7] =
    [Who::Black, Who::White, Who::Both, Who::Recorder, Who::Sensor, Who::Arbiter, Who::Chief];

/// The longest chess move in letters, such as `Qa1xb2=Q+`.
const CHESS_MOVE_MAX: usize = 10;

/// One word, or one text in quotes.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) quoted: bool,
    pub(crate) column: usize,
}

impl Word {
    /// Whether it is this word, not in quotes.
    pub(crate) fn is(&self, text: &str) -> bool {
        !self.quoted && self.text == text
    }

    /// The fault that something else should stand here.
    pub(crate) fn instead(&self, wanted: Wanted) -> Slip {
        // What opens an envelope is not repeated.
        let secret =
            ["passphrase=", "salt="].into_iter().find(|key| !self.quoted && self.text.starts_with(key));
        if let Some(key) = secret {
            let found = Some(format!("{key}…"));
            return Slip { column: self.column, what: ScriptFault::Expected { wanted, found } };
        }
        let found = if self.quoted { Quoted(&self.text).to_string() } else { self.text.clone() };
        Slip { column: self.column, what: ScriptFault::Expected { wanted, found: Some(shown(&found)) } }
    }

    fn bare(&self, wanted: Wanted) -> Read<&str> {
        if self.quoted { Err(self.instead(wanted)) } else { Ok(&self.text) }
    }

    /// The word's meaning by its own type.
    pub(crate) fn parse<T: FromStr>(&self, wanted: Wanted) -> Read<T> {
        self.bare(wanted)?.parse().map_err(|_| self.instead(wanted))
    }

    /// A line's time.
    pub(crate) fn time(&self) -> Read<Instant> {
        stamp::parse(self.bare(Wanted::Time)?).ok_or_else(|| self.instead(Wanted::Time))
    }

    /// A person.
    pub(crate) fn who(&self) -> Read<Who> {
        let who = GIVERS.into_iter().find(|who| self.is(who.as_str()));
        who.ok_or_else(|| self.instead(Wanted::Who))
    }

    /// A move of that kind of game.
    pub(crate) fn played(&self, kind: GameKind) -> Read<Played> {
        let (played, wanted) = match kind {
            GameKind::Go | GameKind::Gomoku => (point(&self.text), Wanted::Point),
            GameKind::Chess => (chess_move(&self.text), Wanted::ChessMove),
            GameKind::Clock => return Err(Slip { column: self.column, what: ScriptFault::NoMoves }),
        };
        played.filter(|_| !self.quoted).ok_or_else(|| self.instead(wanted))
    }

    /// Time to be given (true) or taken away.
    pub(crate) fn amount(&self) -> Read<(bool, Duration)> {
        let text = self.bare(Wanted::Amount)?;
        let (given, length) = match text.strip_prefix('+') {
            Some(length) => (true, length),
            None => (false, text.strip_prefix('-').unwrap_or_default()),
        };
        length.parse().map(|length| (given, length)).map_err(|_| self.instead(Wanted::Amount))
    }

    /// `elapsed=40` or `elapsed=40s`.
    pub(crate) fn elapsed(&self) -> Read<Duration> {
        let value = self.bare(Wanted::Elapsed)?.strip_prefix("elapsed=").unwrap_or_default();
        let seconds = digits(value).map(Duration::from_secs);
        seconds.or_else(|| value.parse().ok()).ok_or_else(|| self.instead(Wanted::Elapsed))
    }

    /// The two halves of `key=value`.
    pub(crate) fn pair(&self) -> Read<(&str, &str)> {
        self.bare(Wanted::Setting)?.split_once('=').ok_or_else(|| self.instead(Wanted::Setting))
    }

    /// The fault of a word that is none of those known.
    pub(crate) fn unknown_command(&self, known: &'static [&'static str]) -> Slip {
        let (found, near) = (shown(&self.text), nearest(&self.text, known));
        Slip { column: self.column, what: ScriptFault::UnknownCommand { found, near, known } }
    }

    /// The fault of a key that is none of those known.
    pub(crate) fn unknown_part(&self, key: &str, known: &'static [&'static str]) -> Slip {
        let (found, near) = (shown(key), nearest(key, known));
        Slip { column: self.column, what: ScriptFault::UnknownPart { found, near, known } }
    }
}

/// Splits a line into words; `#` at the begin of a word makes the rest a comment (a move may end in `#`).
pub(crate) fn split(line: &str) -> Read<Vec<Word>> {
    let mut letters = line.chars().zip(1..).peekable();
    let mut words = Vec::new();
    while let Some(&(letter, column)) = letters.peek() {
        match letter {
            '#' => break,
            '"' => {
                letters.next();
                let text = quoted(&mut letters).ok_or(Slip { column, what: ScriptFault::Quote })?;
                words.push(Word { text, quoted: true, column });
            }
            letter if letter.is_whitespace() => {
                letters.next();
            }
            _ => {
                let mut text = String::new();
                while let Some((letter, _)) = letters.next_if(|(letter, _)| !letter.is_whitespace()) {
                    text.push(letter);
                    // A value in quotes may have spaces.
                    if letter == '=' && letters.next_if(|(letter, _)| *letter == '"').is_some() {
                        text += &quoted(&mut letters).ok_or(Slip { column, what: ScriptFault::Quote })?;
                    }
                }
                words.push(Word { text, quoted: false, column });
            }
        }
    }
    Ok(words)
}

/// The text up to the closing quotation mark, which is taken too.
fn quoted(letters: &mut impl Iterator<Item = (char, usize)>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()?.0 {
            '"' => return Some(text),
            '\\' => match letters.next()?.0 {
                letter @ ('"' | '\\') => text.push(letter),
                _ => return None,
            },
            letter => text.push(letter),
        }
    }
}

/// A text in quotes, as a script writes it.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A line break cannot be written in a script line.
        let text = self.0.replace(['\n', '\r'], " ");
        write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A point such as `q16` with its letter made large, `pass` or `unknown`. Whether it lies on the board is asked
/// later: off the board is an illegal move, not an unreadable one.
fn point(text: &str) -> Option<Played> {
    match text {
        "pass" => return Some(Played::Pass),
        "unknown" => return Some(Played::Unknown),
        _ => {}
    }
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let number = text.get(1..).filter(|number| !number.starts_with('0') && number.len() <= 3)?;
    digits(number).filter(|_| letter != 'I').map(|number| Played::At(format!("{letter}{number}")))
}

/// A move that looks like SAN or UCI, or `unknown`.
fn chess_move(text: &str) -> Option<Played> {
    if text == "unknown" {
        return Some(Played::Unknown);
    }
    let castling = ["O-O", "0-0"].iter().any(|castling| text.starts_with(castling));
    let letters = if castling { "O0-+#!?" } else { "abcdefghqrnKQRBNP12345678x=+#!?" };
    let square = text.bytes().any(|byte| byte.is_ascii_digit());
    let like =
        (2..=CHESS_MOVE_MAX).contains(&text.len()) && text.chars().all(|letter| letters.contains(letter));
    let begins = text.starts_with(|first: char| "abcdefghKQRBNPO0".contains(first));
    (like && begins && (square || castling)).then(|| Played::At(text.to_owned()))
}

/// A side.
pub(crate) fn side(word: &Word) -> Read<Side> {
    word.parse(Wanted::Side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word { text: text.to_owned(), quoted: false, column: 1 }
    }

    #[test]
    fn lines_fall_into_words() {
        let words = split("  0 pause \"fire \\\"alarm\\\" # 1\"\t# why").unwrap();
        let texts: Vec<(&str, usize)> = words.iter().map(|word| (word.text.as_str(), word.column)).collect();
        assert_eq!(texts, [("0", 3), ("pause", 5), ("fire \"alarm\" # 1", 11)]);
        assert_eq!(split("5 move white Qxf7# # mate").unwrap()[3].text, "Qxf7#");
        for text in ["0 pause \"fire", "0 pause \"fire\\", "0 pause \"fi\\re\"", "\""] {
            assert_eq!(split(text).unwrap_err().what, ScriptFault::Quote, "{text}");
        }
        assert_eq!(split("").unwrap().len() + split(" # nothing").unwrap().len(), 0);
    }

    #[test]
    fn points() {
        for (text, played) in [("q16", "Q16"), ("A1", "A1"), ("Z25", "Z25"), ("T20", "T20"), ("pass", "pass")]
        {
            assert_eq!(word(text).played(GameKind::Go).unwrap().to_string(), played);
        }
        assert_eq!(word("unknown").played(GameKind::Gomoku), Ok(Played::Unknown));
        for text in ["I5", "i5", "Q0", "Q", "16", "Q016", "QQ1", "Q1x", "é1", "", "PASS", "Q-1", "Q1234"] {
            assert!(word(text).played(GameKind::Go).is_err(), "{text}");
        }
    }

    #[test]
    fn chess_moves() {
        for text in [
            "e4", "Nbd7", "O-O", "O-O-O+", "0-0", "exd8=Q+", "e2e4", "e7e8q", "Qa1xb2#", "R1e2", "Nf3!?",
            "unknown",
        ] {
            assert_eq!(word(text).played(GameKind::Chess).unwrap().to_string(), text);
        }
        for text in ["pass", "Q16%", "e", "", "black", "xx", "e4e5e6e7e8e9", "start", "9", "O-O-e4", "ab"] {
            assert!(word(text).played(GameKind::Chess).is_err(), "{text}");
        }
    }
}
