//! What is agreed before a game begins: the game, the players, the time control.

use std::sync::Arc;

use chrono::{DateTime, FixedOffset, NaiveDate};
use clock::{BySide, Control, Side};
use serde::{Deserialize, Serialize};

use crate::command::Who;
use crate::people::Seat;
use crate::policy::Policy;

/// Which game is played at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Go, weiqi, baduk.
    #[default]
    Go,
    /// Chess.
    Chess,
    /// Gomoku.
    Gomoku,
    /// No board: only the clock.
    Clock,
}

/// What ends a turn on the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndsTurn {
    /// The player's press.
    #[default]
    Press,
    /// The recorded move: a referee counts, and there is no button.
    Record,
    /// The player's own entry on a screen, one act for both.
    Touch,
}

/// Who puts moves on record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MovesFrom {
    /// A recorder, who can only be late.
    #[default]
    Recorder,
    /// An electronic or touch board, which knows when the stone was laid.
    Sensor,
}

impl MovesFrom {
    /// The giver of moves.
    #[must_use]
    pub const fn who(self) -> Who {
        match self {
            Self::Recorder => Who::Recorder,
            Self::Sensor => Who::Sensor,
        }
    }
}

/// Who starts the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartsBy {
    /// The arbiter.
    #[default]
    Arbiter,
    /// There is no arbiter: the first press of the side not on move starts the clock.
    Press,
}

/// Komi in quarters of the rule set's own unit (zi under area counting by 数子法, points elsewhere), so that
/// 3¾ zi is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Komi {
    /// Quarters.
    pub quarters: i32,
}

/// The game and how it is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Which game.
    pub kind: GameKind,
    /// The board's lines, 2 to 25 (Go and gomoku).
    pub size: u8,
    /// The rule set by its name, such as `chinese`.
    pub rules: Option<String>,
    /// Komi, where it is not the rule set's own.
    pub komi: Option<Komi>,
    /// Handicap stones, 0 or 2 to 9.
    pub handicap: u8,
    /// Whether cycles such as triple ko go to the chief arbiter, as played in China (三劫循环).
    #[serde(default)]
    pub practice: bool,
    /// The position at the start, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// What ends a turn.
    pub ends_turn: EndsTurn,
    /// Who puts moves on record.
    pub moves_from: MovesFrom,
    /// Who starts the clock.
    pub starts_by: StartsBy,
    /// The wall time of second 0.
    pub wall: Option<DateTime<FixedOffset>>,
    /// The game's name.
    pub id: Option<String>,
}

/// A position from which a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// Chess: Forsyth–Edwards notation.
    Fen(String),
    /// Go and gomoku: rows from the top, `.` empty, `X` black, `O` white.
    Stones {
        /// The rows.
        rows: Vec<String>,
        /// The side to move.
        to_move: Side,
    },
}

/// A player as entered in the event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The rank, such as `5d`.
    pub rank: Option<String>,
    /// The date of birth.
    pub born: Option<NaiveDate>,
}

/// All that is agreed before a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The time control.
    pub control: Control,
    /// The players, where the colours are given.
    pub players: BySide<Player>,
    /// The players where nigiri decides who plays Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
    /// How incidents are dealt with.
    pub policy: Arc<Policy>,
}

/// Two players before nigiri.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats {
    /// The one.
    pub one: Player,
    /// The other.
    pub two: Player,
}

impl Seats {
    /// The players by colour, where the player of this seat has Black.
    #[must_use]
    pub fn by_side(&self, black: Seat) -> BySide<Player> {
        let (black, white) = match black {
            Seat::One => (&self.one, &self.two),
            Seat::Two => (&self.two, &self.one),
        };
        BySide { black: black.clone(), white: white.clone() }
    }
}

impl Setup {
    /// A game with this control, the usual policy of its kind, and nameless players.
    #[must_use]
    pub fn new(game: Game, control: Control) -> Self {
        let policy = Policy::usual(game.kind);
        Self { game, control, players: BySide::default(), seats: None, policy }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::of_kind(GameKind::Go)
    }
}

impl Game {
    /// A game of that kind with everything else as usual: 19 lines in Go, 15 in gomoku.
    #[must_use]
    pub const fn of_kind(kind: GameKind) -> Self {
        let size = match kind {
            GameKind::Go => 19,
            GameKind::Gomoku => 15,
            GameKind::Chess => 8,
            GameKind::Clock => 0,
        };
        Self {
            kind,
            size,
            rules: None,
            komi: None,
            handicap: 0,
            practice: false,
            opening: None,
            ends_turn: EndsTurn::Press,
            moves_from: MovesFrom::Recorder,
            starts_by: StartsBy::Arbiter,
            wall: None,
            id: None,
        }
    }

    /// The side that moves first: that of the opening position where one is set, else White in chess and with
    /// handicap, else Black.
    #[must_use]
    pub fn first_side(&self) -> Side {
        match (&self.opening, self.kind) {
            (Some(Opening::Stones { to_move, .. }), _) => *to_move,
            (Some(Opening::Fen(fen)), _) if fen.split_whitespace().nth(1) == Some("b") => Side::Black,
            (_, GameKind::Chess) => Side::White,
            (_, GameKind::Go) if self.handicap >= 2 => Side::White,
            (_, GameKind::Go | GameKind::Gomoku | GameKind::Clock) => Side::Black,
        }
    }
}
