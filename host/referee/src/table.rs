//! A table: commands in, each with its instant and its giver; events out; state.
//!
//! Deciding and entering are one walk: every event is entered by [`Record`]'s single way in as soon as it is
//! decided, so **replaying a table's steps gives the same state as having lived through them**.

use clock::{BySide, Clock, HandleError, Instant, Reading, Side};

use crate::board::{Judged, Placement, color};
use crate::command::{Command, Who};
use crate::event::{Event, EventKind, Order, Step};
use crate::outcome::{Decision, WonBy};
use crate::record::{Ahead, Record};
use crate::refusal::Refusal;
use crate::setup::{GameKind, Setup};

/// A stamp before time that is already decided. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stamp {} s lies before {} s, up to which time is decided", at.since_zero().as_secs(), committed.since_zero().as_secs())]
pub struct Backwards {
    /// The stamp.
    pub at: Instant,
    /// How far time is decided.
    pub committed: Instant,
}

/// One table with its clock and its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    setup: Setup,
    clock: Clock,
    record: Record,
}

impl Table {
    /// A table at which everything is agreed and nothing has begun.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let clock = Clock::new(setup.control.clone());
        let record = Record::new(&setup.game);
        Self { setup, clock, record }
    }

    /// Lets time pass up to `at`, then does what was ordered or puts on record that it was refused.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn handle(&mut self, order: Order, at: Instant) -> Result<Step, Backwards> {
        let mut walk = Walk::begin(self, at)?;
        walk.obey(&order);
        Ok(walk.finish(Some(order)))
    }

    /// Lets time pass up to `at`, and puts on record that an order was refused before it came to the table.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn refuse(&mut self, order: Order, refusal: Refusal, at: Instant) -> Result<Step, Backwards> {
        let mut walk = Walk::begin(self, at)?;
        walk.by = order.by;
        walk.enter(EventKind::Refused { command: order.command.clone(), refusal });
        Ok(walk.finish(Some(order)))
    }

    /// Lets time pass up to `at`.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn poll(&mut self, at: Instant) -> Result<Step, Backwards> {
        Ok(Walk::begin(self, at)?.finish(None))
    }

    /// When something is due if nobody does anything.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        self.clock.poll_at()
    }

    /// Enters a step that was decided before, here or elsewhere. This cannot fail.
    pub fn apply(&mut self, step: &Step) {
        for event in &step.events {
            self.record.apply(event);
        }
        self.clock = Clock::restore(self.setup.control.clone(), step.clock.clone());
    }

    /// The same table with the clock as another engine has it.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Which of clock and moves is ahead; a table without a board is always in step.
    #[must_use]
    pub fn ahead(&self) -> Option<Ahead> {
        if self.setup.game.kind == GameKind::Clock { None } else { self.record.ahead() }
    }

    /// The side whose move comes next on the record.
    #[must_use]
    pub fn side_to_record(&self) -> Side {
        let first = self.record.first.unwrap_or_else(|| self.setup.game.first_side());
        let by_record = self.record.moves.last().map_or(first, |last| last.side.other());
        self.record.board().turn().unwrap_or(by_record)
    }

    /// How the stones or pieces stand by the record; `None` where there is no board, or nobody knows.
    #[must_use]
    pub fn position(&self) -> Option<Placement> {
        self.record.board().position()
    }

    /// The stones that each side has taken, in Go.
    #[must_use]
    pub fn captures(&self) -> Option<BySide<u32>> {
        let taken = self.record.board().captures()?;
        Some(BySide::new(|side| *taken.of(color(side))))
    }

    /// Whether the side to move is in check, in chess.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.record.board().is_check()
    }
}

/// A walk through one step: the table, and the events so far.
struct Walk<'a> {
    table: &'a mut Table,
    at: Instant,
    by: Who,
    why: Option<String>,
    events: Vec<Event>,
}

impl<'a> Walk<'a> {
    /// Lets time pass.
    fn begin(table: &'a mut Table, at: Instant) -> Result<Self, Backwards> {
        let mut passed = Vec::new();
        match table.clock.poll(at, &mut |event| passed.push(event)) {
            Ok(()) | Err(HandleError::Refused(_)) => {}
            Err(HandleError::Backwards { at, committed }) => return Err(Backwards { at, committed }),
        }
        let mut walk = Self { table, at, by: Who::Clock, why: None, events: Vec::new() };
        passed.into_iter().for_each(|event| walk.enter_clock(event));
        Ok(walk)
    }

    fn finish(self, order: Option<Order>) -> Step {
        Step { at: self.at, order, events: self.events, clock: self.table.clock.state().clone() }
    }

    /// Does what was ordered, or puts on record that it was refused.
    fn obey(&mut self, order: &Order) {
        self.by = order.by;
        if let Err(refusal) = self.act(order) {
            self.why = None;
            self.enter(EventKind::Refused { command: order.command.clone(), refusal });
        }
    }

    fn enter(&mut self, kind: EventKind) {
        self.enter_at(self.at, kind);
    }

    fn enter_at(&mut self, at: Instant, kind: EventKind) {
        let event = Event { at, by: self.by, why: self.why.clone(), kind };
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
    fn lose(&mut self, at: Instant, loser: Side, by: WonBy) {
        let in_step = !matches!(self.table.ahead(), Some(Ahead::Clock(_)));
        let decision = self.table.record.board().loss(loser, by, in_step);
        self.enter_end(at);
        match decision {
            Decision::Outcome(outcome) => self.enter_at(at, EventKind::Result(outcome)),
            Decision::Arbiter => self.enter_at(at, EventKind::Undecided { side: loser }),
        }
    }

    fn enter_end(&mut self, at: Instant) {
        let unrecorded = match self.table.ahead() {
            Some(Ahead::Clock(turns)) => turns,
            Some(Ahead::Moves(_)) | None => 0,
        };
        self.enter_at(at, EventKind::Ended { unrecorded });
    }

    fn clock(&mut self, command: clock::Command) -> Result<(), Refusal> {
        let mut brought = Vec::new();
        let handled = self.table.clock.handle(command, self.at, &mut |event| brought.push(event));
        brought.into_iter().for_each(|event| self.enter_clock(event));
        match handled {
            Ok(()) => Ok(()),
            Err(HandleError::Refused(refusal)) => Err(Refusal::Clock(refusal)),
            Err(HandleError::Backwards { .. }) => unreachable!("time has passed up to this very instant"),
        }
    }

    fn act(&mut self, order: &Order) -> Result<(), Refusal> {
        let asked = self.table.clock_command(order)?;
        self.enter_record(&order.command);
        self.why = order.command.why().cloned();
        if let Some(command) = asked {
            self.clock(command)?;
        }
        if let Command::Resign { side } = order.command {
            self.lose(self.at, side, WonBy::Resignation);
        } else if let Command::Move { .. } | Command::TakeBack { .. } | Command::Correct { .. } =
            order.command
        {
            self.enter_end_by_board(asked);
        } else if let Command::VoidFlag { .. } = order.command {
            self.enter(EventKind::Reopened);
        }
        Ok(())
    }

    /// The position on the board may end the game at once, or, after a slip was set right, not have ended it. That was
    /// found out with what is asked of the clock, and is not found out again where it asks nothing.
    fn enter_end_by_board(&mut self, asked: Option<clock::Command>) {
        let before = self.table.record.outcome().filter(|outcome| outcome.is_of_the_board());
        if asked == Some(clock::Command::Reopen) {
            self.enter(EventKind::Reopened);
        } else if asked == Some(clock::Command::Stop) {
            self.enter_end(self.at);
            self.enter_result_by_board();
        } else if before.is_some() && before != self.table.record.board().ending() {
            self.enter_result_by_board();
        }
    }

    fn enter_result_by_board(&mut self) {
        if let Some(outcome) = self.table.record.board().ending() {
            self.enter(EventKind::Result(outcome));
        }
    }

    /// What a command, already found in order, puts on record before the clock acts.
    fn enter_record(&mut self, command: &Command) {
        let record = &self.table.record;
        let kind = match command {
            Command::Move { side, played } => {
                let number = record.move_count().saturating_add(1);
                let Ok(judged) = record.judge(number, *side, played) else { return };
                let out_of_turn = *side != self.table.side_to_record();
                let Judged { played, uci, illegal, cycle } = judged;
                EventKind::Move { side: *side, played, number, out_of_turn, illegal, cycle, uci }
            }
            Command::TakeBack { side } => {
                let Some((number, recorded)) = record.last_of(*side) else { return };
                EventKind::TakenBack { side: *side, played: recorded.played.clone(), number }
            }
            Command::Correct { number, played } => {
                let Some(recorded) = record.get(*number) else { return };
                let (side, before) = (recorded.side, recorded.played.clone());
                let Ok(judged) = record.judge(*number, side, played) else { return };
                let Judged { played: after, illegal, .. } = judged;
                EventKind::MoveCorrected { side, number: *number, before, after, illegal }
            }
            Command::Query { side } => {
                let reading: Reading = *self.table.clock.standing().readings.of(*side);
                EventKind::Told { side: *side, reading }
            }
            Command::Resign { side } => EventKind::Resigned { side: *side },
            Command::Start { .. }
            | Command::Press { .. }
            | Command::Pause { .. }
            | Command::Resume
            | Command::Set { .. }
            | Command::Add { .. }
            | Command::Subtract { .. }
            | Command::Turn { .. }
            | Command::SwapSides { .. }
            | Command::Recount { .. }
            | Command::VoidFlag { .. } => return,
        };
        self.enter(kind);
    }
}
