//! What the benchmarks against other libraries share: real games, read once and not timed.
//!
//! One bench file for each subject. Each says what it compares and what both sides check.

use std::fs;
use std::path::Path;

use rules::{Color, Point};

/// The plays of a game on 19 lines. None of the games here has a pass.
pub type Plays = Vec<(Color, Point)>;

/// The plays of all games in `games/`, in the order of their names.
///
/// # Panics
/// Where the folder cannot be read, or a file is not one of the simple ones that belong there.
#[must_use]
pub fn games() -> Vec<Plays> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the games' folder").map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    paths.iter().map(|path| plays(&fs::read_to_string(path).expect("a game"))).collect()
}

/// The values of B and W, in order: enough of SGF for games without variations or comments.
fn plays(text: &str) -> Plays {
    let nodes = text.split(';').filter_map(|node| {
        let (color, rest) = match node.trim_start().split_at_checked(2)? {
            ("B[", rest) => (Color::Black, rest),
            ("W[", rest) => (Color::White, rest),
            _ => return None,
        };
        let [column, row, ..] = *rest.as_bytes() else { return None };
        let point = Point::new(column.checked_sub(b'a')?, 18_u8.checked_sub(row.checked_sub(b'a')?)?)?;
        Some((color, point))
    });
    nodes.collect()
}
