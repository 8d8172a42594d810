//! A move in Go with repetition checked, ours and others', on whole human games. Reading them is not timed, nor is
//! making the boards.
//!
//! What is checked: ours positional or situational superko, suicide, occupied points, with the move that a position
//! first stood after; board-game and goban positional superko and suicide; `go_game_board` simple ko and suicide, and
//! in the row "with a set" the positions it reaches are kept in a hash set, which its own 64-bit hash cannot be used
//! for: it is not to be had as a number.

use std::hint::black_box;
use std::time::{Duration, Instant};

use board_game::board::Board as _;
use board_game::games::go as theirs;
use criterion::{BatchSize, Criterion, Throughput};
use goban::rules as gobans;
use nohash_hasher::IntSet;
use peers::Plays;
use rules::go::{Game, Legality, Move, Position, Repetition};
use rules::{Color, Point, Size};

/// Runs what is to be timed.
type Timer<'a> = dyn FnMut(&mut dyn FnMut()) + 'a;

/// One library: makes a board for each game, and plays all games on them.
struct Player {
    name: &'static str,
    replay: fn(&[Plays], &mut Timer<'_>),
}

const PLAYERS: [Player; 7] = [
    Player { name: "ours, situational", replay: |games, time| ours(games, Repetition::Situational, time) },
    Player { name: "ours, positional", replay: |games, time| ours(games, Repetition::Positional, time) },
    Player { name: "ours, practice", replay: |games, time| ours(games, Repetition::Practice, time) },
    Player { name: "go_game_board, simple ko", replay: go_game_board },
    Player { name: "go_game_board with a set", replay: go_game_board_with_a_set },
    Player { name: "board-game", replay: board_game },
    Player { name: "goban", replay: goban },
];

fn new_game(repetition: Repetition) -> Game {
    Game::new(Position::empty(Size::FULL), Legality { repetition, ..Legality::default() })
}

fn ours(games: &[Plays], repetition: Repetition, time: &mut Timer<'_>) {
    let mut boards: Vec<Game> = games.iter().map(|_| new_game(repetition)).collect();
    time(&mut || {
        for (board, plays) in boards.iter_mut().zip(games) {
            for &(color, point) in plays {
                black_box(board.play(color, Move::Play(point))).expect("a legal move");
            }
        }
    });
}

fn vertex(point: Point) -> go_game_board::Vertex {
    go_game_board::vertex_of_coords_full(i32::from(point.row()) + 1, i32::from(point.column()) + 1)
}

fn player(color: Color) -> go_game_board::Player {
    match color {
        Color::Black => go_game_board::Player::Black,
        Color::White => go_game_board::Player::White,
    }
}

fn go_game_board(games: &[Plays], time: &mut Timer<'_>) {
    let plays: Vec<Vec<_>> = converted(games, |color, point| (player(color), vertex(point)));
    let mut boards: Vec<_> = games.iter().map(|_| go_game_board::Board::with_size(19, 19)).collect();
    time(&mut || {
        for (board, plays) in boards.iter_mut().zip(&plays) {
            for &(player, vertex) in plays {
                assert!(board.is_legal(player, vertex));
                board.play_legal(player, vertex);
            }
        }
    });
}

/// Keys of positions for a board that gives none: what left it is found from the neighbours of the stone laid.
struct Keys {
    stones: Vec<u8>,
    numbers: Vec<[u64; 2]>,
    key: u64,
    stood: IntSet<u64>,
}

const STRIDE: usize = 21;

impl Keys {
    fn new() -> Self {
        let mut state = 1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ (state >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let numbers = (0..STRIDE * STRIDE).map(|_| [number(), number()]).collect();
        let stood = IntSet::with_capacity_and_hasher(512, Default::default());
        Self { stones: vec![0; STRIDE * STRIDE], numbers, key: 0, stood }
    }

    /// Keeps the position after a move; false if it stood before.
    fn moved(&mut self, color: usize, cell: usize, is_empty: impl Fn(usize) -> bool) -> bool {
        self.stones[cell] = color as u8 + 1;
        self.key ^= self.numbers[cell][color];
        for near in [cell - STRIDE, cell - 1, cell + 1, cell + STRIDE] {
            if self.stones[near] == 2 - color as u8 && is_empty(near) {
                self.take_off(near, 1 - color);
            }
        }
        self.stood.insert(self.key)
    }

    fn take_off(&mut self, cell: usize, color: usize) {
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            if self.stones[cell] == color as u8 + 1 {
                self.stones[cell] = 0;
                self.key ^= self.numbers[cell][color];
                open.extend([cell - STRIDE, cell - 1, cell + 1, cell + STRIDE]);
            }
        }
    }
}

fn go_game_board_with_a_set(games: &[Plays], time: &mut Timer<'_>) {
    let cell = |point: Point| (usize::from(point.row()) + 1) * STRIDE + usize::from(point.column()) + 1;
    let plays: Vec<Vec<_>> =
        converted(games, |color, point| (player(color), vertex(point), color as usize, cell(point)));
    let vertices: Vec<_> = (0..STRIDE as i32 * STRIDE as i32)
        .map(|cell| go_game_board::vertex_of_coords_full(cell / STRIDE as i32, cell % STRIDE as i32))
        .collect();
    let mut boards: Vec<_> =
        games.iter().map(|_| (go_game_board::Board::with_size(19, 19), Keys::new())).collect();
    time(&mut || {
        for ((board, keys), plays) in boards.iter_mut().zip(&plays) {
            for &(player, vertex, color, cell) in plays {
                assert!(board.is_legal(player, vertex));
                board.play_legal(player, vertex);
                let is_empty = |cell: usize| board.color_at[vertices[cell]] == go_game_board::Color::Empty;
                assert!(keys.moved(color, cell, is_empty));
            }
        }
    });
}

fn board_game(games: &[Plays], time: &mut Timer<'_>) {
    let plays: Vec<Vec<_>> =
        converted(games, |_, point| theirs::Move::Place(theirs::Tile::new(point.column(), point.row())));
    let board = || theirs::GoBoard::new(19, theirs::Komi::zero(), theirs::Rules::cgos());
    let mut boards: Vec<_> = games.iter().map(|_| board()).collect();
    time(&mut || {
        for (board, plays) in boards.iter_mut().zip(&plays) {
            for &play in plays {
                board.play(play).expect("a legal move");
            }
        }
    });
}

fn goban(games: &[Plays], time: &mut Timer<'_>) {
    let plays: Vec<Vec<_>> =
        converted(games, |_, point| gobans::Move::Play(18 - point.row(), point.column()));
    let board = || gobans::game::Game::new(gobans::GobanSizes::Nineteen, gobans::CHINESE);
    let mut boards: Vec<_> = games.iter().map(|_| board()).collect();
    time(&mut || {
        for (board, plays) in boards.iter_mut().zip(&plays) {
            for &play in plays {
                board.try_play(play).expect("a legal move");
            }
        }
    });
}

fn converted<T>(games: &[Plays], convert: impl Fn(Color, Point) -> T) -> Vec<Vec<T>> {
    games.iter().map(|plays| plays.iter().map(|&(color, point)| convert(color, point)).collect()).collect()
}

#[expect(clippy::disallowed_methods, reason = "a stopwatch for rounds in turn, which criterion has not")]
fn timed(games: &[Plays], player: &Player) -> Duration {
    let mut elapsed = Duration::ZERO;
    (player.replay)(games, &mut |replay| {
        let start = Instant::now();
        replay();
        elapsed = start.elapsed();
    });
    elapsed
}

/// All in turn, many times over: what else the machine does falls on all alike. The medians, and the ratios to ours.
fn in_turn(games: &[Plays]) {
    let moves: usize = games.iter().map(Vec::len).sum();
    let mut rounds: Vec<Vec<Duration>> = PLAYERS.iter().map(|_| Vec::new()).collect();
    for _ in 0..41 {
        for (player, times) in PLAYERS.iter().zip(&mut rounds) {
            times.push(timed(games, player));
        }
    }
    let nanoseconds: Vec<f64> = rounds
        .iter_mut()
        .map(|times| {
            times.sort();
            times[times.len() / 2].as_nanos() as f64 / moves as f64
        })
        .collect();
    println!("{} games, {moves} moves; medians of 41 rounds in turn", games.len());
    for (player, each) in PLAYERS.iter().zip(&nanoseconds) {
        println!("{:26} {each:7.1} ns a move, {:5.2} of ours", player.name, each / nanoseconds[0]);
    }
}

/// Eighty moves from the start, the middle and the end of each long game. Boards differ; whether the history costs
/// more as it grows, is to be seen from the same moves with all that stood before forgotten.
fn early_and_late(criterion: &mut Criterion, games: &[Plays]) {
    let long: Vec<&Plays> = games.iter().filter(|plays| plays.len() >= 330).collect();
    let mut group = criterion.benchmark_group("ours, 80 moves of each long game");
    group.throughput(Throughput::Elements(long.len() as u64 * 80));
    for (from, history) in [(0, "with"), (120, "with"), (250, "with"), (250, "without")] {
        let mut games: Vec<(Game, &[(Color, Point)])> = long.iter().map(|plays| after(plays, from)).collect();
        if history == "without" {
            games
                .iter_mut()
                .for_each(|(game, _)| *game = Game::new(game.position().clone(), game.legality()));
        }
        group.bench_function(format!("from move {from} {history} its history"), |bencher| {
            bencher.iter_batched_ref(
                || games.clone(),
                |games| games.iter_mut().for_each(play_on),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

/// A game after so many of its moves, and the next eighty.
fn after(plays: &Plays, moves: usize) -> (Game, &[(Color, Point)]) {
    let mut game = new_game(Repetition::Situational);
    for &(color, point) in &plays[..moves] {
        game.play(color, Move::Play(point)).expect("a legal move");
    }
    (game, &plays[moves..moves + 80])
}

fn play_on((game, plays): &mut (Game, &[(Color, Point)])) {
    for &(color, point) in *plays {
        black_box(game.play(color, Move::Play(point))).expect("a legal move");
    }
}

fn copies(criterion: &mut Criterion, games: &[Plays]) {
    let (game, _) = after(&games[0], 120);
    criterion
        .bench_function("ours, a copy of a position", |bencher| bencher.iter(|| game.position().clone()));
    criterion
        .bench_function("ours, a copy of a game after 120 moves", |bencher| bencher.iter(|| game.clone()));
}

fn main() {
    let games = peers::games();
    in_turn(&games);
    let mut criterion = Criterion::default().configure_from_args();
    early_and_late(&mut criterion, &games);
    copies(&mut criterion, &games);
    criterion.final_summary();
}
