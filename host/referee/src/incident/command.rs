//! Commands about incidents.

use std::fmt;

use clock::Side;
use serde::{Deserialize, Serialize};

use crate::command::{Played, Who};
use crate::script::Quoted;

/// A command about an incident, a ruling, an appeal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum IncidentCommand {
    /// An incident is noted.
    Violation {
        /// Who has to answer for it.
        side: Side,
        /// Its kind, by its name in the policy.
        kind: String,
        /// What is said of it.
        note: Option<String>,
    },
    /// A player complains of the opponent.
    Claim {
        /// Who complains.
        side: Side,
        /// Of what, by its name in the policy.
        kind: String,
        /// What is said of it.
        note: Option<String>,
    },
    /// An incident is decided.
    Rule {
        /// Its number, counted from 1.
        number: u32,
        /// What is chosen.
        choice: String,
        /// The move that is to be played, where the choice needs one.
        played: Option<Played>,
        /// Why.
        why: Option<String>,
    },
    /// A player appeals against the last ruling.
    Appeal {
        /// Who.
        side: Side,
        /// Why.
        why: Option<String>,
    },
}

impl IncidentCommand {
    /// Who gives it where a script does not say.
    #[must_use]
    pub const fn usual_giver(&self) -> Who {
        match self {
            Self::Claim { side: Side::Black, .. } | Self::Appeal { side: Side::Black, .. } => Who::Black,
            Self::Claim { side: Side::White, .. } | Self::Appeal { side: Side::White, .. } => Who::White,
            Self::Violation { .. } | Self::Rule { .. } => Who::Arbiter,
        }
    }

    /// The reason that was given. What is said of an incident is its note.
    #[must_use]
    pub const fn why(&self) -> Option<&String> {
        match self {
            Self::Rule { why, .. } | Self::Appeal { why, .. } => why.as_ref(),
            Self::Violation { .. } | Self::Claim { .. } => None,
        }
    }
}

/// As a script writes it.
impl fmt::Display for IncidentCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match self {
            Self::Violation { side, kind, note } => {
                write!(f, "violation {side} {kind}")?;
                note
            }
            Self::Claim { side, kind, note } => {
                write!(f, "claim {side} {kind}")?;
                note
            }
            Self::Rule { number, choice, played, why } => {
                write!(f, "rule {number} {choice}")?;
                played.as_ref().map_or(Ok(()), |played| write!(f, " {played}"))?;
                why
            }
            Self::Appeal { side, why } => {
                write!(f, "appeal {side}")?;
                why
            }
        };
        said.as_ref().map_or(Ok(()), |said| write!(f, " {}", Quoted(said)))
    }
}
