//! How many entries somebody may bring, so that nobody can fill the record.

use clock::{Duration, Instant};

/// Entries at once, and how often one more.
pub(super) const BURST: u32 = 120;
const ONE_MORE: Duration = Duration::from_millis(250);

/// What somebody may bring yet.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    left: u32,
    refilled: Instant,
}

impl Allowance {
    pub(super) const fn full(hall_now: Instant) -> Self {
        Self { left: BURST, refilled: hall_now }
    }

    /// Nothing yet.
    pub(super) const fn none(hall_now: Instant) -> Self {
        Self { left: 0, refilled: hall_now }
    }

    /// Takes one more, where one is left.
    pub(super) fn take(&mut self, hall_now: Instant) -> bool {
        while self.left < BURST && hall_now.since(self.refilled) >= ONE_MORE {
            self.left = self.left.saturating_add(1);
            self.refilled = self.refilled.plus(ONE_MORE);
        }
        if self.left == BURST {
            self.refilled = hall_now;
        }
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_at_once_and_then_four_a_second() {
        let ms = Instant::from_millis;
        let mut allowance = Allowance::full(ms(0));
        let taken = (0..200).filter(|_| allowance.take(ms(1_000))).count();
        assert_eq!((taken, allowance.take(ms(1_249)), allowance.take(ms(1_250))), (120, false, true));
        assert_eq!((0..9).filter(|_| allowance.take(ms(2_300))).count(), 4);
    }
}
