//! How many troubles of a table's keys are told: a bad contact must fill neither a unit's memory nor the record.

use clock::{Duration, Instant};
use link::KeyReport;

/// Troubles of a table's keys that are told in a minute, and as many losses of edges beside them: a bad contact must not
/// keep out a loss.
pub const TROUBLES_A_MINUTE: u32 = 20;

const MINUTE: Duration = Duration::from_secs(60);

/// The troubles of one table's keys, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troubles {
    losses: Told,
    others: Told,
}

/// Those of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    /// When this minute began.
    since: Instant,
    count: u32,
}

impl Troubles {
    /// None yet; the first minute begins there.
    #[must_use]
    pub const fn new(since: Instant) -> Self {
        let none = Told { since, count: 0 };
        Self { losses: none, others: none }
    }

    /// Whether one more is told, at `now` by whichever axis its giver counts.
    pub fn tells(&mut self, report: KeyReport, now: Instant) -> bool {
        match report {
            KeyReport::Lost { .. } => self.losses.tells(now),
            KeyReport::Glitch | KeyReport::Stuck | KeyReport::Chattering | KeyReport::Backwards { .. } => {
                self.others.tells(now)
            }
        }
    }
}

impl Told {
    fn tells(&mut self, now: Instant) -> bool {
        if now.since(self.since) >= MINUTE {
            *self = Self { since: now, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count <= TROUBLES_A_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_told_in_a_minute() {
        let mut troubles = Troubles::new(Instant::from_millis(59_000));
        let told = |troubles: &mut Troubles, from: u64| {
            let tells =
                |place: &u64| troubles.tells(KeyReport::Glitch, Instant::from_millis(from + place * 100));
            (0..50).filter(tells).count()
        };
        assert_eq!(told(&mut troubles, 59_000), 20);
        assert_eq!(told(&mut troubles, 100_000), 0);
        assert!(troubles.tells(KeyReport::Lost { edges: 1 }, Instant::from_millis(110_000)));
        assert_eq!(told(&mut troubles, 119_000), 20);
        // A stamp that goes back begins no minute.
        assert!(!troubles.tells(KeyReport::Stuck, Instant::ZERO));
    }
}
