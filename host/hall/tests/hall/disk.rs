//! What is shown and answered, and when: behind the disk.

use crate::venue::{GAME, TABLE, Venue, arbiter, ms, named, new_game, pause, press, start};
use clock::{Side, Status};
use hall::{AlarmKind, Answer, Arrival, HallError, ORDER_LEN_MAX, QUEUE_MAX};
use journal::{GameId, Ledger, Write, WriteFault};
use referee::{Command, EventKind};

fn resign() -> Command {
    Command::Resign { side: Side::Black }
}

#[test]
fn nothing_is_shown_or_answered_before_it_is_on_disk() {
    let mut venue = Venue::open();
    let ticket = venue.give(start(), 1_000);
    assert!(venue.batch.is_some());
    assert_eq!((venue.answers(), venue.shown()), (vec![], vec![]));
    assert_eq!(venue.hall.shown(TABLE).unwrap().0.clock().status(), Status::Waiting);
    // The table's own clock does not wait.
    assert_eq!(venue.hall.face(TABLE, ms(1_000)).unwrap().clock.status(), Status::Running);

    venue.write();
    assert_eq!(venue.answers(), [(ticket, Answer::Done)]);
    assert_eq!(venue.shown(), [EventKind::Clock(clock::EventKind::Started { side: Side::Black })]);
    assert_eq!(venue.hall.shown(TABLE).unwrap().0.clock().status(), Status::Running);
}

#[test]
fn what_comes_while_a_batch_is_under_way_goes_together_in_the_next() {
    let mut venue = Venue::open();
    let first = venue.give(start(), 1_000);
    let second = venue.give(press(Side::Black), 2_000);
    let third = venue.give(press(Side::White), 2_100);
    venue.write();
    assert_eq!(venue.answers(), [(first, Answer::Done)]);
    let entries = venue.batch.iter().flatten().filter(|write| matches!(write, Write::Entry { .. })).count();
    assert_eq!(entries, 2);
    venue.write();
    assert_eq!(venue.answers()[1..], [(second, Answer::Done), (third, Answer::Done)]);
    let version = venue.hall.shown(TABLE).unwrap().2;
    assert_eq!(version, 3, "opened, then shown twice");
}

#[test]
fn a_refused_batch_is_written_again_and_nothing_is_shown_meanwhile() {
    let mut venue = Venue::open();
    let ticket = venue.give(start(), 1_000);
    let batch = venue.batch.take().unwrap();
    let nth = venue.ledger.writes() + 1;
    venue.ledger.fail(nth, WriteFault::NoSpace);
    venue.ledger.append(&batch).unwrap_err();
    venue.hall.not_written(ms(1_100));
    venue.take();
    assert_eq!(venue.alarms(), [(true, AlarmKind::Disk)]);

    // The clock goes on.
    let press = venue.give(press(Side::Black), 2_000);
    assert_eq!((venue.answers(), venue.batch.is_none()), (vec![], true));
    venue.ledger.reopen().unwrap();
    let head = |ledger: &dyn Ledger, game: GameId| ledger.head(game).map(|head| head.seq);
    let seq = head(&venue.ledger, GAME);
    venue.hall.reopened(|_| seq);
    venue.take();
    assert_eq!(venue.batch, Some(batch));
    venue.settle();
    assert_eq!(venue.answers(), [(ticket, Answer::Done), (press, Answer::Done)]);
    assert_eq!(venue.alarms(), [(true, AlarmKind::Disk), (false, AlarmKind::Disk)]);
}

#[test]
fn a_batch_that_is_on_record_after_all_is_not_written_twice() {
    let mut venue = Venue::open();
    let ticket = venue.give(start(), 1_000);
    let batch = venue.batch.take().unwrap();
    let nth = venue.ledger.writes() + 1;
    venue.ledger.fail(nth, WriteFault::SyncFailed { kept: true });
    venue.ledger.append(&batch).unwrap_err();
    venue.hall.not_written(ms(1_100));
    venue.ledger.reopen().unwrap();
    let seq = venue.ledger.head(GAME).map(|head| head.seq);
    venue.hall.reopened(|_| seq);
    venue.settle();
    assert_eq!(venue.answers(), [(ticket, Answer::Done)]);
    assert_eq!(venue.steps().len(), 1);
}

#[test]
fn times_beside_the_chain_do_not_pile_up_while_the_disk_refuses() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.hall.not_written(ms(1_000));
    for at in (1_100..31_000).step_by(100) {
        venue.advance(at);
    }
    venue.write();
    let beats = [Write::Beat { game: GAME, at_micros: 30_900_000 }];
    assert_eq!(venue.batch.as_deref(), Some(&beats[..]));
}

#[test]
fn a_copy_shares_the_answer_of_the_first_and_acts_once_also_after_a_restart() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.settle();
    let first = venue.order(press(Side::Black), named("a"), 2_000).unwrap();
    let copy = venue.order(press(Side::Black), named("a"), 2_050).unwrap();
    assert_eq!(venue.answers().len(), 1, "nothing is answered before it is on disk");
    venue.settle();
    assert_eq!(venue.answers()[1..], [(first, Answer::Done), (copy, Answer::Done)]);
    let refused = venue.order(start(), named("b"), 2_100).unwrap();
    venue.settle();
    let answer = venue.answers().last().cloned().unwrap();
    assert!(answer.0 == refused && matches!(answer.1, Answer::Refused(_)));

    let steps = venue.steps().len();
    let mut venue = venue.restart(100);
    let copies = ["a", "b"].map(|name| venue.order(start(), named(name), 200).unwrap());
    venue.settle();
    assert_eq!(venue.answers()[..2], [(copies[0], Answer::Done), (copies[1], answer.1)]);
    assert_eq!(venue.steps().len(), steps + 1, "only the pause of the restart is new");
}

#[test]
fn an_order_that_was_not_taken_may_come_again() {
    let mut venue = Venue::open();
    venue.hall.touch_joined(TABLE, None, ms(1_000));
    for _ in 0..unit::PENDING_MAX {
        venue.hall.order(TABLE, press(Side::Black), Arrival::default(), ms(2_000)).unwrap();
    }
    let full = venue.hall.order(TABLE, press(Side::White), named("a"), ms(2_000));
    assert_eq!(full, Err(HallError::Overloaded));
    venue.advance(2_400);
    assert!(venue.order(press(Side::White), named("a"), 2_400).is_ok());
}

#[test]
fn orders_are_turned_away_when_too_much_waits_for_the_disk() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    let mut taken = 0;
    while venue.order(press(Side::White), Arrival::default(), 2_000).is_ok() {
        taken += 1;
        assert!(taken <= QUEUE_MAX);
    }
    let refused = venue.order(press(Side::White), Arrival::default(), 2_000);
    assert_eq!((taken, refused), (QUEUE_MAX, Err(HallError::DiskBehind)));
    // And all of it can be written.
    venue.settle();
    assert_eq!(venue.answers().len(), QUEUE_MAX + 1);
}

#[test]
fn an_order_that_the_journal_could_not_keep_is_not_taken() {
    let mut venue = Venue::open();
    let long = arbiter(Command::Pause { why: Some("!".repeat(ORDER_LEN_MAX)) });
    assert_eq!(venue.order(long, Arrival::default(), 1_000), Err(HallError::TooLong));
    assert_eq!(venue.order(pause(), named(&"n".repeat(ORDER_LEN_MAX)), 1_000), Err(HallError::TooLong));
}

#[test]
fn a_new_game_waits_until_the_last_one_is_on_record() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    let opened = |venue: &mut Venue, at| venue.hall.open(new_game(GameId(2)), ms(at));
    assert_eq!(opened(&mut venue, 1_500), Err(HallError::NotOver));
    venue.give(arbiter(resign()), 2_000);
    assert_eq!(opened(&mut venue, 2_100), Err(HallError::NotOver), "the end is not on disk");
    venue.settle();
    // Somebody who lags behind.
    let ticket = venue.give(press(Side::White), 2_200);
    assert_eq!(opened(&mut venue, 2_200), Err(HallError::NotSaved));
    venue.settle();
    assert_eq!(venue.answers().last(), Some(&(ticket, Answer::Done)));
    assert_eq!(opened(&mut venue, 2_300), Ok(()));

    // Nothing of the new game is shown before it is on disk.
    venue.outputs.clear();
    venue.take();
    assert_eq!(venue.hall.game(TABLE), Some(GAME), "the table is as it was");
    assert_eq!(venue.order(start(), Arrival::default(), 2_400), Err(HallError::NotSaved));
    venue.settle();
    assert_eq!(venue.hall.game(TABLE), Some(GameId(2)));
    venue.give(start(), 2_500);
    assert_eq!(venue.shown(), []);
    venue.settle();
    assert_eq!(venue.shown().len(), 1);
}
