//! The words of a tongue: which recordings a saying is made of, and what is spoken in each.

mod read;
mod wording;

use std::collections::BTreeMap;

use referee::Fault;

use crate::cover::cover;
use crate::numeral::{Counter, Piece, pieces};
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
    /// Its sounds in the International Phonetic Alphabet, as espeak-ng writes them.
    pub sounds: String,
}

/// The words of a tongue.
#[derive(Clone, Debug)]
pub struct Phrases {
    tongue: Tongue,
    synthesiser: Synthesiser,
    sayings: BTreeMap<&'static str, Template>,
    clips: BTreeMap<String, Words>,
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
        let (between, pause) = match self.tongue {
            Tongue::Chinese => ("", "，"),
            Tongue::Japanese => ("", "、"),
            Tongue::English | Tongue::Korean => (" ", ", "),
        };
        let mut words = String::new();
        let mut behind_pause = true;
        for name in &names {
            if name == PAUSE {
                words.push_str(pause);
            } else {
                words.push_str(if behind_pause { "" } else { between });
                words.push_str(self.clips.get(name).map_or("", |clip| clip.text.as_str()));
            }
            behind_pause = name == PAUSE;
        }
        Ok(words)
    }

    fn spell(&self, template: &Template, values: &Values) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        let mut row = Vec::new();
        for part in &template.0 {
            match part {
                Part::Pause => {
                    names.extend(self.cover(&row)?);
                    names.push(PAUSE.to_owned());
                    row.clear();
                }
                Part::Word(word) => row.push(Piece::new(word)),
                Part::Slot(slot) => self.fill(&mut row, *slot, values),
            }
        }
        names.extend(self.cover(&row)?);
        Ok(names)
    }

    fn cover(&self, row: &[Piece]) -> Result<Vec<String>, String> {
        cover(row, |name| self.clips.contains_key(name))
    }

    fn fill(&self, row: &mut Vec<Piece>, slot: Slot, values: &Values) {
        match slot {
            Slot::Count => row.push(Piece::new(format!("count-{}", values.number))),
            Slot::Counted(counter) => self.count(row, values.number, counter),
            Slot::Time => {
                let (hours, rest) = (values.seconds / 3_600, values.seconds % 3_600);
                let parts =
                    [(hours, Counter::Hours), (rest / 60, Counter::Minutes), (rest % 60, Counter::Seconds)];
                for (number, counter) in parts {
                    if number > 0 || (values.seconds == 0 && counter == Counter::Seconds) {
                        self.count(row, number, counter);
                    }
                }
            }
        }
    }

    /// A number and what is counted: as one piece where there is a recording of just that, or of that number.
    fn count(&self, row: &mut Vec<Piece>, number: u32, counter: Counter) {
        let piece = counter.piece(self.tongue, number);
        let whole = number.to_string();
        if self.clips.contains_key(&format!("{whole}-{piece}")) || self.clips.contains_key(&whole) {
            row.push(Piece::new(whole));
        } else {
            row.extend(pieces(self.tongue, number, counter));
        }
        row.extend((!piece.is_empty()).then(|| Piece::new(piece)));
    }
}
