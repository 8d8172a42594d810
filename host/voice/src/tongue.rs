//! The tongues in which a referee speaks.

use std::fmt;
use std::str::FromStr;

/// A tongue, with its code in files and addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tongue {
    /// `zh`: Mandarin.
    Chinese,
    /// `en`.
    English,
    /// `ja`.
    Japanese,
    /// `ko`.
    Korean,
}

impl Tongue {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Chinese, Self::English, Self::Japanese, Self::Korean];

    /// The code: `zh`, `en`, `ja`, `ko`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::English => "en",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }
}

impl fmt::Display for Tongue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A word that names no tongue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected zh, en, ja or ko")]
pub struct ParseTongueError;

impl FromStr for Tongue {
    type Err = ParseTongueError;

    fn from_str(text: &str) -> Result<Self, ParseTongueError> {
        Self::ALL.into_iter().find(|tongue| tongue.code() == text).ok_or(ParseTongueError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tongue_is_known_by_its_code() {
        for tongue in Tongue::ALL {
            assert_eq!(tongue.to_string().parse(), Ok(tongue));
        }
        assert_eq!("cn".parse::<Tongue>(), Err(ParseTongueError));
    }
}
