//! Chance, from the seed alone.

use clock::{Duration, Side};

/// The one source of everything that is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Dice(fastrand::Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// True so many times in a thousand.
    pub(crate) fn chance(&mut self, thousandths: u32) -> bool {
        self.0.u32(0..1_000) < thousandths
    }

    /// A whole number from `least` to `most`, both included.
    pub(crate) fn whole(&mut self, least: u64, most: u64) -> u64 {
        self.0.u64(least..=most)
    }

    /// A length in microseconds, from one number of milliseconds to another.
    pub(crate) fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_micros(self.whole(least * 1_000, most * 1_000))
    }

    pub(crate) fn side(&mut self) -> Side {
        if self.0.bool() { Side::Black } else { Side::White }
    }

    /// One of several.
    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.0.usize(0..of.len())].clone()
    }

    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill(&mut bytes);
        bytes
    }
}
