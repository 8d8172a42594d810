//! The area of a finished board, ours and others', on the final positions of whole human games. All count stones and
//! the points that one colour alone surrounds, with no stone taken for dead; ours also halves the points between
//! living groups, lists them, and says whose each point is.

use std::hint::black_box;

use board_game::board::Board as _;
use board_game::games::go as theirs;
use criterion::{Criterion, Throughput};
use goban::rules as gobans;
use peers::Plays;
use rules::go::{Game, Legality, Move, Position, count};
use rules::{Color, Size};

fn ours(plays: &Plays) -> Position {
    let mut game = Game::new(Position::empty(Size::FULL), Legality::default());
    for &(color, point) in plays {
        game.force(color, Move::Play(point));
    }
    game.position().clone()
}

fn board_game(plays: &Plays) -> theirs::GoBoard {
    let mut board = theirs::GoBoard::new(19, theirs::Komi::new(0), theirs::Rules::cgos());
    for &(_, point) in plays {
        let tile = theirs::Tile::new(point.column(), point.row());
        board.play(theirs::Move::Place(tile)).expect("a legal move");
    }
    board
}

fn goban(plays: &Plays) -> gobans::game::Game {
    let mut game = gobans::game::Game::new(gobans::GobanSizes::Nineteen, gobans::CHINESE);
    for &(_, point) in plays {
        game.play(gobans::Move::Play(point.row(), point.column()));
    }
    game
}

/// Alternating games, so that every library can play them.
fn alternating(games: Vec<Plays>) -> Vec<Plays> {
    let alternates = |plays: &Plays| {
        plays
            .iter()
            .zip([Color::Black, Color::White].into_iter().cycle())
            .all(|((color, _), turn)| *color == turn)
    };
    games.into_iter().filter(alternates).collect()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let games = alternating(peers::games());
    let positions: Vec<Position> = games.iter().map(ours).collect();
    let boards: Vec<theirs::GoBoard> = games.iter().map(board_game).collect();
    let gobans: Vec<gobans::game::Game> = games.iter().map(goban).collect();
    let mut group = criterion.benchmark_group("area of a final position");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("ours", |bench| {
        bench.iter(|| {
            for position in &positions {
                black_box(count(position, &[]).expect("nothing is called dead").area());
            }
        });
    });
    group.bench_function("board-game", |bench| {
        bench.iter(|| boards.iter().for_each(|board| _ = black_box(board.current_score())));
    });
    group.bench_function("goban", |bench| {
        bench.iter(|| gobans.iter().for_each(|game| _ = black_box(game.calculate_score())));
    });
    group.finish();
    criterion.final_summary();
}
