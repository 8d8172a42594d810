//! A board as one content for each cell of its field: what floods run over.

use crate::color::Color;
use crate::go::field::{CELLS, Field};
use crate::go::position::Position;
use crate::point::Size;

/// A cell's content: one bit each, so that a region's borders are told by or-ing.
pub(super) type Cell = u8;
pub(super) const EMPTY: Cell = 0;
pub(super) const BLACK: Cell = 1;
pub(super) const WHITE: Cell = 2;
const EDGE: Cell = 4;
/// Set on an empty cell that has been reached, beside the bits of whom its region touches.
pub(super) const REGION: Cell = 8;

/// The stones of a colour, as a cell.
pub(super) const fn stone(color: Color) -> Cell {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The only colour among these bits.
pub(super) const fn sole(bits: Cell) -> Option<Color> {
    match bits & (BLACK | WHITE) {
        BLACK => Some(Color::Black),
        WHITE => Some(Color::White),
        _ => None,
    }
}

/// A board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Grid {
    size: Size,
    field: Field,
    cells: [Cell; CELLS],
}

/// Cells that a flood has reached, in the order in which it did.
pub(super) struct Flood {
    reached: [u16; Size::MAX as usize * Size::MAX as usize],
    length: usize,
}

impl Flood {
    /// One that has reached nothing.
    pub(super) const fn new() -> Self {
        Self { reached: [0; Size::MAX as usize * Size::MAX as usize], length: 0 }
    }

    /// What it has reached.
    pub(super) fn cells(&self) -> &[u16] {
        &self.reached[..self.length]
    }

    fn reach(&mut self, cell: usize) {
        self.reached[self.length] = u16::try_from(cell).expect("a grid has fewer than 65,536 cells");
        self.length += 1;
    }
}

impl Grid {
    /// The stones of a position.
    pub(super) fn new(position: &Position) -> Self {
        let size = position.size();
        let mut grid = Self { size, field: Field::new(size), cells: [EDGE; CELLS] };
        for point in size.iter() {
            let cell = grid.field.cell(point);
            grid.cells[cell] = position.at(point).map_or(EMPTY, stone);
        }
        grid
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// How its cells are numbered.
    pub(super) const fn field(&self) -> Field {
        self.field
    }

    pub(super) fn get(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    pub(super) fn set(&mut self, cell: usize, content: Cell) {
        self.cells[cell] = content;
    }

    /// Turns all cells with the first cell's content that hang together with it into `mark`, which differs from it.
    /// Gives the bits of everything else beside them.
    pub(super) fn flood(&mut self, first: usize, mark: Cell, flood: &mut Flood) -> Cell {
        let content = self.cells[first];
        flood.length = 0;
        flood.reach(first);
        self.cells[first] = mark;
        let (mut next, mut beside) = (0, 0);
        while next < flood.length {
            for cell in self.field.neighbours(flood.reached[next].into()) {
                let found = self.cells[cell];
                if found == content {
                    self.cells[cell] = mark;
                    flood.reach(cell);
                } else {
                    beside |= found;
                }
            }
            next += 1;
        }
        beside
    }
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cells = self.size.iter().map(|point| self.get(self.field.cell(point)));
        f.debug_list().entries(cells).finish()
    }
}
