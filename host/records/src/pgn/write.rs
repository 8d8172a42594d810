//! Writing: the export format of the standard.

use super::game::{Game, Move, Tag};
use super::reading::format_clock;
use super::tag::escape;

/// The columns of a line of moves. Only a single word that is longer makes a longer line; tags are never broken.
pub const COLUMNS: usize = 80;

/// A game as PGN, in its [standard form](Game::standard), ending with a line end.
#[must_use]
pub fn write(game: &Game) -> String {
    let game = game.standard();
    let mut out = String::new();
    for Tag { name, value } in &game.tags {
        out.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    }
    out.push('\n');
    let mut lines = Lines { out, column: 0 };
    lines.comment(&[], &game.comment);
    let (first_number, black_begins) = start(game.fen());
    let mut numbered = false;
    for (ply, played) in (usize::from(black_begins)..).zip(&game.moves) {
        let number = first_number.saturating_add(u32::try_from(ply / 2).unwrap_or(u32::MAX));
        if ply % 2 == 0 {
            lines.word(&format!("{number}."));
        } else if !numbered || !played.text.is_move() {
            // The number says that a word which is no move stands in the place of one.
            lines.word(&format!("{number}..."));
        }
        numbered = !lines.played(played);
    }
    lines.word(game.result().as_str());
    lines.out.push('\n');
    lines.out
}

/// Games as one file, with an empty line between.
#[must_use]
pub fn write_all(games: &[Game]) -> String {
    games.iter().map(write).collect::<Vec<_>>().join("\n")
}

/// The number of the first move and whether Black makes it.
fn start(fen: Option<&str>) -> (u32, bool) {
    let mut fields = fen.unwrap_or_default().split_ascii_whitespace();
    let black = fields.nth(1) == Some("b");
    (fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1), black)
}

/// Text in lines of limited length.
struct Lines {
    out: String,
    column: usize,
}

impl Lines {
    /// A move with all that is said of it. Whether there was a comment.
    fn played(&mut self, played: &Move) -> bool {
        self.word(played.text.as_str());
        for nag in &played.nags {
            self.word(&format!("${nag}"));
        }
        let clock = played.clock_ms.map(|ms| format!("[%clk {}]", format_clock(ms)));
        let elapsed = played.elapsed_ms.map(|ms| format!("[%emt {}]", format_clock(ms)));
        let readings: Vec<String> = clock.into_iter().chain(elapsed).collect();
        self.comment(&readings, &played.comment)
    }

    /// Readings, none of them broken, and words in braces. Whether there was anything to write.
    fn comment(&mut self, readings: &[String], text: &str) -> bool {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let mut words = readings.iter().map(String::as_str).chain(words).peekable();
        let mut open = "{";
        let any = words.peek().is_some();
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
            open = "";
        }
        any
    }

    /// A word, on the next line if this one is full.
    fn word(&mut self, word: &str) {
        let columns = word.chars().map(columns).sum::<usize>();
        // At the start of a line `%` would hide it from other programs, and `[` would look like a tag.
        let indent = usize::from(word.starts_with(['%', '[']));
        if self.column > 0 && self.column + 1 + columns <= COLUMNS {
            self.out.push(' ');
            self.column += 1;
        } else {
            if self.column > 0 {
                self.out.push('\n');
            }
            self.out.push_str(&" "[..indent]);
            self.column = indent;
        }
        self.out.push_str(word);
        self.column += columns;
    }
}

/// The columns of a character: Chinese characters and the like have two.
fn columns(char: char) -> usize {
    if char >= '\u{1100}' { 2 } else { 1 }
}
