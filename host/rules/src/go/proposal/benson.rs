//! Unconditional life: what cannot be taken even where its side only passes (Benson 1976).
//!
//! A region of one colour is what hangs together without its stones. It is vital to a group when every empty point
//! in it is the group's liberty. Groups with two vital regions, all of whose groups have that too, live.

use super::board::{Board, Cell};
use crate::color::Color;
use crate::go::field::CELLS;

/// What is decided without a search.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    /// Stones that live whatever is played.
    pub(super) alive: Vec<bool>,
    /// Stones inside such stones' vital regions: they can neither live nor get away.
    pub(super) dead: Vec<bool>,
}

/// A region of one colour.
struct Region {
    cells: Vec<usize>,
    /// The groups round it.
    groups: Vec<usize>,
    /// Those of them that it is vital to.
    vital: Vec<usize>,
    stands: bool,
}

/// What is decided for both colours.
pub(super) fn decided(board: &Board, cells: &[usize]) -> Decided {
    let mut decided = Decided { alive: vec![false; CELLS], dead: vec![false; CELLS] };
    for color in Color::BOTH {
        decide(board, cells, color, &mut decided);
    }
    decided
}

fn decide(board: &Board, cells: &[usize], color: Color, decided: &mut Decided) {
    let mut regions = regions(board, cells, color);
    let mut lives = vec![false; CELLS];
    for &cell in cells.iter().filter(|&&cell| board.has(cell, color)) {
        lives[board.head(cell)] = true;
    }
    while strike_out(&mut regions, &mut lives) {}
    for &cell in cells.iter().filter(|&&cell| board.has(cell, color)) {
        decided.alive[cell] = lives[board.head(cell)];
    }
    for region in regions.iter().filter(|region| region.stands && !region.vital.is_empty()) {
        for &cell in region.cells.iter().filter(|&&cell| !board.is_empty(cell)) {
            decided.dead[cell] = true;
        }
    }
}

/// Strikes out groups with fewer than two vital regions, then regions beside a group struck out. Whether there were any.
fn strike_out(regions: &mut [Region], lives: &mut [bool]) -> bool {
    let mut vital = vec![0_u16; CELLS];
    for region in regions.iter().filter(|region| region.stands) {
        for &group in &region.vital {
            vital[group] += 1;
        }
    }
    let mut changed = false;
    for (lives, &vital) in lives.iter_mut().zip(&vital) {
        changed |= *lives && vital < 2;
        *lives &= vital >= 2;
    }
    for region in regions.iter_mut().filter(|region| region.stands) {
        region.stands = region.groups.iter().all(|&group| lives[group]);
    }
    changed
}

fn regions(board: &Board, cells: &[usize], color: Color) -> Vec<Region> {
    let mut seen = vec![false; CELLS];
    let mut regions = Vec::new();
    for &cell in cells {
        if !seen[cell] && !board.has(cell, color) {
            regions.push(region(board, cell, color, &mut seen));
        }
    }
    regions
}

fn region(board: &Board, first: usize, color: Color, seen: &mut [bool]) -> Region {
    let mut region = Region { cells: vec![first], groups: vec![], vital: vec![], stands: true };
    seen[first] = true;
    let mut next = 0;
    while let Some(&cell) = region.cells.get(next) {
        next += 1;
        for beside in board.neighbours(cell) {
            if board.has(beside, color) {
                region.groups.push(board.head(beside));
            } else if board.at(beside) != Cell::Edge && !seen[beside] {
                seen[beside] = true;
                region.cells.push(beside);
            }
        }
    }
    region.groups.sort_unstable();
    region.groups.dedup();
    region.stands = !region.groups.is_empty();
    // Stones without a liberty, which no play leads to, are no eye.
    if region.cells.iter().any(|&cell| board.is_empty(cell)) {
        region.vital.clone_from(&region.groups);
    }
    for &cell in region.cells.iter().filter(|&&cell| board.is_empty(cell)) {
        let beside = board.neighbours(cell);
        let touches =
            |group: usize| beside.iter().any(|&cell| board.has(cell, color) && board.head(cell) == group);
        region.vital.retain(|&group| touches(group));
    }
    region
}
