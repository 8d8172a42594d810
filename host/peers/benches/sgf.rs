//! A whole SGF file read and replayed: bytes in, encoding found, tree and head understood, every move checked with
//! superko; beside it sgf-parse, which reads UTF-8 and checks no move.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput};
use records::sgf;
use rules::go::{Game, Legality, Position};

fn replay(bytes: &[u8]) -> usize {
    let collection = sgf::read(bytes).expect("SGF");
    let game = collection.game(0).expect("a game of Go");
    let mut board = Game::new(Position::empty(game.record.size), Legality::default());
    let mut moves = 0;
    for played in game.record.moves() {
        board.force(played.color, played.place.turn());
        moves += 1;
    }
    moves
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/data/kaya-kgs/tests/normal_sgf");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the games").map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let files: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).expect("a game")).collect();
    let texts: Vec<String> = files.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    let mut group = criterion.benchmark_group("a file of SGF");
    group.throughput(Throughput::Elements(files.len() as u64));
    group.sample_size(20);
    group.bench_function("ours, read and replayed", |bench| {
        bench.iter(|| files.iter().map(|bytes| replay(bytes)).sum::<usize>());
    });
    group.bench_function("ours, read", |bench| {
        bench.iter(|| {
            files.iter().for_each(|bytes| drop(black_box(sgf::read(bytes).expect("SGF").game(0))));
        });
    });
    group.bench_function("sgf-parse, read", |bench| {
        bench.iter(|| texts.iter().for_each(|text| drop(black_box(sgf_parse::parse(text)))));
    });
    group.finish();
    criterion.final_summary();
}
