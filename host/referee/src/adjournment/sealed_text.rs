//! What a sealed move is before it is sealed: the text inside the envelope, and the commitment that is shown to all.
//!
//! The commitment is SHA-256 over five lines of UTF-8, each ended by LF: `flagfall-seal-1`, the salt as 32 hex
//! digits, the game, the move's number, the move. **The salt is as secret as the move**: with it, 361 guesses find
//! the move. What is secret here is blank once it is dropped, and no `Debug` shows it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The first line: which text this is.
const VERSION: &str = "flagfall-seal-1";

/// The longest text that may be sealed, in characters.
pub const WRITTEN_MAX: usize = 64;

/// The bytes that such a text may have: a character has at most four.
const WRITTEN_BYTES: usize = WRITTEN_MAX * 4;

/// What makes a move's commitment impossible to guess: 16 random bytes, as secret as the move.
#[derive(Clone, PartialEq, Eq, Hash, Zeroize, ZeroizeOnDrop, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Salt([u8; 16]);

impl Salt {
    /// A salt of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// As 32 hex digits.
    #[must_use]
    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(self.0))
    }
}

/// A text that is no salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a salt of 32 hex digits")]
pub struct ParseSaltError;

impl FromStr for Salt {
    type Err = ParseSaltError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut salt = Self([0; 16]);
        hex::decode_to_slice(text, &mut salt.0).map_err(|_| ParseSaltError)?;
        Ok(salt)
    }
}

impl TryFrom<String> for Salt {
    type Error = ParseSaltError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Zeroizing::new(text).parse()
    }
}

/// Only of a move that was opened is a salt written down.
impl From<Salt> for String {
    fn from(salt: Salt) -> Self {
        hex::encode(salt.0)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

/// What everybody may know of a sealed move: it can be checked against, and tells nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// That of no text: to try whether anything may be sealed.
    pub const BLANK: Self = Self([0; 32]);
}

/// A text that is no commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a commitment of 64 hex digits")]
pub struct ParseCommitmentError;

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex::encode(self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = ParseCommitmentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| ParseCommitmentError)?;
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Commitment {
    type Error = ParseCommitmentError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

/// Why something cannot be sealed, or was never sealed so. It names no part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SealedTextError {
    /// Nothing is written.
    #[error("nothing is written: what is sealed has 1 to {WRITTEN_MAX} characters")]
    Empty,
    /// It is longer than a move and a few words.
    #[error("what is sealed has at most {WRITTEN_MAX} characters")]
    TooLong,
    /// It has more than one line, or characters that cannot be written on paper.
    #[error("what is sealed is one line without control characters")]
    NotOneLine,
    /// The game's name has more than one line.
    #[error("a game whose name has control characters cannot have a sealed move")]
    GameName,
    /// The bytes are not those of a sealed move.
    #[error("this is not the text of a sealed move")]
    NotSealed,
}

/// A move as it stands in its envelope.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct SealedText {
    salt: Salt,
    #[zeroize(skip)]
    game: String,
    #[zeroize(skip)]
    number: u32,
    written: String,
}

impl fmt::Debug for SealedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, number, .. } = self;
        f.debug_struct("SealedText").field("game", game).field("number", number).finish_non_exhaustive()
    }
}

impl SealedText {
    /// Move `number` (counted from 1) of the game of that name, as its player wrote it.
    ///
    /// # Errors
    /// Text that does not fit on a line of 1 to [`WRITTEN_MAX`] characters, or a game's name that is no line.
    pub fn new(
        salt: Salt,
        game: impl Into<String>,
        number: u32,
        written: &str,
    ) -> Result<Self, SealedTextError> {
        check_written(written)?;
        let game = game.into();
        if game.chars().any(breaks_line) {
            return Err(SealedTextError::GameName);
        }
        Ok(Self { salt, game, number, written: written.to_owned() })
    }

    /// The salt.
    #[must_use]
    pub const fn salt(&self) -> &Salt {
        &self.salt
    }

    /// The game's name.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The move's number, counted from 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// What the player wrote.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The five lines to which the player is committed.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        self.lines(0)
    }

    /// The five lines and a sixth of dots, so that the length tells nothing of what is written: what an envelope
    /// holds.
    #[must_use]
    pub fn to_padded_bytes(&self) -> Zeroizing<Vec<u8>> {
        self.lines(WRITTEN_BYTES.saturating_sub(self.written.len()).saturating_add(1))
    }

    /// The lines, written into room that is never moved: what moves leaves its old place behind.
    fn lines(&self, dots: usize) -> Zeroizing<Vec<u8>> {
        let (salt, number) = (self.salt.to_hex(), self.number.to_string());
        let parts = [VERSION, &salt, &self.game, &number, &self.written];
        let len = parts.iter().map(|part| part.len() + 1).sum::<usize>() + dots + 1;
        let mut bytes = Zeroizing::new(Vec::with_capacity(len));
        for part in parts {
            bytes.extend_from_slice(part.as_bytes());
            bytes.push(b'\n');
        }
        if dots > 0 {
            bytes.extend(std::iter::repeat_n(b'.', dots));
            bytes.push(b'\n');
        }
        bytes
    }

    /// Reads the lines again, with or without the dots.
    ///
    /// # Errors
    /// Bytes that [`to_bytes`](Self::to_bytes) and [`to_padded_bytes`](Self::to_padded_bytes) never give.
    pub fn parse(bytes: &[u8]) -> Result<Self, SealedTextError> {
        let text = std::str::from_utf8(bytes).map_err(|_| SealedTextError::NotSealed)?;
        let text = text.strip_suffix('\n').ok_or(SealedTextError::NotSealed)?;
        let mut lines = text.split('\n');
        let mut line = || lines.next().ok_or(SealedTextError::NotSealed);
        if line()? != VERSION {
            return Err(SealedTextError::NotSealed);
        }
        let salt = line()?.parse().map_err(|ParseSaltError| SealedTextError::NotSealed)?;
        let (game, number) = (line()?, line()?.parse().map_err(|_| SealedTextError::NotSealed)?);
        let sealed = Self::new(salt, game, number, line()?)?;
        // Only what is written in one way has one commitment.
        let is_ours = [sealed.to_bytes(), sealed.to_padded_bytes()].iter().any(|ours| ours[..] == *bytes);
        if is_ours { Ok(sealed) } else { Err(SealedTextError::NotSealed) }
    }

    /// What is shown to all until the move is opened.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(&self.to_bytes()[..]).into())
    }
}

/// Whether a text is one that can be sealed: a single line of 1 to [`WRITTEN_MAX`] characters.
///
/// # Errors
/// What is wrong with it.
pub fn check_written(written: &str) -> Result<(), SealedTextError> {
    match written.chars().take(WRITTEN_MAX + 1).count() {
        0 => return Err(SealedTextError::Empty),
        1..=WRITTEN_MAX => {}
        _ => return Err(SealedTextError::TooLong),
    }
    if written.trim().is_empty() {
        return Err(SealedTextError::Empty);
    }
    if written.chars().any(breaks_line) { Err(SealedTextError::NotOneLine) } else { Ok(()) }
}

/// Control characters, and what breaks a line or turns its direction without being one.
fn breaks_line(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn salt() -> Salt {
        "00112233445566778899aabbccddeeff".parse().unwrap()
    }

    fn sealed(written: &str) -> Result<SealedText, SealedTextError> {
        SealedText::new(salt(), "rehearsal", 102, written)
    }

    /// By `printf '%s\n' flagfall-seal-1 00112233445566778899aabbccddeeff rehearsal 102 Q16 | sha256sum`.
    #[test]
    fn the_commitment_is_that_of_sha256sum() {
        let sealed = sealed("Q16").unwrap();
        let lines = "flagfall-seal-1\n00112233445566778899aabbccddeeff\nrehearsal\n102\nQ16\n";
        assert_eq!(&sealed.to_bytes()[..], lines.as_bytes());
        let commitment = "14ff4b165265be11f61871c007809026138204c69ca1ee41410d4b290ebca8b6";
        assert_eq!(sealed.commitment().to_string(), commitment);
        assert_eq!(commitment.parse(), Ok(sealed.commitment()));
        assert_eq!(serde_json::to_string(&sealed.commitment()).unwrap(), format!("\"{commitment}\""));
    }

    #[test]
    fn what_is_written_is_one_line_of_a_few_words() {
        let longest = "封".repeat(WRITTEN_MAX);
        for written in ["Q16", "pass", "resign", "Nbd7+", "第一百零二手 小飞", longest.as_str(), " D4"]
        {
            let sealed = sealed(written).unwrap();
            for bytes in [sealed.to_bytes(), sealed.to_padded_bytes()] {
                assert_eq!(SealedText::parse(&bytes), Ok(sealed.clone()), "{written}");
            }
        }
        for (written, error) in [
            ("", SealedTextError::Empty),
            ("  ", SealedTextError::Empty),
            (format!("{longest}封").as_str(), SealedTextError::TooLong),
            ("D4\nQ16", SealedTextError::NotOneLine),
            ("D4\u{2028}Q16", SealedTextError::NotOneLine),
            ("D4\u{202e}61Q", SealedTextError::NotOneLine),
            ("D4\0", SealedTextError::NotOneLine),
        ] {
            assert_eq!(sealed(written), Err(error), "{written:?}");
        }
        let game = SealedText::new(salt(), "one\ntwo", 1, "D4");
        assert_eq!(game, Err(SealedTextError::GameName));
    }

    #[test]
    fn the_length_of_an_envelope_tells_nothing() {
        let longest = "封".repeat(WRITTEN_MAX);
        let len = |written: &str| sealed(written).unwrap().to_padded_bytes().len();
        let all: Vec<usize> = ["D4", "resign", "pass", &longest, &"𝄞".repeat(WRITTEN_MAX)].map(len).into();
        assert!(all.iter().all(|other| *other == all[0]), "{all:?}");
    }

    #[test]
    fn other_bytes_are_no_sealed_move() {
        let lines = "flagfall-seal-1\n00112233445566778899aabbccddeeff\nrehearsal\n102\nQ16\n";
        for other in [
            String::new(),
            lines.replace("seal-1", "seal-2"),
            lines.replace("aabb", "AABB"),
            lines.replace("102", "0102"),
            lines.replace("102", "+102"),
            lines.trim_end().to_owned(),
            format!("{lines}\n"),
            format!("{lines}.\n"),
            lines.replace('\n', "\r\n"),
        ] {
            assert!(SealedText::parse(other.as_bytes()).is_err(), "{other:?}");
        }
        assert_eq!(SealedText::parse(b"\xff\n"), Err(SealedTextError::NotSealed));
    }

    #[test]
    fn nothing_secret_is_shown() {
        let sealed = sealed("Q16").unwrap();
        let shown = format!("{sealed:?} {:?}", sealed.salt());
        assert_eq!(shown, "SealedText { game: \"rehearsal\", number: 102, .. } Salt(..)");
    }

    #[test]
    fn salts_are_written_and_read() {
        let json = serde_json::to_string(&salt()).unwrap();
        assert_eq!(json, "\"00112233445566778899aabbccddeeff\"");
        assert_eq!(serde_json::from_str::<Salt>(&json).unwrap(), salt());
        for wrong in ["", "0011", "zz112233445566778899aabbccddeeff"] {
            assert_eq!(wrong.parse::<Salt>(), Err(ParseSaltError), "{wrong}");
        }
        assert_eq!("00".parse::<Commitment>(), Err(ParseCommitmentError));
    }

    proptest! {
        #[test]
        fn whatever_is_sealed_is_read_again(written in "\\PC{1,64}", game in "\\PC{0,40}", number: u32, bytes: [u8; 16]) {
            if let Ok(sealed) = SealedText::new(Salt::from_bytes(bytes), game, number, &written) {
                prop_assert_eq!(SealedText::parse(&sealed.to_padded_bytes()), Ok(sealed));
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            prop_assert!(SealedText::parse(&bytes).is_err());
        }
    }
}
