//! One side's state, and how time passes over it.
//!
//! A side's state is its reading as it stood at the committed instant; nothing else is remembered. Time passes in
//! steps that never reach beyond the next call or the end of what runs: [`SideState::end`] says what follows then,
//! [`SideState::complete_turn`] what a press brings.

use crate::calls::{Call, Stretch};
use crate::control::{Bonus, Overtime, SideControl};
use crate::reading::{Phase, Reading};
use crate::time::Duration;

/// One side's state at the committed instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SideState {
    /// Main time, or what follows it.
    pub(crate) part: Part,
    /// What is left of the stage, period, unit, section, block or hourglass that runs.
    pub(crate) left: Duration,
    /// The stage of main time, counted from 0.
    pub(crate) stage: u8,
    /// Turns completed in the stage.
    pub(crate) turns: u16,
    /// Byo-yomi periods left with the running one, Ing blocks not yet entered, or units untouched.
    pub(crate) periods: u16,
    /// Moves still to play in the Canadian section.
    pub(crate) moves: u16,
    /// Whether a unit of consideration runs, not the free time.
    pub(crate) unit: bool,
    /// Whether nothing is left to announce: false for a clock that starts in a Canadian section, until its first turn.
    pub(crate) announced: bool,
    /// What is left of the delay of the present turn; none before the turn has begun, when it is still whole.
    pub(crate) delay: Option<Duration>,
    /// Main time that ran in this turn, for Bronstein.
    pub(crate) turn_used: Duration,
}

/// The two parts of a side's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub(crate) enum Part {
    Main,
    Overtime,
}

/// What came when a stretch of time was used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Nothing stood behind it.
    Flag,
    /// The last byo-yomi period was used.
    LastPeriod,
    /// The stage of this number (from 1) began.
    Stage(u8),
    /// The overtime began.
    Overtime,
    /// A period, block or unit was used or entered, so many are left.
    Period(u16),
}

/// What the completion of a turn brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brought {
    Nothing,
    Stage(u8),
    Overtime,
    Section,
}

impl SideState {
    pub(crate) fn new(control: &SideControl) -> Self {
        let mut side = Self {
            part: Part::Main,
            left: control.stage_time(0),
            stage: 0,
            turns: 0,
            periods: control.periods(),
            moves: 0,
            unit: false,
            announced: true,
            delay: None,
            turn_used: Duration::ZERO,
        };
        if side.left.is_zero() && side.is_followed(control) {
            side.enter_overtime(control);
            side.announced = false;
        } else if control.first_move_bonus() {
            side.add_increment(control);
        }
        side
    }

    /// Whether the control has the part, the stage and the periods of this state.
    pub(crate) fn fits(&self, control: &SideControl) -> bool {
        let overtime = control.overtime();
        let part = self.part == Part::Main || overtime != Overtime::None;
        let unit = !self.unit || matches!(overtime, Overtime::Consideration { .. });
        part && unit && self.stage <= control.last_stage() && self.periods <= control.periods()
    }

    /// Whether the quota of the running stage is still open.
    fn quota_open(&self, control: &SideControl) -> bool {
        control.stage(self.stage).moves.is_some_and(|moves| self.turns < moves)
    }

    /// Whether something follows when the running stage of main time is used up.
    fn is_followed(&self, control: &SideControl) -> bool {
        if self.quota_open(control) {
            return false;
        }
        let overtime = match control.overtime() {
            Overtime::Byoyomi { .. } | Overtime::Reserve { .. } | Overtime::Ing { .. } => self.periods > 0,
            Overtime::Canadian { .. } | Overtime::Consideration { .. } | Overtime::Hourglass { .. } => true,
            Overtime::None => false,
        };
        overtime || !control.is_last_stage(self.stage)
    }

    /// What runs, as far as calls go.
    pub(crate) fn stretch(&self, control: &SideControl) -> Stretch {
        let silent_if = |followed| if followed { Stretch::Silent } else { Stretch::Final };
        match (self.part, control.overtime()) {
            (Part::Main, _) => silent_if(self.is_followed(control)),
            (Part::Overtime, Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. }) => {
                Stretch::Period { length: period, last: self.periods <= 1 }
            }
            (Part::Overtime, Overtime::Consideration { period, unit, .. }) => {
                let length = if self.unit { unit } else { period };
                Stretch::Period { length, last: self.periods == 0 }
            }
            (Part::Overtime, Overtime::Ing { .. }) => silent_if(self.periods > 0),
            (Part::Overtime, Overtime::Canadian { .. } | Overtime::Hourglass { .. } | Overtime::None) => {
                Stretch::Final
            }
        }
    }

    /// What is left of the delay: of the present turn, or all that the next will have.
    pub(crate) fn delay_left(&self, control: &SideControl) -> Duration {
        match self.part {
            Part::Main => self.delay.unwrap_or(delay_of(control, self.stage)),
            Part::Overtime => Duration::ZERO,
        }
    }

    /// The delay still to wait, and the time that runs after it. Where there is only so much time for each move,
    /// the delay is itself what runs.
    fn running(&self, control: &SideControl) -> (Duration, Duration) {
        let delay = self.delay_left(control);
        if control.is_each_move() { (Duration::ZERO, delay) } else { (delay, self.left) }
    }

    /// How long this side can run until something is due, and the call if it is one.
    pub(crate) fn next(&self, control: &SideControl) -> (Duration, Option<Call>) {
        let (wait, left) = self.running(control);
        match control.calls().next(self.stretch(control), left) {
            Some((due, call)) => (wait.plus(left.minus(due)), Some(call)),
            None => (wait.plus(left), None),
        }
    }

    /// Lets time pass, no more than [`Self::next`] allows; gives back how much of it was charged.
    pub(crate) fn pass(&mut self, control: &SideControl, time: Duration) -> Duration {
        let delay = self.delay_left(control);
        let waited = delay.min(time);
        let charged = time.minus(waited).min(self.left);
        self.left = self.left.minus(charged);
        if self.part == Part::Main {
            self.delay = Some(delay.minus(waited));
            self.turn_used = self.turn_used.plus(charged);
        }
        charged
    }

    /// What runs is used up: enters what follows it.
    pub(crate) fn end(&mut self, control: &SideControl) -> End {
        match self.part {
            Part::Main if !self.is_followed(control) => End::Flag,
            Part::Main if !control.is_last_stage(self.stage) => End::Stage(self.enter_next_stage(control)),
            Part::Main => {
                self.enter_overtime(control);
                End::Overtime
            }
            Part::Overtime => self.end_period(control),
        }
    }

    fn end_period(&mut self, control: &SideControl) -> End {
        match control.overtime() {
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } => {
                self.periods = self.periods.saturating_sub(1);
                if self.periods == 0 {
                    return End::LastPeriod;
                }
                self.left = period;
            }
            Overtime::Ing { period, .. } if self.periods > 0 => {
                self.periods = self.periods.saturating_sub(1);
                self.left = period;
            }
            Overtime::Consideration { unit, .. } if self.periods > 0 => {
                self.periods = self.periods.saturating_sub(1);
                self.unit = true;
                self.left = unit;
            }
            Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Canadian { .. }
            | Overtime::Hourglass { .. }
            | Overtime::None => return End::Flag,
        }
        End::Period(self.periods)
    }

    /// Enters the next stage, whose time is added to what is left; gives back its number from 1.
    fn enter_next_stage(&mut self, control: &SideControl) -> u8 {
        self.stage = self.stage.saturating_add(1);
        self.turns = 0;
        self.left = self.left.plus(control.stage_time(self.stage));
        self.stage.saturating_add(1)
    }

    /// A turn that is under way in overtime has no delay any more, should it come back into main time.
    pub(crate) fn forgo_delay(&mut self) {
        self.delay = self.delay.map(|_| Duration::ZERO);
    }

    /// Enters the overtime with a full period, section, block or hourglass.
    pub(crate) fn enter_overtime(&mut self, control: &SideControl) {
        self.part = Part::Overtime;
        self.forgo_delay();
        self.announced = true;
        self.left = match control.overtime() {
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } => period,
            Overtime::Canadian { moves, time, .. } => {
                self.moves = moves;
                time
            }
            Overtime::Ing { period, .. } => {
                self.periods = self.periods.saturating_sub(1);
                period
            }
            Overtime::Consideration { unit, .. } if self.unit => unit,
            Overtime::Consideration { period, .. } => period,
            Overtime::Hourglass { time } => time,
            Overtime::None => Duration::ZERO,
        };
    }

    /// Completes the present turn: what was used in it comes back or not, and the next turn is made ready.
    pub(crate) fn complete_turn(&mut self, control: &SideControl) -> Brought {
        self.unit = false;
        let brought = match self.part {
            Part::Main => self.complete_main_turn(control),
            Part::Overtime => self.complete_overtime_turn(control),
        };
        self.turn_used = Duration::ZERO;
        self.delay = None;
        brought
    }

    fn complete_main_turn(&mut self, control: &SideControl) -> Brought {
        let stage = control.stage(self.stage);
        if let Bonus::Bronstein(most) = stage.bonus {
            self.left = self.left.plus(self.turn_used.min(most));
        }
        self.turns = self.turns.saturating_add(1);
        let brought =
            if stage.moves == Some(self.turns) { self.meet_quota(control) } else { Brought::Nothing };
        self.add_increment(control);
        brought
    }

    /// The last turn of the stage's quota is completed.
    fn meet_quota(&mut self, control: &SideControl) -> Brought {
        if !control.is_last_stage(self.stage) {
            return Brought::Stage(self.enter_next_stage(control));
        }
        let Overtime::Canadian { carry_over, .. } = control.overtime() else { return Brought::Nothing };
        let rest = self.left;
        self.enter_overtime(control);
        if carry_over {
            self.left = self.left.plus(rest);
        }
        Brought::Overtime
    }

    fn complete_overtime_turn(&mut self, control: &SideControl) -> Brought {
        match control.overtime() {
            Overtime::Byoyomi { period, .. }
            | Overtime::Reserve { period, .. }
            | Overtime::Consideration { period, .. } => self.left = period,
            Overtime::Canadian { moves, time, carry_over } => {
                self.moves = self.moves.saturating_sub(1);
                if self.moves == 0 {
                    self.moves = moves;
                    self.left = if carry_over { self.left.plus(time) } else { time };
                    return Brought::Section;
                }
            }
            Overtime::Ing { .. } | Overtime::Hourglass { .. } | Overtime::None => {}
        }
        Brought::Nothing
    }

    /// Adds the increment of the running stage; there is none in overtime.
    fn add_increment(&mut self, control: &SideControl) {
        if let (Part::Main, Bonus::Increment(increment)) = (self.part, control.stage(self.stage).bonus) {
            self.left = self.left.plus(increment);
        }
    }

    pub(crate) fn reading(&self, control: &SideControl) -> Reading {
        let (_, left) = self.running(control);
        Reading { phase: self.phase(control), left, delay: self.delay_left(control) }
    }

    fn phase(&self, control: &SideControl) -> Phase {
        let periods = self.periods;
        match (self.part, control.overtime()) {
            (Part::Main, _) | (Part::Overtime, Overtime::None) => {
                let quota = control.stage(self.stage).moves;
                let moves_to_go =
                    quota.and_then(|moves| moves.checked_sub(self.turns)).filter(|&moves| moves > 0);
                Phase::Main { stage: self.stage.saturating_add(1), moves_to_go }
            }
            (Part::Overtime, Overtime::Byoyomi { .. } | Overtime::Reserve { .. }) => {
                Phase::Byoyomi { periods }
            }
            (Part::Overtime, Overtime::Canadian { .. }) => Phase::Canadian { moves_left: self.moves },
            (Part::Overtime, Overtime::Ing { .. }) => {
                Phase::Ing { periods, penalties: control.periods().saturating_sub(periods) }
            }
            (Part::Overtime, Overtime::Consideration { .. }) => {
                Phase::Consideration { periods, unit: self.unit }
            }
            (Part::Overtime, Overtime::Hourglass { .. }) => Phase::Hourglass,
        }
    }
}

fn delay_of(control: &SideControl, stage: u8) -> Duration {
    match control.stage(stage).bonus {
        Bonus::Delay(delay) => delay,
        Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Duration::ZERO,
    }
}
