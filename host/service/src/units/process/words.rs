//! The keys of a unit that has none: words on standard input, one a line.

use std::io::{self, BufRead, stdin};
use std::thread;

use clock::Side;
use link::Gesture;
use tokio::sync::mpsc;
use unit::Said;

use crate::complain;

/// Words that wait for the unit.
const WORDS_MAX: usize = 64;

/// Every word, and what it means.
const WORDS: [(&str, Said); 6] = [
    ("black", Said::Press(Side::Black)),
    ("white", Said::Press(Side::White)),
    ("arbiter", Said::Gesture(Gesture::Pause)),
    ("query-black", Said::Gesture(Gesture::Query { side: Side::Black })),
    ("query-white", Said::Gesture(Gesture::Query { side: Side::White })),
    ("call", Said::Gesture(Gesture::CallArbiter { side: None })),
];

fn read(text: &str) -> Result<Said, String> {
    let text = text.trim();
    let found = WORDS.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    found.ok_or_else(|| {
        let known: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
        format!("expected one of {}, found \"{text}\"", known.join(", "))
    })
}

/// Listens to standard input; a unit whose input has ended goes on without.
pub(super) fn listen() -> io::Result<mpsc::Receiver<Said>> {
    let (words, heard) = mpsc::channel(WORDS_MAX);
    thread::Builder::new().name("words".into()).spawn(move || {
        for line in stdin().lock().split(b'\n').map_while(Result::ok) {
            match read(&String::from_utf8_lossy(&line)) {
                Ok(word) if words.blocking_send(word).is_err() => break,
                Ok(_) => {}
                Err(unknown) => complain(format_args!("flagfall: standard input: {unknown}")),
            }
        }
    })?;
    Ok(heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_known_and_another_is_said() {
        for (word, meaning) in WORDS {
            assert_eq!(read(&format!(" {word}\r")), Ok(meaning));
        }
        assert_eq!(
            read("blak"),
            Err("expected one of black, white, arbiter, query-black, query-white, call, found \"blak\""
                .into())
        );
    }
}
