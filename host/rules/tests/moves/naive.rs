//! The rules of Go once more, as plainly as can be: boards are maps, groups are flooded, and the history is a list of
//! whole boards that is searched from its start. Slow, and written apart from the crate it is compared with.

use std::collections::BTreeMap;

use rules::go::{Illegal, Legality, Played, Repetition, Suicide};
use rules::{ByColor, Color, Point, Size};

/// The stones on a board.
pub(crate) type Stones = BTreeMap<Point, Color>;

/// A position that stood.
#[derive(Clone, Debug)]
struct Stood {
    stones: Stones,
    to_move: Option<Color>,
    after: u32,
    laid: ByColor<i64>,
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    size: Size,
    legality: Legality,
    pub(crate) stones: Stones,
    pub(crate) captures: ByColor<u32>,
    pub(crate) moves: u32,
    before_last: Option<Stones>,
    laid: ByColor<i64>,
    to_move: Option<Color>,
    history: Vec<Stood>,
}

impl Naive {
    pub(crate) fn new(size: Size, legality: Legality, stones: Stones) -> Self {
        let mut game = Self {
            size,
            legality,
            stones,
            captures: ByColor::default(),
            moves: 0,
            before_last: None,
            laid: ByColor::default(),
            to_move: None,
            history: Vec::new(),
        };
        game.stands();
        game
    }

    fn stands(&mut self) {
        let (stones, to_move, after, laid) = (self.stones.clone(), self.to_move, self.moves, self.laid);
        self.history.push(Stood { stones, to_move, after, laid });
    }

    /// The neighbours of a point on the board.
    fn beside(&self, point: Point) -> Vec<Point> {
        let (column, row) = (i16::from(point.column()), i16::from(point.row()));
        [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
            .into_iter()
            .filter_map(|(column, row)| Point::new(column.try_into().ok()?, row.try_into().ok()?))
            .filter(|&point| self.size.contains(point))
            .collect()
    }

    fn group(&self, stones: &Stones, start: Point) -> Vec<Point> {
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            for near in self.beside(group[next]) {
                if stones.get(&near) == stones.get(&start) && !group.contains(&near) {
                    group.push(near);
                }
            }
            next += 1;
        }
        group
    }

    fn breathes(&self, stones: &Stones, start: Point) -> bool {
        let group = self.group(stones, start);
        group.iter().any(|&stone| self.beside(stone).iter().any(|near| !stones.contains_key(near)))
    }

    /// The stones after one is laid, how many of the opponent's left and how many own ones.
    fn lay(&self, color: Color, point: Point) -> (Stones, u32, u32) {
        let mut stones = self.stones.clone();
        stones.insert(point, color);
        let mut taken = 0;
        for near in self.beside(point) {
            if stones.get(&near) == Some(&color.opponent()) && !self.breathes(&stones, near) {
                for stone in self.group(&stones, near) {
                    stones.remove(&stone);
                    taken += 1;
                }
            }
        }
        let mut lost = 0;
        if !self.breathes(&stones, point) {
            for stone in self.group(&stones, point) {
                stones.remove(&stone);
                lost += 1;
            }
        }
        (stones, taken, lost)
    }

    /// What a legal stone would do.
    pub(crate) fn judge(&self, color: Color, point: Point) -> Result<Played, Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        if self.stones.contains_key(&point) {
            return Err(Illegal::Occupied);
        }
        let (stones, captured, suicide) = self.lay(color, point);
        match (self.legality.suicide, suicide) {
            (_, 0) | (Suicide::Allowed, _) => {}
            (Suicide::Several, 2..) => {}
            (Suicide::Forbidden, _) | (Suicide::Several, 1) => return Err(Illegal::Suicide),
        }
        let cycle = self.repeats(color, &stones)?;
        Ok(Played { captured, suicide, cycle })
    }

    fn repeats(&self, color: Color, stones: &Stones) -> Result<Option<u32>, Illegal> {
        let situational = self.legality.repetition == Repetition::Situational;
        let same = |stood: &&Stood| {
            // Before the first move nobody is known to be to move.
            stood.stones == *stones && (!situational || stood.to_move == Some(color.opponent()))
        };
        let first = self.history.iter().find(same).map(|stood| stood.after);
        if self.before_last.as_ref() == Some(stones) && *stones != self.stones {
            return Err(Illegal::Ko { repeats: first.unwrap_or(self.moves - 1) });
        }
        let Some(repeats) = first else { return Ok(None) };
        let mut laid = self.laid;
        *laid.of_mut(color) += 1;
        let since = self.history.iter().rfind(same).unwrap().laid;
        let equal = laid.black - since.black == laid.white - since.white;
        match self.legality.repetition {
            Repetition::Simple => Ok((*stones != self.stones).then_some(repeats)),
            Repetition::Practice if equal => Ok((*stones != self.stones).then_some(repeats)),
            Repetition::Practice | Repetition::Positional | Repetition::Situational => {
                Err(Illegal::Superko { repeats })
            }
        }
    }

    fn moved(&mut self, color: Color, stones: Stones) {
        if self.moves == 0 {
            for stood in &mut self.history {
                stood.to_move = Some(color);
            }
        }
        self.before_last = Some(std::mem::replace(&mut self.stones, stones));
        self.moves += 1;
        self.to_move = Some(color.opponent());
        self.stands();
    }

    pub(crate) fn pass(&mut self, color: Color) {
        self.moved(color, self.stones.clone());
    }

    /// Lays a stone as a record says, beside the board none: how many of the opponent's and of the own left.
    pub(crate) fn force(&mut self, color: Color, point: Point) -> (u32, u32) {
        if !self.size.contains(point) {
            self.pass(color);
            return (0, 0);
        }
        // A stone laid on another replaces it.
        let (stones, taken, lost) = self.lay(color, point);
        *self.captures.of_mut(color) += taken;
        *self.captures.of_mut(color.opponent()) += lost;
        *self.laid.of_mut(color) += 1;
        self.moved(color, stones);
        (taken, lost)
    }

    pub(crate) fn setup(&mut self, stones: &[(Point, Option<Color>)]) {
        for &(point, stone) in stones {
            match stone {
                Some(color) => self.stones.insert(point, color),
                None => self.stones.remove(&point),
            };
        }
        if self.moves == 0 {
            self.history.clear();
        }
        self.stands();
    }
}
