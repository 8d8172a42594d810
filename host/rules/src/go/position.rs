//! A board with its stones.

use thiserror::Error;

use crate::color::{ByColor, Color};
use crate::point::{Point, Size};

use super::board::{Board, Effect, Taken};
use super::legality::{Illegal, Suicide};

/// A board with its stones, and what each side has taken.
///
/// ```
/// use rules::go::{Position, Suicide};
/// use rules::Color;
///
/// let corner = Position::from_rows(&[".X.", "X..", "..."]).unwrap();
/// assert!(corner.play(Color::White, "A3".parse().unwrap(), Suicide::Forbidden).is_err());
/// let next = corner.play(Color::White, "C2".parse().unwrap(), Suicide::Forbidden).unwrap();
/// assert_eq!(next.rows(), [".X.", "X.O", "..."]);
/// assert_eq!(corner.rows(), [".X.", "X..", "..."]);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    size: Size,
    board: Board,
    captures: ByColor<u32>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.captures == other.captures && self.board.same_stones(&other.board)
    }
}

impl Eq for Position {}

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
        Self { size, board: Board::empty(size), captures: ByColor::default() }
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
                position.board.set(position.board.cell(point), stone);
            }
        }
        Ok(position)
    }

    /// The board's lines.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of this board; none on an empty point, nor beside the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) { self.board.at(self.board.cell(point)) } else { None }
    }

    /// The stones that each side has taken.
    #[must_use]
    pub const fn captures(&self) -> ByColor<u32> {
        self.captures
    }

    /// The board as drawn: rows from the top, `.` empty, `X` black, `O` white.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.size.rows(|point| self.at(point))
    }

    /// The points of the group that stands on a point; none where no stone stands.
    #[must_use]
    pub fn group(&self, point: Point) -> Vec<Point> {
        if self.size.contains(point) { self.board.group(self.board.cell(point)) } else { Vec::new() }
    }

    /// The liberties (气) of the group that stands on a point; none where no stone stands.
    #[must_use]
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        if self.size.contains(point) { self.board.liberties(self.board.cell(point)) } else { Vec::new() }
    }

    /// The position after a stone is laid: opponents without liberties leave, then own ones. Repetition is for a
    /// [`Game`](super::Game) to judge.
    ///
    /// # Errors
    /// [`Illegal::OffBoard`], [`Illegal::Occupied`] or [`Illegal::Suicide`].
    pub fn play(&self, color: Color, point: Point, suicide: Suicide) -> Result<Self, Illegal> {
        let effect = self.judge(color, point, suicide)?;
        let mut next = self.clone();
        next.commit(color, &effect);
        Ok(next)
    }

    /// Puts a stone on a point, or empties it, without any rule: nothing is taken, groups without liberties stay.
    ///
    /// # Errors
    /// [`Illegal::OffBoard`].
    pub fn set(&mut self, point: Point, stone: Option<Color>) -> Result<(), Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        self.board.set(self.board.cell(point), stone);
        Ok(())
    }

    /// Equal stones, equal key; captures are not part of it.
    pub(super) fn key(&self) -> u128 {
        self.board.key()
    }

    /// What a stone would do, or why it may not be laid.
    pub(super) fn judge(&self, color: Color, point: Point, suicide: Suicide) -> Result<Effect, Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        self.board.judge(color, self.board.cell(point), suicide)
    }

    /// Lays a stone as judged on this very position. Own stones taken off are the opponent's prisoners.
    pub(super) fn commit(&mut self, color: Color, effect: &Effect) -> Taken {
        let taken = self.board.commit(effect);
        *self.captures.of_mut(color) += u32::from(taken.opponents);
        *self.captures.of_mut(color.opponent()) += u32::from(taken.own);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn liberties_are_the_empty_points_beside_a_group() {
        // Chinese rules 3: a stone in the corner has two, at the edge three, elsewhere four.
        let position = Position::from_rows(&["X...O", ".....", "..X..", ".....", ".OO.."]).unwrap();
        for (at, stones, liberties) in [("A5", 1, 2), ("E5", 1, 2), ("C3", 1, 4), ("B1", 2, 4), ("D1", 0, 0)]
        {
            assert_eq!(position.group(point(at)).len(), stones, "{at}");
            assert_eq!(position.liberties(point(at)).len(), liberties, "{at}");
        }
        assert!(position.group(point("F6")).is_empty() && position.liberties(point("Z25")).is_empty());
    }

    #[test]
    fn setting_up_takes_nothing_and_may_part_a_group() {
        let mut position = Position::from_rows(&["XXX", "OOO", "..."]).unwrap();
        position.set(point("B2"), Some(Color::Black)).unwrap();
        position.set(point("B3"), None).unwrap();
        position.set(point("A3"), Some(Color::White)).unwrap();
        assert_eq!(position.rows(), ["O.X", "OXO", "..."]);
        assert_eq!(position.group(point("A2")), [point("A2"), point("A3")]);
        assert_eq!(position.liberties(point("B2")), [point("B1"), point("B3")]);
        assert_eq!(position.set(point("D1"), None), Err(Illegal::OffBoard));
        assert_eq!(position.captures(), ByColor::default());
        assert_eq!(position, Position::from_rows(&["O.X", "OXO", "..."]).unwrap());
    }

    #[test]
    fn a_group_set_up_without_liberties_stays_until_one_is_its_last_neighbour() {
        let mut position = Position::from_rows(&["OX.", "X..", "..."]).unwrap();
        position = position.play(Color::White, point("C3"), Suicide::Forbidden).unwrap();
        assert_eq!(position.rows(), ["OXO", "X..", "..."]);
        position = position.play(Color::White, point("B2"), Suicide::Forbidden).unwrap();
        assert_eq!(position.rows(), ["O.O", "XO.", "..."]);
        assert_eq!(position.captures(), ByColor { black: 0, white: 1 });
    }

    #[test]
    fn diagrams_that_are_none_say_where() {
        assert_eq!(Position::from_rows(&["."]), Err(RowsFault::Rows(1)));
        assert_eq!(
            Position::from_rows(&[".X", "."]),
            Err(RowsFault::Length { row: 2, expected: 2, found: 1 })
        );
        assert_eq!(Position::from_rows(&[".X", "?."]), Err(RowsFault::Stone { row: 2, found: '?' }));
    }
}
