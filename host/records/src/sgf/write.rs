//! Records as strict `FF[4]`.

use std::fmt::Write as _;

use rules::{ByColor, Color, Point, Size};

use super::points;
use super::record::{Kind, Node, Place, Played, Player, Property, Record, Setup, TimeLeft};
use super::time::{Overtime, Seconds};
use crate::result::GameResult;

/// What wrote it.
const APPLICATION: &str = concat!("Flagfall:", env!("CARGO_PKG_VERSION"));
/// Lines are broken after so many bytes, between nodes.
const LINE: usize = 70;

/// Writes a record as SGF `FF[4]` in UTF-8: standard names of rules and results, komi in points, times in seconds, one
/// move a node. A move off the board is left out, and the next side named in its place; of stones set up on one point
/// the last of AB, AW, AE is written. Points of another size of board are left out.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut out = Writer { out: String::from("("), size: record.size, line: 0, unread: unread(record) };
    let root = Node::default();
    let (root, rest) = record.nodes.split_first().unwrap_or((&root, &[]));
    out.out.push(';');
    out.head(record);
    out.node(root, true);
    for node in rest {
        let (before, line) = (out.out.len(), out.line);
        out.begin_node();
        let begun = out.out.len();
        out.node(node, false);
        // A node of nothing but what is not written would not be there when it is read again.
        if out.out.len() == begun && !node.other.is_empty() {
            out.out.truncate(before);
            out.line = line;
        }
    }
    out.out.push_str(")\n");
    out.out
}

struct Writer {
    out: String,
    size: Size,
    /// Where the line begins.
    line: usize,
    /// Properties that stood where they did not count, and might count where they are written.
    unread: Vec<&'static str>,
}

/// What servers write in the place of OT and KM, where the record has neither: it was not read, since it stood behind a
/// move, and must not be read another time because that move is left out.
fn unread(record: &Record) -> Vec<&'static str> {
    if record.moves().all(|played| is_written(played, record.size)) {
        return Vec::new();
    }
    let time: &[_] = if record.overtime.is_none() { &["TC", "TT", "LC", "LT"] } else { &[] };
    let komi: &[_] = if record.komi.is_none() { &["KO"] } else { &[] };
    [time, komi].concat()
}

impl Writer {
    fn head(&mut self, record: &Record) {
        let kind = match record.kind {
            Kind::Go => "1",
            Kind::Gomoku => "4",
        };
        let _ = write!(self.out, "FF[4]CA[UTF-8]GM[{kind}]AP[{APPLICATION}]SZ[{}]", record.size.lines());
        self.new_line();
        let rules = record.rule_set().map_or(record.rules.as_str(), |set| set.ru());
        self.simple("RU", rules);
        if let Some(komi) = record.komi {
            self.simple("KM", &komi.to_string());
        }
        // Also without its stones: who moves first, and what is compensated, follows from it.
        if record.handicap >= 2 {
            self.simple("HA", &record.handicap.to_string());
        }
        self.time(record);
        self.new_line();
        for (color, player) in [(Color::Black, &record.players.black), (Color::White, &record.players.white)]
        {
            self.player(color, player);
        }
        for (name, text) in [
            ("GN", &record.name),
            ("EV", &record.event),
            ("RO", &record.round),
            ("PC", &record.place),
            ("DT", &record.date),
        ] {
            self.simple(name, text);
        }
        if let Some(result) = record.result {
            self.simple("RE", &result_text(result, &record.both_lost));
        }
        self.new_line();
    }

    fn time(&mut self, record: &Record) {
        if let Some(ms) = record.main_time_ms {
            let _ = write!(self.out, "TM[{}]", Seconds(ms));
        }
        if let Some(overtime) = &record.overtime {
            let text = match overtime {
                Overtime::Other(text) => text.clone(),
                Overtime::ByoYomi { .. } | Overtime::Canadian { .. } | Overtime::Fischer { .. } => {
                    overtime.to_string()
                }
            };
            self.simple("OT", &text);
        }
    }

    fn player(&mut self, color: Color, player: &Player) {
        let [name, rank, team] = match color {
            Color::Black => ["PB", "BR", "BT"],
            Color::White => ["PW", "WR", "WT"],
        };
        self.simple(name, &player.name);
        self.simple(rank, &player.rank);
        self.simple(team, &player.team);
    }

    fn new_line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.line = self.out.len();
    }

    fn begin_node(&mut self) {
        if self.out.len() - self.line >= LINE {
            self.new_line();
        }
        self.out.push(';');
    }

    fn node(&mut self, node: &Node, root: bool) {
        // FF[4] wants the head, setups and moves in nodes of their own.
        let apart = root || node.setup.is_some() || node.to_move.is_some();
        if let Some(setup) = &node.setup {
            self.setup(setup);
        }
        if let Some(color) = node.to_move {
            self.simple("PL", letter(color));
        }
        if let Some(played) = &node.played {
            if apart {
                self.begin_node();
            }
            self.played(played);
        }
        self.left(&node.left);
        if let Some(territory) = &node.territory {
            self.territory(territory);
        }
        if !node.comment.is_empty() {
            self.out.push_str("C[");
            escape(&node.comment, &mut self.out);
            self.out.push(']');
        }
        node.other.iter().for_each(|property| self.other(property));
    }

    fn setup(&mut self, setup: &Setup) {
        let setup = setup.parted();
        self.list("AB", &setup.stones.black);
        self.list("AW", &setup.stones.white);
        self.list("AE", &setup.empty);
    }

    fn territory(&mut self, territory: &ByColor<Vec<Point>>) {
        if territory.black.is_empty() && territory.white.is_empty() {
            self.out.push_str("TB[]");
        }
        self.list("TB", &territory.black);
        self.list("TW", &territory.white);
    }

    fn played(&mut self, played: &Played) {
        let color = letter(played.color);
        match played.place {
            Place::Point(point) if self.size.contains(point) => {
                self.out.push_str(color);
                self.out.push('[');
                points::push(point, self.size, &mut self.out);
                self.out.push(']');
            }
            Place::Pass => {
                self.out.push_str(color);
                self.out.push_str("[]");
            }
            Place::Point(_) | Place::OffBoard(_) => self.simple("PL", letter(played.color.opponent())),
        }
    }

    fn left(&mut self, left: &ByColor<TimeLeft>) {
        for (time, overtime, left) in [("BL", "OB", left.black), ("WL", "OW", left.white)] {
            if let Some(ms) = left.ms {
                let _ = write!(self.out, "{time}[{}]", Seconds(ms));
            }
            if let Some(left) = left.overtime {
                let _ = write!(self.out, "{overtime}[{left}]");
            }
        }
    }

    fn list(&mut self, name: &str, points: &[Point]) {
        for (at, &point) in points.iter().filter(|point| self.size.contains(**point)).enumerate() {
            self.out.push_str(if at == 0 { name } else { "" });
            self.out.push('[');
            points::push(point, self.size, &mut self.out);
            self.out.push(']');
        }
    }

    /// A text in one line; an empty one is left out.
    fn simple(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.out.push_str(name);
            self.out.push('[');
            escape(&text.replace(|letter: char| letter.is_ascii_whitespace(), " "), &mut self.out);
            self.out.push(']');
        }
    }

    /// Values that a file had are escaped already; brackets that are not would break what follows.
    fn other(&mut self, property: &Property) {
        let named =
            property.name.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
                && property.name.starts_with(|letter: char| letter.is_ascii_uppercase());
        if !named || property.values.is_empty() || self.unread.contains(&property.name.as_str()) {
            return;
        }
        self.out.push_str(&property.name);
        for value in &property.values {
            self.out.push('[');
            let mut escaped = false;
            for letter in value.chars() {
                if letter == ']' && !escaped {
                    self.out.push('\\');
                }
                escaped = letter == '\\' && !escaped;
                self.out.push(letter);
            }
            self.out.push_str(if escaped { "\\]" } else { "]" });
        }
    }
}

/// Whether a move has a place on the board, or is a pass.
fn is_written(played: &Played, size: Size) -> bool {
    match played.place {
        Place::Point(point) => size.contains(point),
        Place::Pass => true,
        Place::OffBoard(_) => false,
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// RE has no form for a game that both lose: it stays as the file has it.
fn result_text(result: GameResult, both_lost: &str) -> String {
    match result {
        GameResult::BothLost if !both_lost.is_empty() => both_lost.to_owned(),
        GameResult::BothLost
        | GameResult::Won { .. }
        | GameResult::Draw
        | GameResult::Void
        | GameResult::Unknown => result.to_string(),
    }
}

/// Escapes what would end the value. A colon is only escaped in composed values, which are none of these.
fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        if matches!(letter, '\\' | ']') {
            out.push('\\');
        }
        out.push(letter);
    }
}
