//! The demonstration as it is started: with games of files, and refused without any.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use running::{Service, flagfall};
use serde_json::Value;

/// Games of nobody.
const GO: &str = "(;SZ[9]PB[Shen Qing]BR[5d]PW[Lin Bo]TM[300]OT[3x20 byo-yomi]RE[W+R];B[ee];W[cc])";
const CHESS: &str =
    "[White \"Bai Lu\"]\n[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} *\n";

/// A table once it is as expected; it is soon.
fn table(service: &Service, number: u32, expected: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let table = service.table(number);
        if expected(&table) {
            return table;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("table {number} stays as it was: {}", service.table(number));
}

#[test]
fn every_table_begins_with_a_game_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("a.sgf"), GO).unwrap();
    fs::write(games.join("b.pgn"), CHESS).unwrap();
    let arguments = ["demo", "--speed", "100", games.to_str().unwrap()];
    let service = Service::start(&arguments, folder.path());
    for (number, kind, control, black) in
        [(1, "go", "5m+3x20s", "Shen Qing"), (2, "chess", "3m+2s", ""), (3, "go", "5m+3x20s", "Shen Qing")]
    {
        let table = table(&service, number, |table| table["control"]["notation"] == control);
        assert_eq!(table["game"]["kind"], kind, "{table}");
        assert_eq!(table["players"]["black"]["name"].as_str().unwrap_or_default(), black, "{table}");
    }
    table(&service, 1, |table| table["state"]["result"] == "W+R" && table["state"]["moves"] == 2);
    let paused = table(&service, 2, |table| table["state"]["status"] == "paused");
    assert!(paused["state"]["result"].is_null(), "the record has none: {paused}");
    assert!(service.stop().success());
}

#[test]
fn without_a_game_that_can_be_played_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let broken = file("broken.sgf", "(;SZ[9];B[aa];W[aa])");
    let nothing = file("nothing.sgf", "nothing");
    let good = file("good.sgf", GO);
    let left_out = format!("{broken}: game 1 is left out: move 2: a stone stands on A9\n");
    let none = "flagfall: none of these files has a game that can be played\n";
    let unreadable =
        format!("{nothing}: not SGF: expected `(;` and a property such as `GM[1]`, found \"nothing\"\n");
    for (files, expected) in
        [(vec![&broken], format!("{left_out}{none}")), (vec![&good, &nothing], unreadable)]
    {
        let mut command = flagfall(&["demo", "--listen", "127.0.0.1:0"]);
        let output = command.args(files).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    }
}
