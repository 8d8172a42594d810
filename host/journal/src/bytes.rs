//! Fixed numbers of bytes with a meaning, written as lower-case hexadecimal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A text that is not the expected number of bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{len} bytes in hexadecimal are expected")]
pub struct ParseBytesError {
    /// How many bytes are expected.
    pub len: usize,
}

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name([u8; $len]);

        impl $name {
            /// Its length in bytes.
            pub const LEN: usize = $len;

            /// These bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = ParseBytesError;

            fn from_str(text: &str) -> Result<Self, ParseBytesError> {
                let mut bytes = [0; $len];
                hex::decode_to_slice(text, &mut bytes).map_err(|_| ParseBytesError { len: $len })?;
                Ok(Self(bytes))
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseBytesError;

            fn try_from(text: String) -> Result<Self, ParseBytesError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> Self {
                bytes.to_string()
            }
        }
    };
}

bytes! {
    /// The SHA-256 of an entry with all that came before it.
    Hash, 32
}

bytes! {
    /// What makes a game's chain its own: drawn once at its beginning, the same on every machine.
    Genesis, 32
}

bytes! {
    /// What keeps a name from being found by trying names.
    Salt, 16
}

bytes! {
    /// What the chain holds in place of a name: see [`Person::reference`](crate::Person::reference).
    Reference, 32
}

/// The system gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the system gives no random bytes")]
pub struct RandomError;

impl Genesis {
    /// A new one, from the system's random bytes.
    pub fn random() -> Result<Self, RandomError> {
        random().map(Self)
    }
}

impl Salt {
    /// A new one, from the system's random bytes.
    pub fn random() -> Result<Self, RandomError> {
        random().map(Self)
    }
}

fn random<const LEN: usize>() -> Result<[u8; LEN], RandomError> {
    let mut bytes = [0; LEN];
    getrandom::fill(&mut bytes).map_err(|_| RandomError)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let salt = Salt::from_bytes(*b"0123456789abcdef");
        assert_eq!(salt.to_string(), "30313233343536373839616263646566");
        assert_eq!(salt.to_string().parse(), Ok(salt));
        assert_eq!("3031".parse::<Salt>(), Err(ParseBytesError { len: 16 }));
        assert_eq!("x".repeat(32).parse::<Salt>(), Err(ParseBytesError { len: 16 }));
    }

    #[test]
    fn two_are_not_alike() {
        assert_ne!(Genesis::random().unwrap(), Genesis::random().unwrap());
    }
}
