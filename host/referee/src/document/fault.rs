//! What is wrong in a text file, and where.

use std::fmt;

use clock::ParseControlError;

use crate::script::fault::ScriptFault;
use crate::setup::GameKind;

/// How much of a wrong text is shown.
const SHOWN_MAX: usize = 40;

/// One fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The column in that line, counted in characters from 1.
    pub column: usize,
    /// The key with the tables around it, such as `control.overtime.period`; stages are counted from 1; empty
    /// where the file as a whole is meant.
    pub key: String,
    /// What is wrong there.
    pub what: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        write!(f, "{}", self.what)
    }
}

impl std::error::Error for Fault {}

/// What is wrong at a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The file is no TOML; the words are the TOML reader's own.
    #[error("{0}")]
    Syntax(String),
    /// A key that means nothing there.
    #[error("unknown key{}", Hint { near: *near, known })]
    Unknown {
        /// The known key that looks like it.
        near: Option<&'static str>,
        /// All keys that are known there.
        known: Vec<&'static str>,
    },
    /// A key that must be there and is not.
    #[error("is missing: write {write}")]
    Missing {
        /// What to write, as an example.
        write: &'static str,
    },
    /// A value of the wrong type, or out of range.
    #[error("expected {expected}, found {found}{}", expected.advice(found))]
    Wrong {
        /// What could stand there.
        expected: Expected,
        /// What stands there, as written, shortened where it is long.
        found: String,
    },
    /// A second key where only one of several may stand.
    #[error("cannot stand beside {first}")]
    Beside {
        /// The key that stands there already.
        first: &'static str,
    },
    /// A key that has no meaning in the kind of game.
    #[error("means nothing in a game of kind {}", kind_name(*.0))]
    NotIn(GameKind),
    /// A time control that means nothing.
    #[error(transparent)]
    Control(#[from] clock::Fault),
    /// A time control in its short notation that cannot be read.
    #[error(transparent)]
    Notation(#[from] ParseControlError),
    /// A script line that cannot be read.
    #[error(transparent)]
    Script(#[from] ScriptFault),
    /// What a reader outside this crate finds wrong, in its words.
    #[error("{0}")]
    Said(String),
    /// A file of which nobody knows what it is.
    #[error(
        "this file is neither a scenario (script, [game], [control]), a control ([control]), a policy (extends, \
         [kinds]) nor a configuration ([[table]])"
    )]
    Unrecognised,
}

/// What could stand at a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    /// Some text.
    #[error("a text in quotes")]
    Text,
    /// A truth value.
    #[error("true or false")]
    Flag,
    /// A whole number in a range.
    #[error("a whole number from {from} to {to}")]
    Whole {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// A length of time.
    #[error("a length of time such as 1h30m, 90m, 600s, 2.5s or 500ms")]
    Length,
    /// One of several names.
    #[error("one of {}", .0.join(", "))]
    OneOf(Vec<&'static str>),
    /// A list; an example of it.
    #[error("a list such as {0}")]
    List(&'static str),
    /// A table; an example of it.
    #[error("a table such as {0}")]
    Table(&'static str),
    /// A date.
    #[error("a date such as 1980-05-17")]
    Date,
    /// A wall time with its offset from UTC.
    #[error("a date and time with its offset such as 2026-11-29T09:00:00+08:00")]
    DateTime,
    /// Komi.
    #[error("a number in steps of 0.25 such as 3.75 or 7.5")]
    Komi,
    /// A handicap.
    #[error("0, or a handicap of 2 to 9 stones")]
    Handicap,
}

impl Expected {
    /// What to write instead, where a look at what was found tells.
    fn advice(&self, found: &str) -> String {
        let number = found.trim_matches('"');
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if digits && *self == Self::Length {
            format!(": write \"{number}s\" or \"{number}m\"")
        } else {
            String::new()
        }
    }
}

/// `: did you mean …? Known here: …`.
pub(crate) struct Hint<'a> {
    pub(crate) near: Option<&'static str>,
    pub(crate) known: &'a [&'static str],
}

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(near) = self.near {
            write!(f, ": did you mean {near}?")?;
        }
        if self.known.is_empty() {
            return Ok(());
        }
        write!(f, "{} known here: {}", if self.near.is_some() { "" } else { ":" }, self.known.join(", "))
    }
}

/// A game's kind as files write it.
pub(crate) const fn kind_name(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Go => "go",
        GameKind::Chess => "chess",
        GameKind::Gomoku => "gomoku",
        GameKind::Clock => "clock",
    }
}

/// A wrong text as it is shown: its first line, shortened.
pub(crate) fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(SHOWN_MAX).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

/// The known word that looks most like `found`, if one does.
pub(crate) fn nearest<'k>(found: &str, known: &[&'k str]) -> Option<&'k str> {
    let found: Vec<char> = found.chars().take(SHOWN_MAX).collect();
    let ranked = known.iter().filter_map(|&word| {
        let letters: Vec<char> = word.chars().collect();
        let distance = edits(&found, &letters);
        (distance <= 1 + letters.len() / 5 && distance < letters.len()).then_some((distance, word))
    });
    ranked.min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

/// How many letters must be put in, left out, replaced or exchanged with their neighbour.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for row in 1..=from.len() {
        let mut line = vec![row];
        for column in 1..=to.len() {
            let same = from[row - 1] == to[column - 1];
            let mut least =
                (above[column - 1] + usize::from(!same)).min(above[column] + 1).min(line[column - 1] + 1);
            let crossed =
                row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1];
            if crossed {
                least = least.min(before[column - 2] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found() {
        let known = ["periods", "period", "kind", "start", "take-back", "main"];
        for (found, near) in [
            ("perods", Some("periods")),
            ("Period", Some("period")),
            ("strat", Some("start")),
            ("takeback", Some("take-back")),
            ("mian", Some("main")),
            ("knid", Some("kind")),
            ("move", None),
            ("", None),
            ("a very long word that is nothing like any of those that are known here", None),
        ] {
            assert_eq!(nearest(found, &known), near, "{found}");
        }
    }

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(shown("short"), "short");
        assert_eq!(shown("first\nsecond"), "first…");
        assert_eq!(shown(&"长".repeat(50)), format!("{}…", "长".repeat(40)));
    }

    #[test]
    fn a_fault_is_one_sentence() {
        let found = "60".to_owned();
        let what = FaultKind::Wrong { expected: Expected::Length, found };
        let fault = Fault { line: 7, column: 3, key: "control.overtime.period".into(), what };
        assert_eq!(
            fault.to_string(),
            "line 7: control.overtime.period: expected a length of time such as 1h30m, 90m, 600s, 2.5s or \
             500ms, found 60: write \"60s\" or \"60m\""
        );
        let what = FaultKind::Unknown { near: Some("main"), known: vec!["main", "stages"] };
        assert_eq!(what.to_string(), "unknown key: did you mean main? known here: main, stages");
    }
}
