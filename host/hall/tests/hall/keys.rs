//! Keys on pins: stamps from below, floors, and keys that behave badly.

use crate::venue::{GAME, TABLE, Venue, arbiter, ms, new_game, pause, start};
use clock::{Duration, Instant, Side, Status};
use hall::{AlarmKind, Answer, Entry, HallError, KeyEntry, KeyName, KeyTrouble, Said};
use journal::{GameId, Ledger};
use link::{Gesture, Key, KeyReport};
use referee::{Command, EventKind, PeopleCommand, PeopleEvent, Who};

const BLACK: Said = Said::Press(Side::Black);
const WHITE: Said = Said::Press(Side::White);

fn us(micros: u64) -> Instant {
    Instant::from_micros(micros)
}

/// A table with keys whose clock was started at 1 s.
fn started() -> Venue {
    let mut venue = Venue::open();
    venue.hall.keys_attached(TABLE, ms(0));
    venue.give(start(), 1_000);
    state(&mut venue, 1_000);
    venue.settle();
    venue.outputs.clear();
    venue
}

/// Edges were read so far, by 2 ms later.
fn state(venue: &mut Venue, floor: u64) {
    venue.hall.keys_floor(TABLE, ms(floor));
    venue.advance(floor + 2);
}

fn pressed(side: Side) -> EventKind {
    EventKind::Clock(clock::EventKind::Pressed { side })
}

/// The entries on record about keys.
fn key_entries(venue: &Venue) -> Vec<KeyEntry> {
    let entry = |body: &[u8]| match Entry::from_bytes(body).unwrap() {
        Entry::Key(entry) => Some(entry),
        Entry::Opened(_)
        | Entry::Anchor(_)
        | Entry::Step(_)
        | Entry::Interrupted(_)
        | Entry::Unit(_)
        | Entry::Spoken(_)
        | Entry::Voice(_) => None,
    };
    venue.ledger.read(GAME).unwrap().iter().filter_map(|read| entry(&read.body)).collect()
}

#[test]
fn presses_act_at_their_stamps_in_their_order_once_the_floor_has_passed_them() {
    let mut venue = started();
    let white = venue.hall.keys_said(TABLE, WHITE, us(5_000_003), ms(5_010)).unwrap().unwrap();
    // A contact that was judged later, and had closed earlier.
    let black = venue.hall.keys_said(TABLE, BLACK, us(4_999_001), ms(5_011)).unwrap().unwrap();
    venue.advance(5_011);
    venue.settle();
    assert_eq!((venue.answers(), venue.hall.keys_due(TABLE)), (vec![], Some(us(4_999_001))));
    state(&mut venue, 5_020);
    venue.settle();
    assert_eq!(venue.answers(), [(black, Answer::Done), (white, Answer::Done)]);
    assert_eq!(venue.shown(), [pressed(Side::Black), pressed(Side::White)]);
    let stamps: Vec<(Instant, Instant, Duration)> = venue.steps()[1..]
        .iter()
        .map(|entry| {
            let receipt = entry.receipt.as_ref().unwrap();
            (entry.step.at, receipt.stamp, receipt.late)
        })
        .collect();
    let in_time = |at| (us(at), us(at), Duration::ZERO);
    assert_eq!(stamps, [in_time(4_999_001), in_time(5_000_003)]);
}

#[test]
fn a_stamp_below_the_floor_acts_at_the_floor_and_is_late() {
    let mut venue = started();
    state(&mut venue, 5_000);
    venue.hall.keys_said(TABLE, BLACK, ms(4_700), ms(5_010)).unwrap();
    state(&mut venue, 5_020);
    venue.settle();
    let step = venue.steps()[1].clone();
    let receipt = step.receipt.unwrap();
    assert_eq!(
        (step.step.at, receipt.stamp, receipt.late),
        (ms(5_000), ms(4_700), Duration::from_millis(300))
    );
}

#[test]
fn nothing_is_decided_above_the_floor_and_the_hall_says_up_to_where_it_needs_one() {
    let mut venue = started();
    let flag = EventKind::Clock(clock::EventKind::Flag { side: Side::Black });
    let due = us(61_000_000);
    let next = |venue: &mut Venue| {
        venue.settle();
        venue.hall.keys_due(TABLE).unwrap()
    };
    // Calls come first; each is decided when the floor has come to it.
    while next(&mut venue) < due {
        let call = next(&mut venue);
        venue.advance(call.as_micros() / 1_000);
        venue.settle();
        assert_eq!(next(&mut venue), call, "what is due waits for the floor");
        assert!(venue.hall.poll_at().unwrap() > call, "and nobody is woken for it");
        state(&mut venue, call.as_micros() / 1_000);
    }
    venue.advance(70_000);
    venue.settle();
    assert!(!venue.shown().contains(&flag));
    // A press that the kernel stamped just before the end still counts, though it is read long after.
    venue.hall.keys_said(TABLE, BLACK, us(60_999_999), ms(70_000)).unwrap();
    state(&mut venue, 70_000);
    venue.settle();
    assert!(venue.shown().contains(&pressed(Side::Black)) && !venue.shown().contains(&flag));
    venue.hall.keys_floor(TABLE, ms(200_000));
    assert_eq!(venue.hall.keys_due(TABLE), None);
    venue.advance(200_000);
    venue.settle();
    assert!(venue.shown().contains(&EventKind::Clock(clock::EventKind::Flag { side: Side::White })));
}

#[test]
fn an_arbiters_order_waits_for_the_floor_as_presses_do() {
    let mut venue = started();
    let paused = venue.give(pause(), 5_000);
    venue.hall.keys_said(TABLE, BLACK, ms(4_998), ms(5_004)).unwrap();
    state(&mut venue, 5_003);
    venue.settle();
    assert_eq!(venue.answers().last(), Some(&(paused, Answer::Done)));
    assert_eq!(venue.shown(), [pressed(Side::Black), EventKind::Clock(clock::EventKind::Paused)]);
}

#[test]
fn what_keys_mean_together() {
    let mut venue = started();
    let gestures = [
        Gesture::Query { side: Side::White },
        Gesture::CallArbiter { side: Some(Side::White) },
        Gesture::CallArbiter { side: None },
        Gesture::Pause,
    ];
    for (gesture, at) in gestures.into_iter().zip(2_000..) {
        venue.hall.keys_said(TABLE, Said::Gesture(gesture), ms(at), ms(at + 4)).unwrap().unwrap();
    }
    state(&mut venue, 3_000);
    venue.settle();
    let orders: Vec<(Who, Command)> = venue.steps()[1..]
        .iter()
        .filter_map(|entry| entry.step.order.clone().map(|order| (order.by, order.command)))
        .collect();
    let summon = |side, why: Option<&str>| {
        Command::People(PeopleCommand::Summon { side, why: why.map(str::to_owned) })
    };
    let both = Some("both buttons were held");
    assert_eq!(
        orders,
        [
            (Who::White, Command::Query { side: Side::White }),
            (Who::White, summon(Side::White, None)),
            (Who::Both, summon(Side::Black, both)),
            (Who::Both, summon(Side::White, both)),
            (Who::Arbiter, Command::Pause { why: None }),
        ]
    );
    let shown = venue.shown();
    assert!(shown.contains(&EventKind::People(PeopleEvent::Summoned { side: Side::Black })), "{shown:?}");
    assert_eq!(venue.hall.shown(TABLE).unwrap().0.clock().status(), Status::Paused);
}

#[test]
fn a_key_that_behaves_badly_is_on_record_and_raises_an_alarm_where_somebody_must_look() {
    let mut venue = started();
    let (key, stuck) = (Key::Press(Side::White), KeyReport::Stuck);
    let said = |venue: &mut Venue, said, at: u64| {
        venue.hall.keys_said(TABLE, said, ms(at), ms(at + 3)).unwrap();
        state(venue, at + 3);
        venue.settle();
    };
    said(&mut venue, Said::Key(Key::Arbiter, KeyReport::Glitch), 2_000);
    assert_eq!(venue.alarms(), []);
    said(&mut venue, Said::Key(key, stuck), 3_000);
    said(&mut venue, Said::Key(Key::Press(Side::Black), KeyReport::Lost { edges: 2 }), 4_000);
    assert_eq!(venue.alarms(), [(true, AlarmKind::Keys)]);
    // The minute of the lost edges goes by, but the key is stuck until it is pressed again.
    venue.hall.keys_floor(TABLE, ms(70_000));
    venue.advance(70_000);
    assert_eq!(venue.alarms().len(), 1);
    said(&mut venue, WHITE, 71_000);
    assert_eq!(venue.alarms()[1..], [(false, AlarmKind::Keys)]);
    let entry = |at, key, trouble| KeyEntry { at: ms(at), key, trouble };
    assert_eq!(
        key_entries(&venue),
        [
            entry(2_000, KeyName::Arbiter, KeyTrouble::Glitch),
            entry(3_000, KeyName::Press { side: Side::White }, KeyTrouble::Stuck),
            entry(4_000, KeyName::Press { side: Side::Black }, KeyTrouble::Lost { edges: 2 }),
        ]
    );
}

#[test]
fn a_bad_contact_does_not_fill_the_record() {
    let mut venue = started();
    for at in 0..600 {
        let glitch = Said::Key(Key::Arbiter, KeyReport::Glitch);
        venue.hall.keys_said(TABLE, glitch, ms(2_000 + at * 50), ms(2_000 + at * 50)).unwrap();
    }
    // Nor does it keep out what matters more.
    let lost = KeyReport::Lost { edges: 2 };
    venue.hall.keys_said(TABLE, Said::Key(Key::Press(Side::White), lost), ms(32_000), ms(32_000)).unwrap();
    state(&mut venue, 62_000);
    venue.settle();
    let entries = key_entries(&venue);
    let glitches = entries.iter().filter(|entry| entry.trouble == KeyTrouble::Glitch);
    assert_eq!((glitches.count(), entries[20].trouble), (20, KeyTrouble::Lost { edges: 2 }));
}

#[test]
fn what_amounts_to_two_orders_is_taken_whole_or_not_at_all() {
    let mut venue = started();
    let both = Said::Gesture(Gesture::CallArbiter { side: None });
    let said = |venue: &mut Venue, said, at: u64| venue.hall.keys_said(TABLE, said, ms(at), ms(at));
    for at in 0..63 {
        said(&mut venue, WHITE, 2_000 + at).unwrap();
    }
    assert_eq!(said(&mut venue, both, 3_000), Err(HallError::Overloaded));
    state(&mut venue, 2_000);
    said(&mut venue, both, 3_000).unwrap();
    state(&mut venue, 4_000);
    venue.settle();
    let summons = |kind: &EventKind| matches!(kind, EventKind::People(PeopleEvent::Summoned { .. }));
    assert_eq!(venue.shown().iter().filter(|kind| summons(kind)).count(), 2);
}

#[test]
fn keys_that_cannot_be_read_are_not_waited_for() {
    let mut venue = started();
    let pausing = venue.give(pause(), 2_000);
    venue.hall.keys_lost(TABLE, ms(2_500));
    venue.advance(2_500);
    venue.settle();
    assert_eq!(venue.answers(), [(pausing, Answer::Done)]);
    assert_eq!(venue.alarms(), [(true, AlarmKind::KeysLost)]);
    assert_eq!(venue.hall.keys_due(TABLE), None);
    venue.hall.keys_attached(TABLE, ms(9_000));
    venue.advance(9_000);
    assert_eq!(venue.alarms()[1..], [(false, AlarmKind::KeysLost)]);
    venue.give(arbiter(Command::Resume), 9_100);
    assert_eq!(venue.hall.keys_due(TABLE), Some(ms(9_100)), "from now on they are");
}

#[test]
fn keys_go_on_in_the_next_game() {
    let mut venue = Venue::open();
    venue.hall.keys_attached(TABLE, ms(0));
    venue.hall.keys_floor(TABLE, ms(900));
    venue.advance(900);
    venue.hall.open(new_game(GameId(2)), ms(1_000)).unwrap();
    assert_eq!(venue.hall.keys_said(TABLE, BLACK, ms(1_000), ms(1_001)), Err(HallError::NotSaved));
    venue.settle();
    venue.give(start(), 3_000);
    assert_eq!(venue.hall.keys_due(TABLE), Some(ms(3_000)));
    venue.hall.keys_floor(TABLE, ms(3_000));
    venue.advance(3_002);
    venue.settle();
    assert_eq!(venue.hall.shown(TABLE).unwrap().0.clock().status(), Status::Running);
    venue.hall.keys_said(TABLE, BLACK, ms(3_500), ms(3_504)).unwrap();
    venue.hall.keys_floor(TABLE, ms(3_502));
    venue.advance(3_504);
    venue.settle();
    assert!(venue.shown().contains(&pressed(Side::Black)));
    assert_eq!(
        venue.hall.keys_said(99, BLACK, ms(4_000), ms(4_000)),
        Err(HallError::NoTable),
        "there is no such table"
    );
}
