//! Orders for a set time, as the real program carries them out, keeps them, and reports what it missed.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use hall::{Anchor, Entry, StepEntry};
use journal::{Ledger, Options, SqliteLedger};
use running::{Service, flagfall};
use serde_json::{Value, json};

const TABLES: &str = "[[table]]\nnumber = \"1-2\"\ncontrol = \"1h\"\n";

/// A service whose machine keeps the time, or does not, with these further lines of configuration.
fn start(data: &Path, keeps_time: bool, more: &str) -> Service {
    let wall = if keeps_time { "battery" } else { "network" };
    let config = data.join("flagfall.toml");
    fs::write(&config, format!("wall = \"{wall}\"\n{more}\n{TABLES}")).unwrap();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
    command.arg(&config).arg("--data").arg(data);
    Service::spawn(command)
}

fn ask(service: &Service, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let (status, body) = service.http(method, path, &body.to_string());
    (status, serde_json::from_str(&body).unwrap())
}

fn schedule(service: &Service) -> Value {
    ask(service, "GET", "/api/schedule", &Value::Null).1
}

/// So many milliseconds from now, by the service's own clock.
fn soon(service: &Service, millis: i64) -> DateTime<Utc> {
    let wall: DateTime<Utc> = schedule(service)["wall"].as_str().unwrap().parse().unwrap();
    wall + TimeDelta::milliseconds(millis) + TimeDelta::microseconds(123)
}

fn set(service: &Service, command: &str, at: DateTime<Utc>) {
    let order = json!({ "command": command, "at": at });
    let (status, answer) = ask(service, "POST", "/api/schedule", &order);
    assert_eq!((status, answer["waiting"].as_array().unwrap().len()), (200, 1), "{answer}");
}

/// The tables' answers, once the first order was carried out.
fn carried(service: &Service) -> Vec<bool> {
    for _ in 0..400 {
        let outcomes = schedule(service)["carried"][0]["outcomes"].clone();
        let known: Option<Vec<bool>> =
            outcomes.as_array().and_then(|outcomes| outcomes.iter().map(|one| one["ok"].as_bool()).collect());
        if let Some(known) = known {
            return known;
        }
        sleep(Duration::from_millis(25));
    }
    panic!("it is not carried out: {}", schedule(service));
}

/// The last anchor of table 1's game before the step that a set order brought, and that step.
fn tied(data: &Path) -> (Anchor, StepEntry) {
    let ledger = SqliteLedger::open(&data.join("games.journal"), Options::default()).unwrap();
    let games = ledger.games();
    let mut anchor = None;
    for entry in ledger.read(games[0].id()).unwrap() {
        match Entry::from_bytes(&entry.body).unwrap() {
            Entry::Anchor(found) => anchor = Some(found),
            Entry::Step(step) if step.receipt.as_ref().is_some_and(|receipt| receipt.name.is_some()) => {
                return (anchor.unwrap(), *step);
            }
            Entry::Step(_)
            | Entry::Opened(_)
            | Entry::Interrupted(_)
            | Entry::Key(_)
            | Entry::Unit(_)
            | Entry::Spoken(_)
            | Entry::Voice(_) => {}
        }
    }
    panic!("no set order is on record");
}

#[test]
fn a_pause_stands_on_record_at_the_very_time_that_was_set() {
    let data = tempfile::tempdir().unwrap();
    let service = start(data.path(), true, "");
    service.order(1, "start", "arbiter");
    let at = soon(&service, 700);
    set(&service, "pause \"lunch\"", at);
    assert_eq!(carried(&service), [true, false], "table 2 has not begun");
    assert_eq!(service.table(1)["state"]["status"], "paused");
    assert!(service.stop().success());
    let (anchor, StepEntry { step, receipt, .. }) = tied(data.path());
    let receipt = receipt.unwrap();
    assert_eq!(anchor.wall.unwrap().parse::<DateTime<Utc>>().unwrap(), at);
    assert_eq!((anchor.table, step.at), (receipt.stamp, receipt.stamp), "to the microsecond");
    assert!(anchor.trusted && receipt.late.is_zero());
    assert!(flagfall(&["verify"]).arg(data.path()).status().unwrap().success());
}

#[test]
fn it_is_kept_over_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let service = start(data.path(), true, "");
    let at = soon(&service, 3_000);
    set(&service, "start", at);
    assert!(service.stop().success());
    let service = start(data.path(), true, "");
    assert_eq!(carried(&service), [true, true]);
    let running = service.table(2)["state"]["status"].clone();
    assert_eq!((running, schedule(&service)["waiting"].clone()), ("running".into(), json!([])));
}

#[test]
fn what_was_due_while_it_was_down_is_reported_and_not_given() {
    let data = tempfile::tempdir().unwrap();
    let service = start(data.path(), true, "");
    let at = soon(&service, 500);
    set(&service, "start", at);
    assert!(service.stop().success());
    sleep(Duration::from_millis(700));
    let service = start(data.path(), true, "");
    let told = schedule(&service);
    assert_eq!((&told["waiting"], &told["missed"][0]["command"]), (&json!([]), &json!("start")), "{told}");
    assert_eq!(service.table(1)["state"]["status"], "waiting");
    assert!(service.stop().success());
    let service = start(data.path(), true, "");
    let missed = schedule(&service)["missed"].clone();
    assert_eq!(missed.as_array().unwrap().len(), 1, "until somebody says that he knows");
    let path = format!("/api/schedule/{}", missed[0]["id"].as_str().unwrap());
    assert_eq!(ask(&service, "DELETE", &path, &Value::Null).1["missed"], json!([]));
}

#[test]
fn without_a_clock_that_may_be_believed_nothing_is_set() {
    if Path::new("/run/systemd/timesync/synchronized").exists() {
        // Here the network has set the clock: it may be believed.
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let planned = "[[schedule]]\nat = 2020-01-01T00:00:00Z\ncommand = \"start\"\n";
    let service = start(data.path(), false, planned);
    let order = json!({ "command": "pause", "at": soon(&service, 60_000) });
    let (status, answer) = ask(&service, "POST", "/api/schedule", &order);
    assert_eq!(status, 409, "{answer}");
    assert!(answer["why"]["en"].as_str().unwrap().contains("does not know for certain"), "{answer}");
    let told = schedule(&service);
    assert_eq!(
        (&told["trusted"], &told["waiting"][0]["command"]),
        (&json!(false), &json!("start")),
        "it waits"
    );
}

#[test]
fn a_schedule_that_cannot_be_read_is_left_alone() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("schedule.json");
    fs::write(&file, "[").unwrap();
    let said = flagfall(&["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path()).output().unwrap();
    let text = String::from_utf8(said.stderr).unwrap();
    assert_eq!(said.status.code(), Some(1), "{text}");
    assert!(text.contains("schedule.json: this is no schedule"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "[");
}
