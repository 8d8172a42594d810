//! A table whose clock is in a unit behind a line.

use clock::Instant;
use link::FrameBuffer;
use link::host::{Known, KnownTable};

use super::{Decided, Face, Seat};
use crate::behind::{About, Behind, Brought, BroughtStep, Clerk, Saved};
use crate::entry::{Anchor, Cause, Entry, StepEntry};
use crate::hall::{Answer, HallError};
use crate::showing::{Manner, corrected_by};

/// Whether there is word from a table's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitWord {
    /// It is heard, and the face is as it is there.
    Heard,
    /// It is not: the face is as it was last known to be.
    Silent {
        /// When it was last heard, by the hall's time; none if it never was.
        since: Option<Instant>,
    },
}

impl Seat {
    /// Whether the clock is in a unit behind a line.
    pub(crate) const fn is_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// The clock is in a unit from now on: one that was there before, or one that is still to greet.
    pub(crate) fn attach(&mut self, number: u32, now: Instant) {
        let time = self.time(now);
        match &mut self.behind {
            Some(behind) => behind.attach(now),
            None => self.behind = Some(Box::new(Behind::new(number, time, now))),
        }
    }

    /// The clock was in a unit before an interruption, and has gone on there.
    pub(crate) fn restore_behind(&mut self, number: u32, known: Known, anchor: Anchor, now: Instant) {
        let from = self.time(now);
        // Up to the heartbeat nothing has happened that is not on record.
        let mut ahead = self.live.clone();
        if ahead.poll(from).is_ok_and(|step| step.events.is_empty()) {
            self.live = ahead;
        }
        let state = self.live.clock().state().clone();
        let table = known.table.map(|table| KnownTable { state, ..table });
        let mut behind = Behind::restore(number, Known { table, ..known }, from, now);
        behind.keep_anchor(anchor);
        self.behind = Some(Box::new(behind));
    }

    /// A silent unit's clock is given up ([`Self::release_if_gone`]).
    pub(crate) fn give_up_unit(&mut self, now: Instant) -> Result<(), HallError> {
        self.behind.as_mut().ok_or(HallError::NoUnit)?.give_up_unit(now)
    }

    /// The service has no line to the unit any more, or it was given up: the clock is in the service, as it was last
    /// known. Gives back why, and what goes on record.
    pub(crate) fn release_if_gone(&mut self, now: Instant) -> Option<(Cause, Entry)> {
        let cause = self.behind.as_ref()?.gone(now)?;
        self.behind = None;
        let from = self.live.clock().committed();
        self.unit = unit::Unit::restore(self.live.clock().clone(), self.live.record().turns());
        self.tie = (now, from);
        Some((cause, Behind::released(&self.live)))
    }

    /// The record is closed: nothing of the unit goes on it any more.
    pub(crate) fn hold_line(&mut self) {
        if let Some(behind) = &mut self.behind {
            behind.hold();
        }
    }

    /// The line goes on with the next game at the same table.
    pub(crate) fn take_line_of(&mut self, before: &mut Self, granted: u32, now: Instant) -> Vec<Brought> {
        self.behind = before.behind.take().or_else(|| self.behind.take());
        self.with_line(granted, now, Behind::go_on)
    }

    pub(crate) fn unit_heard(&mut self, bytes: &[u8], granted: u32, now: Instant) -> Vec<Brought> {
        self.with_line(granted, now, |behind, clerk| behind.hear(bytes, clerk))
    }

    /// Does what time alone brings, and decides what can be decided.
    pub(crate) fn poll_unit(&mut self, granted: u32, now: Instant) -> Vec<Brought> {
        self.with_line(granted, now, Behind::poll)
    }

    /// The last grant of the table to a unit, 0 where there was none.
    pub(crate) fn granted(&self) -> u32 {
        self.behind.as_ref().map_or(0, |behind| behind.granted())
    }

    /// The table's time as it may be shown: with no word from its unit, the last that is known.
    pub(crate) fn known_time(&self, hall_now: Instant) -> Instant {
        match &self.behind {
            Some(behind) => behind.known_time(&self.live, hall_now),
            None => self.time(hall_now),
        }
    }

    /// What the table's own clock shows, which is in the unit.
    pub(super) fn face_at_unit(&self, behind: &Behind, now: Instant) -> Face {
        let (clock, now, word) = behind.face(&self.live, now);
        Face {
            clock: clock.clone(),
            now,
            pending: self.unsaved.len().saturating_add(behind.pending()),
            players: self.people.by_side(self.live.record().people().black),
            table: self.live.clone().with_clock(clock),
            corrected: self.corrected,
            muted: self.account.muted().is_some(),
            unit: Some(word),
        }
    }

    /// Has the unit's face show what the table's does.
    pub(crate) fn show_at_unit(&mut self, manner: Option<Manner>, now: Instant) {
        let Some(manner) = manner.or_else(|| self.behind.as_ref()?.manner()) else { return };
        let showing = self.face(now).showing(manner);
        if let Some(behind) = &mut self.behind {
            behind.show(manner, showing);
        }
    }

    /// With the greatest grant of any table, beyond which those of this one lie.
    fn with_line(
        &mut self,
        granted: u32,
        now: Instant,
        act: impl FnOnce(&mut Behind, &mut Clerk<'_>),
    ) -> Vec<Brought> {
        let Some(behind) = &mut self.behind else { return Vec::new() };
        let mut clerk = Clerk::new(&mut self.live, granted, now);
        act(behind, &mut clerk);
        clerk.brought()
    }

    pub(crate) fn unit_frame(&mut self, now: Instant, frame: &mut FrameBuffer) -> Option<usize> {
        self.behind.as_mut()?.frame(now, frame)
    }

    /// Something of the unit is on disk.
    pub(crate) fn unit_saved(&mut self, saved: Saved) {
        if let Some(behind) = &mut self.behind {
            behind.saved(saved);
        }
    }

    /// The machine has slept.
    pub(crate) fn has_slept(&mut self) {
        if let Some(behind) = &mut self.behind {
            behind.has_slept();
        }
    }

    /// What was decided waits for the disk; gives back the entry.
    pub(crate) fn enter_brought(&mut self, brought: BroughtStep, hall_now: Instant) -> Entry {
        let BroughtStep { step, about: About { receipt, unit, follows, ticket, saved } } = brought;
        self.hear(&step, hall_now);
        let answer = ticket.map(|ticket| (ticket, Answer::of(&step)));
        let name = receipt.as_ref().and_then(|receipt| receipt.name.clone());
        self.corrected = corrected_by(&step).or(self.corrected);
        self.unsaved.push_back(Decided { step: step.clone(), answer, name, saved });
        Entry::Step(Box::new(StepEntry { step, receipt, unit, follows }))
    }
}
