//! What people and devices say to a table, and who says it.

use std::fmt;

use clock::{Duration, Setting, Side};
use serde::{Deserialize, Serialize};

use crate::adjournment::AdjournmentCommand;
use crate::ending::EndingCommand;
use crate::incident::IncidentCommand;
use crate::people::PeopleCommand;

/// Who gave a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The player of the black stones or pieces.
    Black,
    /// The player of the white ones.
    White,
    /// Both players, agreeing.
    Both,
    /// The recorder (记谱员).
    Recorder,
    /// An electronic or touch board.
    Sensor,
    /// An arbiter (裁判员).
    Arbiter,
    /// The chief arbiter (裁判长).
    Chief,
    /// The clock itself, when time alone brought something about.
    Clock,
}

impl Who {
    /// The name in records and scripts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
            Self::Recorder => "recorder",
            Self::Sensor => "sensor",
            Self::Arbiter => "arbiter",
            Self::Chief => "chief",
            Self::Clock => "clock",
        }
    }

    /// Whether it is an arbiter, plain or chief.
    #[must_use]
    pub const fn is_arbiter(self) -> bool {
        matches!(self, Self::Arbiter | Self::Chief)
    }
}

impl From<Side> for Who {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A recorded move, as text: the rules core gives it its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// A point such as `Q16`, or a chess move in SAN or UCI.
    At(String),
    /// A pass (虚着).
    Pass,
    /// A turn was played whose move nobody saw.
    Unknown,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::At(text) => text,
            Self::Pass => "pass",
            Self::Unknown => "unknown",
        })
    }
}

/// A command to a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// The game begins.
    Start {
        /// The side on move; by default White in chess and with handicap, else Black.
        side: Option<Side>,
    },
    /// A player has pressed the clock.
    Press {
        /// Whose button.
        side: Side,
    },
    /// Both clocks stand.
    Pause {
        /// Why.
        why: Option<String>,
    },
    /// The clock goes on.
    Resume,
    /// A move is put on record.
    Move {
        /// Who made it.
        side: Side,
        /// What was played.
        played: Played,
    },
    /// The last recorded move of a side was a slip of the recorder.
    TakeBack {
        /// Whose move.
        side: Side,
    },
    /// A recorded move was a slip of the recorder, and this is what was played.
    Correct {
        /// The move's number, counted from 1.
        number: u32,
        /// What was played.
        played: Played,
    },
    /// Parts of a reading are replaced.
    Set {
        /// Whose reading.
        side: Side,
        /// The parts.
        setting: Setting,
        /// Why.
        why: Option<String>,
    },
    /// Time is given.
    Add {
        /// To whom.
        side: Side,
        /// How much.
        amount: Duration,
        /// Why.
        why: Option<String>,
    },
    /// Time is taken away.
    Subtract {
        /// From whom.
        side: Side,
        /// How much.
        amount: Duration,
        /// Why.
        why: Option<String>,
    },
    /// The turn is handed over without completing one.
    Turn {
        /// The side that is on move from now on.
        side: Side,
        /// Why.
        why: Option<String>,
    },
    /// The two sides' readings are exchanged.
    SwapSides {
        /// Why.
        why: Option<String>,
    },
    /// The count goes back to a call that was wrong or missing (Chinese rules 16.2).
    Recount {
        /// The player who demands it.
        side: Side,
        /// The seconds used at which that call lies.
        elapsed: Duration,
        /// Why.
        why: Option<String>,
    },
    /// The time left is asked (16.2).
    Query {
        /// Whose time.
        side: Side,
    },
    /// A flag is withdrawn.
    VoidFlag {
        /// Why.
        why: Option<String>,
    },
    /// A player resigns.
    Resign {
        /// Who.
        side: Side,
    },
    /// About an incident, a ruling, an appeal.
    #[serde(untagged)]
    Incident(IncidentCommand),
    /// About the people at the table.
    #[serde(untagged)]
    People(PeopleCommand),
    /// On the way to the game's end.
    #[serde(untagged)]
    Ending(EndingCommand),
    /// About an adjournment.
    #[serde(untagged)]
    Adjournment(AdjournmentCommand),
}

impl Command {
    /// Who gives this command where a script does not say: the side itself for presses, queries, recounts and
    /// resignation, the setup's source for moves, the chief for the withdrawal of a flag and for leave to talk, which a
    /// policy may keep for nobody else, else the arbiter.
    #[must_use]
    pub fn usual_giver(&self, moves_from: Who) -> Who {
        match self {
            Self::Press { side }
            | Self::Resign { side }
            | Self::Query { side }
            | Self::Recount { side, .. } => (*side).into(),
            Self::Move { .. } | Self::TakeBack { .. } | Self::Correct { .. } => moves_from,
            Self::VoidFlag { .. } => Who::Chief,
            Self::Start { .. }
            | Self::Pause { .. }
            | Self::Resume
            | Self::Set { .. }
            | Self::Add { .. }
            | Self::Subtract { .. }
            | Self::Turn { .. }
            | Self::SwapSides { .. } => Who::Arbiter,
            Self::Incident(command) => command.usual_giver(),
            Self::People(command) => command.usual_giver(),
            Self::Ending(command) => command.usual_giver(),
            Self::Adjournment(command) => command.usual_giver(),
        }
    }

    /// The reason that was given.
    #[must_use]
    pub const fn why(&self) -> Option<&String> {
        match self {
            Self::Pause { why }
            | Self::Set { why, .. }
            | Self::Add { why, .. }
            | Self::Subtract { why, .. }
            | Self::Turn { why, .. }
            | Self::SwapSides { why }
            | Self::Recount { why, .. }
            | Self::VoidFlag { why } => why.as_ref(),
            Self::Incident(command) => command.why(),
            Self::People(command) => command.why(),
            Self::Ending(command) => command.why(),
            Self::Start { .. }
            | Self::Press { .. }
            | Self::Resume
            | Self::Move { .. }
            | Self::TakeBack { .. }
            | Self::Correct { .. }
            | Self::Query { .. }
            | Self::Resign { .. }
            | Self::Adjournment(_) => None,
        }
    }
}
