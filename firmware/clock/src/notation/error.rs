//! What is wrong with a text that is no time control.

use core::fmt;

use crate::control::ControlError;

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseControlError {
    /// The text goes on, or ends, as no time control does.
    #[error("at byte {at}: expected {expected}")]
    Unexpected {
        /// The offset in bytes, always between two characters.
        at: usize,
        /// What could have stood there.
        expected: Expected,
    },
    /// The text can be read, but such a control means nothing.
    #[error("at byte {at}: {error}")]
    Meaningless {
        /// The offset in bytes of the clause that is at fault, or of the side's control as a whole.
        at: usize,
        /// What is wrong with it.
        error: ControlError,
    },
}

impl ParseControlError {
    /// The offset in bytes at which the fault lies.
    #[must_use]
    pub const fn at(&self) -> usize {
        match self {
            Self::Unexpected { at, .. } | Self::Meaningless { at, .. } => *at,
        }
    }
}

/// What could have stood at a place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A length of time.
    Duration,
    /// A whole number, at most 65,535.
    Number,
    /// These very characters.
    Text(&'static str),
    /// One of two texts.
    Either(&'static str, &'static str),
    /// One of several things.
    Clauses(Clauses),
}

impl Expected {
    /// Both together, if few words can say it.
    pub(super) fn or(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) if one != other => Some(Self::Either(one, other)),
            (Self::Either(one, two), Self::Text(other)) => [one, two].contains(&other).then_some(self),
            _ => (self == other).then_some(self),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duration => f.write_str("a length of time"),
            Self::Number => f.write_str("a whole number up to 65,535"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Either(one, other) => write!(f, "\"{one}\" or \"{other}\""),
            Self::Clauses(clauses) => clauses.fmt(f),
        }
    }
}

/// Which statements of a time control could have stood at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// A stage of main time.
    pub stage: bool,
    /// An increment, a delay, a Bronstein time, or from when on it is given.
    pub bonus: bool,
    /// Any kind of overtime.
    pub overtime: bool,
    /// The other side's control.
    pub side: bool,
    /// Nothing more.
    pub end: bool,
}

impl Clauses {
    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            stage: self.stage || other.stage,
            bonus: self.bonus || other.bonus,
            overtime: self.overtime || other.overtime,
            side: self.side || other.side,
            end: self.end || other.end,
        }
    }
}

/// Names what could have stood there: `a stage, a bonus or an overtime`.
impl fmt::Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.stage, "a stage"),
            (self.bonus, "a bonus"),
            (self.overtime, "an overtime"),
            (self.side, "the other side"),
            (self.end, "the end"),
        ];
        let mut left = names.iter().filter(|(set, _)| *set).count();
        for (_, name) in names.iter().filter(|(set, _)| *set) {
            left = left.saturating_sub(1);
            let joint = match left {
                0 => "",
                1 => " or ",
                _ => ", ",
            };
            write!(f, "{name}{joint}")?;
        }
        Ok(())
    }
}
