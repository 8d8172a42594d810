//! Boards' sizes and their points.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::color::Color;

/// The letters of the columns: there is no I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The lines of a square board: 2 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The usual board of 19 lines.
    pub const FULL: Self = Self(19);

    /// The most lines.
    pub const MAX: u8 = 25;

    /// The board with the most lines.
    pub(crate) const LARGEST: Self = Self(Self::MAX);

    /// A board of so many lines; `None` unless 2 to 25.
    #[must_use]
    pub const fn new(lines: u8) -> Option<Self> {
        if lines >= 2 && lines <= Self::MAX { Some(Self(lines)) } else { None }
    }

    /// The lines.
    #[must_use]
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// The points: 361 on 19 lines.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.0 as u16 * self.0 as u16
    }

    /// Whether a point lies on this board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.column < self.0 && point.row < self.0
    }

    /// All points, from the top left corner row by row, as people read a diagram.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.0).rev().flat_map(move |row| (0..self.0).map(move |column| Point { column, row }))
    }

    /// A board as drawn: rows from the top, `.` empty, `X` black, `O` white.
    pub(crate) fn rows(self, stone_at: impl Fn(Point) -> Option<Color>) -> Vec<String> {
        let letter = |point| match stone_at(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        let letters: Vec<char> = self.iter().map(letter).collect();
        letters.chunks(usize::from(self.0)).map(|row| row.iter().collect()).collect()
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::FULL
    }
}

/// A point of a board, written as people say it: the column's letter, then the row's number from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column, 0 on the left.
    column: u8,
    /// The row, 0 at the bottom.
    row: u8,
}

impl Point {
    /// The point in this column from the left and this row from below, both from 0; `None` beyond 25 lines.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < Size::MAX && row < Size::MAX { Some(Self { column, row }) } else { None }
    }

    /// The column, 0 on the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 at the bottom.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(COLUMNS[usize::from(self.column)]), self.row + 1)
    }
}

/// What is not the name of a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no point: expected a letter (no I) and a number from below, such as Q16")]
pub struct PointFault(pub String);

impl FromStr for Point {
    type Err = PointFault;

    fn from_str(text: &str) -> Result<Self, PointFault> {
        parse(text).ok_or_else(|| PointFault(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Point> {
    let (letter, number) = text.split_at_checked(1)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let column = COLUMNS.iter().position(|&column| column == letter)?;
    let leads = number.as_bytes().first().is_some_and(|digit| matches!(digit, b'1'..=b'9'));
    let number: u8 = if leads { number.parse().ok()? } else { return None };
    Point::new(u8::try_from(column).ok()?, number.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_people_say_them() {
        for (text, column, row) in [("A1", 0, 0), ("q16", 15, 15), ("J9", 8, 8), ("Z25", 24, 24)] {
            let point: Point = text.parse().unwrap();
            assert_eq!((point.column(), point.row()), (column, row), "{text}");
            assert_eq!(point.to_string(), text.to_uppercase());
        }
        for text in ["", "I9", "A0", "A26", "A+1", "A01", "A", "9", "é1", "Q1６", "Q16 "] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn points_are_counted_as_on_the_board() {
        for (lines, points) in [(2, 4), (9, 81), (13, 169), (19, 361), (25, 625)] {
            let size = Size::new(lines).unwrap();
            assert_eq!(size.points(), points);
            assert_eq!(size.iter().count(), usize::from(points));
            assert!(size.iter().all(|point| size.contains(point)));
        }
        assert_eq!((Size::new(1), Size::new(26)), (None, None));
        assert_eq!(Size::FULL.iter().next().unwrap().to_string(), "A19");
    }
}
