//! How long a page's messages are on their way, and what is credited to a touch for it.

use std::collections::VecDeque;

use hall::TOUCH_GRACE;
use tokio::time::{Duration, Instant};

/// The round trips, and the pings without an answer, that are remembered.
const REMEMBERED: usize = 10;

/// The latest round trips of one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundTrips {
    next: u64,
    /// Pings that are not answered, oldest first.
    sent: VecDeque<(u64, Instant)>,
    /// Oldest first.
    trips: VecDeque<Duration>,
}

impl RoundTrips {
    /// A ping goes out now; gives its number.
    pub(crate) fn ping(&mut self, now: Instant) -> u64 {
        self.next = self.next.saturating_add(1);
        push(&mut self.sent, (self.next, now));
        self.next
    }

    /// The answer to a ping has come. One that was not sent, or was answered before, says nothing.
    pub(crate) fn pong(&mut self, number: u64, now: Instant) {
        let Some(index) = self.sent.iter().position(|(sent, _)| *sent == number) else { return };
        if let Some((_, sent)) = self.sent.remove(index) {
            push(&mut self.trips, now.saturating_duration_since(sent));
        }
    }

    /// The median of the last ten; of an even number the lower of the two in the middle.
    fn median(&self) -> Option<Duration> {
        let mut sorted: Vec<Duration> = self.trips.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len().checked_sub(1)? / 2).copied()
    }

    /// What is credited to a touch that its browser says is so old: at most the median round trip, at most 300 ms.
    pub(crate) fn credit(&self, age_ms: f64) -> clock::Duration {
        let Ok(age) = Duration::try_from_secs_f64(age_ms / 1_000.0) else { return clock::Duration::ZERO };
        let capped = age.min(self.median().unwrap_or_default());
        let micros = u64::try_from(capped.as_micros()).unwrap_or(u64::MAX);
        clock::Duration::from_micros(micros).min(TOUCH_GRACE)
    }
}

fn push<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() >= REMEMBERED {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection whose pings came back after so many milliseconds each.
    fn trips(millis: &[u64]) -> RoundTrips {
        let (mut trips, mut now) = (RoundTrips::default(), Instant::now());
        for trip in millis {
            let number = trips.ping(now);
            now += Duration::from_millis(*trip);
            trips.pong(number, now);
        }
        trips
    }

    #[test]
    fn a_credit_is_at_most_the_age_the_median_and_the_grace() {
        for (millis, age_ms, credit) in [
            (&[][..], 50.0, 0),
            (&[40], 12.5, 12_500),
            (&[40], 100.0, 40_000),
            (&[10, 30], 100.0, 10_000),
            (&[10, 500, 30], 100.0, 30_000),
            (&[900; 10], 1e9, 300_000),
            (&[900, 900, 900, 900, 900, 1, 1, 1, 1, 1, 1], 100.0, 1_000),
            (&[40], -3.0, 0),
            (&[40], f64::NAN, 0),
            (&[40], f64::INFINITY, 0),
            (&[40], f64::MAX, 0),
        ] {
            assert_eq!(trips(millis).credit(age_ms).as_micros(), credit, "{age_ms} after {millis:?}");
        }
    }

    #[test]
    fn only_a_ping_that_was_sent_is_a_round_trip_and_only_once() {
        let (mut trips, start) = (RoundTrips::default(), Instant::now());
        let later = start + Duration::from_millis(200);
        trips.pong(1, later);
        let first = trips.ping(start);
        trips.pong(first, start + Duration::from_millis(20));
        trips.pong(first, later);
        trips.pong(first, later);
        assert_eq!(trips.median(), Some(Duration::from_millis(20)));
    }

    #[test]
    fn a_page_that_never_answers_is_not_remembered_for_ever() {
        let (mut trips, now) = (RoundTrips::default(), Instant::now());
        for _ in 0..1_000 {
            trips.ping(now);
        }
        assert_eq!(trips.sent.len(), REMEMBERED);
    }
}
