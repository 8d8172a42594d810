//! No text makes the reader of FEN panic, and what it reads is written and read back as the same.
#![no_main]

use chess::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = Game::from_fen(text) {
        let fen = game.fen();
        let again = Game::from_fen(&fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
        assert_eq!(again.fen(), fen);
        assert!(game.moves().count() < 300, "{fen}");
    }
});
