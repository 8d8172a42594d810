//! The service's clocks. **No other file reads one.**
//!
//! The hall's time is what CLOCK_MONOTONIC has counted since the start, times the rate of a demonstration. That
//! clock stands still while the machine sleeps and CLOCK_BOOTTIME does not: what the two drift apart is sleep.

use std::path::Path;
use std::time::Duration as Real;

use chrono::{DateTime, Local, NaiveTime, SecondsFormat, Utc};
use clock::{Duration, Instant};
use rustix::time::{ClockId, clock_gettime};

/// Growth of the two clocks' difference, in microseconds, that is no sleep but a slow machine.
const SLEPT_LEAST: i128 = 50_000;

/// What systemd puts there once the network has set the wall clock.
const SYNCHRONIZED: &str = "/run/systemd/timesync/synchronized";

/// The wall clock as text, RFC 3339: for what is only noted, whether it may be believed or not.
#[expect(clippy::disallowed_methods, reason = "this is the service's time source")]
pub(crate) fn wall_text() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// A length of real time that passes.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    start: Real,
}

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Self {
        Self { start: read(ClockId::Monotonic) }
    }

    /// How long it has run.
    pub(crate) fn passed(&self) -> Real {
        read(ClockId::Monotonic).saturating_sub(self.start)
    }
}

/// Tries so often how late this thread wakes up that slept for a millisecond.
pub(crate) fn late_wakes(count: u32) -> Vec<Real> {
    let millisecond = Real::from_millis(1);
    let late = |_| {
        let watch = Stopwatch::start();
        std::thread::sleep(millisecond);
        watch.passed().saturating_sub(millisecond)
    };
    (0..count).map(late).collect()
}

/// By how much faster CLOCK_MONOTONIC runs than the machine's crystal alone, in parts in a million, over so long: that
/// is the correction which the network, or whoever else sets this machine's clock, makes of its rate.
pub(crate) fn steering(over: Real) -> f64 {
    let (corrected, raw) = both_rates();
    std::thread::sleep(over);
    let (corrected_later, raw_later) = both_rates();
    let nanos = |from: Real, to: Real| to.saturating_sub(from).as_secs_f64();
    let raw = nanos(raw, raw_later);
    if raw == 0.0 { 0.0 } else { (nanos(corrected, corrected_later) / raw - 1.0) * 1e6 }
}

/// CLOCK_MONOTONIC and CLOCK_MONOTONIC_RAW at one instant: of a few tries, the one in which least time passed between
/// the readings before and after.
fn both_rates() -> (Real, Real) {
    let one = |_| {
        let before = read(ClockId::MonotonicRaw);
        let corrected = read(ClockId::Monotonic);
        let after = read(ClockId::MonotonicRaw);
        let passed = after.saturating_sub(before);
        (passed, corrected, before + passed / 2)
    };
    let best = (0..20).map(one).min_by_key(|(passed, ..)| *passed);
    best.map(|(_, corrected, raw)| (corrected, raw)).unwrap_or_default()
}

/// For how long this machine has slept since it was started.
pub(crate) fn slept_since_start() -> Real {
    Real::from_micros(u64::try_from(asleep().max(0)).unwrap_or(u64::MAX))
}

/// The axis of the hall's time. Cheap to copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    start: Real,
    rate: u32,
}

impl Axis {
    /// The hall's time.
    pub(crate) fn now(self) -> Instant {
        self.at(read(ClockId::Monotonic))
    }

    /// The hall's time at a stamp of the kernel's: what CLOCK_MONOTONIC showed, in nanoseconds.
    pub(crate) fn at_stamp(self, nanos: u64) -> Instant {
        self.at(Real::from_nanos(nanos))
    }

    /// What CLOCK_MONOTONIC shows at a time of the hall's.
    pub(crate) fn monotonic(self, at: Instant) -> Instant {
        let shows = self.start + self.real(at.since_zero());
        Instant::from_micros(u64::try_from(shows.as_micros()).unwrap_or(u64::MAX))
    }

    fn at(self, monotonic: Real) -> Instant {
        let passed = monotonic.saturating_sub(self.start) * self.rate;
        Instant::from_micros(u64::try_from(passed.as_micros()).unwrap_or(u64::MAX))
    }

    /// How long a length of the hall's time really takes.
    fn real(self, length: Duration) -> Real {
        Real::from_micros(length.as_micros()).div_f64(f64::from(self.rate))
    }

    /// Waits until the hall's time has come; for ever where none is given.
    pub(crate) async fn sleep_until(self, at: Option<Instant>) {
        match at {
            Some(at) => tokio::time::sleep(self.real(at.since(self.now()))).await,
            None => std::future::pending().await,
        }
    }
}

/// The source of the hall's time.
#[derive(Debug)]
pub(crate) struct Timer {
    axis: Axis,
    /// For how many microseconds the machine had slept when that was last looked at.
    asleep: i128,
    keeps_time: bool,
}

/// The wall clock.
#[derive(Clone, Debug)]
pub(crate) struct Wall {
    /// What it shows.
    pub(crate) time: DateTime<Utc>,
    /// Whether it may be believed.
    pub(crate) trusted: bool,
}

impl Timer {
    /// Starts at zero, so many times faster than real time, on a machine whose own clock keeps the time while it is
    /// off, or does not.
    pub(crate) fn start(rate: u32, keeps_time: bool) -> Self {
        // At a whole microsecond, so that the hall's time of a kernel stamp is that stamp's microseconds less these.
        let start = read(ClockId::Monotonic);
        let start = Real::from_micros(u64::try_from(start.as_micros()).unwrap_or(u64::MAX));
        Self { axis: Axis { start, rate: rate.max(1) }, asleep: asleep(), keeps_time }
    }

    /// What CLOCK_MONOTONIC showed at the hall's zero, where the hall's time goes as fast as it.
    pub(crate) fn zero(&self) -> Option<Instant> {
        let Axis { start, rate } = self.axis;
        let micros = u64::try_from(start.as_micros()).unwrap_or(u64::MAX);
        (rate == 1).then(|| Instant::from_micros(micros))
    }

    /// What the wall clock shows now. It may be believed once the network has set it, or if the machine keeps time.
    #[expect(clippy::disallowed_methods, reason = "this is the service's time source")]
    pub(crate) fn wall(&self) -> Wall {
        let trusted = self.keeps_time || Path::new(SYNCHRONIZED).exists();
        Wall { time: Utc::now(), trusted }
    }

    /// The time of day by the wall clock in this machine's own time zone, where that clock may be believed.
    pub(crate) fn time_of_day(&self) -> Option<NaiveTime> {
        let Wall { time, trusted } = self.wall();
        trusted.then(|| time.with_timezone(&Local).time())
    }

    /// The hall's time.
    pub(crate) fn now(&self) -> Instant {
        self.axis.now()
    }

    /// The axis that it counts along.
    pub(crate) const fn axis(&self) -> Axis {
        self.axis
    }

    /// How many times faster than real time it runs.
    pub(crate) const fn rate(&self) -> u32 {
        self.axis.rate
    }

    /// How long a length of the hall's time really takes.
    pub(crate) fn real(&self, length: Duration) -> Real {
        self.axis.real(length)
    }

    /// For how long the machine has slept since this was last asked, if it has.
    pub(crate) fn slept(&mut self) -> Option<Duration> {
        let asleep = asleep();
        let slept = asleep - self.asleep;
        if slept < SLEPT_LEAST {
            return None;
        }
        self.asleep = asleep;
        Some(Duration::from_micros(u64::try_from(slept).unwrap_or(u64::MAX)))
    }

    /// As if the machine had slept meanwhile.
    #[cfg(test)]
    pub(crate) fn pretend_sleep(&mut self, length: Duration) {
        self.asleep -= i128::from(length.as_micros());
    }

    /// Waits until the hall's time has come; for ever where none is given.
    pub(crate) async fn sleep_until(&self, at: Option<Instant>) {
        self.axis.sleep_until(at).await;
    }
}

/// What CLOCK_MONOTONIC shows, in nanoseconds.
#[cfg(feature = "speaker")]
pub(crate) fn monotonic_nanos() -> u64 {
    u64::try_from(read(ClockId::Monotonic).as_nanos()).unwrap_or(u64::MAX)
}

/// How long the machine has slept since it was booted, in microseconds.
fn asleep() -> i128 {
    // A delay between the two readings makes their difference smaller, never larger: the largest is the truest.
    let difference = |_| {
        let since_boot = micros(read(ClockId::Boottime));
        since_boot - micros(read(ClockId::Monotonic))
    };
    (0..3).map(difference).max().unwrap_or_default()
}

fn micros(length: Real) -> i128 {
    i128::try_from(length.as_micros()).unwrap_or(i128::MAX)
}

/// A clock of the kernel's, since it was booted.
fn read(clock: ClockId) -> Real {
    let time = clock_gettime(clock);
    Real::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_demonstration_runs_faster() {
        let timer = Timer::start(100, false);
        timer.sleep_until(Some(Instant::from_millis(1_000))).await;
        assert!(timer.now() >= Instant::from_millis(1_000));
        assert_eq!(timer.real(Duration::from_secs(1)), Real::from_millis(10));
    }

    #[test]
    fn a_kernel_stamp_is_in_the_halls_time_its_own_microseconds_less_those_of_the_zero() {
        let timer = Timer::start(1, false);
        let zero = timer.zero().unwrap().as_micros();
        for (nanos, micros) in [(0, 0), (999, 0), (1_000, 1), (1_999, 1), (123_456_789, 123_456)] {
            let at = timer.axis().at_stamp(zero * 1_000 + nanos);
            assert_eq!(at.as_micros(), micros, "{nanos} ns");
        }
        assert_eq!(timer.axis().at_stamp(0), Instant::ZERO, "before the zero");
        assert_eq!(Timer::start(10, false).zero(), None);
        assert!(timer.now() >= timer.axis().at_stamp(zero * 1_000));
    }

    #[test]
    fn a_clock_that_keeps_time_is_believed() {
        assert!(Timer::start(1, true).wall().trusted);
        assert!(Timer::start(1, true).time_of_day().is_some());
        let by_network = Timer::start(1, false);
        assert_eq!(by_network.wall().trusted, Path::new(SYNCHRONIZED).exists());
        assert_eq!(by_network.time_of_day().is_some(), by_network.wall().trusted);
    }

    #[test]
    fn a_thread_wakes_up_after_the_millisecond_and_as_late_as_is_said() {
        let watch = Stopwatch::start();
        let late = late_wakes(9);
        assert_eq!((late.len(), late_wakes(0).len()), (9, 0));
        assert!(watch.passed() >= Real::from_millis(9) + late.iter().sum::<Real>());
    }

    #[test]
    fn the_correction_of_a_rate_is_a_small_part_of_it() {
        // The kernel corrects by at most 500 ppm, and 10 % of a tick for who asks in an old way; the rest is the reading.
        let ppm = steering(Real::from_millis(200));
        assert!(ppm.abs() < 100_500.0, "{ppm}");
    }

    #[test]
    fn a_machine_that_is_awake_has_not_slept() {
        let mut timer = Timer::start(1, false);
        assert!((0..1_000).all(|_| timer.slept().is_none()));
        timer.pretend_sleep(Duration::from_secs(2));
        let slept = timer.slept().unwrap();
        assert!((1_900..2_100).contains(&slept.as_millis_used()));
        assert_eq!(timer.slept(), None, "it is told once");
    }
}
