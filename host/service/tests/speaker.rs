//! A game spoken by the real service through ALSA into a sound server, whose monitor is listened to: every call is heard
//! at its instant, whatever else the machine does. `.ci/long`, step `speaker`.

#![cfg(feature = "speaker")]
#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(
    unreachable_pub,
    dead_code,
    reason = "a module of tests has no outside, and here no page is asked for"
)]
mod running;
#[expect(unreachable_pub, reason = "a module of tests has no outside")]
mod sounding;

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use clock::{Call, Control, Side};
use running::{Service, flagfall};
use serde_json::Value;
use sounding::{Busy, Ear, Server};
use voice::{Pack, Saying, Tongue, Voice};

const CONTROL: &str = "4s+2x20s";

/// Each call of Black's time, which nobody ends by a press, with the second at which it is due.
const CALLS: [(u64, Call); 16] = [
    (4, Call::Byoyomi),
    (14, Call::Elapsed(10)),
    (19, Call::Elapsed(15)),
    (22, Call::Elapsed(18)),
    (24, Call::Left(1)),
    (34, Call::Elapsed(10)),
    (35, Call::Count(1)),
    (36, Call::Count(2)),
    (37, Call::Count(3)),
    (38, Call::Count(4)),
    (39, Call::Count(5)),
    (40, Call::Count(6)),
    (41, Call::Count(7)),
    (42, Call::Count(8)),
    (43, Call::Count(9)),
    (44, Call::Count(10)),
];

/// By so much a call may be off, in microseconds.
const OFF_MAX: i64 = 40_000;

fn said(line: &Value) -> bool {
    line["entry"] == "spoken" && line["say"] == "call"
}

/// The entries of the table's record.
fn record(service: Service, data: &std::path::Path) -> Vec<Value> {
    assert!(service.stop().success());
    let folder = data.to_str().unwrap();
    let output = flagfall(&["export", folder]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let entry = |line| {
        let line: Value = serde_json::from_str(line).ok()?;
        serde_json::from_str(line["text"].as_str()?).ok()
    };
    text.lines().filter_map(entry).collect()
}

/// CLOCK_MONOTONIC at the zero of the table's time, in microseconds.
fn zero(record: &[Value]) -> i64 {
    let anchor = record.iter().find(|line| line["timer_zero"].is_u64()).unwrap();
    let number = |name: &str| anchor[name].as_i64().unwrap();
    number("timer_zero") + number("timer") - number("table")
}

#[test]
#[ignore = "needs a sound server, and a minute in which both processors are busy"]
fn every_call_is_heard_within_forty_milliseconds_while_both_processors_are_busy() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let config = folder.path().join("flagfall.toml");
    let table = format!(
        "[[table]]\nnumber = 3\ncontrol = \"{CONTROL}\"\nspeaker.device = \"pulse\"\nvoice.tongue = \"zh\"\n\
         voice.volume = 100\n"
    );
    fs::write(&config, table).unwrap();
    let data = folder.path().join("data");
    let program = flagfall(&[]);
    // As flagfall.service has it.
    let mut command = Command::new("nice");
    command.args(["-n", "-10"]).arg(program.get_program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(&config).arg("--data").arg(&data);
    command.envs(server.environment()).env("FLAGFALL_LOG", "warn");
    let service = Service::spawn(command);
    let ear = Ear::listen(&server);
    let _busy = Busy::start();
    // The sound server, which has slept, takes seconds to begin.
    thread::sleep(Duration::from_secs(8));
    service.order(3, "start black", "arbiter");
    thread::sleep(Duration::from_secs(48));
    let heard = ear.heard();
    let record = record(service, &data);
    let zero = zero(&record);
    let overtime = CONTROL.parse::<Control>().unwrap().of(Side::Black).overtime();
    let voice = Voice::of(Pack::shipped(Tongue::Chinese).unwrap().into());
    let start = record
        .iter()
        .find_map(|line| line["events"][0]["kind"]["clock"]["started"].as_object().map(|_| line));
    let start = start.unwrap()["at"].as_i64().unwrap();
    let mut worst = 0;
    for (second, call) in CALLS {
        let due = zero + start + i64::try_from(second).unwrap() * 1_000_000;
        let like = |other: Call| {
            let (onset, likeness) = heard.find(&voice.utter(&Saying::call(other, overtime)).samples, due);
            (other, onset, likeness)
        };
        // It is that call and none of the others: of all of them it is the most alike.
        let all = CALLS.into_iter().map(|(_, other)| like(other));
        let most = all.max_by(|one, other| one.2.total_cmp(&other.2)).unwrap();
        let (_, onset, likeness) = like(call);
        println!("{call}: {} µs off, likeness {likeness:.3}", onset - due);
        assert_eq!(most.0, call, "at {due} {} is heard: {:.3} against {likeness:.3}", most.0, most.2);
        worst = worst.max((onset - due).abs());
    }
    assert_eq!(heard.sounds(), CALLS.len(), "sounds between silences");
    let spoken: Vec<&Value> = record.iter().filter(|line| said(line)).collect();
    assert_eq!(spoken.len(), CALLS.len(), "{spoken:?}");
    println!("speaker: {} calls, the worst {worst} µs off", CALLS.len());
    assert!(worst <= OFF_MAX, "{worst} µs off");
}
