//! What is said of a replayed game.

use std::fmt::{self, Write as _};
use std::path::Path;

use referee::Placement;
use rules::{ByColor, Color, Quarters, go, gomoku};
use serde_json::{Map, Value, json};

/// A replayed game.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) kind: &'static str,
    /// The board's lines, in Go and gomoku.
    pub(crate) size: Option<u8>,
    /// Moves of the main line, in chess plies.
    pub(crate) moves: usize,
    /// Stones that each side has taken, in Go.
    pub(crate) captures: Option<ByColor<u32>>,
    /// How the stones or pieces stand in the end.
    pub(crate) position: Placement,
    /// The first move that breaks a rule.
    pub(crate) illegal: Option<Illegal>,
    /// The first move that brings a position back where that is for the arbiter, and the move after which it first
    /// stood.
    pub(crate) cycle: Option<(usize, u32)>,
    pub(crate) players: ByColor<Person>,
    pub(crate) rules: Option<String>,
    /// In points.
    pub(crate) komi: Option<Quarters>,
    pub(crate) handicap: Option<u16>,
    pub(crate) result: Option<String>,
    pub(crate) time: Time,
    /// In chess how the position stands.
    pub(crate) status: Option<&'static str>,
    pub(crate) warnings: Vec<String>,
}

/// A player by the record.
#[derive(Debug, Default)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) rank: String,
}

/// The time control by the record.
#[derive(Debug, Default)]
pub(crate) struct Time {
    pub(crate) main_ms: Option<u64>,
    pub(crate) overtime: Option<String>,
}

/// A move that breaks a rule.
#[derive(Debug)]
pub(crate) struct Illegal {
    /// Counted from 1; in chess plies.
    pub(crate) number: usize,
    pub(crate) side: Color,
    pub(crate) at: String,
    pub(crate) reason: &'static str,
    /// The move after which the position first stood.
    pub(crate) repeats: Option<u32>,
    /// In words.
    pub(crate) why: String,
}

impl Line {
    /// As one JSON object.
    pub(crate) fn json(&self, path: &Path, number: usize) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.into(), value);
        put("file", path.to_string_lossy().into());
        put("game", number.into());
        put("kind", self.kind.into());
        if let Some(size) = self.size {
            put("size", size.into());
        }
        put("moves", self.moves.into());
        if let Some(captures) = self.captures {
            put("captures", json!({ "black": captures.black, "white": captures.white }));
        }
        put("position", json!(self.position));
        put("illegal", self.illegal.as_ref().map_or(Value::Null, Illegal::json));
        if let Some((at, repeats)) = self.cycle {
            put("cycle", json!({ "move": at, "repeats": repeats }));
        }
        let person = |person: &Person| json!({ "name": person.name, "rank": person.rank });
        put("players", json!({ "black": person(&self.players.black), "white": person(&self.players.white) }));
        if self.kind != "chess" {
            put("rules", json!(self.rules));
            put("komi", json!(self.komi.map(Quarters::as_f64)));
            put("handicap", json!(self.handicap));
        }
        put("result", json!(self.result));
        if let Some(status) = self.status {
            put("status", status.into());
        }
        put("time", json!({ "main": self.time.main_ms.map(seconds), "overtime": self.time.overtime }));
        put("warnings", json!(self.warnings));
        Value::Object(object)
    }

    /// In words, for people.
    pub(crate) fn words(&self, path: &Path, number: usize) -> String {
        let mut text = format!("{}", path.display());
        if number > 0 {
            let _ = write!(text, ", game {}", number + 1);
        }
        let (black, white) = (&self.players.black, &self.players.white);
        let _ = match self.kind {
            "chess" => write!(text, ": {white} – {black}"),
            _ => write!(text, ": {black} – {white}"),
        };
        let _ = write!(text, ", {} {}", self.moves, if self.kind == "chess" { "plies" } else { "moves" });
        if let Some(ByColor { black, white }) = self.captures {
            let _ = write!(text, ", taken by Black {black}, by White {white}");
        }
        if let Some(result) = &self.result {
            let _ = write!(text, ", {result}");
        }
        if let Some(status) = self.status.filter(|status| *status != "none") {
            let _ = write!(text, ", {status}");
        }
        text.push('\n');
        if let Some(Illegal { number, side, at, why, .. }) = &self.illegal {
            let _ = writeln!(text, "    move {number}, {side} {at}: {why}");
        }
        if let Some((at, repeats)) = self.cycle {
            let _ = writeln!(text, "    move {at}: a cycle, the position after move {repeats} stands again");
        }
        for warning in &self.warnings {
            let _ = writeln!(text, "    {warning}");
        }
        text
    }
}

/// Whole seconds as a whole number.
fn seconds(ms: u64) -> Value {
    if ms.is_multiple_of(1_000) { (ms / 1_000).into() } else { json!(ms as f64 / 1e3) }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name.as_str(), self.rank.as_str()) {
            ("", "") => f.write_str("?"),
            (name, "") | ("", name) => f.write_str(name),
            (name, rank) => write!(f, "{name} {rank}"),
        }
    }
}

impl Illegal {
    fn json(&self) -> Value {
        let Self { number, side, at, reason, repeats, .. } = self;
        let mut value = json!({ "move": number, "side": side.as_str(), "at": at, "reason": reason });
        if let Some(repeats) = repeats {
            value["repeats"] = (*repeats).into();
        }
        value
    }

    /// A stone against the rules of Go.
    pub(crate) fn stone(number: usize, side: Color, at: String, illegal: go::Illegal) -> Self {
        let (reason, repeats) = (illegal.reason(), illegal.repeats());
        Self { number, side, at, reason, repeats, why: illegal.to_string() }
    }

    /// A stone against the rules of gomoku.
    pub(crate) fn gomoku(number: usize, side: Color, at: String, illegal: gomoku::Illegal) -> Self {
        Self { number, side, at, reason: illegal.reason(), repeats: None, why: illegal.to_string() }
    }

    /// A move by the side that was not on move.
    pub(crate) fn out_of_turn(number: usize, side: Color, at: String) -> Self {
        Self {
            number,
            side,
            at,
            reason: "out-of-turn",
            repeats: None,
            why: "it was the opponent's turn".into(),
        }
    }

    /// A move in chess.
    pub(crate) fn piece(number: usize, side: Color, at: String, illegal: &chess::Illegal) -> Self {
        Self { number, side, at, reason: illegal.reason(), repeats: None, why: illegal.to_string() }
    }
}
