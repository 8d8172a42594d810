//! What a referee calls while time runs down, and at which seconds.
//!
//! A call lies at a length of time left in what runs (period, unit, section, block, main time). Which call comes
//! next therefore follows from the time left alone: nothing has to remember what was spoken, and a correction
//! makes due again what lies ahead again.

use core::fmt;

use heapless::Vec;

use crate::control::{ControlError, Fault, Overtime, Place};
use crate::time::Duration;

/// The most seconds that a list of calls may hold.
pub const CALLS_MAX: usize = 32;

/// Seconds at which something is called.
pub type CallList = Vec<u16, CALLS_MAX>;

/// The seconds left at which `remaining` is called unless a control says otherwise.
const REMAINING: [u16; 14] = [300, 60, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/// How long before the end of a period that is not the last one `elapsed` is called (30 40 50 55 58 of 60).
const BEFORE_LAST: [u16; 5] = [30, 20, 10, 5, 2];

/// The same in the last period, in front of the count (30 40 50 of 60).
const LAST: [u16; 3] = [30, 20, 10];

/// The seconds of the count at the end of the last period.
const COUNT: u16 = 10;

/// Something a referee says of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Call {
    /// The count begins: 开始读秒.
    Byoyomi,
    /// So many seconds of the period are used.
    Elapsed(u16),
    /// A period is used, so many remain.
    Left(u16),
    /// The last ten seconds, 1 to 9; 10 is over time, with the flag.
    Count(u8),
    /// So many seconds are left, and nothing stands behind them.
    Remaining(u16),
    /// So many moves are to be played in the section.
    Moves(u16),
    /// The time is used up.
    TimeOver,
}

/// As records and scripts write it: `elapsed:30`, `left:4`, `count:9`, `time-over`.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byoyomi => f.write_str("byoyomi"),
            Self::Elapsed(seconds) => write!(f, "elapsed:{seconds}"),
            Self::Left(periods) => write!(f, "left:{periods}"),
            Self::Count(number) => write!(f, "count:{number}"),
            Self::Remaining(seconds) => write!(f, "remaining:{seconds}"),
            Self::Moves(moves) => write!(f, "moves:{moves}"),
            Self::TimeOver => f.write_str("time-over"),
        }
    }
}

/// How the last ten seconds of the last period are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Count {
    /// 1 to 10 (Chinese rules 12.3).
    #[default]
    Up,
    /// 9 to 1, then time over.
    Down,
    /// Not at all; time over at the end.
    Off,
}

/// Which calls a control makes. `None` stands for the tables of the Chinese rules, by the period's length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CallTable {
    /// Seconds used at which `elapsed` is called in a period that is not the last.
    pub before_last: Option<CallList>,
    /// Seconds used at which `elapsed` is called in the last period.
    pub last: Option<CallList>,
    /// The count at the end of the last period.
    pub count: Count,
    /// Seconds left at which `remaining` is called where nothing stands behind the running time.
    pub remaining: Option<CallList>,
}

/// What runs, as far as calls go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// Something follows it, and it is not counted.
    Silent,
    /// Nothing stands behind it.
    Final,
    /// A byo-yomi period, a turn's free time or a unit.
    Period { length: Duration, last: bool },
}

impl CallTable {
    /// Checks that the lists go with the overtime.
    pub(crate) fn check(&self, overtime: Overtime) -> Result<(), ControlError> {
        let longest = match overtime {
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } => Some(period),
            Overtime::Consideration { period, unit, .. } => Some(period.max(unit)),
            Overtime::None
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Hourglass { .. } => None,
        };
        check_elapsed("before_last", self.before_last.as_ref(), longest)?;
        check_elapsed("last", self.last.as_ref(), longest)?;
        if self.count != Count::Up && longest.is_none() {
            return fault("count", Fault::NoPeriods);
        }
        self.remaining.as_ref().map_or(Ok(()), |list| check_list("remaining", list))
    }

    /// The next call in a stretch of which `left` is left, and the time left at which it is due.
    pub(crate) fn next(&self, stretch: Stretch, left: Duration) -> Option<(Duration, Call)> {
        match stretch {
            Stretch::Silent => None,
            Stretch::Final => {
                let seconds = self.remaining.as_deref().unwrap_or(&REMAINING);
                latest(left, seconds.iter().map(|&second| (second, Call::Remaining(second))))
            }
            Stretch::Period { length, last: false } => {
                latest(left, elapsed(length, self.before_last.as_deref(), &BEFORE_LAST))
            }
            Stretch::Period { length, last: true } => {
                // The count comes first: where a list names one of its seconds, the number is called.
                latest(left, self.counted(length).chain(elapsed(length, self.last.as_deref(), &LAST)))
            }
        }
    }

    /// The call at the end of the last period, when the time is over.
    pub(crate) const fn over(&self) -> Call {
        match self.count {
            Count::Up => Call::Count(10),
            Count::Down | Count::Off => Call::TimeOver,
        }
    }

    /// The call that lies exactly at `used` seconds of the last period of that length.
    pub(crate) fn at_elapsed(&self, length: Duration, used: Duration) -> Option<Call> {
        let left = length.minus(used);
        let just_before = left.plus(Duration::from_micros(1));
        let (due, call) = self.next(Stretch::Period { length, last: true }, just_before)?;
        (due == left && used.is_whole_secs()).then_some(call)
    }

    /// The count of a last period: seconds left and the number called.
    fn counted(&self, length: Duration) -> impl Iterator<Item = (u16, Call)> {
        let mode = self.count;
        (1..COUNT).filter_map(move |left| {
            let number = match mode {
                Count::Up => COUNT.checked_sub(left)?,
                Count::Down => left,
                Count::Off => return None,
            };
            let call = Call::Count(u8::try_from(number).ok()?);
            (Duration::from_secs(left.into()) < length).then_some((left, call))
        })
    }
}

/// The `elapsed` calls of a period: by a list of seconds used, or by the default's seconds before the end.
fn elapsed<'a>(
    length: Duration,
    list: Option<&'a [u16]>,
    default_left: &'a [u16],
) -> impl Iterator<Item = (u16, Call)> {
    let whole = u16::try_from(length.as_secs()).unwrap_or(u16::MAX);
    let seconds = list.unwrap_or(default_left);
    let by_default = list.is_none();
    seconds.iter().filter_map(move |&second| {
        let other = whole.checked_sub(second)?;
        let (left, used) = if by_default { (second, other) } else { (other, second) };
        (left > 0 && used > 0).then_some((left, Call::Elapsed(used)))
    })
}

/// Of calls at seconds left, the one that comes next; of two at the same second, the first.
fn latest(left: Duration, calls: impl Iterator<Item = (u16, Call)>) -> Option<(Duration, Call)> {
    let mut found: Option<(Duration, Call)> = None;
    for (second, call) in calls {
        let due = Duration::from_secs(second.into());
        if due < left && found.is_none_or(|(best, _)| due > best) {
            found = Some((due, call));
        }
    }
    found
}

fn fault(key: &'static str, fault: Fault) -> Result<(), ControlError> {
    Err(ControlError { place: Place::Calls(key), fault })
}

fn check_elapsed(
    key: &'static str,
    list: Option<&CallList>,
    longest: Option<Duration>,
) -> Result<(), ControlError> {
    let Some(list) = list else { return Ok(()) };
    let Some(longest) = longest else { return fault(key, Fault::NoPeriods) };
    if list.iter().any(|&second| Duration::from_secs(second.into()) >= longest) {
        return fault(key, Fault::CallAfterEnd);
    }
    check_list(key, list)
}

fn check_list(key: &'static str, list: &CallList) -> Result<(), ControlError> {
    for (index, second) in list.iter().enumerate() {
        if *second == 0 {
            return fault(key, Fault::Zero);
        }
        if list.iter().skip(index.saturating_add(1)).any(|other| other == second) {
            return fault(key, Fault::CallTwice);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString};
    use std::{format, vec::Vec as List};

    /// The calls of one period, with the seconds used at which they lie.
    fn calls(table: &CallTable, seconds: u64, last: bool) -> String {
        let length = Duration::from_secs(seconds);
        let (mut left, mut words) = (length, List::new());
        while let Some((due, call)) = table.next(Stretch::Period { length, last }, left) {
            words.push(format!("{}={call}", length.minus(due).as_secs()));
            left = due;
        }
        words.join(" ")
    }

    /// The table of the seeds (Chinese rules 12.3) and what follows from it for other periods.
    #[test]
    fn default_tables() {
        let table = CallTable::default();
        for (seconds, last, expected) in [
            (60, false, "30=elapsed:30 40=elapsed:40 50=elapsed:50 55=elapsed:55 58=elapsed:58"),
            (30, false, "10=elapsed:10 20=elapsed:20 25=elapsed:25 28=elapsed:28"),
            (20, false, "10=elapsed:10 15=elapsed:15 18=elapsed:18"),
            (10, false, "5=elapsed:5 8=elapsed:8"),
            (5, false, "3=elapsed:3"),
            (
                10,
                true,
                "1=count:1 2=count:2 3=count:3 4=count:4 5=count:5 6=count:6 7=count:7 8=count:8 9=count:9",
            ),
            (5, true, "1=count:6 2=count:7 3=count:8 4=count:9"),
        ] {
            assert_eq!(calls(&table, seconds, last), expected, "{seconds} {last}");
        }
        let count = |from: u16| {
            (1..10).map(|n: u16| format!("{}=count:{n}", from + n)).collect::<List<_>>().join(" ")
        };
        assert_eq!(
            calls(&table, 60, true),
            format!("30=elapsed:30 40=elapsed:40 50=elapsed:50 {}", count(50))
        );
        assert_eq!(calls(&table, 30, true), format!("10=elapsed:10 20=elapsed:20 {}", count(20)));
        assert_eq!(calls(&table, 20, true), format!("10=elapsed:10 {}", count(10)));
    }

    #[test]
    fn own_tables() {
        let table = CallTable {
            before_last: Some([20, 50].into_iter().collect()),
            last: Some([30, 55].into_iter().collect()),
            count: Count::Down,
            remaining: None,
        };
        assert_eq!(calls(&table, 60, false), "20=elapsed:20 50=elapsed:50");
        assert!(calls(&table, 60, true).starts_with("30=elapsed:30 51=count:9 52=count:8"));
        assert!(calls(&table, 60, true).contains("55=count:5"), "the count wins over a listed second");
        assert_eq!(table.over().to_string(), "time-over");
    }

    #[test]
    fn a_call_is_found_by_the_second_it_lies_at() {
        let (table, minute) = (CallTable::default(), Duration::from_secs(60));
        for (used, call) in
            [(40, Some(Call::Elapsed(40))), (51, Some(Call::Count(1))), (45, None), (60, None), (0, None)]
        {
            assert_eq!(table.at_elapsed(minute, Duration::from_secs(used)), call, "{used}");
        }
        assert_eq!(table.at_elapsed(minute, Duration::from_millis(40_500)), None);
    }
}
