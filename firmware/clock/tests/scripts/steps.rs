//! Random steps of a script.

use clock::{Command, Duration, Setting, Side};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::{Step, What, When};

/// A script of so many steps.
pub(crate) fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 1..=most)
}

fn step() -> impl Strategy<Value = Step> {
    let repair = prop_oneof![3 => repair().prop_map(Ok), 1 => (0_u64..=32).prop_map(Err)];
    (when(), what(), repair).prop_map(|(when, what, repair)| Step { when, what, repair })
}

fn when() -> impl Strategy<Value = When> {
    prop_oneof![
        4 => Just(When::After(0)),
        6 => (0_u64..=3_000).prop_map(When::After),
        2 => (0_u64..=9_000).prop_map(When::After),
        1 => (0_u64..=100_000).prop_map(When::After),
        4 => Just(When::UsedUp(-1)),
        3 => (0_i64..=1).prop_map(When::UsedUp),
        2 => (-1_i64..=1).prop_map(When::Second),
        1 => (0_u64..=20).prop_map(|seconds| When::After(seconds * 1000)),
    ]
}

fn what() -> impl Strategy<Value = What> {
    prop_oneof![
        30 => Just(What::GoOn),
        3 => (side(), setting_of(0.6, time())).prop_map(|(side, setting)| What::Fitting(side, setting)),
        2 => (0_u64..=32).prop_map(What::Recount),
        1 => prop_oneof![-1_i64..=1, 0_i64..=5_000].prop_map(What::SubtractAll),
        5 => any_command(time()).prop_map(What::Just),
    ]
}

/// Any command, sensible or not, with lengths of time made by `time`.
pub(crate) fn any_command(
    time: impl Strategy<Value = Duration> + Clone + 'static,
) -> impl Strategy<Value = Command> {
    let amount = time.clone();
    let taken = time.clone();
    let ahead = time.clone();
    prop_oneof![
        2 => side().prop_map(|side| Command::Press { side }),
        1 => side().prop_map(|side| Command::Start { side }),
        2 => Just(Command::Pause),
        1 => Just(Command::Resume),
        1 => Just(Command::VoidFlag),
        1 => Just(Command::Reopen),
        1 => prop_oneof![3 => Just(Command::Pause), 1 => Just(Command::Stop)],
        2 => (side(), setting_of(0.2, time.clone())).prop_map(|(side, setting)| Command::Set { side, setting }),
        3 => (side(), amount).prop_map(|(side, amount)| Command::Add { side, amount }),
        3 => (side(), taken).prop_map(|(side, amount)| Command::Subtract { side, amount }),
        2 => ahead.prop_map(|amount| Command::Charge { amount }),
        2 => side().prop_map(|side| Command::Turn { side }),
        2 => Just(Command::SwapSides),
        1 => (side(), time).prop_map(|(side, elapsed)| Command::Recount { side, elapsed }),
    ]
}

fn side() -> impl Strategy<Value = Side> + Clone {
    prop_oneof![Just(Side::Black), Just(Side::White)]
}

fn time() -> impl Strategy<Value = Duration> + Clone {
    prop_oneof![
        1 => Just(Duration::ZERO),
        6 => (1_u64..=12).prop_map(Duration::from_secs),
        3 => (1_u64..=65).prop_map(Duration::from_secs),
        4 => (1_u64..=20_000).prop_map(Duration::from_millis),
    ]
}

/// Each running time is named with that probability, whether the control has it or not.
fn setting_of(
    named: f64,
    time: impl Strategy<Value = Duration> + Clone + 'static,
) -> impl Strategy<Value = Setting> {
    let times = vec(option::weighted(named, time), 6);
    let counts =
        (option::weighted(0.3, 0_u16..=5), option::weighted(0.3, 0_u16..=6), option::weighted(0.2, 0_u8..=4));
    (times, counts).prop_map(|(times, (periods, moves, stage))| Setting {
        main: times[0],
        period: times[1],
        unit: times[2],
        section: times[3],
        block: times[4],
        hourglass: times[5],
        periods,
        moves,
        stage,
    })
}

/// A setting that names every running time, so that one is kept whatever the control.
fn repair() -> impl Strategy<Value = Setting> {
    let short = || (1_u64..=12_000).prop_map(Duration::from_millis);
    let counts = (option::weighted(0.5, 1_u16..=3), option::weighted(0.2, 1_u16..=3));
    (short(), any::<[bool; 2]>(), counts).prop_map(|(time, [to_main, to_unit], (periods, moves))| Setting {
        main: to_main.then_some(time),
        period: Some(time),
        unit: to_unit.then_some(time),
        section: Some(time),
        block: Some(time),
        hourglass: Some(time),
        periods,
        moves,
        stage: None,
    })
}
