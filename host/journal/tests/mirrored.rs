//! The mirror follows, catches up, and never holds up or fails the journal.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no memory")]
mod backends;

use std::fs;
use std::path::PathBuf;

use backends::{beat, begin, content, entry, person, without_ballast};
use journal::{
    GameId, Ledger, MirrorFault, MirrorState, OpenError, Options, SqliteLedger, Write, verify_all,
};
use tempfile::TempDir;

struct Places {
    main: PathBuf,
    mirror: PathBuf,
    _folder: TempDir,
}

impl Places {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { main: folder.path().join("games"), mirror: folder.path().join("mirror"), _folder: folder }
    }

    fn alone(&self) -> SqliteLedger {
        SqliteLedger::open(&self.main, without_ballast()).unwrap()
    }

    fn mirrored(&self) -> SqliteLedger {
        let mirror = Some(self.mirror.clone());
        SqliteLedger::open(&self.main, Options { mirror, ..without_ballast() }).unwrap()
    }

    fn assert_alike(&self) {
        let (main, mirror) = (self.alone(), SqliteLedger::open(&self.mirror, without_ballast()).unwrap());
        assert!(verify_all(&mirror).is_sound());
        let told = |ledger| {
            content(ledger).into_iter().map(|(game, entries, people)| {
                (game.head, game.genesis, game.table, game.closed, game.beat_micros, entries, people)
            })
        };
        assert!(told(&main).eq(told(&mirror)));
    }
}

fn some() -> Vec<Write> {
    vec![begin(1, vec![person("black", "Shen Qing")]), entry(1, b"one"), begin(2, vec![]), beat(2, 7)]
}

#[test]
fn it_follows() {
    let places = Places::new();
    let mut ledger = places.mirrored();
    assert_eq!(ledger.mirror(), MirrorState::Following);
    ledger.append(&some()).unwrap();
    for number in 0..50 {
        ledger.append(&[entry(1, [number]), entry(2, [number, number])]).unwrap();
    }
    assert_eq!(ledger.mirror(), MirrorState::Following);
    drop(ledger);
    places.assert_alike();
}

#[test]
fn it_catches_up() {
    let places = Places::new();
    places.alone().append(&some()).unwrap();
    drop(places.mirrored());
    places.assert_alike();
    let mut alone = places.alone();
    let (white, black) = (person("white", "Li Shi"), person("black", "Shen Qing"));
    alone.append(&[entry(1, b"two"), Write::Close { game: GameId(2) }, begin(3, vec![white])]).unwrap();
    alone.forget_person(GameId(1), black.reference()).unwrap();
    drop(alone);
    drop(places.mirrored());
    places.assert_alike();
    let mut alone = places.alone();
    alone.append(&[Write::Resume { game: GameId(2) }, entry(2, b"on"), beat(2, 9)]).unwrap();
    drop(alone);
    drop(places.mirrored());
    places.assert_alike();
}

#[test]
fn one_that_cannot_be_opened_is_told_and_restored() {
    let places = Places::new();
    fs::create_dir(&places.mirror).unwrap();
    let mut ledger = places.mirrored();
    assert!(matches!(ledger.mirror(), MirrorState::Failed(MirrorFault::Open(_))), "{:?}", ledger.mirror());
    ledger.append(&some()).unwrap();
    fs::remove_dir(&places.mirror).unwrap();
    assert_eq!(ledger.restore_mirror(), MirrorState::Following);
    ledger.append(&[entry(1, b"two")]).unwrap();
    drop(ledger);
    places.assert_alike();
}

#[test]
fn one_that_holds_something_else_is_left_alone() {
    let places = Places::new();
    places.mirrored().append(&some()).unwrap();
    SqliteLedger::open(&places.mirror, without_ballast()).unwrap().append(&[entry(1, b"its own")]).unwrap();
    let before = fs::read(&places.mirror).unwrap();
    let ahead = MirrorState::Failed(MirrorFault::Differs { game: GameId(1) });
    assert_eq!(places.mirrored().mirror(), ahead);
    places.alone().append(&[entry(1, b"two")]).unwrap();
    assert_eq!(places.mirrored().mirror(), ahead);
    assert_eq!(fs::read(&places.mirror).unwrap(), before);
}

#[test]
fn a_journal_is_not_its_own_mirror() {
    let places = Places::new();
    let mirror = Some(places.main.clone());
    let ledger = SqliteLedger::open(&places.main, Options { mirror, ..without_ballast() }).unwrap();
    assert_eq!(ledger.mirror(), MirrorState::Failed(MirrorFault::Open(OpenError::InUse)));
}
