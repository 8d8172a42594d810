//! Reading a file: whatever is found in the wild, in one pass, without recursion.

use std::borrow::Cow;
use std::mem;

use super::collection::Collection;
use super::converted::Converted;
use super::game::{Game, Score, Tag};
use super::movetext::{Odd, is_word_byte, score};
use super::reading::{Readings, parse_clock};
use super::scan::Scan;
use super::sign;
use super::tag::{RawTag, begins_tag, read_tag, unescape};
use super::text::{add_words, decode, from_utf16};
use super::time_control::TimeControl;
use super::warning::{Warnings, What};

/// The most tags kept of one game.
const MOST_TAGS: usize = 500;

/// Reads a file. Every text is one: what cannot be read is left out, with a warning.
#[must_use]
pub fn read(bytes: &[u8]) -> Collection {
    match from_utf16(bytes) {
        Some(text) => {
            let mut reader = Reader::new(text.as_bytes());
            reader.warnings.add(0, What::Utf16);
            reader.read()
        }
        None => Converted::of(bytes).map_or_else(|| Reader::new(bytes).read(), read_converted),
    }
}

/// Reads a file that was put into UTF-8; its places are those in the file before that.
fn read_converted(converted: Converted<'_>) -> Collection {
    let mut reader = Reader::new(converted.text().as_bytes());
    converted.warn(&mut reader.warnings);
    let mut collection = reader.read();
    converted.to_source(&mut collection);
    collection
}

/// A file being read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) scan: Scan<'a>,
    games: Vec<Game>,
    pub(super) warnings: Warnings,
    /// The game being read.
    pub(super) game: Game,
    /// Where it began, if it has.
    pub(super) begun: Option<usize>,
    /// Where its result stands.
    pub(super) token_at: usize,
    /// The move number after which no move came yet.
    pub(super) number_at: Option<usize>,
    /// Whether that number is 1 after an empty line: another game without tags may begin.
    pub(super) restart: bool,
    /// The first number of the game, and the plies before its White's move; one less where it stands before Black's.
    pub(super) first_number: Option<(u32, i64)>,
    /// The last number, and whether it stands before Black's move.
    pub(super) last_number: Option<(u32, bool)>,
    /// A word that may have been meant as a move.
    pub(super) odd: Option<Odd>,
    /// Whether an empty line is before this.
    pub(super) empty_line: bool,
    /// Whether the last thing was text that is no move.
    in_text: bool,
    /// Whether other bytes than UTF-8 were met.
    not_utf8: bool,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            scan: Scan::new(bytes),
            games: Vec::new(),
            warnings: Warnings::default(),
            game: Game::default(),
            begun: None,
            token_at: 0,
            number_at: None,
            restart: false,
            first_number: None,
            last_number: None,
            odd: None,
            empty_line: false,
            in_text: false,
            not_utf8: false,
        }
    }

    fn read(mut self) -> Collection {
        loop {
            self.skip_blanks();
            let Some(byte) = self.scan.peek() else { break };
            let after_text = mem::take(&mut self.in_text);
            if !self.token(byte) {
                let (at, rest) = (self.scan.at(), self.scan.rest());
                self.scan.skip(1);
                let word = &rest[..=self.scan.take_while(is_word_byte).len()];
                if !after_text {
                    self.warnings.add(at, What::NotAMove);
                    self.set_odd(at, word);
                }
                self.in_text = true;
            }
        }
        self.finish_game(self.scan.at());
        if self.games.is_empty() {
            self.warnings.add(0, What::NoGame);
        }
        Collection { games: self.games, warnings: self.warnings.finish() }
    }

    pub(super) fn warn(&mut self, what: What) {
        self.warnings.add(self.scan.at(), what);
    }

    /// Goes on to the next thing: past blanks, line ends, byte order marks, and lines that begin with `%`.
    pub(super) fn skip_blanks(&mut self) {
        let mut lines = 0;
        while let Some(byte) = self.scan.peek() {
            match byte {
                b'\n' => lines += 1,
                b'\r' if self.scan.rest().get(1) != Some(&b'\n') => lines += 1,
                b'%' if self.scan.at_line_start() => {
                    self.scan.take_line();
                    continue;
                }
                0xEF if self.scan.rest().starts_with(b"\xEF\xBB\xBF") => self.scan.skip(2),
                0..=b' ' | 0x7F => {}
                _ => break,
            }
            self.scan.skip(1);
        }
        self.empty_line = lines > 1;
    }

    /// Reads one thing. Whether it is one; else nothing is taken.
    fn token(&mut self, byte: u8) -> bool {
        let at = self.scan.at();
        match byte {
            b'[' => return self.bracket(),
            b'{' => self.braces(),
            b';' => {
                self.scan.skip(1);
                let line = self.scan.take_line();
                self.comment(at, line);
            }
            b'(' => self.variation(),
            b'}' | b')' => {
                self.warn(if byte == b'}' { What::CommentUnopened } else { What::VariationUnopened });
                // What came before was a part of the comment or the variation.
                self.odd = None;
                self.scan.skip(1);
            }
            b'$' => self.numbered_sign(),
            b'!' | b'?' => {
                let (sign, bytes) = sign::of_marks(self.scan.rest());
                self.sign(sign);
                self.scan.skip(bytes);
            }
            b'*' => {
                self.scan.skip(1);
                self.result(at, Score::Open);
            }
            _ => return self.word(),
        }
        true
    }

    /// A comment in braces. Where it has no end, the last word in it may be the game's result.
    fn braces(&mut self) {
        let at = self.scan.at();
        self.scan.skip(1);
        let (text, closed) = self.scan.take_comment();
        if closed {
            return self.comment(at, text);
        }
        self.warnings.add(at, What::CommentUnclosed);
        let text = text.trim_ascii_end();
        let last = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1);
        match score(&text[last..]) {
            Some(score) => {
                self.comment(at, &text[..last]);
                self.result(at + 1 + last, score);
            }
            None => self.comment(at, text),
        }
    }

    /// A comment goes to the move before it, or else to the game.
    fn comment(&mut self, at: usize, bytes: &[u8]) {
        self.settle_odd();
        self.begun.get_or_insert(at);
        let text = self.decode(at, bytes);
        let Some(last) = self.game.moves.last_mut() else {
            add_words(&mut self.game.comment, &text);
            return;
        };
        let mut readings = Readings { clock_ms: last.clock_ms, elapsed_ms: last.elapsed_ms };
        let unreadable = readings.take(&text, |part| add_words(&mut last.comment, part));
        (last.clock_ms, last.elapsed_ms) = (readings.clock_ms, readings.elapsed_ms);
        if unreadable {
            self.warnings.add(at, What::ClockUnreadable);
        }
    }

    fn decode<'b>(&mut self, at: usize, bytes: &'b [u8]) -> Cow<'b, str> {
        let (text, utf8) = decode(bytes);
        if !utf8 && !mem::replace(&mut self.not_utf8, true) {
            self.warnings.add(at, What::NotUtf8);
        }
        text
    }

    /// A tag, or a command without its braces.
    fn bracket(&mut self) -> bool {
        let (at, rest) = (self.scan.at(), self.scan.rest());
        if begins_tag(rest) || (self.game.moves.is_empty() && self.scan.at_line_start()) {
            if let Some(raw) = read_tag(rest) {
                self.tag(&raw);
                return true;
            }
            self.warn(What::TagUnreadable);
            self.scan.take_line();
            return true;
        }
        if !rest.starts_with(b"[%") {
            return false;
        }
        let command = self.scan.take_while(|byte| !matches!(byte, b']' | b'\n' | b'\r'));
        let closed = self.scan.peek() == Some(b']');
        self.scan.skip(usize::from(closed));
        self.comment(at, &rest[..command.len() + usize::from(closed)]);
        true
    }

    fn tag(&mut self, raw: &RawTag<'_>) {
        let at = self.scan.at();
        let name = String::from_utf8_lossy(raw.name).into_owned();
        let mut repeated = self.game.tag(&name).is_some();
        let parted = name == "Event" || self.empty_line || !self.game.comment.is_empty();
        if self.has_moves() || (repeated && parted) {
            self.finish_game(at);
            repeated = false;
        }
        self.begun.get_or_insert(at);
        if let Some(what) = raw.fault {
            self.warn(what);
        }
        if repeated || self.game.tags.len() >= MOST_TAGS {
            self.warn(What::TagRepeated);
        }
        let value = unescape(&self.decode(at, raw.value));
        self.check_value(&name, &value);
        if self.game.tags.len() < MOST_TAGS {
            self.game.tags.push(Tag { name, value });
        }
        self.scan.skip(raw.bytes);
    }

    /// Whether the tags of the game being read are over.
    fn has_moves(&self) -> bool {
        !self.game.moves.is_empty() || self.game.token.is_some() || self.number_at.is_some()
    }

    /// Warns of times that cannot be used.
    fn check_value(&mut self, name: &str, value: &str) {
        match name {
            "TimeControl" => match TimeControl::parse(value) {
                Err(_) => self.warn(What::TimeControlUnreadable),
                Ok(control) if control.may_be_milliseconds() => self.warn(What::TimeControlInMilliseconds),
                Ok(_) => {}
            },
            "WhiteClock" | "BlackClock" if parse_clock(value).is_none() => self.warn(What::ClockUnreadable),
            _ => {}
        }
    }

    /// Puts the game that was read to the others, if it is one; the next begins at `before`.
    pub(super) fn finish_game(&mut self, before: usize) {
        let mut game = mem::take(&mut self.game);
        game.byte = self.begun.take().unwrap_or(before);
        self.number_at = None;
        self.restart = false;
        self.first_number = None;
        self.odd = None;
        // Words at the end of the moves say how the game ended.
        while let Some(odd) = game.moves.pop_if(|last| !last.text.is_move()) {
            add_words(
                game.moves.last_mut().map_or(&mut game.comment, |last| &mut last.comment),
                &odd.comment,
            );
        }
        if game.tags.is_empty() && game.moves.is_empty() && game.token.is_none() {
            return;
        }
        match (game.token, game.tag("Result").and_then(Score::read)) {
            (None, _) => self.warnings.add(before.saturating_sub(1), What::ResultMissing),
            (Some(token), Some(tag)) if token != tag => {
                self.warnings.add(self.token_at, What::ResultDisagrees);
            }
            (Some(_), _) => {}
        }
        self.games.push(game);
    }
}
