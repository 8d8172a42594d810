//! The clock machine: a control and its state, driven by stamped commands.

use crate::command::{Command, HandleError, Refusal};
use crate::control::Control;
use crate::event::{Event, EventKind, IgnoredPress};
use crate::reading::{Reading, Standing, Status};
use crate::side::Side;
use crate::state::{Sink, State};
use crate::time::Instant;

/// The clock of one game.
///
/// Events go to a sink in the order in which they happened. A copy of a clock is a clock: reading ahead works on
/// a copy and commits nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    pub(crate) control: Control,
    pub(crate) state: State,
}

impl Clock {
    /// A clock that waits for its start.
    #[must_use]
    pub fn new(control: Control) -> Self {
        let state = State::new(&control);
        Self { control, state }
    }

    /// The clock that was left in `state`.
    #[must_use]
    pub const fn restore(control: Control, state: State) -> Self {
        Self { control, state }
    }

    /// Lets time pass up to and including `at`, then acts on the command.
    ///
    /// # Errors
    /// [`HandleError::Backwards`] if `at` lies before time already committed: nothing has changed.
    /// [`HandleError::Refused`] if the command cannot be done: only time has passed.
    pub fn handle(
        &mut self,
        command: Command,
        at: Instant,
        sink: &mut dyn FnMut(Event),
    ) -> Result<(), HandleError> {
        self.poll(at, sink)?;
        self.act(command, sink).map_err(HandleError::Refused)
    }

    /// Lets time pass up to and including `at`.
    ///
    /// # Errors
    /// [`HandleError::Backwards`] if `at` lies before time already committed: nothing has changed.
    pub fn poll(&mut self, at: Instant, sink: &mut dyn FnMut(Event)) -> Result<(), HandleError> {
        self.check_order(at)?;
        self.state.advance(&self.control, at, sink);
        Ok(())
    }

    /// When the next event is due if nobody presses; `None` while nobody is charged.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        self.state.poll_at(&self.control)
    }

    /// What both players may see of a side's clock at `at`; commits nothing.
    ///
    /// # Errors
    /// [`HandleError::Backwards`] if `at` lies before time already committed.
    pub fn reading(&self, side: Side, at: Instant) -> Result<Reading, HandleError> {
        self.check_order(at)?;
        let mut ahead = self.state.clone();
        ahead.advance(&self.control, at, &mut |_| ());
        Ok(ahead.sides.of(side).reading(self.control.of(side)))
    }

    /// Both readings and the turn, as committed.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.state.standing(&self.control)
    }

    /// What the clock as a whole does, as committed.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.state.status
    }

    /// The side on move, none before the start.
    #[must_use]
    pub const fn turn(&self) -> Option<Side> {
        self.state.turn
    }

    /// Up to where time is decided.
    #[must_use]
    pub const fn committed(&self) -> Instant {
        self.state.committed
    }

    /// The control.
    #[must_use]
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The state, to be kept and restored.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    fn check_order(&self, at: Instant) -> Result<(), HandleError> {
        let committed = self.state.committed;
        if at < committed { Err(HandleError::Backwards { at, committed }) } else { Ok(()) }
    }

    fn act(&mut self, command: Command, sink: Sink<'_>) -> Result<(), Refusal> {
        match command {
            Command::Start { side } => self.start(side, sink),
            Command::Press { side } => {
                self.press(side, sink);
                Ok(())
            }
            Command::Pause => self.pause(sink),
            Command::Resume => self.resume(sink),
            Command::Stop => self.stop(),
            Command::Reopen => self.reopen(sink),
            Command::VoidFlag => self.void_flag(sink),
            Command::Set { side, setting } => self.set(side, setting, sink),
            Command::Add { side, amount } => self.add(side, amount, sink),
            Command::Subtract { side, amount } => self.subtract(side, amount, sink),
            Command::Charge { amount } => self.put_forward(amount, sink),
            Command::Turn { side } => self.hand_over(side, sink),
            Command::SwapSides => self.swap_sides(sink),
            Command::Recount { side, elapsed } => self.recount(side, elapsed, sink),
        }
    }

    fn start(&mut self, side: Side, sink: Sink<'_>) -> Result<(), Refusal> {
        match self.state.status {
            Status::Waiting => {}
            Status::Stopped => return Err(Refusal::Stopped),
            Status::Running | Status::Paused | Status::Flagged(_) | Status::FlagWithdrawn(_) => {
                return Err(Refusal::AlreadyStarted);
            }
        }
        self.state.status = Status::Running;
        self.state.emit(EventKind::Started { side }, sink);
        self.state.begin_turn(&self.control, side, sink);
        Ok(())
    }

    fn press(&mut self, side: Side, sink: Sink<'_>) {
        let ignored = match self.state.status {
            Status::Running if self.state.turn == Some(side) => None,
            Status::Running => Some(IgnoredPress::NotOnMove),
            Status::Waiting => Some(IgnoredPress::NotStarted),
            Status::Paused | Status::FlagWithdrawn(_) => Some(IgnoredPress::Paused),
            Status::Flagged(_) => Some(IgnoredPress::FlagFallen),
            Status::Stopped => Some(IgnoredPress::Stopped),
        };
        match ignored {
            Some(why) => self.state.emit(EventKind::Ignored { side, why }, sink),
            None => self.state.press(&self.control, side, sink),
        }
    }

    fn pause(&mut self, sink: Sink<'_>) -> Result<(), Refusal> {
        match self.state.status {
            Status::Running => {}
            Status::Waiting | Status::Paused | Status::FlagWithdrawn(_) => return Err(Refusal::NotRunning),
            Status::Flagged(_) => return Err(Refusal::FlagFallen),
            Status::Stopped => return Err(Refusal::Stopped),
        }
        self.state.status = Status::Paused;
        self.state.emit(EventKind::Paused, sink);
        Ok(())
    }

    fn resume(&mut self, sink: Sink<'_>) -> Result<(), Refusal> {
        match self.state.status {
            Status::Paused => {}
            Status::Waiting | Status::Running => return Err(Refusal::NotPaused),
            Status::Flagged(_) => return Err(Refusal::FlagFallen),
            Status::FlagWithdrawn(_) => return Err(Refusal::ReadingOwed),
            Status::Stopped => return Err(Refusal::Stopped),
        }
        self.state.status = Status::Running;
        self.state.emit(EventKind::Resumed, sink);
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Refusal> {
        if self.state.status == Status::Stopped {
            return Err(Refusal::Stopped);
        }
        self.state.status = Status::Stopped;
        Ok(())
    }

    fn reopen(&mut self, sink: Sink<'_>) -> Result<(), Refusal> {
        if self.state.status != Status::Stopped {
            return Err(Refusal::NotStopped);
        }
        self.state.status = match self.state.turn {
            None => Status::Waiting,
            Some(side) if self.is_used_up(side) => Status::Flagged(side),
            Some(_) => Status::Paused,
        };
        if self.state.status == Status::Paused {
            self.state.emit(EventKind::Paused, sink);
        }
        Ok(())
    }

    fn is_used_up(&self, side: Side) -> bool {
        self.state.sides.of(side).reading(self.control.of(side)).left.is_zero()
    }

    fn void_flag(&mut self, sink: Sink<'_>) -> Result<(), Refusal> {
        let Status::Flagged(side) = self.state.status else { return Err(Refusal::NoFlag) };
        self.state.status = Status::FlagWithdrawn(side);
        self.state.emit(EventKind::FlagVoid { side }, sink);
        Ok(())
    }
}
