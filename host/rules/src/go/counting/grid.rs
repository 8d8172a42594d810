//! A board as a flat field with a wall round it: what floods run over.

use crate::color::Color;
use crate::go::position::Position;
use crate::point::{Point, Size};

/// The cells that the largest board needs, with its wall.
const CELLS: usize = (Size::MAX as usize + 2) * (Size::MAX as usize + 1) + 1;

/// A cell's content: one bit each, so that a region's borders are told by or-ing.
pub(super) type Cell = u8;
pub(super) const EMPTY: Cell = 0;
pub(super) const BLACK: Cell = 1;
pub(super) const WHITE: Cell = 2;
const WALL: Cell = 4;
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

/// A board. Rows share the wall between them, so that a cell's four neighbours lie at fixed distances.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Grid {
    size: Size,
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
        let mut grid = Self { size, cells: [WALL; CELLS] };
        for point in size.iter() {
            let cell = grid.index(point);
            grid.cells[cell] = position.at(point).map_or(EMPTY, stone);
        }
        grid
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    fn width(&self) -> usize {
        usize::from(self.size.lines()) + 1
    }

    /// The cell of a point of this board.
    pub(super) fn index(&self, point: Point) -> usize {
        (usize::from(point.row()) + 1) * self.width() + usize::from(point.column()) + 1
    }

    /// The point of a cell within the wall.
    pub(super) fn point(&self, cell: usize) -> Point {
        let part = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let (column, row) = (part(cell % self.width() - 1), part(cell / self.width() - 1));
        Point::new(column, row).expect("a cell within the wall is a point")
    }

    pub(super) fn get(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    pub(super) fn set(&mut self, cell: usize, content: Cell) {
        self.cells[cell] = content;
    }

    /// The four cells beside one within the wall.
    pub(super) fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - self.width(), cell - 1, cell + 1, cell + self.width()]
    }

    /// The cells from the first to the last point, some of which are wall.
    pub(super) fn span(&self) -> std::ops::Range<usize> {
        self.width() + 1..(usize::from(self.size.lines()) + 1) * self.width()
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
            for cell in self.neighbours(flood.reached[next].into()) {
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
        let cells = self.size.iter().map(|point| self.get(self.index(point)));
        f.debug_list().entries(cells).finish()
    }
}
