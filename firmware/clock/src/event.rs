//! What happened on a clock.

use crate::calls::Call;
use crate::reading::Standing;
use crate::side::Side;
use crate::time::Instant;

/// Something that happened, with the instant at which it was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// When it was due, however late it was noticed.
    pub at: Instant,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of event, by their names in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum EventKind {
    /// The clock was started.
    Started {
        /// The side on move.
        side: Side,
    },
    /// A turn was completed.
    Pressed {
        /// By whom.
        side: Side,
    },
    /// A press that changed nothing.
    Ignored {
        /// Whose.
        side: Side,
        /// Why.
        why: IgnoredPress,
    },
    /// Both clocks stand.
    Paused,
    /// The clock goes on.
    Resumed,
    /// The overtime began during play.
    Overtime {
        /// Whose.
        side: Side,
    },
    /// The next stage began.
    Stage {
        /// Whose.
        side: Side,
        /// Its number from 1.
        stage: u8,
    },
    /// A period was used, a later Ing block entered, or a unit of consideration begun.
    Period {
        /// Whose.
        side: Side,
        /// How many are left: byo-yomi periods, Ing blocks not yet entered, units untouched.
        periods: u16,
    },
    /// A Canadian section was completed and the next began.
    Section {
        /// Whose.
        side: Side,
    },
    /// The referee speaks.
    Call {
        /// Of whose time.
        side: Side,
        /// What.
        call: Call,
    },
    /// A side's time is used up. The first flag is the only flag.
    Flag {
        /// Whose.
        side: Side,
    },
    /// The flag was withdrawn.
    FlagVoid {
        /// Whose it was.
        side: Side,
    },
    /// A reading or the turn was corrected.
    Corrected(Correction),
}

/// Why a press changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum IgnoredPress {
    /// The opponent is on move.
    NotOnMove,
    /// The clock has not been started.
    NotStarted,
    /// The clock stands in a pause.
    Paused,
    /// A flag has fallen.
    FlagFallen,
    /// The game is over.
    Stopped,
}

/// A correction: what was, and what is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Correction {
    /// What was corrected.
    pub kind: CorrectionKind,
    /// How both sides stood before.
    pub before: Standing,
    /// How both sides stand now.
    pub after: Standing,
}

/// The kinds of correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum CorrectionKind {
    /// A side's reading was set.
    Set(Side),
    /// A side was given time.
    Add(Side),
    /// Time was taken from a side.
    Subtract(Side),
    /// This side has the turn now.
    Turn(Side),
    /// The readings were exchanged.
    SwapSides,
    /// A side's count went back.
    Recount(Side),
    /// A side was charged for time before it passed.
    Charge(Side),
}
