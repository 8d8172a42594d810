//! The games that a demonstration plays: those of `demo/`, read by a reader that knows just these files. The crate
//! for records will read them in its place.

use clock::{Duration, Side};
use referee::Played;

/// A game to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DemoGame {
    pub(crate) turns: Vec<Turn>,
    /// Who resigns behind the last move.
    pub(crate) loser: Side,
}

/// A turn of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) played: Played,
    /// How long was thought about it, where the file says so.
    pub(crate) thought: Option<Duration>,
}

impl DemoGame {
    /// A game of Go, one for each of two tables.
    pub(crate) fn go(table: u32) -> Self {
        match table % 2 {
            1 => read_sgf(include_str!("../demo/go-1.sgf")),
            _ => read_sgf(include_str!("../demo/go-2.sgf")),
        }
    }

    /// A game of chess.
    pub(crate) fn chess() -> Self {
        read_pgn(include_str!("../demo/chess.pgn"))
    }
}

/// The moves of an SGF file that has one line of play and a side that resigns.
fn read_sgf(text: &str) -> DemoGame {
    let turns = text.split(';').filter_map(|node| {
        let (name, value) = node.trim().trim_end_matches(')').split_once('[')?;
        let side = match name {
            "B" => Side::Black,
            "W" => Side::White,
            _ => return None,
        };
        let played = sgf_point(value.trim_end().trim_end_matches(']'));
        Some(Turn { side, played, thought: None })
    });
    let loser = if text.contains("RE[B+") { Side::White } else { Side::Black };
    DemoGame { turns: turns.collect(), loser }
}

/// SGF counts rows from the top and has the letter I; people do neither.
fn sgf_point(letters: &str) -> Played {
    const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";
    let index = |letter: u8| letter.checked_sub(b'a').map(usize::from).filter(|index| *index < COLUMNS.len());
    let [column, row] = letters.as_bytes() else { return Played::Pass };
    match (index(*column), index(*row)) {
        (Some(column), Some(row)) => {
            Played::At(format!("{}{}", char::from(COLUMNS[column]), COLUMNS.len() - row))
        }
        _ => Played::Pass,
    }
}

/// The moves of a PGN file without variations, with the clock after each move and no increment.
fn read_pgn(text: &str) -> DemoGame {
    let moves = text.rsplit("\n\n").next().unwrap_or_default();
    let mut turns: Vec<Turn> = Vec::new();
    let mut clocks: Vec<Duration> = Vec::new();
    for word in moves.split_whitespace() {
        if let Some(clock) = word.strip_suffix(']').filter(|word| word.contains(':')).and_then(read_clock) {
            let before = clocks.len().checked_sub(2).map_or(clock, |index| clocks[index]);
            clocks.push(clock);
            if let Some(turn) = turns.last_mut() {
                turn.thought = Some(before.minus(clock));
            }
        } else if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let side = if turns.len().is_multiple_of(2) { Side::White } else { Side::Black };
            turns.push(Turn { side, played: Played::At(word.to_owned()), thought: None });
        }
    }
    let loser = if text.contains("[Result \"1-0\"]") { Side::Black } else { Side::White };
    DemoGame { turns, loser }
}

/// A clock such as `0:29:35`.
fn read_clock(text: &str) -> Option<Duration> {
    let seconds = text.split(':').try_fold(0_u64, |whole, part| Some(whole * 60 + part.parse::<u64>().ok()?));
    seconds.map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_go_are_read_to_their_ends() {
        for (table, len, passes, loser) in [(1, 295, 2, Side::White), (2, 288, 0, Side::Black)] {
            let game = DemoGame::go(table);
            assert_eq!((game.turns.len(), game.loser), (len, loser));
            assert_eq!(game.turns.iter().filter(|turn| turn.played == Played::Pass).count(), passes);
        }
        assert_eq!(DemoGame::go(1).turns[0].played, Played::At("R16".into()));
        assert_eq!(DemoGame::go(1).turns[1].played, Played::At("D16".into()));
    }

    #[test]
    fn the_game_of_chess_is_read_with_its_times() {
        let DemoGame { turns, loser } = DemoGame::chess();
        assert_eq!((turns.len(), loser), (81, Side::Black));
        let turn = |index: usize| (turns[index].side, turns[index].played.to_string(), turns[index].thought);
        assert_eq!(turn(0), (Side::White, "e4".into(), Some(Duration::ZERO)));
        assert_eq!(turn(2), (Side::White, "d4".into(), Some(Duration::from_secs(25))));
        assert_eq!(turn(3), (Side::Black, "Bb7".into(), Some(Duration::from_secs(235))));
        assert_eq!(turn(80).1, "Rxa5+");
    }

    #[test]
    fn points_are_written_as_people_do() {
        for (letters, point) in [("aa", "A19"), ("pd", "Q16"), ("ip", "J4"), ("ss", "T1")] {
            assert_eq!(sgf_point(letters).to_string(), point);
        }
        assert_eq!([sgf_point(""), sgf_point("tt")], [Played::Pass, Played::Pass]);
    }
}
