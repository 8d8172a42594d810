//! A side's control as a row of clauses, and the rule which clause may follow which.
//!
//! The rule is the same in every spelling; how a clause is worded is the templates' affair.

use core::fmt;

use crate::calls::CallTable;
use crate::control::{Bonus, ControlError, Fault, Overtime, Place, SideControl, SideSettings, Stage};
use crate::time::Duration;

/// What a bonus does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Increment,
    Delay,
    Bronstein,
}

impl Manner {
    /// The manner of a bonus; `None` where there is no bonus.
    const fn of(bonus: Bonus) -> Option<Self> {
        match bonus {
            Bonus::None => None,
            Bonus::Increment(_) => Some(Self::Increment),
            Bonus::Delay(_) => Some(Self::Delay),
            Bonus::Bronstein(_) => Some(Self::Bronstein),
        }
    }

    const fn bonus(self, duration: Duration) -> Bonus {
        match self {
            Self::Increment => Bonus::Increment(duration),
            Self::Delay => Bonus::Delay(duration),
            Self::Bronstein => Bonus::Bronstein(duration),
        }
    }
}

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A stage without a quota.
    Stage,
    /// A stage with a quota.
    Quota,
    /// The last stage, with nothing added in it and nothing behind it.
    SuddenDeath,
    /// A stage without time of its own, behind a quota: what is left runs on.
    TimeLeft,
    /// The same with a quota.
    QuotaInTimeLeft,
    /// Only so much time for each move: a delay without main time.
    EachMove,
    /// The bonus of the stage just named.
    Own(Manner),
    /// The bonus of all stages.
    All(Manner),
    /// An increment of all stages where a further stage would be worded in another way.
    PlainIncrement,
    /// The first turn has no increment yet.
    FirstPress,
    Byoyomi,
    Reserve,
    CanadianCarry,
    Canadian,
    Ing,
    Consideration,
    Hourglass,
}

impl Kind {
    /// Whether it names a stage of main time.
    pub(super) const fn is_stage(self) -> bool {
        match self {
            Self::Stage | Self::Quota | Self::SuddenDeath | Self::TimeLeft | Self::QuotaInTimeLeft => true,
            Self::EachMove
            | Self::Own(_)
            | Self::All(_)
            | Self::PlainIncrement
            | Self::FirstPress
            | Self::Byoyomi
            | Self::Reserve
            | Self::CanadianCarry
            | Self::Canadian
            | Self::Ing
            | Self::Consideration
            | Self::Hourglass => false,
        }
    }

    /// All kinds, in the order in which equally long readings are preferred.
    pub(super) const ALL: [Self; 21] = [
        Self::Stage,
        Self::Quota,
        Self::SuddenDeath,
        Self::TimeLeft,
        Self::QuotaInTimeLeft,
        Self::EachMove,
        Self::Own(Manner::Increment),
        Self::Own(Manner::Delay),
        Self::Own(Manner::Bronstein),
        Self::All(Manner::Increment),
        Self::All(Manner::Delay),
        Self::All(Manner::Bronstein),
        Self::PlainIncrement,
        Self::FirstPress,
        Self::Byoyomi,
        Self::Reserve,
        Self::CanadianCarry,
        Self::Canadian,
        Self::Ing,
        Self::Consideration,
        Self::Hourglass,
    ];
}

/// What stands in a clause's fields; those that its kind does not have are zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fields {
    /// The time of a stage, bonus, period, block, section; what is reserved; the free time of a turn.
    pub(super) duration: Duration,
    /// The length of a part of it: a reserve's period, a unit of consideration.
    pub(super) each: Duration,
    /// How many moves, periods, blocks or units.
    pub(super) number: u16,
    /// What a block costs.
    pub(super) points: u16,
}

/// One statement of a control.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause {
    pub(super) kind: Kind,
    pub(super) fields: Fields,
}

impl Clause {
    const fn new(kind: Kind, duration: Duration, number: u16) -> Self {
        Self { kind, fields: Fields { duration, each: Duration::ZERO, number, points: 0 } }
    }

    const fn each(mut self, each: Duration) -> Self {
        self.fields.each = each;
        self
    }

    const fn points(mut self, points: u16) -> Self {
        self.fields.points = points;
        self
    }
}

/// How far into a control its clauses have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Nothing is said yet.
    First,
    /// The stages end in one without a quota.
    Open,
    /// The stages end in one with a quota.
    Quota,
    /// The bonus of all stages is said.
    Bonus,
    /// Nothing more can follow.
    Done,
}

/// What was said of a control so far, as far as it decides what may follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) slot: Slot,
    last: Option<Kind>,
    stages: u8,
    own_bonus: bool,
}

impl Progress {
    pub(super) const START: Self = Self { slot: Slot::First, last: None, stages: 0, own_bonus: false };

    /// Whether anything is said.
    pub(super) const fn begun(&self) -> bool {
        self.last.is_some()
    }

    /// Whether a clause of this kind may follow.
    pub(super) fn allows(&self, kind: Kind) -> bool {
        let first = self.slot == Slot::First;
        let in_stages = matches!(self.slot, Slot::Open | Slot::Quota);
        match kind {
            Kind::EachMove | Kind::Hourglass => first,
            Kind::Stage | Kind::Quota | Kind::SuddenDeath => first || in_stages,
            Kind::TimeLeft | Kind::QuotaInTimeLeft => self.slot == Slot::Quota,
            Kind::Own(_) => in_stages && self.last.is_some_and(Kind::is_stage),
            Kind::All(_) => in_stages && !self.own_bonus,
            Kind::PlainIncrement => self.slot == Slot::Open && !self.own_bonus,
            Kind::FirstPress => {
                let first_stage = self.slot == Slot::Bonus || self.stages == 1;
                first_stage && self.last.is_some_and(adds_at_the_press)
            }
            Kind::Reserve => in_stages || self.slot == Slot::Bonus,
            Kind::Byoyomi | Kind::CanadianCarry | Kind::Canadian | Kind::Ing | Kind::Consideration => {
                self.slot != Slot::Done
            }
        }
    }

    /// The progress once a clause of this kind is said.
    pub(super) fn after(self, kind: Kind) -> Self {
        let slot = match kind {
            Kind::Stage | Kind::TimeLeft => Slot::Open,
            Kind::Quota | Kind::QuotaInTimeLeft => Slot::Quota,
            Kind::Own(_) | Kind::FirstPress => self.slot,
            Kind::All(_) | Kind::PlainIncrement => Slot::Bonus,
            Kind::SuddenDeath
            | Kind::EachMove
            | Kind::Byoyomi
            | Kind::Reserve
            | Kind::CanadianCarry
            | Kind::Canadian
            | Kind::Ing
            | Kind::Consideration
            | Kind::Hourglass => Slot::Done,
        };
        Self {
            slot,
            last: Some(kind),
            stages: self.stages.saturating_add(u8::from(kind.is_stage())),
            own_bonus: self.own_bonus || matches!(kind, Kind::Own(_)),
        }
    }
}

const fn adds_at_the_press(kind: Kind) -> bool {
    matches!(kind, Kind::Own(Manner::Increment) | Kind::All(Manner::Increment) | Kind::PlainIncrement)
}

/// Visits the clauses of a control in order.
pub(super) fn clauses(control: &SideControl, mut visit: impl FnMut(Clause) -> fmt::Result) -> fmt::Result {
    if let [Stage { time: Duration::ZERO, bonus, .. }] = control.stages() {
        return visit(Clause::new(Kind::EachMove, bonus.duration(), 0));
    }
    let shared = shared_bonus(control.stages());
    let mut press = (!control.first_move_bonus()).then_some(Clause::new(Kind::FirstPress, Duration::ZERO, 0));
    for (index, stage) in (0..).zip(control.stages()) {
        let last = control.is_last_stage(index) && control.overtime() == Overtime::None;
        visit(stage_clause(stage, last))?;
        if let (None, Some(manner)) = (shared, Manner::of(stage.bonus)) {
            visit(Clause::new(Kind::Own(manner), stage.bonus.duration(), 0))?;
            press.take().map_or(Ok(()), &mut visit)?;
        }
    }
    if let Some((kind, duration)) = shared {
        visit(Clause::new(kind, duration, 0))?;
        press.map_or(Ok(()), &mut visit)?;
    }
    overtime_clause(control.overtime()).map_or(Ok(()), visit)
}

/// The clause for the bonus that all stages have alike.
fn shared_bonus(stages: &[Stage]) -> Option<(Kind, Duration)> {
    let (first, last) = (stages.first()?, stages.last()?);
    let manner = Manner::of(first.bonus)?;
    let plain = manner == Manner::Increment && last.moves.is_none();
    let kind = if plain { Kind::PlainIncrement } else { Kind::All(manner) };
    stages.iter().all(|stage| stage.bonus == first.bonus).then_some((kind, first.bonus.duration()))
}

fn stage_clause(stage: &Stage, last: bool) -> Clause {
    match stage.moves {
        Some(moves) if stage.time.is_zero() => Clause::new(Kind::QuotaInTimeLeft, Duration::ZERO, moves),
        Some(moves) => Clause::new(Kind::Quota, stage.time, moves),
        None if stage.time.is_zero() => Clause::new(Kind::TimeLeft, Duration::ZERO, 0),
        None if last && stage.bonus == Bonus::None => Clause::new(Kind::SuddenDeath, stage.time, 0),
        None => Clause::new(Kind::Stage, stage.time, 0),
    }
}

fn overtime_clause(overtime: Overtime) -> Option<Clause> {
    Some(match overtime {
        Overtime::None => return None,
        Overtime::Byoyomi { periods, period } => Clause::new(Kind::Byoyomi, period, periods),
        Overtime::Reserve { reserve, period } => Clause::new(Kind::Reserve, reserve, 0).each(period),
        Overtime::Canadian { moves, time, carry_over: true } => Clause::new(Kind::CanadianCarry, time, moves),
        Overtime::Canadian { moves, time, carry_over: false } => Clause::new(Kind::Canadian, time, moves),
        Overtime::Ing { periods, period, penalty } => Clause::new(Kind::Ing, period, periods).points(penalty),
        Overtime::Consideration { period, units, unit } => {
            Clause::new(Kind::Consideration, period, units).each(unit)
        }
        Overtime::Hourglass { time } => Clause::new(Kind::Hourglass, time, 0),
    })
}

/// Enters what a clause says into settings; whether the whole means something is checked at the end.
pub(super) fn enter(settings: &mut SideSettings, clause: Clause) -> Result<(), ControlError> {
    let Fields { duration, each, number, points } = clause.fields;
    match clause.kind {
        Kind::Stage | Kind::SuddenDeath | Kind::TimeLeft => {
            return enter_stage(settings, duration, None, Bonus::None);
        }
        Kind::Quota | Kind::QuotaInTimeLeft => {
            return enter_stage(settings, duration, Some(number), Bonus::None);
        }
        Kind::EachMove => return enter_stage(settings, Duration::ZERO, None, Bonus::Delay(duration)),
        Kind::Own(manner) => set_bonus(settings.stages.last_mut(), manner.bonus(duration)),
        Kind::All(manner) => set_bonus(&mut settings.stages, manner.bonus(duration)),
        Kind::PlainIncrement => set_bonus(&mut settings.stages, Bonus::Increment(duration)),
        Kind::FirstPress => settings.first_move_bonus = false,
        Kind::Byoyomi => settings.overtime = Overtime::Byoyomi { periods: number, period: duration },
        Kind::Reserve => settings.overtime = Overtime::Reserve { reserve: duration, period: each },
        Kind::CanadianCarry | Kind::Canadian => {
            let carry_over = clause.kind == Kind::CanadianCarry;
            settings.overtime = Overtime::Canadian { moves: number, time: duration, carry_over };
        }
        Kind::Ing => {
            settings.overtime = Overtime::Ing { periods: number, period: duration, penalty: points };
        }
        Kind::Consideration => {
            settings.overtime = Overtime::Consideration { period: duration, units: number, unit: each };
        }
        Kind::Hourglass => settings.overtime = Overtime::Hourglass { time: duration },
    }
    Ok(())
}

fn enter_stage(
    settings: &mut SideSettings,
    time: Duration,
    moves: Option<u16>,
    bonus: Bonus,
) -> Result<(), ControlError> {
    let full = ControlError { place: Place::Stages, fault: Fault::TooMany };
    settings.stages.push(Stage { time, moves, bonus }).map_err(|_| full)
}

fn set_bonus<'a>(stages: impl IntoIterator<Item = &'a mut Stage>, bonus: Bonus) {
    stages.into_iter().for_each(|stage| stage.bonus = bonus);
}

/// Whether two sides have the same control; what is called is not part of the texts.
pub(super) fn alike(one: &SideControl, other: &SideControl) -> bool {
    let times = |side: &SideControl| SideSettings { calls: CallTable::default(), ..side.settings() };
    times(one) == times(other)
}
