//! What must not change by itself: numbers of variants, digests of the engine, and that everything fits into a frame.

use clock::{
    Bonus, BySide, CallList, CallTable, Clock, Command, Control, Count, Duration, Instant, Language,
    Overtime, Phase, Reading, Setting, Side, SideControl, SideSettings, Stage, Standing, Status,
};
use link::{
    Breakdown, COMMANDS_IN_ONE, Commands, Corrected, ENGINE, FRAME_MAX, File, GRANT_TIME_MAX, Game, Gesture,
    Grant, Input, Key, KeyReport, Order, Play, Reason, Showing, Start, ToHost, ToUnit, What, WhiteAt, digest,
    encode,
};
use serde::Serialize;

/// The number of a variant is its place in the document's list.
fn numbered<T: Serialize>(variants: &[T]) {
    for (number, variant) in variants.iter().enumerate() {
        let mut bytes = [0; 128];
        let bytes = postcard::to_slice(variant, &mut bytes).expect("it fits");
        assert_eq!(usize::from(bytes[0]), number);
    }
}

#[test]
fn variants_have_the_numbers_of_the_document() {
    let (side, time) = (Side::White, Duration::ZERO);
    numbered(&[Side::Black, Side::White]);
    numbered(&[
        Status::Waiting,
        Status::Running,
        Status::Paused,
        Status::Flagged(side),
        Status::FlagWithdrawn(side),
        Status::Stopped,
    ]);
    numbered(&[
        Command::Start { side },
        Command::Press { side },
        Command::Pause,
        Command::Resume,
        Command::Stop,
        Command::Reopen,
        Command::Set { side, setting: Setting::default() },
        Command::Add { side, amount: time },
        Command::Subtract { side, amount: time },
        Command::Charge { amount: time },
        Command::Turn { side },
        Command::SwapSides,
        Command::Recount { side, elapsed: time },
        Command::VoidFlag,
    ]);
    numbered(&[
        Phase::Main { stage: 1, moves_to_go: None },
        Phase::Byoyomi { periods: 1 },
        Phase::Canadian { moves_left: 1 },
        Phase::Ing { periods: 1, penalties: 1 },
        Phase::Consideration { periods: 1, unit: false },
        Phase::Hourglass,
    ]);
    numbered(&[Bonus::None, Bonus::Increment(time), Bonus::Delay(time), Bonus::Bronstein(time)]);
    numbered(&[
        Overtime::None,
        Overtime::Byoyomi { periods: 1, period: time },
        Overtime::Reserve { reserve: time, period: time },
        Overtime::Canadian { moves: 1, time, carry_over: true },
        Overtime::Ing { periods: 1, period: time, penalty: 1 },
        Overtime::Consideration { period: time, units: 1, unit: time },
        Overtime::Hourglass { time },
    ]);
    numbered(&[Count::Up, Count::Down, Count::Off]);
    numbered(&[Language::English, Language::Chinese]);
    numbered(&[WhiteAt::Right, WhiteAt::Left]);
    numbered(&[Game::Go, Game::Chess]);
    numbered(&[Play::Going, Play::Adjourned, Play::Over]);
    numbered(&[
        Reason::Arbiter,
        Reason::Summoned,
        Reason::Ruling,
        Reason::Break,
        Reason::Equipment,
        Reason::PowerLost,
        Reason::FlagWithdrawn,
        Reason::TouchLost,
    ]);
    numbered(&[Breakdown::Panic, Breakdown::Processor, Breakdown::Hung, Breakdown::Display]);
    numbered(&[
        What::Press { side },
        What::Gesture(Gesture::Pause),
        What::Key { key: Key::Arbiter, report: KeyReport::Stuck },
        What::Order { id: 1, commands: Commands::new(), refused: None },
        What::Reset { resets: 1 },
        What::Breakdown { kind: Breakdown::Panic, line: 1, file: File::new() },
    ]);
    numbered(&[Gesture::CallArbiter { side: None }, Gesture::Pause, Gesture::Query { side }]);
}

/// A hundred turns of all lengths: what the engine makes of them is what its version stands for.
fn played(control: &str) -> u32 {
    let mut clock = Clock::new(control.parse().expect("a control"));
    let mut at = Instant::from_millis(1);
    clock.handle(Command::Start { side: Side::Black }, at, &mut |_| ()).expect("forwards");
    let (mut side, mut length) = (Side::Black, 1_u64);
    for _ in 0..100 {
        length = length * 7_919 % 15_013;
        at = at.plus(Duration::from_millis(length));
        clock.handle(Command::Press { side }, at, &mut |_| ()).expect("forwards");
        side = side.other();
    }
    digest(&clock).0
}

#[test]
fn the_engine_is_that_of_its_version() {
    assert_eq!(ENGINE, 1);
    let controls = ["10m", "10s+3x30s", "1m+5s", "10m reserve 5m/60s", "2m+5/1m carry"];
    let digests = controls.map(played);
    // If the engine decides otherwise, or its state is written otherwise, ENGINE must be raised.
    assert_eq!(digests, [3_757_934_593, 1_656_164_369, 1_081_639_671, 3_400_166_146, 1_759_723_460]);
}

/// A control than which none is longer on the line.
fn longest_control() -> Control {
    let stage = |index: u64| Stage {
        time: Duration::from_micros(Duration::from_hours(999).as_micros() - index),
        moves: Some(60_000),
        bonus: Bonus::Increment(Duration::from_micros(Duration::from_hours(998).as_micros() - index)),
    };
    let calls = || Some(CallList::from_iter((0..32).map(|call| 20_000 + call)));
    let settings = SideSettings {
        stages: (0..8).map(stage).collect(),
        first_move_bonus: true,
        overtime: Overtime::Byoyomi { periods: 60_000, period: Duration::from_hours(18) },
        calls: CallTable { before_last: calls(), last: calls(), count: Count::Up, remaining: calls() },
    };
    Control::same(SideControl::try_from(settings).expect("a control"))
}

#[test]
fn the_longest_messages_fit_into_a_frame() {
    let long = Duration::from_micros(u64::MAX);
    let setting = Setting {
        main: Some(long),
        period: Some(long),
        unit: Some(long),
        section: Some(long),
        block: Some(long),
        hourglass: Some(long),
        periods: Some(u16::MAX),
        moves: Some(u16::MAX),
        stage: Some(u8::MAX),
    };
    let commands = Commands::from_iter([Command::Set { side: Side::White, setting }; COMMANDS_IN_ONE]);
    let (start, at, seq, id) = (Start(u32::MAX), Instant::from_micros(u64::MAX), u32::MAX, u32::MAX);
    let clock = Clock::new(longest_control());
    let state = clock.state().clone();
    let control = clock.control().clone();
    let grant = Grant {
        start,
        epoch: seq,
        table: u16::MAX,
        time: GRANT_TIME_MAX,
        turns: seq,
        control,
        state,
        first: Some(Side::White),
    };
    assert!(grant.is_sound());
    let order = Order { epoch: seq, id, turns: Some(seq), expires: at, commands: commands.clone() };
    let what = What::Order { id, commands, refused: None };
    let text: String = "棋".repeat(32);
    let name: String = "手".repeat(16);
    let left =
        Reading { phase: Phase::Ing { periods: u16::MAX, penalties: u16::MAX }, left: long, delay: long };
    let before = Standing { turn: Some(Side::White), readings: BySide { black: left, white: left } };
    let mut showing = Showing {
        revision: seq,
        text: text.as_str().try_into().unwrap(),
        corrected: Some(Corrected { before, until: at }),
        ..Showing::default()
    };
    showing.names.black = name.as_str().try_into().unwrap();
    showing.names.white = name.as_str().try_into().unwrap();

    let mut frame = [0; FRAME_MAX];
    let to_unit = [ToUnit::Grant(grant), ToUnit::Order(order), ToUnit::Show(showing)];
    for message in &to_unit {
        assert!(encode(message, &mut frame).is_some(), "{message:?}");
    }
    let input = ToHost::Input(Input { start, seq, epoch: seq, at, late: seq, what });
    assert!(encode(&input, &mut frame).is_some());
}
