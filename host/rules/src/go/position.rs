//! A board with its stones.

use thiserror::Error;

use crate::color::{ByColor, Color};
use crate::point::{Point, Size};

/// A board with its stones, and what each side has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    cells: Vec<Option<Color>>,
    captures: ByColor<u32>,
}

/// A diagram that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowsFault {
    /// Too few or too many rows.
    #[error("expected 2 to 25 rows, found {0}")]
    Rows(usize),
    /// A row that is not as long as there are rows.
    #[error("row {row}: expected {expected} points, found {found}")]
    Length {
        /// The row, from 1 at the top.
        row: usize,
        /// How many points it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// Something that is no stone.
    #[error("row {row}: {found:?} is neither `.`, `X` nor `O`")]
    Stone {
        /// The row, from 1 at the top.
        row: usize,
        /// What stands there.
        found: char,
    },
}

impl Position {
    /// An empty board.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self { size, cells: vec![None; usize::from(size.points())], captures: ByColor::default() }
    }

    /// A board as drawn: rows from the top, `.` empty, `X` black, `O` white.
    ///
    /// # Errors
    /// [`RowsFault`] where it is no square diagram.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, RowsFault> {
        let size = u8::try_from(rows.len()).ok().and_then(Size::new).ok_or(RowsFault::Rows(rows.len()))?;
        let mut position = Self::empty(size);
        let mut points = size.iter();
        for (number, row) in (1..).zip(rows) {
            let (expected, found) = (rows.len(), row.as_ref().chars().count());
            if found != expected {
                return Err(RowsFault::Length { row: number, expected, found });
            }
            for (stone, point) in row.as_ref().chars().zip(points.by_ref()) {
                let stone = match stone {
                    '.' => None,
                    'X' => Some(Color::Black),
                    'O' => Some(Color::White),
                    found => return Err(RowsFault::Stone { row: number, found }),
                };
                let index = position.index(point);
                position.cells[index] = stone;
            }
        }
        Ok(position)
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size.lines()) + usize::from(point.column())
    }

    /// The board's lines.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of this board; none on an empty point, nor beside the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) { self.cells[self.index(point)] } else { None }
    }

    /// The stones that each side has taken.
    #[must_use]
    pub const fn captures(&self) -> ByColor<u32> {
        self.captures
    }

    /// The board as drawn: rows from the top, `.` empty, `X` black, `O` white.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let stone = |point: Point| match self.at(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        let points: Vec<char> = self.size.iter().map(stone).collect();
        points.chunks(usize::from(self.size.lines())).map(|row| row.iter().collect()).collect()
    }
}
