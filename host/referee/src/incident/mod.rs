//! Incidents: what somebody did against the rules, or complained of, and what was ruled.
//!
//! **What a ruling brought stands with its incident**, so that a later ruling can take it back. Warnings, deductions
//! and the result that rulings give a game are not counted anywhere: they follow from the incidents as they stand.

mod command;
mod decide;
mod found;
mod ruling;
mod verdict;

use clock::{BySide, Duration, Side};
use serde::{Deserialize, Serialize};

use crate::command::{Played, Who};
use crate::outcome::Outcome;
use crate::policy::Cost;

pub(crate) use found::Sensed;

pub use command::IncidentCommand;

/// What happened with an incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IncidentEvent {
    /// It was noted by an arbiter, a board that feels the stones, or the rules of the game.
    Violation(Opened),
    /// A player complains of the opponent.
    Claim(Opened),
    /// What it was about was a slip of the recorder, and has been set right; or a commitment has settled it.
    Withdrawn {
        /// The incident's number.
        number: u32,
        /// Whether the commitment has shown what a sealed move is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        proved: bool,
    },
    /// It is decided. A later ruling takes back what the earlier one brought.
    Ruling {
        /// The incident's number.
        number: u32,
        /// What was chosen.
        choice: String,
        /// The move that was ruled to be played, where the choice needs one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played: Option<Played>,
    },
    /// What the ruling before it brings.
    Penalty {
        /// The incident's number.
        number: u32,
        /// What.
        penalty: Penalty,
    },
    /// What penalties in time, and their reversal, come to on a clock that can still be set.
    TimeSettled {
        /// Whose clock.
        side: Side,
        /// Whether it is given; else taken.
        given: bool,
        /// How much.
        amount: Duration,
    },
    /// What all rulings together make of the game has changed.
    Verdict {
        /// That; none: they leave it to play.
        verdict: Option<Outcome>,
        /// The result that holds now, whoever brought it.
        result: Option<Outcome>,
    },
    /// A player appeals against the last ruling. It changes nothing by itself.
    Appeal {
        /// Who.
        side: Side,
        /// The incident ruled on; none where the appeal is against something else.
        number: Option<u32>,
    },
}

/// An incident as it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Its number, counted from 1.
    pub number: u32,
    /// Who has to answer for it; none where it is nobody's offence.
    pub side: Option<Side>,
    /// Its kind, by its name in the policy.
    pub kind: String,
    /// What was said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Who complains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimant: Option<Side>,
    /// The recorded move that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<u32>,
    /// The turn of the offender that it is about, counted from 1: its move may not be on record yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The move that it is about is not on record yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaits_move: bool,
    /// The program found it; nobody noted it or complained.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub found: bool,
    /// What may be ruled.
    pub choices: Vec<String>,
    /// The complaint came too late (16.3): nothing is ruled on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expired: bool,
}

/// One thing that a ruling brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "penalty")]
pub enum Penalty {
    /// A warning (警告).
    Warning {
        /// To whom.
        side: Side,
        /// Whether it counts towards those that lose.
        adds_up: bool,
    },
    /// A caution.
    Caution {
        /// To whom.
        side: Side,
        /// Whether the warning that it makes counts towards those that lose.
        adds_up: bool,
    },
    /// Time is given.
    TimeGiven {
        /// To whom.
        side: Side,
        /// How much.
        amount: Duration,
    },
    /// Time is taken away.
    TimeTaken {
        /// From whom.
        side: Side,
        /// How much.
        amount: Duration,
    },
    /// Something comes off a count.
    Count {
        /// Whose.
        side: Side,
        /// How much.
        cost: Cost,
    },
    /// A move is void.
    Void {
        /// Whose.
        side: Side,
        /// Its number at that moment.
        number: u32,
        /// What becomes of it.
        becomes: Becomes,
        /// Whether the turn was handed back, as its press was undone with it.
        turned: bool,
    },
    /// Both clocks stand.
    Paused,
    /// A side loses.
    Loss {
        /// Which.
        side: Side,
    },
    /// A loss, or a draw where the opponent could not mate by any moves: which of them was not found out, and the chief
    /// arbiter says it (FIDE 7.5.5).
    Undecided {
        /// Who loses or draws.
        side: Side,
        /// Whether play ended with it; else it was over before.
        ends: bool,
    },
    /// A draw.
    Draw,
    /// The game is void and is played anew.
    Replay,
    /// The game has no result.
    NoResult,
    /// Both lose.
    BothLose,
}

/// What becomes of a move that is ruled void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Becomes {
    /// A pass.
    Pass,
    /// Nothing: it is off the record.
    Nothing,
    /// It stands although it is illegal, and nobody knows how the pieces are.
    Unseen,
}

impl Penalty {
    /// The side that it concerns.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Warning { side, .. }
            | Self::Caution { side, .. }
            | Self::TimeGiven { side, .. }
            | Self::TimeTaken { side, .. }
            | Self::Count { side, .. }
            | Self::Void { side, .. }
            | Self::Loss { side }
            | Self::Undecided { side, .. } => Some(side),
            Self::Paused | Self::Draw | Self::Replay | Self::NoResult | Self::BothLose => None,
        }
    }
}

/// An incident as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// How it was opened.
    pub opened: Opened,
    /// The ruling that stands.
    pub ruling: Option<Ruling>,
    /// What it was about was a slip of the recorder, or has been proved.
    pub withdrawn: bool,
}

/// A ruling and what it brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What was chosen.
    pub choice: String,
    /// The move that was ruled to be played.
    pub played: Option<Played>,
    /// Who decided.
    pub by: Who,
    /// What it brought.
    pub penalties: Vec<Penalty>,
}

impl Incident {
    /// Whether it waits for a ruling.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.ruling.is_none() && !self.withdrawn && !self.opened.expired
    }
}

/// All incidents of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incidents {
    all: Vec<Incident>,
    last_ruled: Option<u32>,
    /// Time that was given and taken on the clocks for penalties, in microseconds.
    settled: BySide<(u64, u64)>,
    verdict: Option<Outcome>,
    appeals: Vec<(Side, Option<u32>)>,
}

impl Incidents {
    /// All of them, in the order in which they were opened.
    #[must_use]
    pub fn all(&self) -> &[Incident] {
        &self.all
    }

    /// The incident of this number, counted from 1.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Incident> {
        self.all.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// What the rulings make of the game; none where they leave it to play.
    #[must_use]
    pub const fn verdict(&self) -> Option<Outcome> {
        self.verdict
    }

    /// The appeals, each with the incident that it is about.
    #[must_use]
    pub fn appeals(&self) -> &[(Side, Option<u32>)] {
        &self.appeals
    }

    /// The incident that waits for this move of a side to be recorded.
    pub(crate) fn awaiting(&self, side: Side, number: u32) -> Option<u32> {
        let waits = |opened: &Opened| {
            opened.awaits_move && opened.side == Some(side) && opened.turn == Some(number) && !opened.expired
        };
        let found = self.all.iter().find(|incident| waits(&incident.opened) && !incident.withdrawn);
        found.map(|incident| incident.opened.number)
    }

    /// What penalties in time that stand still owe a side's clock: so much given, so much taken, in microseconds.
    pub(crate) fn time_owed(&self, side: Side) -> (u64, u64) {
        let (mut given, mut taken) = (0_u64, 0_u64);
        for (_, penalty) in self.penalties() {
            if let Penalty::TimeGiven { side: to, amount } = penalty
                && to == side
            {
                given = given.saturating_add(amount.as_micros());
            } else if let Penalty::TimeTaken { side: from, amount } = penalty
                && from == side
            {
                taken = taken.saturating_add(amount.as_micros());
            }
        }
        let (gave, took) = *self.settled.of(side);
        let due = given.saturating_add(took);
        let done = taken.saturating_add(gave);
        (due.saturating_sub(done), done.saturating_sub(due))
    }

    /// The incident that was ruled on last.
    pub(crate) const fn last_ruled(&self) -> Option<u32> {
        self.last_ruled
    }

    /// The number of the next incident.
    pub(crate) fn next_number(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The penalties that stand, each with its incident.
    pub(crate) fn penalties(&self) -> impl Iterator<Item = (&Incident, Penalty)> {
        self.all.iter().flat_map(|incident| {
            let penalties = incident.ruling.iter().flat_map(|ruling| ruling.penalties.iter());
            penalties.map(move |penalty| (incident, *penalty))
        })
    }

    /// Enters an event. This cannot fail.
    pub(crate) fn apply(&mut self, event: &IncidentEvent, by: Who) {
        match event {
            IncidentEvent::Violation(opened) | IncidentEvent::Claim(opened) => {
                self.all.push(Incident { opened: opened.clone(), ruling: None, withdrawn: false });
            }
            IncidentEvent::Withdrawn { number, .. } => self.change(*number, |incident| {
                incident.withdrawn = true;
                incident.ruling = None;
            }),
            IncidentEvent::Ruling { number, choice, played } => {
                let ruling =
                    Ruling { choice: choice.clone(), played: played.clone(), by, penalties: Vec::new() };
                self.last_ruled = Some(*number);
                self.change(*number, |incident| incident.ruling = Some(ruling));
            }
            IncidentEvent::Penalty { number, penalty } => self.change(*number, |incident| {
                if let Some(ruling) = &mut incident.ruling {
                    ruling.penalties.push(*penalty);
                }
            }),
            IncidentEvent::TimeSettled { side, given, amount } => {
                let settled = self.settled.of_mut(*side);
                let part = if *given { &mut settled.0 } else { &mut settled.1 };
                *part = part.saturating_add(amount.as_micros());
            }
            IncidentEvent::Verdict { verdict, .. } => self.verdict = *verdict,
            IncidentEvent::Appeal { side, number } => self.appeals.push((*side, *number)),
        }
    }

    fn change(&mut self, number: u32, change: impl FnOnce(&mut Incident)) {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        if let Some(incident) = index.and_then(|index| self.all.get_mut(index)) {
            change(incident);
        }
    }
}
