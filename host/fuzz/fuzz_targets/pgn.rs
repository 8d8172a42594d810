//! No bytes make the reader of PGN panic, and a game that it reads is written and read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use records::pgn::{read, write};

fuzz_target!(|bytes: &[u8]| {
    for game in read(bytes).games.iter().take(4) {
        let once = write(game);
        let again = read(once.as_bytes());
        assert_eq!(again.games.len(), 1, "{once}");
        assert_eq!(write(&again.games[0]), once);
    }
});
