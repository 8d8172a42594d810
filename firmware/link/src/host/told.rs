//! What the host's end of a line has to tell.

use clock::{Event, Instant};

use crate::frame::Fault;
use crate::message::{Hello, Input, Snapshot, Start, Trouble, TurnedAway};

/// What the host's end of a line tells whoever drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// The unit greets, and remembers what it was given.
    Joined(&'a Hello),
    /// A unit greets that has none of this host's tables: it is new here, another one, or has forgotten. The copy of
    /// a clock that it should have stands paused where it was last known; the table must be granted again.
    Forgot(&'a Hello),
    /// The unit cannot be used.
    TurnedAway(TurnedAway),
    /// The unit has taken its table over.
    Granted {
        /// By this grant.
        epoch: u32,
    },
    /// The unit's table was granted by somebody else, later than by this host. Its inputs are recorded only.
    Foreign {
        /// The other's grant.
        epoch: u32,
    },
    /// The copy of the clock has something to say; it belongs to the input or the time told next.
    Event(Event),
    /// Something happened. When it is on disk, [`Host::saved`](crate::host::Host::saved) is called with its number.
    Input {
        /// What.
        input: &'a Input,
        /// Whether the clock was told.
        application: Application,
    },
    /// Nothing has happened up to here, and both clocks agree.
    Time(Instant),
    /// The unit's clock stands otherwise than the copy did: the copy was corrected. When that is on disk,
    /// [`Host::saved`](crate::host::Host::saved) is called with the snapshot's `seq`.
    Corrected {
        /// How the unit's clock stands.
        snapshot: &'a Snapshot,
        /// Why they differed.
        why: Why,
        /// Whether the copy took it: not that of another grant, nor one that its control cannot come to.
        application: Application,
    },
    /// Inputs that this host has acknowledged but does not have: it was set back to an earlier state.
    Missing {
        /// Of which start of the unit.
        start: Start,
        /// The first of them.
        from: u32,
        /// The last of them.
        to: u32,
    },
    /// What became of a command was not said while it was meant. If it acted, its input still comes.
    Unanswered {
        /// Its number.
        id: u32,
        /// Its grant.
        epoch: u32,
    },
    /// The unit could not do something.
    Trouble(Trouble),
    /// No word since.
    Silent {
        /// When the unit was last heard, by the host's time; none if never.
        since: Option<Instant>,
    },
    /// The unit is heard again.
    Back,
    /// Bytes came that are no message.
    Fault(Fault),
}

/// Whether an input changed the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Application {
    /// It happened under the grant that holds: the copy of the clock took it.
    Applied,
    /// It happened under another grant: it is recorded, no more.
    Recorded,
}

/// Why a copy had to be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The digests differed after the same inputs.
    Digest,
    /// The unit could not keep all inputs.
    Lost {
        /// How many.
        inputs: u32,
    },
}

/// Why a command cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// There is no unit that has the table.
    #[error("no unit has this table")]
    NoUnit,
    /// The unit is silent: nothing is decided without it.
    #[error("no word from the unit")]
    NoWord {
        /// Since when, by the host's time.
        since: Option<Instant>,
    },
    /// The distance of the two clocks is not measured yet; it takes half a second.
    #[error("the unit's time is not known yet")]
    NoTime,
    /// Too many commands wait.
    #[error("too many commands wait for the unit's answer")]
    Full,
}
