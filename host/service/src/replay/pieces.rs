//! A game of chess through the rules core.

use records::pgn::{Game, Period};
use referee::Placement;
use rules::ByColor;

use crate::replay::line::{Illegal, Line, Person, Time};

/// Replays a game of a file up to its end or the first move that breaks a rule.
pub(crate) fn replay(game: &Game, bytes: &[u8], mut warnings: Vec<String>) -> Line {
    warnings.extend(other_variant(game));
    let start = match game.fen().map(chess::Game::from_fen) {
        None => None,
        Some(Ok(start)) => Some(start),
        Some(Err(fault)) => {
            warnings
                .push(format!("byte {}: FEN: {fault}; the usual position is taken", fen_byte(game, bytes)));
            None
        }
    };
    let usual = start.is_none();
    let (board, illegal) = played_through(game, start.unwrap_or_default());
    let status = match usual && board.plies() == 0 {
        // Whether a mate is possible need not be searched for each game without moves.
        true => chess::Status::None,
        false => board.status(),
    };
    let (white, black) = (person(game, "White"), person(game, "Black"));
    Line {
        kind: "chess",
        size: None,
        moves: game.moves.len(),
        captures: None,
        position: Placement::Fen(board.fen()),
        illegal,
        cycle: None,
        players: ByColor { black, white },
        rules: None,
        komi: None,
        handicap: None,
        result: Some(game.result().to_string()),
        time: time(game),
        status: Some(status.as_str()),
        warnings,
    }
}

/// What is said of a game by other rules than those of chess.
pub(crate) fn other_variant(game: &Game) -> Option<String> {
    let name: String = game.variant()?.chars().take(40).collect();
    Some(format!("the variant {name:?} is judged as standard chess"))
}

fn played_through(game: &Game, mut board: chess::Game) -> (chess::Game, Option<Illegal>) {
    for (number, step) in (1..).zip(&game.moves) {
        let side = board.turn();
        let text = step.text.as_str();
        if let Err(illegal) = board.follow(text) {
            return (board, Some(Illegal::piece(number, side, text.to_owned(), &illegal)));
        }
    }
    (board, None)
}

/// Where a game's FEN stands in its file; where its first byte stands, if it is not found as it is usually written.
pub(crate) fn fen_byte(game: &Game, bytes: &[u8]) -> usize {
    let tag = b"[FEN ";
    let found = bytes.get(game.byte..).and_then(|rest| rest.windows(tag.len()).position(|part| part == tag));
    game.byte + found.unwrap_or(0)
}

fn person(game: &Game, side: &str) -> Person {
    let known = |tag: &str| game.tag(tag).filter(|value| *value != "?").unwrap_or_default().to_owned();
    let title = known(&format!("{side}Title"));
    let rank = if title.is_empty() { known(&format!("{side}Elo")) } else { title };
    Person { name: known(side), rank }
}

/// Main time of the first period; the rest of TimeControl stays in its own words.
fn time(game: &Game) -> Time {
    let text = game.tag("TimeControl").filter(|text| !matches!(*text, "?" | "-" | ""));
    let control = text.and(game.time_control()).and_then(Result::ok);
    let main_ms = control.and_then(|control| match control.periods.first()? {
        Period::Timed { main_ms, .. } => Some(*main_ms),
        Period::Unknown | Period::Untimed | Period::Sandclock { .. } => None,
    });
    Time { main_ms, overtime: text.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    #[test]
    fn main_time_is_that_of_the_first_period_in_seconds() {
        // PGN supplement of 2001, 9.6. A sandclock has no main time before it.
        for (text, main, overtime) in [
            ("300d5", json!(300), json!("300d5")),
            ("10.5+0.1", json!(10.5), json!("10.5+0.1")),
            ("40/7200:3600", json!(7200), json!("40/7200:3600")),
            ("5400+30", json!(5400), json!("5400+30")),
            ("0+30", json!(0), json!("0+30")),
            ("*180", json!(null), json!("*180")),
            ("G/90", json!(null), json!("G/90")),
            ("?", json!(null), json!(null)),
            ("-", json!(null), json!(null)),
            ("", json!(null), json!(null)),
        ] {
            let file = format!("[TimeControl \"{text}\"]\n\n1. e4 *\n");
            let games = records::pgn::read(file.as_bytes()).games;
            let line = replay(&games[0], file.as_bytes(), Vec::new()).json(Path::new("a.pgn"), 0);
            assert_eq!(line["time"], json!({ "main": main, "overtime": overtime }), "{text}");
        }
    }

    fn replayed(file: &str) -> serde_json::Value {
        let collection = records::pgn::read(file.as_bytes());
        let last = collection.games.last().unwrap();
        replay(last, file.as_bytes(), Vec::new()).json(Path::new("a.pgn"), 0)
    }

    #[test]
    fn a_rejected_fen_is_told_with_its_place() {
        let fen = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";
        for before in ["", "[Event \"a\"]\n", "[Event \"a\"]\n\n1. d4 *\n\n[Event \"b\"]\n"] {
            let line = replayed(&format!("{before}{fen}"));
            let warning = line["warnings"][0].as_str().unwrap();
            assert!(warning.starts_with(&format!("byte {}: FEN: ", before.len())), "{warning}");
            assert!(warning.ends_with("; the usual position is taken"), "{warning}");
        }
    }

    #[test]
    fn other_variants_are_told() {
        for (name, expected) in [
            ("Antichess", json!(["the variant \"Antichess\" is judged as standard chess"])),
            ("Crazyhouse", json!(["the variant \"Crazyhouse\" is judged as standard chess"])),
            ("Standard", json!([])),
            ("From Position", json!([])),
            ("Chess960", json!([])),
            ("fischerandom", json!([])),
            ("", json!([])),
        ] {
            let line = replayed(&format!("[Variant \"{name}\"]\n\n1. e4 *\n"));
            assert_eq!(line["warnings"], expected, "{name}");
        }
        assert_eq!(replayed("1. e4 *\n")["warnings"], json!([]));
    }

    /// What is not searched for at the usual start is what a search would find.
    #[test]
    fn at_the_usual_start_nothing_has_ended() {
        assert_eq!(chess::Game::new().status(), chess::Status::None);
        for moves in ["*", "1. e5 *"] {
            assert_eq!(replayed(&format!("[Event \"?\"]\n\n{moves}\n"))["status"], "none", "{moves}");
        }
        let stalemate = "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n*\n";
        assert_eq!(replayed(stalemate)["status"], "stalemate");
    }

    #[test]
    fn a_word_in_the_place_of_a_move_is_the_move_that_breaks_the_rules() {
        for (moves, illegal) in [
            ("1. e4 null 2. d4", json!({ "move": 2, "side": "black", "at": "null", "reason": "illegal" })),
            (
                "1. e4 e5 2. Ng1zz Nc6",
                json!({ "move": 3, "side": "white", "at": "Ng1zz", "reason": "illegal" }),
            ),
            ("1. e4 e5 2. Nf3 dis.ch. Nc6 3. d4", json!(null)),
            ("1. e4 a6 2. e5 d5 3. exd6e.p. a5", json!(null)),
            ("1. e4 a6 2. e5 d5 3. exd6/ep a5", json!(null)),
            ("1. e4 a6 2. e5 d5 3. exd6e.p.+ a5", json!(null)),
        ] {
            assert_eq!(replayed(&format!("{moves} *"))["illegal"], illegal, "{moves}");
        }
    }
}
