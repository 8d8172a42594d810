//! A game as a PGN file holds it.

use std::fmt;

use super::move_text::MoveText;
use super::reading::{format_clock, parse_clock};
use super::time_control::{TimeControl, TimeControlFault};

/// The seven tags that every game has, in their order, and what they are without a value.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game. An empty one is `Game::default()`; what is set on it need not be in order: writing orders it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The tags in the order of the file.
    pub tags: Vec<Tag>,
    /// What is said before the first move.
    pub comment: String,
    /// The main line.
    pub moves: Vec<Move>,
    /// The result that stands after the moves; `None` if none does. See [`Game::result`].
    pub token: Option<Score>,
    /// The variations that stood in it, with all that are in them; they are not kept.
    pub variations: usize,
    /// The byte of the file at which the game begins.
    pub byte: usize,
}

/// A tag: `[White "Carlsen, Magnus"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value, without quotes and escapes.
    pub value: String,
}

/// A move of the main line, not checked against the position, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The move.
    pub text: MoveText,
    /// Numeric annotations: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// All comments on it, joined by blanks, without the readings below; other commands stay in it.
    pub comment: String,
    /// `%clk`: what was left on the mover's clock after the move, in milliseconds.
    pub clock_ms: Option<u64>,
    /// `%emt`: what the move took, in milliseconds.
    pub elapsed_ms: Option<u64>,
    /// The byte of the file at which it stands.
    pub byte: usize,
}

impl From<MoveText> for Move {
    fn from(text: MoveText) -> Self {
        Self { text, nags: Vec::new(), comment: String::new(), clock_ms: None, elapsed_ms: None, byte: 0 }
    }
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0`.
    White,
    /// `0-1`.
    Black,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not finished, adjourned or not known.
    Open,
}

impl Score {
    /// As PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Reads a result: as PGN writes it, or with other dashes, `½-½`, or `1/2`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "1–0" | "1—0" | "1:0" => Some(Self::White),
            "0-1" | "0–1" | "0—1" | "0:1" => Some(Self::Black),
            "1/2-1/2" | "1/2–1/2" | "1/2—1/2" | "1/2" | "½-½" | "½–½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Open),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether a tag Variant means chess.
fn is_chess(variant: &str) -> bool {
    /// As programs write it.
    const NAMES: [&str; 11] = [
        "",
        "?",
        "-",
        "standard",
        "chess",
        "normal",
        "from position",
        "chess960",
        "chess 960",
        "fischerandom",
        "fischerrandom",
    ];
    NAMES.contains(&variant.trim().to_ascii_lowercase().as_str())
}

impl Game {
    /// A tag's value; the first one's if there are several.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// One of the seven tags, or what stands for a missing one; `?` for other missing tags.
    #[must_use]
    pub fn roster(&self, name: &str) -> &str {
        let missing = ROSTER.iter().find(|(tag, _)| *tag == name).map_or("?", |(_, missing)| missing);
        self.tag(name).unwrap_or(missing)
    }

    /// Sets a tag, in the place it had or at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.tags.push(Tag { name: name.to_owned(), value: value.into() }),
        }
    }

    /// The position at the start, if it is not the usual one. Files that forget SetUp are believed.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// The name of other rules than those of chess, by its tag Variant. Chess960 is chess from another position.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.tag("Variant").filter(|name| !is_chess(name))
    }

    /// The time control, if there is one.
    #[must_use]
    pub fn time_control(&self) -> Option<Result<TimeControl, TimeControlFault>> {
        self.tag("TimeControl").map(TimeControl::parse)
    }

    /// How the game ended: `normal`, `time forfeit`, `unterminated` and so on, as written.
    #[must_use]
    pub fn termination(&self) -> Option<&str> {
        self.tag("Termination")
    }

    /// WhiteClock, in milliseconds: what White had at an adjournment.
    #[must_use]
    pub fn white_clock_ms(&self) -> Option<u64> {
        self.tag("WhiteClock").and_then(parse_clock)
    }

    /// BlackClock, in milliseconds: what Black had at an adjournment.
    #[must_use]
    pub fn black_clock_ms(&self) -> Option<u64> {
        self.tag("BlackClock").and_then(parse_clock)
    }

    /// The result: the tag's, or where that says nothing the one after the moves.
    #[must_use]
    pub fn result(&self) -> Score {
        match self.tag("Result").and_then(Score::read) {
            Some(Score::Open) | None => self.token.unwrap_or(Score::Open),
            Some(result) => result,
        }
    }

    /// Sets the result in both its places.
    pub fn set_result(&mut self, result: Score) {
        self.token = Some(result);
        self.set_tag("Result", result.as_str());
    }

    /// Makes it an adjourned game: no result, `unterminated`, and both clocks.
    pub fn adjourn(&mut self, white_ms: u64, black_ms: u64) {
        self.set_result(Score::Open);
        self.set_tag("Termination", "unterminated");
        self.set_tag("WhiteClock", format_clock(white_ms));
        self.set_tag("BlackClock", format_clock(black_ms));
    }
}
