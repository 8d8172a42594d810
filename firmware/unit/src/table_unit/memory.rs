//! What a table unit remembers over a reset.

use clock::{Clock, Instant, Status};
use link::device::{Memory, MemoryFault, remember};
use link::{Breakdown, File, Gesture, Identity, What};

use super::{Table, TableUnit};
use crate::unit::{SubmitError, Unit};

/// What a unit has to remember, in short: equal where nothing but time has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    session: link::device::Mark,
    table: Option<(u32, Status)>,
}

impl TableUnit {
    /// A unit that was reset and goes on with what it remembers, as [`Self::recall`].
    ///
    /// # Errors
    /// A memory that is not whole, or not this unit's: then it must [`Self::start`].
    pub fn wake(identity: Identity, memory: &[u8], now: Instant) -> Result<Self, MemoryFault> {
        let mut unit = Self::start(identity);
        unit.recall(memory, now)?;
        Ok(unit)
    }

    /// Takes up what is remembered from before a reset ([`Self::remember`]), where it stands: a unit is large. The time
    /// of the reset itself is not charged to anybody; that there was one is on record.
    ///
    /// # Errors
    /// A memory that is not whole, or not this unit's: the unit is one that remembers nothing.
    pub fn recall(&mut self, memory: &[u8], now: Instant) -> Result<(), MemoryFault> {
        let kept = self.session.recall(memory)?;
        let mut at = now;
        self.table = kept.and_then(|kept| {
            let clock = Clock::restore(kept.control, kept.state);
            at = clock.committed();
            let time = kept.time.max(at);
            Table::new(kept.table, Unit::restore(clock, kept.turns).starts_by_press(kept.first), (now, time))
        });
        let resets = self.session.identity().resets;
        self.session.enter(at, 0, &What::Reset { resets });
        Ok(())
    }

    /// Puts on record how the run before this one ended; to be done after [`Self::recall`].
    pub fn broke_down(&mut self, kind: Breakdown, line: u32, file: File, now: Instant) {
        let at = self.clock().map_or(now, Clock::committed);
        self.session.enter(at, 0, &What::Breakdown { kind, line, file });
    }

    /// The unit began anew again and again, and is not to be trusted with a clock that runs: it goes on standing in a
    /// pause, and the face sends for the arbiter. To be done after [`Self::recall`].
    ///
    /// # Errors
    /// [`SubmitError::Full`], which it never is so soon.
    pub fn stand(&mut self, now: Instant) -> Result<(), SubmitError> {
        let status = self.clock().map(Clock::status);
        self.stood = matches!(status, Some(Status::Running | Status::Paused));
        if status == Some(Status::Running) { self.gesture(Gesture::Stand, now) } else { Ok(()) }
    }

    /// Writes down what must survive a reset; gives back its length. To be done after every [`Self::poll`] that
    /// changed something, at least with every tick: what happened since is what a reset may cost.
    #[must_use]
    pub fn remember(&self, now: Instant, bytes: &mut [u8]) -> Option<usize> {
        let kept = self.table.as_ref().map(|table| Memory {
            table: table.number,
            time: table.time(now),
            turns: table.unit.turns(),
            control: table.unit.clock().control().clone(),
            state: table.unit.clock().state().clone(),
            first: table.unit.first(),
        });
        remember(&self.session, kept.as_ref(), bytes)
    }

    /// What a memory of before is worth: where this differs, [`Self::remember`] is due at once; else, while a clock
    /// runs, with every tick.
    #[must_use]
    pub fn mark(&self) -> Mark {
        let Self { session, table, .. } = self;
        let stands = table.as_ref().map(|table| (table.unit.turns(), table.unit.clock().status()));
        Mark { session: session.mark(), table: stands }
    }
}
