//! Commands about the people at a table.

use std::fmt;

use clock::Side;
use serde::{Deserialize, Serialize};

use super::Seat;
use crate::command::Who;
use crate::script::Quoted;

/// A command about the people at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum PeopleCommand {
    /// A player calls for the arbiter.
    Summon {
        /// Who.
        side: Side,
        /// Why.
        why: Option<String>,
    },
    /// An arbiter has come to the table.
    Attend,
    /// A player has come.
    Arrived {
        /// Who.
        side: Side,
    },
    /// A player leaves the table.
    Leave {
        /// Who.
        side: Side,
    },
    /// A player is back.
    Back {
        /// Who.
        side: Side,
    },
    /// A player who was away has been shown the last move.
    Seen {
        /// Who.
        side: Side,
    },
    /// A permitted talk begins.
    Talk {
        /// Whose.
        side: Side,
    },
    /// It ends.
    TalkEnd,
    /// The colours are decided by stones held and shown (猜先).
    Nigiri {
        /// How many white stones were held.
        stones: u16,
        /// How many black stones were shown: one says odd, two even.
        shown: u8,
        /// Who held them, where ranks and ages do not say it.
        holder: Option<Seat>,
    },
}

impl PeopleCommand {
    /// Who gives it where a script does not say.
    #[must_use]
    pub const fn usual_giver(&self) -> Who {
        match self {
            Self::Summon { side: Side::Black, .. } => Who::Black,
            Self::Summon { side: Side::White, .. } => Who::White,
            Self::Attend
            | Self::Arrived { .. }
            | Self::Leave { .. }
            | Self::Back { .. }
            | Self::Seen { .. }
            | Self::TalkEnd
            | Self::Nigiri { .. } => Who::Arbiter,
            // The chief arbiter may permit one under any policy.
            Self::Talk { .. } => Who::Chief,
        }
    }

    /// The reason that was given.
    #[must_use]
    pub const fn why(&self) -> Option<&String> {
        match self {
            Self::Summon { why, .. } => why.as_ref(),
            Self::Attend
            | Self::Arrived { .. }
            | Self::Leave { .. }
            | Self::Back { .. }
            | Self::Seen { .. }
            | Self::Talk { .. }
            | Self::TalkEnd
            | Self::Nigiri { .. } => None,
        }
    }
}

/// As a script writes it.
impl fmt::Display for PeopleCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Summon { side, why } => {
                write!(f, "summon {side}")?;
                why.as_ref().map_or(Ok(()), |why| write!(f, " {}", Quoted(why)))
            }
            Self::Attend => f.write_str("attend"),
            Self::Arrived { side } => write!(f, "arrived {side}"),
            Self::Leave { side } => write!(f, "leave {side}"),
            Self::Back { side } => write!(f, "back {side}"),
            Self::Seen { side } => write!(f, "seen {side}"),
            Self::Talk { side } => write!(f, "talk {side}"),
            Self::TalkEnd => f.write_str("talk-end"),
            Self::Nigiri { stones, shown, holder } => {
                write!(f, "nigiri stones={stones} shown={shown}")?;
                holder.map_or(Ok(()), |holder| write!(f, " holder={holder}"))
            }
        }
    }
}
