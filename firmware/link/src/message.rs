//! What a table unit and its host say to each other.
//!
//! Order of variants and fields is the format: both only ever grow at the end, with a new
//! [`PROTOCOL`](crate::PROTOCOL).

use core::fmt;

use clock::{Command, Control, Duration, Instant, Side, SideControl, Standing, State, Status};
use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::frame::CRC;
use crate::limits::{COMMANDS_IN_ONE, ENGINE, GRANT_BEHIND_MAX, GRANT_TIME_MAX, PROTOCOL};

mod input;
mod showing;

pub use input::{Breakdown, File, Gesture, Input, Key, KeyReport, OrderRefusal, What};
pub use showing::{Corrected, Game, Name, Play, Reason, Showing, Text, WhiteAt};

/// What one command asks of the clock, in this order.
pub type Commands = Vec<Command, COMMANDS_IN_ONE>;

/// The number that a unit was made with: on the RP2040 that of its flash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Serial(pub u64);

impl fmt::Display for Serial {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Which unit this is, and which of its starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// Its number.
    pub serial: Serial,
    /// Grows with every start in which it remembers nothing; never 0.
    pub boot: u32,
    /// How often it was reset since, and found its memory whole.
    pub resets: u32,
}

impl Identity {
    /// The mark of this start: resets that forget nothing do not change it.
    #[must_use]
    pub fn start(self) -> Start {
        let mut sum = CRC.digest();
        sum.update(&self.serial.0.to_le_bytes());
        sum.update(&self.boot.to_le_bytes());
        Start(sum.finalize())
    }
}

/// The mark of one start of one unit: the checksum (CRC-32/ISCSI) of its serial number and its boot number. No two
/// starts of a unit have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Start(pub u32);

/// What an end of the line speaks and computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Versions {
    /// Of framing and messages.
    pub protocol: u8,
    /// Of the clock machine.
    pub engine: u16,
}

impl Versions {
    /// Those of this program.
    pub const OURS: Self = Self { protocol: PROTOCOL, engine: ENGINE };
}

/// What a unit says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::large_enum_variant,
    reason = "no heap to put the large ones on, and one message lives at a time"
)]
pub enum ToHost {
    /// Who is there.
    Hello(Hello),
    /// The table was taken over.
    Granted(Granted),
    /// Something happened.
    Input(Input),
    /// Nothing more has happened up to here.
    Tick(Tick),
    /// How the unit's clock stands, which holds.
    Snapshot(Snapshot),
    /// The answer to a probe.
    Echo(Echo),
    /// Something could not be done.
    Trouble(Trouble),
}

/// What a host says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::large_enum_variant,
    reason = "no heap to put the large ones on, and one message lives at a time"
)]
pub enum ToUnit {
    /// Who is there?
    Call(Versions),
    /// The greeting was heard.
    Welcome(Welcome),
    /// The unit cannot be used here.
    TurnedAway(TurnedAway),
    /// The unit has this table from now on.
    Grant(Grant),
    /// Inputs are on disk.
    Acknowledge(Acknowledge),
    /// The clock is to do something.
    Order(Order),
    /// How late is it there?
    Probe {
        /// The host's own time, given back as it is.
        sent: Instant,
    },
    /// What the face shows beside the clock.
    Show(Showing),
    /// The unit is to send its [`Snapshot`].
    TellState,
    /// The unit is to start its boot loader.
    BootLoader {
        /// Which unit is meant.
        serial: Serial,
    },
}

/// Who is there: the unit's greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// What it speaks and computes.
    pub versions: Versions,
    /// Which unit, which start.
    pub identity: Identity,
    /// The epoch of its table, 0 without a table.
    pub epoch: u32,
    /// The first input that it still keeps.
    pub first: u32,
    /// The last input that it numbered; one less than `first` where it keeps none.
    pub newest: u32,
    /// The last command of the host that it dealt with in this epoch.
    pub command: u32,
}

/// The answer to a greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// What the host speaks and computes.
    pub versions: Versions,
    /// What is on disk of this start's inputs.
    pub acknowledged: Acknowledge,
}

/// Why a unit cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnedAway {
    /// The host computes with another version of the clock machine.
    Engine {
        /// Which.
        theirs: u16,
    },
    /// The host speaks another version of the protocol.
    Protocol {
        /// Which.
        theirs: u8,
    },
}

/// A table is given to a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// The unit's start that it is meant for.
    pub start: Start,
    /// The number of this grant; greater than that of any before it.
    pub epoch: u32,
    /// The table's number, for the face.
    pub table: u16,
    /// The table's time when this was sent; a clock that runs runs from here.
    pub time: Instant,
    /// Turns completed so far, for the conditions of commands.
    pub turns: u32,
    /// The time control.
    pub control: Control,
    /// The clock as it stands.
    pub state: State,
    /// The side whose clock the first press of the other starts, where it waits and no arbiter starts it.
    pub first: Option<Side>,
}

impl Grant {
    /// Whether its time control is one that a clock can be made with, and its state one that such a clock can have, not
    /// more than [`GRANT_BEHIND_MAX`] before its time where it runs, and neither beyond [`GRANT_TIME_MAX`]: all of it comes
    /// from a line, not through the checks.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let in_time = self.time.max(self.state.committed()) <= GRANT_TIME_MAX;
        in_time && self.state.behind(self.time) <= GRANT_BEHIND_MAX && is_sound(&self.control, &self.state)
    }
}

/// Whether a clock can be made with a control that did not come through the checks, and stand so.
pub(crate) fn is_sound(control: &Control, state: &State) -> bool {
    let alone = Side::BOTH.into_iter().all(|side| {
        let control = control.of(side);
        SideControl::try_from(control.settings()).as_ref() == Ok(control)
    });
    alone && control.clone().paired().is_ok() && state.fits(control)
}

/// A table was taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Granted {
    /// The mark of the unit's start.
    pub start: Start,
    /// The grant.
    pub epoch: u32,
}

/// Inputs up to and including this one are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acknowledge {
    /// Of which start of the unit.
    pub start: Start,
    /// The number of the input, 0 for none.
    pub seq: u32,
}

/// Nothing more has happened up to here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// The mark of the unit's start.
    pub start: Start,
    /// The grant.
    pub epoch: u32,
    /// The last input numbered before it.
    pub seq: u32,
    /// Up to here time is decided.
    pub at: Instant,
    /// The digest of the clock's state there.
    pub digest: Digest,
    /// Turns completed there.
    pub turns: u32,
    /// What the clock does.
    pub status: Status,
    /// Both readings and the turn.
    pub standing: Standing,
    /// The revision of what the face shows.
    pub revision: u32,
    /// Frames that came damaged since the start.
    pub damaged: u32,
}

/// How a unit's clock stands, whatever others thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The mark of the unit's start.
    pub start: Start,
    /// The grant.
    pub epoch: u32,
    /// The last input that is in it.
    pub seq: u32,
    /// How many inputs up to `seq` the unit could not keep. They are in the state and nowhere else.
    pub lost: u32,
    /// The last command of the host that is in it.
    pub command: u32,
    /// Turns completed.
    pub turns: u32,
    /// The clock's state.
    pub state: State,
}

/// The answer to a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Echo {
    /// The mark of the unit's start.
    pub start: Start,
    /// The grant, on whose axis `at` lies.
    pub epoch: u32,
    /// What the probe said.
    pub sent: Instant,
    /// The table's time when the answer was sent.
    pub at: Instant,
    /// How long the probe lay at the unit before it was answered.
    pub held: Duration,
}

/// A command of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The grant under which it is meant.
    pub epoch: u32,
    /// Its number in this epoch, from 1, growing.
    pub id: u32,
    /// How many turns must be completed, so that no press has come first.
    pub turns: Option<u32>,
    /// The last instant at which it may act, on the table's axis.
    pub expires: Instant,
    /// What the clock is to do.
    pub commands: Commands,
}

/// What a unit could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trouble {
    /// A grant that is not newer than what the unit has.
    OldGrant {
        /// The unit's epoch.
        epoch: u32,
    },
    /// A grant whose time control means nothing, or whose state that control cannot come to.
    UnsoundGrant {
        /// Its epoch.
        epoch: u32,
    },
    /// A command under another grant than the unit's.
    OtherEpoch {
        /// The command.
        id: u32,
        /// The unit's epoch.
        epoch: u32,
    },
    /// The boot loader is not started while a clock runs.
    ClockRuns,
}
