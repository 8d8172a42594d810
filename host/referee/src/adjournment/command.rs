//! Commands about an adjournment.

use std::fmt;

use clock::{Instant, Side};
use serde::{Deserialize, Serialize};

use super::{Commitment, Salt};
use crate::command::Who;
use crate::script::Quoted;
use crate::script::stamp::Stamp;

/// A command about an adjournment. None of them holds a sealed move before it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum AdjournmentCommand {
    /// Play is adjourned: the side to move seals, the other leaves.
    Adjourn {
        /// The set time, up to which the sealer is charged; none where it has come.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Instant>,
    },
    /// The sealer has sealed a move on the table's screen; may be repeated until it is handed over. The move itself is
    /// in the envelope only.
    Seal {
        /// Who seals.
        side: Side,
        /// What the move is checked against when it is opened.
        commitment: Commitment,
        /// The move and its salt, encrypted, as armored text; empty in what is kept of a refused order.
        envelope: String,
    },
    /// The sealer hands the envelope over, which is the press. Without a seal before: the move is on paper only.
    HandOver,
    /// The session in which play goes on begins; both clocks stand.
    ResumeSession,
    /// The envelope is opened.
    OpenSeal {
        /// What it held.
        opening: SealOpening,
    },
    /// A passphrase did not open the envelope.
    WrongPassphrase,
}

/// What was found when an envelope was opened.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SealOpening {
    /// The envelope's own text.
    Unsealed {
        /// The salt.
        salt: Salt,
        /// What the sealer wrote.
        written: String,
    },
    /// Read from the paper, or stated by the sealer.
    Typed {
        /// What it says.
        written: String,
        /// The salt, where the slip or the sealer has it: the commitment checks it then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
    },
    /// Nobody can read it.
    Unreadable,
    /// There is none any more.
    Lost,
    /// It was not opened after all: what is kept of a refused order says nothing of the move.
    Withheld,
}

/// What stands in an envelope is not shown.
impl fmt::Debug for SealOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsealed { .. } => "Unsealed(..)",
            Self::Typed { .. } => "Typed(..)",
            Self::Unreadable => "Unreadable",
            Self::Lost => "Lost",
            Self::Withheld => "Withheld",
        })
    }
}

impl AdjournmentCommand {
    /// Who gives it where a script does not say: the sealer seals, everything else is the arbiter's.
    #[must_use]
    pub fn usual_giver(&self) -> Who {
        match self {
            Self::Seal { side, .. } => (*side).into(),
            Self::Adjourn { .. }
            | Self::HandOver
            | Self::ResumeSession
            | Self::OpenSeal { .. }
            | Self::WrongPassphrase => Who::Arbiter,
        }
    }

    /// What is kept of it where it is refused: nothing of a move that is sealed.
    #[must_use]
    pub(crate) fn blanked(&self) -> Self {
        match self {
            Self::Seal { side, commitment, .. } => {
                Self::Seal { side: *side, commitment: *commitment, envelope: String::new() }
            }
            Self::OpenSeal { opening: SealOpening::Unsealed { .. } | SealOpening::Typed { .. } } => {
                Self::OpenSeal { opening: SealOpening::Withheld }
            }
            Self::Adjourn { .. }
            | Self::HandOver
            | Self::ResumeSession
            | Self::OpenSeal { .. }
            | Self::WrongPassphrase => self.clone(),
        }
    }
}

/// As a script writes it, but for what is sealed: of that, only what everybody may know.
impl fmt::Display for AdjournmentCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adjourn { until: None } => f.write_str("adjourn"),
            Self::Adjourn { until: Some(until) } => write!(f, "adjourn until {}", Stamp(*until)),
            Self::Seal { side, commitment, .. } => write!(f, "seal {side} {commitment}"),
            Self::HandOver => f.write_str("hand-over"),
            Self::ResumeSession => f.write_str("resume-session"),
            Self::OpenSeal { opening } => write!(f, "open-seal{opening}"),
            Self::WrongPassphrase => f.write_str("wrong-passphrase"),
        }
    }
}

/// Behind `open-seal`, with the space in front of it.
impl fmt::Display for SealOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsealed { salt, written } | Self::Typed { salt: Some(salt), written } => {
                write!(f, " salt={} {}", *salt.to_hex(), Quoted(written))
            }
            Self::Typed { salt: None, written } => write!(f, " {}", Quoted(written)),
            Self::Unreadable => f.write_str(" unreadable"),
            Self::Lost => f.write_str(" lost"),
            Self::Withheld => Ok(()),
        }
    }
}
