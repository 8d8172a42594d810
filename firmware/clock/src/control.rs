//! Time controls: what a side is given, before anything is played.
//!
//! [`SideSettings`] may hold nonsense; a [`SideControl`] may not, and checking is the only way from one to the
//! other. What the clock machine needs to know of a control (which stage is followed by what) is asked here.

use heapless::Vec;

use crate::calls::CallTable;
use crate::side::{BySide, Side};
use crate::time::Duration;

/// The most stages that a control may have.
pub const STAGES_MAX: usize = 8;

/// The longest time that a control may name.
pub const DURATION_MAX: Duration = Duration::from_hours(999);

/// The longest period, unit or free time, whose seconds are called.
pub const PERIOD_MAX: Duration = Duration::from_hours(18);

/// What a press or a turn adds to main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Fischer: added at the press for the next turn.
    Increment(Duration),
    /// US delay: the clock waits this long in each turn before it runs.
    Delay(Duration),
    /// Bronstein: up to this much of the turn is given back at the press.
    Bronstein(Duration),
}

impl Bonus {
    /// Its length, zero where there is none.
    #[must_use]
    pub const fn duration(self) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Increment(duration) | Self::Delay(duration) | Self::Bronstein(duration) => duration,
        }
    }
}

/// One stage of main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stage {
    /// The time given when the stage begins.
    pub time: Duration,
    /// The quota: so many turns must be completed within the stage's time (FIDE 6.3.1).
    pub moves: Option<u16>,
    /// What is added in the stage.
    pub bonus: Bonus,
}

/// What follows main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Overtime {
    /// Nothing: sudden death, 包干 (Chinese rules 12.4).
    #[default]
    None,
    /// Japanese byo-yomi: a turn within the running period costs nothing, each period reached is gone.
    Byoyomi {
        /// How many periods there are.
        periods: u16,
        /// The length of each, whole seconds.
        period: Duration,
    },
    /// Chinese 读秒 (12.3): periods that lie inside the last stage's time.
    Reserve {
        /// How much of the last stage is reserved, a whole number of periods.
        reserve: Duration,
        /// The length of a period, whole seconds.
        period: Duration,
    },
    /// 定时限步 (12.5) and Canadian: so many moves in so much time, again and again.
    Canadian {
        /// How many moves make a section.
        moves: u16,
        /// The time for a section, whole seconds.
        time: Duration,
        /// Whether a section's unused time is taken along into the next.
        carry_over: bool,
    },
    /// Ing: blocks of time, each one entered costs points; the last used up loses.
    Ing {
        /// How many blocks there are.
        periods: u16,
        /// The length of each, whole seconds.
        period: Duration,
        /// The points that each block entered costs.
        penalty: u16,
    },
    /// NHK: a free period for each turn, and a pool of whole units behind it.
    Consideration {
        /// The free time of each turn, whole seconds.
        period: Duration,
        /// How many units the pool holds.
        units: u16,
        /// The length of a unit, whole seconds.
        unit: Duration,
    },
    /// What one side uses, the other gains.
    Hourglass {
        /// What each side starts with.
        time: Duration,
    },
}

/// One side's settings as somebody wrote them: possibly nonsense, until checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSettings {
    /// The stages of main time; none, or a single one of zero time, where play starts in the overtime.
    pub stages: Vec<Stage, STAGES_MAX>,
    /// Whether the first turn has the increment too (FIDE's way).
    pub first_move_bonus: bool,
    /// What follows main time.
    pub overtime: Overtime,
    /// What is called, and when.
    pub calls: CallTable,
}

impl Default for SideSettings {
    fn default() -> Self {
        Self {
            stages: Vec::new(),
            first_move_bonus: true,
            overtime: Overtime::None,
            calls: CallTable::default(),
        }
    }
}

/// One side's time control, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SideControl {
    stages: Vec<Stage, STAGES_MAX>,
    first_move_bonus: bool,
    overtime: Overtime,
    calls: CallTable,
}

/// The time control of a game: each side's own, mostly the same.
pub type Control = BySide<SideControl>;

impl Control {
    /// The same control for both sides.
    #[must_use]
    pub fn same(side: SideControl) -> Self {
        Self { black: side.clone(), white: side }
    }

    /// Checks that the two sides go together: an hourglass needs one on the other side too.
    ///
    /// # Errors
    /// The side that has no hourglass where its opponent has one.
    pub fn paired(self) -> Result<Self, (Side, ControlError)> {
        let turns_over = self.black.is_hourglass() != self.white.is_hourglass();
        let side = if self.black.is_hourglass() { Side::White } else { Side::Black };
        if turns_over {
            Err((side, ControlError { place: Place::Overtime, fault: Fault::LoneHourglass }))
        } else {
            Ok(self)
        }
    }
}

/// A key of a control's settings, for saying where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `main` or `stages` as a whole.
    Stages,
    /// The time of a stage (`main`, or a stage's `time`), counted from 1.
    StageTime(u8),
    /// The quota of a stage, counted from 1.
    StageMoves(u8),
    /// The increment, delay or Bronstein time of a stage, counted from 1.
    StageBonus(u8),
    /// `first_move_bonus`.
    FirstMoveBonus,
    /// `overtime` as a whole.
    Overtime,
    /// One key of `overtime`.
    OvertimeKey(&'static str),
    /// One key of `calls`.
    Calls(&'static str),
}

/// What is wrong at a place of a control's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// There is neither main time nor overtime.
    #[error("there is no time at all: give main time, or 0s with an overtime or a delay")]
    NoTime,
    /// Zero where something is needed.
    #[error("must be more than zero")]
    Zero,
    /// Longer than [`DURATION_MAX`].
    #[error("is more than 999 hours")]
    TooLong,
    /// Longer than [`PERIOD_MAX`].
    #[error("is more than 18 hours")]
    PeriodTooLong,
    /// A part of a second where whole ones are called.
    #[error("must be whole seconds")]
    NotWholeSeconds,
    /// A reserve of 5 min in periods of 45 s.
    #[error("must be a whole number of periods")]
    NotWholePeriods,
    /// More periods, units or blocks than the machine counts.
    #[error("makes more than 65,535 periods")]
    TooManyPeriods,
    /// The reserve lies inside the last stage and must find its place there.
    #[error("lies inside the last stage's time and cannot be longer than it")]
    ReserveTooLong,
    /// Time that a missed quota would take away unused.
    #[error("cannot lie in a stage whose moves must be played within its time")]
    ReserveBehindQuota,
    /// An hourglass has only its own time.
    #[error("hourglass goes with neither main time nor stages, increment, delay or bronstein")]
    HourglassWithMainTime,
    /// Only one of the sides has an hourglass.
    #[error("hourglass must be the overtime of both sides")]
    LoneHourglass,
    /// An increment, delay or Bronstein time without main time.
    #[error("acts in main time, and there is none")]
    BonusWithoutMainTime,
    /// `first_move_bonus = false` where nothing is added.
    #[error("means nothing without an increment in the first stage")]
    NoIncrement,
    /// Calls of a period where no period is.
    #[error("means nothing without periods in the overtime")]
    NoPeriods,
    /// A call at or after the end of the longest period.
    #[error("every call must come before the end of a period")]
    CallAfterEnd,
    /// The same second twice.
    #[error("the same second stands twice")]
    CallTwice,
    /// More than the machine holds.
    #[error("holds too many entries")]
    TooMany,
}

/// A control that means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{fault}")]
pub struct ControlError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

impl TryFrom<SideSettings> for SideControl {
    type Error = ControlError;

    fn try_from(mut settings: SideSettings) -> Result<Self, ControlError> {
        if starts_in_overtime(&settings) {
            settings.stages.clear();
        }
        check_stages(&settings)?;
        check_overtime(settings.overtime)?;
        check_reserve(&settings)?;
        settings.calls.check(settings.overtime)?;
        let SideSettings { stages, first_move_bonus, overtime, calls } = settings;
        Ok(Self { stages, first_move_bonus, overtime, calls })
    }
}

/// Whether the settings say `main = "0s"` and nothing else of main time, with an overtime behind it.
fn starts_in_overtime(settings: &SideSettings) -> bool {
    let empty = Stage::default();
    settings.overtime != Overtime::None && settings.stages.as_slice() == [empty].as_slice()
}

fn fail<T>(place: Place, fault: Fault) -> Result<T, ControlError> {
    Err(ControlError { place, fault })
}

fn check_stages(settings: &SideSettings) -> Result<(), ControlError> {
    let hourglass = matches!(settings.overtime, Overtime::Hourglass { .. });
    if hourglass && !settings.stages.is_empty() {
        return fail(Place::Stages, Fault::HourglassWithMainTime);
    }
    if settings.stages.is_empty() && settings.overtime == Overtime::None {
        return fail(Place::Stages, Fault::NoTime);
    }
    let mut before = None;
    for (number, stage) in (1..).zip(&settings.stages) {
        check_stage(number, stage)?;
        if stage.time.is_zero() {
            check_empty_stage(number, stage, before, settings)?;
        }
        before = Some(stage);
    }
    let first_adds = settings.stages.first().is_some_and(|stage| matches!(stage.bonus, Bonus::Increment(_)));
    if !settings.first_move_bonus && !first_adds {
        return fail(Place::FirstMoveBonus, Fault::NoIncrement);
    }
    Ok(())
}

fn check_stage(number: u8, stage: &Stage) -> Result<(), ControlError> {
    let bonus = stage.bonus.duration();
    if stage.time > DURATION_MAX {
        fail(Place::StageTime(number), Fault::TooLong)
    } else if stage.moves == Some(0) {
        fail(Place::StageMoves(number), Fault::Zero)
    } else if stage.bonus != Bonus::None && bonus.is_zero() {
        fail(Place::StageBonus(number), Fault::Zero)
    } else if bonus > DURATION_MAX {
        fail(Place::StageBonus(number), Fault::TooLong)
    } else {
        Ok(())
    }
}

/// A stage without time of its own makes sense in two places: behind a quota, where what is left runs on under
/// another bonus ("+2 s from move 61"), and alone with a delay, as so many seconds for each move.
fn check_empty_stage(
    number: u8,
    stage: &Stage,
    before: Option<&Stage>,
    settings: &SideSettings,
) -> Result<(), ControlError> {
    if before.is_some_and(|before| before.moves.is_some()) {
        return Ok(());
    }
    if settings.stages.len() > 1 || stage.moves.is_some() {
        return fail(Place::StageTime(number), Fault::Zero);
    }
    match (stage.bonus, settings.overtime) {
        (Bonus::Delay(_), Overtime::None) => Ok(()),
        (Bonus::None, _) => fail(Place::Stages, Fault::NoTime),
        _ => fail(Place::StageBonus(number), Fault::BonusWithoutMainTime),
    }
}

fn check_overtime(overtime: Overtime) -> Result<(), ControlError> {
    match overtime {
        Overtime::None => Ok(()),
        Overtime::Byoyomi { periods, period } | Overtime::Ing { periods, period, .. } => {
            check_count("periods", periods)?;
            check_period("period", period)
        }
        Overtime::Reserve { reserve, period } => {
            check_period("period", period)?;
            check_length("reserve", reserve, DURATION_MAX, Fault::TooLong)
        }
        Overtime::Canadian { moves, time, .. } => {
            check_count("moves", moves)?;
            check_length("time", time, DURATION_MAX, Fault::TooLong)?;
            check_whole("time", time)
        }
        Overtime::Consideration { period, units, unit } => {
            check_period("period", period)?;
            check_count("units", units)?;
            check_period("unit", unit)
        }
        Overtime::Hourglass { time } => check_length("time", time, DURATION_MAX, Fault::TooLong),
    }
}

fn check_count(key: &'static str, count: u16) -> Result<(), ControlError> {
    if count == 0 { fail(Place::OvertimeKey(key), Fault::Zero) } else { Ok(()) }
}

fn check_period(key: &'static str, period: Duration) -> Result<(), ControlError> {
    check_length(key, period, PERIOD_MAX, Fault::PeriodTooLong)?;
    check_whole(key, period)
}

fn check_length(key: &'static str, length: Duration, max: Duration, over: Fault) -> Result<(), ControlError> {
    if length.is_zero() {
        fail(Place::OvertimeKey(key), Fault::Zero)
    } else if length > max {
        fail(Place::OvertimeKey(key), over)
    } else {
        Ok(())
    }
}

fn check_whole(key: &'static str, length: Duration) -> Result<(), ControlError> {
    if length.is_whole_secs() { Ok(()) } else { fail(Place::OvertimeKey(key), Fault::NotWholeSeconds) }
}

fn check_reserve(settings: &SideSettings) -> Result<(), ControlError> {
    let Overtime::Reserve { reserve, period } = settings.overtime else { return Ok(()) };
    let place = Place::OvertimeKey("reserve");
    match reserve.divided_by(period) {
        Some((count, true)) if u16::try_from(count).is_ok() => {}
        Some((_, true)) => return fail(place, Fault::TooManyPeriods),
        Some((_, false)) | None => return fail(place, Fault::NotWholePeriods),
    }
    let Some(last) = settings.stages.last() else { return fail(place, Fault::ReserveTooLong) };
    if reserve > last.time {
        return fail(place, Fault::ReserveTooLong);
    }
    if last.moves.is_some() {
        return fail(place, Fault::ReserveBehindQuota);
    }
    // With the whole of the only stage reserved, play starts in the count and no main time is left to add to.
    let nothing_before = settings.stages.len() == 1 && reserve == last.time;
    if nothing_before && last.bonus != Bonus::None {
        return fail(Place::StageBonus(1), Fault::BonusWithoutMainTime);
    }
    Ok(())
}

impl SideControl {
    /// The stages of main time; none where play starts in the overtime.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Whether the first turn has the increment too.
    #[must_use]
    pub const fn first_move_bonus(&self) -> bool {
        self.first_move_bonus
    }

    /// What follows main time.
    #[must_use]
    pub const fn overtime(&self) -> Overtime {
        self.overtime
    }

    /// What is called, and when.
    #[must_use]
    pub const fn calls(&self) -> &CallTable {
        &self.calls
    }

    /// The same control with other calls.
    ///
    /// # Errors
    /// Calls that do not go with the overtime.
    pub fn with_calls(self, calls: CallTable) -> Result<Self, ControlError> {
        calls.check(self.overtime)?;
        Ok(Self { calls, ..self })
    }

    /// The settings that this control was checked from.
    #[must_use]
    pub fn settings(&self) -> SideSettings {
        SideSettings {
            stages: self.stages.clone(),
            first_move_bonus: self.first_move_bonus,
            overtime: self.overtime,
            calls: self.calls.clone(),
        }
    }

    const fn is_hourglass(&self) -> bool {
        matches!(self.overtime, Overtime::Hourglass { .. })
    }

    /// The stage at an index, counted from 0; an empty one where there is none.
    pub(crate) fn stage(&self, index: u8) -> Stage {
        self.stages.get(usize::from(index)).copied().unwrap_or_default()
    }

    /// Whether there is only so much time for each move: a delay, and no main time.
    pub(crate) fn is_each_move(&self) -> bool {
        self.stages.first().is_some_and(|stage| stage.time.is_zero())
    }

    /// The index of the last stage; 0 where there is none.
    pub(crate) fn last_stage(&self) -> u8 {
        u8::try_from(self.stages.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    /// Whether no stage follows the one at `index`.
    pub(crate) fn is_last_stage(&self, index: u8) -> bool {
        usize::from(index).saturating_add(1) >= self.stages.len()
    }

    /// The time given at the begin of a stage: what is reserved in the last one is not part of it.
    pub(crate) fn stage_time(&self, index: u8) -> Duration {
        let time = self.stage(index).time;
        match self.overtime {
            Overtime::Reserve { reserve, .. } if self.is_last_stage(index) => time.minus(reserve),
            Overtime::None
            | Overtime::Byoyomi { .. }
            | Overtime::Reserve { .. }
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. } => time,
        }
    }

    /// How many byo-yomi periods, Ing blocks or consideration units a side starts with.
    pub(crate) fn periods(&self) -> u16 {
        match self.overtime {
            Overtime::Byoyomi { periods, .. } | Overtime::Ing { periods, .. } => periods,
            Overtime::Reserve { reserve, period } => {
                reserve.divided_by(period).and_then(|(count, _)| u16::try_from(count).ok()).unwrap_or(0)
            }
            Overtime::Consideration { units, .. } => units,
            Overtime::None | Overtime::Canadian { .. } | Overtime::Hourglass { .. } => 0,
        }
    }
}
