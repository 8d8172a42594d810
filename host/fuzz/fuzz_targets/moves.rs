//! Whatever is said to be played in chess, it is played or refused, and a refused move changes nothing; what is played
//! is read back from its SAN and from its UCI. The moves stand one a line, after a line with a FEN or without.
#![no_main]

use chess::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let mut game = lines.next().and_then(|fen| Game::from_fen(fen).ok()).unwrap_or_default();
    for line in lines.take(200) {
        let (before, fen) = (game.clone(), game.fen());
        match game.play(line) {
            Err(_) => assert_eq!(game.fen(), fen, "{line:?} was refused"),
            Ok(played) => {
                assert_eq!(before.read(&played.san).as_ref(), Ok(&played), "{fen}");
                assert_eq!(before.read(&played.uci).as_ref(), Ok(&played), "{fen}");
            }
        }
    }
});
