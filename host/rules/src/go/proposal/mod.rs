//! Which stones seem to be dead: a proposal, never a judgement.

mod benson;
mod board;
mod playout;
mod shape;

use fastrand::Rng;

use crate::color::Color;
use crate::go::field::CELLS;
use crate::go::position::Position;
use crate::point::Point;
use board::{Board, Cell};
use playout::Playout;

/// How often the game is played out.
const PLAYOUTS: i32 = 200;

/// Proposes which stones of a finished game are dead: all of each group, from the top left corner row by row. The
/// same position and seed always give the same proposal. People decide: a proposal is only shown as such.
#[must_use]
pub fn propose_dead(position: &Position, seed: u64) -> Vec<Point> {
    let board = Board::new(position);
    let points: Vec<Point> = position.size().iter().collect();
    let cells: Vec<usize> = points.iter().map(|&point| board.cell(point)).collect();
    let decided = benson::decided(&board, &cells);
    let owners = owners(&board, &cells, &mut Rng::with_seed(seed));
    let mut sums = vec![0_i64; CELLS];
    for &cell in &cells {
        if let Cell::Stone(color) = board.at(cell) {
            sums[board.head(cell)] += i64::from(owners[cell]) * if color == Color::Black { 1 } else { -1 };
        }
    }
    let is_dead = |cell: usize| match board.at(cell) {
        Cell::Empty | Cell::Edge => false,
        Cell::Stone(_) => decided.dead[cell] || (!decided.alive[cell] && sums[board.head(cell)] < 0),
    };
    points.iter().zip(cells).filter(|&(_, cell)| is_dead(cell)).map(|(&point, _)| point).collect()
}

/// How much more often each cell ends as Black's than as White's.
fn owners(board: &Board, cells: &[usize], rng: &mut Rng) -> Vec<i32> {
    let mut owners = vec![0; CELLS];
    for number in 0..PLAYOUTS {
        let mut playout = Playout::new(board.clone(), rng);
        playout.run(if number % 2 == 0 { Color::Black } else { Color::White }, cells.len() * 2);
        for &cell in cells {
            owners[cell] += match owner(&playout.board, cell) {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            };
        }
    }
    owners
}

/// Whose a cell is once a game is played out.
fn owner(board: &Board, cell: usize) -> Option<Color> {
    match board.at(cell) {
        Cell::Stone(color) => Some(color),
        Cell::Edge => None,
        Cell::Empty => {
            let beside = board.neighbours(cell);
            let touches = |color: Color| beside.iter().any(|&cell| board.has(cell, color));
            match (touches(Color::Black), touches(Color::White)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                (true, true) | (false, false) => None,
            }
        }
    }
}
