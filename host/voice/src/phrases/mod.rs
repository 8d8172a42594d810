//! The words of a tongue: which recordings a saying is made of, and what is spoken in each.

mod read;
mod wording;

use std::collections::BTreeMap;

use referee::Fault;

use crate::cover::cover;
use crate::numeral::{Counter, Piece, pieces, whole as whole_number};
use crate::phrases::wording::{Part, Slot, Template, Values};
use crate::{Saying, Tongue};

/// The name of a short silence between two recordings.
pub const PAUSE: &str = "pause";

/// How a speech synthesiser speaks the tongue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synthesiser {
    /// The voice's name in espeak-ng.
    pub voice: String,
    /// Words a minute.
    pub speed: u32,
    /// From 0 to 99.
    pub pitch: u32,
}

/// What is spoken in one recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// As it is written.
    pub text: String,
    /// As a synthesiser must be given it: pinyin with tones, kana, Hangul as it is spoken.
    pub speech: String,
    /// The same in espeak-ng's own signs, where it would not speak that rightly.
    pub signs: Option<String>,
    /// Its sounds in the International Phonetic Alphabet, as espeak-ng writes them.
    pub sounds: String,
}

impl Words {
    /// What espeak-ng is given.
    #[must_use]
    pub fn given(&self) -> &str {
        self.signs.as_deref().unwrap_or(&self.speech)
    }
}

/// The words of a tongue.
#[derive(Clone, Debug)]
pub struct Phrases {
    tongue: Tongue,
    synthesiser: Synthesiser,
    sayings: BTreeMap<&'static str, Template>,
    clips: BTreeMap<String, Words>,
}

/// How long a clip may last that must be over before the next call, in milliseconds.
pub const BRIEF_MILLIS: u64 = 900;

/// Whether a clip must be over before the next call, a second later: a number of the count, and ten, twenty … seconds,
/// which may stand in front of it.
#[must_use]
pub fn is_brief(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let tens = name.strip_suffix("-seconds").is_some_and(|number| is_number(number) && number.ends_with('0'));
    tens || name.strip_prefix("count-").is_some_and(is_number)
}

impl Phrases {
    /// Reads a file of phrases.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        read::read(text)
    }

    /// Whether a text is meant to be such a file.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        read::is_meant(text)
    }

    /// Of which tongue.
    #[must_use]
    pub const fn tongue(&self) -> Tongue {
        self.tongue
    }

    /// How a synthesiser speaks it.
    #[must_use]
    pub const fn synthesiser(&self) -> &Synthesiser {
        &self.synthesiser
    }

    /// Each recording by its name, with what is spoken in it.
    #[must_use]
    pub const fn clips(&self) -> &BTreeMap<String, Words> {
        &self.clips
    }

    /// The names of the recordings that a saying is made of, [`PAUSE`] among them.
    ///
    /// # Errors
    /// The piece of it that no recording holds.
    pub fn names(&self, saying: &Saying) -> Result<Vec<String>, String> {
        let (key, values) = wording::of(saying);
        let template = self.sayings.get(key).ok_or_else(|| key.to_owned())?;
        self.spell(template, &values)
    }

    /// A saying as it is written in the tongue.
    ///
    /// # Errors
    /// The piece of it that no recording holds.
    pub fn words(&self, saying: &Saying) -> Result<String, String> {
        let names = self.names(saying)?;
        let pause = match self.tongue {
            Tongue::Chinese => "，",
            Tongue::Japanese => "、",
            Tongue::English | Tongue::Korean => ", ",
        };
        let mut words = String::new();
        let mut before = PAUSE;
        for name in &names {
            if name == PAUSE {
                words.push_str(pause);
            } else {
                words.push_str(if before == PAUSE { "" } else { self.between(before, name) });
                words.push_str(self.clips.get(name).map_or("", |clip| clip.text.as_str()));
            }
            before = name;
        }
        Ok(words)
    }

    /// What is written between two words: Korean numbers are one word, English tens have a hyphen behind them.
    fn between(&self, before: &str, name: &str) -> &'static str {
        let first = |name: &str| name.chars().next().is_some_and(|letter| letter.is_ascii_digit());
        match self.tongue {
            Tongue::Chinese | Tongue::Japanese => "",
            Tongue::Korean if is_numeral(before) && (is_numeral(name) || first(name)) => "",
            Tongue::English
                if before.len() == 2 && before.ends_with('0') && before != "10" && first(name) =>
            {
                "-"
            }
            Tongue::English | Tongue::Korean => " ",
        }
    }

    /// With numbers each in one piece where that gives fewer recordings, or else in the pieces that they are made of.
    fn spell(&self, template: &Template, values: &Values) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for (number, row) in template.0.split(|part| *part == Part::Pause).enumerate() {
            names.extend((number > 0).then(|| PAUSE.to_owned()));
            let [whole, made] = [true, false].map(|whole| self.cover(row, values, whole));
            names.extend(match (whole, made) {
                (Ok(whole), Ok(made)) if whole.len() > made.len() => made,
                (Ok(whole), _) => whole,
                (Err(_), made) => made?,
            });
        }
        Ok(names)
    }

    fn cover(&self, row: &[Part], values: &Values, whole: bool) -> Result<Vec<String>, String> {
        let mut pieces = Vec::new();
        for part in row {
            match part {
                Part::Pause => {}
                Part::Word(word) => pieces.push(Piece::new(word)),
                Part::Slot(Slot::Count) => pieces.push(Piece::new(format!("count-{}", values.number))),
                Part::Slot(Slot::Counted(counter)) => {
                    pieces.extend(self.count(values.number, *counter, whole));
                }
                Part::Slot(Slot::Time) => pieces.extend(self.time(values.seconds, whole)),
            }
        }
        cover(&pieces, |name| self.clips.contains_key(name))
    }

    fn time(&self, seconds: u32, whole: bool) -> Vec<Piece> {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        [(hours, Counter::Hours), (minutes, Counter::Minutes), (rest, Counter::Seconds)]
            .into_iter()
            .filter(|(number, counter)| *number > 0 || seconds == 0 && *counter == Counter::Seconds)
            .flat_map(|(number, counter)| self.count(number, counter, whole))
            .collect()
    }

    /// A number and what is counted.
    fn count(&self, number: u32, counter: Counter, whole: bool) -> Vec<Piece> {
        let piece = counter.piece(self.tongue, number);
        let known = |name: &str| self.clips.contains_key(name);
        let mut row = if whole || known(&format!("{number}-{piece}")) {
            vec![whole_number(self.tongue, number, counter)]
        } else {
            pieces(self.tongue, number, counter, known)
        };
        row.extend((!piece.is_empty()).then(|| Piece::new(piece)));
        row
    }
}

/// Whether a recording is a number or a part of one.
fn is_numeral(name: &str) -> bool {
    let unit = ["hundred", "thousand", "myriad"].contains(&name);
    unit || name.starts_with("native-") || name.bytes().all(|byte| byte.is_ascii_digit())
}
