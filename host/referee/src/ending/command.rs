//! Commands on the way to a game's end.

use std::fmt;

use clock::Side;
use serde::{Deserialize, Serialize};

use super::Signer;
use crate::command::{Played, Who};
use crate::outcome::Outcome;
use crate::script::Quoted;
use crate::setup::GameKind;

/// A command on the way to a game's end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum EndingCommand {
    /// The side to move says that the game is finished.
    ProposeEnd {
        /// Who.
        side: Side,
    },
    /// The other agrees.
    AgreeEnd {
        /// Who.
        side: Side,
    },
    /// The other does not.
    DeclineEnd {
        /// Who.
        side: Side,
    },
    /// Dead stones are marked, by one point of each group; none means that nothing is dead.
    Dead {
        /// By whom: a side, or the chief arbiter.
        by: Marker,
        /// The points.
        points: Vec<String>,
    },
    /// Play goes on.
    PlayOn {
        /// Who asks for it.
        side: Side,
    },
    /// A side agrees with the count.
    AgreeCount {
        /// Who.
        side: Side,
    },
    /// A side asks to count again.
    AskRecount {
        /// Who.
        side: Side,
    },
    /// A side gives up what can still be contested (12.4(4)).
    ConcedeContest {
        /// Who.
        side: Side,
    },
    /// The border is settled.
    Border {
        /// Points that are given to a side.
        points: Vec<(String, Side)>,
    },
    /// A draw is offered.
    DrawOffer {
        /// Who.
        side: Side,
    },
    /// It is taken.
    DrawAgree {
        /// Who.
        side: Side,
    },
    /// It is declined.
    DrawDecline {
        /// Who.
        side: Side,
    },
    /// A draw is claimed.
    ClaimDraw {
        /// Who.
        side: Side,
        /// The move that is written and not played.
        played: Option<Played>,
    },
    /// The game is given a result.
    Result {
        /// Which.
        outcome: Outcome,
        /// Which game it is, as the notation depends on it.
        kind: GameKind,
        /// Why.
        why: Option<String>,
    },
    /// A signature.
    Confirm {
        /// Whose.
        by: Signer,
    },
    /// The table is cleared.
    Cleared,
}

/// Who marks dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marker {
    /// A player.
    Side(Side),
    /// The chief arbiter.
    Chief,
}

impl Marker {
    /// Who that is.
    #[must_use]
    pub const fn who(self) -> Who {
        match self {
            Self::Side(Side::Black) => Who::Black,
            Self::Side(Side::White) => Who::White,
            Self::Chief => Who::Chief,
        }
    }
}

impl EndingCommand {
    /// Who gives it where a script does not say.
    #[must_use]
    pub fn usual_giver(&self) -> Who {
        match self {
            Self::ProposeEnd { side }
            | Self::AgreeEnd { side }
            | Self::DeclineEnd { side }
            | Self::PlayOn { side }
            | Self::AgreeCount { side }
            | Self::AskRecount { side }
            | Self::ConcedeContest { side }
            | Self::DrawOffer { side }
            | Self::DrawAgree { side }
            | Self::DrawDecline { side }
            | Self::ClaimDraw { side, .. } => (*side).into(),
            Self::Dead { by, .. } => by.who(),
            Self::Confirm { by: Signer::Black } => Who::Black,
            Self::Confirm { by: Signer::White } => Who::White,
            // Border and result are the chief arbiter's: who means them so writes it.
            Self::Border { .. }
            | Self::Result { .. }
            | Self::Confirm { by: Signer::Arbiter }
            | Self::Cleared => Who::Arbiter,
        }
    }

    /// The reason that was given.
    #[must_use]
    pub const fn why(&self) -> Option<&String> {
        match self {
            Self::Result { why, .. } => why.as_ref(),
            Self::ProposeEnd { .. }
            | Self::AgreeEnd { .. }
            | Self::DeclineEnd { .. }
            | Self::Dead { .. }
            | Self::PlayOn { .. }
            | Self::AgreeCount { .. }
            | Self::AskRecount { .. }
            | Self::ConcedeContest { .. }
            | Self::Border { .. }
            | Self::DrawOffer { .. }
            | Self::DrawAgree { .. }
            | Self::DrawDecline { .. }
            | Self::ClaimDraw { .. }
            | Self::Confirm { .. }
            | Self::Cleared => None,
        }
    }
}

/// As a script writes it.
impl fmt::Display for EndingCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProposeEnd { side } => write!(f, "propose-end {side}"),
            Self::AgreeEnd { side } => write!(f, "agree-end {side}"),
            Self::DeclineEnd { side } => write!(f, "decline-end {side}"),
            Self::Dead { by, points } => {
                write!(f, "dead {}", by.who())?;
                points.iter().try_for_each(|point| write!(f, " {point}"))
            }
            Self::PlayOn { side } => write!(f, "play-on {side}"),
            Self::AgreeCount { side } => write!(f, "agree-count {side}"),
            Self::AskRecount { side } => write!(f, "ask-recount {side}"),
            Self::ConcedeContest { side } => write!(f, "concede-contest {side}"),
            Self::Border { points } => {
                f.write_str("border")?;
                points.iter().try_for_each(|(point, side)| write!(f, " {point}={side}"))
            }
            Self::DrawOffer { side } => write!(f, "draw-offer {side}"),
            Self::DrawAgree { side } => write!(f, "draw-agree {side}"),
            Self::DrawDecline { side } => write!(f, "draw-decline {side}"),
            Self::ClaimDraw { side, played } => {
                write!(f, "claim-draw {side}")?;
                played.as_ref().map_or(Ok(()), |played| write!(f, " {played}"))
            }
            Self::Result { outcome, kind, why } => {
                write!(f, "result {}", outcome.notation(*kind))?;
                why.as_ref().map_or(Ok(()), |why| write!(f, " {}", Quoted(why)))
            }
            Self::Confirm { by } => write!(f, "confirm {}", by.as_str()),
            Self::Cleared => f.write_str("cleared"),
        }
    }
}
