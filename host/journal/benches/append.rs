//! What an acknowledged append costs, beside what SQLite needs for one row with the same settings.

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use journal::{GameId, Genesis, Ledger, Options, SqliteLedger, Write};
use rusqlite::Connection;

/// Tables of a large hall, each with a game.
const GAMES: u64 = 30;
/// Games are as long as real ones, so that every append lands in a tree of the usual depth.
const LEN_MAX: u64 = 5_000;

fn begin(game: GameId) -> Write {
    let genesis = Genesis::random().expect("the system gives random bytes");
    Write::Begin { game, genesis, table: 1, body: vec![b'{'; 600], people: vec![] }
}

/// A hall's journal in which games that have grown long are followed by new ones.
struct Hall {
    ledger: SqliteLedger,
    games: Vec<GameId>,
    turn: usize,
}

impl Hall {
    fn open(path: &Path) -> Self {
        let mut ledger = SqliteLedger::open(path, Options::default()).expect("a new journal");
        let games: Vec<_> = (1..=GAMES).map(GameId).collect();
        let batch: Vec<_> = games.iter().map(|&game| begin(game)).collect();
        ledger.append(&batch).expect("room on the disk");
        Self { ledger, games, turn: 0 }
    }

    fn batch(&mut self, len: usize) -> Vec<Write> {
        (0..len).map(|_| self.entry()).collect()
    }

    fn entry(&mut self) -> Write {
        self.turn = (self.turn + 1) % self.games.len();
        let game = self.games[self.turn];
        if self.ledger.head(game).is_some_and(|head| head.seq > LEN_MAX) {
            self.games[self.turn] = self.ledger.next_game();
            self.ledger.append(&[begin(self.games[self.turn])]).expect("room on the disk");
        }
        Write::Entry { game: self.games[self.turn], body: vec![b'{'; 600] }
    }
}

fn bare(path: &Path) -> Connection {
    let sqlite = Connection::open(path).expect("a new file");
    let settings = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = 128; CREATE TABLE rows (body BLOB NOT NULL)";
    sqlite.execute_batch(settings).expect("settings that SQLite knows");
    sqlite
}

fn bench(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = criterion.benchmark_group("append");
    for len in [1, 10, 300] {
        let mut hall = Hall::open(&folder.path().join(format!("games-{len}")));
        group.bench_function(format!("{len} entries"), |bencher| {
            bencher.iter(|| {
                let batch = hall.batch(len);
                hall.ledger.append(&batch).expect("room on the disk")
            });
        });
    }
    let sqlite = bare(&folder.path().join("rows"));
    group.bench_function("bare commit of one row", |bencher| {
        bencher.iter(|| {
            sqlite.execute("INSERT INTO rows VALUES (zeroblob(600))", []).expect("room on the disk")
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50);
    targets = bench
}
criterion_main!(benches);
