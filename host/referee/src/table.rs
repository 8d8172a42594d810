//! A table: commands in, each with its instant and its giver; events out; state.
//!
//! Deciding and entering are one walk over a copy of the table: every event is entered by [`Record`]'s single way in
//! as soon as it is decided, so **replaying a table's steps gives the same state as having lived through them**, and
//! an order that is refused half way leaves nothing behind.

use clock::{BySide, Clock, Duration, HandleError, Instant, Side};

use crate::board::{Placement, color};
use crate::event::{Order, Step};
use crate::record::{Ahead, Record};
use crate::refusal::Refusal;
use crate::setup::{GameKind, Player, Setup};
use crate::walk::Walk;

/// A stamp before time that is already decided. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stamp {} s lies before {} s, up to which time is decided", at.since_zero().as_secs(), committed.since_zero().as_secs())]
pub struct Backwards {
    /// The stamp.
    pub at: Instant,
    /// How far time is decided.
    pub committed: Instant,
}

/// What an order comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The table behind it.
    pub table: Table,
    /// What happened.
    pub step: Step,
    /// What it asked of the clock, in order.
    pub commands: Vec<clock::Command>,
}

/// One table with its clock and its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) clock: Clock,
    pub(crate) record: Record,
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
        let Decided { table, step, .. } = self.decide(order, at)?;
        *self = table;
        Ok(step)
    }

    /// What [`handle`](Self::handle) would come to, and what it asks of the clock.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn decide(&self, order: Order, at: Instant) -> Result<Decided, Backwards> {
        let mut walk = Walk::begin(self.clone(), at)?;
        let kept = walk.obey(order);
        Ok(walk.finish(Some(kept)))
    }

    /// Lets time pass up to `at`, and puts on record that an order was refused before it came to the table.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn refuse(&mut self, order: Order, refusal: Refusal, at: Instant) -> Result<Step, Backwards> {
        let mut walk = Walk::begin(self.clone(), at)?;
        let kept = walk.refuse(&order, refusal);
        let Decided { table, step, .. } = walk.finish(Some(kept));
        *self = table;
        Ok(step)
    }

    /// Lets time pass up to `at`.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn poll(&mut self, at: Instant) -> Result<Step, Backwards> {
        if let Some(quiet) = self.pass_quietly(at)? {
            return Ok(quiet);
        }
        let Decided { table, step, .. } = Walk::begin(self.clone(), at)?.finish(None);
        *self = table;
        Ok(step)
    }

    /// Lets time pass in which nothing happens, which is the usual case; none where something does.
    fn pass_quietly(&mut self, at: Instant) -> Result<Option<Step>, Backwards> {
        if self.talk_overrun_at().is_some_and(|due| due < at) {
            return Ok(None);
        }
        let (mut clock, mut quiet) = (self.clock.clone(), true);
        match clock.poll(at, &mut |_| quiet = false) {
            Err(HandleError::Backwards { at, committed }) => return Err(Backwards { at, committed }),
            Ok(()) | Err(HandleError::Refused(_)) if !quiet => return Ok(None),
            Ok(()) | Err(HandleError::Refused(_)) => self.clock = clock,
        }
        Ok(Some(Step { at, order: None, events: Vec::new(), clock: self.clock.state().clone() }))
    }

    /// When something is due if nobody does anything: by the clock, or the end of a permitted talk.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        // A talk that ends when it is due has not lasted too long: one instant later it has.
        let overrun = self.talk_overrun_at().map(|due| due.plus(Duration::from_micros(1)));
        [self.clock.poll_at(), overrun].into_iter().flatten().min()
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

    /// Turns that were pressed and whose moves are not on record.
    #[must_use]
    pub fn missing_moves(&self) -> u32 {
        match self.ahead() {
            Some(Ahead::Clock(turns)) => turns,
            Some(Ahead::Moves(_)) | None => 0,
        }
    }

    /// The side whose move comes next on the record.
    #[must_use]
    pub fn side_to_record(&self) -> Side {
        let first = self.record.first().unwrap_or_else(|| self.setup.game.first_side());
        let by_record = self.record.moves().last().map_or(first, |last| last.side.other());
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

    /// How the stones or pieces stood after the first so many recorded moves; `None` where there is no board, or nobody
    /// knows.
    #[must_use]
    pub fn position_after(&self, number: u32) -> Option<Placement> {
        self.record.board_after(number).position()
    }

    /// The players by colour; before nigiri nobody knows.
    #[must_use]
    pub fn players(&self) -> BySide<Player> {
        match (&self.setup.seats, self.record.people().black) {
            (Some(seats), Some(black)) => seats.by_side(black),
            (Some(_), None) => BySide::default(),
            (None, _) => self.setup.players.clone(),
        }
    }
}
