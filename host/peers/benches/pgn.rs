//! Whole chess games from their SAN, and counts of leaves, ours and others'. Reading files is not timed.
//!
//! What is checked: ours says why a move is none and keeps each position for repetitions; "ours, written" also writes
//! each move in strict SAN and UCI. shakmaty and cozy-chess find the legal move and play it. chess 3.2.0 does too, but
//! fails on some of the moves: a game's rest is then left out.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shakmaty::Position as _;

/// 438 games of the Lichess database: the moves of one game a line.
const GAMES: &str = include_str!("../../chess/tests/games/games.txt");

/// A position in which every kind of move is possible.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Its depth here, and the leaves there.
const LEAVES: (u8, u64) = (4, 4_085_603);

/// Plays the moves of a game; returns how many were understood.
type Play = fn(&[&str]) -> usize;

const PLAYERS: [(&str, Play); 5] = [
    ("ours", ours),
    ("ours, written", ours_written),
    ("shakmaty", shakmaty),
    ("cozy-chess", cozy_chess),
    ("chess 3.2.0", jordan_chess),
];

fn ours(moves: &[&str]) -> usize {
    let mut game = chess::Game::new();
    moves.iter().take_while(|san| game.follow(san).is_ok()).count()
}

fn ours_written(moves: &[&str]) -> usize {
    let mut game = chess::Game::new();
    moves.iter().take_while(|san| black_box(game.play(san)).is_ok()).count()
}

fn shakmaty(moves: &[&str]) -> usize {
    let mut position = shakmaty::Chess::default();
    let mut play = |san: &str| {
        let step = san.parse::<shakmaty::san::San>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(step);
        Some(())
    };
    moves.iter().take_while(|san| play(san).is_some()).count()
}

fn cozy_chess(moves: &[&str]) -> usize {
    let mut board = cozy_chess::Board::default();
    let mut play = |san: &str| {
        let step = cozy_chess::util::parse_san_move(&board, san).ok()?;
        board.play_unchecked(step);
        Some(())
    };
    moves.iter().take_while(|san| play(san).is_some()).count()
}

fn jordan_chess(moves: &[&str]) -> usize {
    let mut board = jordan_chess::Board::default();
    let mut play = |san: &str| {
        board = board.make_move_new(jordan_chess::ChessMove::from_san(&board, san).ok()?);
        Some(())
    };
    moves.iter().take_while(|san| play(san).is_some()).count()
}

/// The leaves below a position of cozy-chess.
fn cozy_leaves(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for step in moves {
                let mut next = board.clone();
                next.play_unchecked(step);
                leaves += cozy_leaves(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

fn san(criterion: &mut Criterion) {
    let lines = GAMES.lines().filter(|line| !line.starts_with('#'));
    let games: Vec<Vec<&str>> =
        lines.map(|line| line.split(" | ").next().unwrap_or("").split_whitespace().collect()).collect();
    let all: usize = games.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("chess, games from their SAN");
    for (name, play) in PLAYERS {
        let understood: usize = games.iter().map(|moves| play(moves)).sum();
        println!("{name}: {understood} of {all} moves");
        group.throughput(Throughput::Elements(understood as u64));
        group.bench_function(name, |bench| {
            bench.iter(|| games.iter().map(|moves| play(moves)).sum::<usize>());
        });
    }
    group.finish();
}

fn leaves(criterion: &mut Criterion) {
    let (depth, expected) = LEAVES;
    let ours = chess::Game::from_fen(KIWIPETE).expect("a position");
    let cozy: cozy_chess::Board = KIWIPETE.parse().expect("a position");
    let jordan: jordan_chess::Board = KIWIPETE.parse().expect("a position");
    let counts: [(&str, &dyn Fn() -> u64); 4] = [
        ("ours", &|| ours.perft(depth)),
        ("shakmaty", &|| shakmaty::perft(ours.position(), depth.into())),
        ("cozy-chess", &|| cozy_leaves(&cozy, depth)),
        ("chess 3.2.0", &|| jordan_chess::MoveGen::movegen_perft_test(&jordan, depth.into()) as u64),
    ];
    let mut group = criterion.benchmark_group("chess, leaves counted");
    group.throughput(Throughput::Elements(expected));
    for (name, count) in counts {
        assert_eq!(count(), expected, "{name}");
        group.bench_function(name, |bench| bench.iter(count));
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    san(&mut criterion);
    leaves(&mut criterion);
    criterion.final_summary();
}
