//! A game as a record has it: what reading gives and writing takes.

use rules::go::{self, RuleSet};
use rules::gomoku::Variant;
use rules::{ByColor, Color, Point, Quarters, Size};

use super::time::Overtime;
use crate::result::GameResult;

/// Which game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Go (围棋), GM 1.
    #[default]
    Go,
    /// Gomoku (五子棋), GM 4.
    Gomoku,
}

/// A game: its head, and the nodes of its main line. Texts are as people write them, without escapes; those of the
/// head have one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Which game.
    pub kind: Kind,
    /// The board.
    pub size: Size,
    /// Who plays: PB BR BT, PW WR WT.
    pub players: ByColor<Player>,
    /// The game's name, GN.
    pub name: String,
    /// The event, EV.
    pub event: String,
    /// The round, RO.
    pub round: String,
    /// Where it is played, PC.
    pub place: String,
    /// When, DT: `2026-11-30` or several days.
    pub date: String,
    /// The rules, RU. [`Self::rule_set`] says which they are.
    pub rules: String,
    /// The komi in points, KM; `None` if it is not said.
    pub komi: Option<Quarters>,
    /// The handicap stones, HA: 0, or 2 and more.
    pub handicap: u16,
    /// The result, RE; `None` if it is not said or not understood.
    pub result: Option<GameResult>,
    /// What RE says where both have lost: SGF has no form of its own for that.
    pub both_lost: String,
    /// The main time in milliseconds, TM.
    pub main_time_ms: Option<u64>,
    /// The overtime, OT.
    pub overtime: Option<Overtime>,
    /// The program that wrote it, AP. Written records name this one instead.
    pub application: String,
    /// The nodes of the main line, the root first. Of a file's node with several moves each is a node here.
    pub nodes: Vec<Node>,
}

/// Who plays a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rank, such as `5d`.
    pub rank: String,
    /// The team.
    pub team: String,
}

/// One node: a setup or a move, and what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Stones put and taken off by hand, before the move: AB AW AE.
    pub setup: Option<Box<Setup>>,
    /// Whose turn it is said to be: PL.
    pub to_move: Option<Color>,
    /// The move.
    pub played: Option<Played>,
    /// The times left after the move: BL OB, WL OW.
    pub left: ByColor<TimeLeft>,
    /// The comment, C.
    pub comment: String,
    /// The sides' points, by TB and TW.
    pub territory: Option<Box<ByColor<Vec<Point>>>>,
    /// All other properties, in the file's order.
    pub other: Vec<Property>,
}

impl Node {
    /// A node with a move only.
    #[must_use]
    pub fn played(color: Color, place: Place) -> Self {
        Self { played: Some(Played { color, place }), ..Self::default() }
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.setup.is_none()
            && self.to_move.is_none()
            && self.played.is_none()
            && self.left == ByColor::default()
            && self.comment.is_empty()
            && self.territory.is_none()
            && self.other.is_empty()
    }
}

/// Stones put and taken off by hand, without captures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The stones put.
    pub stones: ByColor<Vec<Point>>,
    /// The points made empty.
    pub empty: Vec<Point>,
}

impl Setup {
    /// The same with each point once. What [`Self::changes`] names last is what holds.
    #[must_use]
    pub fn parted(&self) -> Self {
        let mut last = [[None; Size::MAX as usize]; Size::MAX as usize];
        let place = |point: Point| (usize::from(point.row()), usize::from(point.column()));
        for (point, stone) in self.changes() {
            let (row, column) = place(point);
            last[row][column] = Some(stone);
        }
        let holding = |points: &[Point], stone: Option<Color>| {
            let holds = |&point: &Point| last[place(point).0][place(point).1] == Some(stone);
            points.iter().copied().filter(holds).collect()
        };
        Self {
            stones: ByColor::new(|color| holding(self.stones.of(color), Some(color))),
            empty: holding(&self.empty, None),
        }
    }

    /// Point by point what is put and what is made empty.
    pub fn changes(&self) -> impl Iterator<Item = (Point, Option<Color>)> {
        let put = |color| self.stones.of(color).iter().map(move |&point| (point, Some(color)));
        Color::BOTH.into_iter().flat_map(put).chain(self.empty.iter().map(|&point| (point, None)))
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whose.
    pub color: Color,
    /// Where.
    pub place: Place,
}

/// Where a move is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// On this point.
    Point(Point),
    /// Nowhere: a pass (虚着).
    Pass,
    /// Not on the board: what the file says instead.
    OffBoard(String),
}

impl Place {
    /// The turn that it is in Go; what is not on the board lays no stone.
    #[must_use]
    pub const fn turn(&self) -> go::Move {
        match self {
            Self::Point(point) => go::Move::Play(*point),
            Self::Pass | Self::OffBoard(_) => go::Move::Pass,
        }
    }
}

/// What a side has left after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time in milliseconds, BL or WL.
    pub ms: Option<u64>,
    /// Byo-yomi's periods or Canadian overtime's stones, OB or OW.
    pub overtime: Option<u32>,
}

/// A property that has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capitals.
    pub name: String,
    /// Its values as in the file, with their escapes.
    pub values: Vec<String>,
}

impl Record {
    /// Which rules these are; `None` if RU is missing or names none that are known.
    #[must_use]
    pub fn rule_set(&self) -> Option<RuleSet> {
        RuleSet::from_ru(&self.rules)
    }

    /// What wins in a game of gomoku; `None` if RU is missing or says nothing of it that is known.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        let words: String = self.rules.chars().filter(char::is_ascii_alphabetic).collect();
        let word = words.to_ascii_lowercase().replace("gomoku", "");
        match word.trim_end_matches("rules").trim_end_matches("rule") {
            "freestyle" | "free" => Some(Variant::Freestyle),
            "standard" | "exactlyfive" => Some(Variant::Standard),
            _ => None,
        }
    }

    /// The moves in order, passes among them.
    pub fn moves(&self) -> impl Iterator<Item = &Played> {
        self.nodes.iter().filter_map(|node| node.played.as_ref())
    }

    /// The position at the end of a game of Go, every move played as the record says.
    #[must_use]
    pub fn final_position(&self) -> go::Position {
        let mut game = go::Game::new(go::Position::empty(self.size), go::Legality::default());
        for node in &self.nodes {
            if let Some(setup) = &node.setup {
                let changes: Vec<_> = setup.changes().collect();
                // A point beside the board, which reading never gives, changes nothing.
                let _ = game.setup(&changes);
            }
            if let Some(played) = &node.played {
                game.force(played.color, played.place.turn());
            }
        }
        game.position().clone()
    }

    /// How often each side has passed.
    #[must_use]
    pub fn passes(&self) -> ByColor<u32> {
        let of =
            |color| self.moves().filter(move |played| played.color == color && played.place == Place::Pass);
        ByColor::new(|color| u32::try_from(of(color).count()).unwrap_or(u32::MAX))
    }

    /// Who moves first: as PL says before the first move, else White if there is a handicap, else who does.
    #[must_use]
    pub fn first(&self) -> Color {
        let before = self.nodes.iter().position(|node| node.played.is_some());
        let opening = &self.nodes[..before.map_or(self.nodes.len(), |at| at + 1)];
        let said = opening.iter().rev().find_map(|node| node.to_move);
        let handicap = (self.handicap >= 2).then_some(Color::White);
        let mover = || self.moves().next().map(|played| played.color);
        said.or(handicap).or_else(mover).unwrap_or(Color::Black)
    }
}
