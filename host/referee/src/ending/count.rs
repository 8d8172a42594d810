//! The count of a finished game of Go.

use clock::{BySide, Side};
use rules::go::{self, Count, Counting, Position, Terms, Unit, Verdict};
use rules::{ByColor, Color, Point, Quarters};
use serde::{Deserialize, Serialize};

use crate::board::{Board, color, side_of};
use crate::command::Played;
use crate::outcome::{DrawnBy, Outcome, WonBy};
use crate::record::{Ahead, Record};
use crate::refusal::Refusal;
use crate::setup::Game;
use crate::table::Table;

/// A count, and what follows from it. Numbers are in quarters of zi or points, as the rules count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Each side's own count, less what rulings take off.
    pub counted: BySide<i32>,
    /// Whether they are zi (数子法) or points.
    pub in_zi: bool,
    /// By how much Black is ahead of what Black needs; negative where White has won; in that unit.
    pub margin: i32,
    /// The points that count as dead.
    pub dead: Vec<String>,
    /// Whose each point is: rows from the top, `X` black, `O` white, `.` nobody's.
    pub area: Vec<String>,
}

impl Score {
    /// The result that it comes to: equal counts are a draw, or Black's where the rules say so (Ing).
    #[must_use]
    pub fn outcome(&self, game: &Game) -> Outcome {
        let unit = if self.in_zi { Unit::Zi } else { Unit::Points };
        let margin = unit.in_points(Quarters(self.margin));
        let by = WonBy::Count { quarters: margin.0.unsigned_abs() };
        match margin.0 {
            ..0 => Outcome::Won { side: Side::White, by },
            0 if !game.rule_set().black_wins_ties() => Outcome::Drawn { by: DrawnBy::Count },
            0.. => Outcome::Won { side: Side::Black, by },
        }
    }
}

impl Record {
    /// The position that there is to count, where the record is complete.
    ///
    /// # Errors
    /// It is another game, moves are missing on record, or nobody saw one of them.
    pub(super) fn final_position(&self) -> Result<&Position, Refusal> {
        let Board::Go(game) = self.board() else { return Err(Refusal::NotGo) };
        if let Some(Ahead::Clock(turns)) = self.ahead() {
            return Err(Refusal::MovesMissing { turns });
        }
        if self.moves().iter().any(|recorded| *recorded.counts_as() == Played::Unknown) {
            return Err(Refusal::PositionUnknown);
        }
        Ok(game.position())
    }

    /// How often each side has passed.
    fn passes(&self) -> ByColor<u32> {
        let mut passes = ByColor::default();
        for recorded in self.moves().iter().filter(|recorded| *recorded.counts_as() == Played::Pass) {
            *passes.of_mut(color(recorded.side)) += 1;
        }
        passes
    }

    /// All points of the groups with these points, in the order of the board.
    pub(super) fn dead_groups(&self, points: &[String]) -> Result<Vec<String>, Refusal> {
        let position = self.final_position()?;
        let points = points.iter().map(|text| point(text, position));
        let count = count(position, &points.collect::<Result<Vec<_>, _>>()?)?;
        Ok(count.dead().iter().map(Point::to_string).collect())
    }

    /// These points as the board names them; of a point that is given twice, what was said last.
    pub(super) fn border(&self, points: &[(String, Side)]) -> Result<Vec<(String, Side)>, Refusal> {
        let position = self.final_position()?;
        let mut border: Vec<(Point, Side)> = Vec::new();
        for (text, side) in points {
            let point = point(text, position)?;
            match border.iter_mut().find(|(settled, _)| *settled == point) {
                Some((_, owner)) => *owner = *side,
                None => border.push((point, *side)),
            }
        }
        Ok(border.into_iter().map(|(point, side)| (point.to_string(), side)).collect())
    }
}

impl Table {
    /// Counts the board with these dead stones, by what was agreed, ruled and given up.
    ///
    /// # Errors
    /// The position is not known, or a dead stone is none.
    pub(super) fn score(&self, dead: &[String]) -> Result<Score, Refusal> {
        let position = self.record.final_position()?;
        let dead = dead.iter().map(|text| point(text, position)).collect::<Result<Vec<_>, _>>()?;
        let count = count(position, &dead)?;
        let terms = self.terms();
        let verdict = terms.judge(&count);
        let mut land = Land::new(&count, &terms);
        for (text, side) in self.record.ending().border.iter().flatten() {
            land.give(point(text, position)?, color(*side), &count, verdict.counting);
        }
        Ok(land.score(&count, verdict))
    }

    /// What the count is judged by.
    fn terms(&self) -> Terms {
        let game = &self.setup.game;
        let usual = Terms::new(game.rule_set(), game.handicap);
        Terms {
            komi: game.komi.map_or(usual.komi, |komi| Quarters(komi.quarters)),
            penalties: ByColor::new(|of| self.deduction(side_of(of))),
            concession: self.record.ending().conceded.map(color),
            passes: self.record.passes(),
            ..usual
        }
    }
}

/// Whose each point is, and what the chief arbiter's border has moved.
struct Land {
    owners: Vec<(Point, Option<Color>)>,
    gained: ByColor<i32>,
}

impl Land {
    /// As the stones have it; where one side gave up the contest, shared points are the other's.
    fn new(count: &Count, terms: &Terms) -> Self {
        // Where territory is counted, no points are shared.
        let shares = terms.rule_set.counting() != Counting::Territory;
        let heir = terms.concession.filter(|_| shares).map(Color::opponent);
        let owners = count.owners().map(|(point, owner)| (point, owner.or(heir))).collect();
        Self { owners, gained: ByColor::default() }
    }

    /// A point becomes a side's whole. Of a living stone's place only the area changes hands: it is no territory.
    fn give(&mut self, point: Point, to: Color, count: &Count, counting: Counting) {
        let Some((_, owner)) = self.owners.iter_mut().find(|(at, _)| *at == point) else { return };
        let before = owner.replace(to);
        let counts = counting != Counting::Territory || count.stone(point).is_none();
        if counts && before != Some(to) {
            *self.gained.of_mut(to) += 1;
            if let Some(before) = before {
                *self.gained.of_mut(before) -= 1;
            }
        }
    }

    fn score(&self, count: &Count, verdict: Verdict) -> Score {
        let gained = ByColor::new(|of| Quarters::whole(*self.gained.of(of)));
        let ahead = gained.black - gained.white;
        let in_zi = verdict.unit() == Unit::Zi;
        // Zi are counted against half the board: what one side gains, the other has lost.
        let ahead = if in_zi { ahead.0 / 2 } else { ahead.0 };
        let counted = |of: Side| {
            let of = color(of);
            verdict.score.of(of).0.saturating_add(gained.of(of).0)
        };
        let lines = usize::from(count.size().lines());
        let rows = self.owners.chunks(lines).map(|row| row.iter().map(|(_, owner)| letter(*owner)).collect());
        Score {
            counted: BySide::new(counted),
            in_zi,
            margin: verdict.margin.0.saturating_add(ahead),
            dead: count.dead().iter().map(Point::to_string).collect(),
            area: rows.collect(),
        }
    }
}

const fn letter(owner: Option<Color>) -> char {
    match owner {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    }
}

fn count(position: &Position, dead: &[Point]) -> Result<Count, Refusal> {
    go::count(position, dead).map_err(|fault| Refusal::NoStone {
        point: fault.points.first().map(Point::to_string).unwrap_or_default(),
    })
}

fn point(text: &str, position: &Position) -> Result<Point, Refusal> {
    let size = position.size();
    let point = text.parse().ok().filter(|point| size.contains(*point));
    point.ok_or_else(|| Refusal::OffBoard { point: text.to_owned(), size: size.lines() })
}
