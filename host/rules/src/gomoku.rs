//! Gomoku (五子棋): five in a row. No captures, no ko, no forbidden moves.

use thiserror::Error;

use crate::color::Color;
use crate::point::{Point, Size};

/// What wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Five in a row or more.
    #[default]
    Freestyle,
    /// Exactly five in a row.
    Standard,
}

impl Variant {
    const fn wins(self, row: usize) -> bool {
        match self {
            Self::Freestyle => row >= FIVE,
            Self::Standard => row == FIVE,
        }
    }
}

const FIVE: usize = 5;

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Nobody has won, and there is room.
    #[default]
    Going,
    /// One side has its row.
    Won {
        /// Whose it is.
        color: Color,
        /// Its points, from one end to the other.
        row: Vec<Point>,
    },
    /// The board is full.
    Draw,
}

/// Why a stone may not be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The point is not on this board.
    #[error("the point is not on the board")]
    OffBoard,
    /// A stone stands there.
    #[error("a stone stands there")]
    Occupied,
    /// The game has been won.
    #[error("the game is over")]
    Over,
}

impl Illegal {
    /// The word for it in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Over => "over",
        }
    }
}

/// A board with its stones, and whether they have won. Whose turn it is, is for others to say.
///
/// ```
/// use rules::Color::Black;
/// use rules::gomoku::{LINES, Position, Status, Variant};
///
/// let mut position = Position::empty(LINES, Variant::Freestyle);
/// for point in ["H8", "J8", "L8", "M8", "K8"] {
///     position = position.play(Black, point.parse().unwrap()).unwrap();
/// }
/// let Status::Won { color: Black, row } = position.status() else { panic!() };
/// assert_eq!(row[0].to_string(), "H8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    variant: Variant,
    cells: Vec<Option<Color>>,
    stones: u16,
    status: Status,
}

/// The usual board: 15 lines.
pub const LINES: Size = match Size::new(15) {
    Some(size) => size,
    None => Size::FULL,
};

impl Position {
    /// An empty board.
    #[must_use]
    pub fn empty(size: Size, variant: Variant) -> Self {
        let cells = vec![None; usize::from(size.points())];
        Self { size, variant, cells, stones: 0, status: Status::Going }
    }

    /// The board's lines.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What wins.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How the game stands.
    #[must_use]
    pub const fn status(&self) -> &Status {
        &self.status
    }

    /// The stone on a point of this board; none on an empty point, nor beside the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) { self.cells[self.index(point)] } else { None }
    }

    /// The position after a stone is laid.
    ///
    /// # Errors
    /// [`Illegal`] where none may be laid.
    pub fn play(&self, color: Color, point: Point) -> Result<Self, Illegal> {
        self.check(point)?;
        let mut next = self.clone();
        let index = next.index(point);
        next.cells[index] = Some(color);
        next.stones += 1;
        next.status = next.judge(color, point);
        Ok(next)
    }

    /// Whether a stone of either colour may be laid on a point.
    ///
    /// # Errors
    /// [`Illegal`] where it may not.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        if self.at(point).is_some() {
            return Err(Illegal::Occupied);
        }
        match self.status {
            Status::Going => Ok(()),
            Status::Won { .. } | Status::Draw => Err(Illegal::Over),
        }
    }

    /// Puts a stone by hand, or takes one off. What stands there is not looked at for a row.
    ///
    /// # Errors
    /// [`Illegal::OffBoard`] where there is no such point.
    pub fn set(&mut self, point: Point, stone: Option<Color>) -> Result<(), Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        let index = self.index(point);
        let before = std::mem::replace(&mut self.cells[index], stone);
        self.stones += u16::from(stone.is_some());
        self.stones -= u16::from(before.is_some());
        Ok(())
    }

    /// The board as drawn: rows from the top, `.` empty, `X` black, `O` white.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.size.rows(|point| self.at(point))
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size.lines()) + usize::from(point.column())
    }

    /// How the game stands now that this stone has been laid.
    fn judge(&self, color: Color, point: Point) -> Status {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let mut rows = directions.into_iter().map(|direction| self.row(color, point, direction));
        match rows.find(|row| self.variant.wins(row.len())) {
            Some(row) => Status::Won { color, row },
            None if self.stones == self.size.points() => Status::Draw,
            None => Status::Going,
        }
    }

    /// The unbroken row of one colour through a point, from one end to the other.
    fn row(&self, color: Color, point: Point, (across, up): (i8, i8)) -> Vec<Point> {
        let own = |from, step| {
            std::iter::successors(Some(from), move |&point| moved(point, step))
                .take_while(|&point| self.at(point) == Some(color))
        };
        let first = own(point, (-across, -up)).last().unwrap_or(point);
        own(first, (across, up)).collect()
    }
}

fn moved(point: Point, (across, up): (i8, i8)) -> Option<Point> {
    Point::new(point.column().checked_add_signed(across)?, point.row().checked_add_signed(up)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(lines: u8) -> Size {
        Size::new(lines).unwrap()
    }

    fn after(variant: Variant, points: &str) -> Position {
        points.split_whitespace().fold(Position::empty(LINES, variant), |position, point| {
            position.play(Color::Black, point.parse().unwrap()).unwrap()
        })
    }

    fn row(position: &Position) -> Option<String> {
        let Status::Won { color: Color::Black, row } = position.status() else { return None };
        Some(row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn five_in_a_row_win_in_every_direction() {
        for (points, expected) in [
            ("A1 B1 C1 E1 D1", "A1 B1 C1 D1 E1"),
            ("P11 P12 P13 P14 P15", "P11 P12 P13 P14 P15"),
            ("L11 M12 N13 O14 P15", "L11 M12 N13 O14 P15"),
            ("A5 B4 C3 D2 E1", "A5 B4 C3 D2 E1"),
        ] {
            for variant in [Variant::Freestyle, Variant::Standard] {
                assert_eq!(row(&after(variant, points)).as_deref(), Some(expected), "{variant:?}");
            }
        }
        for points in ["A1 B1 C1 D1", "A1 B1 C1 D1 F1", "A15 B1 C1 D1 E2", "M1 N1 O1 P1 A2 B2"] {
            assert_eq!(row(&after(Variant::Freestyle, points)), None, "{points}");
        }
    }

    #[test]
    fn six_win_in_freestyle_only() {
        let six = "A1 B1 C1 E1 F1 D1";
        assert_eq!(row(&after(Variant::Freestyle, six)).as_deref(), Some("A1 B1 C1 D1 E1 F1"));
        assert_eq!(after(Variant::Standard, six).status(), &Status::Going);
        // The stone that makes six in one direction may make exactly five in another.
        let both = "A1 B1 C1 E1 F1 D2 D3 D4 D5 D1";
        assert_eq!(row(&after(Variant::Standard, both)).as_deref(), Some("D1 D2 D3 D4 D5"));
    }

    #[test]
    fn a_stone_is_refused_beside_the_board_on_another_and_after_the_end() {
        let position = after(Variant::Freestyle, "A1 B1 C1 D1");
        let point = |text: &str| text.parse().unwrap();
        assert_eq!(position.play(Color::White, point("Q1")), Err(Illegal::OffBoard));
        assert_eq!(position.play(Color::White, point("A1")), Err(Illegal::Occupied));
        let won = position.play(Color::Black, point("E1")).unwrap();
        assert_eq!(won.play(Color::White, point("E2")), Err(Illegal::Over));
        assert_eq!(position.status(), &Status::Going);
        // The opponent's stone ends a row.
        let stopped =
            position.play(Color::White, point("E1")).unwrap().play(Color::Black, point("F1")).unwrap();
        assert_eq!(stopped.status(), &Status::Going);
    }

    #[test]
    fn a_full_board_is_a_draw_unless_its_last_stone_wins() {
        let fill = |lines: u8, color: fn(usize) -> Color| {
            size(lines)
                .iter()
                .enumerate()
                .fold(Position::empty(size(lines), Variant::Freestyle), |position, (number, point)| {
                    position.play(color(number), point).unwrap()
                })
        };
        assert_eq!(fill(4, |_| Color::Black).status(), &Status::Draw);
        let pairs = fill(
            6,
            |number| if (number % 6 / 2 + number / 6) % 2 == 0 { Color::Black } else { Color::White },
        );
        assert_eq!(pairs.status(), &Status::Draw);
        let last_row = fill(5, |number| {
            if number >= 20 || (number / 5 + number % 5 / 2) % 2 == 1 { Color::Black } else { Color::White }
        });
        assert!(matches!(last_row.status(), Status::Won { color: Color::Black, .. }));
    }
}
