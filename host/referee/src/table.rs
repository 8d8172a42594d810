//! A table: commands in, each with its instant and its giver; events out; state.
//!
//! Deciding and entering are one walk: every event is entered by [`Record`]'s single way in as soon as it is
//! decided, so **replaying a table's steps gives the same state as having lived through them**.

use clock::{Clock, Duration, HandleError, Instant, Reading, Side, Status};

use crate::command::{Command, Played, Who};
use crate::event::{Event, EventKind, Order, Step};
use crate::outcome::{Outcome, WonBy};
use crate::record::{Ahead, Record};
use crate::refusal::{Entitled, Refusal};
use crate::setup::{EndsTurn, GameKind, Setup, StartsBy};

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
        Self { setup, clock, record: Record::default() }
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
        self.record.moves.last().map_or(first, |last| last.side.other())
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
        if let Err(refusal) = self.act(&order.command) {
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
            self.end(event.at, Outcome::Won { side: side.other(), by: WonBy::Time });
        }
    }

    fn end(&mut self, at: Instant, outcome: Outcome) {
        let unrecorded = match self.table.ahead() {
            Some(Ahead::Clock(turns)) => turns,
            Some(Ahead::Moves(_)) | None => 0,
        };
        self.enter_at(at, EventKind::Ended { unrecorded });
        self.enter_at(at, EventKind::Result(outcome));
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

    fn act(&mut self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Start { side } => self.start(*side),
            Command::Press { side } => self.press(*side),
            Command::Pause { why } => self.explained(why, clock::Command::Pause),
            Command::Resume => {
                self.require_starter()?;
                self.clock(clock::Command::Resume)
            }
            Command::Move { side, played } => self.record_move(*side, played),
            Command::TakeBack { side } => self.take_back(*side),
            Command::Correct { number, played } => self.correct_move(*number, played),
            Command::Set { side, setting, why } => {
                self.correct(why, clock::Command::Set { side: *side, setting: *setting })
            }
            Command::Add { side, amount, why } => {
                self.correct(why, clock::Command::Add { side: *side, amount: *amount })
            }
            Command::Subtract { side, amount, why } => {
                self.correct(why, clock::Command::Subtract { side: *side, amount: *amount })
            }
            Command::Turn { side, why } => self.correct(why, clock::Command::Turn { side: *side }),
            Command::SwapSides { why } => self.correct(why, clock::Command::SwapSides),
            Command::Recount { side, elapsed, why } => self.recount(*side, *elapsed, why),
            Command::Query { side } => self.tell(*side),
            Command::VoidFlag { why } => self.void_flag(why),
            Command::Resign { side } => self.resign(*side),
        }
    }

    /// A command whose events bear its reason.
    fn explained(&mut self, why: &Option<String>, command: clock::Command) -> Result<(), Refusal> {
        self.why.clone_from(why);
        self.clock(command)
    }

    fn correct(&mut self, why: &Option<String>, command: clock::Command) -> Result<(), Refusal> {
        let agreed = self.without_arbiter() && self.by == Who::Both;
        if !agreed {
            self.require(Entitled::Arbiter, None)?;
        }
        self.explained(why, command)
    }

    fn start(&mut self, side: Option<Side>) -> Result<(), Refusal> {
        self.require_starter()?;
        let side = side.unwrap_or_else(|| self.table.setup.game.first_side());
        self.clock(clock::Command::Start { side })
    }

    fn press(&mut self, side: Side) -> Result<(), Refusal> {
        self.require(Entitled::Player, Some(side))?;
        let first = self.table.setup.game.first_side();
        let waiting = self.table.clock.status() == Status::Waiting;
        if waiting && self.without_arbiter() && side != first {
            return self.clock(clock::Command::Start { side: first });
        }
        self.clock(clock::Command::Press { side })
    }

    fn record_move(&mut self, side: Side, played: &Played) -> Result<(), Refusal> {
        self.check_played(played)?;
        if self.table.clock.status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        let lagging = matches!(self.table.ahead(), Some(Ahead::Clock(_)));
        if self.table.record.ended && !lagging {
            return Err(Refusal::GameOver);
        }
        let number = self.table.record.move_count().saturating_add(1);
        let out_of_turn = side != self.table.side_to_record();
        self.enter(EventKind::Move { side, played: played.clone(), number, out_of_turn });
        match self.table.setup.game.ends_turn {
            EndsTurn::Record | EndsTurn::Touch if !self.table.record.ended => {
                self.clock(clock::Command::Press { side })
            }
            EndsTurn::Press | EndsTurn::Record | EndsTurn::Touch => Ok(()),
        }
    }

    fn take_back(&mut self, side: Side) -> Result<(), Refusal> {
        self.require(Entitled::Recorder, Some(side))?;
        let moves = &self.table.record.moves;
        let index = moves.iter().rposition(|recorded| recorded.side == side).ok_or(Refusal::NoMoveOfSide)?;
        let played = moves[index].played.clone();
        let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        self.enter(EventKind::TakenBack { side, played, number });
        Ok(())
    }

    fn correct_move(&mut self, number: u32, played: &Played) -> Result<(), Refusal> {
        self.require(Entitled::Recorder, None)?;
        self.check_played(played)?;
        let index = self.table.record.index(number).ok_or(Refusal::NoSuchMove { number })?;
        let recorded = &self.table.record.moves[index];
        let (side, before) = (recorded.side, recorded.played.clone());
        self.enter(EventKind::MoveCorrected { side, number, before, after: played.clone() });
        Ok(())
    }

    /// Refuses only what cannot mean anything on this board.
    fn check_played(&self, played: &Played) -> Result<(), Refusal> {
        let game = &self.table.setup.game;
        match (game.kind, played) {
            (GameKind::Clock, _) => Err(Refusal::NoBoard),
            (GameKind::Go | GameKind::Gomoku, Played::At(point)) if !is_on_board(point, game.size) => {
                Err(Refusal::OffBoard { point: point.clone(), size: game.size })
            }
            (GameKind::Go | GameKind::Gomoku | GameKind::Chess, _) => Ok(()),
        }
    }

    fn recount(&mut self, side: Side, elapsed: Duration, why: &Option<String>) -> Result<(), Refusal> {
        self.require(Entitled::Player, Some(side))?;
        self.explained(why, clock::Command::Recount { side, elapsed })
    }

    fn tell(&mut self, side: Side) -> Result<(), Refusal> {
        let reading: Reading = *self.table.clock.standing().readings.of(side);
        self.enter(EventKind::Told { side, reading });
        Ok(())
    }

    fn void_flag(&mut self, why: &Option<String>) -> Result<(), Refusal> {
        self.require(Entitled::Chief, None)?;
        self.explained(why, clock::Command::VoidFlag)?;
        self.enter(EventKind::Reopened);
        Ok(())
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.require(Entitled::Player, Some(side))?;
        if self.table.record.ended {
            return Err(Refusal::GameOver);
        }
        if self.table.clock.status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        self.enter(EventKind::Resigned { side });
        self.clock(clock::Command::Stop)?;
        self.end(self.at, Outcome::Won { side: side.other(), by: WonBy::Resignation });
        Ok(())
    }

    fn without_arbiter(&self) -> bool {
        self.table.setup.game.starts_by == StartsBy::Press
    }

    /// Starting and going on are the arbiter's, or anybody's where there is none.
    fn require_starter(&self) -> Result<(), Refusal> {
        if self.without_arbiter() { Ok(()) } else { self.require(Entitled::Arbiter, None) }
    }

    fn require(&self, allowed: Entitled, player: Option<Side>) -> Result<(), Refusal> {
        if allowed.covers(self.by, player.map(Who::from)) {
            Ok(())
        } else {
            Err(Refusal::NotEntitled { allowed })
        }
    }
}

/// Whether a point such as `Q16` lies on a board of so many lines. Columns are letters without I, rows count
/// from below.
fn is_on_board(point: &str, size: u8) -> bool {
    const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let mut letters = point.chars();
    let column = letters.next().and_then(|letter| COLUMNS.find(letter));
    let row = letters.as_str().parse::<u8>().ok();
    let lines = usize::from(size);
    column.is_some_and(|column| column < lines) && row.is_some_and(|row| (1..=size).contains(&row))
}
