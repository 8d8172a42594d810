//! Calls in the words of a referee.

use clock::{Call, Duration, Language, Overtime, SideControl};

use super::counted;

const MINUTE: Duration = Duration::from_secs(60);

/// A call to a side with this control, as a referee says it.
#[must_use]
pub fn call_words(call: Call, control: &SideControl, language: Language) -> String {
    let stock = control.overtime().into();
    match language {
        Language::English => english(call, stock),
        Language::Chinese => chinese(call, stock),
    }
}

/// What a side has several of in its overtime: how many are left is said in other words for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stock {
    /// Periods of a minute each: what is left is minutes (Chinese rules 12.3).
    Minutes,
    /// Periods of another length, or none.
    Periods,
    /// Units of consideration, of which the running one is no longer among those that are left.
    Considerations,
}

impl From<Overtime> for Stock {
    fn from(overtime: Overtime) -> Self {
        match overtime {
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } if period == MINUTE => {
                Self::Minutes
            }
            Overtime::Consideration { .. } => Self::Considerations,
            Overtime::None
            | Overtime::Byoyomi { .. }
            | Overtime::Reserve { .. }
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Hourglass { .. } => Self::Periods,
        }
    }
}

fn english(call: Call, stock: Stock) -> String {
    match call {
        Call::Byoyomi => "the count begins".into(),
        Call::Elapsed(seconds) => counted(seconds, "second"),
        Call::Left(left) => match (stock, left) {
            (Stock::Considerations, 0) => "last consideration".into(),
            (Stock::Considerations, _) => counted(left, "consideration") + " left",
            (Stock::Minutes, 1) => "last minute".into(),
            (Stock::Minutes, _) => counted(left, "minute") + " left",
            (Stock::Periods, 1) => "last period".into(),
            (Stock::Periods, _) => counted(left, "period") + " left",
        },
        Call::Count(10) => "ten, over time".into(),
        Call::Count(number) => number.to_string(),
        Call::Remaining(seconds) => match minutes(seconds) {
            Some(minutes) => counted(minutes, "minute") + " left",
            None => counted(seconds, "second") + " left",
        },
        Call::Moves(moves) => counted(moves, "move") + " to play",
        Call::TimeOver => "time over".into(),
    }
}

/// As the seeds and the rules have it.
fn chinese(call: Call, stock: Stock) -> String {
    match call {
        Call::Byoyomi => "开始读秒".into(),
        Call::Elapsed(seconds) => format!("{seconds} 秒"),
        Call::Left(left) => match (stock, left) {
            (Stock::Considerations, 0) => "最后一次考虑时间".into(),
            (Stock::Considerations, _) => format!("还剩 {left} 次考虑时间"),
            (Stock::Minutes, 1) => "最后一分钟".into(),
            (Stock::Minutes, _) => format!("还剩 {left} 分钟"),
            (Stock::Periods, 1) => "最后一次".into(),
            (Stock::Periods, _) => format!("还剩 {left} 次"),
        },
        Call::Count(10) => "10，超时判负".into(),
        Call::Count(number) => number.to_string(),
        Call::Remaining(seconds) => match minutes(seconds) {
            Some(minutes) => format!("还剩 {minutes} 分钟"),
            None => format!("还剩 {seconds} 秒"),
        },
        Call::Moves(moves) => format!("还剩 {moves} 手"),
        Call::TimeOver => "时间到".into(),
    }
}

/// Seconds that are whole minutes.
const fn minutes(seconds: u16) -> Option<u16> {
    if seconds > 0 && seconds.is_multiple_of(60) { Some(seconds / 60) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Control, Side};

    #[test]
    fn calls_by_the_control() {
        for (control, call, english, chinese) in [
            ("55m+5x60s", Call::Byoyomi, "the count begins", "开始读秒"),
            ("55m+5x60s", Call::Elapsed(30), "30 seconds", "30 秒"),
            ("55m+5x60s", Call::Left(4), "4 minutes left", "还剩 4 分钟"),
            ("55m+5x60s", Call::Left(1), "last minute", "最后一分钟"),
            ("1h reserve 5m/60s", Call::Left(2), "2 minutes left", "还剩 2 分钟"),
            ("1h reserve 5m/60s", Call::Left(1), "last minute", "最后一分钟"),
            ("1h reserve 5m/30s", Call::Left(9), "9 periods left", "还剩 9 次"),
            ("10m+3x30s", Call::Left(2), "2 periods left", "还剩 2 次"),
            ("10m+3x30s", Call::Left(1), "last period", "最后一次"),
            ("10m+consider 30s 10x60s", Call::Left(9), "9 considerations left", "还剩 9 次考虑时间"),
            ("10m+consider 30s 10x60s", Call::Left(1), "1 consideration left", "还剩 1 次考虑时间"),
            ("10m+consider 30s 10x60s", Call::Left(0), "last consideration", "最后一次考虑时间"),
            ("20m", Call::Remaining(300), "5 minutes left", "还剩 5 分钟"),
            ("20m", Call::Remaining(90), "90 seconds left", "还剩 90 秒"),
            ("20m", Call::Remaining(60), "1 minute left", "还剩 1 分钟"),
            ("20m", Call::Remaining(30), "30 seconds left", "还剩 30 秒"),
            ("20m", Call::Remaining(1), "1 second left", "还剩 1 秒"),
            ("20m", Call::TimeOver, "time over", "时间到"),
            ("55m+5x60s", Call::Count(9), "9", "9"),
            ("55m+5x60s", Call::Count(10), "ten, over time", "10，超时判负"),
            ("1h+15/10m carry", Call::Moves(15), "15 moves to play", "还剩 15 手"),
            ("1h+15/10m carry", Call::Moves(1), "1 move to play", "还剩 1 手"),
        ] {
            let control: Control = control.parse().unwrap();
            let words = |language| call_words(call, control.of(Side::Black), language);
            assert_eq!(words(Language::English), english);
            assert_eq!(words(Language::Chinese), chinese);
        }
    }

    #[test]
    fn what_is_left_is_called_by_the_overtime() {
        for (control, stock) in
            [("55m+5x60s", Stock::Minutes), ("10m+3x30s", Stock::Periods), ("1h", Stock::Periods)]
        {
            let control: Control = control.parse().unwrap();
            assert_eq!(Stock::from(control.of(Side::Black).overtime()), stock);
        }
    }
}
