//! A second clock, written from the same contract as the machine but apart from it, in the plainest way: time
//! passes one millisecond at a time. It knows whole milliseconds only.
//!
//! `half` is one side's clock and `given` what its control gives; `calls` says what is spoken at a moment,
//! `corrections` what the arbiter may do.

mod calls;
mod corrections;
mod given;
mod half;

use clock::{
    BySide, Command, Control, Event, EventKind, IgnoredPress, Instant, Reading, Refusal, Side, Standing,
    Status,
};

use half::{Half, Runs};

/// A length of time in milliseconds.
type Ms = u64;

/// The clock of a game, stepped.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    halves: BySide<Half>,
    status: Status,
    turn: Option<Side>,
    now: Ms,
    events: Vec<Event>,
}

impl Reference {
    pub(crate) fn new(control: &Control) -> Self {
        Self {
            halves: BySide::new(|side| Half::new(side, control.of(side).clone())),
            status: Status::Waiting,
            turn: None,
            now: 0,
            events: Vec::new(),
        }
    }

    /// Lets time pass up to `at`, then does what is commanded.
    pub(crate) fn handle(&mut self, command: Command, at: Ms) -> Result<(), Refusal> {
        self.pass_until(at);
        match command {
            Command::Start { side } => self.start(side),
            Command::Press { side } => {
                self.press(side);
                Ok(())
            }
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Stop => self.stop(),
            Command::Reopen => self.reopen(),
            Command::VoidFlag => self.void_flag(),
            Command::Set { side, setting } => self.set(side, setting),
            Command::Add { side, amount } => self.add(side, amount),
            Command::Subtract { side, amount } => self.subtract(side, amount),
            Command::Charge { amount } => self.put_forward(amount),
            Command::Turn { side } => self.hand_over(side),
            Command::SwapSides => self.swap_sides(),
            Command::Recount { side, elapsed } => self.recount(side, elapsed),
        }
    }

    /// Lets time pass, one millisecond after the other.
    pub(crate) fn pass_until(&mut self, at: Ms) {
        while let (Status::Running, Some(side)) = (self.status, self.turn) {
            if self.now == at {
                return;
            }
            self.now += 1;
            self.pass_one(side);
        }
        self.now = at;
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn status(&self) -> Status {
        self.status
    }

    pub(crate) fn turn(&self) -> Option<Side> {
        self.turn
    }

    pub(crate) fn reading(&self, side: Side) -> Reading {
        self.halves.of(side).reading()
    }

    pub(crate) fn standing(&self) -> Standing {
        Standing { turn: self.turn, readings: BySide::new(|side| self.reading(side)) }
    }

    fn pass_one(&mut self, side: Side) {
        let half = self.halves.of_mut(side);
        if half.delay_left() > 0 {
            half.delay = Some(half.delay_left() - 1);
            if !half.only_delay() {
                return;
            }
        } else {
            half.left = half.left.saturating_sub(1);
            if half.runs == Runs::Main {
                half.ran += 1;
            }
        }
        let hourglass = half.runs == Runs::Hourglass;
        if hourglass {
            self.halves.of_mut(side.other()).left += 1;
        }
        self.look_at(side);
    }

    /// What happens or is said at the point which the running time has just come to.
    fn look_at(&mut self, side: Side) {
        if self.halves.of(side).shown_left() > 0 {
            if let Some(call) = self.halves.of(side).call_now() {
                self.say(EventKind::Call { side, call });
            }
            return;
        }
        let mut said = Vec::new();
        let flag = self.halves.of_mut(side).used_up(&mut said);
        self.say_all(said);
        if flag {
            self.say(EventKind::Flag { side });
            self.status = Status::Flagged(side);
        }
    }

    fn say(&mut self, kind: EventKind) {
        self.events.push(Event { at: Instant::from_millis(self.now), kind });
    }

    fn say_all(&mut self, kinds: Vec<EventKind>) {
        for kind in kinds {
            self.say(kind);
        }
    }

    fn start(&mut self, side: Side) -> Result<(), Refusal> {
        match self.status {
            Status::Waiting => {}
            Status::Stopped => return Err(Refusal::Stopped),
            Status::Running | Status::Paused | Status::Flagged(_) | Status::FlagWithdrawn(_) => {
                return Err(Refusal::AlreadyStarted);
            }
        }
        self.status = Status::Running;
        self.say(EventKind::Started { side });
        self.begin_turn(side);
        Ok(())
    }

    /// A side that starts in a section hears how many moves it holds when its first turn begins.
    fn begin_turn(&mut self, side: Side) {
        self.turn = Some(side);
        let half = self.halves.of_mut(side);
        half.delay = Some(half.delay_left());
        if let Some(call) = half.first_section() {
            self.say(EventKind::Call { side, call });
        }
    }

    fn press(&mut self, side: Side) {
        let why = match self.status {
            Status::Stopped => Some(IgnoredPress::Stopped),
            Status::Flagged(_) => Some(IgnoredPress::FlagFallen),
            Status::Waiting => Some(IgnoredPress::NotStarted),
            Status::Paused | Status::FlagWithdrawn(_) => Some(IgnoredPress::Paused),
            Status::Running if self.turn != Some(side) => Some(IgnoredPress::NotOnMove),
            Status::Running => None,
        };
        if let Some(why) = why {
            self.say(EventKind::Ignored { side, why });
            return;
        }
        let mut said = Vec::new();
        let few_moves = self.halves.of_mut(side).complete_turn(&mut said);
        self.say_all(said);
        self.say(EventKind::Pressed { side });
        if let Some(call) = few_moves {
            self.say(EventKind::Call { side, call });
        }
        self.begin_turn(side.other());
    }

    fn pause(&mut self) -> Result<(), Refusal> {
        match self.status {
            Status::Running => {}
            Status::Stopped => return Err(Refusal::Stopped),
            Status::Flagged(_) => return Err(Refusal::FlagFallen),
            Status::Waiting | Status::Paused | Status::FlagWithdrawn(_) => return Err(Refusal::NotRunning),
        }
        self.status = Status::Paused;
        self.say(EventKind::Paused);
        Ok(())
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        match self.status {
            Status::Paused => {}
            Status::Stopped => return Err(Refusal::Stopped),
            Status::Flagged(_) => return Err(Refusal::FlagFallen),
            Status::FlagWithdrawn(_) => return Err(Refusal::ReadingOwed),
            Status::Waiting | Status::Running => return Err(Refusal::NotPaused),
        }
        self.status = Status::Running;
        self.say(EventKind::Resumed);
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Refusal> {
        if self.status == Status::Stopped {
            return Err(Refusal::Stopped);
        }
        self.status = Status::Stopped;
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), Refusal> {
        if self.status != Status::Stopped {
            return Err(Refusal::NotStopped);
        }
        match self.turn {
            None => self.status = Status::Waiting,
            Some(side) if self.reading(side).left.is_zero() => self.status = Status::Flagged(side),
            Some(_) => {
                self.status = Status::Paused;
                self.say(EventKind::Paused);
            }
        }
        Ok(())
    }

    fn void_flag(&mut self) -> Result<(), Refusal> {
        match self.status {
            Status::Flagged(side) => {
                self.status = Status::FlagWithdrawn(side);
                self.say(EventKind::FlagVoid { side });
                Ok(())
            }
            Status::Waiting
            | Status::Running
            | Status::Paused
            | Status::FlagWithdrawn(_)
            | Status::Stopped => Err(Refusal::NoFlag),
        }
    }
}
