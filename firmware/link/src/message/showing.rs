//! What a face shows beside the clock.

use clock::BySide;
use heapless::String;
use serde::{Deserialize, Serialize};

use crate::limits::{NAME_MAX, TEXT_MAX};

/// A person's name on a face.
pub type Name = String<NAME_MAX>;

/// A sentence on a face.
pub type Text = String<TEXT_MAX>;

/// What the face shows beside the clock. Each revision replaces the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Showing {
    /// Grows with every change; 0 is what a unit shows by itself.
    pub revision: u32,
    /// The players' names.
    pub names: BySide<Name>,
    /// The notice in the middle.
    pub notice: Notice,
    /// What stands under it, such as the reason of a pause.
    pub text: Text,
    /// The language of the face.
    pub language: Language,
    /// Nothing is spoken at this table.
    pub muted: bool,
}

impl Showing {
    /// What a unit shows that was told nothing.
    #[must_use]
    pub const fn by_itself() -> Self {
        Self {
            revision: 0,
            names: BySide { black: Name::new(), white: Name::new() },
            notice: Notice::None,
            text: Text::new(),
            language: Language::English,
            muted: false,
        }
    }
}

/// What a face says about the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Notice {
    /// Nothing.
    #[default]
    None,
    /// The clocks stand; the text says why.
    Paused,
    /// The game goes on another time.
    Adjourned,
    /// An arbiter was called and is on the way.
    Summoned,
    /// A reading was corrected; the text says how.
    Corrected,
    /// The game is over; the text says how.
    Over,
    /// What is shown is not on record.
    NotOnRecord,
}

/// The languages of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}
