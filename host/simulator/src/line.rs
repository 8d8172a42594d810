//! A line that loses, damages, repeats and delays what is sent over it, and a table unit at its other end.

use std::collections::BTreeMap;

use clock::{Duration, Instant, Side};
use link::device::MEMORY_MAX;
use link::{FRAME_MAX, Gesture, Identity, Serial};
use unit::{BUTTONS_BEHIND, TableUnit};

use crate::dice::Dice;

/// One direction of a line: what is on its way, and when it arrives.
type Way = BTreeMap<(Instant, u64), Vec<u8>>;

/// A line and its faults, each so many times in a thousand frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    to_hall: Way,
    to_unit: Way,
    frames: u64,
    /// Nothing passes until then.
    pub(crate) cut_until: Instant,
    lost: u32,
    damaged: u32,
    repeated: u32,
    delayed: u32,
}

impl Line {
    /// The line becomes as bad as it may be, or better.
    pub(crate) fn worsen(&mut self, dice: &mut Dice) {
        let worst = dice.pick(&[0, 20, 100, 300]);
        let mut level = || u32::try_from(dice.whole(0, worst)).unwrap_or(0);
        (self.lost, self.damaged, self.repeated, self.delayed) = (level(), level(), level(), level());
    }

    pub(crate) fn make_well(&mut self) {
        (self.lost, self.damaged, self.repeated, self.delayed) = (0, 0, 0, 0);
        self.cut_until = Instant::ZERO;
    }

    fn send(&mut self, to_hall: bool, frame: &[u8], now: Instant, dice: &mut Dice) {
        if self.cut_until > now || dice.chance(self.lost) {
            return;
        }
        let mut bytes = frame.to_vec();
        if dice.chance(self.damaged) {
            damage(&mut bytes, dice);
        }
        let copies = if dice.chance(self.repeated) { 2 } else { 1 };
        for copy in 0..copies {
            let late =
                if copy > 0 || dice.chance(self.delayed) { dice.millis(0, 1_500) } else { Duration::ZERO };
            let arrives = now.plus(dice.millis(1, 4)).plus(late);
            self.frames += 1;
            let way = if to_hall { &mut self.to_hall } else { &mut self.to_unit };
            way.insert((arrives, self.frames), bytes.clone());
        }
    }

    fn arrived(&mut self, to_hall: bool, now: Instant) -> Vec<u8> {
        let way = if to_hall { &mut self.to_hall } else { &mut self.to_unit };
        let mut bytes = Vec::new();
        while let Some(first) = way.first_entry().filter(|first| first.key().0 <= now) {
            bytes.extend(first.remove());
        }
        bytes
    }

    fn next(&self) -> Option<Instant> {
        [&self.to_hall, &self.to_unit].into_iter().filter_map(|way| Some(way.first_key_value()?.0.0)).min()
    }
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let place = usize::try_from(dice.whole(0, 1_000)).unwrap_or(0) % bytes.len();
    match dice.whole(0, 3) {
        0 => bytes[place] ^= 1 << dice.whole(0, 7),
        1 => drop(bytes.remove(place)),
        2 => bytes.insert(place, u8::try_from(dice.whole(0, 255)).unwrap_or(0)),
        _ => bytes.truncate(place),
    }
}

/// A table unit, the line that it is at, and what must become of what it numbered.
#[derive(Debug)]
pub(crate) struct Device {
    /// None while it has no power, or is being reset.
    unit: Option<TableUnit>,
    pub(crate) identity: Identity,
    /// When it was started, by the simulation's time.
    started: Instant,
    /// What survives a reset.
    memory: Option<Vec<u8>>,
    pub(crate) line: Line,
    /// Presses and gestures that it took in its present start.
    pub(crate) made: usize,
}

impl Device {
    pub(crate) fn new(dice: &mut Dice, now: Instant) -> Self {
        let identity = Identity { serial: Serial(dice.whole(1, u64::MAX)), boot: 1, resets: 0 };
        Self {
            unit: Some(TableUnit::start(identity)),
            identity,
            started: now,
            memory: None,
            line: Line::default(),
            made: 0,
        }
    }

    /// The unit, while it has power.
    pub(crate) const fn unit(&self) -> Option<&TableUnit> {
        self.unit.as_ref()
    }

    /// The unit's own time: a quartz that is 30 ppm fast.
    fn own_time(&self, now: Instant) -> Instant {
        let since = now.since(self.started).as_micros();
        Instant::from_micros(since + since * 30 / 1_000_000)
    }

    fn world_time(&self, own: Instant) -> Instant {
        let own = own.as_micros().min(u64::MAX / 4);
        Instant::from_micros(self.started.as_micros() + own - own * 30 / 1_000_030)
    }

    /// When something is due here.
    pub(crate) fn poll_at(&self, now: Instant) -> Option<Instant> {
        let unit = self.unit.as_ref().map(|unit| {
            // Nobody looks more often than every 200 microseconds.
            self.world_time(unit.poll_at(self.own_time(now))).max(now.plus(Duration::from_micros(200)))
        });
        [unit, self.line.next()].into_iter().flatten().min()
    }

    /// Does what is due at the unit; gives back what has arrived at the hall.
    pub(crate) fn serve(&mut self, now: Instant, dice: &mut Dice) -> Vec<u8> {
        let (own, bytes) = (self.own_time(now), self.line.arrived(false, now));
        if let Some(unit) = &mut self.unit {
            unit.receive(&bytes, own, &mut |_| ());
            unit.poll(own, own.minus(BUTTONS_BEHIND), &mut |_| ());
            let mut frame = [0; FRAME_MAX];
            while let Some(length) = unit.transmit(own, &mut frame) {
                self.line.send(true, &frame[..length], now, dice);
            }
        }
        self.line.arrived(true, now)
    }

    /// The hall sends a frame.
    pub(crate) fn sent(&mut self, frame: &[u8], now: Instant, dice: &mut Dice) {
        self.line.send(false, frame, now, dice);
    }

    pub(crate) fn press(&mut self, side: Side, now: Instant) {
        let own = self.own_time(now);
        let taken = self.unit.as_mut().is_some_and(|unit| unit.press(side, own).is_ok());
        self.made += usize::from(taken);
    }

    pub(crate) fn gesture(&mut self, gesture: Gesture, now: Instant) {
        let own = self.own_time(now);
        let taken = self.unit.as_mut().is_some_and(|unit| unit.gesture(gesture, own).is_ok());
        self.made += usize::from(taken);
    }

    /// The power fails, and with it everything goes; another unit may be there when it is back.
    pub(crate) fn lose_power(&mut self, dice: &mut Dice) {
        (self.unit, self.memory, self.made) = (None, None, 0);
        self.identity.boot += 1;
        self.identity.resets = 0;
        if dice.chance(300) {
            self.identity = Identity { serial: Serial(dice.whole(1, u64::MAX)), boot: 1, resets: 0 };
        }
    }

    /// The watchdog bites; the memory stays.
    pub(crate) fn reset(&mut self, now: Instant) {
        let (own, mut memory) = (self.own_time(now), vec![0; MEMORY_MAX]);
        let Some(mut unit) = self.unit.take() else { return };
        // What waits for the buttons' floor has its turn before.
        unit.poll(own, own, &mut |_| ());
        self.memory = unit.remember(own, &mut memory).map(|length| memory[..length].to_vec());
    }

    /// It starts, by what it remembers if it does.
    pub(crate) fn start(&mut self, now: Instant) {
        if self.unit.is_some() {
            return;
        }
        self.started = now;
        let woken = self.memory.take().map(|memory| TableUnit::wake(self.identity, &memory, Instant::ZERO));
        self.unit = Some(woken.and_then(Result::ok).unwrap_or_else(|| TableUnit::start(self.identity)));
    }

    /// Another host's frame reaches the unit.
    pub(crate) fn hear(&mut self, frame: &[u8], now: Instant) {
        let own = self.own_time(now);
        if let Some(unit) = &mut self.unit {
            unit.receive(frame, own, &mut |_| ());
        }
    }
}
