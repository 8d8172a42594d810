//! Games of a journal as SGF and PGN: what is written of some scenarios is kept in `records/`, and read back it leads
//! to the table's own position.
//!
//! After a change that was meant, `BLESS=1 cargo test -p service --test export_records` writes the records anew.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clock::{BySide, Duration, Instant};
use hall::{Anchor, Entry, Opening, Receipt, StepEntry};
use journal::{GameId, Genesis, Ledger as _, Options, Person, Salt, SqliteLedger, Write};
use referee::{Placement, Scenario, Table, rehearse};
use serde_json::{Value, json};
use tempfile::TempDir;

const GO: [&str; 10] = [
    "export",
    "set-up",
    "slips-of-the-recorder",
    "pause-and-resume",
    "void-flag",
    "handicap",
    "suicide",
    "moves-out-of-turn",
    "gomoku-five",
    "gomoku-opening",
];
const CHESS: [&str; 5] =
    ["unseen", "chess-illegal-move", "chess-mate", "chess-opening", "chess-flag-no-mate"];

/// One test at a time: a process that another test is just starting still holds this one's open journal, locked.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A journal with one game, the scenario of that name, and the table at its end.
fn journal(name: &str) -> (TempDir, Table, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let (table, pressed) = add(folder.path(), name, GameId(1), true);
    (folder, table, pressed)
}

/// Adds a scenario as a game to the journal of a folder; whether its wall clock may be believed.
fn add(folder: &Path, name: &str, game: GameId, trusted: bool) -> (Table, Vec<Value>) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = home.join(format!("tests/records/{name}.toml"));
    let path = if own.exists() { own } else { home.join(format!("../../docs/scenarios/{name}.toml")) };
    let scenario = Scenario::read(&fs::read_to_string(path).unwrap()).unwrap();
    let opening = Opening {
        table: 7,
        engine: "0".into(),
        setup: scenario.setup.clone(),
        people: BySide::default(),
        seats: None,
        named_on_request: false,
        control_on_request: false,
    };
    let anchor = Anchor {
        boot: "b".into(),
        timer: Instant::ZERO,
        timer_zero: None,
        table: Instant::ZERO,
        wall: Some("2026-11-29T23:59:30+08:00".into()),
        trusted,
    };
    let mut bodies = vec![Entry::Anchor(anchor).to_bytes()];
    // What the clock showed after each press.
    let mut pressed = Vec::new();
    let table = rehearse(&scenario, &mut referee::NoDesk, |step, table| {
        let receipt = step.order.as_ref().map(|_| Receipt {
            stamp: step.at,
            credit: Duration::ZERO,
            late: Duration::ZERO,
            name: None,
        });
        for event in &step.events {
            if let referee::EventKind::Clock(clock::EventKind::Pressed { side }) = event.kind {
                let left = table.clock().standing().readings.of(side).left.as_millis_left();
                pressed.push(json!([side.as_str(), left]));
            }
        }
        bodies.push(Entry::Step(Box::new(StepEntry::new(step.clone(), receipt))).to_bytes());
    })
    .expect("nothing is sealed");
    let mut ledger = SqliteLedger::open(&folder.join("games.journal"), Options::default()).unwrap();
    let genesis = Genesis::from_bytes([u8::try_from(game.0 + 6).unwrap(); 32]);
    let named = |role: &str, name: &str| Person {
        role: role.into(),
        salt: Salt::from_bytes([3; 16]),
        name: json!({ "name": name, "rank": "5d", "born": null }).to_string(),
    };
    let people = vec![named("black", "Ke ]Jie"), named("white", "Gu Li")];
    let body = Entry::Opened(Box::new(opening)).to_bytes();
    ledger.append(&[Write::Begin { game, genesis, table: 7, body, people }]).unwrap();
    for body in bodies {
        ledger.append(&[Write::Entry { game, body }]).unwrap();
    }
    (table, pressed)
}

fn flagfall(arguments: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(arguments).arg(path).output().unwrap()
}

fn text(output: Output) -> String {
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(output: Output) -> String {
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    String::from_utf8(output.stderr).unwrap()
}

/// Compares with what is kept.
fn compare(name: &str, ending: &str, found: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/records/{name}.{ending}"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap_or_default(), "{name}: BLESS=1 keeps what was meant");
}

/// The record, read and played by the program itself.
fn replayed(name: &str, record: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, record).unwrap();
    serde_json::from_str(&text(flagfall(&["replay", "--json"], &file))).unwrap()
}

/// How the table's board stands; none where a move was not seen.
fn position(table: &Table) -> Option<Value> {
    table.position().map(|position| match position {
        Placement::Rows(rows) => json!(rows),
        Placement::Fen(fen) => json!(fen),
    })
}

#[test]
fn games_of_go_are_written_as_they_stand_at_the_end() {
    let _alone = alone();
    for name in GO {
        let (folder, table, pressed) = journal(name);
        let written = text(flagfall(&["export", "--sgf"], folder.path()));
        compare(name, "sgf", &written);
        let collection = records::sgf::read(written.as_bytes()).unwrap();
        let game = collection.game(0).unwrap();
        assert_eq!(records::sgf::write(&game.record), written, "{name}: it is strict");
        assert_eq!(Some(&replayed("a.sgf", &written)["position"]), position(&table).as_ref(), "{name}");
        for node in &game.record.nodes {
            for (side, left) in [("black", node.left.black), ("white", node.left.white)] {
                let shown = |ms| pressed.contains(&json!([side, ms]));
                assert!(left.ms.is_none_or(shown), "{name}: {side} {left:?} of {pressed:?}");
            }
        }
    }
}

#[test]
fn games_of_chess_are_written_as_they_stand_at_the_end() {
    let _alone = alone();
    for name in CHESS {
        let (folder, table, pressed) = journal(name);
        let written = text(flagfall(&["export", "--pgn"], folder.path()));
        compare(name, "pgn", &written);
        let read = records::pgn::read(written.as_bytes());
        assert_eq!((read.games.len(), read.warnings.as_slice()), (1, [].as_slice()), "{name}");
        assert_eq!(records::pgn::write(&read.games[0]), written, "{name}: it is strict");
        let line = replayed("a.pgn", &written);
        assert_eq!(line["illegal"], Value::Null, "{name}");
        assert_eq!(position(&table).is_none(), name == "unseen");
        assert!(position(&table).is_none_or(|position| line["position"] == position), "{name}: {line}");
        let lefts: Vec<u64> = read.games[0].moves.iter().filter_map(|step| step.clock_ms).collect();
        for ms in lefts {
            assert!(["black", "white"].iter().any(|side| pressed.contains(&json!([side, ms]))), "{name}");
        }
    }
}

#[test]
fn names_are_written_where_they_are_asked_for() {
    let _alone = alone();
    let (folder, ..) = journal("handicap");
    let without = text(flagfall(&["export", "--sgf", "--game", "1"], folder.path()));
    assert!(!without.contains("PB[") && !without.contains("Ke"), "{without}");
    let with = text(flagfall(&["export", "--sgf", "--names"], folder.path()));
    assert!(with.contains("PB[Ke \\]Jie]BR[5d]PW[Gu Li]WR[5d]"), "{with}");
    let (folder, ..) = journal("chess-mate");
    let with = text(flagfall(&["export", "--pgn", "--names"], folder.path()));
    assert!(with.contains("[White \"Gu Li\"]\n[Black \"Ke ]Jie\"]\n"), "{with}");
}

#[test]
fn an_exported_game_gives_the_same_record_as_its_journal() {
    let _alone = alone();
    let (folder, ..) = journal("slips-of-the-recorder");
    let from_journal = text(flagfall(&["export", "--sgf"], folder.path()));
    let file = folder.path().join("game.txt");
    fs::write(&file, text(flagfall(&["export"], folder.path()))).unwrap();
    assert_eq!(text(flagfall(&["export", "--sgf"], &file)), from_journal);
    assert!(refused(flagfall(&["export", "--sgf", "--game", "1"], &file)).contains("stands alone"));
}

#[test]
fn several_games_are_told_apart_by_what_they_were() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    add(folder.path(), "handicap", GameId(1), true);
    add(folder.path(), "not-started", GameId(2), true);
    assert!(
        text(flagfall(&["export", "--sgf"], folder.path())).contains("HA["),
        "the only one that was started"
    );
    let (table, _) = add(folder.path(), "chess-mate", GameId(3), false);
    let said = refused(flagfall(&["export", "--pgn"], folder.path()));
    let lines: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("  --game 1: table 7, go, Ke ]Jie – Gu Li, "), "{said}");
    assert!(lines[0].ends_with(", 2026-11-29"), "{said}");
    let moves = table.record().moves().len();
    let mated = format!("  --game 3: table 7, chess, Gu Li – Ke ]Jie, {moves} moves, 0-1, 2026-11-29");
    assert_eq!(lines[1], mated, "{said}");
    let written = text(flagfall(&["export", "--pgn", "--game", "3"], folder.path()));
    assert!(!written.contains("[Date \"2026"), "{written}");
    assert!(written.contains("begun 2026-11-2") && written.contains("by the computer's clock"), "{written}");
}

#[test]
fn a_folder_of_records_is_not_taken_and_no_source_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let said = refused(flagfall(&["export", "--sgf"], folder.path()));
    assert!(said.contains("a folder of records is not taken: name the file"), "{said}");
    let game = "1. e4 e5 2. Ke5 Nc6 *\n";
    fs::write(folder.path().join("u.pgn"), game).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    let output =
        command.args(["export", "--pgn", "u.pgn", "-o", "u.pgn"]).current_dir(&folder).output().unwrap();
    let said = refused(output);
    assert!(said.contains("u.pgn: game 1: byte 12: ply 3: Ke5: "), "{said}");
    assert!(said.contains("left out with what is behind it, plies: 1"), "{said}");
    assert!(said.contains("u.pgn: that is what it is written from: name another file"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("u.pgn")).unwrap(), game);
}

#[test]
fn the_wrong_form_is_refused() {
    let _alone = alone();
    for (name, form, why) in [
        ("chess-mate", "--sgf", "a game of chess is written with --pgn"),
        ("handicap", "--pgn", "a game of Go or gomoku is written with --sgf"),
        ("fide-stages", "--pgn", "only a clock at this table"),
        ("fide-stages", "--sgf", "only a clock at this table"),
    ] {
        let (folder, ..) = journal(name);
        let said = refused(flagfall(&["export", form], folder.path()));
        assert!(said.contains(why), "{said}");
    }
    let (folder, ..) = journal("handicap");
    assert_eq!(flagfall(&["export", "--sgf", "--pgn"], folder.path()).status.code(), Some(2));
}
