//! PGN: what real files hold, case by case, in `data/pgn/hazards.txt`.

use std::fmt::Write;

use records::pgn::{self, Collection, Game};

/// A case: its title, the bytes of the file, what is to be read of it.
struct Case {
    title: String,
    file: Vec<u8>,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let (_, cases) = text.split_once("\n=== ").expect("a first case");
    cases
        .split("\n=== ")
        .map(|case| {
            let (title, rest) = case.split_once('\n').expect("a title");
            let (file, expected) = rest.split_once("---").expect("what is read");
            let file = bytes(file.strip_suffix('\n').unwrap_or(file));
            Case { title: title.to_owned(), file, expected: expected.trim().to_owned() }
        })
        .collect()
}

/// The bytes of a text with `\r`, `\xNN` and `\\`.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, length) = match rest {
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', high, low, ..] => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).expect("digits");
                (u8::from_str_radix(digits, 16).expect("a byte"), 4)
            }
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &after[length - 1..];
    }
    bytes
}

/// What was read, for people to compare.
fn show(collection: &Collection) -> String {
    let mut out = String::new();
    collection.games.iter().for_each(|game| show_game(&mut out, game));
    for warning in &collection.warnings {
        let _ = writeln!(out, "warning at {}: {}", warning.byte, warning.what);
    }
    out.trim().to_owned()
}

fn show_game(out: &mut String, game: &Game) {
    let _ = writeln!(out, "game at {}", game.byte);
    for tag in &game.tags {
        let _ = writeln!(out, "  {}: {}", tag.name, tag.value);
    }
    if !game.comment.is_empty() {
        let _ = writeln!(out, "  {:?}", game.comment);
    }
    for played in &game.moves {
        let _ = write!(out, "  {} at {}", played.text, played.byte);
        let _ = played.nags.iter().try_for_each(|nag| write!(out, " ${nag}"));
        let _ = played.clock_ms.map_or(Ok(()), |ms| write!(out, " clk={ms}"));
        let _ = played.elapsed_ms.map_or(Ok(()), |ms| write!(out, " emt={ms}"));
        if !played.comment.is_empty() {
            let _ = write!(out, " {:?}", played.comment);
        }
        out.push('\n');
    }
    if game.variations > 0 {
        let _ = writeln!(out, "  variations {}", game.variations);
    }
    let token = game.token.map_or("nothing", |token| token.as_str());
    let _ = writeln!(out, "  result {}, after the moves {token}", game.result());
}

#[test]
fn hazards_are_read_as_the_table_says() {
    let cases = cases(include_str!("data/pgn/hazards.txt"));
    assert!(cases.len() > 40);
    let mut wrong = String::new();
    for case in cases {
        let found = show(&pgn::read(&case.file));
        if found != case.expected {
            let _ = writeln!(wrong, "=== {}\n{found}\n", case.title);
        }
    }
    assert!(wrong.is_empty(), "read otherwise than the table says:\n{wrong}");
}
