//! A cut or a flipped bit anywhere in the file or its log gives a prefix of each game, or is told: never a panic,
//! never other content.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no memory")]
mod backends;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use backends::{Content, beat, begin, content, entry, person, without_ballast};
use journal::{
    Damage, Entry, Fault, GameId, Inspection, Ledger, Names, OpenError, SqliteLedger, Write, import,
};
use proptest::prelude::*;
use tempfile::TempDir;

/// A journal's two files, as they lie when the power fails, and what is in them.
struct Files {
    file: Vec<u8>,
    log: Vec<u8>,
    content: Content,
}

/// Four games, all of it in the file or the last third still in the log.
static JOURNALS: LazyLock<[Files; 2]> = LazyLock::new(|| [files(false), files(true)]);

fn files(in_log: bool) -> Files {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut ledger = SqliteLedger::open(&path, without_ballast()).unwrap();
    for game in 1..=4 {
        ledger.append(&[begin(game, vec![person("black", "Shen Qing"), person("white", "Li Shi")])]).unwrap();
    }
    for number in 0..60_u64 {
        if number == 40 && in_log {
            ledger.reopen().unwrap();
        }
        let game = number % 4 + 1;
        let len = usize::try_from(number * number % 97 * 20).unwrap();
        ledger.append(&[entry(game, vec![b'a'; len]), beat(game, number * 1_000_000)]).unwrap();
    }
    ledger.append(&[Write::Close { game: GameId(4) }]).unwrap();
    let content = content(&ledger);
    if !in_log {
        ledger.reopen().unwrap();
    }
    let read = |ending: &str| fs::read(folder.path().join(format!("games{ending}"))).unwrap();
    Files { file: read(""), log: read("-wal"), content }
}

fn lay(file: &[u8], log: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    fs::write(&path, file).unwrap();
    fs::write(folder.path().join("games-wal"), log).unwrap();
    (folder, path)
}

fn is_prefix(found: &[Entry], written: &[Entry]) -> bool {
    found.len() <= written.len() && found == &written[..found.len()]
}

/// What opens and reads without complaint is what was written, or an earlier state of it.
fn check_ledger(path: &Path, written: &Content, had_log: bool) {
    let Ok(ledger) = SqliteLedger::open(path, without_ballast()) else { return };
    // Only what lay in the log can be gone without a trace.
    if !had_log {
        assert_eq!(ledger.games(), written.iter().map(|(game, ..)| *game).collect::<Vec<_>>());
    }
    for game in ledger.games() {
        let (theirs, entries, people) = written.iter().find(|(theirs, ..)| theirs.id() == game.id()).unwrap();
        assert_eq!((game.genesis, game.table), (theirs.genesis, theirs.table));
        assert!(game.beat_micros <= theirs.beat_micros && game.beat_micros % 1_000_000 == 0);
        assert!(!game.closed || theirs.closed);
        if let Ok(found) = ledger.read(game.id()) {
            assert!(is_prefix(&found, entries));
            assert_eq!(found.last().map(|entry| entry.hash), Some(game.head.hash));
        }
        if let Ok(found) = ledger.people(game.id()) {
            assert_eq!(&found, people);
        }
    }
}

/// Looking leaves every byte as it was, and what it calls sound is a prefix of what was written.
fn check_inspection(path: &Path, written: &Content) {
    let log = path.with_file_name("games-wal");
    let before = (fs::read(path).unwrap(), fs::read(&log).unwrap());
    if let Ok(inspection) = Inspection::open(path) {
        for head in inspection.report().sound_games() {
            let (_, entries, _) = written.iter().find(|(game, ..)| game.id() == head.game).unwrap();
            assert_eq!(entries[usize::try_from(head.seq).unwrap()].hash, head.hash);
        }
    }
    assert_eq!(before, (fs::read(path).unwrap(), fs::read(&log).unwrap()));
}

fn check(files: &Files, damage: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>)) {
    let (mut file, mut log) = (files.file.clone(), files.log.clone());
    damage(&mut file, &mut log);
    let (_folder, path) = lay(&file, &log);
    check_inspection(&path, &files.content);
    check_ledger(&path, &files.content, !files.log.is_empty());
}

#[test]
fn undamaged_all_is_there() {
    for files in &*JOURNALS {
        let (_folder, path) = lay(&files.file, &files.log);
        let report = Inspection::open(&path).unwrap().report();
        assert!(report.is_sound() && report.games.len() == 4, "{report}");
        let ledger = SqliteLedger::open(&path, without_ballast()).unwrap();
        assert_eq!(content(&ledger), files.content);
    }
    assert!(JOURNALS[0].log.is_empty() && JOURNALS[1].log.len() > 40 * 4096);
}

#[test]
fn an_emptied_file_is_not_a_new_journal() {
    let (_folder, path) = lay(&JOURNALS[0].file, &[]);
    fs::write(&path, b"").unwrap();
    let empty = Err(OpenError::Damaged { what: Damage::Empty });
    assert_eq!(SqliteLedger::open(&path, without_ballast()).map(drop), empty);
    assert_eq!(Inspection::open(&path).map(drop), empty);
    fs::remove_file(&path).unwrap();
    let alone = Err(OpenError::Damaged { what: Damage::LogAlone });
    assert_eq!(SqliteLedger::open(&path, without_ballast()).map(drop), alone);
}

/// Changes a journal behind its back, the types of its columns set aside.
fn tamper(path: &Path, change: &str) {
    for (from, to, change) in [("body BLOB", "body ANY", ""), ("body ANY", "body BLOB", change)] {
        let sqlite = rusqlite::Connection::open(path).unwrap();
        sqlite.execute_batch(change).unwrap();
        let schema = format!("UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}')");
        sqlite.execute_batch(&format!("PRAGMA writable_schema = ON; {schema}")).unwrap();
    }
}

/// One game is tampered with by somebody who knows SQLite; the others can be saved.
#[test]
fn sound_games_are_told_from_broken_ones_and_saved() {
    let cases = [
        ("UPDATE entries SET body = 'b' WHERE game = 2 AND seq = 3", 3, Fault::BodyMissing),
        ("UPDATE entries SET body = x'62' WHERE game = 2 AND seq = 3", 3, Fault::HashDiffers),
        ("UPDATE entries SET previous = zeroblob(32) WHERE game = 2 AND seq = 3", 3, Fault::PreviousDiffers),
        ("DELETE FROM entries WHERE game = 2 AND seq = 3", 3, Fault::SeqGap { found: 4 }),
        ("DELETE FROM entries WHERE game = 2 AND seq > 5", 6, Fault::HeadDiffers),
    ];
    for (change, seq, fault) in cases {
        let (_folder, path) = lay(&JOURNALS[0].file, &[]);
        tamper(&path, change);
        let inspection = Inspection::open(&path).unwrap();
        let broken = journal::Broken { game: GameId(2), seq, fault };
        assert_eq!(inspection.verify(GameId(2)), Err(broken.into()));
        let report = inspection.report();
        assert_eq!(report.sound_games().map(|head| head.game.0).collect::<Vec<_>>(), [1, 3, 4], "{report}");
        let mut saved = journal::MemoryLedger::default();
        for head in report.sound_games() {
            let copy = import(&mut saved, &inspection.export(head.game, Names::Included).unwrap()).unwrap();
            assert_eq!(copy.hash, head.hash);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_file_is_cut(in_log in 0..2_usize, at in any::<prop::sample::Index>()) {
        check(&JOURNALS[in_log], |file, _| file.truncate(at.index(file.len())));
    }

    #[test]
    fn the_log_is_cut(at in any::<prop::sample::Index>()) {
        check(&JOURNALS[1], |_, log| log.truncate(at.index(log.len())));
    }

    #[test]
    fn bits_of_the_file_flip(in_log in 0..2_usize, at in any::<prop::sample::Index>(), bits in 1..=255_u8) {
        check(&JOURNALS[in_log], |file, _| {
            let at = at.index(file.len());
            file[at] ^= bits;
        });
    }

    #[test]
    fn bits_of_the_log_flip(at in any::<prop::sample::Index>(), bits in 1..=255_u8) {
        check(&JOURNALS[1], |_, log| {
            let at = at.index(log.len());
            log[at] ^= bits;
        });
    }

    /// A sector of another time or of nothing.
    #[test]
    fn a_sector_is_lost(in_log in 0..2_usize, at in any::<prop::sample::Index>()) {
        check(&JOURNALS[in_log], |file, _| {
            let at = at.index(file.len() / 512) * 512;
            file[at..at + 512].fill(0);
        });
    }
}

/// Without a log that could be dropped, no entry vanishes unless it is told.
#[test]
fn a_cut_file_alone_never_opens_with_fewer_entries() {
    let files = &JOURNALS[0];
    for at in (0..files.file.len()).step_by(1777) {
        let (_folder, path) = lay(&files.file[..at], &[]);
        let Ok(ledger) = SqliteLedger::open(&path, without_ballast()) else { continue };
        for (game, entries, _) in &files.content {
            assert!(ledger.read(game.id()).is_err() || ledger.read(game.id()).as_ref() == Ok(entries));
        }
    }
}
