//! Counting a finished game.
//!
//! Dead stones go off first; then every point is a living stone, or surrounded by one colour only, or shared. An
//! empty point belongs to the empty region it lies in: a region beside living stones of one colour is surrounded by
//! it; a region beside both, or beside none (the empty board), is shared.

mod grid;
mod seki;

use thiserror::Error;

use crate::color::{ByColor, Color};
use crate::go::position::Position;
use crate::point::{Point, Size};
use crate::quarters::Quarters;
use grid::{BLACK, EMPTY, Flood, Grid, REGION, WHITE, sole};

/// A position counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    grid: Grid,
    dead: Vec<Point>,
    stones: ByColor<u32>,
    surrounded: ByColor<u32>,
    prisoners: ByColor<u32>,
}

/// Points said to be dead on which no stone stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no stone stands on {}", list(.points))]
pub struct NoStone {
    /// The points, as they were given.
    pub points: Vec<Point>,
}

/// Whether points surrounded by a group in seki are territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InSeki {
    /// They are: everything that one colour surrounds.
    Count,
    /// They are not (Japanese rules, article 8).
    ///
    /// A group is the stones of one colour that hang together directly or through points they surround. It is taken
    /// to be in seki where it lies beside a shared point and surrounds one region at most, and that region cannot be
    /// made into two eyes whoever moves first: it has up to three points, or four in a square. A group with two
    /// regions, or a larger one, lives by itself, and so does one that a stone on a shared point would join to it: the
    /// shared point is only one that nobody has filled.
    Ignore,
}

/// Counts a position. Dead stones are named by their points: a group of directly connected stones with a dead point
/// is dead as a whole, so one point of each is enough.
///
/// # Errors
/// [`NoStone`] where a point said to be dead is empty or beside the board.
///
/// # Examples
/// ```
/// use rules::go::{Position, count};
///
/// let position = Position::from_rows(&[".XO..", ".XO..", ".XOX.", ".XO..", ".XO.."])?;
/// let alive = count(&position, &[])?;
/// assert_eq!(alive.area().black.as_f64(), 10.0 + 1.0 + 9.0 / 2.0);
/// let dead = count(&position, &["D3".parse()?])?;
/// assert_eq!(dead.area().black.as_f64(), 10.0);
/// assert_eq!(dead.area().white.as_f64(), 15.0);
/// assert_eq!((dead.surrounded().white, dead.prisoners().white), (10, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(position: &Position, dead: &[Point]) -> Result<Count, NoStone> {
    let size = position.size();
    let points: Vec<Point> = dead.iter().copied().filter(|&point| position.at(point).is_none()).collect();
    if !points.is_empty() {
        return Err(NoStone { points });
    }
    let mut count = Count {
        grid: Grid::new(position),
        dead: Vec::new(),
        stones: ByColor::default(),
        surrounded: ByColor::default(),
        prisoners: position.captures(),
    };
    let mut flood = Flood::new();
    count.take_off(dead, &mut flood);
    count.survey(&mut flood);
    let areas = count.area().black + count.area().white;
    assert_eq!(areas, Quarters::whole(size.points().into()), "the areas make up the board");
    Ok(count)
}

impl Count {
    /// Takes dead groups off: their stones are the opponent's prisoners.
    fn take_off(&mut self, dead: &[Point], flood: &mut Flood) {
        for &point in dead {
            let cell = self.grid.field().cell(point);
            if let Some(color) = sole(self.grid.get(cell)) {
                self.grid.flood(cell, EMPTY, flood);
                let stones = flood.cells().iter().filter_map(|&cell| self.grid.field().point(cell.into()));
                self.dead.extend(stones);
                *self.prisoners.of_mut(color.opponent()) += number(flood.cells());
            }
        }
        self.dead.sort_unstable_by_key(|point| (std::cmp::Reverse(point.row()), point.column()));
    }

    /// Says of each empty region whom it touches, and adds up.
    fn survey(&mut self, flood: &mut Flood) {
        for cell in self.grid.field().span() {
            match self.grid.get(cell) {
                BLACK => self.stones.black += 1,
                WHITE => self.stones.white += 1,
                EMPTY => {
                    let beside = self.grid.flood(cell, REGION, flood) & (BLACK | WHITE);
                    for &reached in flood.cells() {
                        self.grid.set(reached.into(), REGION | beside);
                    }
                    if let Some(color) = sole(beside) {
                        *self.surrounded.of_mut(color) += number(flood.cells());
                    }
                }
                _ => {}
            }
        }
    }

    /// The board's lines.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.grid.size()
    }

    /// Each side's living stones.
    #[must_use]
    pub const fn stones(&self) -> ByColor<u32> {
        self.stones
    }

    /// The points that each side alone surrounds; dead stones' places are among them.
    #[must_use]
    pub const fn surrounded(&self) -> ByColor<u32> {
        self.surrounded
    }

    /// What each side has taken: in play, and the opponent's dead stones.
    #[must_use]
    pub const fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// How many points are shared.
    #[must_use]
    pub fn shared(&self) -> u32 {
        let sole = self.sole_area();
        u32::from(self.size().points()) - sole.black - sole.white
    }

    /// Each side's stones and surrounded points, without shared ones.
    #[must_use]
    pub const fn sole_area(&self) -> ByColor<u32> {
        let (stones, surrounded) = (self.stones, self.surrounded);
        ByColor { black: stones.black + surrounded.black, white: stones.white + surrounded.white }
    }

    /// Each side's area: living stones, points that it alone surrounds, and half of each shared point (Chinese
    /// rules, article 9). Both together are always the whole board.
    #[must_use]
    pub fn area(&self) -> ByColor<Quarters> {
        let (sole, shared) = (self.sole_area(), self.shared());
        ByColor::new(|color| Quarters::halves((2 * sole.of(color) + shared).cast_signed()))
    }

    /// Each side's area where one side gave up contesting: every shared point is wholly the opponent's (Chinese
    /// rules, article 12.4(4)).
    #[must_use]
    pub fn area_conceded(&self, by: Color) -> ByColor<Quarters> {
        let mut sole = self.sole_area();
        *sole.of_mut(by.opponent()) += self.shared();
        ByColor::new(|color| Quarters::whole(sole.of(color).cast_signed()))
    }

    /// Black's area less White's, in points; negative where White has more.
    #[must_use]
    pub const fn area_difference(&self) -> i32 {
        let sole = self.sole_area();
        sole.black.cast_signed() - sole.white.cast_signed()
    }

    /// Each side's territory: points that it alone surrounds, and its prisoners.
    #[must_use]
    pub fn territory(&self, in_seki: InSeki) -> ByColor<u32> {
        let left_out = match in_seki {
            InSeki::Count => ByColor::default(),
            InSeki::Ignore => seki::surrounded_in_seki(&self.grid),
        };
        ByColor::new(|color| self.surrounded.of(color) - left_out.of(color) + self.prisoners.of(color))
    }

    /// Whose a point is: its living stone's, or that of the colour that alone surrounds it. Shared points, and
    /// points beside the board, are nobody's.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        if self.size().contains(point) { sole(self.grid.get(self.grid.field().cell(point))) } else { None }
    }

    /// The living stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        let lives = self.size().contains(point) && self.grid.get(self.grid.field().cell(point)) & REGION == 0;
        if lives { self.owner(point) } else { None }
    }

    /// Every point and whose it is, from the top left corner row by row.
    pub fn owners(&self) -> impl Iterator<Item = (Point, Option<Color>)> {
        self.size().iter().map(|point| (point, self.owner(point)))
    }

    /// All dead stones, from the top left corner row by row.
    #[must_use]
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    /// The shared points (单官, or the liberties of a seki), from the top left corner row by row.
    #[must_use]
    pub fn dame(&self) -> Vec<Point> {
        self.owners().filter(|(_, owner)| owner.is_none()).map(|(point, _)| point).collect()
    }
}

fn number(cells: &[u16]) -> u32 {
    u32::try_from(cells.len()).expect("a board has at most 625 points")
}

fn list(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(", ")
}
