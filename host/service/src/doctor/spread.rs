//! How long things took that were tried several times.

use std::time::Duration;

use crate::doctor::finding::Finding;

/// How often, and how long in the middle and at the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) count: usize,
    pub(crate) median: Duration,
    pub(crate) worst: Duration,
}

impl Spread {
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        Self { count: times.len(), median, worst: times.last().copied().unwrap_or_default() }
    }

    /// Median and worst in milliseconds, for people.
    pub(crate) fn in_ms(&self) -> (String, String) {
        (in_ms(self.median), in_ms(self.worst))
    }

    /// The same in microseconds, for programs.
    pub(crate) fn beside(&self, finding: Finding) -> Finding {
        finding.with("median_us", micros(self.median)).with("worst_us", micros(self.worst))
    }
}

/// Milliseconds with one decimal.
fn in_ms(length: Duration) -> String {
    let tenths = (length.as_micros() + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn micros(length: Duration) -> u64 {
    u64::try_from(length.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_the_worst_and_how_they_are_written() {
        let spread =
            |micros: &[u64]| Spread::of(micros.iter().map(|&us| Duration::from_micros(us)).collect());
        let written = |micros: &[u64]| spread(micros).in_ms();
        assert_eq!(spread(&[]), Spread::default());
        assert_eq!(written(&[]), ("0.0".into(), "0.0".into()));
        // Half a tenth is rounded up.
        assert_eq!(written(&[9_000, 49, 50]), ("0.1".into(), "9.0".into()));
        assert_eq!(written(&[49, 12_349]), ("12.3".into(), "12.3".into()));
        assert_eq!(spread(&[3, 1, 2]).count, 3);
    }
}
