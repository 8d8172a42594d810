//! Time as a value: whole microseconds, never negative, never wrapping.
//!
//! An [`Instant`] lies on a table's own axis; what that axis means on a wall is the host's affair.
//! All arithmetic stops at the ends of the range (584,000 years away) instead of overflowing.

use core::fmt;
use core::str::FromStr;

const MICROS_PER_MILLI: u64 = 1_000;
pub(crate) const MICROS_PER_SEC: u64 = 1_000_000;
pub(crate) const MICROS_PER_MIN: u64 = 60 * MICROS_PER_SEC;
pub(crate) const MICROS_PER_HOUR: u64 = 60 * MICROS_PER_MIN;

/// A length of time in whole microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Duration {
    micros: u64,
}

impl Duration {
    /// No time at all.
    pub const ZERO: Self = Self { micros: 0 };

    /// A length in microseconds.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self { micros }
    }

    /// A length in milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self { micros: millis.saturating_mul(MICROS_PER_MILLI) }
    }

    /// A length in seconds.
    #[must_use]
    pub const fn from_secs(secs: u64) -> Self {
        Self { micros: secs.saturating_mul(MICROS_PER_SEC) }
    }

    /// A length in minutes.
    #[must_use]
    pub const fn from_mins(mins: u64) -> Self {
        Self { micros: mins.saturating_mul(MICROS_PER_MIN) }
    }

    /// A length in hours.
    #[must_use]
    pub const fn from_hours(hours: u64) -> Self {
        Self { micros: hours.saturating_mul(MICROS_PER_HOUR) }
    }

    /// The whole length in microseconds.
    #[must_use]
    pub const fn as_micros(self) -> u64 {
        self.micros
    }

    /// In milliseconds, a part of one dropped: how time that was used is shown.
    #[must_use]
    pub const fn as_millis_used(self) -> u64 {
        self.micros / MICROS_PER_MILLI
    }

    /// In milliseconds, a part of one counted whole: how time that is left is shown, so that 0 means none.
    #[must_use]
    pub const fn as_millis_left(self) -> u64 {
        self.micros.div_ceil(MICROS_PER_MILLI)
    }

    /// In seconds, a part of one dropped.
    #[must_use]
    pub const fn as_secs(self) -> u64 {
        self.micros / MICROS_PER_SEC
    }

    /// Whether nothing is left of it.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.micros == 0
    }

    /// Whether it is a whole number of seconds.
    #[must_use]
    pub const fn is_whole_secs(self) -> bool {
        self.micros.is_multiple_of(MICROS_PER_SEC)
    }

    /// The sum, at most the largest length there is.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { micros: self.micros.saturating_add(other.micros) }
    }

    /// The difference, at least zero.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { micros: self.micros.saturating_sub(other.micros) }
    }

    /// The length so many times over.
    #[must_use]
    pub fn times(self, count: u16) -> Self {
        Self { micros: self.micros.saturating_mul(u64::from(count)) }
    }

    /// How many whole times `part` goes into it, and whether nothing remains; `None` for a `part` of zero.
    #[must_use]
    pub fn divided_by(self, part: Self) -> Option<(u64, bool)> {
        Some((self.micros.checked_div(part.micros)?, self.micros.checked_rem(part.micros)? == 0))
    }
}

/// Writes whole hours as `2h`, whole minutes from two on as `90m`, else seconds as `60s` or `2.5s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.micros;
        if micros > 0 && micros.is_multiple_of(MICROS_PER_HOUR) {
            write!(f, "{}h", micros / MICROS_PER_HOUR)
        } else if micros.is_multiple_of(MICROS_PER_MIN) && micros > MICROS_PER_MIN {
            write!(f, "{}m", micros / MICROS_PER_MIN)
        } else {
            write_decimal(f, micros)?;
            f.write_str("s")
        }
    }
}

/// Writes microseconds as seconds, with as many decimals as they need.
pub(crate) fn write_decimal(f: &mut impl fmt::Write, micros: u64) -> fmt::Result {
    write!(f, "{}", micros / MICROS_PER_SEC)?;
    let mut fraction = micros % MICROS_PER_SEC;
    if fraction > 0 {
        f.write_str(".")?;
    }
    while fraction > 0 {
        let tenfold = fraction.saturating_mul(10);
        write!(f, "{}", tenfold / MICROS_PER_SEC)?;
        fraction = tenfold % MICROS_PER_SEC;
    }
    Ok(())
}

/// A text that is no length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a length of time such as 1h30m, 90m, 600s, 2.5s or 500ms")]
pub struct ParseDurationError;

/// Reads `1h30m`, `90m`, `600s`, `2.5s`, `500ms`: units from large to small, each once; decimals (up to six)
/// only in seconds.
impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Self, ParseDurationError> {
        let (duration, rest) = Self::split_from(text, &UNITS, "").ok_or(ParseDurationError)?;
        if rest.is_empty() { Ok(duration) } else { Err(ParseDurationError) }
    }
}

/// The names of units as [`Duration`] itself reads them; `ms` before `m`, which it begins with.
pub(crate) const UNITS: [(&str, u64); 4] =
    [("ms", MICROS_PER_MILLI), ("h", MICROS_PER_HOUR), ("m", MICROS_PER_MIN), ("s", MICROS_PER_SEC)];

impl Duration {
    /// Reads the longest length that `text` begins with, by names of units with the microseconds of each, and
    /// `gap` between the parts; gives back what follows it.
    pub(crate) fn split_from<'a>(text: &'a str, units: &[(&str, u64)], gap: &str) -> Option<(Self, &'a str)> {
        let (mut total, mut rest, mut smaller_than) = (0_u64, text, u64::MAX);
        let mut next = Some(text);
        while let Some((micros, unit, tail)) = next.and_then(|part| split_part(part, units)) {
            if unit >= smaller_than {
                return None;
            }
            (total, rest, smaller_than) = (total.checked_add(micros)?, tail, unit);
            next = tail.strip_prefix(gap);
        }
        (smaller_than != u64::MAX).then_some((Self { micros: total }, rest))
    }
}

/// Reads one number and its unit: microseconds, the unit's microseconds, what follows.
fn split_part<'a>(text: &'a str, units: &[(&str, u64)]) -> Option<(u64, u64, &'a str)> {
    let (whole, rest) = split_number(text)?;
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(tail) => {
            let (digits, rest) = split_digits(tail)?;
            (Some(digits), rest)
        }
        None => (None, rest),
    };
    let (unit, rest) = units.iter().find_map(|&(name, unit)| Some((unit, rest.strip_prefix(name)?)))?;
    let part = match fraction {
        Some(digits) if unit == MICROS_PER_SEC => micros_of_decimals(digits)?,
        Some(_) => return None,
        None => 0,
    };
    Some((whole.checked_mul(unit)?.checked_add(part)?, unit, rest))
}

/// The digits at the start of a text, at least one.
pub(crate) fn split_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    (!digits.is_empty()).then_some((digits, rest))
}

/// The whole number at the start of a text.
pub(crate) fn split_number(text: &str) -> Option<(u64, &str)> {
    let (digits, rest) = split_digits(text)?;
    Some((digits.parse().ok()?, rest))
}

/// Up to six digits behind a decimal point, in microseconds.
pub(crate) fn micros_of_decimals(digits: &str) -> Option<u64> {
    let missing = 6_usize.checked_sub(digits.len())?;
    let mut micros: u64 = digits.parse().ok()?;
    for _ in 0..missing {
        micros = micros.checked_mul(10)?;
    }
    Some(micros)
}

/// A point on a table's own time axis, in microseconds since its zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Instant {
    micros: u64,
}

impl Instant {
    /// The zero of the axis.
    pub const ZERO: Self = Self { micros: 0 };

    /// The point so many microseconds after zero.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self { micros }
    }

    /// The point so many milliseconds after zero.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self { micros: Duration::from_millis(millis).as_micros() }
    }

    /// Microseconds since zero.
    #[must_use]
    pub const fn as_micros(self) -> u64 {
        self.micros
    }

    /// The time since zero.
    #[must_use]
    pub const fn since_zero(self) -> Duration {
        Duration::from_micros(self.micros)
    }

    /// The time since `earlier`, zero if that is in fact later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.micros.saturating_sub(earlier.micros))
    }

    /// The point `duration` later.
    #[must_use]
    pub const fn plus(self, duration: Duration) -> Self {
        Self { micros: self.micros.saturating_add(duration.as_micros()) }
    }

    /// The point `duration` earlier, at least zero.
    #[must_use]
    pub const fn minus(self, duration: Duration) -> Self {
        Self { micros: self.micros.saturating_sub(duration.as_micros()) }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn lengths_are_read_as_people_write_them() {
        for (text, micros) in [
            ("1h30m", 5_400_000_000),
            ("90m", 5_400_000_000),
            ("600s", 600_000_000),
            ("2.5s", 2_500_000),
            ("500ms", 500_000),
            ("1h0m0.000001s", 3_600_000_001),
            ("0s", 0),
        ] {
            assert_eq!(text.parse(), Ok(Duration::from_micros(micros)), "{text}");
        }
    }

    #[test]
    fn instants_stop_at_zero_and_at_the_end() {
        let (second, length) = (Instant::from_millis(1_000), Duration::from_millis(400));
        assert_eq!(second.minus(length), Instant::from_millis(600));
        assert_eq!(second.minus(length).plus(length), second);
        assert_eq!(second.minus(Duration::from_millis(1_001)), Instant::ZERO);
        assert_eq!(Instant::from_micros(u64::MAX).plus(length), Instant::from_micros(u64::MAX));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "5",
            "m",
            "-5s",
            "5 s",
            "30m1h",
            "5s5s",
            "1.5h",
            "2.s",
            ".5s",
            "2.0000001s",
            "5d",
            "5ms1s",
            "99999999999999999999s",
            "99999999999999999h",
        ] {
            assert_eq!(text.parse::<Duration>(), Err(ParseDurationError), "{text}");
        }
    }

    #[test]
    fn lengths_are_written_in_one_way() {
        for text in
            ["2h", "90m", "60s", "61s", "0s", "2.5s", "0.5s", "0.000001s", "30s", "121s", "2m", "1.000001s"]
        {
            assert_eq!(text.parse::<Duration>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_left_rounds_up_and_what_is_used_down() {
        let odd = Duration::from_micros(1_500);
        assert_eq!((odd.as_millis_left(), odd.as_millis_used()), (2, 1));
        assert_eq!(Duration::from_micros(1).as_millis_left(), 1);
        assert_eq!(Duration::ZERO.as_millis_left(), 0);
    }
}
