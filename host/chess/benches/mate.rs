//! How long it takes to find out who can still mate, and how a position stands.
//!
//! First each question once, with the median and the worst: both sides' mates in all labelled positions (mostly
//! composed, where it is hard to say), and the status after every ply of real games. Then, by criterion, the status
//! over whole games, and the longest way there is: a question that stays undecided.

#![expect(clippy::unwrap_used, reason = "the data are those of the tests")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use chess::{BOUND, CanMate, Game, can_mate};
use criterion::{BatchSize, Criterion, Throughput};
use rules::Color;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};

const LABELLED: &str = include_str!("../tests/data/cha-unwinnability/test-vector.txt");
const GAMES: &str = include_str!("../tests/games/games.txt");

/// An answer that took so long, and what was asked.
struct Timed<T> {
    took: Duration,
    answer: T,
    fen: String,
}

/// Positions with too many men for a game are among the labelled ones.
fn labelled() -> impl Iterator<Item = (Chess, &'static str)> {
    LABELLED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (_, fen) = line.split_once(' ').unwrap();
        let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard);
        let position = position
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
        (position.unwrap(), fen)
    })
}

/// Each real game after each of its plies.
fn games() -> Vec<Vec<Game>> {
    let lines = GAMES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut game = Game::new();
            let moves = line.split(" | ").next().unwrap().split_whitespace();
            moves.map(|san| game.follow(san).map(|()| game.clone()).unwrap()).collect()
        })
        .collect()
}

#[expect(clippy::disallowed_methods, reason = "a stopwatch for single questions, which criterion has not")]
fn timed<T>(fen: String, ask: impl FnOnce() -> T) -> Timed<T> {
    let start = Instant::now();
    let answer = black_box(ask());
    Timed { took: start.elapsed(), answer, fen }
}

fn report<T: std::fmt::Debug>(name: &str, mut all: Vec<Timed<T>>) {
    all.sort_by_key(|timed| timed.took);
    let at = |part: usize| all[(all.len() - 1) * part / 1000].took;
    let total: Duration = all.iter().map(|timed| timed.took).sum();
    println!("{name}: {} questions in {total:.2?}", all.len());
    println!(
        "  median {:.2?}, 99 of 100 within {:.2?}, 999 of 1000 within {:.2?}",
        at(500),
        at(990),
        at(999)
    );
    let worst = all.last().unwrap();
    println!("  worst {:.2?}: {:?} for {}", worst.took, worst.answer, worst.fen);
}

/// Times every question once; gives one that stays undecided.
fn each_once(games: &[Vec<Game>]) -> Option<(Chess, Color)> {
    let mut undecided = None;
    let mut answers = Vec::new();
    for (position, fen) in labelled() {
        for color in Color::BOTH {
            let timed = timed(format!("{fen} ({color:?})"), || can_mate(&position, color, BOUND));
            if timed.answer == CanMate::Undecided {
                undecided = Some((position.clone(), color));
            }
            answers.push(timed);
        }
    }
    let open = answers.iter().filter(|timed| timed.answer == CanMate::Undecided).count();
    report("can_mate, labelled positions", answers);
    println!("  {open} undecided");
    let plies = games.iter().flatten();
    report("status, real games ply by ply", plies.map(|game| timed(game.fen(), || game.status())).collect());
    undecided
}

fn main() {
    let games = games();
    let undecided = each_once(&games);
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("mate");
    let plies: usize = games.iter().take(40).map(Vec::len).sum();
    group.sample_size(10).throughput(Throughput::Elements(plies as u64));
    group.bench_function("status after every ply of 40 games", |bencher| {
        bencher.iter(|| {
            games.iter().take(40).flatten().map(Game::status).for_each(|status| {
                black_box(status);
            })
        });
    });
    if let Some((position, color)) = undecided {
        group.throughput(Throughput::Elements(1));
        group.bench_function("a question that stays undecided", |bencher| {
            bencher.iter_batched_ref(
                || position.clone(),
                |position| can_mate(position, color, BOUND),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
    criterion.final_summary();
}
