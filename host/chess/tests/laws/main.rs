//! The Laws of Chess, case by case: the tables beside this file name each case's article (FIDE, January 2023).

use chess::{ClaimRefused, Decision, Game, Illegal, NoCastling};

/// The rows of a table, each cut at its bars; there must be so many at least.
fn rows(table: &str, least: usize) -> Vec<Vec<&str>> {
    let lines = table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let rows: Vec<_> = lines.map(|line| line.split('|').map(str::trim).collect()).collect();
    assert!(rows.len() >= least, "only {} of {least} rows", rows.len());
    rows
}

/// The game that a row's position and moves make.
fn game(row: &[&str], moves: &str) -> Game {
    let mut game = match row[1] {
        "start" => Game::new(),
        fen => Game::from_fen(fen).unwrap_or_else(|fault| panic!("{row:?}: {fault}")),
    };
    for text in moves.split_whitespace() {
        game.play(text).unwrap_or_else(|illegal| panic!("{row:?}: {text}: {illegal}"));
    }
    game
}

/// A fault as the tables write it.
fn fault(illegal: &Illegal) -> String {
    match illegal {
        Illegal::NotUnderstood(_) => "not-understood".into(),
        Illegal::Impossible => "impossible".into(),
        Illegal::Ambiguous(candidates) => {
            let mut candidates = candidates.clone();
            candidates.sort();
            format!("ambiguous {}", candidates.join(" "))
        }
        Illegal::LeavesKing => "leaves-king".into(),
        Illegal::NoPromotion => "no-promotion".into(),
        Illegal::Castling(NoCastling::Lost) => "castling-lost".into(),
        Illegal::Castling(NoCastling::Blocked) => "castling-blocked".into(),
        Illegal::Castling(NoCastling::InCheck) => "castling-in-check".into(),
        Illegal::Castling(NoCastling::Attacked) => "castling-attacked".into(),
    }
}

#[test]
fn moves_are_read_or_refused_as_the_table_says() {
    for row in rows(include_str!("moves.txt"), 70) {
        let [_, _, text, expected] = row[..] else { panic!("{row:?}") };
        let mut game = game(&row, "");
        let before = game.fen();
        let read = game.read(text).map(|played| played.san).unwrap_or_else(|illegal| fault(&illegal));
        assert_eq!(read, expected, "{row:?}");
        let played = game.play(text);
        assert_eq!(played.is_err(), game.fen() == before, "{row:?}");
    }
}

#[test]
fn games_end_as_the_table_says() {
    for row in rows(include_str!("endings.txt"), 40) {
        let [_, _, moves, status, occurrences, winner] = row[..] else { panic!("{row:?}") };
        let game = game(&row, moves);
        assert_eq!(game.status().as_str(), status, "{row:?}");
        assert_eq!(game.occurrences().to_string(), occurrences, "{row:?}");
        let won = game.ending().and_then(chess::Ending::winner);
        assert_eq!(won.map_or("-", rules::Color::as_str), winner, "{row:?}");
    }
}

#[test]
fn claims_are_good_only_where_the_table_says() {
    for row in rows(include_str!("claims.txt"), 15) {
        let [_, _, moves, intended, expected] = row[..] else { panic!("{row:?}") };
        let game = game(&row, moves);
        let before = game.fen();
        let found = match game.claim(Some(intended).filter(|text| *text != "-")) {
            Ok(claim) => claim.kind.as_str().to_owned(),
            Err(ClaimRefused::Illegal(illegal)) => fault(&illegal),
            Err(ClaimRefused::Ended(_)) => "ended".to_owned(),
            Err(ClaimRefused::NotYet { .. }) => "refused".to_owned(),
        };
        assert_eq!(found, expected, "{row:?}");
        assert_eq!(game.fen(), before, "{row:?}: the intended move is not played");
    }
}

#[test]
fn a_lost_game_is_worth_what_the_opponent_could_still_mate() {
    for row in rows(include_str!("losses.txt"), 28) {
        let [_, _, loser, expected] = row[..] else { panic!("{row:?}") };
        let loser = if loser == "white" { rules::Color::White } else { rules::Color::Black };
        let found = match game(&row, "").after_loss(loser) {
            Decision::Win(side) => side.as_str(),
            Decision::Draw => "draw",
            Decision::Undecided => "undecided",
        };
        assert_eq!(found, expected, "{row:?}");
    }
}

/// The board of FIDE 2.1 to 2.3, as the start's FEN says it.
#[test]
fn the_board_starts_as_the_laws_say() {
    let game = Game::new();
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(game.turn(), rules::Color::White);
    assert!(shakmaty::Square::H1.is_light());
}

/// An en passant square is named only where the capture is legal (9.2.3.1).
#[test]
fn an_en_passant_square_is_named_only_where_the_capture_is_legal() {
    let cases = [
        ("e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("e4 Nf6 e5 d5", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"),
    ];
    for (moves, fen) in cases {
        assert_eq!(game(&["", "start"], moves).fen(), fen);
    }
    let pinned = Game::from_fen("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1").unwrap();
    assert_eq!(pinned.fen(), "8/8/8/K2pP2r/8/8/8/7k w - - 0 1");
}
