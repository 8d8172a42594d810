//! What a speaker says that it has played, or has not.

use clock::{Duration, Instant};

use super::Spoken;
use crate::entry::{SpokenIn, Unspoken};

/// How far back what a speaker says of itself may lie by the table's time.
pub(super) const PAST: Duration = Duration::from_secs(120);

/// How far it may lie ahead, and its onset before its instant: the speakers' clocks are estimates.
pub(super) const AHEAD: Duration = Duration::from_millis(500);
pub(super) const EARLY: Duration = Duration::from_secs(1);

/// So long what was taken back may go on being said: a line may be silent for as long before that is known.
pub(crate) const LATE: Duration = crate::seat::TOUCH_LOST_AFTER;

/// Bytes in the name of a speaker.
pub(super) const NAME_MAX: usize = 64;

/// What a speaker says that it has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    /// Who played it: a page, or a device.
    pub by: String,
    /// What.
    pub what: Spoken,
    /// When it was due, by the table's time.
    pub due: Instant,
    /// When it began to sound, by the table's time.
    pub onset: Instant,
    /// When it ended.
    pub end: Instant,
    /// Whether it ended before its end.
    pub cut: bool,
    /// In which tongue, or in tones.
    pub spoken_in: SpokenIn,
}

impl Playback {
    /// Whether its times can be, at that time of the table's.
    pub(super) fn is_plausible(&self, time: Instant) -> bool {
        let Self { due, onset, end, .. } = *self;
        let (first, last) = (time.minus(PAST), time.plus(AHEAD));
        let in_order = due <= onset.plus(EARLY) && onset <= end && due <= end;
        in_order && first <= due && due <= last && end <= last && self.by.len() <= NAME_MAX
    }
}

/// What a speaker says that it has not played, though it was told to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// Who.
    pub by: String,
    /// What.
    pub what: Spoken,
    /// When it was due, by the table's time.
    pub due: Instant,
    /// Why not.
    pub why: Unspoken,
}

/// Why what a speaker says is not put on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PlaybackError {
    /// There is no such table, or its next game is being opened.
    #[error("there is no game at this table")]
    NoGame,
    /// It has said so before.
    #[error("that is on record already")]
    Known,
    /// Its times cannot be.
    #[error("these are not times at which it can have been played")]
    Implausible,
    /// Whoever says so does not speak for the table, or did not when it was heard.
    #[error("whoever says so did not speak for this table then")]
    Stranger,
    /// It was not told to anybody, or was taken back before: by a press, or because the table was silenced.
    #[error("nobody was told to say that then")]
    NotTold,
    /// More than can have been played.
    #[error("that is more than can have been played")]
    TooMany,
    /// What is said aloud has had its share of the record, or waits for the disk.
    #[error("the record takes no more of what was played at present")]
    NoRoom,
}
