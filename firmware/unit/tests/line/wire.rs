//! A line that loses, damages, repeats, delays, cuts and tears apart what is sent over it.

use clock::{Duration, Instant};
use fastrand::Rng;

/// One direction of a line: what is on its way, and when it arrives.
pub(crate) type Way = Vec<(Instant, Vec<u8>)>;

/// A line and its faults, each in a hundred frames.
#[derive(Debug)]
pub(crate) struct Wire {
    pub(crate) to_host: Way,
    pub(crate) to_unit: Way,
    last_to_host: Instant,
    last_to_unit: Instant,
    /// Nothing passes.
    pub(crate) cut: bool,
    /// Frames overtake each other.
    pub(crate) shuffled: bool,
    pub(crate) lost: u8,
    pub(crate) damaged: u8,
    pub(crate) repeated: u8,
    pub(crate) delayed: u8,
}

impl Wire {
    pub(crate) fn well() -> Self {
        Self {
            to_host: Way::new(),
            to_unit: Way::new(),
            last_to_host: Instant::ZERO,
            last_to_unit: Instant::ZERO,
            cut: false,
            shuffled: false,
            lost: 0,
            damaged: 0,
            repeated: 0,
            delayed: 0,
        }
    }

    pub(crate) fn worsen(&mut self, rng: &mut Rng) {
        let level = if rng.bool() { 0 } else { rng.u8(0..35) };
        (self.lost, self.damaged) = (rng.u8(0..=level), rng.u8(0..=level));
        (self.repeated, self.delayed) = (rng.u8(0..=level), rng.u8(0..=level));
        self.shuffled = rng.bool();
    }

    pub(crate) fn make_well(&mut self) {
        self.shuffled = false;
        (self.cut, self.lost, self.damaged, self.repeated, self.delayed) = (false, 0, 0, 0, 0);
    }

    pub(crate) fn send(&mut self, to_host: bool, frame: &[u8], now: Instant, rng: &mut Rng) {
        let chance = |rng: &mut Rng, percent: u8| rng.u8(0..100) < percent;
        if self.cut || chance(rng, self.lost) {
            return;
        }
        let mut bytes = frame.to_vec();
        if chance(rng, self.damaged) {
            damage(&mut bytes, rng);
        }
        let copies = if chance(rng, self.repeated) { 2 } else { 1 };
        for copy in 0..copies {
            let late = if copy > 0 || chance(rng, self.delayed) { rng.u64(0..4_000) } else { 0 };
            let way = if to_host { &mut self.to_host } else { &mut self.to_unit };
            let soonest = now.plus(Duration::from_micros(rng.u64(500..4_000)));
            let before = if to_host { &mut self.last_to_host } else { &mut self.last_to_unit };
            *before = if self.shuffled { soonest } else { soonest.max(*before) };
            let arrives = before.plus(Duration::from_millis(late));
            // In order, unless it was delayed or overtaken.
            let place = way.iter().take_while(|(other, _)| *other <= arrives).count();
            let (first, second) = bytes.split_at(rng.usize(0..=bytes.len()));
            let pieces = if late > 0 || self.shuffled {
                vec![bytes.clone()]
            } else {
                vec![first.to_vec(), second.to_vec()]
            };
            for (offset, piece) in pieces.into_iter().enumerate() {
                way.insert(place + offset, (arrives, piece));
            }
        }
    }

    /// What has arrived by now.
    pub(crate) fn arrived(&mut self, to_host: bool, now: Instant) -> Vec<u8> {
        let way = if to_host { &mut self.to_host } else { &mut self.to_unit };
        let count = way.iter().take_while(|(arrives, _)| *arrives <= now).count();
        way.drain(..count).flat_map(|(_, bytes)| bytes).collect()
    }

    pub(crate) fn next(&self) -> Option<Instant> {
        [&self.to_host, &self.to_unit]
            .into_iter()
            .filter_map(|way| way.first())
            .map(|(arrives, _)| *arrives)
            .min()
    }
}

fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let place = rng.usize(0..bytes.len());
    match rng.u8(0..4) {
        0 => bytes[place] ^= 1 << rng.u8(0..8),
        1 => _ = bytes.remove(place),
        2 => bytes.insert(place, rng.u8(..)),
        _ => bytes.truncate(place),
    }
}
