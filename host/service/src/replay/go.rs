//! A game of Go or gomoku through the rules core.

use records::sgf::{Game, Kind, Node, Place, Record, Setup, Warning};
use referee::Placement;
use rules::go::{self, Move, Position, RuleSet};
use rules::{ByColor, Color, Point, gomoku};

use crate::replay::Rules;
use crate::replay::line::{Illegal, Line, Person, Time};

/// Replays a game. A move that breaks a rule is played as the file says, as SGF demands.
pub(crate) fn replay(game: &Game, general: &[Warning], rules: Option<Rules>) -> Line {
    let record = &game.record;
    let mut board = Board::of(record, rules);
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
    /// An empty board, with the rules that are asked for, else those of the record.
    fn of(record: &Record, rules: Option<Rules>) -> Self {
        match (record.kind, rules) {
            (Kind::Go, rules) => {
                let rules = match rules {
                    Some(Rules::Go(rules)) => Some(rules),
                    Some(Rules::Gomoku(_)) | None => record.rule_set(),
                };
                let legality = rules.unwrap_or(RuleSet::Chinese).legality();
                Self::Go(go::Game::new(Position::empty(record.size), legality))
            }
            (Kind::Gomoku, rules) => {
                let variant = match rules {
                    Some(Rules::Gomoku(variant)) => Some(variant),
                    Some(Rules::Go(_)) | None => record.variant(),
                };
                Self::Gomoku(gomoku::Position::empty(record.size, variant.unwrap_or_default()))
            }
        }
    }

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
                // There is no pass: a turn without a point of the board is none.
                let illegal =
                    point.map_or(Err(gomoku::Illegal::OffBoard), |point| position.check(point)).err();
                match (illegal, point) {
                    (None, Some(point)) => {
                        let _ = position.play(color, point).map(|next| *position = next);
                    }
                    // The row is there: what is played on is laid all the same.
                    (Some(gomoku::Illegal::Over), Some(point)) => {
                        let _ = position.set(point, Some(color));
                    }
                    (_, None) | (Some(gomoku::Illegal::OffBoard | gomoku::Illegal::Occupied), _) => {}
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::gomoku::Variant;
    use serde_json::{Value, json};

    use super::*;

    fn replayed(file: &str, rules: Option<Rules>) -> Value {
        let collection = records::sgf::read(file.as_bytes()).unwrap();
        replay(&collection.game(0).unwrap(), &[], rules).json(Path::new("a.sgf"), 0)
    }

    /// Black has five from H8 down, then six, by the tenth and twelfth stone; White plays on.
    fn six(rules: &str) -> String {
        format!(
            "(;GM[4]SZ[15]{rules};B[hh];W[ha];B[hi];W[hb];B[hj];W[hc];B[hk];W[ad];B[hm];W[ae];B[hl];W[aa];B[bb])"
        )
    }

    #[test]
    fn gomoku_is_played_by_the_variant_of_the_record_or_the_one_asked_for() {
        let over = json!({ "move": 12, "side": "white", "at": "A15", "reason": "over" });
        let (freestyle, standard) = (Rules::Gomoku(Variant::Freestyle), Rules::Gomoku(Variant::Standard));
        for (ru, asked, illegal) in [
            ("", None, &over),
            ("RU[freestyle]", None, &over),
            ("RU[standard]", None, &Value::Null),
            ("RU[ Standard Gomoku ]", None, &Value::Null),
            ("RU[standard]", Some(freestyle), &over),
            ("RU[freestyle]", Some(standard), &Value::Null),
            ("RU[standard]", Some(Rules::Go(RuleSet::Japanese)), &Value::Null),
        ] {
            let line = replayed(&six(ru), asked);
            assert_eq!(&line["illegal"], illegal, "{ru} {asked:?}");
            // What is played on is laid.
            assert_eq!((&line["moves"], &line["position"][14]), (&json!(13), &json!(".".repeat(15))), "{ru}");
            assert_eq!(line["position"][0].as_str().unwrap().chars().next(), Some('O'), "{ru} {asked:?}");
        }
    }

    #[test]
    fn there_is_no_pass_in_gomoku() {
        for pass in ["", "tt"] {
            let line = replayed(&format!("(;GM[4]SZ[15];B[hh];W[{pass}];B[hi])"), None);
            let illegal = json!({ "move": 2, "side": "white", "at": "pass", "reason": "off-board" });
            assert_eq!((&line["illegal"], &line["moves"]), (&illegal, &json!(3)), "{pass}");
        }
    }
}
