//! Positions as text: 2,000 that can be played from, 2,000 that cannot, and what is said of broken ones.

use chess::{FenFault, FenField, Game, Impossible};

/// Each valid position is read; written and read again it is the same.
#[test]
fn valid_positions_are_written_as_they_were_read() {
    let mut read = 0;
    for line in include_str!("valid.fen").lines() {
        let game = Game::from_fen(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let fen = game.fen();
        let again = Game::from_fen(&fen).unwrap_or_else(|fault| panic!("{line} as {fen}: {fault}"));
        assert_eq!((again.fen(), again.position()), (fen, game.position()), "{line}");
        read += 1;
    }
    assert_eq!(read, 2_000);
}

/// Each invalid position is refused for what it is, not as text.
#[test]
fn invalid_positions_are_refused_for_what_they_are() {
    let mut refused = 0;
    for line in include_str!("invalid.fen").lines() {
        let fault = Game::from_fen(line).expect_err(line);
        assert!(matches!(fault, FenFault::Impossible(_)), "{line}: {fault}");
        refused += 1;
    }
    assert_eq!(refused, 2_000);
}

#[test]
fn the_field_that_is_wrong_is_named() {
    let cases = [
        ("8/8 w - - 0 1", FenField::Board),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenField::Turn),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", FenField::Turn),
        ("4k3/8/8/8/8/8/8/4K3 w z - 0 1", FenField::Castling),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", FenField::EnPassant),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", FenField::QuietPlies),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 1", FenField::QuietPlies),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", FenField::Move),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", FenField::Move),
    ];
    for (text, expected) in cases {
        match Game::from_fen(text) {
            Err(FenFault::Field { field, .. }) => assert_eq!(field, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(Game::from_fen("  ").err(), Some(FenFault::Empty));
    let seven = Game::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more");
    assert_eq!(seven.err(), Some(FenFault::TooLong("more".into())));
}

#[test]
fn impossible_positions_say_why_no_game_comes_to_them() {
    let cases = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", Impossible::NoKing),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Impossible::NoKing),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Impossible::ManyKings),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", Impossible::PawnOnEdge),
        ("4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1", Impossible::TooManyPieces),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Impossible::MoverInCheck),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", Impossible::CastlingRights),
        ("4k3/8/8/8/8/8/8/RR1RK2R w KABD - 0 1", Impossible::CastlingRights),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Impossible::EnPassant),
        ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", Impossible::Check),
    ];
    for (text, expected) in cases {
        assert_eq!(Game::from_fen(text).err(), Some(FenFault::Impossible(expected)), "{text}");
    }
    assert!(Game::from_composed_fen("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1").is_ok());
    assert!(Game::from_composed_fen("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
}

#[test]
fn fields_left_out_are_those_of_a_fresh_position_and_faults_are_sentences() {
    let game = Game::from_fen(" 4k3/8/8/8/8/8/8/4K3  b ").unwrap();
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    let fault = Game::from_fen("4k3/8/8/8/8/8/8/4K3 x").unwrap_err();
    assert_eq!(fault.to_string(), "the FEN's side to move must be w or b, not “x”");
}
