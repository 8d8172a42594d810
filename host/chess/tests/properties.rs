//! What holds in every game: random games, random texts.

use chess::{Decision, Ending, Game};
use proptest::prelude::*;

/// A game of random legal moves from the start or from a Chess960 start, as the choices say.
fn random_game(start: &str, choices: &[u16]) -> Vec<Game> {
    let mut game = Game::from_fen(start).unwrap_or_else(|fault| panic!("{start}: {fault}"));
    let mut games = vec![game.clone()];
    for &choice in choices {
        let moves: Vec<_> = game.moves().collect();
        let Some(played) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        game.play(&played.uci).unwrap_or_else(|illegal| panic!("{}: {illegal}", played.uci));
        games.push(game.clone());
    }
    games
}

/// Starts from which random games soon repeat positions, promote, castle, or capture in passing.
fn starts() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
        "8/PPPP4/7k/8/8/K7/4pppp/8 w - - 0 1",
        "4k3/pppppppp/8/PPPPPPPP/8/8/8/4K3 b - - 0 1",
        "k7/8/8/8/8/8/8/K1R5 w - - 0 1",
        "k1r5/8/8/8/8/8/8/2R3K1 w - - 90 60",
    ])
}

proptest! {
    /// What is written is read back, in both notations; and only with the full square is it never ambiguous.
    #[test]
    fn moves_are_read_back(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..80)) {
        for game in random_game(start, &choices).iter().step_by(7) {
            for played in game.moves() {
                prop_assert_eq!(game.read(&played.san), Ok(played.clone()));
                prop_assert_eq!(game.read(&played.uci), Ok(played.clone()));
                let bare = played.san.trim_end_matches(['+', '#']);
                prop_assert_eq!(game.read(bare), Ok(played.clone()));
            }
        }
    }

    /// Two legal moves are never written alike.
    #[test]
    fn no_two_moves_are_written_alike(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..80)) {
        for game in random_game(start, &choices).iter().step_by(7) {
            let mut names: Vec<_> = game.moves().flat_map(|played| [played.san, played.uci]).collect();
            let all = names.len();
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), all);
        }
    }

    /// A position survives being written and read.
    #[test]
    fn positions_are_read_back(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..120)) {
        for game in random_game(start, &choices) {
            let again = Game::from_fen(&game.fen()).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
            prop_assert_eq!(again.position(), game.position());
            prop_assert_eq!(again.fen(), game.fen());
        }
    }

    /// Occurrences are those of equal FENs without their counters.
    #[test]
    fn occurrences_are_those_of_a_list(start in starts(), choices in prop::collection::vec(0..6_u16, 0..150)) {
        let mut seen: Vec<String> = Vec::new();
        for game in random_game(start, &choices) {
            let fen = game.fen();
            let key = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            seen.push(key.clone());
            let listed = seen.iter().filter(|other| **other == key).count();
            prop_assert_eq!(game.occurrences(), listed, "{}", fen);
        }
    }

    /// A claim with an intended move is good exactly if it would be after the move, or is already.
    #[test]
    fn claims_look_ahead(start in starts(), choices in prop::collection::vec(0..3_u16, 0..60)) {
        for game in random_game(start, &choices).iter().step_by(5).filter(|game| game.ending().is_none()) {
            for played in game.moves().step_by(3) {
                let mut after = game.clone();
                prop_assert!(after.play(&played.san).is_ok());
                let good = [game, &after].iter().any(|game| game.occurrences() >= 3 || game.quiet_plies() >= 100);
                prop_assert_eq!(game.claim(Some(&played.san)).is_ok(), good);
            }
        }
    }

    /// Flag, resignation and illegal moves come too late then; nor does anybody win where the position is dead.
    #[test]
    fn a_loss_changes_nothing_about_a_game_that_has_ended(start in starts(), choices in prop::collection::vec(0..6_u16, 0..200)) {
        for game in random_game(start, &choices).iter().rev().step_by(40) {
            if let Some(ending) = game.ending() {
                let worth = Ending::winner(ending).map_or(Decision::Draw, Decision::Win);
                prop_assert_eq!(rules::Color::BOTH.map(|loser| game.after_loss(loser)), [worth; 2], "{}", game.fen());
            }
        }
    }

    /// No text makes the reader panic; what it refuses changes nothing.
    #[test]
    fn any_text_is_answered(start in starts(), text in ".{0,30}") {
        answered(start, &text)?;
    }

    /// Nor does a text that is nearly a move.
    #[test]
    fn nearly_a_move_is_answered(start in starts(), text in "[NBRQKPOo0a-h1-8x:=()+#!?. –-]{0,9}") {
        answered(start, &text)?;
    }

    /// Any text is a position or a fault.
    #[test]
    fn any_position_is_answered(text in ".{0,90}", near in "[pnbrqkPNBRQK1-8/]{0,71} [wb] [KQkqA-Ha-h-]{1,5} [a-h3-6-]{1,2} [0-9]{1,6} [0-9]{1,6}") {
        for text in [text, near] {
            if let Ok(game) = Game::from_fen(&text) {
                prop_assert!(Game::from_fen(&game.fen()).is_ok());
            }
        }
    }
}

/// The text is a legal move or a fault in words, and a fault leaves the game as it was.
fn answered(start: &str, text: &str) -> Result<(), TestCaseError> {
    let before = Game::from_fen(start).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
    let mut game = before.clone();
    match game.play(text) {
        Ok(played) => prop_assert!(before.moves().any(|legal| legal == played)),
        Err(illegal) => {
            prop_assert!(!illegal.to_string().is_empty());
            prop_assert_eq!(illegal.reason(), "illegal");
            prop_assert_eq!(game.fen(), before.fen());
            prop_assert_eq!(game.plies(), 0);
        }
    }
    Ok(())
}
