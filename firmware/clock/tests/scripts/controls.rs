//! Random time controls: every kind, short enough to be played through.

use clock::{Bonus, CallTable, Control, Count, Duration, Overtime, SideControl, SideSettings, Stage};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A control of any kind, the sides' the same or differing.
pub(crate) fn control() -> impl Strategy<Value = Control> {
    prop_oneof![
        5 => side().prop_map(Control::same),
        3 => (side(), side()).prop_map(|(black, white)| Control { black, white }),
        1 => (hourglass(), hourglass()).prop_map(|(black, white)| Control { black, white }),
        1 => hourglass().prop_map(Control::same),
    ]
}

fn checked(settings: SideSettings) -> SideControl {
    SideControl::try_from(settings).expect("the strategies make sound controls")
}

fn hourglass() -> impl Strategy<Value = SideControl> {
    (length(60_000), remaining()).prop_map(|(time, remaining)| {
        let calls = CallTable { remaining, ..CallTable::default() };
        checked(SideSettings { overtime: Overtime::Hourglass { time }, calls, ..SideSettings::default() })
    })
}

fn side() -> impl Strategy<Value = SideControl> {
    prop_oneof![
        8 => with_main(),
        4 => without_main(),
        2 => reserve(),
        1 => each_move_its_time(),
    ]
}

/// A length of at most so many milliseconds: often whole seconds, often short.
fn length(most: u64) -> impl Strategy<Value = Duration> {
    prop_oneof![
        3 => (1..=most.min(12_000)).prop_map(Duration::from_millis),
        3 => (1..=most / 1000).prop_map(Duration::from_secs),
        1 => (1..=most).prop_map(Duration::from_millis),
    ]
}

fn period() -> impl Strategy<Value = Duration> {
    proptest::sample::select(&[1_u64, 2, 3, 5, 10, 11, 12, 20, 30, 31, 32, 60, 61])
        .prop_map(Duration::from_secs)
}

fn bonus() -> impl Strategy<Value = Bonus> {
    prop_oneof![
        2 => Just(Bonus::None),
        2 => length(10_000).prop_map(Bonus::Increment),
        2 => length(10_000).prop_map(Bonus::Delay),
        2 => length(10_000).prop_map(Bonus::Bronstein),
    ]
}

fn stage() -> impl Strategy<Value = Stage> {
    (length(90_000), option::of(1_u16..=4), bonus()).prop_map(|(time, moves, bonus)| Stage {
        time,
        moves,
        bonus,
    })
}

fn overtime() -> impl Strategy<Value = Overtime> {
    let canadian = (1_u16..=6, period(), any::<bool>());
    let ing = (1_u16..=4, prop_oneof![4 => period(), 1 => Just(Duration::from_secs(301))], 1_u16..=3);
    let pool = (period(), 1_u16..=4, period());
    prop_oneof![
        3 => (1_u16..=4, period()).prop_map(|(periods, period)| Overtime::Byoyomi { periods, period }),
        3 => canadian.prop_map(|(moves, time, carry_over)| Overtime::Canadian { moves, time, carry_over }),
        2 => ing.prop_map(|(periods, period, penalty)| Overtime::Ing { periods, period, penalty }),
        3 => pool.prop_map(|(period, units, unit)| Overtime::Consideration { period, units, unit }),
    ]
}

fn with_main() -> impl Strategy<Value = SideControl> {
    let over = prop_oneof![1 => Just(Overtime::None), 3 => overtime()];
    let stages = (vec(stage(), 1..=3), any::<u8>());
    (stages, any::<bool>(), over, calls()).prop_map(|((mut stages, dice), first, overtime, calls)| {
        if dice < 64 {
            add_nothing_after_quotas(&mut stages);
        }
        let adds = matches!(stages[0].bonus, Bonus::Increment(_));
        let stages = stages.into_iter().collect();
        let settings = SideSettings { stages, overtime, ..SideSettings::default() };
        with_calls(SideSettings { first_move_bonus: first || !adds, ..settings }, calls)
    })
}

/// A stage behind a quota may have no time of its own: what is left runs on.
fn add_nothing_after_quotas(stages: &mut [Stage]) {
    for index in 1..stages.len() {
        if stages[index - 1].moves.is_some() {
            stages[index].time = Duration::ZERO;
        }
    }
}

fn without_main() -> impl Strategy<Value = SideControl> {
    (overtime(), calls())
        .prop_map(|(overtime, calls)| with_calls(SideSettings { overtime, ..SideSettings::default() }, calls))
}

/// Periods inside the last stage, which may be all of it.
fn reserve() -> impl Strategy<Value = SideControl> {
    let before = vec(stage(), 0..=2);
    let last = (prop_oneof![Just(Duration::ZERO), length(30_000)], bonus());
    (before, last, period(), 1_u16..=4, calls()).prop_map(|(before, (extra, bonus), period, count, calls)| {
        let reserve = period.times(count);
        let nothing_before = before.is_empty() && extra.is_zero();
        let mut last = Stage { time: reserve.plus(extra), moves: None, bonus };
        if nothing_before {
            last = Stage { time: reserve, ..Stage::default() };
        }
        let stages = before.into_iter().chain([last]).collect();
        let overtime = Overtime::Reserve { reserve, period };
        with_calls(SideSettings { stages, overtime, ..SideSettings::default() }, calls)
    })
}

/// Only so much time for each move.
fn each_move_its_time() -> impl Strategy<Value = SideControl> {
    length(30_000).prop_map(|delay| {
        let stage = Stage { time: Duration::ZERO, moves: None, bonus: Bonus::Delay(delay) };
        checked(SideSettings { stages: [stage].into_iter().collect(), ..SideSettings::default() })
    })
}

fn remaining() -> impl Strategy<Value = Option<clock::CallList>> {
    let own = vec(1_u16..=40, 0..=6).prop_map(|mut seconds| {
        seconds.sort_unstable();
        seconds.dedup();
        seconds.into_iter().collect()
    });
    prop_oneof![3 => Just(None), 1 => own.prop_map(Some)]
}

/// Mostly the tables of the rules, now and then an event's own.
fn calls() -> impl Strategy<Value = CallTable> {
    let count = prop_oneof![2 => Just(Count::Up), 1 => Just(Count::Down), 1 => Just(Count::Off)];
    let own = (remaining(), remaining(), count, remaining())
        .prop_map(|(before_last, last, count, remaining)| CallTable { before_last, last, count, remaining });
    prop_oneof![2 => Just(CallTable::default()), 1 => own]
}

/// The settings with those calls, as far as they go with the overtime.
fn with_calls(settings: SideSettings, mut calls: CallTable) -> SideControl {
    let longest = match settings.overtime {
        Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. } => period.as_secs(),
        Overtime::Consideration { period, unit, .. } => period.max(unit).as_secs(),
        Overtime::None | Overtime::Canadian { .. } | Overtime::Ing { .. } | Overtime::Hourglass { .. } => 0,
    };
    let inside =
        |list: clock::CallList| list.into_iter().filter(|&second| u64::from(second) < longest).collect();
    if longest == 0 {
        calls = CallTable { remaining: calls.remaining, ..CallTable::default() };
    }
    calls.before_last = calls.before_last.map(inside);
    calls.last = calls.last.map(inside);
    checked(SideSettings { calls, ..settings })
}
