//! The unit's own time: microseconds since it was started, by the chip's timer. **No other file reads one.**

use clock::{Duration, Instant};
use embassy_time::Timer;

/// Now.
pub(crate) fn now() -> Instant {
    Instant::from_micros(embassy_time::Instant::now().as_micros())
}

/// Waits until then; a time that has passed is now.
pub(crate) async fn until(at: Instant) {
    Timer::at(embassy_time::Instant::from_micros(at.as_micros())).await;
}

/// Waits for so long.
pub(crate) async fn rest(length: Duration) {
    Timer::after_micros(length.as_micros()).await;
}
