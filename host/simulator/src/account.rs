//! An account of the time that each side used, kept apart from the engine: who ran from when to when.

use clock::{
    Bonus, BySide, Clock, Control, CorrectionKind, Duration, EventKind, Instant, Overtime, Side, Standing,
    Status,
};
use referee::{Command, Event, IncidentEvent, PeopleEvent, Step};

use crate::failure::{Check, Fault, ensure};

/// What is left on a clock of main time alone, with or without an increment.
#[derive(Clone, Copy, Debug)]
struct Plain {
    left: Duration,
    increment: Duration,
}

/// The account of one game.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    table: u32,
    running: bool,
    turn: Option<Side>,
    /// Up to here it is kept.
    at: Instant,
    used: BySide<Duration>,
    plain: BySide<Option<Plain>>,
}

/// The plain clock of a side, if its control is one.
fn plain(control: &Control, side: Side) -> Option<Plain> {
    let settings = control.of(side).settings();
    let [stage] = settings.stages.as_slice() else { return None };
    let increment = match stage.bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(increment) => increment,
        Bonus::Delay(_) | Bonus::Bronstein(_) => return None,
    };
    let simple = stage.moves.is_none() && settings.overtime == Overtime::None;
    let first = if settings.first_move_bonus { increment } else { Duration::ZERO };
    simple.then_some(Plain { left: stage.time.plus(first), increment })
}

impl Account {
    pub(crate) fn new(table: u32, control: &Control) -> Self {
        Self {
            table,
            running: false,
            turn: None,
            at: Instant::ZERO,
            used: BySide::default(),
            plain: BySide::new(|side| plain(control, side)),
        }
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running
    }

    pub(crate) const fn used(&self) -> &BySide<Duration> {
        &self.used
    }

    /// All time that was used.
    pub(crate) fn total(&self) -> Duration {
        self.used.black.plus(self.used.white)
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, to: Instant) {
        let time = to.since(self.at);
        self.at = self.at.max(to);
        if let Some(side) = self.turn.filter(|_| self.running) {
            *self.used.of_mut(side) = self.used.of(side).plus(time);
            if let Some(plain) = self.plain.of_mut(side) {
                plain.left = plain.left.minus(time);
            }
        }
    }

    /// Enters a step.
    pub(crate) fn enter(&mut self, step: &Step) {
        for event in &step.events {
            self.pass(event.at);
            self.enter_event(event, step.order.as_ref().map(|order| &order.command));
        }
        self.pass(step.at);
    }

    /// The clock stands there, which may be further than what is on record: a unit had it.
    pub(crate) fn reach(&mut self, committed: Instant) {
        self.at = self.at.max(committed);
    }

    fn enter_event(&mut self, event: &Event, command: Option<&Command>) {
        match &event.kind {
            referee::EventKind::Clock(kind) => self.enter_clock(kind, command),
            referee::EventKind::Ended { .. }
            | referee::EventKind::Resigned { .. }
            | referee::EventKind::Ending(referee::EndingEvent::Stopped { .. }) => self.running = false,
            // What rulings and lateness cost, the clock says as a correction that no command names.
            referee::EventKind::Incident(IncidentEvent::TimeSettled { side, given, amount }) => {
                self.change(*side, |left| if *given { left.plus(*amount) } else { left.minus(*amount) });
            }
            referee::EventKind::People(
                PeopleEvent::Arrived { side, charged: amount, .. }
                | PeopleEvent::LateCharged { side, amount },
            ) => {
                self.change(*side, |left| left.minus(*amount));
            }
            referee::EventKind::UnitClock { after, status, .. } => self.take_clock(after, *status),
            referee::EventKind::Move { .. }
            | referee::EventKind::TakenBack { .. }
            | referee::EventKind::MoveCorrected { .. }
            | referee::EventKind::Told { .. }
            | referee::EventKind::Undecided { .. }
            | referee::EventKind::Result(_)
            | referee::EventKind::Reopened
            | referee::EventKind::Incident(_)
            | referee::EventKind::People(_)
            | referee::EventKind::Ending(_)
            | referee::EventKind::Adjournment(_)
            | referee::EventKind::Refused { .. } => {}
        }
    }

    /// The clock stands as the table's unit has it.
    fn take_clock(&mut self, after: &Standing, status: Status) {
        (self.running, self.turn) = (status == Status::Running, after.turn);
        for side in Side::BOTH {
            let left = after.readings.of(side).left;
            self.change(side, |_| left);
        }
    }

    fn enter_clock(&mut self, kind: &EventKind, command: Option<&Command>) {
        match kind {
            EventKind::Started { side } => (self.running, self.turn) = (true, Some(*side)),
            EventKind::Pressed { side } => {
                self.turn = Some(side.other());
                if let Some(plain) = self.plain.of_mut(*side) {
                    plain.left = plain.left.plus(plain.increment);
                }
            }
            EventKind::Paused | EventKind::Flag { .. } => self.running = false,
            EventKind::Resumed => self.running = true,
            EventKind::Corrected(correction) => self.correct(correction.kind, command),
            EventKind::Ignored { .. }
            | EventKind::Overtime { .. }
            | EventKind::Stage { .. }
            | EventKind::Period { .. }
            | EventKind::Section { .. }
            | EventKind::Call { .. }
            | EventKind::FlagVoid { .. } => {}
        }
    }

    fn correct(&mut self, kind: CorrectionKind, command: Option<&Command>) {
        let amount = match command {
            Some(Command::Add { amount, .. } | Command::Subtract { amount, .. }) => Some(*amount),
            Some(Command::Set { setting, .. }) => setting.main,
            _ => None,
        };
        match (kind, amount) {
            (CorrectionKind::Turn(side), _) => self.turn = Some(side),
            (CorrectionKind::SwapSides, _) => {
                let (black, white) = (self.plain.black, self.plain.white);
                (self.plain.black, self.plain.white) = (white, black);
            }
            (CorrectionKind::Set(side), Some(amount)) => self.change(side, |_| amount),
            (CorrectionKind::Add(side), Some(amount)) => self.change(side, |left| left.plus(amount)),
            (CorrectionKind::Subtract(side), Some(amount)) => self.change(side, |left| left.minus(amount)),
            _ => {}
        }
    }

    fn change(&mut self, side: Side, to: impl FnOnce(Duration) -> Duration) {
        if let Some(plain) = self.plain.of_mut(side) {
            plain.left = to(plain.left);
        }
    }

    /// Compares with the clock, which stands where the account does.
    pub(crate) fn compare(&self, clock: &Clock) -> Result<(), Fault> {
        let wrong = |what: String| Fault::new(Check::Charge, self.table, what);
        let runs = clock.status() == Status::Running;
        if (runs, clock.turn(), clock.committed()) != (self.running, self.turn, self.at) {
            return Err(wrong(format!("the account has {self:?}, the clock {clock:?}")));
        }
        let standing = clock.standing();
        for side in Side::BOTH {
            let (left, plain) = (standing.readings.of(side).left, self.plain.of(side));
            ensure(plain.is_none_or(|plain| plain.left == left), Check::Charge, self.table, || {
                format!("{side} has {left} left, by the account {plain:?}")
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Game, Order, Setup, Table, Who};

    fn at(secs: u64) -> Instant {
        Instant::from_millis(secs * 1_000)
    }

    #[test]
    fn the_account_follows_a_game_with_corrections_and_a_flag() {
        let control: Control = "white 20s; black 10s+2s".parse().unwrap();
        let mut account = Account::new(1, &control);
        let setup = Setup::new(Game::default(), control);
        let mut table = Table::new(setup);
        let add = Command::Add { side: Side::White, amount: Duration::from_secs(5), why: None };
        for (by, command, secs) in [
            (Who::Arbiter, Command::Start { side: None }, 1),
            (Who::Black, Command::Press { side: Side::Black }, 4),
            (Who::Arbiter, Command::Pause { why: None }, 6),
            (Who::Arbiter, add, 7),
            (Who::Arbiter, Command::Resume, 9),
            (Who::White, Command::Press { side: Side::White }, 10),
        ] {
            account.enter(&table.handle(Order { by, command }, at(secs)).unwrap());
            account.compare(table.clock()).unwrap();
        }
        assert_eq!(account.used(), &BySide { black: Duration::from_secs(3), white: Duration::from_secs(3) });
        account.enter(&table.poll(at(60)).unwrap());
        account.compare(table.clock()).unwrap();
        assert_eq!(account.used().black, Duration::from_secs(14));
    }

    #[test]
    fn an_engine_that_charges_a_microsecond_more_is_found() {
        let control: Control = "10s".parse().unwrap();
        let mut account = Account::new(1, &control);
        let mut clock = Clock::new(control);
        clock.handle(clock::Command::Start { side: Side::Black }, at(1), &mut |_| ()).unwrap();
        (account.running, account.turn) = (true, Some(Side::Black));
        account.pass(Instant::from_micros(1_000_001));
        assert!(account.compare(&clock).is_err());
    }
}
