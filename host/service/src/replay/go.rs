//! A game of Go or gomoku through the rules core.

use records::sgf::{Game, Kind, Node, Place, Record, Setup, Warning};
use referee::Placement;
use rules::go::{self, Move, Position, RuleSet};
use rules::{ByColor, Color, Point, gomoku};

use crate::replay::line::{Illegal, Line, Person, Time};

/// Replays a game. A move that breaks a rule is played as the file says, as SGF demands.
pub(crate) fn replay(game: &Game, general: &[Warning], rules: Option<RuleSet>) -> Line {
    let record = &game.record;
    let mut board = match record.kind {
        Kind::Go => {
            let rules = rules.or_else(|| record.rule_set()).unwrap_or(RuleSet::Chinese);
            Board::Go(go::Game::new(Position::empty(record.size), rules.legality()))
        }
        Kind::Gomoku => Board::Gomoku(gomoku::Position::empty(record.size, gomoku::Variant::default())),
    };
    let Walk { moves, illegal, cycle, .. } = Walk::through(record, &mut board);
    let (captures, rows) = board.finish();
    Line {
        kind: if record.kind == Kind::Go { "go" } else { "gomoku" },
        size: Some(record.size.lines()),
        moves,
        captures,
        position: Placement::Rows(rows),
        illegal,
        cycle,
        players: ByColor::new(|color| {
            let player = record.players.of(color);
            Person { name: player.name.clone(), rank: player.rank.clone() }
        }),
        rules: Some(record.rules.clone()).filter(|rules| !rules.is_empty()),
        komi: record.komi,
        handicap: Some(record.handicap),
        result: record.result.as_ref().map(ToString::to_string),
        time: Time {
            main_ms: record.main_time_ms,
            overtime: record.overtime.as_ref().map(ToString::to_string),
        },
        status: None,
        warnings: general.iter().chain(&game.warnings).map(ToString::to_string).collect(),
    }
}

enum Board {
    Go(go::Game),
    Gomoku(gomoku::Position),
}

impl Board {
    fn finish(self) -> (Option<ByColor<u32>>, Vec<String>) {
        match self {
            Self::Go(game) => (Some(game.position().captures()), game.position().rows()),
            Self::Gomoku(position) => (None, position.rows()),
        }
    }
}

/// A walk along the main line.
struct Walk<'a> {
    board: &'a mut Board,
    /// The side to move, once that is known.
    turn: Option<Color>,
    moves: usize,
    illegal: Option<Illegal>,
    cycle: Option<(usize, u32)>,
}

impl<'a> Walk<'a> {
    fn through(record: &Record, board: &'a mut Board) -> Self {
        let mut walk = Self { board, turn: Some(record.first()), moves: 0, illegal: None, cycle: None };
        record.nodes.iter().for_each(|node| walk.node(node));
        walk
    }

    fn node(&mut self, node: &Node) {
        if let Some(setup) = &node.setup {
            self.set_up(setup);
            // Whose turn it is after stones were put by hand, only PL can say.
            if self.moves > 0 {
                self.turn = None;
            }
        }
        self.turn = node.to_move.or(self.turn);
        if let Some(played) = &node.played {
            self.played(played.color, &played.place);
        }
    }

    fn set_up(&mut self, setup: &Setup) {
        match self.board {
            // The reader keeps no point that is not on the board.
            Board::Go(game) => drop(game.setup(&setup.changes().collect::<Vec<_>>())),
            Board::Gomoku(position) => {
                for (point, stone) in setup.changes() {
                    let _ = position.set(point, stone);
                }
            }
        }
    }

    fn played(&mut self, color: Color, place: &Place) {
        self.moves += 1;
        let (number, at) = (self.moves, named(place));
        let wrong_turn = self.turn.is_some_and(|turn| turn != color);
        self.turn = Some(color.opponent());
        let broken = match place {
            Place::OffBoard(_) => Some(Illegal::stone(number, color, at.clone(), go::Illegal::OffBoard)),
            Place::Pass => self.lay(color, None, &at),
            Place::Point(point) => self.lay(color, Some(*point), &at),
        };
        if self.illegal.is_none() {
            self.illegal = if wrong_turn { Some(Illegal::out_of_turn(number, color, at)) } else { broken };
        }
    }

    fn lay(&mut self, color: Color, point: Option<Point>, at: &str) -> Option<Illegal> {
        let number = self.moves;
        match self.board {
            Board::Go(game) => {
                let (done, illegal) = game.force(color, point.map_or(Move::Pass, Move::Play));
                let cycle = done.cycle.map(|repeats| (number, repeats));
                self.cycle = self.cycle.or(cycle);
                illegal.map(|illegal| Illegal::stone(number, color, at.to_owned(), illegal))
            }
            Board::Gomoku(position) => {
                let illegal = position.check(point?).err();
                match illegal {
                    // The row is there: what is played on is laid all the same.
                    None | Some(gomoku::Illegal::Over) => {
                        let _ = position.play(color, point?).map(|next| *position = next);
                    }
                    Some(gomoku::Illegal::OffBoard | gomoku::Illegal::Occupied) => {}
                }
                illegal.map(|illegal| Illegal::gomoku(number, color, at.to_owned(), illegal))
            }
        }
    }
}

fn named(place: &Place) -> String {
    match place {
        Place::Point(point) => point.to_string(),
        Place::Pass => "pass".to_owned(),
        Place::OffBoard(text) => text.clone(),
    }
}
