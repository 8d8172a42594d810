//! Where the lines of a script stand in the file, of which they are one TOML string.
//!
//! The TOML reader gives the string's text; the lines of the file follow from how it is written: `"""` and `'''`
//! drop a first line break, `\n` makes a line that the file does not have, a `\` at a line's end joins two.

use std::iter::Peekable;
use std::str::Chars;

/// The begin of a script line in the file, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Where each line of a string begins, without end: past the last line it stays there. `source` is the string
/// with its quotation marks, `at` the line and column where it begins. Within a line, columns are those of the
/// text: they are off behind an escape.
pub(crate) fn starts(source: &str, at: (usize, usize)) -> impl Iterator<Item = Start> {
    let mut letters = Letters { rest: source.chars().peekable(), line: at.0, column: at.1 };
    let marks = if source.starts_with("\"\"\"") || source.starts_with("'''") { 3 } else { 1 };
    let escapes = source.starts_with('"');
    for _ in 0..marks {
        letters.next();
    }
    if marks == 3 {
        letters.skip_line_break();
    }
    let mut starts = vec![letters.start()];
    while let Some(letter) = letters.next() {
        if letter == '\n' || (escapes && letter == '\\' && letters.escapes_line_break()) {
            starts.push(letters.start());
        }
    }
    let last = letters.start();
    starts.into_iter().chain(std::iter::repeat(last))
}

/// The letters of a file, and where the next one stands.
struct Letters<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
    column: usize,
}

impl Letters<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    fn start(&self) -> Start {
        Start { line: self.line, column: self.column }
    }

    fn skip_line_break(&mut self) {
        if self.rest.peek() == Some(&'\r') {
            self.next();
        }
        if self.rest.peek() == Some(&'\n') {
            self.next();
        }
    }

    /// Takes what stands behind a backslash, and says whether it makes a line break.
    fn escapes_line_break(&mut self) -> bool {
        let digits = match self.rest.peek() {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some(letter) if letter.is_ascii_whitespace() => {
                while self.rest.peek().is_some_and(char::is_ascii_whitespace) {
                    self.next();
                }
                return false;
            }
            _ => return self.next() == Some('n'),
        };
        self.next();
        let number: String = (0..digits).filter_map(|_| self.next()).collect();
        u32::from_str_radix(&number, 16) == Ok(10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines at which the script's lines begin in the file.
    fn lines(source: &str) -> Vec<usize> {
        let text = format!("s = {source}\n");
        let table: toml::Table = text.parse().unwrap();
        let count = table["s"].as_str().unwrap().split('\n').count();
        starts(source, (5, 5)).take(count).map(|start| start.line).collect()
    }

    #[test]
    fn lines_are_those_of_the_file() {
        for (source, expected) in [
            ("\"\"\"\n0 start\n1 end\n\"\"\"", vec![6, 7, 8]),
            ("'''\n0 start\n1 end'''", vec![6, 7]),
            ("'''0 start\n1 end'''", vec![5, 6]),
            ("\"0 start\\n1 end\\u000a2 end\"", vec![5, 5, 5]),
            ("'0 start\\n1 end'", vec![5]),
            ("\"\"\"\n0 \\\n  start\n1 \\\\n end\n2 \\\"\\\n\n\n3\n\"\"\"", vec![6, 8, 9, 13]),
            ("\"\"\"\r\n0 start\r\n1 end\"\"\"", vec![6, 7]),
        ] {
            assert_eq!(lines(source), expected, "{source}");
        }
    }

    #[test]
    fn past_the_end_the_last_line_stays() {
        let all: Vec<Start> = starts("'a'", (2, 3)).take(3).collect();
        assert_eq!(all[0], Start { line: 2, column: 4 });
        assert_eq!(all[2], Start { line: 2, column: 6 });
    }
}
