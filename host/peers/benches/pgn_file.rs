//! A whole PGN file read and replayed, ours and pgn-reader with shakmaty alone. Ours keeps tags, comments, clocks and
//! places in the file, says what it could not understand, and keeps the positions for repetition; the other only plays
//! the moves.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use criterion::{Criterion, Throughput};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};

fn ours(bytes: &[u8]) -> usize {
    let mut moves = 0;
    for game in &records::pgn::read(bytes).games {
        let mut board = chess::Game::new();
        moves += game.moves.iter().take_while(|step| board.follow(step.text.as_str()).is_ok()).count();
    }
    moves
}

struct Player;

impl Visitor for Player {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<usize> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, (board, moves): &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let step = san.san.to_move(board).expect("a legal move");
        board.play_unchecked(step);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, moves): (Chess, usize)) -> usize {
        moves
    }
}

fn theirs(bytes: &[u8]) -> usize {
    let mut reader = Reader::new(bytes);
    let mut moves = 0;
    while let Some(game) = reader.read_game(&mut Player).expect("bytes in memory") {
        moves += game;
    }
    moves
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/data/pgn/lichess/lichess_db_1000k.pgn");
    let bytes = fs::read(path).expect("the games");
    let moves = theirs(&bytes);
    assert_eq!(ours(&bytes), moves);
    let mut group = criterion.benchmark_group("a file of PGN, 438 games with clocks");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("ours", |bench| bench.iter(|| ours(&bytes)));
    group.bench_function("pgn-reader with shakmaty", |bench| bench.iter(|| theirs(&bytes)));
    group.finish();
    criterion.final_summary();
}
