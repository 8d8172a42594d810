//! A game in the form in which it is written.

use super::game::{Game, Move, ROSTER, Score, Tag};
use super::reading::Readings;
use super::tag::is_name_byte;
use super::text::{add_words, is_blank};

/// The tags that follow the seven, in this order.
const NEXT: [&str; 6] = ["SetUp", "FEN", "TimeControl", "Termination", "WhiteClock", "BlackClock"];

impl Game {
    /// The game in the form in which it is written; that form is its own standard form.
    ///
    /// - The seven tags come first, with `?` for what is missing, then SetUp and FEN, TimeControl (`?` if
    ///   there are clock readings without it), Termination (`unterminated` if there are clocks of an
    ///   adjournment without a result), WhiteClock, BlackClock, then the others as they stood. Of several
    ///   tags of a name the first is kept; names have letters, digits and `_` only.
    /// - The result is the same after the moves as in its tag.
    /// - Control characters and line ends become blanks; words of comments are parted by one blank.
    /// - Braces in comments become parentheses: PGN has no way to write them.
    /// - Readings in comments become readings of their move; what cannot be read as one, or is one too many, gets
    ///   parentheses for its brackets.
    /// - `byte` is 0 everywhere, and so is `variations`: the game stands in no file.
    #[must_use]
    pub fn standard(&self) -> Self {
        let mut comment = String::new();
        add_words(&mut comment, &without_braces(&self.comment));
        Self {
            tags: self.standard_tags(),
            comment,
            moves: self.moves.iter().map(Move::standard).collect(),
            token: Some(self.result()),
            variations: 0,
            byte: 0,
        }
    }

    fn standard_tags(&self) -> Vec<Tag> {
        let mut ordered = Self::default();
        for (name, missing) in ROSTER {
            ordered.set_tag(name, line(self.tag(name).unwrap_or(missing)));
        }
        ordered.set_tag("Result", self.result().as_str());
        for name in NEXT {
            if let Some(value) = self.standard_value(name) {
                ordered.set_tag(name, line(value));
            }
        }
        for tag in self.tags.iter().filter(|tag| is_name(&tag.name) && !NEXT.contains(&tag.name.as_str())) {
            if ordered.tag(&tag.name).is_none() {
                ordered.set_tag(&tag.name, line(&tag.value));
            }
        }
        ordered.tags
    }

    /// The value of one of the tags after the seven, given or following from what else there is.
    fn standard_value(&self, name: &str) -> Option<&str> {
        let adjourned = self.tag("WhiteClock").is_some() && self.tag("BlackClock").is_some();
        match name {
            "SetUp" => self.fen().map(|_| "1"),
            "TimeControl" => self.tag(name).or(self.has_readings().then_some("?")),
            "Termination" => {
                self.tag(name).or((adjourned && self.result() == Score::Open).then_some("unterminated"))
            }
            _ => self.tag(name),
        }
    }

    fn has_readings(&self) -> bool {
        self.moves.iter().any(|played| {
            let mut readings = Readings::default();
            readings.take(&played.comment, |_| {});
            played.clock_ms.or(played.elapsed_ms).or(readings.clock_ms).or(readings.elapsed_ms).is_some()
        })
    }
}

impl Move {
    fn standard(&self) -> Self {
        let mut readings = Readings { clock_ms: self.clock_ms, elapsed_ms: self.elapsed_ms };
        let mut comment = String::new();
        add_words(&mut comment, &without_braces(&self.comment));
        // What stands round a reading that is taken out may be another one.
        loop {
            let (before, mut rest) = (readings, String::new());
            readings.take(&comment, |part| add_words(&mut rest, part));
            comment = rest;
            if readings == before {
                break;
            }
        }
        let Readings { clock_ms, elapsed_ms } = readings;
        let comment = without_readings(comment);
        Self { text: self.text, nags: self.nags.clone(), comment, clock_ms, elapsed_ms, byte: 0 }
    }
}

/// Other programs would take what still looks like a reading for one.
fn without_readings(comment: String) -> String {
    let is_reading = |text: &str| text.starts_with("[%clk") || text.starts_with("[%emt");
    if !comment.contains("[%clk") && !comment.contains("[%emt") {
        return comment;
    }
    let mut inside = false;
    let letters = comment.char_indices().map(|(at, letter)| match letter {
        '[' if is_reading(&comment[at..]) => {
            inside = true;
            '('
        }
        ']' if std::mem::take(&mut inside) => ')',
        _ => letter,
    });
    letters.collect()
}

fn without_braces(comment: &str) -> String {
    comment.replace('{', "(").replace('}', ")")
}

/// A value on one line.
fn line(value: &str) -> String {
    value.replace(is_blank, " ")
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_name_byte)
}
