//! The text forms of a time control, written and read back: a short notation, and words.
//!
//! A control is a row of clauses (`clause`); each spelling is a table of templates (`template`) by which clauses
//! are both written and read. Whatever is written can be read back as the same control, to the microsecond. What
//! is called, and when, is no part of the texts: controls that are read have the calls of the Chinese rules.
//!
//! ```
//! use clock::{Control, Language};
//!
//! let control: Control = "55m+5x60s".parse().unwrap();
//! let english = "55 min, then 5 periods of 60 s";
//! assert_eq!(control.words(Language::English).to_string(), english);
//! assert_eq!(control.words(Language::Chinese).to_string(), "基本用时 55 分，读秒 5 次，每次 60 秒");
//! assert_eq!(Control::from_words(english, Language::English), Ok(control));
//!
//! let error = "55m+5x60".parse::<Control>().unwrap_err();
//! assert_eq!(error.to_string(), "at byte 6: expected a length of time");
//! ```
//!
//! | short | meaning |
//! |---|---|
//! | `90m/40+30m` | stages; one with a quota of moves is followed by `+`, one without by `>` |
//! | `5m+3s`, `90m/40+i30s` | increment of all stages; `+d5s` delay, `+b5s` Bronstein |
//! | `120m/40+15m i30s` | increment of this stage only; ` d5s`, ` b5s` |
//! | `90m/60+0s i2s` | no time is added after the quota, only the increment |
//! | `5m+3s no-first-bonus` | the first turn has no increment yet |
//! | `55m+5x60s` | byo-yomi; `5x60s` without main time, and so with the others |
//! | `1h reserve 5m/60s` | Chinese 读秒: periods inside the last stage's time |
//! | `1h+15/10m carry`, `1h+15/10m` | Canadian, with and without carry-over |
//! | `30m+ing 3x5m 2p` | Ing: blocks and the points that each costs |
//! | `10m+consider 30s 10x60s` | NHK: free time of each turn, and units |
//! | `hourglass 3m`, `0s+d10s` | what one uses, the other gains; only so much time for each move |
//! | `white 5m; black 4m` | sides that differ |

use core::fmt;
use core::str::FromStr;

use crate::control::{Control, SideControl};

mod clause;
mod error;
mod read;
mod template;
mod write;

pub use error::{Clauses, Expected, ParseControlError};

use template::Table;

/// A language in which a control can be put into words, and a face is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    const fn table(self) -> &'static Table {
        match self {
            Self::English => &template::ENGLISH,
            Self::Chinese => &template::CHINESE,
        }
    }
}

/// The short notation: `55m+5x60s`; `white 5m+3s; black 4m+3s` where the sides differ.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::control(f, self, &template::SHORT)
    }
}

/// The short notation: `55m+5x60s`.
impl fmt::Display for SideControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::side(f, self, &template::SHORT)
    }
}

/// Reads the short notation; of sides that differ, either may come first.
impl FromStr for Control {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<Self, ParseControlError> {
        read::control(text, &template::SHORT)
    }
}

/// Reads the short notation.
impl FromStr for SideControl {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<Self, ParseControlError> {
        read::side(text, &template::SHORT)
    }
}

impl Control {
    /// The control as an arbiter would announce it.
    pub fn words(&self, language: Language) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| write::control(f, self, language.table()))
    }

    /// Reads what [`words`](Self::words) wrote; of sides that differ, either may come first.
    ///
    /// # Errors
    /// Other words, or words for a control that means nothing.
    pub fn from_words(text: &str, language: Language) -> Result<Self, ParseControlError> {
        read::control(text, language.table())
    }
}

impl SideControl {
    /// The side's control as an arbiter would announce it.
    pub fn words(&self, language: Language) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| write::side(f, self, language.table()))
    }

    /// Reads what [`words`](Self::words) wrote.
    ///
    /// # Errors
    /// Other words, or words for a control that means nothing.
    pub fn from_words(text: &str, language: Language) -> Result<Self, ParseControlError> {
        read::side(text, language.table())
    }
}
