//! Playing a game out: both sides play what looks urgent beside the last move, else anything that is no blunder.

use fastrand::Rng;

use super::board::{Board, Cell};
use super::shape;
use crate::color::Color;

/// Of 256 times, how often a side overlooks what can be taken, and as often what has to be rescued: a tenth, so that
/// games differ and no one mistaken answer decides them all.
const LOOKS_AWAY: u8 = 26;

/// A game being played out.
pub(super) struct Playout<'a> {
    pub(super) board: Board,
    rng: &'a mut Rng,
    last: Option<usize>,
}

impl<'a> Playout<'a> {
    pub(super) fn new(board: Board, rng: &'a mut Rng) -> Self {
        Self { board, rng, last: None }
    }

    /// Plays until both pass, or to so many moves.
    pub(super) fn run(&mut self, first: Color, most: usize) {
        let (mut color, mut passes) = (first, 0);
        for _ in 0..most {
            let chosen = self.choose(color);
            match chosen {
                Some(cell) => {
                    self.board.play(cell, color);
                    passes = 0;
                }
                None => {
                    self.board.pass();
                    passes += 1;
                }
            }
            if passes == 2 {
                return;
            }
            self.last = chosen;
            color = color.opponent();
        }
    }

    fn choose(&mut self, color: Color) -> Option<usize> {
        self.urgent(color).or_else(|| self.anywhere(color))
    }

    /// What the last move calls for.
    fn urgent(&mut self, color: Color) -> Option<usize> {
        let last = self.last?;
        if self.rng.u8(..) >= LOOKS_AWAY
            && let Some(liberty) = self.board.only_liberty(last)
            && self.board.is_legal(liberty, color)
        {
            return Some(liberty);
        }
        if self.rng.u8(..) >= LOOKS_AWAY
            && let Some(cell) = self.rescue(last, color)
        {
            return Some(cell);
        }
        let vital = shape::vital_point_beside(&self.board, last, color.opponent())?;
        self.board.is_legal(vital, color).then_some(vital)
    }

    /// Takes a group that the last move has put in atari out of it.
    fn rescue(&self, last: usize, color: Color) -> Option<usize> {
        let mut beside = self.board.neighbours(last).into_iter().filter(|&cell| self.board.has(cell, color));
        beside.find_map(|stone| {
            let liberty = self.board.only_liberty(stone)?;
            self.counter(stone, color).or_else(|| {
                let escapes = self.board.is_legal(liberty, color) && !self.ends_in_atari(liberty, color);
                escapes.then_some(liberty)
            })
        })
    }

    /// Takes something beside a group in atari.
    fn counter(&self, stone: usize, color: Color) -> Option<usize> {
        for cell in self.board.stones(stone) {
            for beside in self.board.neighbours(cell) {
                if self.board.has(beside, color.opponent())
                    && let Some(liberty) = self.board.only_liberty(beside)
                    && self.board.is_legal(liberty, color)
                {
                    return Some(liberty);
                }
            }
        }
        None
    }

    /// A move anywhere that is legal, fills no eye and puts no group of one's own in atari for nothing.
    fn anywhere(&mut self, color: Color) -> Option<usize> {
        let count = self.board.empty().len();
        let start = if count == 0 { return None } else { self.rng.usize(..count) };
        for step in 0..count {
            let cell = usize::from(self.board.empty()[(start + step) % count]);
            if self.is_sound(cell, color) {
                return Some(cell);
            }
        }
        None
    }

    fn is_sound(&self, cell: usize, color: Color) -> bool {
        !is_eye(&self.board, cell, color)
            && self.board.is_legal(cell, color)
            && (!self.ends_in_atari(cell, color) || self.takes(cell, color) || self.is_offer(cell, color))
    }

    fn takes(&self, cell: usize, color: Color) -> bool {
        self.board.neighbours(cell).into_iter().any(|beside| {
            self.board.has(beside, color.opponent()) && self.board.only_liberty(beside).is_some()
        })
    }

    /// Whether a stone here makes a group with one liberty at most.
    fn ends_in_atari(&self, cell: usize, color: Color) -> bool {
        let mut found = None;
        let mut is_second = |liberty: usize| liberty != cell && *found.get_or_insert(liberty) != liberty;
        for beside in self.board.neighbours(cell) {
            if self.board.is_empty(beside) && is_second(beside) {
                return false;
            }
        }
        for beside in self.board.neighbours(cell) {
            if self.board.has(beside, color) {
                for stone in self.board.stones(beside) {
                    for liberty in self.board.neighbours(stone) {
                        if self.board.is_empty(liberty) && is_second(liberty) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Whether stones put in atari here may be meant to be taken: a single one, or a shape that leaves one eye only.
    fn is_offer(&self, cell: usize, color: Color) -> bool {
        let mut shape = vec![cell];
        for beside in self.board.neighbours(cell) {
            if self.board.has(beside, color) && !shape.contains(&beside) {
                if shape.len() + self.board.length(beside) > shape::LARGEST {
                    return false;
                }
                shape.extend(self.board.stones(beside));
            }
        }
        shape.len() == 1 || shape::kills(&self.board, &shape)
    }
}

/// Whether a point is an eye of this colour that no stone on a diagonal point makes false.
pub(super) fn is_eye(board: &Board, cell: usize, color: Color) -> bool {
    let own = |beside: usize| board.has(beside, color) || board.at(beside) == Cell::Edge;
    if !board.neighbours(cell).into_iter().all(own) {
        return false;
    }
    let diagonals = board.diagonals(cell);
    let against = diagonals.iter().filter(|&&beside| board.has(beside, color.opponent())).count();
    let at_edge = diagonals.iter().any(|&beside| board.at(beside) == Cell::Edge);
    against + usize::from(at_edge) < 2
}
