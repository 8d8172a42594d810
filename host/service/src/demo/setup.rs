//! Games as records have them, made ready to be played at a table.

use clock::{BySide, Control, Duration, Side};
use records::pgn::{self, Score};
use records::sgf::{self, Kind, Place, Record};
use records::{GameResult, Manner};
use referee::{GameKind, Opening, Played, Player};
use rules::go::{Position, handicap_points};
use rules::{Color, Size};

use super::game::{Board, DemoGame, End, Turn};
use super::trial::{self, Unplayable};
use super::{control, pace};

/// The longest name, in characters.
const NAME_MAX: usize = 200;

/// A game of Go or gomoku.
pub(super) fn of_sgf(record: &Record) -> Result<DemoGame, Unplayable> {
    let board = match record.kind {
        Kind::Go => go_board(record)?,
        Kind::Gomoku => gomoku_board(record)?,
    };
    let mut turns = turns(record)?;
    let ended = trial::play(&board, &mut turns)?;
    Ok(DemoGame {
        board,
        control: control::of_sgf(record.main_time_ms, record.overtime.as_ref()),
        players: BySide::new(|side| {
            let sgf::Player { name, rank, .. } = record.players.of(color(side));
            player(name, rank)
        }),
        turns,
        end: ended.map_or_else(|| end_of_sgf(record.result), End::Board),
    })
}

fn go_board(record: &Record) -> Result<Board, Unplayable> {
    let handicap = u8::try_from(record.handicap).ok().filter(|stones| (2..=9).contains(stones));
    let handicap = handicap.unwrap_or_default();
    Ok(Board {
        kind: GameKind::Go,
        size: record.size.lines(),
        handicap,
        opening: stones(record, handicap)?,
        rules: record.rule_set().map(|rules| rules.name().to_owned()),
        komi: record.komi,
    })
}

/// The stones at the start, where they are not those that the handicap says, or the other side begins.
fn stones(record: &Record, handicap: u8) -> Result<Option<Opening>, Unplayable> {
    let mut position = Position::empty(record.size);
    let before = record.nodes.iter().position(|node| node.played.is_some());
    for (at, node) in record.nodes.iter().enumerate() {
        let Some(setup) = &node.setup else { continue };
        if before.is_some_and(|first| at > first) {
            let played = record.nodes[..at].iter().filter(|node| node.played.is_some()).count();
            return Err(Unplayable::SetUp(played + 1));
        }
        for (point, stone) in setup.changes() {
            // The reader keeps no point that is not on the board.
            let _ = position.set(point, stone);
        }
    }
    let to_move = side(record.first());
    let usual = Position::from_rows(&usual_rows(record.size, handicap)).ok();
    let usual_side = if handicap >= 2 { Side::White } else { Side::Black };
    let rows = position.rows();
    let is_usual = to_move == usual_side && usual.is_some_and(|usual| usual.rows() == rows);
    Ok((!is_usual).then_some(Opening::Stones { rows, to_move }))
}

/// The rows of a board with the stones of a handicap.
fn usual_rows(size: Size, handicap: u8) -> Vec<String> {
    let mut position = Position::empty(size);
    for point in handicap_points(size, handicap).unwrap_or_default() {
        // Star points are on the board.
        let _ = position.set(point, Some(Color::Black));
    }
    position.rows()
}

/// Gomoku begins on an empty board, with Black.
fn gomoku_board(record: &Record) -> Result<Board, Unplayable> {
    if let Some(at) = record.nodes.iter().position(|node| node.setup.is_some()) {
        let played = record.nodes[..at].iter().filter(|node| node.played.is_some()).count();
        return Err(Unplayable::SetUp(played + 1));
    }
    let known = ["freestyle", "standard"].into_iter().find(|name| record.rules.eq_ignore_ascii_case(name));
    Ok(Board {
        kind: GameKind::Gomoku,
        size: record.size.lines(),
        handicap: 0,
        opening: None,
        rules: known.map(str::to_owned),
        komi: None,
    })
}

fn turns(record: &Record) -> Result<Vec<Turn>, Unplayable> {
    let thoughts = pace::of_sgf(record);
    let moves = (1..).zip(record.moves().zip(thoughts));
    moves
        .map(|(number, (played, thought))| {
            let at = match &played.place {
                Place::Point(point) => Played::At(point.to_string()),
                Place::Pass => Played::Pass,
                Place::OffBoard(text) => {
                    return Err(Unplayable::OffBoard { number, text: text.chars().take(40).collect() });
                }
            };
            Ok(Turn { side: side(played.color), played: at, thought })
        })
        .collect()
}

fn end_of_sgf(result: Option<GameResult>) -> End {
    match result {
        Some(GameResult::Won { by, manner: Manner::Resignation }) => End::Resigned(side(by).other()),
        Some(GameResult::Won { by, manner: Manner::Time }) => End::TimeUsedUp(side(by).other()),
        None | Some(GameResult::Unknown) => End::Open(None),
        Some(result) => End::Open(Some(result.to_string())),
    }
}

/// A game of chess.
pub(super) fn of_pgn(game: &pgn::Game) -> Result<DemoGame, Unplayable> {
    if let Some(variant) = game.variant() {
        return Err(Unplayable::Variant(variant.chars().take(40).collect()));
    }
    let (opening, first) = opening(game)?;
    let board = Board { kind: GameKind::Chess, size: 8, handicap: 0, opening, rules: None, komi: None };
    let said = game.time_control().and_then(Result::ok);
    let control = said.and_then(|said| control::of_pgn(&said));
    let mut turns = plies(game, first, control.as_ref());
    let ended = trial::play(&board, &mut turns)?;
    Ok(DemoGame {
        board,
        control,
        players: BySide { black: chess_player(game, "Black"), white: chess_player(game, "White") },
        turns,
        end: ended.map_or_else(|| end_of_pgn(game), End::Board),
    })
}

/// The position at the start, where it is not the usual one, and who begins.
fn opening(game: &pgn::Game) -> Result<(Option<Opening>, Side), Unplayable> {
    let Some(fen) = game.fen() else { return Ok((None, Side::White)) };
    let start = chess::Game::from_fen(fen).map_err(|fault| Unplayable::Fen(fault.to_string()))?;
    let opening = Opening::Fen(start.fen());
    let usual = start.fen() == chess::Game::new().fen();
    Ok(((!usual).then_some(opening), side(start.turn())))
}

fn plies(game: &pgn::Game, first: Side, control: Option<&Control>) -> Vec<Turn> {
    let sides = [first, first.other()].into_iter().cycle();
    let thoughts: Vec<Option<Duration>> = pace::of_pgn(game, control);
    let moves = game.moves.iter().zip(thoughts).zip(sides);
    moves
        .map(|((step, thought), side)| Turn {
            side,
            played: Played::At(step.text.as_str().to_owned()),
            thought,
        })
        .collect()
}

/// Where somebody has won without mate, and nothing else is said, the other has resigned.
fn end_of_pgn(game: &pgn::Game) -> End {
    let result = game.result();
    let loser = match result {
        Score::White => Side::Black,
        Score::Black => Side::White,
        Score::Draw => return End::Open(Some(result.to_string())),
        Score::Open => return End::Open(None),
    };
    let how = game.termination().unwrap_or_default().to_ascii_lowercase();
    if how.contains("time forfeit") || how.contains("on time") {
        End::TimeUsedUp(loser)
    } else if ["", "?", "normal"].contains(&how.as_str()) || how.contains("resign") {
        End::Resigned(loser)
    } else {
        End::Open(Some(result.to_string()))
    }
}

fn chess_player(game: &pgn::Game, side: &str) -> Player {
    let known = |tag: String| game.tag(&tag).filter(|value| !["?", "-"].contains(value)).unwrap_or_default();
    let title = known(format!("{side}Title"));
    let rank = if title.is_empty() { known(format!("{side}Elo")) } else { title };
    player(known(side.to_owned()), rank)
}

fn player(name: &str, rank: &str) -> Player {
    Player { name: line(name), rank: line(rank), born: None }
}

/// One line, not too long for a page or a record.
fn line(text: &str) -> Option<String> {
    let line: String = text.chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening_of(text: &str) -> Option<Opening> {
        let game = sgf::read(text.as_bytes()).unwrap().game(0).unwrap();
        of_sgf(&game.record).unwrap().board.opening
    }

    #[test]
    fn stones_that_are_those_of_the_handicap_need_no_position() {
        assert_eq!(opening_of("(;SZ[9];B[aa])"), None);
        assert_eq!(opening_of("(;SZ[13]HA[2]AB[jd][dj];W[aa])"), None);
        let rows = |text: &str| match opening_of(text) {
            Some(Opening::Stones { rows, to_move }) => (rows.concat().replace('.', ""), to_move),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(rows("(;SZ[9];W[aa])"), (String::new(), Side::White), "White begins");
        assert_eq!(rows("(;SZ[13]HA[2];W[aa])"), (String::new(), Side::White), "the stones are missing");
        assert_eq!(rows("(;SZ[13]HA[2]AB[dd][jj];W[aa])"), ("XX".into(), Side::White), "elsewhere");
        assert_eq!(rows("(;SZ[9]AB[dd]AW[ee]PL[B];B[aa])"), ("XO".into(), Side::Black));
    }

    fn end_of(tags: &str) -> End {
        end_of_pgn(&pgn::read(format!("{tags}\n\n1. e4 *\n").as_bytes()).games[0])
    }

    #[test]
    fn a_result_is_resigned_only_where_nothing_else_is_said() {
        let open = |text: &str| End::Open(Some(text.to_owned()));
        for (tags, end) in [
            ("[Result \"1-0\"]", End::Resigned(Side::Black)),
            ("[Result \"0-1\"]\n[Termination \"Normal\"]", End::Resigned(Side::White)),
            ("[Result \"0-1\"]\n[Termination \"Time forfeit\"]", End::TimeUsedUp(Side::White)),
            ("[Result \"1-0\"]\n[Termination \"A won on time\"]", End::TimeUsedUp(Side::Black)),
            ("[Result \"1-0\"]\n[Termination \"A won by resignation\"]", End::Resigned(Side::Black)),
            ("[Result \"1-0\"]\n[Termination \"rules infraction\"]", open("1-0")),
            ("[Result \"1/2-1/2\"]", open("1/2-1/2")),
            ("[Result \"*\"]", End::Open(None)),
        ] {
            assert_eq!(end_of(tags), end, "{tags}");
        }
        for (text, end) in [
            ("B+R", End::Resigned(Side::White)),
            ("白超时负", End::TimeUsedUp(Side::White)),
            ("B+", open("B+")),
            ("W+3.5", open("W+3.5")),
            ("Draw", open("Draw")),
            ("?", End::Open(None)),
        ] {
            assert_eq!(end_of_sgf(GameResult::understand(text)), end, "{text}");
        }
    }

    #[test]
    fn names_are_one_line_and_not_too_long() {
        assert_eq!(line(" A\u{7}\nB "), Some("AB".into()));
        assert_eq!(line(&"名".repeat(900)).unwrap().chars().count(), NAME_MAX);
        assert_eq!(line("\n"), None);
    }
}
