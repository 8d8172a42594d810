//! How far the table's time is from the host's, measured by probes: no wall time, only the two ends' own.

use clock::{Duration, Instant};
use heapless::Deque;

/// The latest answers that are looked at.
const SAMPLES: usize = 8;

/// How far two quartz clocks may drift apart: one microsecond in so many.
const DRIFT: u64 = 10_000;

/// What a table's time is, and how wrong that may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The table's time.
    pub time: Instant,
    /// The truth lies no further away than this.
    pub bound: Duration,
}

/// One answer: at the host's `when` the table's time was `time`, give or take `bound`.
#[derive(Clone, Copy, Debug)]
struct Sample {
    when: Instant,
    time: Instant,
    bound: Duration,
}

/// The distance between the axes of one unit and its host.
#[derive(Clone, Debug, Default)]
pub struct Distance {
    samples: Deque<Sample, SAMPLES>,
}

impl Distance {
    /// An answer came at `now`: the probe was sent at `sent`, answered at the table's time `at` after it was held.
    pub fn learn(&mut self, sent: Instant, now: Instant, at: Instant, held: Duration) {
        let travelled = now.since(sent).minus(held);
        // The way back took something between nothing and everything of it.
        let half = Duration::from_micros(travelled.as_micros().div_ceil(2));
        if self.samples.is_full() {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample { when: now, time: at.plus(half), bound: half }).unwrap_or_default();
    }

    /// The table's time at the host's `now`, by the answer that is sharpest by then.
    #[must_use]
    pub fn table_time(&self, now: Instant) -> Option<Estimate> {
        let by_then = self.samples.iter().map(|sample| {
            let age = now.since(sample.when);
            let drift = Duration::from_micros(age.as_micros() / DRIFT);
            Estimate { time: sample.time.plus(age), bound: sample.bound.plus(drift) }
        });
        by_then.min_by_key(|estimate| estimate.bound)
    }

    /// Forgets everything: the axis is another one.
    pub fn clear(&mut self) {
        self.samples.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However unevenly the ways there and back are, the truth lies within the bound.
        #[test]
        fn the_truth_lies_within_the_bound(
            ways in proptest::collection::vec((0_u64..50_000, 0_u64..50_000, 0_u64..10_000, 1_u64..900_000), 1..30),
            ahead in 0_u64..1_000_000_000,
        ) {
            // The table's axis is ahead of the host's by so much.
            let table = |host: u64| Instant::from_micros(host + ahead);
            let mut distance = Distance::default();
            let mut now = 0;
            for (there, back, held, pause) in ways {
                let (sent, answered) = (now, now + there + held);
                now = answered + back;
                let held = Duration::from_micros(held);
                distance.learn(Instant::from_micros(sent), Instant::from_micros(now), table(answered), held);
                now += pause;
                let Estimate { time, bound } = distance.table_time(Instant::from_micros(now)).unwrap();
                let off = time.since(table(now)).plus(table(now).since(time));
                prop_assert!(off <= bound, "{off} is more than {bound}");
            }
        }
    }

    #[test]
    fn nothing_is_known_before_an_answer() {
        assert_eq!(Distance::default().table_time(Instant::from_millis(5)), None);
    }
}
