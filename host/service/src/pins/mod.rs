//! Tables whose keys, lamps and buzzer are on this machine's own lines.
//!
//! `plan` is what the configuration says; [`Lines`] and [`Outputs`] what is asked of a board, answered by `gpiocdev`
//! and `rppal`, **each of which alone names its crate**. `reader` makes of edges what keys say and up to where they are
//! known, `losses` finds what shows that edges were lost, `panel::signals` makes of what happens what is lit and sounded:
//! all without IO. `task` is the thin shell that opens lines, again and again where they are not there, and carries between
//! them and the hall's task.
//!
//! **A stamp is the kernel's, taken in its interrupt, and no delay of this program changes it**: the floor that keys
//! state comes late then, and never before everything below it was read.

mod gpiocdev;
mod losses;
mod plan;
mod reader;
mod rppal;
mod signals;
mod task;

use std::fmt::Debug;
use std::os::fd::OwnedFd;
use std::time::Duration as Real;

use clock::{Instant, Side};
use panel::button::Contact;
use panel::signals::Shows;
use tokio::sync::watch;

pub(crate) use plan::{By, CHIP, Pins, key_words};
pub(crate) use reader::Heard;
pub(crate) use rppal::Header;
pub(crate) use signals::shown_of;
pub(crate) use task::{Sound, start, start_for_unit};

/// What the tasks at a table's lines say to whoever has its clock.
#[derive(Debug)]
pub(crate) enum Word {
    /// The keys can be read: `due` is told the moment up to which it is to be stated that they were.
    KeysAttached { due: watch::Sender<Option<Instant>> },
    /// What keys said, and up to where they are known, by the axis of whoever is told.
    Keys(Heard),
    /// The keys cannot be read.
    KeysLost,
    /// There are lamps or a buzzer: `shows` is told what the clock does.
    Lamps { shows: watch::Sender<Shows> },
}

/// Where there is one table only, it needs no number.
impl From<(u32, Word)> for Word {
    fn from((_, word): (u32, Word)) -> Self {
        word
    }
}

/// Tells those tasks something, if it has changed.
pub(crate) fn tell<T: PartialEq>(told: &watch::Sender<T>, value: T) {
    told.send_if_modified(|known| std::mem::replace(known, value) != *known);
}

/// Why lines cannot be had, or not any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{device}: {why}")]
pub(crate) struct PinsError {
    /// The chip, and by what it is read.
    device: String,
    why: String,
}

impl PinsError {
    fn new(pins: &Pins, why: impl ToString) -> Self {
        Self { device: pins.to_string(), why: why.to_string() }
    }
}

/// A change of a line, as the kernel noted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawEdge {
    pub(crate) line: u32,
    pub(crate) contact: Contact,
    /// What CLOCK_MONOTONIC showed, in nanoseconds.
    pub(crate) stamp_ns: u64,
    /// The kernel's count of this line's edges, from 1.
    pub(crate) sequence: u32,
    /// Its count of the interrupts of all lines that are read together; none where each is read apart.
    pub(crate) interrupt: Option<u32>,
}

/// When somebody should look for edges.
#[derive(Debug)]
pub(crate) enum Wake {
    /// When this can be read: its queue is the kernel's.
    Readable(OwnedFd),
    /// So often: nothing tells.
    Every(Real),
}

/// The lines of a table's keys.
pub(crate) trait Lines: Debug + Send {
    /// When to look for edges.
    fn wake(&self) -> Result<Wake, PinsError>;

    /// The lines whose contacts are closed at present.
    fn closed(&self) -> Result<Vec<u32>, PinsError>;

    /// Reads the edges that are queued, those of a line in their order; `false` if more may be queued than were read.
    fn drain(&mut self, edges: &mut Vec<RawEdge>) -> Result<bool, PinsError>;
}

/// The lines of a table's lamps and buzzer.
pub(crate) trait Outputs: Debug + Send {
    /// Lights the lamp of a side, if it has one.
    fn light(&mut self, side: Side, on: bool) -> Result<(), PinsError>;

    /// Sounds the buzzer at so many hertz, or is silent.
    fn sound(&mut self, hertz: Option<u32>) -> Result<(), PinsError>;
}

/// Edges that are read at once.
const EDGES_AT_ONCE: usize = 4_096;

/// Who has the boards' lines.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    rppal: rppal::Shared,
}

impl Boards {
    pub(crate) fn keys(&self, pins: &Pins) -> Result<Box<dyn Lines>, PinsError> {
        match pins.by {
            By::Gpiocdev => gpiocdev::keys(pins),
            By::Rppal => self.rppal.keys(pins),
        }
    }

    pub(crate) fn outputs(&self, pins: &Pins) -> Result<Box<dyn Outputs>, PinsError> {
        match pins.by {
            By::Gpiocdev => gpiocdev::outputs(pins),
            By::Rppal => rppal::outputs(pins),
        }
    }
}
