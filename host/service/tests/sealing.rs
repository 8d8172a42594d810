//! Sealed moves through the real program: sealed on a screen, handed over, kept over a restart, opened, played on; and
//! opened apart from any service.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use running::{Service, flagfall};
use serde_json::{Value, json};

/// Status and answer of a request about a sealed move.
fn ask(service: &Service, table: u32, what: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = service.http("POST", &format!("/api/tables/{table}/{what}"), &body.to_string());
    (status, serde_json::from_str(&answer).unwrap())
}

/// The passphrase and the commitment of a move that is sealed.
fn sealed((status, answer): (u16, Value)) -> (String, String) {
    assert_eq!(status, 200, "{answer}");
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (text("passphrase"), text("commitment"))
}

/// Why it was refused, in English; it is said in Chinese too.
fn refused((status, answer): (u16, Value), expected: u16) -> String {
    assert_eq!((status, &answer["ok"]), (expected, &json!(false)), "{answer}");
    assert!(!answer["why"]["zh"].as_str().unwrap().is_empty(), "{answer}");
    answer["why"]["en"].as_str().unwrap().to_owned()
}

/// What `flagfall unseal` prints, with something on its standard input.
fn unseal(file: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = flagfall(&["unseal", "--json"]);
    command.arg(file).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn unsealed(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"))
}

#[test]
fn go_sealed_on_a_screen_and_opened_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let service = Service::start(&["serve"], data.path());
    service.order(1, "press white", "white");
    service.order(1, "move black Q16", "recorder");
    service.order(1, "press black", "black");
    let body = json!({ "side": "white", "move": "d4" });
    assert_eq!(refused(ask(&service, 1, "seal", &body), 409), "play is not adjourned");

    service.order(1, "adjourn", "arbiter");
    let (first, before) = sealed(ask(&service, 1, "seal", &body));
    assert_eq!(first.split('-').count(), 6, "{first}");
    // Another one, as text; it has a passphrase of its own.
    let order = json!({ "command": "seal white R4 passphrase=\"one two\"" });
    let (second, between) = sealed(ask(&service, 1, "orders", &order));
    assert_eq!(second, "one two");
    let (words, commitment) = sealed(ask(&service, 1, "seal", &json!({ "side": "white", "move": " c17 " })));
    assert!(before != between && between != commitment && first != words);
    let adjournment = service.table(1)["state"]["adjournment"].clone();
    assert_eq!((&adjournment["commitment"], &adjournment["n"]), (&json!(commitment), &json!(2)));
    let black = json!({ "side": "black", "move": "D4" });
    assert_eq!(refused(ask(&service, 1, "seal", &black), 409), "the side to move seals");

    service.order(1, "hand-over", "white");
    assert_eq!(service.table(1)["state"]["status"], "adjourned");
    assert!(refused(ask(&service, 1, "seal", &body), 409).starts_with("the envelope is handed over"));
    assert!(service.stop().success());

    let service = Service::start(&["serve"], data.path());
    let with = |words: &str| json!({ "passphrase": words });
    let early = refused(ask(&service, 1, "open-seal", &with(&words)), 409);
    assert!(early.ends_with("begin it first"), "{early}");
    service.order(1, "resume-session", "arbiter");
    let wrong = "this passphrase does not open the envelope";
    assert_eq!(refused(ask(&service, 1, "open-seal", &with(&second)), 409), wrong);
    let wait = refused(ask(&service, 1, "open-seal", &with(&words)), 503);
    assert!(wait.ends_with("tried in 1 s"), "{wait}");
    assert_eq!(service.table(1)["state"]["adjournment"]["wrong_passphrases"], 1);
    sleep(Duration::from_millis(1_100));
    let typed = words.to_uppercase().replace('-', "  ");
    assert_eq!(ask(&service, 1, "open-seal", &with(&typed)), (200, json!({ "ok": true })));

    let table = service.table(1);
    assert_eq!((&table["state"]["status"], &table["state"]["turn"]), (&json!("running"), &json!("black")));
    assert_eq!(table["moves"][1]["move"], "C17");
    service.order(1, "move black D4", "recorder");
    service.order(1, "press black", "black");
    assert_eq!(service.table(1)["state"]["moves"], 3);
    assert!(service.stop().success());
    assert_it_opens_apart(data.path(), &words, &commitment);
}

/// The journal, an export and the bare age text of game 1 open with the passphrase, and with no other.
fn assert_it_opens_apart(data: &Path, words: &str, commitment: &str) {
    assert!(flagfall(&["verify"]).arg(data).output().unwrap().status.success());
    let file = data.join("game.jsonl");
    let exported = flagfall(&["export", "--game", "1", "-o"]).arg(&file).arg(data).output().unwrap();
    assert!(exported.status.success());
    let expected = json!([2, "C17", commitment, true]);
    let found = |output: &Output| {
        let told = unsealed(output);
        json!([told["number"], told["move"], told["commitment"], told["matches"]])
    };
    let line = format!("{words}\n");
    assert_eq!(found(&unseal(&file, &[], &line)), expected);
    assert_eq!(found(&unseal(data, &["--game", "1"], &line)), expected);
    let other = unseal(&file, &[], "another\n");
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8(other.stderr).unwrap().contains("does not open"), "it says why");

    let age = age_text(&fs::read_to_string(&file).unwrap());
    let bare = data.join("seal.age");
    fs::write(&bare, &age).unwrap();
    assert_eq!(found(&unseal(&bare, &["--commitment", commitment], &line)), expected);
    assert_eq!(
        found(&unseal(Path::new("-"), &["--commitment", commitment], &format!("{line}{age}"))),
        expected
    );
    // As it was copied out of a letter; and the digits in groups, as the envelope has them.
    let quoted: String = age.lines().map(|line| format!("> {line}\r\n")).collect();
    fs::write(&bare, format!("Table 1\n{quoted}\n> kept by the chief\n")).unwrap();
    let groups: Vec<&str> = (0..8).map(|group| &commitment[group * 8..group * 8 + 8]).collect();
    assert_eq!(found(&unseal(&bare, &["--commitment", &groups.join(" ")], &line)), expected);
    let wrong = unseal(&bare, &["--commitment", &commitment.chars().rev().collect::<String>()], &line);
    assert_eq!((wrong.status.code(), &unsealed(&wrong)["matches"]), (Some(1), &json!(false)));
}

/// The last age text in an export.
fn age_text(export: &str) -> String {
    let begin = "-----BEGIN AGE ENCRYPTED FILE-----";
    let end = "-----END AGE ENCRYPTED FILE-----";
    let from = export.rfind(begin).unwrap();
    let to = export[from..].find(end).unwrap() + from + end.len();
    export[from..to].replace("\\\\n", "\n").replace("\\n", "\n") + "\n"
}

#[test]
fn chess_sealed_as_text_opened_with_the_paper_after_a_power_cut() {
    let data = tempfile::tempdir().unwrap();
    let mut service = Service::start(&["serve"], data.path());
    service.order(3, "press black", "black");
    service.order(3, "move white e4", "recorder");
    service.order(3, "press white", "white");
    service.order(3, "adjourn", "arbiter");
    let (words, commitment) = sealed(ask(&service, 3, "orders", &json!({ "command": "seal black Nf6" })));
    service.order(3, "hand-over", "black");
    service.kill();

    let service = Service::start(&["serve"], data.path());
    assert_eq!(service.table(3)["state"]["adjournment"]["commitment"], commitment);
    service.order(3, "resume-session", "arbiter");
    // The passphrase does not open; what the paper says stands in for it.
    let order = json!({ "command": "open-seal passphrase=lost Nf6" });
    assert_eq!(ask(&service, 3, "orders", &order).0, 200);
    let table = service.table(3);
    assert_eq!((&table["state"]["status"], &table["moves"][1]["move"]), (&json!("running"), &json!("Nf6")));
    service.order(3, "move white e5", "recorder");
    service.order(3, "press white", "white");
    assert!(service.stop().success());
    let told = unsealed(&unseal(data.path(), &["--game", "3"], &format!("{words}\n")));
    assert_eq!((&told["move"], &told["matches"]), (&json!("Nf6"), &json!(true)));
}

#[test]
fn what_cannot_be_read_is_not_repeated_and_the_connection_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let service = Service::start(&["serve"], data.path());
    for (what, body) in [
        ("seal", "{\"side\":\"white\",\"move\":\"Xyzzy"),
        ("seal", "{\"side\":\"Xyzzy\",\"move\":\"D4\"}"),
        ("open-seal", "{\"passphrase\":[\"Xyzzy\"]}"),
        ("open-seal", "{\"salt\":\"Xyzzy\"}"),
        ("orders", "{\"command\":\"seal white Xyzzy zoo\"}"),
        ("orders", "{\"command\":[\"seal white Xyzzy\"]}"),
        ("orders", "{\"command\":\"\\u0073eal white Xyzzy zoo\"}"),
        ("orders", "{\"command\":\"open-seal passphrase=Xyzzy passphrase=Xyzzy\"}"),
    ] {
        let (head, answer) = service.http_whole("POST", &format!("/api/tables/1/{what}"), body);
        assert!(head.starts_with("HTTP/1.1 400 "), "{body}: {head}");
        assert!(answer.contains("expected seal SIDE"), "{body}: {answer}");
        assert!(!answer.contains("Xyzzy"), "{body}: {answer}");
        let head = head.to_lowercase();
        assert!(head.contains("connection: close") && head.contains("cache-control: no-store"), "{head}");
    }
}
