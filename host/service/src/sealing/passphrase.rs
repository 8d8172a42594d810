//! What opens a sealed move: six words on a slip of paper.

use std::fmt;

use age::secrecy::SecretString;
use bip39::Language;
use journal::RandomError;
use zeroize::Zeroizing;

/// Words on a slip.
pub(crate) const WORDS: usize = 6;

/// What one word of a list of 2,048 is worth, in bits: six make 66, more than the 64 that are promised.
const WORD_BITS: u32 = 11;

/// What stands between the words: no space, so that nobody wonders how wide it was.
const BETWEEN: &str = "-";

/// The longest passphrase that is taken, in bytes.
pub(crate) const PASSPHRASE_MAX: usize = 256;

/// A passphrase. It is blank once it is dropped, and no `Debug` shows it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Passphrase(Zeroizing<String>);

/// A text that is no passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a passphrase has 1 to {PASSPHRASE_MAX} bytes on one line")]
pub(crate) struct ParsePassphraseError;

impl Passphrase {
    /// Draws six words.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub(crate) fn draw() -> Result<Self, RandomError> {
        let mut bytes = Zeroizing::new([0; WORDS * 2]);
        getrandom::fill(&mut bytes[..]).map_err(|_| RandomError)?;
        let list = Language::English.word_list();
        // 2,048 divides 65,536: every word is as likely as any other.
        let words = bytes.as_chunks::<2>().0.iter().map(|pair| {
            let number = usize::from(u16::from_le_bytes(*pair) % (1 << WORD_BITS));
            list[number]
        });
        Ok(Self(join(words)))
    }

    /// A passphrase as somebody types it: six words of the list in whatever way they are typed, anything else as it
    /// stands but for spaces around it.
    ///
    /// # Errors
    /// A text that is no passphrase.
    pub(crate) fn read(text: &str) -> Result<Self, ParsePassphraseError> {
        let text = text.trim();
        if text.is_empty() || text.len() > PASSPHRASE_MAX {
            return Err(ParsePassphraseError);
        }
        let plain = narrow(text);
        let words = plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let list = Language::English.word_list();
        if words.clone().count() == WORDS && words.clone().all(|word| list.binary_search(&word).is_ok()) {
            return Ok(Self(join(words)));
        }
        if text.chars().any(char::is_control) {
            return Err(ParsePassphraseError);
        }
        Ok(Self(Zeroizing::new(text.to_owned())))
    }

    /// The words, to print on the slip.
    pub(crate) fn words(&self) -> &str {
        &self.0
    }

    /// As age takes it.
    pub(crate) fn to_secret(&self) -> SecretString {
        SecretString::from(self.words())
    }
}

/// Small letters, and those of a Chinese keyboard, which are as wide as characters, as the plain ones that they are; in
/// room that is never moved.
fn narrow(text: &str) -> Zeroizing<String> {
    let mut plain = Zeroizing::new(String::with_capacity(text.len()));
    for letter in text.chars() {
        let narrow = match letter {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
            _ => letter,
        };
        plain.push(narrow.to_ascii_lowercase());
    }
    plain
}

/// The words with hyphens between them, in room that is never moved.
fn join<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Zeroizing<String> {
    let len = words.clone().map(|word| word.len() + BETWEEN.len()).sum();
    let mut text = Zeroizing::new(String::with_capacity(len));
    for (number, word) in words.enumerate() {
        if number > 0 {
            text.push_str(BETWEEN);
        }
        text.push_str(word);
    }
    text
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(..)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_word_is_another() {
        let list = Language::English.word_list();
        assert_eq!(list.len(), 1 << WORD_BITS);
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(list.iter().all(|word| word.bytes().all(|letter| letter.is_ascii_lowercase())));
        assert!(WORD_BITS * u32::try_from(WORDS).unwrap() >= 64);
    }

    #[test]
    fn six_words_are_drawn_and_never_the_same() {
        let drawn: HashSet<String> =
            (0..200).map(|_| Passphrase::draw().unwrap().words().to_owned()).collect();
        assert_eq!(drawn.len(), 200);
        for words in drawn {
            assert_eq!(words.split('-').count(), WORDS, "{words}");
            assert_eq!(Passphrase::read(&words).unwrap().words(), words);
        }
    }

    #[test]
    fn words_of_the_list_are_read_however_they_are_typed() {
        let slip = "abandon-zoo-ability-zone-able-zero";
        for typed in [
            slip,
            " Abandon  zoo ability zone able ZERO\n",
            "abandon - zoo - ability - zone - able - zero",
            "abandon\u{3000}zoo\u{a0}ability zone able zero",
            "abandon–zoo–ability‑zone—able－zero",
            "abandon, zoo, ability,\r\nzone, able, zero.",
            "abandon\tzoo\tability\nzone\table\tzero",
            "ａｂａｎｄｏｎ　Ｚｏｏ ability，zone、able。zero",
            "“abandon-zoo-ability-zone-able-zero”",
        ] {
            assert_eq!(Passphrase::read(typed).unwrap().words(), slip, "{typed}");
        }
        for as_it_is in ["correct horse", "Abandon zoo", "封棋 一二三", "a-b-c-d-e-f", "ａｂ　Ｃ", "a, b"]
        {
            assert_eq!(Passphrase::read(as_it_is).unwrap().words(), as_it_is);
        }
        for wrong in ["", "  ", "one\ntwo", &"x".repeat(PASSPHRASE_MAX + 1)] {
            assert_eq!(Passphrase::read(wrong), Err(ParsePassphraseError), "{wrong:?}");
        }
    }

    #[test]
    fn it_is_not_shown() {
        assert_eq!(format!("{:?}", Passphrase::read("secret").unwrap()), "Passphrase(..)");
    }
}
