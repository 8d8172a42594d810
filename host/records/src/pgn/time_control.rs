//! The TimeControl tag, read.

use thiserror::Error;

use super::reading::{number, thousandths};

/// Sudden death of 100 hours and more, or an increment of an hour and more, was meant in milliseconds.
const SUSPECT_MAIN_MS: u64 = 100 * 3_600_000;
const SUSPECT_INCREMENT_MS: u64 = 3_600_000;

/// A time control: its periods in order; the last repeats where it has moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// At least one.
    pub periods: Vec<Period>,
}

/// One period of a time control. Times are in milliseconds: engines play with `10+0.05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// `?`: not known.
    Unknown,
    /// `-`: none was used.
    Untimed,
    /// `*180`: a sandclock.
    Sandclock {
        /// What each side begins with.
        main_ms: u64,
    },
    /// `40/9000`, `300`, `5400+60`, `40/7200+30`, `300d5`.
    Timed {
        /// For so many moves; `None` for the rest of the game.
        moves: Option<u32>,
        /// Time for the period.
        main_ms: u64,
        /// Added for each move.
        increment_ms: u64,
        /// Free at the start of each move.
        delay_ms: u64,
    },
}

/// A time control that is not as the standard writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no time control as PGN writes it: `?`, `-`, `40/9000`, `300`, `5400+60`, `*180`, joined by `:`")]
pub struct TimeControlFault;

impl TimeControl {
    /// Reads a TimeControl tag.
    ///
    /// # Errors
    /// Any other text. Sudden death before the last period is read as it stands.
    pub fn parse(text: &str) -> Result<Self, TimeControlFault> {
        let periods: Option<Vec<Period>> =
            text.split(':').map(|period| Period::parse(period.trim())).collect();
        periods.map(|periods| Self { periods }).ok_or(TimeControlFault)
    }

    /// Whether numbers look as if they were milliseconds, as in `2700+45000`.
    #[must_use]
    pub fn may_be_milliseconds(&self) -> bool {
        self.periods.iter().any(|period| match *period {
            Period::Timed { moves, main_ms, increment_ms, .. } => {
                increment_ms >= SUSPECT_INCREMENT_MS || (moves.is_none() && main_ms >= SUSPECT_MAIN_MS)
            }
            Period::Sandclock { main_ms } => main_ms >= SUSPECT_MAIN_MS,
            Period::Unknown | Period::Untimed => false,
        })
    }
}

impl Period {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "?" => return Some(Self::Unknown),
            "-" => return Some(Self::Untimed),
            _ => {}
        }
        if let Some(main) = text.strip_prefix('*') {
            return Some(Self::Sandclock { main_ms: milliseconds(main)? });
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(u32::try_from(number(moves)?).ok()?), rest),
            None => (None, text),
        };
        let (rest, delay_ms) = split_off(rest, 'd')?;
        let (main, increment_ms) = split_off(rest, '+')?;
        Some(Self::Timed { moves, main_ms: milliseconds(main)?, increment_ms, delay_ms })
    }
}

/// What stands before a sign, and the time after it, 0 without it.
fn split_off(text: &str, sign: char) -> Option<(&str, u64)> {
    match text.split_once(sign) {
        Some((before, after)) => Some((before, milliseconds(after)?)),
        None => Some((text, 0)),
    }
}

/// Seconds with any fraction, in milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    number(whole)?.checked_mul(1000)?.checked_add(thousandths(fraction)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(moves: u32, main: u64, increment: u64, delay: u64) -> Period {
        Period::Timed {
            moves: (moves > 0).then_some(moves),
            main_ms: main * 1000,
            increment_ms: increment * 1000,
            delay_ms: delay * 1000,
        }
    }

    #[test]
    fn all_forms_of_the_standard_are_read() {
        // PGN supplement of 2001, 9.6; multi-stage as for the FIDE World Championship of 2023.
        for (text, periods) in [
            ("?", vec![Period::Unknown]),
            ("-", vec![Period::Untimed]),
            ("40/9000", vec![timed(40, 9000, 0, 0)]),
            ("300", vec![timed(0, 300, 0, 0)]),
            ("5400+60", vec![timed(0, 5400, 60, 0)]),
            ("*180", vec![Period::Sandclock { main_ms: 180_000 }]),
            (
                "40/7200:20/3600:900+30",
                vec![timed(40, 7200, 0, 0), timed(20, 3600, 0, 0), timed(0, 900, 30, 0)],
            ),
            ("40/7200+30 : 900+30", vec![timed(40, 7200, 30, 0), timed(0, 900, 30, 0)]),
            ("300d5", vec![timed(0, 300, 0, 5)]),
            ("600:20/180", vec![timed(0, 600, 0, 0), timed(20, 180, 0, 0)]),
            ("0+30", vec![timed(0, 0, 30, 0)]),
            ("1/259200", vec![timed(1, 259_200, 0, 0)]),
        ] {
            assert_eq!(TimeControl::parse(text), Ok(TimeControl { periods }), "{text}");
        }
        let engines = TimeControl::parse("10+0.05").unwrap();
        assert_eq!(
            engines.periods,
            [Period::Timed { moves: None, main_ms: 10_000, increment_ms: 50, delay_ms: 0 }]
        );
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "G/90", "90 min", "40/", "/300", "300+", "+30", "*", "40/9000:", "-5", "1.2.3", "300 d5",
            "5|3",
        ] {
            assert_eq!(TimeControl::parse(text), Err(TimeControlFault), "{text}");
        }
        assert_eq!(TimeControl::parse(&"9".repeat(30)), Err(TimeControlFault));
    }

    #[test]
    fn milliseconds_are_kept_and_suspected() {
        // sourceforge jin, bug 156.
        let slip = TimeControl::parse("2700+45000").unwrap();
        assert_eq!(slip.periods, [timed(0, 2700, 45_000, 0)]);
        for text in ["2700+45000", "2700000+45000", "300000000", "40/5400:900+30000"] {
            assert!(TimeControl::parse(text).unwrap().may_be_milliseconds(), "{text}");
        }
        for text in ["?", "-", "5400+60", "1/259200", "40/9000", "86400", "0+60", "*180"] {
            assert!(!TimeControl::parse(text).unwrap().may_be_milliseconds(), "{text}");
        }
    }
}
