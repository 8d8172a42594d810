//! What a script or a player's screen says of a sealed move before it is sealed: never part of an order to a table.

use std::fmt;

use clock::Side;
use zeroize::Zeroizing;

use super::{AdjournmentCommand, Salt, SealOpening};
use crate::command::Who;
use crate::script::Quoted;

/// Words that hold a sealed move or a passphrase. What they come to, a desk tells a table.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    /// A move to be sealed.
    Seal {
        /// Who seals.
        side: Side,
        /// What is written, in its usual notation where it can be read.
        written: Zeroizing<String>,
        /// The passphrase; none where one is drawn.
        passphrase: Option<Zeroizing<String>>,
    },
    /// An envelope to be opened.
    Open {
        /// With this passphrase; in a rehearsal, where none is given, with that of the last seal.
        passphrase: Option<Zeroizing<String>>,
        /// What the paper says, where the passphrase does not open.
        typed: Option<Zeroizing<String>>,
        /// The salt that belongs to what the paper says.
        salt: Option<Salt>,
    },
}

impl Secret {
    /// Who says it where nothing else is said: the sealer, or the arbiter who opens.
    #[must_use]
    pub fn usual_giver(&self) -> Who {
        match self {
            Self::Seal { side, .. } => (*side).into(),
            Self::Open { .. } => Who::Arbiter,
        }
    }

    /// What is typed from the paper as an order; none where there is nothing of the kind.
    #[must_use]
    pub fn typed(&self) -> Option<AdjournmentCommand> {
        let Self::Open { typed: Some(written), salt, .. } = self else { return None };
        let opening = SealOpening::Typed { written: written.to_string(), salt: salt.clone() };
        Some(AdjournmentCommand::OpenSeal { opening })
    }
}

/// Nothing secret is shown.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seal { side, .. } => f.debug_struct("Seal").field("side", side).finish_non_exhaustive(),
            Self::Open { .. } => f.write_str("Open(..)"),
        }
    }
}

/// As a rehearsal's script writes it, where everything is public.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'a>(pub(crate) &'a Secret);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passphrase = |f: &mut fmt::Formatter<'_>, passphrase: &Option<Zeroizing<String>>| {
            passphrase.as_ref().map_or(Ok(()), |words| write!(f, " passphrase={}", Quoted(words)))
        };
        match self.0 {
            Secret::Seal { side, written, passphrase: words } => {
                write!(f, "seal {side} {}", Quoted(written))?;
                passphrase(f, words)
            }
            Secret::Open { passphrase: words, typed, salt } => {
                f.write_str("open-seal")?;
                passphrase(f, words)?;
                salt.as_ref().map_or(Ok(()), |salt| write!(f, " salt={}", *salt.to_hex()))?;
                typed.as_ref().map_or(Ok(()), |typed| write!(f, " {}", Quoted(typed)))
            }
        }
    }
}
