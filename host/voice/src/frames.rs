//! Instants as frames of sound, and back.

use clock::Instant;

use crate::RATE;

const MICROS_PER_SEC: u128 = 1_000_000;

/// The frame that lies nearest to an instant, counted from the zero of its axis.
#[must_use]
pub fn frame_at(at: Instant) -> u64 {
    let frames = u128::from(at.as_micros()) * u128::from(RATE) + MICROS_PER_SEC / 2;
    u64::try_from(frames / MICROS_PER_SEC).unwrap_or(u64::MAX)
}

/// When a frame lies, to the nearest microsecond.
#[must_use]
pub fn instant_of(frame: u64) -> Instant {
    let micros = u128::from(frame) * MICROS_PER_SEC + u128::from(RATE) / 2;
    Instant::from_micros(u64::try_from(micros / u128::from(RATE)).unwrap_or(u64::MAX))
}

/// So many milliseconds of sound.
pub(crate) const fn frames_of_millis(millis: u64) -> u64 {
    millis * RATE as u64 / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_instant_is_rounded_to_the_nearest_frame() {
        for (micros, frame) in [(0, 0), (31, 0), (32, 1), (62, 1), (93, 1), (94, 2), (1_000_000, 16_000)] {
            assert_eq!(frame_at(Instant::from_micros(micros)), frame, "{micros} µs");
        }
    }

    proptest! {
        #[test]
        fn a_frame_is_found_again_by_its_instant(frame in 0..u64::MAX / 100) {
            prop_assert_eq!(frame_at(instant_of(frame)), frame);
        }
    }
}
