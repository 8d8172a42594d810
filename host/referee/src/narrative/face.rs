//! Times as a clock's face shows them.

use std::fmt;

use clock::{Duration, Instant};

/// An instant on a script's axis: `1:05.500`.
#[derive(Clone, Copy, Debug)]
pub struct At(pub Instant);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.since_zero().as_millis_used();
        f.pad(&clock_face(millis / 1_000, Some(millis % 1_000)))
    }
}

/// What is left as a clock shows it, a part of a millisecond counted whole: `54:47.100`.
pub(super) fn left_face(left: Duration) -> String {
    let (seconds, fraction) = split(left);
    clock_face(seconds, fraction)
}

/// What is left in seconds: `7`, `4.500`.
pub(super) fn left_seconds(left: Duration) -> String {
    let (seconds, fraction) = split(left);
    with_millis(seconds.to_string(), fraction)
}

/// Whole seconds, and the milliseconds beside them if there are any.
fn split(left: Duration) -> (u64, Option<u64>) {
    let millis = left.as_millis_left();
    let fraction = millis % 1_000;
    (millis / 1_000, (fraction > 0).then_some(fraction))
}

fn clock_face(seconds: u64, millis: Option<u64>) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let whole = if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    };
    with_millis(whole, millis)
}

fn with_millis(whole: String, millis: Option<u64>) -> String {
    match millis {
        Some(millis) => format!("{whole}.{millis:03}"),
        None => whole,
    }
}
