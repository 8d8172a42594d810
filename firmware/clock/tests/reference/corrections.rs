//! What the arbiter may do to the reference.

use clock::{
    BySide, Correction, CorrectionKind, DURATION_MAX, Duration, EventKind, Overtime, Refusal, Setting,
    SettingKey, Side, Standing, Status,
};

use super::half::{Half, Runs, ms};
use super::{Ms, Reference, calls};

impl Reference {
    pub(crate) fn set(&mut self, side: Side, setting: Setting) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        let mut half = self.halves.of(side).clone();
        half.set(setting)?;
        let before = self.standing();
        *self.halves.of_mut(side) = half;
        self.flag_settled(side);
        self.corrected(CorrectionKind::Set(side), before);
        Ok(())
    }

    pub(crate) fn add(&mut self, side: Side, amount: Duration) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        self.refuse_while_a_reading_is_owed()?;
        if amount.is_zero() {
            return Err(Refusal::ZeroTime);
        }
        let before = self.standing();
        self.halves.of_mut(side).add(ms(amount));
        self.corrected(CorrectionKind::Add(side), before);
        Ok(())
    }

    pub(crate) fn subtract(&mut self, side: Side, amount: Duration) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        self.refuse_while_a_reading_is_owed()?;
        if amount.is_zero() {
            return Err(Refusal::ZeroTime);
        }
        let mut half = self.halves.of(side).clone();
        half.subtract(ms(amount))?;
        let before = self.standing();
        *self.halves.of_mut(side) = half;
        self.corrected(CorrectionKind::Subtract(side), before);
        Ok(())
    }

    pub(crate) fn put_forward(&mut self, amount: Duration) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        self.refuse_while_a_reading_is_owed()?;
        if amount.is_zero() {
            return Err(Refusal::ZeroTime);
        }
        let side = match (self.status, self.turn) {
            (Status::Running, Some(side)) => side,
            _ => return Err(Refusal::NotRunning),
        };
        let mut ahead = self.clone();
        ahead.pass_until(self.now + ms(amount));
        if ahead.status != Status::Running {
            return Err(Refusal::WouldFlag);
        }
        let before = self.standing();
        self.halves = ahead.halves;
        self.corrected(CorrectionKind::Charge(side), before);
        Ok(())
    }

    pub(crate) fn hand_over(&mut self, side: Side) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        self.refuse_while_a_reading_is_owed()?;
        if self.status == Status::Waiting {
            return Err(Refusal::NotRunning);
        }
        if self.turn == Some(side) {
            return Err(Refusal::OnMoveAlready);
        }
        let before = self.standing();
        self.turn = Some(side);
        self.corrected(CorrectionKind::Turn(side), before);
        self.begin_turn(side);
        Ok(())
    }

    pub(crate) fn swap_sides(&mut self) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        self.refuse_while_a_reading_is_owed()?;
        if self.halves.black.control != self.halves.white.control {
            return Err(Refusal::ControlsDiffer);
        }
        let before = self.standing();
        let BySide { black, white } = &self.halves;
        self.halves = BySide { black: white.in_place_of(black), white: black.in_place_of(white) };
        self.corrected(CorrectionKind::SwapSides, before);
        Ok(())
    }

    pub(crate) fn recount(&mut self, side: Side, elapsed: Duration) -> Result<(), Refusal> {
        self.refuse_after_the_end()?;
        if self.turn != Some(side) {
            return Err(Refusal::NotOnMove);
        }
        let mut half = self.halves.of(side).clone();
        let last = match half.runs {
            Runs::Period => half.periods <= 1,
            Runs::Free | Runs::Unit => half.periods == 0,
            Runs::Main | Runs::Section | Runs::Block | Runs::Hourglass => false,
        };
        if !last {
            return Err(Refusal::NotLastPeriod);
        }
        let call = calls::in_period(half.control.calls(), half.length(), ms(elapsed), true)
            .ok_or(Refusal::NoSuchCall)?;
        if ms(elapsed) > half.elapsed() {
            return Err(Refusal::NotYetElapsed);
        }
        let before = self.standing();
        half.left = half.length() - ms(elapsed);
        half.count_the_last_period_again();
        *self.halves.of_mut(side) = half;
        self.flag_settled(side);
        self.corrected(CorrectionKind::Recount(side), before);
        self.say(EventKind::Call { side, call });
        Ok(())
    }

    fn refuse_after_the_end(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Stopped => Err(Refusal::Stopped),
            Status::Flagged(_) => Err(Refusal::FlagFallen),
            Status::Waiting | Status::Running | Status::Paused | Status::FlagWithdrawn(_) => Ok(()),
        }
    }

    fn refuse_while_a_reading_is_owed(&self) -> Result<(), Refusal> {
        match self.status {
            Status::FlagWithdrawn(_) => Err(Refusal::ReadingOwed),
            Status::Waiting | Status::Running | Status::Paused | Status::Flagged(_) | Status::Stopped => {
                Ok(())
            }
        }
    }

    fn flag_settled(&mut self, side: Side) {
        if self.status == Status::FlagWithdrawn(side) {
            self.status = Status::Paused;
        }
    }

    fn corrected(&mut self, kind: CorrectionKind, before: Standing) {
        let after = self.standing();
        self.say(EventKind::Corrected(Correction { kind, before, after }));
    }
}

impl Half {
    fn count_the_last_period_again(&mut self) {
        let counted = matches!(self.control.overtime(), Overtime::Byoyomi { .. } | Overtime::Reserve { .. });
        if self.periods == 0 && counted {
            self.periods = 1;
        }
    }

    fn add(&mut self, amount: Ms) {
        match self.runs {
            Runs::Main if self.only_delay() => self.delay = Some(self.delay_left() + amount),
            Runs::Main | Runs::Section | Runs::Block | Runs::Hourglass => self.left += amount,
            Runs::Period | Runs::Free | Runs::Unit => {
                self.unit_waits = self.runs == Runs::Unit;
                self.runs = Runs::Main;
                self.left = amount;
                self.stage = self.control.stages().len().saturating_sub(1);
                self.to_go = None;
            }
        }
    }

    /// Takes time away as if it had run, without a word.
    fn subtract(&mut self, amount: Ms) -> Result<(), Refusal> {
        if self.only_delay() {
            return if amount < self.delay_left() {
                self.delay = Some(self.delay_left() - amount);
                Ok(())
            } else {
                Err(Refusal::WouldFlag)
            };
        }
        let mut silence = Vec::new();
        let mut amount = amount;
        while amount >= self.left {
            amount -= self.left;
            self.left = 0;
            if self.used_up(&mut silence) {
                return Err(Refusal::WouldFlag);
            }
        }
        self.left -= amount;
        Ok(())
    }

    /// This side's reading on the place of the other; the delay and the turn's use of time stay in their place.
    /// Where there is only so much time for each move, the delay is the reading.
    fn in_place_of(&self, other: &Self) -> Self {
        let delay = if self.only_delay() { self.delay } else { other.delay };
        let section_unsaid = other.section_unsaid;
        Self { side: other.side, delay, ran: other.ran, section_unsaid, ..self.clone() }
    }

    fn set(&mut self, setting: Setting) -> Result<(), Refusal> {
        if setting == Setting::default() {
            return Err(Refusal::NothingNamed);
        }
        let times = named_times(setting);
        if times.iter().any(|(_, time)| time.is_zero()) {
            return Err(Refusal::ZeroTime);
        }
        if times.len() > 1 {
            return Err(Refusal::TwoTimes);
        }
        if let Some(&(key, time)) = times.first() {
            self.set_time(key, time)?;
        }
        if let Some(stage) = setting.stage {
            self.set_stage(stage)?;
        }
        if let Some(periods) = setting.periods {
            self.set_periods(periods)?;
        }
        if let Some(moves) = setting.moves {
            self.set_moves(moves)?;
        }
        self.count_the_last_period_again();
        if self.shown_left() == 0 { Err(Refusal::ReadingOwed) } else { Ok(()) }
    }

    fn set_time(&mut self, key: SettingKey, time: Duration) -> Result<(), Refusal> {
        let runs = self.runs_of(key).ok_or(Refusal::OutOfReach(key))?;
        let from_main = self.runs == Runs::Main;
        let unit_ran = self.runs == Runs::Unit;
        self.runs = runs;
        let carried = matches!(self.control.overtime(), Overtime::Canadian { carry_over: true, .. });
        let longest = match runs {
            Runs::Main | Runs::Hourglass => ms(DURATION_MAX),
            Runs::Section if carried => ms(DURATION_MAX),
            Runs::Section | Runs::Period | Runs::Block | Runs::Free | Runs::Unit => self.length(),
        };
        let micros = time.as_micros();
        if micros > longest * 1000 {
            return Err(Refusal::OutOfReach(key));
        }
        if self.only_delay() {
            self.delay = Some(ms(time));
        } else {
            self.left = ms(time);
        }
        if runs != Runs::Main {
            self.lose_delay();
        }
        self.unit_waits = runs == Runs::Main && (unit_ran || self.unit_waits);
        if let (Runs::Section, true, Overtime::Canadian { moves, .. }) =
            (runs, from_main, self.control.overtime())
        {
            self.moves = moves;
        }
        if (runs == Runs::Block && from_main) || (runs == Runs::Unit && !unit_ran) {
            self.periods = self.periods.saturating_sub(1);
        }
        Ok(())
    }

    /// What a time of that name runs in under this control.
    fn runs_of(&self, key: SettingKey) -> Option<Runs> {
        match (key, self.control.overtime()) {
            (SettingKey::Main, Overtime::Hourglass { .. }) => None,
            (SettingKey::Main, _) => Some(Runs::Main),
            (SettingKey::Period, Overtime::Byoyomi { .. } | Overtime::Reserve { .. }) => Some(Runs::Period),
            (SettingKey::Period, Overtime::Consideration { .. }) if self.runs == Runs::Unit => {
                Some(Runs::Unit)
            }
            (SettingKey::Period, Overtime::Consideration { .. }) => Some(Runs::Free),
            (SettingKey::Unit, Overtime::Consideration { .. }) => Some(Runs::Unit),
            (SettingKey::Section, Overtime::Canadian { .. }) => Some(Runs::Section),
            (SettingKey::Block, Overtime::Ing { .. }) => Some(Runs::Block),
            (SettingKey::Hourglass, Overtime::Hourglass { .. }) => Some(Runs::Hourglass),
            _ => None,
        }
    }

    fn set_stage(&mut self, stage: u8) -> Result<(), Refusal> {
        let known = 1..=self.control.stages().len();
        if self.runs != Runs::Main || !known.contains(&usize::from(stage)) {
            return Err(Refusal::OutOfReach(SettingKey::Stage));
        }
        if self.stage != usize::from(stage) - 1 {
            self.stage = usize::from(stage) - 1;
            self.to_go = self.quota();
        }
        Ok(())
    }

    fn set_periods(&mut self, periods: u16) -> Result<(), Refusal> {
        let pool = matches!(self.control.overtime(), Overtime::Consideration { .. });
        let least = if pool && self.runs != Runs::Unit { 0 } else { 1 };
        if self.all_periods() == 0 || periods < least || periods > self.all_periods() {
            return Err(Refusal::OutOfReach(SettingKey::Periods));
        }
        self.unit_waits = false;
        self.periods = if matches!(self.runs, Runs::Block | Runs::Unit) { periods - 1 } else { periods };
        Ok(())
    }

    fn set_moves(&mut self, moves: u16) -> Result<(), Refusal> {
        let most = match (self.runs, self.control.overtime()) {
            (Runs::Main, _) => self.quota(),
            (Runs::Section, Overtime::Canadian { moves, .. }) => Some(moves),
            (Runs::Section | Runs::Period | Runs::Block | Runs::Free | Runs::Unit | Runs::Hourglass, _) => {
                None
            }
        };
        if most.is_none_or(|most| moves == 0 || moves > most) {
            return Err(Refusal::OutOfReach(SettingKey::Moves));
        }
        if self.runs == Runs::Main {
            self.to_go = Some(moves);
        } else {
            self.moves = moves;
        }
        Ok(())
    }
}

fn named_times(setting: Setting) -> Vec<(SettingKey, Duration)> {
    let Setting { main, period, unit, section, block, hourglass, .. } = setting;
    [
        (SettingKey::Main, main),
        (SettingKey::Period, period),
        (SettingKey::Unit, unit),
        (SettingKey::Section, section),
        (SettingKey::Block, block),
        (SettingKey::Hourglass, hourglass),
    ]
    .into_iter()
    .filter_map(|(key, time)| Some((key, time?)))
    .collect()
}
