//! An adjournment and the clocks, for every kind of time control: what was charged at the hand-over, and that nothing
//! is added to it or lost from it until play goes on.

mod desk;

use clock::{Duration, Instant, Side, Status};
use desk::TestDesk;
use referee::{
    AdjournmentCommand, AdjournmentEvent, AdjournmentRefusal, Command, Desk, EventKind, Game, GameKind,
    Order, Refusal, Salt, SealOpening, Setup, Stage, Step, Table, Who,
};
use serde_json::Value;

/// Controls with every overtime and bonus.
const CONTROLS: [&str; 14] = [
    "20m",
    "10m+3x30s",
    "5x1m",
    "10m reserve 5m/60s",
    "10s+2/1m carry",
    "10s+3/1m",
    "20m/40+10m+2s",
    "12m+30s",
    "12m+d10s",
    "12m+b10s",
    "0s+d30s",
    "5s+ing 3x30s 2p",
    "8s+consider 30s 3x60s",
    "hourglass 5m",
];

fn table(control: &str) -> Table {
    let control = control.parse().unwrap_or_else(|fault| panic!("{control}: {fault}"));
    Table::new(Setup::new(Game { size: 9, ..Game::of_kind(GameKind::Go) }, control))
}

fn at(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

fn say(table: &mut Table, millis: u64, by: Who, command: Command) -> Step {
    table.handle(Order { by, command }, at(millis)).expect("time goes forwards")
}

/// Says it, and it has to be done.
fn done(table: &mut Table, millis: u64, by: Who, command: Command) -> Step {
    let words = command.to_string();
    let step = say(table, millis, by, command);
    assert_eq!(step.refusal(), None, "{}: {words}", table.setup().control);
    step
}

fn adjourn(until: Option<u64>) -> Command {
    Command::Adjournment(AdjournmentCommand::Adjourn { until: until.map(at) })
}

const HAND_OVER: Command = Command::Adjournment(AdjournmentCommand::HandOver);
const RESUME_SESSION: Command = Command::Adjournment(AdjournmentCommand::ResumeSession);

fn open(opening: SealOpening) -> Command {
    Command::Adjournment(AdjournmentCommand::OpenSeal { opening })
}

fn typed(written: &str) -> Command {
    open(SealOpening::Typed { written: written.into(), salt: None })
}

/// Two turns are played, and Black thinks about the third.
fn playing(control: &str) -> Table {
    let mut table = table(control);
    done(&mut table, 0, Who::Arbiter, Command::Start { side: None });
    done(&mut table, 12_345, Who::Black, Command::Press { side: Side::Black });
    done(&mut table, 15_678, Who::White, Command::Press { side: Side::White });
    table
}

/// Both sides' part of the clock, whatever the time is.
fn sides(table: &Table) -> Value {
    let state = serde_json::to_value(table.clock().state()).expect("a state is data");
    state["sides"].clone()
}

#[test]
fn every_control_stands_as_at_the_hand_over() {
    for control in CONTROLS {
        let mut table = playing(control);
        let mut plain = table.clone();
        done(&mut table, 20_000, Who::Arbiter, adjourn(None));
        done(&mut table, 29_123, Who::Black, HAND_OVER);
        // As if it had been pressed, and both clocks stopped in that instant.
        done(&mut plain, 29_123, Who::Black, Command::Press { side: Side::Black });
        done(&mut plain, 29_123, Who::Arbiter, Command::Pause { why: None });
        assert_eq!(sides(&table), sides(&plain), "{control}");

        let (closed, readings) = (sides(&table), table.clock().standing());
        assert_eq!((table.clock().status(), readings.turn), (Status::Paused, Some(Side::White)), "{control}");
        assert_eq!(table.poll_at(), None, "{control}");
        let years = 3 * 365 * 86_400_000;
        done(&mut table, years, Who::Arbiter, RESUME_SESSION);
        done(&mut table, years + 60_000, Who::Arbiter, typed("E5"));
        assert_eq!((sides(&table), table.clock().standing()), (closed, readings), "{control}");
        assert_eq!(table.clock().status(), Status::Running, "{control}");
    }
}

#[test]
fn every_control_is_charged_up_to_the_set_time() {
    for control in CONTROLS {
        let mut early = playing(control);
        let mut late = early.clone();
        done(&mut early, 16_000, Who::Arbiter, adjourn(Some(31_500)));
        let step = done(&mut early, 17_001, Who::Arbiter, HAND_OVER);
        done(&mut late, 16_000, Who::Arbiter, adjourn(None));
        done(&mut late, 31_500, Who::Arbiter, HAND_OVER);
        assert_eq!(sides(&early), sides(&late), "{control}");
        assert_eq!(early.clock().standing(), late.clock().standing(), "{control}");
        // What was charged ahead happened now.
        assert!(step.events.iter().all(|event| event.at == at(17_001)), "{control}");
    }
}

#[test]
fn a_set_time_beyond_the_sealers_is_refused() {
    let outlasts = Refusal::Adjournment(AdjournmentRefusal::SealingOutlastsTime);
    let mut table = playing("1m");
    let step = say(&mut table, 16_000, Who::Arbiter, adjourn(Some(200_000)));
    assert_eq!(step.refusal(), Some(&outlasts));
    // The time lasted when play was adjourned, and a penalty has taken it since.
    done(&mut table, 16_000, Who::Arbiter, adjourn(Some(60_000)));
    let take = Command::Subtract { side: Side::Black, amount: Duration::from_secs(10), why: None };
    done(&mut table, 17_000, Who::Arbiter, take);
    assert_eq!(say(&mut table, 18_000, Who::Black, HAND_OVER).refusal(), Some(&outlasts));
    assert_eq!(table.record().adjournment().map(|adjournment| adjournment.stage), Some(Stage::Sealing));
}

/// A table with a move sealed on the screen, at the session in which play goes on.
fn resumed(written: &str) -> (Table, SealOpening) {
    let mut table = playing("20m");
    done(&mut table, 20_000, Who::Arbiter, adjourn(None));
    let text = table.sealed_text(Salt::from_bytes([7; 16]), written).expect("a line");
    let sealed = TestDesk::default().seal(&text, Some("slip")).expect("it is sealed");
    let (side, commitment, envelope) = (Side::Black, sealed.commitment, sealed.armored);
    let seal = AdjournmentCommand::Seal { side, commitment, envelope };
    done(&mut table, 21_000, Who::Black, Command::Adjournment(seal));
    done(&mut table, 22_000, Who::Black, HAND_OVER);
    done(&mut table, 60_000, Who::Arbiter, RESUME_SESSION);
    let envelope = table.record().adjournment().and_then(|adjournment| adjournment.seal.clone());
    let text = TestDesk::default().open(&envelope.expect("it is kept").envelope, "slip").expect("it opens");
    (table, SealOpening::Unsealed { salt: text.salt().clone(), written: text.written().to_owned() })
}

#[test]
fn an_envelope_that_was_opened_too_early_is_blank_on_record() {
    let (table, opening) = resumed("E5");
    let mut paused = table.clone();
    for by in [Who::Black, Who::White, Who::Both, Who::Recorder] {
        let step = say(&mut paused, 61_000, by, open(opening.clone()));
        assert!(step.refusal().is_some(), "{by}");
        let Some(Order { command: Command::Adjournment(kept), .. }) = &step.order else { panic!("{step:?}") };
        assert_eq!(*kept, AdjournmentCommand::OpenSeal { opening: SealOpening::Withheld });
        // Decided again, it is refused in the same words.
        let again =
            table.decide(step.order.clone().expect("it is kept"), step.at).expect("time goes forwards");
        assert_eq!(again.step.events, step.events, "{by}");
    }
}

#[test]
fn a_seal_that_is_refused_keeps_no_envelope() {
    let (table, _) = resumed("E5");
    let seal =
        table.record().adjournment().and_then(|adjournment| adjournment.seal.clone()).expect("it is there");
    let (side, commitment) = (Side::Black, seal.commitment);
    let again = AdjournmentCommand::Seal { side, commitment, envelope: seal.envelope };
    let step = say(&mut table.clone(), 61_000, Who::Black, Command::Adjournment(again));
    assert_eq!(step.refusal(), Some(&Refusal::Adjournment(AdjournmentRefusal::HandedOverAlready)));
    let blank = AdjournmentCommand::Seal { side, commitment, envelope: String::new() };
    assert_eq!(step.order.map(|order| order.command), Some(Command::Adjournment(blank)));
}

#[test]
fn what_is_typed_as_it_is_usually_written_matches() {
    for (written, typed, matches) in [
        ("E5", "e5", true),
        ("E5", " E5 ", true),
        ("E5", "E6", false),
        ("E5", "Ｅ５", true),
        ("resign", "认输", true),
        ("resign", "认负", true),
        ("pass", "虚着", true),
        ("pass", "虚手", true),
        ("E5?", "E5?", true),
        ("E5?", "E5", false),
    ] {
        let (mut table, _) = resumed(written);
        let opening = SealOpening::Typed { written: typed.into(), salt: Some(Salt::from_bytes([7; 16])) };
        let step = done(&mut table, 61_000, Who::Arbiter, open(opening));
        let found = step.events.iter().find_map(|event| {
            let EventKind::Adjournment(AdjournmentEvent::Opened { matches, .. }) = &event.kind else {
                return None;
            };
            *matches
        });
        assert_eq!(found, Some(matches), "{written} and {typed}");
    }
}
