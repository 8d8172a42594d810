//! A board made for playing thousands of games out: groups with their liberties, changed in place.

use crate::color::Color;
use crate::go::field::{CELLS, Field};
use crate::go::position::Position;
use crate::point::Point;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Edge,
}

/// A group's liberties, each counted once for every stone beside it, with the sums that tell whether they are one.
#[derive(Clone, Copy, Debug, Default)]
struct Liberties {
    number: u32,
    sum: u32,
    squares: u32,
}

/// A board. The cells of a group form a ring, and each knows the group's head, which keeps its liberties.
#[derive(Clone, Debug)]
pub(super) struct Board {
    field: Field,
    cells: [Cell; CELLS],
    heads: [u16; CELLS],
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
            field: Field::new(position.size()),
            cells: [Cell::Edge; CELLS],
            heads: [0; CELLS],
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
        self.field.cell(point)
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
        self.field.neighbours(cell)
    }

    pub(super) fn diagonals(&self, cell: usize) -> [usize; 4] {
        self.field.diagonals(cell)
    }

    /// The empty cells, in no order.
    pub(super) fn empty(&self) -> &[u16] {
        &self.empty
    }

    /// The head of the group with this stone.
    pub(super) fn head(&self, stone: usize) -> usize {
        self.heads[stone].into()
    }

    /// How many stones the group with this one has.
    pub(super) fn length(&self, stone: usize) -> usize {
        self.size[self.head(stone)].into()
    }

    /// The stones of the group with this one.
    pub(super) fn stones(&self, stone: usize) -> impl Iterator<Item = usize> {
        let mut following = Some(stone);
        std::iter::from_fn(move || {
            let here = following?;
            following = Some(usize::from(self.next[here])).filter(|&cell| cell != stone);
            Some(here)
        })
    }

    /// The group's only liberty, where there is only one.
    pub(super) fn only_liberty(&self, stone: usize) -> Option<usize> {
        self.liberties[self.head(stone)].only()
    }

    /// Whether a stone of this colour here takes something, or leaves its group a liberty, and retakes no ko.
    pub(super) fn is_legal(&self, cell: usize, color: Color) -> bool {
        self.ko != Some(cell)
            && self.neighbours(cell).into_iter().any(|beside| match self.cells[beside] {
                Cell::Empty => true,
                Cell::Edge => false,
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
            if self.has(beside, color.opponent()) && self.liberties[self.head(beside)].number == 0 {
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
        self.heads[cell] = cell as u16;
        self.next[cell] = cell as u16;
        self.size[cell] = 1;
        self.liberties[cell] = Liberties::default();
        self.remove_empty(cell);
        for beside in self.neighbours(cell) {
            match self.cells[beside] {
                Cell::Edge => {}
                Cell::Empty => {
                    let head = self.head(cell);
                    self.liberties[head].add(beside);
                }
                Cell::Stone(other) => {
                    let head = self.head(beside);
                    self.liberties[head].remove(cell);
                    if other == color {
                        self.join(cell, beside);
                    }
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (mut head, mut joined) = (self.head(one), self.head(other));
        if head == joined {
            return;
        }
        if self.size[head] < self.size[joined] {
            (head, joined) = (joined, head);
        }
        self.size[head] += self.size[joined];
        let liberties = self.liberties[joined];
        self.liberties[head].join(liberties);
        let mut cell = joined;
        loop {
            self.heads[cell] = head as u16;
            cell = self.next[cell].into();
            if cell == joined {
                break;
            }
        }
        self.next.swap(head, joined);
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
                    let head = self.head(beside);
                    self.liberties[head].add(cell);
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
