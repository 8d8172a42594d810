//! Tables whose clock is in a unit behind a line.

use std::sync::Arc;

use clock::{Duration, Side, Status};
use hall::{AlarmKind, Answer, HallError, Manner, NewGame, StepEntry, UnitNote, UnitWord};
use journal::GameId;
use link::{Breakdown, Gesture, Identity, Key, KeyReport, Reason, Serial};
use referee::{
    Command, EventKind, Game, Lateness, Order, PeopleCommand, Played, Policy, Refusal, Setup, StartsBy, Who,
};

use crate::bench::{Bench, identity};
use crate::venue::{TABLE, arbiter, new_game, start};

fn open() -> Bench {
    Bench::open(Setup::new(Game::default(), "60s+3x10s".parse().unwrap()))
}

fn begun() -> Bench {
    let mut bench = open();
    assert_eq!(bench.give(start(), Some(0)), Some(Answer::Done));
    bench
}

fn add() -> Order {
    arbiter(Command::Add { side: Side::White, amount: Duration::from_secs(5), why: None })
}

#[test]
fn a_press_is_on_record_as_the_unit_numbered_it_with_its_stamp() {
    let mut bench = begun();
    bench.run(5_000);
    bench.press(Side::Black);
    let steps = bench.steps();
    let step = steps.last().unwrap();
    let (unit, receipt) = (step.unit.as_ref().unwrap(), step.receipt.as_ref().unwrap());
    // The start was the first.
    assert_eq!((unit.seq, unit.epoch), (2, bench.unit.session().epoch()));
    assert_eq!(unit.did, [clock::Command::Press { side: Side::Black }]);
    assert_eq!((receipt.stamp, receipt.late), (step.step.at, Duration::ZERO));
    assert_eq!(bench.live().record().turns(), 1);
    bench.check();
}

#[test]
fn an_order_that_a_press_overtakes_is_refused_where_it_was_meant_for_the_turn_and_else_done() {
    let mut bench = begun();
    bench.run(1_000);
    // The press is on its way when the order comes.
    let own = clock::Instant::ZERO.plus(bench.now.since(clock::Instant::ZERO));
    bench.unit.press(Side::Black, own).unwrap();
    assert_eq!(bench.give(add(), Some(0)), Some(Answer::Refused(Refusal::PressCameFirst)));
    assert_eq!(bench.give(add(), Some(1)), Some(Answer::Done));
    let own = clock::Instant::ZERO.plus(bench.now.since(clock::Instant::ZERO));
    bench.unit.press(Side::White, own).unwrap();
    assert_eq!(bench.give(add(), None), Some(Answer::Done));
    assert_eq!(bench.live().record().turns(), 2);
    bench.check();
}

#[test]
fn five_minutes_without_a_line_are_handed_over_and_nothing_is_decided_meanwhile() {
    let mut bench = begun();
    bench.run(1_000);
    bench.cut = true;
    bench.run(2_000);
    let stood = bench.venue.hall.face(TABLE, bench.now).unwrap();
    assert!(matches!(stood.unit, Some(UnitWord::Silent { since: Some(_) })));
    assert_eq!(bench.give(add(), None), Some(Answer::Refused(Refusal::NoWordFromUnit)));
    let moved = Command::Move { side: Side::Black, played: Played::At("D4".into()) };
    assert_eq!(bench.give(Order { by: Who::Recorder, command: moved }, None), Some(Answer::Done));
    for turn in 0..60 {
        bench.press(if turn % 2 == 0 { Side::Black } else { Side::White });
        bench.run(5_000);
    }
    let after = bench.venue.hall.face(TABLE, bench.now).unwrap();
    assert_eq!((after.now, after.clock.state()), (stood.now, stood.clock.state()));
    assert_eq!(bench.venue.hall.known_time(TABLE, bench.now), Some(stood.now));
    assert_eq!(bench.venue.alarms(), [(true, AlarmKind::UnitSilent)]);
    bench.cut = false;
    bench.run(4_000);
    assert_eq!(bench.venue.alarms()[1..], [(false, AlarmKind::UnitSilent)]);
    assert_eq!(bench.live().record().turns(), 60);
    bench.venue.outputs.clear();
    bench.check();
}

#[test]
fn a_bad_line_costs_nothing() {
    let mut bench = begun();
    bench.bad = true;
    for turn in 0..40_u32 {
        bench.press(if turn.is_multiple_of(2) { Side::Black } else { Side::White });
        bench.run(700);
        if turn.is_multiple_of(7) {
            bench.give(add(), None);
        }
    }
    bench.bad = false;
    bench.run(3_000);
    assert_eq!(bench.live().record().turns(), 40);
    bench.check();
}

#[test]
fn a_unit_without_memory_is_granted_the_table_paused_where_it_was_last_known() {
    for identity in [identity(2), Identity { serial: Serial(77), boot: 1, resets: 0 }] {
        let mut bench = begun();
        bench.run(10_000);
        bench.press(Side::Black);
        bench.run(3_000);
        bench.change_unit(identity);
        bench.run(3_000);
        assert_eq!(bench.live().clock().status(), Status::Paused);
        assert_eq!(bench.unit.clock().map(clock::Clock::status), Some(Status::Paused));
        let shown = bench.venue.hall.face(TABLE, bench.now).unwrap().showing(Manner::default());
        assert_eq!(shown.reason, Reason::Equipment, "nobody paused it");
        let left = bench.live().clock().standing().readings.white.left;
        assert!(left >= Duration::from_secs(56) && left <= Duration::from_secs(58), "{left}");
        let grants = |note: &UnitNote| matches!(note, UnitNote::Granted { .. });
        assert_eq!(bench.notes().iter().filter(|note| grants(note)).count(), 2);
        assert_eq!(bench.give(arbiter(Command::Resume), None), Some(Answer::Done));
        bench.check();
    }
}

#[test]
fn a_unit_that_is_carried_to_another_table_and_back_has_nothing_of_that_one_there() {
    let (mut bench, other) = (open(), TABLE + 1);
    let mut next = new_game(GameId(2));
    next.setup.control = "30s".parse().unwrap();
    bench.venue.hall.open(NewGame { table: other, ..next }, bench.now).unwrap();
    bench.venue.settle();
    bench.carry(other);
    bench.run(3_000);
    assert_eq!(bench.unit.clock().unwrap().standing().readings.black.left, Duration::from_secs(30));
    // Meanwhile the next game is opened at the table that it was taken from.
    let setup = bench.live().setup().clone();
    bench.venue.hall.open(NewGame { setup, ..new_game(GameId(3)) }, bench.now).unwrap();
    bench.run(1_000);
    bench.carry(TABLE);
    bench.run(3_000);
    for clock in [bench.unit.clock().unwrap(), bench.live().clock()] {
        assert_eq!(clock.standing().readings.black.left, Duration::from_secs(60));
    }
}

#[test]
fn a_breakdown_is_on_record_with_its_place_and_raises_an_alarm() {
    let mut bench = begun();
    bench.run(2_000);
    bench.reset_unit(800);
    let file: link::File = "src/table.rs".try_into().unwrap();
    bench.unit.broke_down(Breakdown::Panic, 120, file.clone(), clock::Instant::ZERO);
    bench.run(3_000);
    let told = link::What::Breakdown { kind: Breakdown::Panic, line: 120, file };
    let of_it = |note: &UnitNote| matches!(note, UnitNote::Input { what, .. } if **what == told);
    assert_eq!(bench.notes().into_iter().filter(of_it).count(), 1);
    assert_eq!(bench.venue.alarms(), [(true, AlarmKind::UnitBroke)]);
    assert_eq!(bench.live().clock().status(), Status::Running);
}

#[test]
fn a_reset_is_on_record_and_the_clock_goes_on() {
    let mut bench = begun();
    bench.run(2_000);
    bench.reset_unit(800);
    bench.run(3_000);
    bench.press(Side::Black);
    assert_eq!(bench.live().record().turns(), 1);
    let resets = bench.notes().into_iter().filter(|note| {
        let UnitNote::Input { what, .. } = note else { return false };
        **what == link::What::Reset { resets: 1 }
    });
    assert_eq!(resets.count(), 1);
    bench.check();
}

#[test]
fn over_a_crash_of_the_service_a_running_unit_goes_on_unpaused() {
    let mut bench = begun();
    bench.run(2_000);
    bench.press(Side::Black);
    bench = bench.kill_hall(5_000);
    bench.venue.hall.attach_unit(TABLE, bench.now);
    bench.run(4_000);
    let paused = bench.steps().iter().any(|step| {
        step.step.events.iter().any(|event| event.kind == EventKind::Clock(clock::EventKind::Paused))
    });
    assert!(!paused);
    assert_eq!(bench.live().clock().status(), Status::Running);
    bench.press(Side::White);
    assert_eq!(bench.live().record().turns(), 2);
    assert_eq!(bench.give(add(), Some(2)), Some(Answer::Done));
    bench.check();
}

#[test]
fn a_command_that_the_host_has_forgotten_stands_as_the_unit_did_it() {
    let mut bench = begun();
    bench.run(2_000);
    // Sent, and done, but the service is killed before it hears of it.
    bench.venue.hall.order(TABLE, add(), hall::Arrival::default(), bench.now).unwrap();
    bench.run(4);
    bench = bench.kill_hall(2_000);
    bench.venue.hall.attach_unit(TABLE, bench.now);
    bench.run(4_000);
    assert_eq!(bench.live().clock().standing().readings.white.left, Duration::from_secs(65));
    let by_unit = bench.steps().iter().any(|step| {
        step.step.events.iter().any(|event| matches!(event.kind, EventKind::UnitClock { turns: 0, .. }))
    });
    assert!(by_unit);
    bench.check();
}

#[test]
fn a_table_whose_unit_is_not_attached_any_more_stands_paused() {
    let mut bench = begun();
    bench.run(2_000);
    bench = bench.kill_hall(2_000);
    bench.venue.advance(bench.now.as_micros() / 1_000 + 5_100);
    bench.venue.settle();
    assert_eq!(bench.live().clock().status(), Status::Paused);
    assert_eq!(bench.notes().last(), Some(&UnitNote::Released));
    assert_eq!(bench.venue.hall.face(TABLE, bench.now).unwrap().unit, None);
    bench.check_record();
}

#[test]
fn a_silent_units_clock_is_given_up_and_the_game_can_be_ended_at_once() {
    let mut bench = begun();
    bench.run(2_000);
    assert_eq!(bench.venue.hall.give_up_unit(TABLE, bench.now), Err(HallError::UnitHeard));
    bench.cut = true;
    bench.run(5_000);
    let resign = || Order { by: Who::White, command: Command::Resign { side: Side::White } };
    // Nothing that needs the clock can be done: this still waits when the unit is given up, and is answered.
    let ticket = bench.venue.hall.order(TABLE, resign(), hall::Arrival::default(), bench.now).unwrap();
    assert_eq!(bench.venue.hall.give_up_unit(TABLE, bench.now), Ok(()));
    bench.run(3_000);
    assert_eq!(bench.answer(ticket), Some(Answer::Refused(Refusal::NoWordFromUnit)));
    assert_eq!(bench.notes().last(), Some(&UnitNote::Released));
    let face = bench.venue.hall.face(TABLE, bench.now).unwrap();
    assert_eq!((face.unit, face.clock.status()), (None, Status::Paused));
    assert_eq!(bench.live().record().pause_why(), Some("the table's unit was given up"));
    assert_eq!(bench.venue.alarms().last(), Some(&(false, AlarmKind::UnitSilent)));
    assert_eq!(bench.venue.hall.give_up_unit(TABLE, bench.now), Err(HallError::NoUnit));
    // A unit that is back changes nothing.
    bench.cut = false;
    bench.press(Side::Black);
    bench.run(3_000);
    assert_eq!(bench.live().clock().status(), Status::Paused);
    assert_eq!(bench.give(resign(), None), Some(Answer::Done));
    assert!(bench.live().record().is_ended());
    bench.check_record();
}

#[test]
fn without_an_arbiter_the_first_press_at_the_unit_starts_the_clock_at_its_own_instant() {
    let game = Game { starts_by: StartsBy::Press, ..Game::default() };
    let mut bench = Bench::open(Setup::new(game, "60s".parse().unwrap()));
    bench.run(1_000);
    bench.press(Side::White);
    assert_eq!(bench.live().clock().status(), Status::Running);
    let steps = bench.steps();
    let started = steps.last().unwrap();
    assert_eq!(
        started.step.events[0].kind,
        EventKind::Clock(clock::EventKind::Started { side: Side::Black })
    );
    assert_eq!(started.receipt.as_ref().unwrap().stamp, started.step.at);
    bench.check();
}

#[test]
fn the_arbiters_button_pauses_at_once_and_a_call_summons() {
    let mut bench = begun();
    bench.run(1_000);
    bench.gesture(Gesture::CallArbiter { side: Some(Side::White) });
    bench.gesture(Gesture::Query { side: Side::Black });
    bench.gesture(Gesture::Pause);
    bench.run(300);
    let kinds: Vec<_> =
        bench.venue.shown().into_iter().filter(|kind| !matches!(kind, EventKind::Clock(_))).collect();
    assert!(matches!(kinds[0], EventKind::People(referee::PeopleEvent::Summoned { side: Side::White })));
    assert!(kinds.iter().any(|kind| matches!(kind, EventKind::Told { side: Side::Black, .. })));
    assert_eq!(bench.live().clock().status(), Status::Paused);
    bench.check();
}

/// Nobody knows who held them: the same as at a table whose keys are on the service's own pins.
#[test]
fn both_buttons_held_call_the_arbiter_for_both_sides() {
    let mut bench = begun();
    bench.run(1_000);
    bench.gesture(Gesture::CallArbiter { side: None });
    bench.run(300);
    let called: Vec<_> = bench
        .steps()
        .into_iter()
        .filter_map(|step| step.step.order)
        .filter(|order| matches!(order.command, Command::People(_)))
        .collect();
    let summon = |side| {
        let why = Some("both buttons were held".to_owned());
        Order { by: Who::Both, command: Command::People(PeopleCommand::Summon { side, why }) }
    };
    assert_eq!(called, Side::BOTH.map(summon));
    bench.check();
}

/// As at a table whose keys are on the service's own pins.
#[test]
fn a_unit_s_key_that_behaves_badly_raises_an_alarm_until_it_is_pressed_again() {
    let mut bench = begun();
    bench.run(1_000);
    bench.trouble(Key::Press(Side::White), KeyReport::Glitch);
    assert_eq!(bench.venue.alarms(), []);
    bench.trouble(Key::Press(Side::White), KeyReport::Stuck);
    bench.trouble(Key::Arbiter, KeyReport::Lost { edges: 2 });
    assert_eq!(bench.venue.alarms(), [(true, AlarmKind::Keys)]);
    // The minute of the lost edges goes by, but the key is stuck until it is pressed again.
    bench.run(61_000);
    assert_eq!(bench.venue.alarms().len(), 1);
    bench.press(Side::White);
    bench.run(300);
    assert_eq!(bench.venue.alarms()[1..], [(false, AlarmKind::Keys)]);
    bench.venue.outputs.clear();
    bench.check();
}

/// White came so late that more is owed than the clock has: it is taken as soon as a press gives some.
#[test]
fn what_follows_from_a_press_is_asked_of_the_unit_and_stands_as_a_step_of_its_own() {
    let mut policy = (*Policy::shipped("club").unwrap()).clone();
    policy.late = Lateness { limit: Duration::from_secs(5), factor: 3, first_side_only: false };
    let mut setup = Setup::new(Game::default(), "1s+5s no-first-bonus".parse().unwrap());
    setup.policy = Arc::new(policy);
    let mut bench = Bench::open(setup);
    bench.run(7_000);
    let arrived = Command::People(PeopleCommand::Arrived { side: Side::White });
    assert_eq!(bench.give(arbiter(arrived), None), Some(Answer::Done));
    let left = |bench: &Bench| bench.live().clock().standing().readings.white.left;
    assert_eq!(left(&bench), Duration::from_secs(1));
    assert_eq!(bench.give(start(), None), Some(Answer::Done));
    bench.press(Side::Black);
    bench.press(Side::White);
    bench.run(500);
    let follow: Vec<_> = bench.steps().into_iter().filter(|step| step.follows).collect();
    let taken = |step: &StepEntry| match step.unit.as_ref().map(|unit| unit.did.as_slice()) {
        Some([clock::Command::Subtract { side: Side::White, amount }]) => *amount,
        did => panic!("{did:?}"),
    };
    assert_eq!(follow.len(), 1);
    assert_eq!(left(&bench), Duration::from_secs(1));
    assert!(taken(&follow[0]) > Duration::from_millis(4_500), "{follow:?}");
    bench.check();
}
