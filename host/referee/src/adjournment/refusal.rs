//! Why an order has no place in an adjournment, in words that an arbiter can read aloud.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::refusal::Refusal;

/// A refusal that has to do with an adjournment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdjournmentRefusal {
    /// A sealed move where the rules do not say what becomes of it (Chinese rules 14).
    #[error("the rules of this event do not provide for a sealed move")]
    NoRulesForSealing,
    /// A second adjournment while one is under way.
    #[error("play is adjourned already")]
    AdjournedAlready,
    /// Something that belongs to an adjournment where none is under way.
    #[error("play is not adjourned")]
    NotAdjourned,
    /// A set time that lies beyond the sealer's time.
    #[error("the sealer's time would be used up before the set time")]
    SealingOutlastsTime,
    /// A press by the sealer.
    #[error("play is adjourned: handing over the envelope is the press")]
    HandOverIsPress,
    /// A move made on the board after the adjournment.
    #[error("play is adjourned: the move is sealed, not made on the board")]
    MoveIsSealed,
    /// A seal by the side that has moved.
    #[error("the side to move seals")]
    NotSealer,
    /// A seal or an opening where the move stands on the board (FIDE Guidelines I.1.1).
    #[error("move {number} stands on the board: it is the sealed move, and nothing is opened")]
    MadeOnBoard {
        /// The move's number.
        number: u32,
    },
    /// A seal, or handing over, behind the envelope.
    #[error("the envelope is handed over: nothing in it changes any more")]
    HandedOverAlready,
    /// A session, or an opening, while the sealer still thinks.
    #[error("the sealer has not handed over the envelope")]
    NotHandedOver,
    /// Play while the table is closed.
    #[error("play is adjourned: it goes on when the sealed move stands on the board")]
    PlayAdjourned,
    /// A change of the position while the table is closed.
    #[error("play is adjourned: the position stays as it stands on the envelope")]
    PositionAdjourned,
    /// A session that has begun.
    #[error("the session has begun already")]
    SessionResumedAlready,
    /// An opening before the session in which play goes on.
    #[error("the envelope is opened in the session in which play goes on: begin it first")]
    SessionNotResumed,
    /// A passphrase where nothing was sealed on a screen.
    #[error("the move was sealed on paper only: no passphrase opens it")]
    OnPaperOnly,
    /// An opening that says nothing of the envelope.
    #[error("say what the paper reads, or that it is unreadable or lost")]
    NothingOpened,
    /// A ruling on a sealed move that is settled.
    #[error("that sealed move is settled: nothing more is ruled on it")]
    SealSettled,
    /// An incident about a sealed move, noted by hand.
    #[error("an incident of this kind is opened together with the envelope")]
    OpenedWithEnvelope,
}

impl From<AdjournmentRefusal> for Refusal {
    fn from(refusal: AdjournmentRefusal) -> Self {
        Self::Adjournment(refusal)
    }
}
