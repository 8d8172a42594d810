//! A game of chess through the rules core.

use records::pgn::{Game, Period};
use referee::Placement;
use rules::ByColor;

use crate::replay::line::{Illegal, Line, Person, Time};

/// Replays a game up to its end or the first move that breaks a rule.
pub(crate) fn replay(game: &Game, mut warnings: Vec<String>) -> Line {
    let start = match game.fen().map(chess::Game::from_fen) {
        None => chess::Game::new(),
        Some(Ok(start)) => start,
        Some(Err(fault)) => {
            warnings.push(format!("byte {}: FEN: {fault}; the usual position is taken", game.byte));
            chess::Game::new()
        }
    };
    let (board, illegal) = played_through(game, start);
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
        status: Some(board.status().as_str()),
        warnings,
    }
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
            let line = replay(&games[0], Vec::new()).json(Path::new("a.pgn"), 0);
            assert_eq!(line["time"], json!({ "main": main, "overtime": overtime }), "{text}");
        }
    }
}
