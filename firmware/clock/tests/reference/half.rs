//! One side's clock: what runs, how much is left of it, and what follows when it is used up or the turn ends.

use clock::{Bonus, Call, Duration, EventKind, Overtime, Phase, Reading, Side, SideControl};

use super::{Ms, calls};

/// What runs, or would run if the side were on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    Main,
    Period,
    Section,
    Block,
    Free,
    Unit,
    Hourglass,
}

#[derive(Clone, Debug)]
pub(crate) struct Half {
    pub(crate) side: Side,
    pub(crate) control: SideControl,
    pub(crate) runs: Runs,
    /// Time left in what runs.
    pub(crate) left: Ms,
    /// The stage of main time, counted from 0.
    pub(crate) stage: usize,
    /// Turns to complete in the stage's quota, none where there is no quota or it is met.
    pub(crate) to_go: Option<u16>,
    /// Byo-yomi periods with the running one; Ing blocks not entered; units untouched.
    pub(crate) periods: u16,
    /// Moves to play in the section.
    pub(crate) moves: u16,
    /// Whether the number of moves of a section in which the side starts is still to be called.
    pub(crate) section_unsaid: bool,
    /// Whether a unit was running when main time was put in front of it in this turn.
    pub(crate) unit_waits: bool,
    /// What is left of the delay of the turn; none while the turn has not begun.
    pub(crate) delay: Option<Ms>,
    /// How long main time has run in this turn.
    pub(crate) ran: Ms,
}

pub(crate) fn ms(duration: Duration) -> Ms {
    assert_eq!(duration.as_micros() % 1000, 0, "the reference knows whole milliseconds only");
    duration.as_micros() / 1000
}

impl Half {
    pub(crate) fn new(side: Side, control: SideControl) -> Self {
        let mut half = Self {
            side,
            runs: Runs::Main,
            left: 0,
            stage: 0,
            to_go: None,
            periods: 0,
            moves: 0,
            section_unsaid: false,
            unit_waits: false,
            delay: None,
            ran: 0,
            control,
        };
        half.periods = half.all_periods();
        half.to_go = half.quota();
        half.left = half.stage_time();
        if half.left > 0 && half.control.first_move_bonus() {
            half.left += half.stage_increment();
        }
        if half.left == 0 && half.stage_delay() == 0 {
            half.enter_overtime();
            half.section_unsaid = half.runs == Runs::Section;
        }
        half
    }

    pub(crate) fn reading(&self) -> Reading {
        let phase = match self.runs {
            Runs::Main => Phase::Main {
                stage: u8::try_from(self.stage + 1).expect("few stages"),
                moves_to_go: self.to_go,
            },
            Runs::Period => Phase::Byoyomi { periods: self.periods },
            Runs::Section => Phase::Canadian { moves_left: self.moves },
            Runs::Block => Phase::Ing { periods: self.periods, penalties: self.all_periods() - self.periods },
            Runs::Free => Phase::Consideration { periods: self.periods, unit: false },
            Runs::Unit => Phase::Consideration { periods: self.periods, unit: true },
            Runs::Hourglass => Phase::Hourglass,
        };
        let delay = Duration::from_millis(self.delay_left());
        Reading { phase, left: Duration::from_millis(self.shown_left()), delay }
    }

    /// What is left of the delay: of this turn, or the whole of the next.
    pub(crate) fn delay_left(&self) -> Ms {
        match (self.runs, self.delay) {
            (Runs::Main, Some(delay)) => delay,
            (Runs::Main, None) => self.stage_delay(),
            _ => 0,
        }
    }

    /// In overtime the turn loses its delay for good.
    pub(crate) fn lose_delay(&mut self) {
        if self.delay.is_some() {
            self.delay = Some(0);
        }
    }

    /// Whether there is only so much time for each move.
    pub(crate) fn only_delay(&self) -> bool {
        self.control.stages().first().is_some_and(|stage| stage.time.is_zero())
    }

    pub(crate) fn shown_left(&self) -> Ms {
        if self.only_delay() { self.delay_left() } else { self.left }
    }

    pub(crate) fn call_now(&self) -> Option<Call> {
        let table = self.control.calls();
        match self.runs {
            Runs::Period => calls::in_period(table, self.length(), self.elapsed(), self.periods <= 1),
            Runs::Free | Runs::Unit => {
                calls::in_period(table, self.length(), self.elapsed(), self.periods == 0)
            }
            Runs::Main | Runs::Section | Runs::Block | Runs::Hourglass if self.nothing_behind() => {
                calls::remaining(table, self.shown_left())
            }
            Runs::Main | Runs::Section | Runs::Block | Runs::Hourglass => None,
        }
    }

    /// The whole length of the period, free time or unit that runs.
    pub(crate) fn length(&self) -> Ms {
        match (self.control.overtime(), self.runs) {
            (Overtime::Consideration { unit, .. }, Runs::Unit) => ms(unit),
            (
                Overtime::Byoyomi { period, .. }
                | Overtime::Reserve { period, .. }
                | Overtime::Ing { period, .. }
                | Overtime::Consideration { period, .. },
                _,
            ) => ms(period),
            (Overtime::Canadian { time, .. } | Overtime::Hourglass { time }, _) => ms(time),
            (Overtime::None, _) => 0,
        }
    }

    pub(crate) fn elapsed(&self) -> Ms {
        self.length() - self.left
    }

    fn nothing_behind(&self) -> bool {
        match self.runs {
            Runs::Main if self.to_go.is_some() => true,
            Runs::Main => self.in_last_stage() && self.no_overtime_left(),
            Runs::Section | Runs::Hourglass => true,
            Runs::Block => self.periods == 0,
            Runs::Period | Runs::Free | Runs::Unit => false,
        }
    }

    fn no_overtime_left(&self) -> bool {
        match self.control.overtime() {
            Overtime::None => true,
            Overtime::Byoyomi { .. } | Overtime::Reserve { .. } | Overtime::Ing { .. } => self.periods == 0,
            Overtime::Canadian { .. } | Overtime::Consideration { .. } | Overtime::Hourglass { .. } => false,
        }
    }

    /// What follows now that nothing is left of what ran; says so. Whether the flag falls.
    pub(crate) fn used_up(&mut self, said: &mut Vec<EventKind>) -> bool {
        match self.runs {
            Runs::Main => self.main_used_up(said),
            Runs::Period => {
                self.periods = self.periods.saturating_sub(1);
                said.push(EventKind::Period { side: self.side, periods: self.periods });
                self.next_period_or_flag(self.periods > 0, said)
            }
            Runs::Free | Runs::Unit if self.periods > 0 => {
                self.periods -= 1;
                said.push(EventKind::Period { side: self.side, periods: self.periods });
                self.runs = Runs::Unit;
                self.next_period_or_flag(true, said)
            }
            Runs::Free | Runs::Unit => self.next_period_or_flag(false, said),
            Runs::Block if self.periods > 0 => {
                self.periods -= 1;
                self.left = self.length();
                said.push(EventKind::Period { side: self.side, periods: self.periods });
                false
            }
            Runs::Block | Runs::Section | Runs::Hourglass => self.time_over(said),
        }
    }

    fn time_over(&self, said: &mut Vec<EventKind>) -> bool {
        said.push(self.call(Call::TimeOver));
        true
    }

    fn call(&self, call: Call) -> EventKind {
        EventKind::Call { side: self.side, call }
    }

    fn next_period_or_flag(&mut self, next: bool, said: &mut Vec<EventKind>) -> bool {
        if next {
            said.push(self.call(Call::Left(self.periods)));
            self.left = self.length();
        } else {
            said.push(self.call(calls::over(self.control.calls())));
        }
        !next
    }

    fn main_used_up(&mut self, said: &mut Vec<EventKind>) -> bool {
        if self.nothing_behind() {
            return self.time_over(said);
        }
        if !self.in_last_stage() {
            self.next_stage(said);
            return self.left == 0 && self.main_used_up(said);
        }
        self.enter_overtime();
        said.push(EventKind::Overtime { side: self.side });
        match self.control.overtime() {
            Overtime::Byoyomi { .. } | Overtime::Reserve { .. } => said.push(self.call(Call::Byoyomi)),
            Overtime::Canadian { moves, .. } => said.push(self.call(Call::Moves(moves))),
            Overtime::None
            | Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. } => {}
        }
        false
    }

    fn enter_overtime(&mut self) {
        self.runs = match self.control.overtime() {
            Overtime::None => Runs::Main,
            Overtime::Byoyomi { .. } | Overtime::Reserve { .. } => Runs::Period,
            Overtime::Canadian { moves, .. } => {
                self.moves = moves;
                Runs::Section
            }
            Overtime::Ing { .. } => {
                self.periods -= 1;
                Runs::Block
            }
            Overtime::Consideration { .. } if self.unit_waits => Runs::Unit,
            Overtime::Consideration { .. } => Runs::Free,
            Overtime::Hourglass { .. } => Runs::Hourglass,
        };
        self.unit_waits = false;
        self.section_unsaid = false;
        self.lose_delay();
        self.left = self.length();
    }

    /// The next stage's time is added to what is left.
    fn next_stage(&mut self, said: &mut Vec<EventKind>) {
        self.stage += 1;
        self.left += self.stage_time();
        self.to_go = self.quota();
        let stage = u8::try_from(self.stage + 1).expect("few stages");
        said.push(EventKind::Stage { side: self.side, stage });
    }

    /// The press: what it brings is said; a call that follows on the press itself is given back.
    pub(crate) fn complete_turn(&mut self, said: &mut Vec<EventKind>) -> Option<Call> {
        let mut few_moves = None;
        match self.runs {
            Runs::Main => self.complete_main(said),
            Runs::Section => {
                self.moves -= 1;
                if self.moves == 0 {
                    self.next_section(said);
                } else if self.moves <= 3 {
                    few_moves = Some(Call::Moves(self.moves));
                }
            }
            Runs::Period => self.left = self.length(),
            Runs::Free | Runs::Unit => {
                self.runs = Runs::Free;
                self.left = self.length();
            }
            Runs::Block | Runs::Hourglass => {}
        }
        self.delay = None;
        self.ran = 0;
        self.unit_waits = false;
        few_moves
    }

    fn next_section(&mut self, said: &mut Vec<EventKind>) {
        let Overtime::Canadian { moves, carry_over, .. } = self.control.overtime() else { return };
        self.moves = moves;
        self.left = self.length() + if carry_over { self.left } else { 0 };
        said.push(EventKind::Section { side: self.side });
        said.push(self.call(Call::Moves(moves)));
    }

    fn complete_main(&mut self, said: &mut Vec<EventKind>) {
        if let Bonus::Bronstein(most) = self.stage_bonus() {
            self.left += self.ran.min(ms(most));
        }
        if let Some(to_go) = self.to_go {
            self.to_go = Some(to_go - 1);
        }
        if self.to_go == Some(0) {
            self.quota_met(said);
        }
        if self.runs == Runs::Main {
            self.left += self.stage_increment();
        }
    }

    fn quota_met(&mut self, said: &mut Vec<EventKind>) {
        if !self.in_last_stage() {
            self.next_stage(said);
            return;
        }
        self.to_go = None;
        if let Overtime::Canadian { moves, carry_over, .. } = self.control.overtime() {
            let rest = if carry_over { self.left } else { 0 };
            self.enter_overtime();
            self.left += rest;
            said.push(EventKind::Overtime { side: self.side });
            said.push(self.call(Call::Moves(moves)));
        }
    }

    /// The call for a side that starts in a section, once.
    pub(crate) fn first_section(&mut self) -> Option<Call> {
        if self.section_unsaid && self.runs == Runs::Section {
            self.section_unsaid = false;
            return Some(Call::Moves(self.moves));
        }
        None
    }
}
