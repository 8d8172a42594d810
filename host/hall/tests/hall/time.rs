//! Whose time it is: grace, floors, silence, interruptions.

use crate::venue::{GAME, TABLE, Venue, arbiter, credited, ms, pause, press, start};
use clock::{Duration, Instant, Side, Status};
use hall::{AlarmKind, Answer, Arrival, Cause, TouchLost};
use journal::Ledger;
use referee::{Command, EventKind, Refusal};

fn started() -> Venue {
    let mut venue = Venue::open();
    venue.hall.touch_joined(TABLE, None, ms(0));
    venue.give(start(), 1_000);
    venue.advance(1_300);
    venue.settle();
    venue.outputs.clear();
    venue
}

fn status(venue: &Venue) -> Status {
    venue.hall.shown(TABLE).unwrap().0.clock().status()
}

fn paused() -> EventKind {
    EventKind::Clock(clock::EventKind::Paused)
}

#[test]
fn a_touch_table_is_decided_behind_its_grace_and_in_the_order_of_stamps() {
    let mut venue = started();
    let white = venue.order(press(Side::White), Arrival::default(), 5_000).unwrap();
    // It arrives later, and was made earlier.
    let black = venue.order(press(Side::Black), credited(200), 5_100).unwrap();
    venue.settle();
    assert_eq!(venue.answers(), []);
    assert_eq!(venue.hall.poll_at(), Some(ms(5_200)));
    venue.advance(5_200);
    venue.advance(5_300);
    venue.settle();
    assert_eq!(venue.answers(), [(black, Answer::Done), (white, Answer::Done)]);
    let pressed = |side| EventKind::Clock(clock::EventKind::Pressed { side });
    assert_eq!(venue.shown(), [pressed(Side::Black), pressed(Side::White)]);
    let steps = venue.steps();
    let receipt = steps[1].receipt.as_ref().unwrap();
    assert_eq!((receipt.stamp, receipt.credit), (ms(4_900), Duration::from_millis(200)));
}

#[test]
fn no_more_than_the_grace_is_credited_and_what_is_late_says_so() {
    let mut venue = started();
    venue.order(press(Side::Black), credited(2_000), 5_000).unwrap();
    venue.advance(5_300);
    venue.settle();
    let receipt = venue.steps()[1].receipt.clone().unwrap();
    assert_eq!((receipt.credit, receipt.late), (Duration::from_millis(300), Duration::ZERO));

    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.order(press(Side::Black), credited(200), 1_100).unwrap();
    venue.settle();
    let step = venue.steps()[1].clone();
    let late = step.receipt.unwrap().late;
    assert_eq!((step.step.at, late), (ms(1_000), Duration::from_millis(100)));
}

#[test]
fn a_silent_touch_clock_raises_an_alarm_and_the_clock_runs_on() {
    let mut venue = started();
    venue.hall.touch_heard(TABLE, None, ms(2_000));
    venue.advance(4_999);
    assert_eq!(venue.alarms(), []);
    venue.advance(5_000);
    assert_eq!(venue.alarms(), [(true, AlarmKind::TouchLost)]);
    assert_eq!(venue.hall.alarms().next().unwrap().since, ms(2_000));
    venue.advance(6_000);
    venue.settle();
    assert_eq!(status(&venue), Status::Running);
    venue.hall.touch_heard(TABLE, None, ms(6_500));
    venue.advance(6_500);
    assert_eq!(venue.alarms()[1..], [(false, AlarmKind::TouchLost)]);
}

#[test]
fn a_silent_touch_clock_pauses_the_clock_where_that_is_agreed() {
    let mut venue = started();
    venue.hall.set_touch_lost(TABLE, TouchLost::Pause);
    venue.advance(3_000);
    assert_eq!(venue.alarms(), [(true, AlarmKind::TouchLost)]);
    venue.advance(3_300);
    venue.settle();
    assert_eq!((status(&venue), venue.steps()[1].step.at), (Status::Paused, ms(3_000)));
}

#[test]
fn each_side_has_its_own_touch_clock_and_either_is_missed() {
    let mut venue = Venue::open();
    for half in Side::BOTH {
        venue.hall.touch_joined(TABLE, Some(half), ms(0));
    }
    venue.give(start(), 1_000);
    venue.advance(1_300);
    venue.settle();
    venue.outputs.clear();
    // White's is heard, Black's is not.
    venue.hall.touch_heard(TABLE, Some(Side::Black), ms(2_000));
    venue.hall.touch_heard(TABLE, Some(Side::White), ms(4_900));
    venue.advance(5_000);
    assert_eq!(venue.alarms(), [(true, AlarmKind::TouchLost)]);
    assert_eq!(venue.hall.alarms().next().unwrap().since, ms(2_000));
    // A clock that lies between both takes the place of Black's, which was closed.
    venue.hall.touch_left(TABLE, Some(Side::Black));
    venue.hall.touch_joined(TABLE, None, ms(5_500));
    venue.advance(5_500);
    assert_eq!(venue.alarms()[1..], [(false, AlarmKind::TouchLost)]);
    // It is closed too: now both sides miss one, White since the moment White's was heard last.
    venue.hall.touch_left(TABLE, None);
    venue.hall.touch_heard(TABLE, Some(Side::White), ms(8_400));
    venue.advance(8_500);
    assert_eq!(venue.alarms()[2..], [(true, AlarmKind::TouchLost)]);
    assert_eq!(venue.hall.alarms().next().unwrap().since, ms(5_500));
}

#[test]
fn a_page_that_was_closed_is_awaited_until_the_clock_stands() {
    let mut venue = started();
    venue.hall.touch_left(TABLE, None);
    venue.advance(3_000);
    assert_eq!(venue.alarms(), [(true, AlarmKind::TouchLost)]);
    venue.give(pause(), 4_000);
    venue.advance(4_300);
    venue.advance(4_301);
    assert_eq!(venue.alarms()[1..], [(false, AlarmKind::TouchLost)]);
    // Decided at once now.
    venue.settle();
    venue.give(press(Side::Black), 4_400);
    venue.settle();
    assert_eq!(venue.answers().len(), 2);
}

#[test]
fn a_recovered_clock_stands_paused_at_the_last_beat() {
    let mut venue = started();
    venue.advance(4_000);
    venue.settle();
    venue.advance(4_400);
    // Decided, and not on disk.
    venue.order(press(Side::Black), Arrival::default(), 4_400).unwrap();
    venue.advance(4_700);
    let mut venue = venue.restart(50);
    assert_eq!(venue.hall.time(TABLE, ms(50)), Some(ms(3_700)));
    venue.settle();
    assert_eq!((status(&venue), venue.shown()), (Status::Paused, vec![paused()]));
    let shown = venue.hall.shown(TABLE).unwrap().0;
    assert_eq!((shown.clock().committed(), shown.clock().turn()), (ms(3_700), Some(Side::Black)));
    let left = shown.clock().standing().readings.black.left;
    assert_eq!(left, Duration::from_millis(57_300));
}

#[test]
fn beats_go_early_with_what_is_written_anyway() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.settle();
    let beat = |venue: &Venue| Instant::from_micros(venue.ledger.game(GAME).unwrap().beat_micros);
    assert_eq!(beat(&venue), ms(1_000));
    venue.give(press(Side::Black), 1_200);
    venue.settle();
    assert_eq!(beat(&venue), ms(1_000), "too early");
    venue.give(press(Side::White), 1_260);
    venue.settle();
    assert_eq!(beat(&venue), ms(1_260));
    assert_eq!(venue.hall.poll_at(), Some(ms(1_760)));
}

#[test]
fn at_a_shutdown_everything_is_decided_at_once() {
    let mut venue = started();
    let black = venue.order(press(Side::Black), Arrival::default(), 4_000).unwrap();
    venue.hall.interrupt(Cause::Shutdown, None, ms(4_100));
    venue.settle();
    assert!(venue.hall.is_saved());
    assert_eq!(venue.answers()[0], (black, Answer::Done));
    assert_eq!(venue.shown()[1..], [paused()]);
    let mut venue = venue.restart(0);
    venue.settle();
    let shown = venue.hall.shown(TABLE).unwrap().0;
    assert_eq!((shown.clock().committed(), shown.clock().turn()), (ms(4_100), Some(Side::White)));
    assert_eq!(venue.shown(), [], "it stood paused already");
}

#[test]
fn a_command_is_meant_for_the_turn_that_its_giver_saw_also_after_a_correction() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.give(press(Side::Black), 2_000);
    // The press was mistaken: the record counts no turn any more.
    venue.give(arbiter(Command::Turn { side: Side::Black, why: None }), 2_500);
    venue.settle();
    let turns = venue.hall.shown(TABLE).unwrap().0.record().turns();
    assert_eq!(turns, 0);
    let add = || arbiter(Command::Add { side: Side::Black, amount: Duration::from_secs(9), why: None });
    let seen = |turns| Arrival { turns: Some(turns), ..Arrival::default() };
    venue.outputs.clear();
    let meant = venue.order(add(), seen(0), 3_000).unwrap();
    let overtaken = venue.order(add(), seen(1), 3_000).unwrap();
    let pause = venue.order(pause(), seen(1), 3_000).unwrap();
    venue.settle();
    let refused = Answer::Refused(Refusal::PressCameFirst);
    assert_eq!(venue.answers(), [(meant, Answer::Done), (overtaken, refused), (pause, Answer::Done)]);
}

#[test]
fn a_touch_clock_stays_with_its_table_when_a_new_game_begins() {
    let mut venue = started();
    venue.give(arbiter(Command::Resign { side: Side::White }), 2_000);
    venue.advance(2_300);
    venue.settle();
    venue.hall.open(crate::venue::new_game(journal::GameId(2)), ms(2_500)).unwrap();
    venue.settle();
    venue.outputs.clear();
    venue.order(start(), credited(200), 3_000).unwrap();
    venue.settle();
    assert_eq!(venue.answers(), [], "decided behind its grace");
    venue.advance(3_100);
    venue.settle();
    assert_eq!(venue.answers().len(), 1);
    let shown = venue.hall.shown(TABLE).unwrap().0;
    assert_eq!(shown.clock().committed(), ms(300));
}
