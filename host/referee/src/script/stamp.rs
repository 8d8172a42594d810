//! A time as scripts write it.

use std::fmt;

use clock::Instant;

/// A time as a script writes it: `12.345`, `1:05.5`, `1:00:00`.
pub(crate) struct Stamp(pub(crate) Instant);

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        let (seconds, fraction) = (micros / 1_000_000, micros % 1_000_000);
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match (hours, minutes) {
            (0, 0) => write!(f, "{rest}")?,
            (0, _) => write!(f, "{minutes}:{rest:02}")?,
            (_, _) => write!(f, "{hours}:{minutes:02}:{rest:02}")?,
        }
        if fraction > 0 {
            write!(f, ".{}", format!("{fraction:06}").trim_end_matches('0'))?;
        }
        Ok(())
    }
}

/// Reads seconds, `m:ss` or `h:mm:ss`, with up to six decimals.
pub(crate) fn parse(text: &str) -> Option<Instant> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let micros = (1..=6).contains(&decimals.len()).then(|| digits(&format!("{decimals:0<6}")))??;
    let mut parts = whole.split(':');
    let mut seconds = digits(parts.next()?)?;
    let (mut behind, all) = (0, parts);
    for part in all {
        behind += 1;
        let smaller = digits(part).filter(|&smaller| smaller < 60 && part.len() == 2 && behind <= 2)?;
        seconds = seconds.checked_mul(60)?.checked_add(smaller)?;
    }
    Some(Instant::from_micros(seconds.checked_mul(1_000_000)?.checked_add(micros)?))
}

/// A number of nothing but digits.
pub(crate) fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, micros, written) in [
            ("0", 0, "0"),
            ("12.345", 12_345_000, "12.345"),
            ("1:05.5", 65_500_000, "1:05.5"),
            ("90", 90_000_000, "1:30"),
            ("75:00", 4_500_000_000, "1:15:00"),
            ("2:00:00.000001", 7_200_000_001, "2:00:00.000001"),
            ("0.100000", 100_000, "0.1"),
            ("0:00", 0, "0"),
        ] {
            let at = parse(text);
            assert_eq!(at, Some(Instant::from_micros(micros)), "{text}");
            assert_eq!(Stamp(Instant::from_micros(micros)).to_string(), written);
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1:5",
            "1:60",
            "1:60:00",
            "1:2:3:4",
            "1:00:00:00",
            "1.0000001",
            "1e3",
            "٣",
            "1:",
            ":30",
            "5s",
            "99999999999999999999",
            "18446744073710",
            "1:0a",
            "1.2.3",
            "1.2:30",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("18446744073709.551615").map(Instant::as_micros), Some(u64::MAX));
    }
}
