//! What a table's lamps and buzzer do. Without IO, in the time of whoever drives them.
//!
//! | the table | the lamps |
//! |---|---|
//! | its clock runs | the lamp of the side on move is lit |
//! | its clock stands in a pause | the lamp of the side on move flashes, a fifth of a second in every two |
//! | a flag has fallen | the lamp of that side, the first, blinks twice a second |
//! | waits for its start, is adjourned or over | both are dark |
//!
//! | what happened | the buzzer |
//! |---|---|
//! | a press that changed nothing | a short low tone: the turn is still the other's. It gives way to everything else |
//! | a call of the control | a short tone; in the last ten seconds a higher one |
//! | the overtime began, a period was used | two tones, lower than a call's |
//! | a flag has fallen | one second, higher than everything else |
//!
//! Lamps show the clock at once. The buzzer sounds what has happened for good, as whoever drives it understands that: a
//! service what is on disk, a unit what is decided; and nothing that is older than a second, or for a flag than ten.

use clock::{BySide, Call, Clock, Duration, EventKind, Instant, Side, Status};
use heapless::Deque;

/// What the lamps tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shows {
    /// Nothing: the game waits, is adjourned or over.
    #[default]
    Nothing,
    /// The clock of this side runs.
    Runs(Side),
    /// Both clocks stand; this side is on move.
    Paused(Side),
    /// The flag of this side fell, and it was the first.
    Flagged(Side),
}

impl Shows {
    /// What is shown of a clock by itself.
    #[must_use]
    pub const fn of_clock(clock: &Clock) -> Self {
        match (clock.status(), clock.turn()) {
            (Status::Flagged(side), _) => Self::Flagged(side),
            (Status::Running, Some(turn)) => Self::Runs(turn),
            (Status::Paused | Status::FlagWithdrawn(_), Some(turn)) => Self::Paused(turn),
            (Status::Waiting | Status::Stopped, _)
            | (Status::Running | Status::Paused | Status::FlagWithdrawn(_), None) => Self::Nothing,
        }
    }
}

/// A lamp that goes on and off.
#[derive(Clone, Copy, Debug)]
struct Blink {
    lit: Duration,
    every: Duration,
}

const PAUSED: Blink = Blink { lit: Duration::from_millis(200), every: Duration::from_millis(2_000) };
const FLAGGED: Blink = Blink { lit: Duration::from_millis(250), every: Duration::from_millis(500) };

impl Blink {
    /// How far it is in its turn, `passed` after it began.
    fn phase(self, passed: Duration) -> Duration {
        Duration::from_micros(passed.as_micros().checked_rem(self.every.as_micros()).unwrap_or(0))
    }

    /// In how long it changes.
    fn changes_in(self, passed: Duration) -> Duration {
        let phase = self.phase(passed);
        if phase < self.lit { self.lit.minus(phase) } else { self.every.minus(phase) }
    }
}

/// A tone, and the silence behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tone {
    hertz: u16,
    length: Duration,
    silence: Duration,
}

impl Tone {
    /// When the next may begin behind one that began at `at`.
    const fn over(self, at: Instant) -> Instant {
        at.plus(self.length).plus(self.silence)
    }
}

const fn tone(hertz: u16, length: u64, silence: u64) -> Tone {
    Tone { hertz, length: Duration::from_millis(length), silence: Duration::from_millis(silence) }
}

const IGNORED: &[Tone] = &[tone(400, 60, 60)];
const CALLED: &[Tone] = &[tone(2_000, 80, 80)];
const COUNTED: &[Tone] = &[tone(2_700, 80, 80)];
const CHANGED: &[Tone] = &[tone(1_500, 80, 100), tone(1_500, 80, 100)];
const FALLEN: &[Tone] = &[tone(3_200, 1_000, 200)];

/// The last seconds, whose calls are higher.
const LAST: u16 = 10;

/// What is older is not sounded any more.
const STALE: Duration = Duration::from_secs(1);

/// A flag is, as long as it is news: one of an hour ago may be of the game before.
const FLAG_STALE: Duration = Duration::from_secs(10);

/// Tones that may wait: what comes then is not heard.
const TONES_MAX: usize = 6;

/// What is sounded for something that happened.
fn tones(event: &EventKind) -> &'static [Tone] {
    match event {
        EventKind::Ignored { .. } => IGNORED,
        EventKind::Call { call, .. } => match call {
            Call::Count(_) => COUNTED,
            Call::Remaining(seconds) if *seconds <= LAST => COUNTED,
            Call::Remaining(_) | Call::Elapsed(_) | Call::Moves(_) => CALLED,
            // Spoken with what has its own sound.
            Call::Byoyomi | Call::Left(_) | Call::TimeOver => &[],
        },
        EventKind::Overtime { .. } | EventKind::Period { .. } => CHANGED,
        EventKind::Flag { .. } => FALLEN,
        EventKind::Started { .. }
        | EventKind::Pressed { .. }
        | EventKind::Paused
        | EventKind::Resumed
        | EventKind::Stage { .. }
        | EventKind::Section { .. }
        | EventKind::FlagVoid { .. }
        | EventKind::Corrected(_) => &[],
    }
}

/// What is lit and sounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signal {
    /// Which lamps are lit.
    pub lamps: BySide<bool>,
    /// The buzzer's tone, none while it is silent.
    pub hertz: Option<u16>,
}

/// The machine of one table's lamps and buzzer.
#[derive(Debug, Default)]
pub struct Signals {
    shows: Shows,
    /// Since when.
    since: Instant,
    /// Tones, each with when it begins.
    tones: Deque<(Instant, Tone), TONES_MAX>,
}

impl Signals {
    /// Dark and silent.
    #[must_use]
    pub const fn new() -> Self {
        Self { shows: Shows::Nothing, since: Instant::ZERO, tones: Deque::new() }
    }

    /// The table shows this from now on.
    pub fn show(&mut self, shows: Shows, now: Instant) {
        if self.shows != shows {
            (self.shows, self.since) = (shows, now);
        }
    }

    /// Something happened so long ago, and for good.
    pub fn happened(&mut self, event: &EventKind, ago: Duration, now: Instant) {
        self.drop_past(now);
        let flag = matches!(event, EventKind::Flag { .. });
        if ago > if flag { FLAG_STALE } else { STALE } {
            return;
        }
        let tones = tones(event);
        if flag {
            // Nothing that is still to be sounded matters any more.
            self.tones.clear();
        } else if !tones.is_empty() {
            self.drop_ignored();
        }
        for &tone in tones {
            let at = self.tones.back().map_or(now, |&(at, last)| last.over(at)).max(now);
            if self.tones.push_back((at, tone)).is_err() {
                return;
            }
        }
    }

    /// A press that changed nothing, the last that there is to sound, makes room for whatever else happens: its player is
    /// not to hold up the other's calls. Of several such presses at once one is heard.
    fn drop_ignored(&mut self) {
        if self.tones.back().is_some_and(|(_, tone)| IGNORED.contains(tone)) {
            self.tones.pop_back();
        }
    }

    fn drop_past(&mut self, now: Instant) {
        while self.tones.front().is_some_and(|&(at, tone)| tone.over(at) <= now) {
            self.tones.pop_front();
        }
    }

    /// What is lit and sounded now.
    #[must_use]
    pub fn signal(&self, now: Instant) -> Signal {
        let lit = match self.blinks() {
            Some(blink) => blink.phase(now.since(self.since)) < blink.lit,
            None => true,
        };
        let side = match self.shows {
            Shows::Nothing => None,
            Shows::Runs(side) | Shows::Paused(side) | Shows::Flagged(side) => Some(side),
        };
        let sounds = |(at, tone): &&(Instant, Tone)| *at <= now && now < at.plus(tone.length);
        Signal {
            lamps: BySide::new(|of| lit && side == Some(of)),
            hertz: self.tones.iter().find(sounds).map(|(_, tone)| tone.hertz),
        }
    }

    const fn blinks(&self) -> Option<Blink> {
        match self.shows {
            Shows::Nothing | Shows::Runs(_) => None,
            Shows::Paused(_) => Some(PAUSED),
            Shows::Flagged(_) => Some(FLAGGED),
        }
    }

    /// When that changes by itself.
    #[must_use]
    pub fn changes_at(&self, now: Instant) -> Option<Instant> {
        let blink = self.blinks().map(|blink| now.plus(blink.changes_in(now.since(self.since))));
        let tones = self.tones.iter().flat_map(|(at, tone)| [*at, at.plus(tone.length)]);
        tones.filter(|at| *at > now).chain(blink).min()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use clock::IgnoredPress;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    const BLACK: Side = Side::Black;

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    /// What is seen and heard from `from` on, as it changes: `100 B.` or `400 .. 2000`.
    fn seen(signals: &Signals, from: u64, until: u64) -> Vec<String> {
        let (mut list, mut now) = (Vec::new(), ms(from));
        loop {
            let Signal { lamps, hertz } = signals.signal(now);
            let lamp = |on: bool, name: &'static str| if on { name } else { "." };
            let lamps = format!("{}{}", lamp(lamps.black, "B"), lamp(lamps.white, "W"));
            let hertz = hertz.map_or_else(String::new, |hertz| format!(" {hertz}"));
            list.push(format!("{} {lamps}{hertz}", now.as_micros() / 1_000));
            match signals.changes_at(now).filter(|at| *at <= ms(until)) {
                Some(next) => now = next,
                None => return list,
            }
        }
    }

    #[test]
    fn lamps_show_who_runs_a_pause_and_whose_flag_fell() {
        let mut signals = Signals::default();
        assert_eq!(seen(&signals, 0, 9_000), ["0 .."]);
        signals.show(Shows::Runs(BLACK), ms(1_000));
        assert_eq!(seen(&signals, 1_000, 9_000), ["1000 B."]);
        signals.show(Shows::Paused(Side::White), ms(2_000));
        assert_eq!(seen(&signals, 2_000, 4_300), ["2000 .W", "2200 ..", "4000 .W", "4200 .."]);
        signals.show(Shows::Paused(Side::White), ms(2_900));
        assert_eq!(seen(&signals, 3_000, 4_100), ["3000 ..", "4000 .W"], "told again, it goes on");
        signals.show(Shows::Flagged(BLACK), ms(5_000));
        assert_eq!(seen(&signals, 5_000, 5_800), ["5000 B.", "5250 ..", "5500 B.", "5750 .."]);
        signals.show(Shows::Nothing, ms(6_000));
        assert_eq!(seen(&signals, 6_000, 9_000), ["6000 .."]);
    }

    #[test]
    fn the_buzzer_sounds_one_thing_after_the_other_and_a_flag_at_once() {
        let mut signals = Signals::default();
        let soon = Duration::from_millis(20);
        let call = |call| EventKind::Call { side: BLACK, call };
        signals.happened(&call(Call::Remaining(30)), soon, ms(0));
        signals.happened(&call(Call::Remaining(9)), soon, ms(10));
        assert_eq!(seen(&signals, 0, 900), ["0 .. 2000", "80 ..", "160 .. 2700", "240 .."]);
        signals.happened(&EventKind::Period { side: BLACK, periods: 2 }, soon, ms(1_000));
        signals.happened(&call(Call::Left(2)), soon, ms(1_000));
        assert_eq!(seen(&signals, 1_000, 1_900), ["1000 .. 1500", "1080 ..", "1180 .. 1500", "1260 .."]);
        signals.happened(&EventKind::Flag { side: BLACK }, soon, ms(1_040));
        assert_eq!(seen(&signals, 1_040, 3_000), ["1040 .. 3200", "2040 .."]);
    }

    #[test]
    fn presses_that_change_nothing_hold_up_no_call() {
        let mut signals = Signals::default();
        let ignored = EventKind::Ignored { side: BLACK, why: IgnoredPress::NotOnMove };
        let call = |seconds| EventKind::Call { side: Side::White, call: Call::Remaining(seconds) };
        // Whoever hits his key without end, while the other's last seconds are counted.
        for press in 0..20 {
            signals.happened(&ignored, Duration::ZERO, ms(press * 10));
        }
        signals.happened(&call(3), Duration::ZERO, ms(200));
        assert_eq!(seen(&signals, 200, 900), ["200 .. 2700", "280 .."]);
        signals.happened(&ignored, Duration::ZERO, ms(1_170));
        signals.happened(&call(2), Duration::ZERO, ms(1_200));
        assert_eq!(seen(&signals, 1_200, 1_900), ["1200 .. 2700", "1280 .."]);
        // Behind a call it is heard all the same, once.
        signals.happened(&ignored, Duration::ZERO, ms(1_210));
        signals.happened(&ignored, Duration::ZERO, ms(1_220));
        assert_eq!(seen(&signals, 1_210, 1_900), ["1210 .. 2700", "1280 ..", "1360 .. 400", "1420 .."]);
    }

    #[test]
    fn old_news_is_not_sounded_but_for_a_flag() {
        let mut signals = Signals::default();
        let late = Duration::from_millis(1_001);
        let ignored = EventKind::Ignored { side: BLACK, why: IgnoredPress::NotOnMove };
        signals.happened(&ignored, late, ms(0));
        assert_eq!(seen(&signals, 0, 3_000), ["0 .."]);
        signals.happened(&ignored, Duration::ZERO, ms(0));
        assert_eq!(seen(&signals, 0, 3_000), ["0 .. 400", "60 .."]);
        signals.happened(&EventKind::Flag { side: BLACK }, late, ms(500));
        assert_eq!(seen(&signals, 500, 3_000), ["500 .. 3200", "1500 .."]);
        signals.happened(&EventKind::Flag { side: BLACK }, Duration::from_millis(10_001), ms(4_000));
        assert_eq!(seen(&signals, 4_000, 6_000), ["4000 .."]);
    }

    #[test]
    fn a_flood_of_presses_does_not_sound_for_ever() {
        let mut signals = Signals::default();
        let ignored = EventKind::Ignored { side: BLACK, why: IgnoredPress::NotOnMove };
        (0..100).for_each(|_| signals.happened(&ignored, Duration::ZERO, ms(0)));
        assert_eq!(seen(&signals, 0, 60_000), ["0 .. 400", "60 .."]);
    }
}
