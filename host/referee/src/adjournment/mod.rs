//! Adjournment with a sealed move (封棋).
//!
//! The side to move seals its move, the other leaves; when play goes on the envelope is opened and the move laid on the
//! board. **No table holds a sealed move before it is opened**: only a commitment, and an envelope that it cannot open.
//!
//! An adjournment has four stages: the sealer thinks and seals, the envelope is closed, the session in which play goes
//! on has begun, the move is on the board and the adjournment over.

mod command;
mod decide;
mod desk;
mod guard;
mod open;
mod refusal;
mod ruling;
mod sealed_text;
mod secret;
mod state;

use clock::{Duration, Instant, Side};
use serde::{Deserialize, Serialize};

use crate::command::Played;
use crate::record::Breach;

pub use command::{AdjournmentCommand, SealOpening};
pub use desk::{Desk, DeskError, Envelope, NoDesk};
pub use refusal::AdjournmentRefusal;
pub use sealed_text::{
    Commitment, ParseCommitmentError, ParseSaltError, Salt, SealedText, SealedTextError, WRITTEN_MAX,
    check_written,
};
pub use secret::Secret;
pub(crate) use secret::Written;
pub(crate) use state::is_about_a_seal;
pub use state::{Adjournment, Seal, Stage};

/// What happened with an adjournment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdjournmentEvent {
    /// Play is adjourned; the sealer's clock goes on.
    Adjourned {
        /// The sealer: the side to move.
        side: Side,
        /// The number of the move that is sealed, counted from 1.
        number: u32,
        /// The set time, where it lies ahead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Instant>,
    },
    /// A move was sealed on the table's screen. An earlier one no longer counts.
    Sealed {
        /// Who sealed.
        side: Side,
        /// What was sealed.
        #[serde(flatten)]
        seal: Seal,
    },
    /// The sealer has handed the envelope over: the turn is played, and nobody's clock runs.
    HandedOver {
        /// The sealer.
        side: Side,
        /// What was charged for the time that was left to the set time.
        charged: Duration,
        /// Whether the move had been made on the board before: it is the sealed one, and nothing is opened.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_board: bool,
    },
    /// The session in which play goes on has begun.
    SessionResumed,
    /// A passphrase did not open the envelope.
    WrongPassphrase {
        /// How many did not so far.
        count: u32,
    },
    /// The envelope was opened.
    Opened {
        /// Who had sealed.
        side: Side,
        /// The move's number.
        number: u32,
        /// What was written; none where nobody can read it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<String>,
        /// The salt, where it was known: with it everybody can check the commitment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
        /// Whether it is the move to which the commitment belongs; none where there is no commitment, or no salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matches: Option<bool>,
        /// What it comes to.
        comes_to: ComesTo,
    },
    /// The sealed move is laid as the chief arbiter has ruled.
    Laid {
        /// Who had sealed.
        side: Side,
        /// The move.
        played: Played,
    },
    /// The game ended with the envelope shut: it is filed unopened.
    Filed {
        /// Who had sealed.
        side: Side,
    },
}

/// What an opened move comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComesTo {
    /// It is laid on the board.
    Move(Played),
    /// It cannot be played and counts as a pass (Go).
    Pass(SealFault),
    /// The sealer had resigned.
    Resignation,
    /// Nothing, until the incident that it opens is decided.
    Incident(SealFault),
}

/// What is wrong with a sealed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SealFault {
    /// A stone stands on its point.
    Occupied,
    /// It breaks a rule.
    Breaks(Breach),
    /// It cannot be read, means nothing, or may mean several moves.
    Unreadable,
    /// It is not the move to which the commitment belongs.
    Mismatch,
}

impl SealFault {
    /// The word for it in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Occupied => "occupied",
            Self::Breaks(breach) => breach.reason(),
            Self::Unreadable => "unreadable",
            Self::Mismatch => "mismatch",
        }
    }
}
