//! A writer killed in the middle of its work: what it has acknowledged is there.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no memory")]
mod backends;

use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use backends::{beat, begin, bodies, entry, without_ballast};
use journal::{GameId, Head, Ledger, OpenError, SqliteLedger, verify_all};

/// Where the writer writes; only set in the writer's process.
const PLACE: &str = "JOURNAL_WRITER_PLACE";
const ROUNDS: usize = 10;
const GAMES: u64 = 3;

/// What the writer writes as a game's entry.
fn body(seq: u64) -> Vec<u8> {
    let len = usize::try_from(seq * 37 % 3000).unwrap();
    let mut body = seq.to_string().into_bytes();
    body.resize(body.len() + len, b'.');
    body
}

/// Not a test by itself: the process that is killed.
#[test]
fn writer() {
    let Ok(place) = env::var(PLACE) else { return };
    let mut ledger = SqliteLedger::open(Path::new(&place), without_ballast()).unwrap();
    for game in 1..=GAMES {
        if ledger.game(GameId(game)).is_none() {
            ledger.append(&[begin(game, vec![])]).unwrap();
        }
    }
    println!("\nready");
    for round in 0.. {
        let mut batch = Vec::new();
        for game in (1..=GAMES).filter(|game| round % game == 0) {
            let seq = ledger.head(GameId(game)).unwrap().seq + 1;
            batch.extend([entry(game, body(seq)), entry(game, body(seq + 1)), beat(game, seq * 1000)]);
        }
        for Head { game, seq, hash } in ledger.append(&batch).unwrap() {
            println!("{game} {seq} {hash}");
        }
    }
}

fn start(place: &Path) -> (Child, impl Iterator<Item = String>) {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "writer", "--nocapture"]).env(PLACE, place).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    assert!(lines.any(|line| line == "ready"));
    (child, lines)
}

fn head(line: &str) -> Option<Head> {
    let mut words = line.split(' ');
    let mut number = || words.next()?.parse().ok();
    let (game, seq) = (GameId(number()?), number()?);
    Some(Head { game, seq, hash: words.next()?.parse().ok()? })
}

#[test]
fn what_was_acknowledged_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("games");
    for round in 0..ROUNDS {
        let (mut child, mut lines) = start(&place);
        let mut acknowledged: Vec<Head> =
            lines.by_ref().take(1 + round * 13).filter_map(|line| head(&line)).collect();
        let in_use = SqliteLedger::open(&place, without_ballast()).map(drop);
        assert_eq!(in_use, Err(OpenError::InUse), "a second instance is refused at once");
        child.kill().unwrap();
        child.wait().unwrap();
        // The last line may be half a line.
        acknowledged.extend(lines.filter_map(|line| head(&line)));
        assert!(acknowledged.len() > round);

        let ledger = SqliteLedger::open(&place, without_ballast()).unwrap();
        assert!(verify_all(&ledger).is_sound());
        for game in 1..=GAMES {
            let entries = ledger.read(GameId(game)).unwrap();
            let heads = acknowledged.iter().filter(|head| head.game.0 == game);
            for head in heads {
                assert_eq!(entries[usize::try_from(head.seq).unwrap()].hash, head.hash);
            }
            assert_eq!(entries.len() % 2, 1, "batches are whole");
            for (seq, written) in (0..).zip(bodies(entries)).skip(1) {
                assert_eq!(written, body(seq));
            }
            let Some(game) = ledger.game(GameId(game)).filter(|game| game.head.seq > 0) else { continue };
            assert_eq!(game.beat_micros, (game.head.seq - 1) * 1000, "the beat is of the last batch");
        }
    }
}
