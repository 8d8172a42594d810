//! A board's points as numbered cells with an edge round them: what every board here lies on.
//!
//! Row follows row, and between two rows stands one cell of the edge that both share. So a point's neighbours lie at
//! fixed distances, and nobody has to ask where the board ends.

use std::ops::Range;

use crate::point::{Point, Size};

/// The cells of the largest board, with its edge.
pub(super) const CELLS: usize = Field::new(Size::LARGEST).cells();

/// How a board of some size is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// How many cells on the next row is.
    stride: usize,
}

impl Field {
    pub(super) const fn new(size: Size) -> Self {
        Self { stride: size.lines() as usize + 1 }
    }

    /// How many cells there are, the edge's among them.
    pub(super) const fn cells(self) -> usize {
        (self.stride + 1) * self.stride + 1
    }

    /// The cells from the first to the last point, some of which are edge.
    pub(super) const fn span(self) -> Range<usize> {
        self.stride + 1..self.stride * self.stride
    }

    /// The cell of a point, which must lie on this board.
    pub(super) fn cell(self, point: Point) -> usize {
        (usize::from(point.row()) + 1) * self.stride + usize::from(point.column()) + 1
    }

    /// The point of a cell; the edge has none.
    pub(super) fn point(self, cell: usize) -> Option<Point> {
        let (row, column) = ((cell / self.stride).checked_sub(1)?, (cell % self.stride).checked_sub(1)?);
        let point = Point::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        (row + 1 < self.stride).then_some(point)
    }

    /// The four cells beside a point's.
    #[inline]
    pub(super) const fn neighbours(self, cell: usize) -> [usize; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    /// The four cells that touch a point's at a corner.
    #[inline]
    pub(super) const fn diagonals(self, cell: usize) -> [usize; 4] {
        [cell - self.stride - 1, cell - self.stride + 1, cell + self.stride - 1, cell + self.stride + 1]
    }

    /// The cells of a square of four points, the first of which is this one.
    pub(super) const fn square(self, cell: usize) -> [usize; 4] {
        [cell, cell + 1, cell + self.stride, cell + self.stride + 1]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_point_has_a_cell_of_its_own_and_the_edge_has_no_point() {
        for size in (2..=25).filter_map(Size::new) {
            let field = Field::new(size);
            assert!(field.cells() <= CELLS);
            let cells: BTreeSet<usize> = size.iter().map(|point| field.cell(point)).collect();
            assert_eq!(cells.len(), usize::from(size.points()), "{size:?}");
            assert_eq!(
                (cells.first(), cells.last()),
                (Some(&field.span().start), Some(&(field.span().end - 1)))
            );
            assert!(size.iter().all(|point| field.point(field.cell(point)) == Some(point)), "{size:?}");
            let edge = (0..field.cells()).filter(|cell| !cells.contains(cell));
            assert!(edge.into_iter().all(|cell| field.point(cell).is_none()), "{size:?}");
        }
    }

    #[test]
    fn neighbours_and_diagonals_are_those_on_the_board_and_the_edge_elsewhere() {
        for size in (2..=25).filter_map(Size::new) {
            let field = Field::new(size);
            for point in size.iter() {
                let away = |other: Point| {
                    (point.row().abs_diff(other.row()), point.column().abs_diff(other.column()))
                };
                let at = |wanted: &[(u8, u8)]| -> BTreeSet<Point> {
                    size.iter().filter(|&other| wanted.contains(&away(other))).collect()
                };
                let points = |cells: [usize; 4]| -> BTreeSet<Point> {
                    cells.into_iter().filter_map(|cell| field.point(cell)).collect()
                };
                let cell = field.cell(point);
                assert_eq!(points(field.neighbours(cell)), at(&[(0, 1), (1, 0)]), "{point} of {size:?}");
                assert_eq!(points(field.diagonals(cell)), at(&[(1, 1)]), "{point} of {size:?}");
            }
        }
    }
}
