//! A table unit, its host, a disk that takes its time, and what must hold of them.

use std::collections::{BTreeMap, VecDeque};

use clock::{Clock, Command, Duration, HandleError, Instant, Side, Status};
use fastrand::Rng;
use link::device::MEMORY_MAX;
use link::host::{Application, Host, Known, KnownTable, OrderError, Told, Why};
use link::{
    Commands, FRAME_MAX, Gesture, Identity, Input, OrderRefusal, Serial, Showing, Snapshot, Start, Trouble,
    TurnedAway, What, digest,
};
use panel::gesture::Intent;
use panel::keys::Report;
use unit::{BUTTONS_BEHIND, TableUnit};

use crate::wire::Wire;

const CONTROL: &str = "20s+3x10s";

/// What the host told, kept beyond the call.
enum Kept {
    Input(Box<Input>, Application),
    Corrected(Snapshot, Application),
}

/// One transaction.
struct Batch {
    due: Instant,
    kept: Vec<Kept>,
    granted: Option<(u32, Clock)>,
    known: Known,
}

/// What is on disk.
#[derive(Default)]
pub(crate) struct Disk {
    known: Known,
    pub(crate) inputs: Vec<Input>,
    /// The clock as it follows from the disk alone.
    replayed: Option<Clock>,
}

/// What the host has told so far.
#[derive(Default)]
pub(crate) struct Tales {
    pub(crate) answers: BTreeMap<(u32, u32), Option<OrderRefusal>>,
    pub(crate) unanswered: Vec<u32>,
    pub(crate) corrected: usize,
    pub(crate) whys: Vec<Why>,
    pub(crate) missing: Vec<(u32, u32)>,
    pub(crate) foreign: Vec<u32>,
    pub(crate) troubles: Vec<Trouble>,
    pub(crate) turned_away: Vec<TurnedAway>,
    pub(crate) silences: usize,
}

pub(crate) struct Bench {
    rng: Rng,
    pub(crate) now: Instant,
    pub(crate) wire: Wire,
    pub(crate) unit: TableUnit,
    identity: Identity,
    started: Instant,
    memory: Vec<u8>,
    pub(crate) host: Host,
    pub(crate) disk: Disk,
    writing: VecDeque<Batch>,
    pub(crate) told: Tales,
    /// Presses and gestures that the unit took in its present start.
    made: usize,
    /// The greatest grant of the host's other tables.
    pub(crate) beyond: u32,
    /// The numbers of the host's grants.
    pub(crate) epochs: Vec<u32>,
}

impl Bench {
    pub(crate) fn new(seed: u64) -> Self {
        let identity = Identity { serial: Serial(0xE661_4103_E754_2A31), boot: 1, resets: 0 };
        Self {
            rng: Rng::with_seed(seed),
            now: Instant::from_millis(5_000),
            wire: Wire::well(),
            unit: TableUnit::start(identity),
            identity,
            started: Instant::from_millis(4_000),
            memory: vec![0; MEMORY_MAX],
            host: Host::new(),
            disk: Disk::default(),
            writing: VecDeque::new(),
            told: Tales::default(),
            made: 0,
            beyond: 0,
            epochs: Vec::new(),
        }
    }

    /// A table is granted, and its clock runs.
    pub(crate) fn begin(&mut self) {
        self.run(3_000);
        self.order(&[Command::Start { side: Side::Black }], Some(0)).expect("the unit is there");
        self.run(1_000);
        assert_eq!(self.unit.clock().map(Clock::status), Some(Status::Running));
    }

    /// The unit's own time: another axis, and a quartz that is 30 ppm fast.
    pub(crate) fn own_time(&self) -> Instant {
        let since = self.now.since(self.started).as_micros();
        Instant::from_micros(since + since * 30 / 1_000_000)
    }

    fn host_time(&self, own: Instant) -> Instant {
        let own = own.as_micros().min(u64::MAX / 4);
        Instant::from_micros(self.started.as_micros() + own - own * 30 / 1_000_030)
    }

    /// Lets time pass, from one thing that is due to the next.
    pub(crate) fn run(&mut self, millis: u64) {
        let end = self.now.plus(Duration::from_millis(millis));
        let mut rounds = 0_u64;
        loop {
            self.step();
            rounds += 1;
            assert!(rounds < 100_000 + millis * 10, "something is due again and again");
            if self.now >= end {
                break;
            }
            let due = [
                Some(self.host.poll_at(self.now)),
                Some(self.host_time(self.unit.poll_at(self.own_time()))),
                self.wire.next(),
                self.writing.front().map(|batch| batch.due),
            ];
            let due = due.into_iter().flatten().min().unwrap_or(end);
            // Nobody looks more often than every 200 microseconds.
            self.now = due.max(self.now.plus(Duration::from_micros(200))).min(end);
        }
    }

    fn step(&mut self) {
        let own = self.own_time();
        let bytes = self.wire.arrived(false, self.now);
        self.unit.receive(&bytes, own, &mut |_| ());
        let floor = own.minus(BUTTONS_BEHIND);
        self.unit.poll(own, floor, &mut |_| ());
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(own, &mut frame) {
            self.wire.send(true, &frame[..length], self.now, &mut self.rng);
        }
        let bytes = self.wire.arrived(true, self.now);
        self.hear(&bytes);
        self.write();
        while let Some(length) = self.host.transmit(self.now, &mut frame) {
            self.wire.send(false, &frame[..length], self.now, &mut self.rng);
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let (mut kept, mut grant) = (Vec::new(), false);
        let told = &mut self.told;
        let mut tell = |tale: Told<'_>| match tale {
            Told::Input { input, application } => {
                if let What::Order { id, refused, .. } = input.what {
                    assert_eq!(told.answers.insert((input.epoch, id), refused), None, "answered twice");
                }
                kept.push(Kept::Input(Box::new(input.clone()), application));
            }
            Told::Corrected { snapshot, why, application } => {
                told.corrected += 1;
                told.whys.push(why);
                kept.push(Kept::Corrected(snapshot.clone(), application));
            }
            Told::Forgot(_) => grant = true,
            Told::Foreign { epoch } => {
                told.foreign.push(epoch);
                grant = true;
            }
            Told::Unanswered { id, .. } => told.unanswered.push(id),
            Told::Missing { from, to, .. } => told.missing.push((from, to)),
            Told::Trouble(trouble) => told.troubles.push(trouble),
            Told::TurnedAway(why) => told.turned_away.push(why),
            Told::Silent { .. } => told.silences += 1,
            Told::Joined(_)
            | Told::Granted { .. }
            | Told::Event(_)
            | Told::Time(_)
            | Told::Back
            | Told::Fault(_) => {}
        };
        self.host.receive(bytes, self.now, &mut tell);
        while self.host.take_early(&mut tell) {}
        self.host.poll(self.now, &mut tell);
        self.keep(kept, grant);
    }

    /// Puts on record what was told; a table is granted anew by the clock as the host knows it.
    fn keep(&mut self, kept: Vec<Kept>, grant: bool) {
        if kept.is_empty() && !grant {
            return;
        }
        let granted = grant.then(|| {
            let clock =
                self.host.clock().cloned().unwrap_or_else(|| Clock::new(CONTROL.parse().expect("a control")));
            let table = KnownTable {
                number: 7,
                turns: self.host.turns(),
                control: clock.control().clone(),
                state: clock.state().clone(),
                first: None,
            };
            let epoch = self.host.grant(table, self.beyond, clock.committed(), self.now);
            self.epochs.push(epoch);
            (epoch, clock)
        });
        let delay = Duration::from_millis(self.rng.u64(0..40));
        let after = self.writing.back().map_or(self.now, |batch| batch.due);
        let due = after.max(self.now.plus(delay));
        self.writing.push_back(Batch { due, kept, granted, known: self.host.known() });
    }

    fn write(&mut self) {
        while self.writing.front().is_some_and(|batch| batch.due <= self.now) {
            let Some(Batch { kept, granted, known, .. }) = self.writing.pop_front() else { return };
            self.disk.known = known;
            for item in kept {
                let (start, seq) = self.disk.enter(item);
                self.host.saved(start, seq);
            }
            if let Some((epoch, clock)) = granted {
                self.disk.replayed = Some(clock);
                self.host.grant_saved(epoch);
            }
        }
    }

    pub(crate) fn press(&mut self, side: Side) {
        let stamp = self.own_time();
        let pressed = Report::Wanted(Intent::Press { side, at: stamp });
        self.made += usize::from(self.unit.said(pressed).is_ok());
        self.step();
    }

    pub(crate) fn gesture(&mut self, gesture: Gesture) {
        let stamp = self.own_time();
        self.made += usize::from(self.unit.gesture(gesture, stamp).is_ok());
        self.step();
    }

    pub(crate) fn order(&mut self, commands: &[Command], turns: Option<u32>) -> Result<u32, OrderError> {
        self.host.order(Commands::from_iter(commands.iter().copied()), turns, self.now)
    }

    /// The unit loses its power, and everything with it.
    pub(crate) fn restart_unit(&mut self) {
        self.identity.boot += 1;
        self.started = self.now;
        self.unit = TableUnit::start(self.identity);
        self.made = 0;
        self.told.answers.clear();
    }

    /// The watchdog bites; the memory stays.
    pub(crate) fn reset_unit(&mut self) {
        self.run(4);
        let length = self.unit.remember(self.own_time(), &mut self.memory).expect("there is room");
        self.now = self.now.plus(Duration::from_millis(self.rng.u64(1..900)));
        self.started = self.now;
        self.unit =
            TableUnit::wake(self.identity, &self.memory[..length], self.own_time()).expect("a memory");
    }

    /// The host's program ends; what is on disk stays.
    pub(crate) fn crash_host(&mut self) {
        self.writing.clear();
        self.told.answers.clear();
        self.host = Host::restore(self.disk.known.clone(), self.now);
    }

    /// Another unit is plugged in; the one that was there is taken away as it is.
    pub(crate) fn swap_unit(&mut self) {
        self.plug_in(Identity { serial: Serial(77), boot: 3, resets: 0 });
    }

    /// The same, of that number and count of starts.
    pub(crate) fn plug_in(&mut self, identity: Identity) {
        self.identity = identity;
        self.started = self.now;
        self.unit = TableUnit::start(self.identity);
        self.made = 0;
        self.told.answers.clear();
    }

    /// The host is set back to what was on its disk at an earlier time.
    pub(crate) fn set_host_back(&mut self, known: Known) {
        self.disk.known = known;
        self.crash_host();
    }

    pub(crate) fn known(&self) -> Known {
        self.disk.known.clone()
    }

    /// Something comes to one of the ends that the other never said.
    pub(crate) fn say<M: serde::Serialize>(&mut self, to_host: bool, message: &M) {
        let mut frame = [0; FRAME_MAX];
        let length = link::encode(message, &mut frame).expect("it fits");
        self.wire.send(to_host, &frame[..length], self.now, &mut self.rng);
    }

    /// The same table is given to the same unit once more.
    fn grant_again(&mut self) {
        if self.host.clock().is_some() {
            self.keep(Vec::new(), true);
        }
    }

    pub(crate) fn show(&mut self) {
        let muted = self.rng.bool();
        self.host.show(Showing { muted, ..Showing::default() });
    }

    fn some_order(&mut self) {
        let side = if self.rng.bool() { Side::Black } else { Side::White };
        let amount = Duration::from_millis(self.rng.u64(0..30_000));
        let commands: &[Command] = match self.rng.u8(0..7) {
            0 | 1 => &[Command::Pause],
            2 | 3 => &[Command::Resume],
            4 => &[Command::Start { side }],
            5 => &[Command::Add { side, amount }, Command::Turn { side }],
            _ => &[Command::Pause, Command::Subtract { side, amount }, Command::VoidFlag, Command::Resume],
        };
        let turns = self.rng.bool().then(|| self.host.turns());
        _ = self.order(commands, turns);
    }

    /// One thing that may happen.
    pub(crate) fn anything(&mut self) {
        let turn = self.unit.clock().and_then(Clock::turn).unwrap_or(Side::Black);
        match self.rng.u8(0..100) {
            0..40 => {
                let millis = self.rng.u64(1..900);
                self.run(millis);
            }
            40..60 => self.press(turn),
            60..64 => self.press(turn.other()),
            64..66 => self.gesture(Gesture::CallArbiter { side: Some(turn) }),
            66 => self.gesture(Gesture::Pause),
            67..79 => self.some_order(),
            79..84 => self.wire.cut = !self.wire.cut,
            84..90 => self.wire.worsen(&mut self.rng),
            90 | 91 => self.restart_unit(),
            92 | 93 => self.reset_unit(),
            94 | 95 => self.crash_host(),
            96 => self.grant_again(),
            _ => self.show(),
        }
    }

    pub(crate) fn make_well(&mut self) {
        self.wire.make_well();
        // What is late by seconds arrives, and what is kept is handed over.
        self.run(20_000);
    }

    pub(crate) fn check(&self) {
        self.check_clocks();
        self.check_inputs();
        let mut replayed = self.disk.replayed.clone().expect("a table");
        let host = self.host.clock().expect("a table");
        replayed.poll(host.committed(), &mut |_| ()).expect("forwards");
        assert_eq!(digest(&replayed), digest(host), "the disk says otherwise");
    }

    /// Both ends are of one mind, and nothing waits.
    pub(crate) fn check_clocks(&self) {
        assert!(self.host.is_held());
        assert_eq!(self.host.epoch(), self.unit.session().epoch());
        assert_eq!(self.unit.session().unsent(), 0);
        let (mut host, mut unit) =
            (self.host.clock().expect("a table").clone(), self.unit.clock().expect("a table").clone());
        let to = host.committed().max(unit.committed());
        assert!(to.since(host.committed()) <= Duration::from_millis(600), "the host has heard no tick");
        host.poll(to, &mut |_| ()).expect("forwards");
        unit.poll(to, &mut |_| ()).expect("forwards");
        assert_eq!(digest(&host), digest(&unit));
    }

    /// Each start's inputs are on disk once and in order; the present one's all of them.
    fn check_inputs(&self) {
        let mut starts: BTreeMap<u32, u32> = BTreeMap::new();
        for input in &self.disk.inputs {
            let last = starts.entry(input.start.0).or_default();
            assert_eq!(input.seq, *last + 1, "an input is lost or there twice");
            *last = input.seq;
        }
        let ours = |input: &&Input| input.start == self.identity.start();
        let by_hand = |input: &&Input| matches!(input.what, What::Press { .. } | What::Gesture(_));
        assert_eq!(self.disk.inputs.iter().filter(ours).filter(by_hand).count(), self.made);
    }
}

impl Disk {
    fn enter(&mut self, item: Kept) -> (Start, u32) {
        match item {
            Kept::Input(input, application) => {
                if let (Application::Applied, Some(clock)) = (application, &mut self.replayed) {
                    apply(clock, &input);
                }
                let saved = (input.start, input.seq);
                self.inputs.push(*input);
                saved
            }
            Kept::Corrected(snapshot, application) => {
                let saved = (snapshot.start, snapshot.seq);
                if let (Application::Applied, Some(clock)) = (application, &mut self.replayed) {
                    *clock = Clock::restore(clock.control().clone(), snapshot.state);
                }
                saved
            }
        }
    }
}

/// What an input does to a clock, told apart from how either end does it.
fn apply(clock: &mut Clock, input: &Input) {
    let commands = match &input.what {
        What::Press { side } => vec![Command::Press { side: *side }],
        What::Gesture(Gesture::Pause) => vec![Command::Pause],
        What::Order { commands, .. } => commands.to_vec(),
        What::Gesture(_) | What::Key { .. } | What::Reset { .. } | What::Breakdown { .. } => Vec::new(),
    };
    let at = input.at.max(clock.committed());
    clock.poll(at, &mut |_| ()).expect("forwards");
    for command in commands {
        match clock.handle(command, at, &mut |_| ()) {
            Ok(()) => {}
            Err(HandleError::Refused(_)) => return,
            Err(HandleError::Backwards { .. }) => unreachable!("it acts where the clock stands"),
        }
    }
}
