//! A table whose clock is in a unit behind a line: the real unit and the hall, in virtual time.

use std::collections::VecDeque;

use clock::{Duration, Instant, Side};
use hall::{Entry, StepEntry, UnitNote};
use journal::Ledger;
use link::device::MEMORY_MAX;
use link::{FRAME_MAX, Gesture, Identity, Key, KeyReport, Serial, digest};
use referee::{Order, Setup, Table};
use unit::{BUTTONS_BEHIND, TableUnit};

use crate::venue::{GAME, TABLE, Venue, new_game};

/// How long a frame is on its way.
const TRAVEL: Duration = Duration::from_millis(3);

/// Of so many frames one is lost, one damaged, one comes twice, where the line is bad.
const BAD: u32 = 5;

type Way = VecDeque<(Instant, Vec<u8>)>;

#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) venue: Venue,
    pub(crate) unit: TableUnit,
    /// The table that it is at.
    at: u32,
    identity: Identity,
    /// When the unit was started, on the hall's axis.
    started: Instant,
    pub(crate) now: Instant,
    /// Nothing passes.
    pub(crate) cut: bool,
    /// Every few frames something befalls one.
    pub(crate) bad: bool,
    frames: u32,
    to_unit: Way,
    to_hall: Way,
}

impl Bench {
    /// A table with that setup, which its unit has taken over.
    pub(crate) fn open(setup: Setup) -> Self {
        let mut venue = Venue::default();
        venue.hall.open(hall::NewGame { setup, ..new_game(GAME) }, Instant::ZERO).unwrap();
        venue.settle();
        let mut bench = Self {
            venue,
            unit: TableUnit::start(identity(1)),
            at: TABLE,
            identity: identity(1),
            started: Instant::ZERO,
            now: Instant::from_millis(1_000),
            cut: false,
            bad: false,
            frames: 0,
            to_unit: Way::new(),
            to_hall: Way::new(),
        };
        bench.venue.hall.attach_unit(TABLE, bench.now);
        bench.run(2_000);
        bench.venue.outputs.clear();
        bench
    }

    fn own_time(&self) -> Instant {
        Instant::ZERO.plus(self.now.since(self.started))
    }

    /// Lets time pass, from one thing that is due to the next.
    pub(crate) fn run(&mut self, millis: u64) {
        let end = self.now.plus(Duration::from_millis(millis));
        loop {
            self.step();
            if self.now >= end {
                return;
            }
            let unit = self.unit.poll_at(self.own_time()).since(Instant::ZERO);
            let ways = [&self.to_unit, &self.to_hall].map(|way| way.front().map(|(at, _)| *at));
            let due = [self.venue.hall.poll_at(), Some(self.started.plus(unit)), ways[0], ways[1]];
            let due = due.into_iter().flatten().min().unwrap_or(end);
            self.now = due.max(self.now.plus(Duration::from_micros(500))).min(end);
        }
    }

    fn step(&mut self) {
        let own = self.own_time();
        for bytes in arrived(&mut self.to_unit, self.now) {
            self.unit.receive(&bytes, own, &mut |_| ());
        }
        let floor = own.minus(BUTTONS_BEHIND);
        self.unit.poll(own, floor, &mut |_| ());
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(own, &mut frame) {
            self.send(&frame[..length], true);
        }
        for bytes in arrived(&mut self.to_hall, self.now) {
            self.venue.hall.unit_heard(self.at, &bytes, self.now);
        }
        self.venue.hall.advance(self.now);
        self.venue.settle();
        while let Some(length) = self.venue.hall.unit_frame(self.at, self.now, &mut frame) {
            self.send(&frame[..length], false);
        }
    }

    fn send(&mut self, frame: &[u8], to_hall: bool) {
        if self.cut {
            return;
        }
        self.frames += 1;
        let (mut bytes, mut copies) = (frame.to_vec(), 1);
        match self.frames % BAD {
            0 if self.bad => copies = 0,
            1 if self.bad => bytes[frame.len() / 2] ^= 4,
            2 if self.bad => copies = 2,
            _ => {}
        }
        let way = if to_hall { &mut self.to_hall } else { &mut self.to_unit };
        way.extend((0..copies).map(|_| (self.now.plus(TRAVEL), bytes.clone())));
    }

    pub(crate) fn press(&mut self, side: Side) {
        let own = self.own_time();
        self.unit.press(side, own).unwrap();
        self.run(100);
    }

    pub(crate) fn gesture(&mut self, gesture: Gesture) {
        let own = self.own_time();
        self.unit.gesture(gesture, own).unwrap();
        self.run(100);
    }

    /// A key of the unit's behaves badly.
    pub(crate) fn trouble(&mut self, key: Key, report: KeyReport) {
        let own = self.own_time();
        self.unit.key(key, report, own).unwrap();
        self.run(100);
    }

    /// Gives an order and waits until it is answered, or a while.
    pub(crate) fn give(&mut self, order: Order, turns: Option<u32>) -> Option<hall::Answer> {
        let arrival = hall::Arrival { turns, ..Default::default() };
        let ticket = self.venue.hall.order(TABLE, order, arrival, self.now).unwrap();
        self.run(60);
        self.answer(ticket)
    }

    pub(crate) fn answer(&self, ticket: hall::Ticket) -> Option<hall::Answer> {
        let mut answers = self.venue.answers().into_iter();
        answers.find(|(given, _)| *given == ticket).map(|(_, answer)| answer)
    }

    /// The unit loses its power, or another one is there.
    pub(crate) fn change_unit(&mut self, identity: Identity) {
        self.identity = identity;
        self.started = self.now;
        self.to_hall.clear();
        self.unit = TableUnit::start(identity);
    }

    /// The unit is carried to another table as it is.
    pub(crate) fn carry(&mut self, to: u32) {
        self.at = to;
        self.to_unit.clear();
        self.to_hall.clear();
        self.venue.hall.attach_unit(to, self.now);
    }

    /// The watchdog bites; the memory stays.
    pub(crate) fn reset_unit(&mut self, millis: u64) {
        let mut memory = vec![0; MEMORY_MAX];
        let length = self.unit.remember(self.own_time(), &mut memory).unwrap();
        self.now = self.now.plus(Duration::from_millis(millis));
        self.started = self.now;
        self.unit = TableUnit::wake(self.identity, &memory[..length], Instant::ZERO).unwrap();
    }

    /// The service is killed and started again after a while, in which the unit goes on.
    pub(crate) fn kill_hall(mut self, millis: u64) -> Self {
        self.to_unit.clear();
        self.to_hall.clear();
        let end = self.now.plus(Duration::from_millis(millis));
        while self.now < end {
            self.now = self.now.plus(Duration::from_millis(50)).min(end);
            let own = self.own_time();
            let floor = own.minus(BUTTONS_BEHIND);
            self.unit.poll(own, floor, &mut |_| ());
            while self.unit.transmit(own, &mut [0; FRAME_MAX]).is_some() {}
        }
        let venue = std::mem::take(&mut self.venue);
        self.venue = venue.restart(self.now.as_micros() / 1_000);
        self
    }

    pub(crate) fn live(&self) -> Table {
        self.venue.hall.shown(TABLE).unwrap().0.clone()
    }

    pub(crate) fn notes(&self) -> Vec<UnitNote> {
        let entries = self.venue.ledger.read(GAME).unwrap();
        let note = |body: &[u8]| match Entry::from_bytes(body) {
            Ok(Entry::Unit(unit)) => Some(unit.note),
            read => read.map(|_| None).unwrap(),
        };
        entries.iter().filter_map(|entry| note(&entry.body)).collect()
    }

    /// Both clocks are one, what is shown follows from the chain, and each step is decided anew as it was.
    pub(crate) fn check(&mut self) {
        self.cut = false;
        self.run(4_000);
        let unit = self.unit.clock().unwrap().clone();
        let face = self.venue.hall.face(TABLE, self.now).unwrap();
        assert_eq!(face.unit, Some(hall::UnitWord::Heard));
        let (mut unit, mut hall) = (unit, face.clock);
        let to = unit.committed().max(hall.committed());
        unit.poll(to, &mut |_| ()).unwrap();
        hall.poll(to, &mut |_| ()).unwrap();
        assert_eq!(digest(&unit), digest(&hall));
        assert_eq!(self.unit.session().unsent(), 0);
        self.check_record();
        assert_eq!(self.venue.alarms().iter().filter(|(raised, _)| *raised).count(), 0);
    }

    pub(crate) fn check_record(&self) {
        let bodies: Vec<_> =
            self.venue.ledger.read(GAME).unwrap().into_iter().map(|entry| entry.body).collect();
        let replayed = hall::replay(GAME, &bodies).unwrap();
        assert_eq!(replayed.table, self.live());
        let mut table = Table::new(replayed.table.setup().clone());
        let mut inputs = Vec::new();
        for entry in &replayed.entries {
            match entry {
                Entry::Step(step) => {
                    assert_eq!(step.decide_anew(&mut table).unwrap(), step.step);
                    inputs.extend(step.unit.iter().map(|unit| (unit.start, unit.seq)));
                }
                Entry::Unit(unit) => {
                    if let UnitNote::Input { start, seq, .. } = unit.note {
                        inputs.push((start, seq));
                    }
                }
                Entry::Opened(_)
                | Entry::Anchor(_)
                | Entry::Interrupted(_)
                | Entry::Key(_)
                | Entry::Spoken(_)
                | Entry::Voice(_) => {}
            }
        }
        // Each input of each start once, and in order.
        let mut last = std::collections::BTreeMap::new();
        for (start, seq) in inputs {
            assert_eq!(last.insert(start.0, seq).unwrap_or(0) + 1, seq);
        }
    }

    pub(crate) fn steps(&self) -> Vec<StepEntry> {
        self.venue.steps()
    }
}

fn arrived(way: &mut Way, now: Instant) -> Vec<Vec<u8>> {
    let count = way.iter().take_while(|(at, _)| *at <= now).count();
    way.drain(..count).map(|(_, bytes)| bytes).collect()
}

pub(crate) fn identity(boot: u32) -> Identity {
    Identity { serial: Serial(0xE661_4103_E754_2A31), boot, resets: 0 }
}
