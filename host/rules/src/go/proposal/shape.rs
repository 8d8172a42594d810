//! Shapes of eye space that one stone decides.

use super::board::{Board, Cell};
use crate::color::Color;

/// The points of the largest shape that leaves one eye only.
pub(super) const LARGEST: usize = 6;

/// The point that decides a small empty space beside this cell, where only stones of `owner` lie round the space.
pub(super) fn vital_point_beside(board: &Board, cell: usize, owner: Color) -> Option<usize> {
    let mut beside = board.neighbours(cell).into_iter().filter(|&cell| board.is_empty(cell));
    beside.find_map(|first| vital_point(board, &space(board, first, owner)?))
}

/// The empty space with this cell, where it is small and only `owner`'s stones lie round it.
fn space(board: &Board, first: usize, owner: Color) -> Option<Vec<usize>> {
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for beside in board.neighbours(cell) {
            match board.at(beside) {
                Cell::Empty if !cells.contains(&beside) => cells.push(beside),
                Cell::Stone(color) if color != owner => return None,
                Cell::Empty | Cell::Stone(_) | Cell::Edge => {}
            }
        }
        if cells.len() > LARGEST {
            return None;
        }
    }
    (cells.len() >= 3).then_some(cells)
}

/// The point of a shape of 3 to 6 that decides it: three in a row, the T and the bulky or crossed five, the rabbity six.
fn vital_point(board: &Board, cells: &[usize]) -> Option<usize> {
    let beside =
        |&cell: &usize| board.neighbours(cell).into_iter().filter(|other| cells.contains(other)).count();
    let mut degrees: Vec<usize> = cells.iter().map(beside).collect();
    let (place, &most) = degrees.iter().enumerate().max_by_key(|&(_, degree)| *degree)?;
    let vital = cells[place];
    degrees.sort_unstable();
    let decides = match cells.len() {
        3 => true,
        4 => most == 3,
        5 => most == 4 || degrees == [1, 2, 2, 2, 3],
        6 => most == 4 && degrees == [1, 1, 2, 2, 2, 4],
        _ => false,
    };
    decides.then_some(vital)
}

/// Whether stones of this shape, once taken, leave a space of one eye that the next stone decides, or of none.
pub(super) fn kills(board: &Board, shape: &[usize]) -> bool {
    match shape.len() {
        0..=2 => true,
        4 => vital_point(board, shape).is_some() || is_square(board, shape),
        _ => vital_point(board, shape).is_some(),
    }
}

fn is_square(board: &Board, shape: &[usize]) -> bool {
    let twice =
        |&cell: &usize| board.neighbours(cell).iter().filter(|other| shape.contains(other)).count() == 2;
    shape.iter().all(twice)
}
