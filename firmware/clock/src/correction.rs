//! Corrections: what an arbiter sets right, each as one event with the standing before and after.
//!
//! A correction is worked out on a copy and entered whole or not at all.

use crate::calls::Stretch;
use crate::clock::Clock;
use crate::command::{Refusal, Setting, SettingKey};
use crate::control::{DURATION_MAX, Overtime, SideControl};
use crate::event::{Correction, CorrectionKind, EventKind};
use crate::reading::Status;
use crate::side::Side;
use crate::side_state::{End, Part, SideState};
use crate::state::{Sink, State};
use crate::time::Duration;

impl Clock {
    pub(crate) fn set(&mut self, side: Side, setting: Setting, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_correctable()?;
        let set = self.state.sides.of(side).set(self.control.of(side), setting)?;
        self.correct(CorrectionKind::Set(side), sink, |state| {
            *state.sides.of_mut(side) = set;
            state.settle_flag(side);
        });
        Ok(())
    }

    pub(crate) fn add(&mut self, side: Side, amount: Duration, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_readings_settled()?;
        check_time(amount)?;
        let mut given = *self.state.sides.of(side);
        given.give(self.control.of(side), amount);
        self.correct(CorrectionKind::Add(side), sink, |state| *state.sides.of_mut(side) = given);
        Ok(())
    }

    pub(crate) fn subtract(&mut self, side: Side, amount: Duration, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_readings_settled()?;
        check_time(amount)?;
        let mut charged = *self.state.sides.of(side);
        charged.charge(self.control.of(side), amount)?;
        self.correct(CorrectionKind::Subtract(side), sink, |state| *state.sides.of_mut(side) = charged);
        Ok(())
    }

    /// Lets the running clock stand as it will when so much time has passed; what is used up meanwhile is not called.
    pub(crate) fn put_forward(&mut self, amount: Duration, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_readings_settled()?;
        check_time(amount)?;
        let side = self.state.charged_side().ok_or(Refusal::NotRunning)?;
        let mut ahead = self.state.clone();
        ahead.advance(&self.control, self.state.committed.plus(amount), &mut |_| ());
        if ahead.status != Status::Running {
            return Err(Refusal::WouldFlag);
        }
        ahead.committed = self.state.committed;
        self.correct(CorrectionKind::Charge(side), sink, |state| *state = ahead);
        Ok(())
    }

    pub(crate) fn hand_over(&mut self, side: Side, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_readings_settled()?;
        match self.state.turn {
            None => return Err(Refusal::NotRunning),
            Some(turn) if turn == side => return Err(Refusal::OnMoveAlready),
            Some(_) => {}
        }
        self.correct(CorrectionKind::Turn(side), sink, |state| state.turn = Some(side));
        self.state.begin_turn(&self.control, side, sink);
        Ok(())
    }

    pub(crate) fn swap_sides(&mut self, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_readings_settled()?;
        if self.control.black != self.control.white {
            return Err(Refusal::ControlsDiffer);
        }
        let each_move = self.control.black.is_each_move();
        self.correct(CorrectionKind::SwapSides, sink, |state| {
            let (black, white) = (state.sides.black, state.sides.white);
            state.sides.black = white.in_place_of(black, each_move);
            state.sides.white = black.in_place_of(white, each_move);
        });
        Ok(())
    }

    pub(crate) fn recount(&mut self, side: Side, elapsed: Duration, sink: Sink<'_>) -> Result<(), Refusal> {
        self.check_correctable()?;
        if self.state.turn != Some(side) {
            return Err(Refusal::NotOnMove);
        }
        let control = self.control.of(side);
        let overtime = control.overtime();
        let length = self.state.sides.of(side).last_period(control).ok_or(Refusal::NotLastPeriod)?;
        let call = control.calls().at_elapsed(length, elapsed).ok_or(Refusal::NoSuchCall)?;
        let left = length.minus(elapsed);
        if left < self.state.sides.of(side).left {
            return Err(Refusal::NotYetElapsed);
        }
        self.correct(CorrectionKind::Recount(side), sink, |state| {
            state.sides.of_mut(side).left = left;
            state.sides.of_mut(side).revive_period(overtime);
            state.settle_flag(side);
        });
        self.state.emit(EventKind::Call { side, call }, sink);
        Ok(())
    }

    fn check_correctable(&self) -> Result<(), Refusal> {
        match self.state.status {
            Status::Stopped => Err(Refusal::Stopped),
            Status::Flagged(_) => Err(Refusal::FlagFallen),
            Status::Waiting | Status::Running | Status::Paused | Status::FlagWithdrawn(_) => Ok(()),
        }
    }

    /// After a withdrawn flag nothing is reckoned from a reading of zero.
    fn check_readings_settled(&self) -> Result<(), Refusal> {
        self.check_correctable()?;
        match self.state.status {
            Status::FlagWithdrawn(_) => Err(Refusal::ReadingOwed),
            Status::Waiting | Status::Running | Status::Paused | Status::Flagged(_) | Status::Stopped => {
                Ok(())
            }
        }
    }

    fn correct(&mut self, kind: CorrectionKind, sink: Sink<'_>, change: impl FnOnce(&mut State)) {
        let before = self.standing();
        change(&mut self.state);
        let after = self.standing();
        self.state.emit(EventKind::Corrected(Correction { kind, before, after }), sink);
    }
}

fn check_time(time: Duration) -> Result<(), Refusal> {
    if time.is_zero() { Err(Refusal::ZeroTime) } else { Ok(()) }
}

impl State {
    /// The reading behind a withdrawn flag was put right: the clock stands in an ordinary pause.
    fn settle_flag(&mut self, side: Side) {
        if self.status == Status::FlagWithdrawn(side) {
            self.status = Status::Paused;
        }
    }
}

impl Overtime {
    /// Whether it is counted turn by turn in periods, so that added time stands in front of it.
    const fn is_counted(self) -> bool {
        matches!(self, Self::Byoyomi { .. } | Self::Reserve { .. } | Self::Consideration { .. })
    }
}

impl SideState {
    /// Gives time. In byo-yomi and consideration it stands in front as main time of the last stage, whose quota,
    /// if any, is met; what ran is full again behind it.
    fn give(&mut self, control: &SideControl, amount: Duration) {
        if control.is_each_move() {
            self.delay = Some(self.delay_left(control).plus(amount));
        } else if self.part == Part::Overtime && control.overtime().is_counted() {
            self.part = Part::Main;
            self.left = amount;
            self.stage = control.last_stage();
            self.turns = control.stage(self.stage).moves.unwrap_or(0);
        } else {
            self.left = self.left.plus(amount);
        }
    }

    /// Takes time away as a penalty, silently through whatever it uses up: a delay does not absorb it, and Bronstein
    /// does not give it back.
    fn charge(&mut self, control: &SideControl, amount: Duration) -> Result<(), Refusal> {
        if control.is_each_move() {
            let delay = self.delay_left(control);
            if amount >= delay {
                return Err(Refusal::WouldFlag);
            }
            self.delay = Some(delay.minus(amount));
            return Ok(());
        }
        let mut owed = amount;
        while owed >= self.left {
            owed = owed.minus(self.left);
            self.left = Duration::ZERO;
            match self.end(control) {
                End::Flag | End::LastPeriod => return Err(Refusal::WouldFlag),
                End::Stage(_) | End::Overtime | End::Period(_) => {}
            }
        }
        self.left = self.left.minus(owed);
        Ok(())
    }

    /// This reading in the place of another side's: what belongs to the turn or to the person (what is left of the
    /// delay, what was used, whether the first section was announced) stays, unless the delay is itself the reading.
    const fn in_place_of(self, other: Self, each_move: bool) -> Self {
        let delay = if each_move { self.delay } else { other.delay };
        Self { delay, turn_used: other.turn_used, announced: other.announced, ..self }
    }

    /// The length of the last period, if that is what runs.
    fn last_period(&self, control: &SideControl) -> Option<Duration> {
        match self.stretch(control) {
            Stretch::Period { length, last: true } => Some(length),
            Stretch::Period { last: false, .. } | Stretch::Silent | Stretch::Final => None,
        }
    }

    /// A byo-yomi clock that is put right after a withdrawn flag has its last period again.
    fn revive_period(&mut self, overtime: Overtime) {
        if matches!(overtime, Overtime::Byoyomi { .. } | Overtime::Reserve { .. }) {
            self.periods = self.periods.max(1);
        }
    }

    /// The state with the named parts of its reading replaced.
    fn set(&self, control: &SideControl, setting: Setting) -> Result<Self, Refusal> {
        if setting == Setting::default() {
            return Err(Refusal::NothingNamed);
        }
        let mut side = *self;
        side.set_time(control, setting)?;
        if let Some(stage) = setting.stage {
            side.set_stage(control, stage)?;
        }
        if let Some(periods) = setting.periods {
            side.set_periods(control, periods)?;
        }
        if let Some(moves) = setting.moves {
            side.set_moves(control, moves)?;
        }
        side.revive_period(control.overtime());
        // Behind a withdrawn flag there is no time left to keep.
        if side.reading(control).left.is_zero() { Err(Refusal::ReadingOwed) } else { Ok(side) }
    }

    fn set_time(&mut self, control: &SideControl, setting: Setting) -> Result<(), Refusal> {
        let named = [
            (SettingKey::Main, setting.main),
            (SettingKey::Period, setting.period),
            (SettingKey::Unit, setting.unit),
            (SettingKey::Section, setting.section),
            (SettingKey::Block, setting.block),
            (SettingKey::Hourglass, setting.hourglass),
        ];
        let mut times = named.into_iter().filter_map(|(key, time)| Some((key, time?)));
        if times.clone().any(|(_, time)| time.is_zero()) {
            return Err(Refusal::ZeroTime);
        }
        let Some((key, time)) = times.next() else { return Ok(()) };
        if times.next().is_some() {
            return Err(Refusal::TwoTimes);
        }
        let most = self.enter_to_set(control, key).ok_or(Refusal::OutOfReach(key))?;
        if time > most {
            return Err(Refusal::OutOfReach(key));
        }
        if control.is_each_move() {
            self.delay = Some(time);
        } else {
            self.left = time;
        }
        Ok(())
    }

    /// Puts the side where the named time runs; gives back the longest reading that can be reached there, or
    /// `None` if the control has no such time.
    fn enter_to_set(&mut self, control: &SideControl, key: SettingKey) -> Option<Duration> {
        let in_overtime = self.part == Part::Overtime;
        let overtime = control.overtime();
        let most = match (key, overtime) {
            (SettingKey::Main, Overtime::Hourglass { .. }) => return None,
            (SettingKey::Main, _) => {
                self.part = Part::Main;
                return Some(DURATION_MAX);
            }
            (SettingKey::Period, Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. }) => {
                period
            }
            (SettingKey::Period, Overtime::Consideration { unit, .. }) if in_overtime && self.unit => unit,
            (SettingKey::Period, Overtime::Consideration { period, .. }) => {
                self.unit = false;
                period
            }
            (SettingKey::Unit, Overtime::Consideration { unit, .. }) => {
                // A unit that begins is taken from the pool, however it begins.
                let begins = !(in_overtime && self.unit);
                self.periods = self.periods.saturating_sub(u16::from(begins));
                self.unit = true;
                unit
            }
            (SettingKey::Section, Overtime::Canadian { moves, time, carry_over }) => {
                self.moves = if in_overtime { self.moves } else { moves };
                if carry_over { DURATION_MAX } else { time }
            }
            (SettingKey::Block, Overtime::Ing { period, .. }) => {
                self.periods = if in_overtime { self.periods } else { self.periods.saturating_sub(1) };
                period
            }
            (SettingKey::Hourglass, Overtime::Hourglass { .. }) => DURATION_MAX,
            _ => return None,
        };
        self.part = Part::Overtime;
        self.forgo_delay();
        Some(most)
    }

    fn set_stage(&mut self, control: &SideControl, stage: u8) -> Result<(), Refusal> {
        let index = stage.checked_sub(1).filter(|&index| usize::from(index) < control.stages().len());
        match (self.part, index) {
            (Part::Main, Some(index)) => {
                // Moves played in the stage that is named again stay played.
                self.turns = if index == self.stage { self.turns } else { 0 };
                self.stage = index;
                Ok(())
            }
            _ => Err(Refusal::OutOfReach(SettingKey::Stage)),
        }
    }

    fn set_periods(&mut self, control: &SideControl, periods: u16) -> Result<(), Refusal> {
        let (least, running) = match (control.overtime(), self.part) {
            (Overtime::Byoyomi { .. } | Overtime::Reserve { .. }, _) | (Overtime::Ing { .. }, Part::Main) => {
                (1, 0)
            }
            (Overtime::Ing { .. }, Part::Overtime) => (1, 1),
            (Overtime::Consideration { .. }, Part::Overtime) if self.unit => (1, 1),
            (Overtime::Consideration { .. }, _) => (0, 0),
            (Overtime::None | Overtime::Canadian { .. } | Overtime::Hourglass { .. }, _) => {
                return Err(Refusal::OutOfReach(SettingKey::Periods));
            }
        };
        if periods < least || periods > control.periods() {
            return Err(Refusal::OutOfReach(SettingKey::Periods));
        }
        self.periods = periods.saturating_sub(running);
        // A unit that waits behind added main time is among those that were named.
        self.unit = self.unit && self.part == Part::Overtime;
        Ok(())
    }

    fn set_moves(&mut self, control: &SideControl, moves: u16) -> Result<(), Refusal> {
        let most = match (self.part, control.overtime()) {
            (Part::Overtime, Overtime::Canadian { moves, .. }) => Some(moves),
            (Part::Overtime, _) => None,
            (Part::Main, _) => control.stage(self.stage).moves,
        };
        let most = most.filter(|most| (1..=*most).contains(&moves));
        let most = most.ok_or(Refusal::OutOfReach(SettingKey::Moves))?;
        match self.part {
            Part::Overtime => self.moves = moves,
            Part::Main => self.turns = most.saturating_sub(moves),
        }
        Ok(())
    }
}
