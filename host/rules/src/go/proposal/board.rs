//! A board made for playing thousands of games out: chains with their liberties, changed in place.

use crate::color::Color;
use crate::go::position::Position;
use crate::point::{Point, Size};

/// The cells that the largest board needs, with its wall.
pub(super) const CELLS: usize = (Size::MAX as usize + 2) * (Size::MAX as usize + 1) + 1;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Wall,
}

/// A chain's liberties, each counted once for every stone beside it, with the sums that tell whether they are one.
#[derive(Clone, Copy, Debug, Default)]
struct Liberties {
    number: u32,
    sum: u32,
    squares: u32,
}

/// A board. The cells of a chain form a ring, and each knows the one that keeps the chain's liberties.
#[derive(Clone, Debug)]
pub(super) struct Board {
    lines: usize,
    cells: [Cell; CELLS],
    keeper: [u16; CELLS],
    next: [u16; CELLS],
    size: [u16; CELLS],
    liberties: [Liberties; CELLS],
    empty: Vec<u16>,
    place_in_empty: [u16; CELLS],
    /// Where the next stone would retake a ko.
    ko: Option<usize>,
}

impl Liberties {
    fn add(&mut self, cell: usize) {
        let cell = cell as u32;
        self.number += 1;
        self.sum += cell;
        self.squares += cell * cell;
    }

    fn remove(&mut self, cell: usize) {
        let cell = cell as u32;
        self.number -= 1;
        self.sum -= cell;
        self.squares -= cell * cell;
    }

    fn join(&mut self, other: Self) {
        self.number += other.number;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The only liberty, where there is only one: the mean's square is the squares' mean.
    fn only(self) -> Option<usize> {
        let one = u64::from(self.number) * u64::from(self.squares) == u64::from(self.sum).pow(2);
        (self.number > 0 && one).then(|| (self.sum / self.number) as usize)
    }
}

impl Board {
    /// The stones of a position.
    pub(super) fn new(position: &Position) -> Self {
        let mut board = Self {
            lines: position.size().lines().into(),
            cells: [Cell::Wall; CELLS],
            keeper: [0; CELLS],
            next: [0; CELLS],
            size: [0; CELLS],
            liberties: [Liberties::default(); CELLS],
            empty: Vec::with_capacity(position.size().points().into()),
            place_in_empty: [0; CELLS],
            ko: None,
        };
        for point in position.size().iter() {
            let cell = board.cell(point);
            board.cells[cell] = Cell::Empty;
            board.add_empty(cell);
        }
        for point in position.size().iter() {
            if let Some(color) = position.at(point) {
                board.lay(board.cell(point), color);
            }
        }
        board
    }

    /// The cell of a point.
    pub(super) fn cell(&self, point: Point) -> usize {
        (usize::from(point.row()) + 1) * (self.lines + 1) + usize::from(point.column()) + 1
    }

    pub(super) fn at(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    pub(super) fn has(&self, cell: usize, color: Color) -> bool {
        self.cells[cell] == Cell::Stone(color)
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::Empty
    }

    pub(super) fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - self.lines - 1, cell - 1, cell + 1, cell + self.lines + 1]
    }

    pub(super) fn diagonals(&self, cell: usize) -> [usize; 4] {
        [cell - self.lines - 2, cell - self.lines, cell + self.lines, cell + self.lines + 2]
    }

    /// The empty cells, in no order.
    pub(super) fn empty(&self) -> &[u16] {
        &self.empty
    }

    /// The cell that stands for the chain with this stone.
    pub(super) fn chain(&self, stone: usize) -> usize {
        self.keeper[stone].into()
    }

    /// How many stones the chain with this one has.
    pub(super) fn length(&self, stone: usize) -> usize {
        self.size[self.chain(stone)].into()
    }

    /// The stones of the chain with this one.
    pub(super) fn stones(&self, stone: usize) -> impl Iterator<Item = usize> {
        let mut following = Some(stone);
        std::iter::from_fn(move || {
            let here = following?;
            following = Some(usize::from(self.next[here])).filter(|&cell| cell != stone);
            Some(here)
        })
    }

    /// The chain's only liberty, where there is only one.
    pub(super) fn only_liberty(&self, stone: usize) -> Option<usize> {
        self.liberties[self.chain(stone)].only()
    }

    /// Whether a stone of this colour here takes something, or leaves its chain a liberty, and retakes no ko.
    pub(super) fn is_legal(&self, cell: usize, color: Color) -> bool {
        self.ko != Some(cell)
            && self.neighbours(cell).into_iter().any(|beside| match self.cells[beside] {
                Cell::Empty => true,
                Cell::Wall => false,
                Cell::Stone(other) => (other == color) != self.only_liberty(beside).is_some(),
            })
    }

    /// Lays a stone where that is legal. Gives how many stones it takes.
    pub(super) fn play(&mut self, cell: usize, color: Color) -> usize {
        let alone = self.neighbours(cell).into_iter().all(|beside| self.cells[beside] != Cell::Stone(color));
        let alone = alone && self.neighbours(cell).into_iter().all(|beside| !self.is_empty(beside));
        self.ko = None;
        self.lay(cell, color);
        let mut taken = 0;
        let mut last = cell;
        for beside in self.neighbours(cell) {
            if self.has(beside, color.opponent()) && self.liberties[self.chain(beside)].number == 0 {
                taken += self.take(beside);
                last = beside;
            }
        }
        if alone && taken == 1 {
            self.ko = Some(last);
        }
        taken
    }

    /// Nothing is laid: a ko may be retaken.
    pub(super) fn pass(&mut self) {
        self.ko = None;
    }

    fn lay(&mut self, cell: usize, color: Color) {
        self.cells[cell] = Cell::Stone(color);
        self.keeper[cell] = cell as u16;
        self.next[cell] = cell as u16;
        self.size[cell] = 1;
        self.liberties[cell] = Liberties::default();
        self.remove_empty(cell);
        for beside in self.neighbours(cell) {
            match self.cells[beside] {
                Cell::Wall => {}
                Cell::Empty => {
                    let chain = self.chain(cell);
                    self.liberties[chain].add(beside);
                }
                Cell::Stone(other) => {
                    let chain = self.chain(beside);
                    self.liberties[chain].remove(cell);
                    if other == color {
                        self.join(cell, beside);
                    }
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (mut chain, mut joined) = (self.chain(one), self.chain(other));
        if chain == joined {
            return;
        }
        if self.size[chain] < self.size[joined] {
            (chain, joined) = (joined, chain);
        }
        self.size[chain] += self.size[joined];
        let liberties = self.liberties[joined];
        self.liberties[chain].join(liberties);
        let mut cell = joined;
        loop {
            self.keeper[cell] = chain as u16;
            cell = self.next[cell].into();
            if cell == joined {
                break;
            }
        }
        self.next.swap(chain, joined);
    }

    fn take(&mut self, stone: usize) -> usize {
        let mut taken = 0;
        let mut cell = stone;
        loop {
            self.cells[cell] = Cell::Empty;
            self.add_empty(cell);
            taken += 1;
            for beside in self.neighbours(cell) {
                if let Cell::Stone(_) = self.cells[beside] {
                    let chain = self.chain(beside);
                    self.liberties[chain].add(cell);
                }
            }
            cell = self.next[cell].into();
            if cell == stone {
                return taken;
            }
        }
    }

    fn add_empty(&mut self, cell: usize) {
        self.place_in_empty[cell] = self.empty.len() as u16;
        self.empty.push(cell as u16);
    }

    fn remove_empty(&mut self, cell: usize) {
        let place = usize::from(self.place_in_empty[cell]);
        self.empty.swap_remove(place);
        if let Some(&moved) = self.empty.get(place) {
            self.place_in_empty[usize::from(moved)] = place as u16;
        }
    }
}
