//! Whatever sound grant comes, of the largest and the smallest that a frame can carry: the unit takes it, its clock
//! ends as it should, and nothing is due again and again.

use clock::{
    Bonus, BySide, Control, DURATION_MAX, Duration, Instant, Overtime, PERIOD_MAX, Side, SideControl,
    SideSettings, Stage, State, Status,
};
use link::{FRAME_MAX, GRANT_BEHIND_MAX, GRANT_TIME_MAX, Grant, Identity, Serial, ToUnit, encode};
use proptest::prelude::*;
use serde::Serialize;
use unit::{BUTTONS_BEHIND, TableUnit};

const IDENTITY: Identity = Identity { serial: Serial(0xE661_4103_E754_2A31), boot: 1, resets: 0 };

/// What a clock says while it catches up: no more than a few things in each second of an hour.
const EVENTS_MAX: u64 = 20_000;

/// A side's state as it is written on the line.
#[derive(Clone, Copy, Debug, Serialize)]
struct Written {
    overtime: Overtimes,
    left: u64,
    stage: u8,
    turns: u16,
    periods: u16,
    moves: u16,
    unit: bool,
    announced: bool,
    delay: Option<u64>,
    turn_used: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
enum Overtimes {
    Main,
    Overtime,
}

fn length(max: Duration) -> impl Strategy<Value = Duration> {
    let max = max.as_micros();
    prop_oneof![Just(1), Just(1_000_000), Just(max), 1..=max].prop_map(Duration::from_micros)
}

fn seconds(max: Duration) -> impl Strategy<Value = Duration> {
    prop_oneof![Just(1), Just(max.as_secs()), 1..=max.as_secs()].prop_map(Duration::from_secs)
}

fn count() -> impl Strategy<Value = u16> {
    prop_oneof![Just(1), Just(u16::MAX), any::<u16>()]
}

fn micros() -> impl Strategy<Value = u64> {
    let most = GRANT_TIME_MAX.as_micros();
    prop_oneof![Just(0), Just(1), Just(u64::MAX), Just(most), Just(most + 1), 0..10_000_000_u64, any::<u64>()]
}

fn stage() -> impl Strategy<Value = Stage> {
    let bonus = prop_oneof![
        Just(Bonus::None),
        length(DURATION_MAX).prop_map(Bonus::Increment),
        length(DURATION_MAX).prop_map(Bonus::Delay),
        length(DURATION_MAX).prop_map(Bonus::Bronstein),
    ];
    (length(DURATION_MAX), prop::option::of(count()), bonus).prop_map(|(time, moves, bonus)| Stage {
        time,
        moves,
        bonus,
    })
}

fn overtime() -> impl Strategy<Value = Overtime> {
    prop_oneof![
        Just(Overtime::None),
        (count(), seconds(PERIOD_MAX)).prop_map(|(periods, period)| Overtime::Byoyomi { periods, period }),
        (count(), seconds(Duration::from_mins(1)))
            .prop_map(|(periods, period)| { Overtime::Reserve { reserve: period.times(periods), period } }),
        (count(), length(DURATION_MAX), any::<bool>())
            .prop_map(|(moves, time, carry_over)| Overtime::Canadian { moves, time, carry_over }),
        (count(), seconds(PERIOD_MAX), count()).prop_map(|(periods, period, penalty)| Overtime::Ing {
            periods,
            period,
            penalty
        }),
        (seconds(PERIOD_MAX), count(), seconds(PERIOD_MAX))
            .prop_map(|(period, units, unit)| Overtime::Consideration { period, units, unit }),
        length(DURATION_MAX).prop_map(|time| Overtime::Hourglass { time }),
    ]
}

fn control() -> impl Strategy<Value = SideControl> {
    (prop::collection::vec(stage(), 0..8), overtime()).prop_filter_map("nonsense", |(stages, overtime)| {
        let stages = if matches!(overtime, Overtime::Hourglass { .. }) { Vec::new() } else { stages };
        let settings =
            SideSettings { stages: stages.into_iter().collect(), overtime, ..SideSettings::default() };
        SideControl::try_from(settings).ok()
    })
}

fn written() -> impl Strategy<Value = Written> {
    let part = prop_oneof![Just(Overtimes::Main), Just(Overtimes::Overtime)];
    let stage = prop_oneof![3 => Just(0), 1 => 0..8_u8];
    let periods = prop_oneof![Just(0), Just(1), count()];
    let counts = (stage, any::<u16>(), periods, prop_oneof![Just(0), count()]);
    let times = (micros(), prop::option::of(micros()), micros());
    (part, counts, prop::bool::weighted(0.1), any::<bool>(), times).prop_map(
        |(overtime, (stage, turns, periods, moves), unit, announced, (left, delay, turn_used))| Written {
            overtime,
            left,
            stage,
            turns,
            periods,
            moves,
            unit,
            announced,
            delay,
            turn_used,
        },
    )
}

/// A state and the table's time, whether a clock can stand so or not.
fn state() -> impl Strategy<Value = (State, Instant)> {
    let status = prop_oneof![
        Just(Status::Waiting),
        Just(Status::Running),
        Just(Status::Running),
        Just(Status::Running),
        Just(Status::Paused),
        Just(Status::Flagged(Side::White)),
        Just(Status::FlagWithdrawn(Side::Black)),
        Just(Status::Stopped),
    ];
    let most = GRANT_BEHIND_MAX.as_micros();
    let behind = prop_oneof![Just(0), Just(most), Just(most + 1), 0..most, micros()];
    (status, prop::option::weighted(0.9, any::<bool>()), micros(), behind, written(), written()).prop_map(
        |(status, turn, committed, behind, black, white)| {
            let turn = turn.map(|black| if black { Side::Black } else { Side::White });
            let mut bytes = [0; 256];
            let bytes =
                postcard::to_slice(&(status, turn, committed, black, white), &mut bytes).expect("room");
            (
                postcard::from_bytes(bytes).expect("a state"),
                Instant::from_micros(committed.saturating_add(behind)),
            )
        },
    )
}

fn grant() -> impl Strategy<Value = Grant> {
    let number = || prop_oneof![Just(1), Just(u32::MAX), 1..u32::MAX];
    let first = prop_oneof![Just(None), Just(Some(Side::Black)), Just(Some(Side::White))];
    (control(), control(), any::<bool>(), state(), (number(), number(), any::<u16>(), first)).prop_map(
        |(black, other, same, (state, time), (epoch, turns, table, first))| {
            let white = if same { black.clone() } else { other };
            let control: Control = BySide { black, white };
            Grant { start: IDENTITY.start(), epoch, table, time, turns, control, state, first }
        },
    )
}

/// Plays on for a while; how often something was due at one instant again and again.
fn plays_on(unit: &mut TableUnit, events: &mut u64) {
    let mut now = Instant::from_micros(1_000_000);
    let mut frame = [0; FRAME_MAX];
    for round in 0..200 {
        let floor = now.minus(BUTTONS_BEHIND);
        if round % 10 == 3 {
            let side = if round % 20 == 3 { Side::White } else { Side::Black };
            unit.press(side, floor).expect("room");
        }
        unit.poll(now, floor, &mut |_| *events += 1);
        while unit.transmit(now, &mut frame).is_some() {}
        let due = unit.poll_at(now).min(unit.face_at(now).unwrap_or(Instant::from_micros(u64::MAX)));
        assert!(due > now, "due at {due:?}, and everything was done at {now:?}");
        now = due.max(now.plus(Duration::from_micros(1))).min(now.plus(Duration::from_millis(250)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]
    #[test]
    fn any_sound_grant_is_taken_and_played_and_no_other(grant in grant()) {
        let mut frame = [0; FRAME_MAX];
        let sound = grant.is_sound();
        let length = encode(&ToUnit::Grant(grant), &mut frame).unwrap();
        let mut unit = TableUnit::start(IDENTITY);
        let mut events = 0;
        unit.receive(&frame[..length], Instant::from_micros(1_000_000), &mut |_| events += 1);
        prop_assert_eq!(unit.is_alone(), !sound);
        plays_on(&mut unit, &mut events);
        prop_assert!(events < EVENTS_MAX, "{} events", events);
    }
}
