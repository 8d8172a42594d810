//! What each side does on a fault, one after another, as the document says.

use clock::{Clock, Control, Duration, Event, EventKind, Instant, Side, Status};
use link::device::Line;
use link::host::{Host, KnownTable, Why};
use link::{
    Acknowledge, BODY_MAX, Grant, Hello, Identity, Serial, Snapshot, ToHost, ToUnit, Trouble, TurnedAway,
    Versions, Welcome, digest,
};
use unit::{Said, SubmitError, TableUnit};

use crate::bench::Bench;

fn begun(seed: u64) -> Bench {
    let mut bench = Bench::new(seed);
    bench.begin();
    bench.run(1_000);
    bench
}

#[test]
fn another_unit_takes_the_table_over_paused() {
    let mut bench = begun(21);
    bench.press(Side::Black);
    bench.run(2_000);
    bench.swap_unit();
    bench.run(3_000);
    bench.check();
    assert_eq!(bench.unit.clock().map(Clock::status), Some(Status::Paused));
    assert_eq!((bench.host.turns(), bench.epochs.len()), (1, 2));
    assert_eq!(bench.epochs.last(), Some(&bench.unit.session().epoch()));
    assert_eq!(bench.host.unit().map(|unit| unit.serial), Some(Serial(77)));
}

#[test]
fn a_twin_of_the_unit_takes_the_table_over_paused() {
    // Its card was copied before the last start, or after it.
    for boot in [1, 2] {
        let mut bench = Bench::new(34);
        bench.restart_unit();
        bench.begin();
        bench.press(Side::Black);
        bench.run(2_000);
        let unit = bench.host.unit().expect("it has greeted");
        bench.plug_in(Identity { boot, ..unit });
        bench.run(6_000);
        bench.check_clocks();
        assert_eq!(bench.unit.clock().map(Clock::status), Some(Status::Paused), "{boot}");
        assert_eq!((bench.host.turns(), bench.epochs.len()), (1, 2), "{boot}");
        assert_eq!(bench.epochs.last(), Some(&bench.unit.session().epoch()), "{boot}");
        bench.press(Side::White);
        bench.run(1_000);
        assert_eq!(bench.unit.session().unsent(), 0, "{boot}");
    }
}

#[test]
fn greetings_that_were_long_on_their_way_change_nothing() {
    let mut bench = Bench::new(35);
    bench.restart_unit();
    bench.begin();
    bench.press(Side::Black);
    bench.run(1_000);
    let unit = bench.host.unit().expect("it has greeted");
    for _ in 0..6 {
        for boot in [1, 2] {
            let identity = Identity { boot, ..unit };
            let hello =
                Hello { versions: Versions::OURS, identity, epoch: 0, first: 1, newest: 0, command: 0 };
            bench.say(true, &ToHost::Hello(hello));
        }
        bench.run(1_000);
    }
    bench.check();
    assert_eq!(bench.unit.clock().map(Clock::status), Some(Status::Running));
    assert_eq!((bench.host.turns(), bench.epochs.as_slice()), (1, &[bench.unit.session().epoch()][..]));
}

#[test]
fn a_grant_lies_beyond_those_of_the_hosts_other_tables() {
    let mut bench = Bench::new(36);
    bench.beyond = 4_000;
    bench.begin();
    bench.check();
    let epoch = bench.unit.session().epoch();
    assert!((4_001..=4_000 + link::GRANT_STEP_MAX).contains(&epoch), "{epoch}");
}

#[test]
fn two_hosts_that_count_from_the_same_number_do_not_give_the_same() {
    let clock = Clock::new("1h".parse().unwrap());
    let grant = |micros: u64| {
        let (control, state) = (clock.control().clone(), clock.state().clone());
        let table = KnownTable { number: 1, turns: 0, control, state, first: None };
        Host::new().grant(table, 13, Instant::ZERO, Instant::from_micros(micros))
    };
    assert_eq!([0, 1, 1_023, 1_024, 5_000_017].map(grant), [14, 15, 1_037, 14, 14 + 5_000_017 % 1_024]);
}

#[test]
fn a_host_that_was_set_back_says_what_is_missing_and_takes_the_units_state() {
    let mut bench = begun(22);
    let earlier = bench.known();
    for side in [Side::Black, Side::White, Side::Black] {
        bench.press(side);
        bench.run(500);
    }
    bench.set_host_back(earlier);
    bench.run(4_000);
    bench.check_clocks();
    // The start of the clock was the first input, and it was on disk.
    assert_eq!(bench.told.missing, [(2, 4)]);
    assert_eq!(bench.told.whys, [Why::Digest]);
    assert_eq!((bench.host.turns(), bench.epochs.as_slice()), (3, &[bench.unit.session().epoch()][..]));
}

#[test]
fn a_host_that_forgot_its_own_grant_takes_it_for_somebody_elses_and_grants_again() {
    let mut bench = begun(23);
    let earlier = bench.known();
    bench.restart_unit();
    bench.run(3_000);
    bench.press(Side::Black);
    bench.run(1_000);
    bench.set_host_back(earlier);
    bench.run(4_000);
    bench.check_clocks();
    let [_, forgotten, again] = bench.epochs[..] else { panic!("{:?}", bench.epochs) };
    assert_eq!(bench.unit.session().epoch(), again);
    assert!(bench.told.foreign.iter().all(|epoch| *epoch == forgotten), "{:?}", bench.told.foreign);
}

#[test]
fn a_unit_with_another_engine_is_turned_away_and_says_so() {
    let mut bench = begun(24);
    let versions = Versions { engine: 9, ..Versions::OURS };
    let identity = Identity { serial: Serial(5), boot: 1, resets: 0 };
    let hello = Hello { versions, identity, epoch: 0, first: 1, newest: 0, command: 0 };
    bench.say(true, &ToHost::Hello(hello));
    bench.run(20);
    assert_eq!(bench.told.turned_away, [TurnedAway::Engine { theirs: 9 }]);
    // The unit, which has the right one, is told too, greets, and is taken again.
    bench.run(3_000);
    bench.press(Side::Black);
    bench.run(1_000);
    bench.check();
    assert_eq!(bench.host.turns(), 1);
}

#[test]
fn a_unit_shows_why_it_was_turned_away_and_its_clock_goes_on() {
    let mut bench = begun(25);
    bench.wire.cut = true;
    let mut frame = [0; link::FRAME_MAX];
    let away = TurnedAway::Engine { theirs: 2 };
    let length = link::encode(&ToUnit::TurnedAway(away), &mut frame).unwrap();
    let own = bench.own_time();
    bench.unit.receive(&frame[..length], own, &mut |_| ());
    let face = bench.unit.face(own);
    assert_eq!(face.line, Line::TurnedAway(away));
    assert_eq!(face.table.map(|(number, clock)| (number, clock.status())), Some((7, Status::Running)));
}

#[test]
fn old_and_unsound_grants_are_refused() {
    let mut bench = begun(26);
    let start = bench.host.unit().unwrap().start();
    let clock = bench.host.clock().unwrap().clone();
    let grant = Grant {
        start,
        epoch: 0,
        table: 1,
        time: Instant::ZERO,
        turns: 0,
        control: clock.control().clone(),
        state: clock.state().clone(),
        first: None,
    };
    bench.say(false, &ToUnit::Grant(grant.clone()));
    bench.run(20);
    // An hourglass for one side alone.
    let (hourglass, other): (Control, Control) = ("hourglass 3m".parse().unwrap(), "3m".parse().unwrap());
    let control = Control { black: hourglass.black, white: other.white };
    let (held, later) = (bench.unit.session().epoch(), bench.unit.session().epoch() + 7);
    bench.say(false, &ToUnit::Grant(Grant { epoch: later, control, ..grant.clone() }));
    bench.run(20);
    // Five periods of a control that has three.
    let state = Clock::new("20s+5x10s".parse().unwrap()).state().clone();
    bench.say(false, &ToUnit::Grant(Grant { epoch: later + 1, state, ..grant }));
    bench.run(20);
    let troubles = [
        Trouble::OldGrant { epoch: held },
        Trouble::UnsoundGrant { epoch: later },
        Trouble::UnsoundGrant { epoch: later + 1 },
    ];
    assert_eq!(bench.told.troubles, troubles);
    bench.run(1_000);
    bench.check();
}

#[test]
fn a_grant_for_an_earlier_start_that_comes_late_is_not_taken() {
    let mut bench = begun(33);
    let start = bench.host.unit().unwrap().start();
    let clock = bench.host.clock().unwrap().clone();
    let (control, state) = (clock.control().clone(), clock.state().clone());
    bench.restart_unit();
    bench.wire.cut = true;
    bench.run(10);
    bench.wire.cut = false;
    bench.say(
        false,
        &ToUnit::Grant(Grant {
            start,
            epoch: bench.epochs[0] + 9_000,
            table: 1,
            time: clock.committed(),
            turns: 0,
            control,
            state,
            first: None,
        }),
    );
    bench.run(3_000);
    assert_eq!((bench.epochs.len(), bench.epochs.last()), (2, Some(&bench.unit.session().epoch())));
    assert_eq!(bench.unit.clock().map(Clock::status), Some(Status::Paused));
    bench.check();
}

#[test]
fn a_command_whose_life_is_over_when_it_comes_is_answered_and_does_nothing() {
    let mut bench = begun(34);
    let expires = bench.host.clock().unwrap().committed();
    let commands = link::Commands::from_iter([clock::Command::Pause]);
    bench.run(500);
    let epoch = bench.epochs[0];
    bench.say(false, &ToUnit::Order(link::Order { epoch, id: 50, turns: None, expires, commands }));
    bench.run(500);
    assert_eq!(bench.told.answers.get(&(epoch, 50)), Some(&Some(link::OrderRefusal::Expired)));
    assert_eq!(bench.unit.clock().map(Clock::status), Some(Status::Running));
    bench.check();
}

#[test]
fn no_boot_loader_while_the_clock_runs() {
    let mut bench = begun(27);
    bench.host.start_boot_loader();
    bench.run(100);
    assert_eq!(
        (bench.told.troubles.as_slice(), bench.unit.wants_boot_loader()),
        (&[Trouble::ClockRuns][..], false)
    );
    bench.order(&[clock::Command::Pause], None).unwrap();
    bench.run(500);
    bench.host.start_boot_loader();
    bench.run(100);
    assert!(bench.unit.wants_boot_loader());
}

#[test]
fn what_the_face_shows_arrives_whatever_is_lost() {
    let mut bench = begun(28);
    bench.wire.lost = 60;
    bench.host.show(link::Showing { play: link::Play::Adjourned, muted: true, ..link::Showing::default() });
    bench.run(10_000);
    let own = bench.own_time();
    let showing = bench.unit.face(own).showing.clone();
    assert_eq!((showing.play, showing.muted), (link::Play::Adjourned, true));
}

#[test]
fn the_host_says_once_that_there_is_no_word_and_stands_where_it_was() {
    let mut bench = begun(29);
    bench.wire.cut = true;
    let before = bench.now;
    bench.run(10_000);
    let since = bench.host.silent_since(bench.now).flatten().unwrap();
    assert!(since <= before && before.since(since) <= Duration::from_millis(600));
    assert_eq!(bench.told.silences, 1 + 1, "once at the very beginning, once now");
    assert!(bench.host.clock().unwrap().committed() < bench.unit.clock().unwrap().committed());
    let own = bench.own_time();
    assert!(matches!(bench.unit.face(own).line, Line::Silent { .. }));
}

#[test]
fn the_units_state_stands_where_digests_differ() {
    let mut bench = begun(30);
    // A snapshot of something else brings the copy into disorder, as a fault of the host's memory would.
    let mut known = bench.known();
    if let Some(table) = &mut known.table {
        table.turns += 5;
    }
    bench.set_host_back(known);
    bench.run(3_000);
    assert_eq!(bench.told.whys, [Why::Digest]);
    bench.check();
    assert_eq!(bench.host.turns(), 0);
}

/// It would take all of a processor's time, with nothing to send.
#[test]
fn a_unit_without_a_table_that_could_not_keep_everything_waits_for_what_is_due() {
    let identity = Identity { serial: Serial(7), boot: 1, resets: 0 };
    let (mut unit, mut frame) = (TableUnit::start(identity), [0; link::FRAME_MAX]);
    let mut now = Instant::ZERO;
    for _ in 0..1_100 {
        now = now.plus(Duration::from_millis(1));
        unit.take(Said::Press(Side::Black), now).unwrap();
    }
    let acknowledged = |seq| Acknowledge { start: identity.start(), seq };
    let mut say = |unit: &mut TableUnit, message: ToUnit, now: Instant| {
        let length = link::encode(&message, &mut frame).unwrap();
        unit.receive(&frame[..length], now, &mut |_| ());
    };
    say(&mut unit, ToUnit::Welcome(Welcome { versions: Versions::OURS, acknowledged: acknowledged(0) }), now);
    say(&mut unit, ToUnit::Acknowledge(acknowledged(1_100)), now);
    // Those that found no place, of which a table's state is to tell, when there is a table.
    assert_eq!(unit.session().unsent(), 100);
    // As long as the host is heard.
    for _ in 0..1_000 {
        let mut sent = [0; link::FRAME_MAX];
        while unit.transmit(now, &mut sent).is_some() {}
        assert!(unit.poll_at(now) > now, "{now:?}");
        now = now.plus(Duration::from_millis(1));
    }
}

#[test]
fn a_snapshot_that_nobody_asked_for_changes_nothing() {
    let mut bench = begun(31);
    let (start, clock) = (bench.host.unit().unwrap().start(), Clock::new("1h".parse().unwrap()));
    let state = clock.state().clone();
    let before = digest(bench.host.clock().unwrap());
    let snapshot = Snapshot { start, epoch: bench.epochs[0], seq: 1, lost: 0, command: 0, turns: 9, state };
    let mut frame = [0; link::FRAME_MAX];
    let length = link::encode(&ToHost::Snapshot(snapshot), &mut frame).unwrap();
    bench.host.receive(&frame[..length], bench.now, &mut |_| ());
    assert_eq!(digest(bench.host.clock().unwrap()), before);
}

#[test]
fn noise_costs_no_more_than_what_it_hits() {
    let mut bench = begun(32);
    let own = bench.own_time();
    bench.unit.receive(&[0x55; 3 * BODY_MAX], own, &mut |_| ());
    bench.host.receive(&[0xaa; 3 * BODY_MAX], bench.now, &mut |_| ());
    bench.press(Side::Black);
    bench.run(1_000);
    bench.check();
    assert_eq!(bench.host.turns(), 1);
}

/// The memory of an RP2040 holds the unit, what survives a reset, and much besides.
#[test]
fn a_unit_fits_into_a_small_memory() {
    let bytes = size_of::<TableUnit>();
    assert!(bytes <= 52 * 1_024, "{bytes}");
    const { assert!(link::device::MEMORY_MAX <= 48 * 1_024) };
}

#[test]
fn of_a_flood_of_presses_that_are_read_together_none_is_lost() {
    let mut bench = begun(29);
    let own = bench.own_time();
    let stamp = |place: u64| own.minus(Duration::from_millis(100 - place));
    let said: Vec<_> = (0..50).map(|place| (Said::Press(Side::White), stamp(place))).collect();
    let mut ignored = 0;
    let hear = &mut |event: Event| ignored += u32::from(matches!(event.kind, EventKind::Ignored { .. }));
    assert_eq!(bench.unit.take_all(&said, stamp(60), own, hear), Ok(()));
    bench.unit.poll(own, stamp(60), hear);
    assert_eq!((ignored, bench.unit.session().newest()), (50, 51));
    // What nothing is known to be before of cannot make room.
    let later: Vec<_> = (0..17).map(|_| (Said::Press(Side::White), own)).collect();
    assert_eq!(bench.unit.take_all(&later, stamp(60), own, &mut |_| ()), Err(SubmitError::Full));
    bench.run(4_000);
    bench.check_clocks();
}
