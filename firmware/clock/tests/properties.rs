//! What holds of the machine whatever the control and the script, down to the microsecond.

mod scripts;

use clock::{
    Clock, Command, Control, Duration, Event, HandleError, Instant, Overtime, Reading, Side, SideControl,
    SideSettings, Stage, Status,
};
use proptest::collection::vec;
use proptest::prelude::*;

use scripts::controls::control;
use scripts::steps::{any_command, steps};
use scripts::{Seen, Step};

type Script = Vec<(Command, Instant)>;

/// Enough for every clock of the strategies to run out when nobody presses any more.
const RUN_OUT: Duration = Duration::from_mins(20);

/// More events than a script of the strategies can cause.
const MANY: usize = 20_000;

/// A clock that is played, and all that it said.
#[derive(Clone)]
struct Play {
    clock: Clock,
    events: Vec<Event>,
}

impl Play {
    fn new(control: &Control) -> Self {
        Self { clock: Clock::new(control.clone()), events: Vec::new() }
    }

    /// Commands; a refusal is as good an answer as any.
    fn handle(&mut self, command: Command, at: Instant) {
        let events = &mut self.events;
        let result = self.clock.handle(command, at, &mut |event| events.push(event));
        assert!(!matches!(result, Err(HandleError::Backwards { .. })), "{result:?}");
    }

    fn poll(&mut self, at: Instant) {
        let events = &mut self.events;
        self.clock.poll(at, &mut |event| events.push(event)).expect("time goes forwards");
    }

    /// Polls whenever something is due, up to `at`.
    fn poll_often(&mut self, at: Instant) {
        while let Some(due) = self.clock.poll_at().filter(|&due| due <= at) {
            let before = self.events.len();
            if due > self.clock.committed() {
                self.poll(Instant::from_micros(due.as_micros() - 1));
                assert_eq!(self.events.len(), before, "nothing happens before it is due");
            }
            self.poll(due);
            assert!(self.events.len() > before, "something happens when it is due");
            assert!(
                self.events[before..].iter().all(|event| event.at == due),
                "at the instant at which it is due"
            );
            assert!(self.events.len() < MANY, "there is an end");
        }
    }

    fn seen<'a>(&self, control: &'a Control, at: Instant) -> Seen<'a> {
        let turn = self.clock.turn();
        let reading = self.reading(turn.unwrap_or(Side::Black), at);
        Seen { control, status: self.clock.status(), turn, reading }
    }

    fn reading(&self, side: Side, at: Instant) -> Reading {
        self.clock.reading(side, at).expect("time goes forwards")
    }

    fn readings(&self, at: Instant) -> [Reading; 2] {
        Side::BOTH.map(|side| self.reading(side, at))
    }
}

/// What the steps come to when this clock is played; `odd` microseconds are added before each.
fn script(control: &Control, steps: &[Step], odd: &[u64]) -> Script {
    let mut play = Play::new(control);
    let mut now = Instant::ZERO;
    let mut script = Script::new();
    for (step, odd) in steps.iter().zip(odd) {
        now = now.plus(Duration::from_micros(step.wait(&play.seen(control, now)) + odd));
        play.poll(now);
        let command = step.command(&play.seen(control, now));
        play.handle(command, now);
        script.push((command, now));
    }
    script
}

fn end_of(script: &Script) -> Instant {
    script.last().map_or(Instant::ZERO, |&(_, at)| at).plus(RUN_OUT)
}

/// Whether everything of a script passes without a correction.
fn is_plain(command: Command) -> bool {
    matches!(command, Command::Start { .. } | Command::Press { .. } | Command::Pause | Command::Resume)
}

fn scripted(control: impl Strategy<Value = Control>) -> impl Strategy<Value = (Control, Script)> {
    let odd = prop_oneof![2 => Just(0_u64), 1 => 0_u64..2_000];
    (control, steps(40), vec(odd, 40)).prop_map(|(control, steps, odd)| {
        let script = script(&control, &steps, &odd);
        (control, script)
    })
}

proptest! {
    #![proptest_config(scripts::cases(1_000))]

    #[test]
    fn late_polling_changes_nothing((control, script) in scripted(control()), at in vec(any::<u64>(), 0..6)) {
        let [mut never, mut often, mut sometimes] = [(); 3].map(|()| Play::new(&control));
        let mut before = Instant::ZERO;
        for &(command, now) in &script {
            never.handle(command, now);
            often.poll_often(now);
            often.handle(command, now);
            for instant in between(before, now, &at) {
                sometimes.poll(instant);
            }
            sometimes.handle(command, now);
            prop_assert_eq!(never.clock.state(), often.clock.state());
            prop_assert_eq!(never.clock.state(), sometimes.clock.state());
            before = now;
        }
        let end = end_of(&script);
        never.poll(end);
        often.poll_often(end);
        often.poll(end);
        sometimes.poll(end);
        prop_assert_eq!(&never.events, &often.events);
        prop_assert_eq!(&never.events, &sometimes.events);
        prop_assert_eq!(never.clock.state(), often.clock.state());
        prop_assert_eq!(never.clock.state(), sometimes.clock.state());
    }

    #[test]
    fn events_come_in_the_order_of_their_instants((control, script) in scripted(control())) {
        let mut play = Play::new(&control);
        for (command, at) in script {
            play.handle(command, at);
        }
        prop_assert!(play.events.is_sorted_by_key(|event| event.at));
    }

    #[test]
    fn a_copy_read_ahead_never_differs(
        (control, script) in scripted(control()),
        ahead in 0_u64..400_000_000,
    ) {
        let mut play = Play::new(&control);
        for (command, at) in script {
            play.handle(command, at);
            let later = at.plus(Duration::from_micros(ahead));
            let before = play.clock.state().clone();
            let read = play.readings(later);
            prop_assert_eq!(play.clock.state(), &before, "reading ahead commits nothing");
            let mut committed = play.clone();
            committed.poll(later);
            prop_assert_eq!(read, committed.readings(later));
        }
    }

    #[test]
    fn a_stamp_before_committed_time_changes_nothing(
        (control, script) in scripted(control()),
        back in 1_u64..10_000_000,
        command in any_command((0_u64..60).prop_map(Duration::from_secs)),
    ) {
        let mut play = Play::new(&control);
        for (given, committed) in script {
            play.handle(given, committed);
            let Some(at) = committed.as_micros().checked_sub(back).map(Instant::from_micros) else { continue };
            let before = (play.clock.state().clone(), play.events.len());
            let events = &mut play.events;
            let refused = Err(HandleError::Backwards { at, committed });
            prop_assert_eq!(play.clock.handle(command, at, &mut |event| events.push(event)), refused);
            prop_assert_eq!(play.clock.poll(at, &mut |event| events.push(event)), refused);
            prop_assert_eq!(play.clock.reading(Side::Black, at).err(), refused.err());
            prop_assert_eq!((play.clock.state().clone(), play.events.len()), before);
        }
    }

    #[test]
    fn time_is_neither_made_nor_lost((control, script) in scripted(sudden_death())) {
        let mut play = Play::new(&control);
        let given = total(&play.readings(Instant::ZERO));
        let (mut ran, mut now) = (0, Instant::ZERO);
        for (command, at) in script {
            let running = play.clock.status() == Status::Running;
            let flagged_before = play.events.len();
            play.poll(at);
            let stood = play.events[flagged_before..].iter().find(|event| is_flag(event)).map_or(at, |flag| flag.at);
            if running {
                ran += stood.since(now).as_micros();
            }
            now = at;
            if is_plain(command) || matches!(command, Command::Turn { .. } | Command::SwapSides) {
                play.handle(command, at);
            }
            prop_assert_eq!(given - total(&play.readings(at)), ran);
        }
    }

    #[test]
    fn only_the_running_side_is_charged((control, script) in scripted(control())) {
        let mut play = Play::new(&control);
        let hourglass = matches!(control.black.overtime(), Overtime::Hourglass { .. });
        for (command, at) in script {
            let running = play.clock.turn().filter(|_| play.clock.status() == Status::Running);
            let before = play.readings(play.clock.committed());
            play.poll(at);
            let after = play.readings(at);
            if hourglass {
                prop_assert_eq!(total(&before), total(&after), "what one side uses, the other gains");
            }
            for (index, side) in Side::BOTH.into_iter().enumerate() {
                let gains = hourglass && running == Some(side.other());
                prop_assert!(running == Some(side) || gains || before[index] == after[index], "{} stands", side);
            }
            play.handle(command, at);
        }
    }
}

proptest! {
    #![proptest_config(scripts::cases(2_000))]

    #[test]
    fn nothing_makes_it_panic(
        control in control(),
        commands in vec((any_wait(), any_command(any_length())), 1..60),
        ahead in any_wait(),
    ) {
        let mut play = Play::new(&control);
        let mut now = Instant::ZERO;
        play.handle(Command::Start { side: Side::Black }, now);
        for (wait, command) in commands {
            let later = now.plus(ahead);
            play.readings(later);
            now = now.plus(wait);
            play.handle(command, now);
            prop_assert!(play.clock.poll_at().is_none_or(|due| due >= now));
            prop_assert!(play.clock.state().fits(&control));
            play.events.clear();
        }
        play.poll(Instant::from_micros(u64::MAX));
        prop_assert_eq!(play.clock.committed(), Instant::from_micros(u64::MAX));
    }
}

fn total(readings: &[Reading; 2]) -> u64 {
    readings.iter().map(|reading| reading.left.as_micros()).sum()
}

fn is_flag(event: &Event) -> bool {
    matches!(event.kind, clock::EventKind::Flag { .. })
}

/// Instants between two others, in order.
fn between(from: Instant, to: Instant, parts: &[u64]) -> Vec<Instant> {
    let length = to.since(from).as_micros();
    let mut instants: Vec<_> =
        parts.iter().map(|part| from.plus(Duration::from_micros(part % (length + 1)))).collect();
    instants.sort_unstable();
    instants
}

/// Main time and nothing else.
fn sudden_death() -> impl Strategy<Value = Control> {
    let side = || (1_u64..300_000_000).prop_map(only_main);
    (side(), side()).prop_map(|(black, white)| Control { black, white })
}

fn only_main(micros: u64) -> SideControl {
    let stage = Stage { time: Duration::from_micros(micros), ..Stage::default() };
    let settings = SideSettings { stages: [stage].into_iter().collect(), ..SideSettings::default() };
    settings.try_into().expect("sound")
}

fn any_wait() -> impl Strategy<Value = Duration> {
    prop_oneof![
        4 => 0_u64..10_000_000,
        4 => (0_u64..60).prop_map(|seconds| seconds * 1_000_000),
        1 => 0_u64..100_000_000_000,
        1 => 0_u64..=u64::MAX,
        1 => (0_u64..100).prop_map(|less| u64::MAX - less),
    ]
    .prop_map(Duration::from_micros)
}

fn any_length() -> impl Strategy<Value = Duration> + Clone {
    let micros = prop_oneof![
        2 => Just(0),
        6 => 0_u64..60_000_000,
        6 => (0_u64..60).prop_map(|seconds| seconds * 1_000_000),
        1 => 0_u64..4_000_000_000_000,
        1 => 0_u64..=u64::MAX,
        1 => (0_u64..100).prop_map(|less| u64::MAX - less),
    ];
    micros.prop_map(Duration::from_micros)
}
