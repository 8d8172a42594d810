//! What people are told of the schedule, and what they may ask of it.

use chrono::{DateTime, Utc};

use crate::console::orders::{Fate, Pending};
use crate::schedule::{Agenda, Carried, Moment, Progress, Scheduled, WAITING_MAX};

/// What is asked of the schedule.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Nothing: it is looked at.
    Look,
    /// An order for a set time.
    Add(Scheduled),
    /// One that is not to be given, or was missed and is known to be.
    Remove(String),
}

/// Why the schedule does not take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ScheduleError {
    /// Nobody knows what time it is.
    #[error("this machine does not know for certain what time it is: nothing can be set for a time of day")]
    Untrusted,
    /// The time is over.
    #[error("that time is over")]
    Over,
    /// Too many are waiting.
    #[error("more than {WAITING_MAX} orders are set already")]
    TooMany,
    /// There is none of that name.
    #[error("there is no such order")]
    Unknown,
    /// The system gives no random bytes to name it by.
    #[error("it is not set: this machine gives no random numbers")]
    NotNamed,
    /// The disk did not take it.
    #[error("it stands, but could not be written down: when the service is started again it is gone")]
    NotKept,
}

/// An order that was given, and what became of it at each table as far as that is known.
pub(crate) type CarriedView = (Scheduled, Vec<(u32, Option<Fate>)>);

/// The schedule as it stands.
#[derive(Clone, Debug)]
pub(crate) struct ScheduleView {
    /// The wall clock, and whether it may be believed.
    pub(crate) wall: DateTime<Utc>,
    pub(crate) trusted: bool,
    /// The earliest first.
    pub(crate) waiting: Vec<Scheduled>,
    /// The latest first.
    pub(crate) missed: Vec<Scheduled>,
    /// Given in this run of the service, the latest first, and what became of each at each table as far as it is on
    /// disk.
    pub(crate) carried: Vec<CarriedView>,
}

impl Agenda {
    pub(super) fn view(&mut self, moment: &Moment) -> ScheduleView {
        ScheduleView {
            wall: moment.wall.time,
            trusted: moment.wall.trusted,
            waiting: self.waiting.iter().map(|one| one.order.clone()).collect(),
            missed: self.missed.iter().cloned().collect(),
            carried: self.carried.iter_mut().map(Carried::view).collect(),
        }
    }
}

impl Carried {
    fn view(&mut self) -> CarriedView {
        let tables = self.tables.iter_mut().map(|(table, progress)| (*table, progress.known()));
        (self.order.clone(), tables.collect())
    }
}

impl Progress {
    /// What is known by now.
    fn known(&mut self) -> Option<Fate> {
        if let Self::Open(pending) = self
            && let Some(fate) = Pending::told(pending)
        {
            *self = Self::Known(fate);
        }
        match self {
            Self::Known(fate) => Some(fate.clone()),
            Self::Open(_) => None,
        }
    }
}
