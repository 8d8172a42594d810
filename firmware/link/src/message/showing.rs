//! What a face shows beside the clock.

use clock::{BySide, Instant, Language, Standing};
use heapless::String;
use serde::{Deserialize, Serialize};

use crate::limits::{NAME_MAX, TEXT_MAX};

/// A person's name on a face.
pub type Name = String<NAME_MAX>;

/// A sentence on a face.
pub type Text = String<TEXT_MAX>;

/// What a face shows and the clock does not know. Each revision replaces the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Showing {
    /// Grows with every change; 0 is what a unit shows by itself.
    pub revision: u32,
    /// The language of the face.
    pub language: Language,
    /// At which side of the face White sits.
    pub white_at: WhiteAt,
    /// What is played.
    pub game: Game,
    /// Whether there is play at all.
    pub play: Play,
    /// Why both clocks stand, while they do.
    pub reason: Reason,
    /// The reason as it was given, for displays that have room for words.
    pub text: Text,
    /// The players' names, likewise.
    pub names: BySide<Name>,
    /// A correction that players have not had time to read yet.
    pub corrected: Option<Corrected>,
    /// The arbiter was called and has not come yet.
    pub summoned: bool,
    /// Nothing is spoken at this table.
    pub muted: bool,
}

impl Showing {
    /// What a unit shows that was told nothing: nothing that players of any game may not see.
    #[must_use]
    pub const fn by_itself() -> Self {
        Self {
            revision: 0,
            language: Language::English,
            white_at: WhiteAt::Right,
            game: Game::Chess,
            play: Play::Going,
            reason: Reason::Arbiter,
            text: Text::new(),
            names: BySide { black: Name::new(), white: Name::new() },
            corrected: None,
            summoned: false,
            muted: false,
        }
    }
}

impl Default for Showing {
    fn default() -> Self {
        Self::by_itself()
    }
}

/// At which side of a face White sits, for who looks at it across the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WhiteAt {
    /// Where the clock stands at White's right hand (Chinese rules 12.4(1)).
    #[default]
    Right,
    /// Where it stands at White's left hand.
    Left,
}

/// What is played, as far as faces differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Game {
    /// Go, gomoku, or a plain clock: moves to play are shown.
    Go,
    /// Chess: players see no count of moves before a flag has fallen.
    Chess,
}

/// Whether a game is played, as far as the clock does not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Play {
    /// It is, or waits for its start.
    #[default]
    Going,
    /// It goes on another time.
    Adjourned,
    /// It is over, even where its clock was never started.
    Over,
}

/// Why both clocks stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The arbiter stopped them.
    #[default]
    Arbiter,
    /// A player called the arbiter, which stops the clocks here.
    Summoned,
    /// Something is to be ruled on.
    Ruling,
    /// A break for everybody.
    Break,
    /// Clock, display or board are looked at.
    Equipment,
    /// The power was away.
    PowerLost,
    /// A flag was withdrawn, and the reading must be set.
    FlagWithdrawn,
    /// The page of a touch clock was not heard of.
    TouchLost,
    /// The unit has begun anew too often and stopped them itself.
    Restarted,
}

/// A correction by the arbiter, to be shown until both players have read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Corrected {
    /// How both sides stood before it.
    pub before: Standing,
    /// Up to which table time it is shown.
    pub until: Instant,
}
