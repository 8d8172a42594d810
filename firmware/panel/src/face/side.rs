//! One side's half of a face: what runs, the figures, and what stands behind the running time.

use clock::{Bonus, Duration, Overtime, Phase, Reading, Side, SideControl};

use super::words::{Earlier, Line, PhaseName, Room, secs_shown};

/// How a time is laid out. Main time and the seconds of a period are never laid out alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Minutes and seconds with a colon.
    Clock { minutes: u64, secs: u64 },
    /// From one hour on: hours and minutes with a colon, seconds small behind them.
    Hours { hours: u64, minutes: u64, secs: u64 },
    /// From ten hours on: hours and minutes.
    LongHours { hours: u64, minutes: u64 },
    /// From a hundred hours on: hours begun.
    HoursOnly { hours: u64 },
    /// The seconds of a period, large, without a colon.
    Seconds { secs: u64 },
}

/// How a foot is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// What follows.
    Remark,
    /// What is left behind the running time.
    Count,
    /// Nothing is left behind it.
    Last,
}

/// One side of the game with all that its half is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half<'a> {
    pub(super) side: Side,
    pub(super) control: &'a SideControl,
    pub(super) reading: Reading,
    /// Whether moves may be counted where players see it.
    pub(super) counts_moves: bool,
}

/// More points than anybody loses: a face shows no larger number.
const POINTS_MAX: u32 = 99_999_999;
const MINUTE: u64 = 60;
const HOUR: u64 = 3_600;
/// So much of a period is shown in seconds alone.
const SECONDS_MAX: u64 = 99;

impl Half<'_> {
    /// The length of the running period, where periods run.
    fn period(&self) -> Option<Duration> {
        match self.control.overtime() {
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } => {
                matches!(self.reading.phase, Phase::Byoyomi { .. }).then_some(period)
            }
            Overtime::Consideration { period, unit: length, .. } => {
                let Phase::Consideration { unit, .. } = self.reading.phase else { return None };
                Some(if unit { length } else { period })
            }
            Overtime::None
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Hourglass { .. } => None,
        }
    }

    pub(super) fn format(&self) -> Format {
        let secs = secs_shown(self.reading.left);
        let (hours, minutes) = (secs / HOUR, secs / MINUTE % MINUTE);
        match self.period() {
            Some(_) if secs <= SECONDS_MAX => Format::Seconds { secs },
            Some(_) | None => match hours {
                0 => Format::Clock { minutes, secs: secs % MINUTE },
                1..=9 => Format::Hours { hours, minutes, secs: secs % MINUTE },
                10..=99 => Format::LongHours { hours, minutes },
                _ => Format::HoursOnly { hours: secs.div_ceil(HOUR) },
            },
        }
    }

    /// Whether only so much time is given for each move, and nothing before it.
    fn is_each_move(&self) -> bool {
        match self.control.stages() {
            [stage] => stage.time.is_zero() && matches!(stage.bonus, Bonus::Delay(_)),
            _ => false,
        }
    }

    pub(super) fn phase_name(&self) -> PhaseName {
        match self.reading.phase {
            Phase::Main { .. } if self.is_each_move() => PhaseName::EachMove,
            Phase::Main { stage, .. } if self.control.stages().len() > 1 => PhaseName::Stage(stage),
            Phase::Main { .. } => PhaseName::Main,
            Phase::Byoyomi { .. } => PhaseName::Byoyomi,
            Phase::Canadian { .. } => PhaseName::Canadian,
            Phase::Ing { penalties, .. } => PhaseName::Ing(penalties),
            Phase::Consideration { unit: false, .. } => PhaseName::EachMove,
            Phase::Consideration { unit: true, .. } => PhaseName::Unit,
            Phase::Hourglass => PhaseName::Hourglass,
        }
    }

    /// How many periods are left, where they are counted.
    pub(super) const fn periods(&self) -> Option<u16> {
        match self.reading.phase {
            Phase::Byoyomi { periods } => Some(periods),
            Phase::Consideration { periods, .. } => Some(periods),
            Phase::Main { .. } | Phase::Canadian { .. } | Phase::Ing { .. } | Phase::Hourglass => None,
        }
    }

    /// Whether nothing stands behind the running period or block.
    pub(super) const fn is_last(&self) -> bool {
        match self.reading.phase {
            Phase::Byoyomi { periods } => periods <= 1,
            Phase::Ing { periods, .. } | Phase::Consideration { periods, .. } => periods == 0,
            Phase::Main { .. } | Phase::Canadian { .. } | Phase::Hourglass => false,
        }
    }

    /// What stands below the figures.
    pub(super) fn foot(&self, room: Room) -> (Line, Weight) {
        match self.reading.phase {
            Phase::Main { .. } => self.foot_of_main(room),
            Phase::Byoyomi { .. } if self.is_last() => {
                (room.last_period(self.period().unwrap_or_default()), Weight::Last)
            }
            Phase::Byoyomi { periods } => (room.periods_left(periods), Weight::Count),
            Phase::Canadian { moves_left } if self.counts_moves => {
                (room.moves_left(moves_left), Weight::Count)
            }
            Phase::Canadian { .. } | Phase::Hourglass => (Line::new(), Weight::Remark),
            Phase::Ing { penalties, .. } => {
                let points = self.points(penalties);
                if self.is_last() {
                    (room.last_block(points), Weight::Last)
                } else {
                    (room.points_lost(points), Weight::Count)
                }
            }
            Phase::Consideration { .. } if self.is_last() => (room.last_unit(), Weight::Last),
            Phase::Consideration { periods, .. } => (room.then_periods(periods, self.unit()), Weight::Count),
        }
    }

    /// The length of a unit of consideration.
    fn unit(&self) -> Duration {
        match self.control.overtime() {
            Overtime::Consideration { unit, .. } => unit,
            Overtime::None
            | Overtime::Byoyomi { .. }
            | Overtime::Reserve { .. }
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Hourglass { .. } => Duration::ZERO,
        }
    }

    fn points(&self, blocks: u16) -> u32 {
        match self.control.overtime() {
            Overtime::Ing { penalty, .. } => u32::from(blocks).saturating_mul(penalty.into()).min(POINTS_MAX),
            Overtime::None
            | Overtime::Byoyomi { .. }
            | Overtime::Reserve { .. }
            | Overtime::Canadian { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. } => 0,
        }
    }

    fn foot_of_main(&self, room: Room) -> (Line, Weight) {
        let Phase::Main { stage, moves_to_go } = self.reading.phase else {
            return (Line::new(), Weight::Remark);
        };
        if matches!(self.format(), Format::LongHours { .. } | Format::HoursOnly { .. }) {
            return (room.hours_and_minutes(), Weight::Remark);
        }
        if !self.reading.delay.is_zero() && !self.is_each_move() {
            return (room.delay(self.reading.delay), Weight::Count);
        }
        if let Some(moves) = moves_to_go.filter(|_| self.counts_moves) {
            return (room.moves_left(moves), Weight::Count);
        }
        let stages = self.control.stages();
        let bonus = stages.get(usize::from(stage).saturating_sub(1)).map_or(Bonus::None, |stage| stage.bonus);
        if let Bonus::Increment(time) = bonus {
            return (room.increment(time), Weight::Remark);
        }
        if usize::from(stage) < stages.len() || self.is_each_move() {
            return (Line::new(), Weight::Remark);
        }
        (self.what_follows(room), Weight::Remark)
    }

    /// What comes when main time is used up.
    fn what_follows(&self, room: Room) -> Line {
        match self.control.overtime() {
            Overtime::None => room.sudden_death(),
            Overtime::Byoyomi { periods, period } | Overtime::Ing { periods, period, .. } => {
                room.then_periods(periods, period)
            }
            Overtime::Reserve { reserve, period } => {
                let periods = reserve.divided_by(period).map_or(0, |(count, _)| count);
                room.then_periods(u16::try_from(periods).unwrap_or(u16::MAX), period)
            }
            Overtime::Canadian { moves, time, .. } => room.section(moves, time),
            Overtime::Consideration { units, unit, .. } => room.then_periods(units, unit),
            Overtime::Hourglass { .. } => Line::new(),
        }
    }

    /// The reading in short, as what stood before a correction.
    pub(super) fn earlier(&self) -> Earlier {
        if let (Format::Seconds { .. }, Some(periods)) = (self.format(), self.periods()) {
            Earlier::Periods(self.reading.left, periods)
        } else {
            Earlier::Time(self.reading.left)
        }
    }
}
