//! What is to be said.

use std::fmt;

use clock::{Call, Duration, Overtime, Reading, Side};

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
            Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. }
                if period == Duration::from_secs(60) =>
            {
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

/// Something a referee says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Saying {
    /// A call of the clock, of a side that has a stock of such things.
    Call(Call, Stock),
    /// What a side has left, on its demand (Chinese rules 16.2).
    Reading(Reading, Stock),
    /// The clock stands.
    Paused,
    /// The clock goes on.
    Resumed,
    /// The game is adjourned.
    Adjourned,
    /// A side's flag has fallen.
    Flag(Side),
    /// A table by its number, in front of what is said of it where several share a speaker.
    Table(u32),
    /// What is said to hear whether a speaker works.
    SelfTest,
}

impl Saying {
    /// A call to a side with this overtime.
    #[must_use]
    pub fn call(call: Call, overtime: Overtime) -> Self {
        Self::Call(call, overtime.into())
    }

    /// The answer to a side with this overtime that asks what it has left.
    #[must_use]
    pub fn reading(reading: Reading, overtime: Overtime) -> Self {
        Self::Reading(reading, overtime.into())
    }

    /// Whether it is a number of the count, which must be over within its second.
    #[must_use]
    pub const fn is_count(&self) -> bool {
        matches!(self, Self::Call(Call::Count(1..=9), _))
    }
}

/// As records and programs write it: `left:4`, `count:9`, `reading`, `flag:black`, `table:12`.
impl fmt::Display for Saying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call, _) => write!(f, "{call}"),
            Self::Reading(..) => f.write_str("reading"),
            Self::Paused => f.write_str("paused"),
            Self::Resumed => f.write_str("resumed"),
            Self::Adjourned => f.write_str("adjourned"),
            Self::Flag(side) => write!(f, "flag:{side}"),
            Self::Table(number) => write!(f, "table:{number}"),
            Self::SelfTest => f.write_str("self-test"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_called_by_the_overtime() {
        for (control, stock) in
            [("55m+5x60s", Stock::Minutes), ("10m+3x30s", Stock::Periods), ("1h", Stock::Periods)]
        {
            let control: clock::Control = control.parse().unwrap();
            assert_eq!(Stock::from(control.of(Side::Black).overtime()), stock);
        }
    }

    #[test]
    fn programs_read_what_was_said() {
        let left = Saying::Call(Call::Left(4), Stock::Minutes);
        for (saying, text) in
            [(left, "left:4"), (Saying::Flag(Side::Black), "flag:black"), (Saying::Table(12), "table:12")]
        {
            assert_eq!(saying.to_string(), text);
        }
        assert!(Saying::Call(Call::Count(9), Stock::Minutes).is_count() && !left.is_count());
    }
}
