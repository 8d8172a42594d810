//! The colours of stones and pieces.

use std::fmt;

/// The colour of a stone or piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black (黑).
    Black,
    /// White (白).
    White,
}

impl Color {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The name in records and scripts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One of something for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Makes both.
    #[must_use]
    pub fn new(mut make: impl FnMut(Color) -> T) -> Self {
        Self { black: make(Color::Black), white: make(Color::White) }
    }

    /// That of one colour.
    #[must_use]
    pub const fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// That of one colour, to change.
    pub const fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
