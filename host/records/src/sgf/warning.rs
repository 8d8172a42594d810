//! What was not as it should be in a file that could still be read.

use std::fmt;

use rules::{Color, Point};

use crate::result::GameResult;
use crate::text::TextFault;

/// Something in a file that is not as it should be, and what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where in the file: its first byte is 0.
    pub byte: usize,
    /// What it is.
    pub what: Fault,
}

/// `byte 17: KM[soon] is no komi: unknown`.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.what)
    }
}

/// What is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Of the encoding.
    Text(TextFault),
    /// Something before the first game, between games or after the last.
    TextOutside,
    /// The game does not begin with `(;`.
    Start,
    /// Something that is no property, node or variation.
    Stray,
    /// A value without a name.
    Nameless,
    /// A name without a value.
    Valueless,
    /// A name in small letters only.
    SmallName,
    /// A value that no bracket closes.
    OpenValue,
    /// So many games and variations are not closed at the file's end.
    OpenTrees(usize),
    /// A parenthesis that closes nothing.
    ClosesNothing,
    /// There are more faults than are listed.
    More,
    /// The property stands twice in the game: the first counts.
    Twice(&'static str),
    /// The value is not understood and counts as not given.
    NotUnderstood {
        /// The property.
        name: &'static str,
        /// Its value, at most 80 characters of it.
        text: String,
    },
    /// The size is not given: so many lines are taken.
    NoSize(u8),
    /// KM is in zi or in hundredths.
    Komi {
        /// What stands there.
        text: String,
        /// The points that it means.
        points: rules::Quarters,
    },
    /// RE is understood in part only.
    Result {
        /// What stands there.
        text: String,
        /// What it is taken for.
        taken: GameResult,
    },
    /// Fewer or more stones are set up than the handicap says.
    HandicapStones {
        /// The handicap.
        handicap: u16,
        /// The stones.
        stones: usize,
    },
    /// Several moves in one node: they are played in order.
    SeveralMoves,
    /// A move and a setup in one node: the setup is first.
    SetupWithMove,
    /// Stones of both colours, or a stone and none, on one point in one node: the last of AB, AW, AE holds.
    Overlap(Point),
    /// A point that is not on the board, in a property that lists points.
    OffBoard(String),
    /// A pass in words.
    PassInWords,
    /// The same side has moved twice in a row.
    OutOfTurn(Color),
    /// The game is longer than what is read of one: the rest is left out.
    TooLong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(TextFault::UnknownEncoding(name)) => write!(f, "{name:?} is no known encoding"),
            Self::Text(TextFault::OtherThanDeclared { declared, read_as }) => {
                write!(f, "the text is not in {declared} as it says, but in {read_as}")
            }
            Self::Text(TextFault::Broken(count)) => write!(f, "{count} characters are broken"),
            Self::TextOutside => f.write_str("text outside of any game is skipped"),
            Self::Start => f.write_str("the game does not begin with `(;`"),
            Self::Stray => f.write_str("this is no property, node or variation, and is skipped"),
            Self::Nameless => f.write_str("a value without a property's name is skipped"),
            Self::Valueless => f.write_str("a property without a value is skipped"),
            Self::SmallName => f.write_str("a property's name in small letters"),
            Self::OpenValue => f.write_str("the value that begins here is not closed by `]`"),
            Self::OpenTrees(count) => write!(f, "{count} `)` are missing at the end"),
            Self::ClosesNothing => f.write_str("this `)` closes nothing"),
            Self::More => f.write_str("there are more faults than are listed"),
            Self::Twice(name) => write!(f, "{name} stands twice: the first counts"),
            Self::NotUnderstood { name, text } => write!(f, "{name}[{text}] is not understood"),
            Self::NoSize(lines) => write!(f, "no SZ: a board of {lines} lines is taken"),
            Self::Komi { text, points } => write!(f, "KM[{text}] is taken as {points} points"),
            Self::Result { text, taken } => write!(f, "RE[{text}] is taken as {taken}"),
            Self::HandicapStones { handicap, stones } => {
                write!(f, "HA[{handicap}], but {stones} stones are set up")
            }
            Self::SeveralMoves => f.write_str("several moves in one node are played in order"),
            Self::SetupWithMove => f.write_str("a setup and a move in one node: the setup is first"),
            Self::Overlap(point) => write!(f, "{point} is set up twice: the last of AB, AW, AE holds"),
            Self::OffBoard(text) => write!(f, "{text:?} is no point of this board"),
            Self::PassInWords => f.write_str("a pass in words"),
            Self::OutOfTurn(color) => write!(f, "{color} moves twice in a row"),
            Self::TooLong => f.write_str("the game is too long: the rest is left out"),
        }
    }
}

/// Warnings, no more than a file may have.
#[derive(Clone, Debug, Default)]
pub(super) struct Warnings(Vec<(u32, Fault)>);

impl Warnings {
    /// So many are listed.
    const MOST: usize = 200;

    /// Adds one at a place in the decoded text.
    pub(super) fn push(&mut self, at: u32, what: Fault) {
        if self.0.len() < Self::MOST {
            self.0.push((at, what));
        } else if self.0.len() == Self::MOST {
            self.0.push((at, Fault::More));
        }
    }

    /// In the order of their places, which `to_source` turns into those in the file.
    pub(super) fn finish(mut self, to_source: impl Fn(&mut [u32])) -> Vec<Warning> {
        self.0.sort_by_key(|(at, _)| *at);
        let mut places: Vec<u32> = self.0.iter().map(|(at, _)| *at).collect();
        to_source(&mut places);
        places
            .into_iter()
            .zip(self.0)
            .map(|(byte, (_, what))| Warning { byte: byte as usize, what })
            .collect()
    }
}
