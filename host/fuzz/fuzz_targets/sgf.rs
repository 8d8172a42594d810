//! No bytes make the reader of SGF panic, and a game that it reads is written and read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use records::sgf::{read, write};

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = read(bytes) else { return };
    for game in collection.games().take(4).flatten() {
        let once = write(&game.record);
        let again = read(once.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {once}"));
        let again = again.game(0).unwrap_or_else(|fault| panic!("{fault}: {once}"));
        assert_eq!(write(&again.record), once);
    }
});
