//! What somebody must look at.

use clock::Instant;

/// Something wrong that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alarm {
    /// The table; none where all are concerned.
    pub table: Option<u32>,
    /// What is wrong.
    pub kind: AlarmKind,
    /// Since when, on the hall's axis.
    pub since: Instant,
}

/// The kinds of alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AlarmKind {
    /// Nothing is put on record.
    Disk,
    /// The page that is the table's clock is not heard.
    TouchLost,
    /// Two engines disagree about one clock.
    Diverged,
    /// A key of the table is stuck, chatters, or edges of it were lost.
    Keys,
    /// The table's keys cannot be read.
    KeysLost,
    /// The table's loudspeaker does not play.
    SpeakerLost,
    /// Some of the day is to be quiet, and nobody knows the time of day for certain.
    QuietHours,
    /// There is no word from the table's unit.
    UnitSilent,
    /// The table's unit runs another version of the program, and cannot be used.
    UnitTurnedAway,
    /// The table's unit failed, and began anew.
    UnitBroke,
}

impl AlarmKind {
    /// The name in messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Disk => "disk",
            Self::TouchLost => "touch-lost",
            Self::Diverged => "diverged",
            Self::Keys => "keys",
            Self::KeysLost => "keys-lost",
            Self::SpeakerLost => "speaker-lost",
            Self::QuietHours => "quiet-hours",
            Self::UnitSilent => "unit-silent",
            Self::UnitTurnedAway => "unit-turned-away",
            Self::UnitBroke => "unit-broke",
        }
    }
}
