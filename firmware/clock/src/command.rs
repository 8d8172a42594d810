//! What can be asked of a clock, and why it may refuse.

use core::fmt;

use crate::side::Side;
use crate::time::{Duration, Instant};

/// A command to the clock. Who gave it and why is the referee's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Command {
    /// The game begins with this side on move.
    Start {
        /// The side on move.
        side: Side,
    },
    /// A side has pressed its button.
    Press {
        /// Whose button.
        side: Side,
    },
    /// Both clocks stand.
    Pause,
    /// The clock goes on where it stood.
    Resume,
    /// The game is over: both clocks stop.
    Stop,
    /// The game was not over after all: a stopped clock stands as it stood, paused.
    Reopen,
    /// Parts of a reading are replaced.
    Set {
        /// Whose reading.
        side: Side,
        /// The parts.
        setting: Setting,
    },
    /// Time is given.
    Add {
        /// To whom.
        side: Side,
        /// How much.
        amount: Duration,
    },
    /// Time is taken away as a penalty: a delay does not absorb it, and Bronstein does not give it back.
    Subtract {
        /// From whom.
        side: Side,
        /// How much.
        amount: Duration,
    },
    /// The running clock is put forward, as if so much time had passed: a player who is done before a set time is
    /// charged up to it.
    Charge {
        /// How much.
        amount: Duration,
    },
    /// The turn is handed over without completing one.
    Turn {
        /// The side that is on move from now on.
        side: Side,
    },
    /// The two sides' readings are exchanged.
    SwapSides,
    /// The count of the last period goes back to a call that was wrong or missing (Chinese rules 16.2).
    Recount {
        /// The player who demands it.
        side: Side,
        /// The seconds used at which that call lies.
        elapsed: Duration,
    },
    /// The flag is withdrawn; the clock stands until the reading was set or recounted.
    VoidFlag,
}

/// The parts of a reading that a correction names; what is not named stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Setting {
    /// Time left in the stage of main time.
    pub main: Option<Duration>,
    /// Time left in the byo-yomi period, or in the free time of a turn with consideration.
    pub period: Option<Duration>,
    /// Time left in the unit of consideration that runs.
    pub unit: Option<Duration>,
    /// Time left in the Canadian section.
    pub section: Option<Duration>,
    /// Time left in the Ing block.
    pub block: Option<Duration>,
    /// Time left in the hourglass.
    pub hourglass: Option<Duration>,
    /// Periods, blocks or units left, the running one included.
    pub periods: Option<u16>,
    /// Moves still to play in the section, or in the stage's quota.
    pub moves: Option<u16>,
    /// The stage of main time, counted from 1.
    pub stage: Option<u8>,
}

/// Why the clock does not do what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Refusal {
    /// Start of a clock that was started before.
    #[error("the clock was started before")]
    AlreadyStarted,
    /// Pause or turn of a clock that does not run.
    #[error("the clock does not run")]
    NotRunning,
    /// Resume of a clock that is not paused.
    #[error("the clock is not paused")]
    NotPaused,
    /// The game is over.
    #[error("the game is over and the clock is stopped")]
    Stopped,
    /// Reopening of a clock that was not stopped.
    #[error("the clock has not been stopped")]
    NotStopped,
    /// A correction behind a flag that stands.
    #[error("a flag has fallen: it must be withdrawn first")]
    FlagFallen,
    /// Withdrawal of a flag where none has fallen.
    #[error("no flag has fallen")]
    NoFlag,
    /// After a withdrawn flag.
    #[error("the flag was withdrawn: a time must be set for that side, or its count taken back, first")]
    ReadingOwed,
    /// Turn to the side that has it.
    #[error("that side is on move already")]
    OnMoveAlready,
    /// Time taken away that is not there.
    #[error("that would use up the time: a loss must be ruled instead")]
    WouldFlag,
    /// A correction by nothing, or to no time.
    #[error("the time must be more than zero")]
    ZeroTime,
    /// A correction that names nothing.
    #[error("the correction names nothing to be set")]
    NothingNamed,
    /// A correction that names two times of which only one can run.
    #[error("two running times at once cannot be set")]
    TwoTimes,
    /// A correction to a reading that the control cannot reach.
    #[error("the time control cannot come to such a reading: {0}")]
    OutOfReach(SettingKey),
    /// Readings that the other side's control cannot reach.
    #[error("the sides' time controls differ: their readings cannot be exchanged")]
    ControlsDiffer,
    /// A recount by the side that is not being counted.
    #[error("only the side on move can have its count taken back")]
    NotOnMove,
    /// A recount before the last period.
    #[error("the count is taken back only in the last period")]
    NotLastPeriod,
    /// A recount to a second at which nothing is called.
    #[error("nothing is called at that second")]
    NoSuchCall,
    /// A recount forwards.
    #[error("the count has not come so far yet")]
    NotYetElapsed,
}

/// A part of a reading, named by the key that sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SettingKey {
    /// `main`.
    Main,
    /// `period`.
    Period,
    /// `unit`.
    Unit,
    /// `section`.
    Section,
    /// `block`.
    Block,
    /// `hourglass`.
    Hourglass,
    /// `periods`.
    Periods,
    /// `moves`.
    Moves,
    /// `stage`.
    Stage,
}

impl fmt::Display for SettingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Main => "main",
            Self::Period => "period",
            Self::Unit => "unit",
            Self::Section => "section",
            Self::Block => "block",
            Self::Hourglass => "hourglass",
            Self::Periods => "periods",
            Self::Moves => "moves",
            Self::Stage => "stage",
        })
    }
}

/// Why a command had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandleError {
    /// The stamp lies before time that is already decided; nothing has changed.
    #[error("the stamp lies {} before time already committed", committed.since(*at))]
    Backwards {
        /// The stamp.
        at: Instant,
        /// How far time is decided.
        committed: Instant,
    },
    /// Time has passed up to the stamp, but the command was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
