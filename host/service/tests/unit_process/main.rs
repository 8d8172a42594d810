//! The real service and a real unit, each a process of its own, and between them a cable on which everything goes
//! wrong: what the unit did is on record once, and both ends have one clock, to the microsecond.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

mod board;
mod cable;
mod record;
#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here nobody reads on")]
#[path = "../running/mod.rs"]
mod running;
mod stand;
mod unit;

use cable::{BAD, CUT, Faults};
use serde_json::{Value, json};
use stand::Stand;

/// How many times faster than real time the tables run: the silence after which a line counts as cut is a tenth of a
/// second then, which a busy machine still keeps.
const RATE: u32 = 15;

#[test]
fn a_line_cut_for_five_minutes_costs_nothing() {
    let mut stand = Stand::begin(1);
    stand.play(4);
    stand.unit.hand_over();
    stand.set(CUT);
    let cut_at = stand.turns();
    for _ in 0..5 {
        stand.press(2);
        stand.unit.let_pass(60);
    }
    // The host decides nothing meanwhile.
    stand.shows(|table| table["state"]["status"] == "running");
    let (status, answer) = stand.try_order(&json!({ "command": "pause", "by": "arbiter" }));
    assert_ne!(status, 200, "{answer}");
    assert!(answer.contains("no word"), "{answer}");
    stand.set(Faults::default());
    stand.unit.hand_over();
    stand.record(stand.turns() - cut_at);
    stand.play(2);
    stand.check();
}

#[test]
fn a_line_that_loses_damages_repeats_and_reorders_costs_nothing() {
    let mut stand = Stand::begin(2);
    stand.set(BAD);
    for _ in 0..14 {
        stand.play(1);
        stand.unit.let_pass(2);
    }
    stand.unit.say("call");
    stand.unit.say("query-white");
    // A button on the wrong side is ignored, and on record.
    stand.unit.press(if stand.side() == "black" { "white" } else { "black" });
    stand.play(4);
    let tally = stand.tally();
    assert!(
        [tally.lost, tally.damaged, tally.repeated, tally.overtaken].iter().all(|count| *count > 0),
        "{tally:?}"
    );
    stand.check();
}

#[test]
fn a_unit_that_lost_its_power_stands_paused_until_the_arbiter_goes_on() {
    let granted = |told: &Value| told["epoch"].as_u64().filter(|_| told["event"] == "granted");
    let mut stand = Stand::begin(3);
    let held = stand.unit.wait(granted);
    stand.play(6);
    stand.unit.hand_over();
    stand.restart_unit(&[]);
    stand.unit.wait(|told| granted(told).filter(|epoch| *epoch > held));
    stand.unit.reading("paused");
    stand.shows(|table| table["state"]["status"] == "paused");
    stand.order("resume", "arbiter");
    stand.unit.reading("running");
    stand.play(4);
    stand.check();
}

#[test]
fn a_unit_that_the_watchdog_reset_goes_on_by_its_memory() {
    let mut stand = Stand::begin(4);
    stand.play(4);
    // Part of what it knows is nowhere else.
    stand.set(CUT);
    stand.press(3);
    stand.restart_unit(&["--keep"]);
    let resets = stand.unit.wait(|told| (told["what"] == "reset").then(|| told["resets"].clone()));
    assert_eq!(resets, 1);
    stand.unit.reading("running");
    stand.press(1);
    stand.set(Faults::default());
    stand.unit.hand_over();
    stand.record(4);
    stand.play(2);
    stand.check();
}

#[test]
fn a_host_that_was_killed_goes_on_with_a_unit_that_never_stopped() {
    let mut stand = Stand::begin(5);
    stand.set(BAD);
    stand.play(5);
    stand.kill_host();
    stand.press(3);
    stand.unit.let_pass(20);
    stand.start_host();
    stand.press(2);
    stand.unit.hand_over();
    stand.shows(|table| table["state"]["status"] == "running");
    stand.record(5);
    stand.kill_host();
    stand.start_host();
    stand.play(3);
    stand.check();
}

#[test]
fn corrections_reach_the_unit_or_are_refused_because_a_press_came_first() {
    let mut stand = Stand::begin(6);
    stand.set(BAD);
    stand.play(4);
    stand.order("add black +30s", "arbiter");
    stand.play(2);
    stand.order("pause", "arbiter");
    stand.order("set white main=7m", "arbiter");
    stand.order("resume", "arbiter");
    stand.play(2);
    stand.overtake();
    stand.order("add white -10s", "arbiter");
    stand.play(2);
    let told = stand.unit.told();
    let of = |kind: &str| {
        let did = |input: &&Value| input["what"] == "order" && input["refused"].is_null();
        told.iter().filter(did).filter(|input| input["commands"].to_string().contains(kind)).count()
    };
    assert!(of("\"add\"") >= 1 && of("\"set\"") >= 1 && of("\"subtract\"") >= 1, "{told:#?}");
    stand.check();
}

#[test]
fn a_port_that_comes_and_goes_is_opened_again_and_said_once() {
    let mut stand = Stand::begin_at_pty();
    stand.play(2);
    stand.unit.hand_over();
    // The port goes with the unit; another comes in its place under the same name.
    stand.restart_unit(&["--keep"]);
    stand.unit.reading("running");
    stand.press(1);
    stand.unit.hand_over();
    stand.record(1);
    stand.play(2);
    let port = stand.link().display().to_string();
    let log = stand.log();
    let said = |what: &str| log.matches(&format!("table 3: {port} {what}")).count();
    assert_eq!((said("is not there"), said("is open"), said("is gone: ")), (1, 2, 1), "{log}");
    stand.check();
}
