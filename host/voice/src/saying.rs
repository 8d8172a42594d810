//! What is to be said.

use std::fmt;

use clock::{Call, Overtime, Reading, Side};
use referee::Stock;

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

    /// Whether it answers a player: the count comes before it.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Reading(..))
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
