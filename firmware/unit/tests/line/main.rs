//! A table unit and its host over a line with faults, in virtual time, from a seed: whatever presses, commands, cuts,
//! damage, copies, disorder, restarts and grants come in whatever order, once the line is well again both ends agree,
//! and no input is lost or applied twice.

mod bench;
mod faults;
mod wire;

use bench::Bench;
use clock::{Command, Side, Status};
use link::host::Why;
use link::{Breakdown, File, Gesture, What};
use proptest::prelude::*;

proptest! {
    #[test]
    fn both_ends_agree_once_the_line_is_well(seed in any::<u64>(), steps in 1_usize..160) {
        let mut bench = Bench::new(seed);
        bench.begin();
        for _ in 0..steps {
            bench.anything();
        }
        bench.make_well();
        bench.check();
        // They agree because both took the same inputs, not because one was set right by the other.
        prop_assert_eq!(bench.told.corrected, 0);
        prop_assert_eq!(&bench.told.missing, &[]);
    }
}

#[test]
fn a_unit_goes_on_alone_and_hands_everything_over() {
    let mut bench = Bench::new(1);
    bench.begin();
    bench.wire.cut = true;
    for turn in 0..200 {
        bench.run(700);
        bench.press(if turn % 2 == 0 { Side::Black } else { Side::White });
    }
    bench.run(1_000);
    assert!(bench.host.silent_since(bench.now).is_some());
    let before = bench.host.clock().unwrap().committed();
    assert!(bench.unit.clock().unwrap().committed() > before.plus(clock::Duration::from_secs(100)));
    bench.make_well();
    bench.check();
    assert_eq!(bench.host.turns(), 200);
    assert_eq!(bench.told.corrected, 0);
}

#[test]
fn twelve_hours_of_play_over_a_line_that_is_cut_for_a_part_of_each_hour() {
    let mut bench = Bench::new(9);
    bench.begin();
    let a_turn = 8_000;
    let turns = 12 * 3_600_000 / a_turn;
    for turn in 0..turns {
        // The timers of a unit turn over after 71.6 minutes in their lower halves.
        bench.wire.cut = turn * a_turn / 60_000 % 60 >= 50;
        bench.run(a_turn);
        bench.press(if turn % 2 == 0 { Side::Black } else { Side::White });
    }
    bench.make_well();
    bench.check();
    assert_eq!(u64::from(bench.host.turns()), turns);
    assert_eq!((bench.told.corrected, bench.told.missing.len()), (0, 0));
}

#[test]
fn what_overtakes_on_the_line_is_taken_all_the_same() {
    let mut bench = Bench::new(4);
    bench.begin();
    bench.wire.cut = true;
    for turn in 0..160 {
        bench.run(30);
        bench.press(if turn % 2 == 0 { Side::Black } else { Side::White });
    }
    (bench.wire.cut, bench.wire.shuffled) = (false, true);
    // Ten windows of sixteen, each acknowledged at once: none waits to be sent again.
    bench.run(1_500);
    assert_eq!(bench.unit.session().unsent(), 0);
    assert_eq!(bench.host.turns(), 160);
    bench.make_well();
    bench.check();
    assert_eq!((bench.told.corrected, bench.told.missing.len()), (0, 0));
}

#[test]
fn more_than_a_thousand_inputs_end_in_the_units_state() {
    let mut bench = Bench::new(2);
    bench.begin();
    bench.wire.cut = true;
    for turn in 0..1_300 {
        bench.run(30);
        bench.press(if turn % 2 == 0 { Side::Black } else { Side::White });
    }
    bench.run(100);
    bench.make_well();
    bench.check_clocks();
    assert_eq!(bench.host.turns(), 1_300);
    assert_eq!(bench.told.whys, [Why::Lost { inputs: 300 }]);
    assert_eq!(
        bench.disk.inputs.iter().filter(|input| matches!(input.what, What::Press { .. })).count(),
        1_000
    );
    // What comes after the gap is kept again.
    bench.press(Side::Black);
    bench.run(2_000);
    assert_eq!(bench.host.turns(), 1_301);
    assert_eq!(bench.unit.session().unsent(), 0);
}

#[test]
fn a_unit_that_forgot_stands_paused_where_it_was_last_known() {
    let mut bench = Bench::new(3);
    bench.begin();
    bench.run(10_100);
    bench.press(Side::Black);
    bench.run(5_000);
    let known = bench.host.clock().unwrap().committed();
    bench.restart_unit();
    bench.run(3_000);
    let clock = bench.unit.clock().unwrap();
    assert_eq!(clock.status(), Status::Paused);
    // The last tick was at most a quarter of a second before the unit fell.
    assert!(known.since(clock.committed()) <= link::TICK_EVERY);
    bench.check();
}

#[test]
fn across_a_reset_with_memory_the_clock_goes_on() {
    let mut bench = Bench::new(4);
    bench.begin();
    bench.wire.cut = true;
    bench.run(3_000);
    bench.press(Side::Black);
    bench.run(100);
    bench.reset_unit();
    bench.run(2_000);
    bench.press(Side::White);
    bench.run(100);
    bench.make_well();
    bench.check();
    assert_eq!((bench.host.turns(), bench.unit.clock().unwrap().status()), (2, Status::Running));
    assert!(bench.disk.inputs.iter().any(|input| input.what == What::Reset { resets: 1 }));
}

#[test]
fn a_breakdown_is_told_with_its_place_even_across_another_reset() {
    let mut bench = Bench::new(4);
    bench.begin();
    bench.wire.cut = true;
    let file: File = "src/table.rs".try_into().unwrap();
    for (line, kind) in [(7, Breakdown::Hung), (120, Breakdown::Panic)] {
        bench.reset_unit();
        bench.unit.broke_down(kind, line, file.clone(), bench.own_time());
        bench.reset_unit();
        bench.run(100);
    }
    bench.run(2_000);
    bench.press(Side::Black);
    bench.run(100);
    bench.make_well();
    bench.check();
    let told = bench.disk.inputs.iter().filter(|input| matches!(input.what, What::Breakdown { .. }));
    let told: Vec<What> = told.map(|input| input.what.clone()).collect();
    let first = What::Breakdown { kind: Breakdown::Hung, line: 7, file: File::new() };
    assert_eq!(told, [first, What::Breakdown { kind: Breakdown::Panic, line: 120, file }]);
    assert_eq!(bench.unit.clock().unwrap().status(), Status::Running);
}

#[test]
fn what_must_be_remembered_at_once_shows_in_the_mark() {
    let mut bench = Bench::new(9);
    let mut mark = bench.unit.mark();
    let mut changes = |bench: &Bench| std::mem::replace(&mut mark, bench.unit.mark()) != bench.unit.mark();
    bench.begin();
    assert!(changes(&bench), "a table was granted");
    bench.run(500);
    changes(&bench);
    bench.wire.cut = true;
    bench.run(2_000);
    assert!(!changes(&bench), "nothing but time has passed");
    bench.press(Side::Black);
    bench.run(100);
    assert!(changes(&bench), "a press was numbered");
    bench.make_well();
    assert!(changes(&bench), "it was acknowledged");
}

#[test]
fn a_press_comes_before_a_command_that_did_not_expect_it_but_a_pause_acts() {
    let mut bench = Bench::new(5);
    bench.begin();
    bench.run(2_000);
    let turns = bench.host.turns();
    let add = Command::Add { side: Side::Black, amount: clock::Duration::from_secs(60) };
    let refused = bench.order(&[add], Some(turns)).unwrap();
    let paused = bench.order(&[Command::Pause], Some(turns)).unwrap();
    bench.press(Side::Black);
    bench.run(1_000);
    assert_eq!(
        bench.told.answers.get(&(bench.epochs[0], refused)),
        Some(&Some(link::OrderRefusal::TurnPassed { turns: turns + 1 }))
    );
    assert_eq!(bench.told.answers.get(&(bench.epochs[0], paused)), Some(&None));
    assert_eq!(bench.unit.clock().unwrap().status(), Status::Paused);
    bench.check();
}

#[test]
fn a_command_that_does_not_arrive_in_time_never_acts() {
    let mut bench = Bench::new(6);
    bench.begin();
    bench.run(1_000);
    bench.wire.cut = true;
    let id = bench.order(&[Command::Pause], None).unwrap();
    bench.run(4_000);
    assert_eq!(bench.told.unanswered, [id]);
    bench.make_well();
    bench.run(5_000);
    assert_eq!(bench.unit.clock().unwrap().status(), Status::Running);
    assert_eq!(bench.told.answers.get(&(bench.epochs[0], id)), None);
    bench.check();
}

#[test]
fn after_a_crash_of_the_host_a_running_unit_goes_on() {
    let mut bench = Bench::new(7);
    bench.begin();
    bench.run(2_000);
    bench.press(Side::Black);
    bench.run(3_000);
    bench.crash_host();
    bench.press(Side::White);
    bench.run(3_000);
    bench.check();
    assert_eq!((bench.host.turns(), bench.host.clock().unwrap().status()), (2, Status::Running));
    assert_eq!(bench.epochs, [bench.unit.session().epoch()]);
    assert!(bench.order(&[Command::Pause], Some(2)).is_ok());
    bench.run(1_000);
    assert_eq!(bench.host.clock().unwrap().status(), Status::Paused);
}

#[test]
fn an_arbiters_gesture_acts_and_is_on_record() {
    let mut bench = Bench::new(8);
    bench.begin();
    bench.run(2_000);
    bench.gesture(Gesture::Query { side: Side::White });
    bench.gesture(Gesture::Pause);
    bench.run(1_000);
    bench.check();
    assert_eq!(bench.host.clock().unwrap().status(), Status::Paused);
    let gestures = bench.disk.inputs.iter().filter(|input| matches!(input.what, What::Gesture(_)));
    assert_eq!(gestures.count(), 2);
}

#[test]
fn the_distance_of_the_clocks_is_known_within_its_bound() {
    let mut bench = Bench::new(9);
    bench.begin();
    bench.run(5_000);
    let estimate = bench.host.table_time(bench.now).unwrap();
    let truth = bench.unit.face(bench.own_time()).time;
    let off = truth.since(estimate.time).plus(estimate.time.since(truth));
    assert!(off <= estimate.bound.plus(clock::Duration::from_millis(1)), "{off} {}", estimate.bound);
    assert!(estimate.bound <= clock::Duration::from_millis(10), "{}", estimate.bound);
}
