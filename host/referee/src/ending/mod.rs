//! The end of a game: declaration and answer, passes, marks, count, concession, draws, signatures.

mod command;
mod count;
mod decide;
mod draw;
mod marks;
mod review;
mod sign;
mod stop;

use std::fmt;

use clock::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::command::{Played, Who};
use crate::outcome::Outcome;

pub use command::{EndingCommand, Marker};
pub use count::Score;

/// What happened on the way to a game's end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingEvent {
    /// The side to move says that the game is finished (13.2).
    ProposedEnd {
        /// Who.
        side: Side,
    },
    /// The other agrees.
    AgreedEnd {
        /// Who agrees.
        side: Side,
    },
    /// The other does not agree: the move is the proposer's again.
    DeclinedEnd {
        /// Who declines.
        side: Side,
    },
    /// Play has stopped: dead stones are marked.
    Stopped {
        /// How it came.
        by: StoppedBy,
        /// Who is to move if play goes on.
        to_move: Side,
    },
    /// The contest was given up (12.4(4)): what is shared is the opponent's.
    Conceded {
        /// Who gave it up.
        side: Side,
    },
    /// Dead stones were marked.
    Marked {
        /// By whom: a side, or the chief arbiter, whose marks decide.
        by: Who,
        /// All points of the marked groups, in the order of the board.
        dead: Vec<String>,
    },
    /// The chief arbiter has settled the border: these points are that side's.
    Border {
        /// Points that were given to a side.
        points: Vec<(String, Side)>,
    },
    /// The board was counted.
    Counted(Score),
    /// Play goes on: the marks are off.
    PlayOn {
        /// Who is to move.
        to_move: Side,
    },
    /// A side agrees with the count.
    AgreedCount {
        /// Who.
        side: Side,
    },
    /// A side, or the arbiter, asks to count again: agreement and signatures are off (16.4).
    RecountAsked {
        /// Who.
        by: Who,
    },
    /// A draw is offered (FIDE 9.1).
    DrawOffered {
        /// Who offers it.
        side: Side,
    },
    /// It is declined, by word or by a move.
    DrawDeclined {
        /// Who declines.
        side: Side,
    },
    /// A draw is claimed (FIDE 9.2, 9.3).
    DrawClaimed {
        /// Who claims.
        side: Side,
        /// The move that was written and not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played: Option<Played>,
        /// Whether the claim is good.
        good: bool,
    },
    /// The chief arbiter has given the game this result; before the signatures a ruling, after them a clerical error
    /// put right.
    Decreed(Outcome),
    /// Somebody has signed.
    Confirmed {
        /// Who.
        by: Signer,
    },
    /// The table is cleared and free for the next round (16.6).
    Cleared,
}

/// How play stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedBy {
    /// Two passes in a row (7.3).
    Passes,
    /// Declaration and answer (13.2).
    Agreement,
    /// The contest was given up (12.4(4)).
    Concession,
}

/// Who signs a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Signer {
    /// The player of Black.
    Black,
    /// The player of White.
    White,
    /// The arbiter.
    Arbiter,
}

impl Signer {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Black, Self::White, Self::Arbiter];

    /// The name in records and scripts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Arbiter => "arbiter",
        }
    }
}

impl fmt::Display for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
            Self::Arbiter => "the arbiter",
        })
    }
}

/// A claim of a draw that was not good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VainClaim {
    /// Who claimed.
    pub side: Side,
    /// The move that was written and not played: it has to be played (FIDE 9.5.3).
    pub played: Option<Played>,
    /// How many moves were on record.
    pub moves: u32,
}

/// How far the end of a game has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Who has proposed the end and waits for an answer.
    pub proposed: Option<Side>,
    /// Play has stopped, and why; who moves if it goes on.
    pub stopped: Option<(StoppedBy, Side)>,
    /// After so many moves play went on once more: passes before are spent, and the next dispute about dead stones is the
    /// chief arbiter's.
    pub resumed_after: Option<u32>,
    /// Who gave up the contest.
    pub conceded: Option<Side>,
    /// The dead stones that each side has marked.
    pub marks: BySide<Option<Vec<String>>>,
    /// Those that the chief arbiter has marked, which decide.
    pub ruled_marks: Option<Vec<String>>,
    /// The border as the chief arbiter has settled it.
    pub border: Option<Vec<(String, Side)>>,
    /// The count.
    pub score: Option<Score>,
    /// Who agrees with it.
    pub agreed: BySide<bool>,
    /// Who has offered a draw that stands.
    pub draw_offer: Option<Side>,
    /// The claims of a draw that were not good.
    pub claimed_in_vain: Vec<VainClaim>,
    /// The result that the chief arbiter has given.
    pub decreed: Option<Outcome>,
    /// Who has signed.
    pub signatures: Vec<Signer>,
    /// Whether all three have signed before: only a clerical error is put right after that, and the count made again until
    /// they have signed anew.
    pub closed: bool,
    /// Whether the table is free.
    pub cleared: bool,
}

impl Ending {
    /// Whether all three have signed: nothing changes the result any more, but for a clerical error.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        Signer::ALL.iter().all(|signer| self.signatures.contains(signer))
    }

    /// Enters an event, with the record as it stands: how many moves it has, and whether it ends in two passes. This
    /// cannot fail.
    pub(crate) fn apply(&mut self, event: &EndingEvent, moves: u32, in_passes: bool) {
        match event {
            EndingEvent::ProposedEnd { side } => self.proposed = Some(*side),
            EndingEvent::AgreedEnd { .. } | EndingEvent::DeclinedEnd { .. } => self.proposed = None,
            EndingEvent::Stopped { by, to_move } => {
                *self = Self {
                    stopped: Some((*by, *to_move)),
                    resumed_after: self.resumed_after,
                    conceded: self.conceded,
                    ..Self::default()
                };
            }
            EndingEvent::Conceded { side } => self.conceded = Some(*side),
            EndingEvent::Marked { by, dead } => self.mark(*by, dead),
            EndingEvent::Border { points } => self.border = Some(points.clone()),
            EndingEvent::Counted(score) => {
                self.score = Some(score.clone());
                self.agreed = BySide::default();
            }
            EndingEvent::PlayOn { .. } => {
                // Where passes stopped play that were none, nothing was played out.
                let by_passes = matches!(self.stopped, Some((StoppedBy::Passes, _)));
                let resumed_after = if by_passes && !in_passes { self.resumed_after } else { Some(moves) };
                *self = Self { resumed_after, ..Self::default() };
            }
            EndingEvent::AgreedCount { side } => *self.agreed.of_mut(*side) = true,
            EndingEvent::RecountAsked { .. } => {
                self.agreed = BySide::default();
                self.signatures.clear();
                // What was put right after the signatures was the count that is made again.
                self.decreed = self.decreed.filter(|_| !self.closed);
            }
            EndingEvent::DrawOffered { side } => self.draw_offer = Some(*side),
            EndingEvent::DrawDeclined { .. } => self.draw_offer = None,
            EndingEvent::DrawClaimed { side, played, good } => {
                // A claim that is not good is an offer (FIDE 9.1.2.3).
                self.draw_offer = if *good { None } else { Some(*side) };
                if !good {
                    self.claimed_in_vain.push(VainClaim { side: *side, played: played.clone(), moves });
                }
            }
            EndingEvent::Decreed(outcome) => {
                self.decreed = Some(*outcome);
                self.signatures.clear();
            }
            EndingEvent::Confirmed { by } => {
                self.signatures.push(*by);
                self.closed |= self.is_signed();
            }
            EndingEvent::Cleared => self.cleared = true,
        }
    }

    /// New marks of a side; a count by the old ones is off.
    fn mark(&mut self, by: Who, dead: &[String]) {
        match by {
            Who::Black => self.marks.black = Some(dead.to_vec()),
            Who::White => self.marks.white = Some(dead.to_vec()),
            Who::Both => self.marks = BySide::new(|_| Some(dead.to_vec())),
            Who::Arbiter | Who::Chief | Who::Recorder | Who::Sensor | Who::Clock => {
                self.ruled_marks = Some(dead.to_vec());
            }
        }
        self.score = None;
        self.agreed = BySide::default();
    }
}
