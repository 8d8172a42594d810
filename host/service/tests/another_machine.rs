//! Adjourned games on their way: sealed and handed over in one service, exported to a file each, imported by another
//! machine, opened there and played on to the signed end. The chain holds over both, and no clock has moved.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(
    unreachable_pub,
    dead_code,
    reason = "a module of tests has no outside, and here nothing reads a line"
)]
mod running;

use std::fs;
use std::path::{Path, PathBuf};

use running::{Service, flagfall};
use serde_json::{Value, json};

/// Controls with every overtime and bonus; those with little main time are in overtime when the move is sealed.
const CONTROLS: [&str; 14] = [
    "20m",
    "10m+3x30s",
    "5x1m",
    "3m reserve 3m/60s",
    "1s+2/1m carry",
    "1s+3/1m",
    "20m/2+10m+2s",
    "12m+30s",
    "12m+d10s",
    "12m+b10s",
    "0s+d30s",
    "1s+ing 3x30s 2p",
    "1s+consider 30s 3x60s",
    "hourglass 5m",
];

/// A table for each control, and one of chess.
fn serve(place: &Path) -> Service {
    let config = place.join("flagfall.toml");
    let mut text = "data = \"kept\"\n".to_owned();
    for (index, control) in CONTROLS.iter().enumerate() {
        text += &format!("[[table]]\nnumber = {}\nsize = 9\ncontrol = \"{control}\"\n", index + 1);
    }
    text += &format!("[[table]]\nnumber = {}\nkind = \"chess\"\ncontrol = \"30m+10s\"\n", CONTROLS.len() + 1);
    fs::write(&config, text).unwrap();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
    command.arg(&config);
    Service::spawn(command)
}

/// The moves of a table's game: three played, one sealed, one that answers it.
fn moves(table: u32) -> [&'static str; 5] {
    if as_index(table) < CONTROLS.len() {
        ["C3", "G7", "G3", "C7", "E5"]
    } else {
        ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    }
}

fn as_index(table: u32) -> usize {
    usize::try_from(table).unwrap() - 1
}

fn tables() -> std::ops::RangeInclusive<u32> {
    1..=u32::try_from(CONTROLS.len()).unwrap() + 1
}

/// Who moves first at a table, and who answers.
fn sides(table: u32) -> [&'static str; 2] {
    if as_index(table) < CONTROLS.len() { ["black", "white"] } else { ["white", "black"] }
}

fn play(service: &Service, table: u32, number: usize) {
    let side = sides(table)[number % 2];
    service.order(table, &format!("move {side} {}", moves(table)[number]), "recorder");
    service.order(table, &format!("press {side}"), side);
}

/// Plays three moves, adjourns, seals the fourth and hands it over; its passphrase.
fn adjourn(service: &Service, table: u32) -> String {
    service.order(table, "start", "arbiter");
    (0..3).for_each(|number| play(service, table, number));
    service.order(table, "adjourn", "arbiter");
    let [_, sealer] = sides(table);
    let body = json!({ "side": sealer, "move": moves(table)[3] }).to_string();
    let (status, answer) = service.http("POST", &format!("/api/tables/{table}/seal"), &body);
    assert_eq!(status, 200, "{answer}");
    service.order(table, "hand-over", sealer);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    answer["passphrase"].as_str().unwrap().to_owned()
}

fn export(data: &Path, table: u32, file: &Path) {
    let game = table.to_string();
    let done = flagfall(&["export", "--game", &game, "-o"]).arg(file).arg(data).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Both sides' part of the clock behind each step of an exported game, whatever the time is, with the step's command.
fn clocks(file: &Path) -> Vec<(String, Value)> {
    let text = fs::read_to_string(file).unwrap();
    let steps = text.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let step: Value = serde_json::from_str(line["text"].as_str()?).unwrap();
        let command = step["order"]["command"]["command"].as_str().unwrap_or_default().to_owned();
        Some((command, step["clock"].get("sides")?.clone()))
    });
    steps.collect()
}

/// The clocks at the hand-over, and in the last step before the opening.
fn at_hand_over_and_before_the_opening(file: &Path) -> (Value, Value) {
    let clocks = clocks(file);
    let place = |wanted: &str| clocks.iter().position(|(command, _)| command == wanted).unwrap();
    (clocks[place("hand-over")].1.clone(), clocks[place("open-seal") - 1].1.clone())
}

fn open_and_play_on(service: &Service, table: u32, passphrase: &str) {
    service.order(table, "resume-session", "arbiter");
    let body = json!({ "passphrase": passphrase }).to_string();
    let (status, answer) = service.http("POST", &format!("/api/tables/{table}/open-seal"), &body);
    assert_eq!((status, answer.as_str()), (200, "{\"ok\":true}"), "table {table}");
    assert_eq!(service.table(table)["moves"][3]["move"], moves(table)[3]);
    play(service, table, 4);
    let [_, loser] = sides(table);
    service.order(table, &format!("resign {loser}"), loser);
    for who in ["black", "white", "arbiter"] {
        service.order(table, &format!("confirm {who}"), who);
    }
    assert_eq!(service.table(table)["state"]["status"], "signed");
}

#[test]
fn adjourned_games_go_to_another_machine_and_to_their_signed_end_with_their_clocks_as_they_were() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (kept, kept_there) = (here.path().join("kept"), there.path().join("kept"));
    let mut service = serve(here.path());
    let passphrases: Vec<String> = tables().map(|table| adjourn(&service, table)).collect();
    let faces: Vec<Value> = tables().map(|table| service.table(table)["state"].clone()).collect();
    service.kill();
    let service = serve(here.path());
    assert_eq!(tables().map(|table| service.table(table)["state"].clone()).collect::<Vec<_>>(), faces);
    assert!(service.stop().success());

    let files: Vec<PathBuf> = tables().map(|table| here.path().join(format!("game-{table}"))).collect();
    for (table, file) in tables().zip(&files) {
        export(&kept, table, file);
        let done = flagfall(&["import"]).arg(&kept_there).arg(file).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let service = serve(there.path());
    for (table, face) in tables().zip(&faces) {
        assert_eq!(&service.table(table)["state"], face, "table {table}");
    }
    for (table, passphrase) in tables().zip(&passphrases) {
        open_and_play_on(&service, table, passphrase);
    }
    assert!(service.stop().success());

    assert!(flagfall(&["verify"]).arg(&kept_there).output().unwrap().status.success());
    for (table, before) in tables().zip(&files) {
        let after = there.path().join(format!("game-{table}"));
        export(&kept_there, table, &after);
        assert!(flagfall(&["verify"]).arg(&after).output().unwrap().status.success());
        let (handed_over, resumed) = at_hand_over_and_before_the_opening(&after);
        assert_eq!(handed_over, resumed, "table {table}");
        assert!(handed_over["black"].is_object(), "table {table}: {handed_over}");
        // The one chain: all that was written here stands there, hash for hash.
        let (before, after) = (fs::read_to_string(before).unwrap(), fs::read_to_string(&after).unwrap());
        let hashes = |text: &str| {
            text.lines()
                .filter_map(|line| {
                    serde_json::from_str::<Value>(line).unwrap()["hash"].as_str().map(str::to_owned)
                })
                .collect::<Vec<_>>()
        };
        let (written, whole) = (hashes(&before), hashes(&after));
        assert!(written.len() > 10 && whole.starts_with(&written), "table {table}");
    }
}
