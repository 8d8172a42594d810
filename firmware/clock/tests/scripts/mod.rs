//! Random time controls, and random scripts of commands that find their way to the boundaries of a clock.
//!
//! A [`Step`] says what somebody intends. Which command that is, and when it comes, depends on how the clock
//! stands by then: most steps keep the game going, and many come within a millisecond of a boundary.

pub(crate) mod controls;
pub(crate) mod steps;

use std::fmt;

use clock::{Command, Control, Duration, Overtime, Phase, Reading, Setting, Side, Status};
use proptest::prelude::ProptestConfig;

/// So many cases, or as many as `PROPTEST_CASES` says.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: wanted.unwrap_or(usual), failure_persistence: None, ..ProptestConfig::default() }
}

/// When a step comes, in the eyes of somebody who watches the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// So many milliseconds after the step before.
    After(u64),
    /// When what runs is used up, so many milliseconds later or earlier.
    UsedUp(i64),
    /// At the next whole second left, so many milliseconds later or earlier.
    Second(i64),
}

/// What somebody intends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// Whatever brings the game on: start, press, resume, or what a fallen flag needs.
    GoOn,
    /// The command as it is, fitting or not.
    Just(Command),
    /// A setting, of which only what the side's control has is kept.
    Fitting(Side, Setting),
    /// A recount by the side on move, to so many seconds before the end of its period.
    Recount(u64),
    /// Time taken from the side on move up to the boundary, so many milliseconds more or less.
    SubtractAll(i64),
}

/// One step of a script.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) when: When,
    pub(crate) what: What,
    /// What a flag's withdrawal is followed by: a setting, or a recount to so many seconds before the end.
    pub(crate) repair: Result<Setting, u64>,
}

/// What a step's maker sees of the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) control: &'a Control,
    pub(crate) status: Status,
    pub(crate) turn: Option<Side>,
    /// The reading of the side on move, or of Black before the start.
    pub(crate) reading: Reading,
}

/// On one line: a failing script is to be read by a person.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.when, self.what)
    }
}

impl Step {
    /// How many microseconds after the step before this one comes.
    pub(crate) fn wait(&self, seen: &Seen<'_>) -> u64 {
        let Reading { left, delay, .. } = seen.reading;
        let all = if left == delay { left } else { left.plus(delay) }.as_micros();
        let shifted = |micros: u64, ms: i64| micros.saturating_add_signed(ms * 1000).min(400_000_000);
        match self.when {
            When::After(ms) => ms * 1000,
            When::UsedUp(shift) => shifted(all, shift),
            When::Second(shift) => shifted(all % 1_000_000, shift),
        }
    }

    /// The command that this step comes to.
    pub(crate) fn command(&self, seen: &Seen<'_>) -> Command {
        let side = seen.turn.unwrap_or(Side::Black);
        match self.what {
            What::Just(command) => command,
            What::Fitting(side, setting) => {
                Command::Set { side, setting: fitting(seen.control, side, setting) }
            }
            What::Recount(before_end) => recount(seen, side, before_end),
            What::SubtractAll(shift) => {
                let micros = seen.reading.left.as_micros().saturating_add_signed(shift * 1000);
                Command::Subtract { side, amount: Duration::from_micros(micros) }
            }
            What::GoOn => self.go_on(seen, side),
        }
    }

    fn go_on(&self, seen: &Seen<'_>, side: Side) -> Command {
        match seen.status {
            Status::Waiting => Command::Start { side },
            Status::Running => Command::Press { side },
            Status::Stopped => Command::Reopen,
            Status::Paused => Command::Resume,
            Status::Flagged(_) => Command::VoidFlag,
            Status::FlagWithdrawn(side) => match self.repair {
                Ok(setting) => Command::Set { side, setting: fitting(seen.control, side, setting) },
                Err(before_end) => recount(seen, side, before_end),
            },
        }
    }
}

fn recount(seen: &Seen<'_>, side: Side, before_end: u64) -> Command {
    let length = match (seen.control.of(side).overtime(), seen.reading.phase) {
        (Overtime::Consideration { unit, .. }, Phase::Consideration { unit: true, .. }) => unit,
        (
            Overtime::Byoyomi { period, .. }
            | Overtime::Reserve { period, .. }
            | Overtime::Ing { period, .. }
            | Overtime::Consideration { period, .. },
            _,
        ) => period,
        (Overtime::Canadian { time, .. } | Overtime::Hourglass { time }, _) => time,
        (Overtime::None, _) => Duration::from_secs(60),
    };
    Command::Recount { side, elapsed: length.minus(Duration::from_secs(before_end)) }
}

/// Of a setting, what this side's control has; of several times, the first.
fn fitting(control: &Control, side: Side, setting: Setting) -> Setting {
    use Overtime as O;
    let control = control.of(side);
    let over = control.overtime();
    let periods = matches!(over, O::Byoyomi { .. } | O::Reserve { .. });
    let pool = matches!(over, O::Consideration { .. });
    let mut kept = Setting {
        periods: setting.periods,
        moves: setting.moves,
        stage: setting.stage,
        ..Setting::default()
    };
    if control.stages().is_empty() {
        kept.stage = None;
    } else {
        kept.main = setting.main;
    }
    if kept.main.is_none() {
        kept.unit = setting.unit.filter(|_| pool);
        kept.period = setting.period.filter(|_| periods || pool && kept.unit.is_none());
        kept.section = setting.section.filter(|_| matches!(over, O::Canadian { .. }));
        kept.block = setting.block.filter(|_| matches!(over, O::Ing { .. }));
        kept.hourglass = setting.hourglass.filter(|_| matches!(over, O::Hourglass { .. }));
    }
    if !(periods || pool || matches!(over, O::Ing { .. })) {
        kept.periods = None;
    }
    let quota = control.stages().iter().any(|stage| stage.moves.is_some());
    if !(quota || matches!(over, O::Canadian { .. })) {
        kept.moves = None;
    }
    kept
}
