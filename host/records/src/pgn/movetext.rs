//! Reading what follows the tags: moves, numbers, signs, variations, results.

use std::mem;

use super::game::{Move, Score};
use super::move_text::MoveText;
use super::read::Reader;
use super::sign;
use super::tag::begins_tag;
use super::warning::What;

/// Words of so many bytes are nothing. A number is taken off a word and the rest looked at again: without a bound
/// `1.1.1.` and so on would take time beyond the file's length.
const LONGEST_WORD: usize = 64;

/// A word that is no move and may have been meant as one.
#[derive(Debug)]
pub(super) struct Odd {
    at: usize,
    text: MoveText,
    /// Whether it stands where a move must stand: after a move number, or where moves are not numbered.
    due: bool,
}

impl Reader<'_> {
    /// Keeps a word that is no move, until what follows tells whether it was meant as one.
    pub(super) fn set_odd(&mut self, at: usize, word: &[u8]) {
        let unnumbered = self.first_number.is_none() && !self.game.moves.is_empty();
        let due = self.number_at.is_some() || unnumbered;
        // After a result only a number begins another game.
        let text = MoveText::odd(word).filter(|_| self.game.token.is_none() || self.number_at.is_some());
        if let Some(text) = text {
            self.odd = Some(Odd { at, text, due });
        }
    }

    /// The word was meant as a move: that move nobody can play.
    fn play_odd(&mut self, odd: Odd) {
        let start = self.number_at.take().map_or(odd.at, |number| number.min(odd.at));
        // A comment behind it may have begun the game.
        self.begun = Some(self.begun.map_or(start, |begun| begun.min(start)));
        self.game.moves.push(Move { byte: odd.at, ..Move::from(odd.text) });
    }

    /// What is said of a move that was due is said of the word in its place.
    pub(super) fn settle_odd(&mut self) {
        if self.game.token.is_none()
            && let Some(odd) = self.odd.take_if(|odd| odd.due)
        {
            self.play_odd(odd);
        }
    }

    /// What the number says of a word before it: if a move is missing, the word is that move.
    fn check_number(&mut self, number: u32, before_black: bool) {
        let plies = i64::try_from(self.game.moves.len()).unwrap_or(i64::MAX);
        self.last_number = Some((number, before_black));
        if self.game.token.is_some() {
            return;
        }
        let Some((first, before)) = self.first_number else {
            self.first_number = Some((number, plies - i64::from(before_black)));
            self.odd = None;
            return;
        };
        let said = before + 2 * (i64::from(number) - i64::from(first)) + i64::from(before_black);
        if let Some(odd) = self.odd.take_if(|_| said > plies) {
            self.play_odd(odd);
        }
        self.odd = None;
    }

    /// Skips a variation with all that are in it. Without its end it goes to the next game, and the last thing
    /// in it may be the game's result.
    pub(super) fn variation(&mut self) {
        let (start, mut depth, mut result) = (self.scan.at(), 0usize, None);
        loop {
            self.skip_blanks();
            let at = self.scan.at();
            let Some(byte) = self.scan.peek() else { break };
            match byte {
                b'(' => {
                    depth += 1;
                    self.game.variations += 1;
                }
                b')' if depth == 1 => return self.scan.skip(1),
                b')' => depth -= 1,
                b'[' if self.scan.at_line_start() && begins_tag(self.scan.rest()) => break,
                b'{' => {
                    self.scan.skip(1);
                    self.scan.take_comment();
                    continue;
                }
                b';' => {
                    self.scan.take_line();
                    continue;
                }
                b'*' => result = Some((at, Score::Open)),
                _ => {
                    let word = self.scan.take_while(is_word_byte);
                    result = score(word).map(|score| (at, score));
                    self.scan.skip(usize::from(word.is_empty()));
                    continue;
                }
            }
            self.scan.skip(1);
        }
        self.warnings.add(start, What::VariationUnclosed);
        if let Some((at, score)) = result {
            self.result(at, score);
        }
    }

    pub(super) fn numbered_sign(&mut self) {
        let at = self.scan.at();
        self.scan.skip(1);
        let digits = self.scan.take_while(|byte| byte.is_ascii_digit());
        match str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => self.sign(number),
            None => self.warnings.add(at, What::SignLost),
        }
    }

    pub(super) fn sign(&mut self, number: u8) {
        self.settle_odd();
        match self.game.moves.last_mut() {
            Some(last) => last.nags.push(number),
            None => self.warn(What::SignLost),
        }
    }

    pub(super) fn result(&mut self, at: usize, score: Score) {
        if self.game.token.is_some() {
            self.warnings.add(at, What::ResultRepeated);
            return;
        }
        self.begun.get_or_insert(at);
        self.odd = None;
        self.game.token = Some(score);
        self.token_at = at;
        self.number_at = None;
    }

    /// A move, a number, a result, or a sign in letters, perhaps a number and a move in one.
    pub(super) fn word(&mut self) -> bool {
        let at = self.scan.at();
        let rest = self.scan.rest();
        let rest = &rest[..rest.len().min(LONGEST_WORD)];
        let word = &rest[..rest.iter().position(|byte| !is_word_byte(*byte)).unwrap_or(rest.len())];
        if word.len() == LONGEST_WORD {
            return false;
        }
        // Most words that begin with a digit are numbers with their dot.
        if matches!(word, [b'0'..=b'9', .., b'.'] if word[1..word.len() - 1].iter().all(u8::is_ascii_digit)) {
            return self.number(word);
        }
        // Prose ends its sentences.
        let plain = word.strip_suffix(b".").or_else(|| word.strip_suffix(b",")).unwrap_or(word);
        if let Some(text) = MoveText::read(word).or_else(|| MoveText::read(plain)) {
            self.scan.skip(word.len());
            self.play(at, text);
        } else if let Some(score) = score(plain) {
            self.scan.skip(word.len());
            self.result(at, score);
        } else if let Some(number) = sign::of_word(word) {
            self.sign(number);
            self.scan.skip(word.len());
        } else {
            return self.number(word);
        }
        true
    }

    /// A move number with its dots, or dots alone; a move may follow at once. `e.p.` says nothing.
    fn number(&mut self, word: &[u8]) -> bool {
        if matches!(word, b"e.p." | b"ep") {
            self.scan.skip(word.len());
            return true;
        }
        let at = self.scan.at();
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        // The one character for three dots.
        let dots = if word[digits..].starts_with("…".as_bytes()) { 3 } else { dots };
        let follows = word.get(digits + dots).is_none_or(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
        if digits + dots == 0 || (dots == 0 && !follows) {
            return false;
        }
        self.scan.skip(digits + dots);
        let said = str::from_utf8(&word[..digits]).ok().and_then(|digits| digits.parse().ok());
        if let Some(number) = said {
            self.check_number(number, dots >= 2);
        }
        if digits > 0 && self.number_at.is_none() {
            self.number_at = Some(at);
            self.restart = self.empty_line && dots < 2 && &word[..digits] == b"1";
        }
        true
    }

    fn play(&mut self, at: usize, text: MoveText) {
        let odd = self.odd.take().filter(|odd| odd.due);
        let start = self.number_at.take().unwrap_or(at);
        let restart = mem::take(&mut self.restart) && self.game.moves.len() > 1;
        if restart || self.game.token.is_some() {
            let number = self.last_number.take().filter(|_| start != at);
            self.finish_game(start);
            self.first_number = number.map(|(number, before_black)| (number, -i64::from(before_black)));
        }
        self.begun.get_or_insert(start);
        if let Some(odd) = odd {
            self.play_odd(odd);
        }
        let text = self.promotion(text).unwrap_or(text);
        self.game.moves.push(Move { byte: at, ..Move::from(text) });
    }

    /// The move with a promotion in parentheses after it, `(Q)`, on a side's last rank; nothing is taken without it.
    /// Elsewhere `(N)` says that a move is new.
    fn promotion(&mut self, text: MoveText) -> Option<MoveText> {
        let [b'(', piece @ (b'Q' | b'R' | b'B' | b'N'), b')', after @ ..] = self.scan.rest() else {
            return None;
        };
        let marks = after.iter().take(3).take_while(|byte| matches!(byte, b'+' | b'#')).count();
        let whole = text.promoting(*piece, &after[..marks])?;
        self.scan.skip(3 + marks);
        Some(whole)
    }
}

/// The result that a word is.
pub(super) fn score(word: &[u8]) -> Option<Score> {
    str::from_utf8(word).ok().and_then(Score::read)
}

/// Whether a byte belongs to a word: not a blank, nor one that means something by itself.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    !matches!(
        byte,
        0..=b' ' | 0x7F | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'*'
    )
}
