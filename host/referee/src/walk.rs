//! A walk through one step: a copy of the table, what happened so far, what was asked of the clock.

use std::sync::Arc;

use clock::{HandleError, Instant, Side, Status};

use crate::command::{Command, Who};
use crate::event::{Event, EventKind, Order, Step};
use crate::outcome::{Decision, WonBy};
use crate::policy::Policy;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::table::{Backwards, Decided, Table};

/// A walk through one step.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) table: Table,
    pub(crate) at: Instant,
    pub(crate) by: Who,
    pub(crate) why: Option<String>,
    /// What the table's unit has done of this already; none where the clock does what it is asked.
    pub(crate) done: Option<Vec<clock::Command>>,
    /// What follows from what is done is left to a step of its own.
    pub(crate) alone: bool,
    events: Vec<Event>,
    commands: Vec<clock::Command>,
}

impl Walk {
    /// Lets time pass.
    pub(crate) fn begin(table: Table, at: Instant) -> Result<Self, Backwards> {
        let mut walk = Self {
            table,
            at,
            by: Who::Clock,
            why: None,
            done: None,
            alone: false,
            events: Vec::new(),
            commands: Vec::new(),
        };
        if let Some(due) = walk.table.talk_overrun_at().filter(|due| *due < at) {
            walk.run_clock(due)?;
            walk.overrun_talk(due);
        }
        walk.run_clock(at)?;
        Ok(walk)
    }

    fn run_clock(&mut self, at: Instant) -> Result<(), Backwards> {
        let mut passed = Vec::new();
        match self.table.clock.poll(at, &mut |event| passed.push(event)) {
            Ok(()) | Err(HandleError::Refused(_)) => {}
            Err(HandleError::Backwards { at, committed }) => return Err(Backwards { at, committed }),
        }
        passed.into_iter().for_each(|event| self.enter_clock(event));
        Ok(())
    }

    pub(crate) fn finish(self, order: Option<Order>) -> Decided {
        let step = Step { at: self.at, order, events: self.events, clock: self.table.clock.state().clone() };
        Decided { table: self.table, step, commands: self.commands }
    }

    /// Does what was ordered, or puts on record that it was refused; gives back what is kept of the order.
    pub(crate) fn obey(&mut self, order: Order) -> Order {
        let before = self.clone();
        self.by = order.by;
        self.why = order.command.why().cloned();
        match self.act(&order).and_then(|()| self.settle(&order.command, before.record())) {
            Ok(()) => order,
            Err(refusal) => {
                *self = before;
                self.refuse(&order, refusal)
            }
        }
    }

    /// Puts on record that an order was refused; gives back what is kept of it.
    pub(crate) fn refuse(&mut self, order: &Order, refusal: Refusal) -> Order {
        let kept = order.clone().blanked();
        self.by = kept.by;
        self.enter(EventKind::Refused { command: kept.command.clone(), refusal });
        kept
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.table.setup()
    }

    pub(crate) fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.table.setup().policy)
    }

    pub(crate) const fn record(&self) -> &Record {
        self.table.record()
    }

    pub(crate) fn status(&self) -> Status {
        self.table.clock().status()
    }

    pub(crate) fn enter(&mut self, kind: EventKind) {
        self.enter_at(self.at, kind);
    }

    /// Enters what came about at an instant of its own.
    pub(crate) fn enter_at(&mut self, at: Instant, kind: EventKind) {
        let judged_anew = self.record().judged_after(&kind);
        let event = Event { at, by: self.by, why: self.why.clone(), kind, judged_anew };
        self.table.record.apply(&event);
        self.events.push(event);
    }

    /// Enters an event of the clock; a flag ends the game at its own instant.
    fn enter_clock(&mut self, event: clock::Event) {
        self.enter_at(event.at, EventKind::Clock(event.kind));
        if let clock::EventKind::Flag { side } = event.kind {
            self.lose(event.at, side, WonBy::Time);
        }
    }

    /// The game ends because a side's time is used up or it resigns.
    pub(crate) fn lose(&mut self, at: Instant, loser: Side, by: WonBy) {
        let decision = self.loss(loser, by);
        self.enter_end(at);
        match decision {
            Decision::Outcome(outcome) => self.enter_at(at, EventKind::Result(outcome)),
            Decision::Arbiter => self.enter_at(at, EventKind::Undecided { side: loser }),
        }
    }

    /// What it comes to by the position that a side loses so.
    pub(crate) fn loss(&self, loser: Side, by: WonBy) -> Decision {
        self.record().board().loss(loser, by, self.table.missing_moves() == 0)
    }

    pub(crate) fn enter_end(&mut self, at: Instant) {
        self.enter_at(at, EventKind::Ended { unrecorded: self.table.missing_moves() });
    }

    /// Has the clock do something.
    pub(crate) fn clock(&mut self, command: clock::Command) -> Result<(), Refusal> {
        let mut brought = Vec::new();
        let handled = self.table.clock.handle(command, self.at, &mut |event| brought.push(event));
        brought.into_iter().for_each(|event| self.enter_clock(event));
        match handled {
            Ok(()) => {
                self.commands.push(command);
                Ok(())
            }
            // The game is not over while it is being counted.
            Err(HandleError::Refused(clock::Refusal::Stopped)) if self.is_counting() => {
                Err(Refusal::PlayHasStopped)
            }
            Err(HandleError::Refused(refusal)) => Err(Refusal::Clock(refusal)),
            Err(HandleError::Backwards { .. }) => unreachable!("time has passed up to this very instant"),
        }
    }

    /// Both clocks stop for good, if they have not.
    pub(crate) fn stop_clock(&mut self) -> Result<(), Refusal> {
        match self.status() {
            // A clock whose flag was withdrawn stands already, and has to be set before it can go on.
            Status::Stopped | Status::Flagged(_) | Status::FlagWithdrawn(_) => Ok(()),
            Status::Waiting | Status::Running | Status::Paused => self.clock(clock::Command::Stop),
        }
    }

    /// What the table's unit has done next, where it has; an amount that depends on the time is the unit's.
    pub(crate) fn done_next(&self) -> Option<&clock::Command> {
        self.done.as_ref()?.get(self.commands.len())
    }

    /// What follows from what was done: an arbiter who acts has come, and more.
    fn settle(&mut self, command: &Command, before: &Record) -> Result<(), Refusal> {
        if self.by.is_arbiter() {
            self.attend_by(command);
        }
        if self.alone { Ok(()) } else { self.follow(before) }
    }

    /// What follows by itself: rulings may decide the game, time that is owed is given, and an end that was under way
    /// may look different.
    pub(crate) fn follow(&mut self, before: &Record) -> Result<(), Refusal> {
        self.settle_verdict()?;
        self.settle_time()?;
        self.settle_lateness()?;
        self.review_ending(before)?;
        self.file_envelope(before);
        Ok(())
    }
}
