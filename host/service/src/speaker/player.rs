//! What a device is given to play: the axis of a `voice::Speaker`, CLOCK_MONOTONIC, laid on the device's frames.

use std::thread;
use std::time::Duration as Real;

use clock::Instant;
use voice::{Planned, RATE, Saying, Speaker, Spoken, Voice, frame_at, instant_of};

use super::{Fault, Sink, Stand};

/// How often a device is looked after.
pub(super) const TICK: Real = Real::from_millis(3);

/// Fewer frames than these are not worth being written.
const LEAST: usize = RATE as usize / 1_000;

/// For so long a device may take no sound: a server that has slept needs seconds to begin.
const STUCK_AFTER: Real = Real::from_secs(10);

/// A device that runs dry twice within this time has too little ready for a machine as busy as this.
const DRY_AGAIN: Real = Real::from_secs(60);

/// So far the device may be from where it was taken to be, before that is set right at once: 10 ms.
const FAR: u64 = RATE as u64 / 100;

/// The most that is written at once.
const CHUNK: usize = RATE as usize / 5;

/// How long somebody who tries a device out waits for the end of what it says.
const TRIAL: Real = Real::from_secs(20);

/// A speaker, and where the device stands on its axis.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) speaker: Speaker,
    /// The frame of the axis that is written next; none where the device has just begun.
    edge: Option<u64>,
    /// For how many ticks nothing has been taken.
    stuck: u32,
    /// Ticks since it last ran dry.
    since_dry: u32,
}

impl Player {
    /// More ticks than matter.
    const NEVER: u32 = 1_000_000;

    pub(super) const fn new(speaker: Speaker) -> Self {
        Self { speaker, edge: None, stuck: 0, since_dry: Self::NEVER }
    }

    /// Gives the device what it has room for.
    ///
    /// # Errors
    /// It does not play any more, or runs dry again and again.
    pub(super) fn tend(&mut self, sink: &mut dyn Sink) -> Result<(), Fault> {
        let tended = sink.stand().and_then(|stand| self.feed(stand, sink));
        self.since_dry = self.since_dry.saturating_add(1);
        if tended != Err(Fault::RanDry) {
            return tended;
        }
        self.edge = None;
        if TICK * std::mem::take(&mut self.since_dry) < DRY_AGAIN {
            return tended;
        }
        sink.begin_anew()
    }

    /// Goes on through another device.
    pub(super) fn begin_anew(&mut self) {
        (self.edge, self.stuck, self.since_dry) = (None, 0, Self::NEVER);
    }

    fn feed(&mut self, stand: Stand, sink: &mut dyn Sink) -> Result<(), Fault> {
        let room = sink.lead().saturating_sub(stand.queued).min(CHUNK);
        if room < LEAST {
            self.stuck += 1;
            let is_stuck = TICK * self.stuck >= STUCK_AFTER;
            return if is_stuck { Err(Fault::Stuck) } else { Ok(()) };
        }
        let edge = self.edge_at(stand);
        let mut chunk = [0; CHUNK];
        let part = &mut chunk[..room];
        self.speaker.fill(instant_of(edge), part);
        let taken = sink.write(part)?;
        // What was filled and not taken is lost: the device stands elsewhere, and is looked at anew.
        self.edge = (taken == room).then_some(edge + taken as u64);
        self.stuck = 0;
        Ok(())
    }

    /// Where the device stands. While something sounds no frame is left out or doubled; in between it is followed, and
    /// the reading's own jitter evened out.
    fn edge_at(&self, stand: Stand) -> u64 {
        let measured = frame_at(Instant::from_micros(stand.heard_at / 1_000));
        let Some(edge) = self.edge else { return measured };
        match measured.abs_diff(edge) {
            far if far > FAR => measured,
            _ if !self.speaker.is_silent() => edge,
            off if measured > edge => edge + off / 8,
            off => edge - off / 8,
        }
    }
}

/// Says something on a device, once, and waits until it was heard.
///
/// # Errors
/// It does not play.
pub(crate) fn try_out(sink: &mut dyn Sink, voice: Voice, saying: Saying) -> Result<Spoken, Fault> {
    let mut player = Player::new(Speaker::new(voice, false));
    let mut waited = Real::ZERO;
    let mut said = false;
    while waited < TRIAL {
        player.tend(sink)?;
        if let Some(edge) = player.edge.filter(|_| !std::mem::replace(&mut said, true)) {
            player.speaker.say(1, Planned::new(instant_of(edge), None, saying));
        }
        if let Some(spoken) = player.speaker.spoken().pop() {
            // It was handed over: the rest of it is still to be heard.
            thread::sleep(Real::from_millis(200));
            return Ok(spoken);
        }
        thread::sleep(TICK);
        waited += TICK;
    }
    Err(Fault::Stuck)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Duration, Side};
    use voice::{Heard, Stock};

    /// A device in time of its own, a little faster or slower than it should be, which says where it stands with some
    /// jitter.
    struct Bench {
        /// Nanoseconds of CLOCK_MONOTONIC now.
        now: u64,
        /// Nanoseconds that a frame takes.
        frame: u64,
        /// When the first frame was heard.
        begun: u64,
        played: Vec<i16>,
        looks: u64,
    }

    impl Bench {
        fn queued(&self) -> usize {
            let heard = (self.now - self.begun) / self.frame;
            self.played.len().saturating_sub(heard as usize)
        }
    }

    impl Sink for Bench {
        fn stand(&mut self) -> Result<Stand, Fault> {
            self.looks += 1;
            let jitter = self.looks % 7 * 100_000;
            let heard_at = self.begun + self.played.len() as u64 * self.frame + jitter - 300_000;
            Ok(Stand { heard_at, queued: self.queued() })
        }

        fn lead(&self) -> usize {
            400
        }

        fn write(&mut self, samples: &[i16]) -> Result<usize, Fault> {
            self.played.extend(samples);
            Ok(samples.len())
        }

        fn begin_anew(&mut self) -> Result<(), Fault> {
            Ok(())
        }
    }

    const SECOND: u64 = 1_000_000_000;

    /// The nanosecond at which the first frame behind a place is heard that is not silent.
    fn heard(bench: &Bench, from: usize) -> (usize, u64) {
        let place = (from..bench.played.len()).find(|place| bench.played[*place] != 0).unwrap();
        (place, bench.begun + place as u64 * bench.frame)
    }

    fn called(at: u64) -> Planned {
        let at = Instant::from_micros(at / 1_000);
        Planned::new(at, Some(Side::Black), Saying::Call(Call::Elapsed(30), Stock::Minutes))
    }

    #[test]
    fn calls_are_heard_at_their_instants_on_a_device_whose_clock_goes_wrong() {
        for frame in [62_500 - 30, 62_500, 62_500 + 30] {
            let begun = 77 * SECOND;
            let mut bench = Bench { now: begun, frame, begun, played: Vec::new(), looks: 0 };
            let mut player = Player::new(Speaker::new(Voice::tones(), false));
            let calls = [2, 30, 119].map(|second| called(begun + second * SECOND + 123_456_000));
            player.speaker.plan(3, Instant::ZERO, &calls);
            while bench.now < begun + 121 * SECOND {
                player.tend(&mut bench).unwrap();
                bench.now += TICK.as_nanos() as u64;
            }
            let mut from = 0;
            for (call, spoken) in calls.iter().zip(player.speaker.spoken()) {
                let (place, at) = heard(&bench, from);
                from = place + RATE as usize;
                // A sine begins with a zero, the jitter is of 300 µs to either side.
                let off = at.abs_diff(call.at.as_micros() * 1_000);
                assert!(off < 700_000, "{frame} ns a frame: off by {off} ns");
                assert!(matches!(spoken.heard, Heard::Whole { .. }));
            }
        }
    }

    #[test]
    fn a_press_is_heard_within_thirty_milliseconds() {
        let begun = 5 * SECOND;
        let mut bench = Bench { now: begun, frame: 62_500, begun, played: Vec::new(), looks: 0 };
        let mut player = Player::new(Speaker::new(Voice::tones(), false));
        let press = begun + 2 * SECOND + 50_000_000;
        player.speaker.plan(1, Instant::ZERO, &[called(begun + 2 * SECOND)]);
        let mut pressed = false;
        while bench.now < begun + 3 * SECOND {
            if bench.now >= press && !std::mem::replace(&mut pressed, true) {
                player.speaker.plan(1, Instant::from_micros(bench.now / 1_000), &[]);
            }
            player.tend(&mut bench).unwrap();
            bench.now += TICK.as_nanos() as u64;
        }
        let last = bench.played.iter().rposition(|sample| *sample != 0).unwrap();
        let end = Duration::from_micros((last as u64 * 62_500 - 2 * SECOND) / 1_000);
        assert!(end > Duration::from_millis(50) && end <= Duration::from_millis(50 + 33), "{end}");
    }

    #[test]
    fn a_device_that_takes_nothing_is_stuck() {
        struct Full;
        impl Sink for Full {
            fn stand(&mut self) -> Result<Stand, Fault> {
                Ok(Stand { heard_at: SECOND, queued: 400 })
            }
            fn lead(&self) -> usize {
                400
            }
            fn write(&mut self, _: &[i16]) -> Result<usize, Fault> {
                Ok(0)
            }
            fn begin_anew(&mut self) -> Result<(), Fault> {
                Ok(())
            }
        }
        let mut player = Player::new(Speaker::new(Voice::tones(), false));
        let tended = (0..4_000).map(|_| player.tend(&mut Full)).find(Result::is_err);
        assert_eq!(tended, Some(Err(Fault::Stuck)));
    }
}
