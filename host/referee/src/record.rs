//! The record of a game: moves, turns and result, as the events left them.

use clock::{CorrectionKind, Side};
use serde::{Deserialize, Serialize};

use crate::command::Played;
use crate::event::{Event, EventKind};
use crate::outcome::Outcome;

/// A move on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedMove {
    /// Whose.
    pub side: Side,
    /// What was played.
    pub played: Played,
    /// Whether it was the opponent's turn by the record.
    pub out_of_turn: bool,
}

/// Which of clock and moves is ahead of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// Turns were pressed whose moves are not recorded yet.
    Clock(u32),
    /// Moves were recorded whose turns are not pressed yet.
    Moves(u32),
}

/// What the events of a table amount to, the clock apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The moves in order.
    pub(crate) moves: Vec<RecordedMove>,
    /// Turns that the clock counts as played.
    pub(crate) turns: u32,
    /// The side that was on move at the start.
    pub(crate) first: Option<Side>,
    /// Why the clock is paused, if it is and a reason was given.
    pub(crate) pause_why: Option<String>,
    /// Whether play is over.
    pub(crate) ended: bool,
    /// The result.
    pub(crate) outcome: Option<Outcome>,
}

impl Record {
    /// The recorded moves in order.
    #[must_use]
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The number of recorded moves.
    #[must_use]
    pub fn move_count(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Turns that the clock counts as played.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The result, if there is one.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Why the clock is paused, if it is and a reason was given.
    #[must_use]
    pub fn pause_why(&self) -> Option<&str> {
        self.pause_why.as_deref()
    }

    /// Whether play is over.
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Which is ahead, and by how many turns; `None` when they are in step.
    #[must_use]
    pub fn ahead(&self) -> Option<Ahead> {
        let moves = self.move_count();
        if self.turns > moves {
            Some(Ahead::Clock(self.turns.saturating_sub(moves)))
        } else if moves > self.turns {
            Some(Ahead::Moves(moves.saturating_sub(self.turns)))
        } else {
            None
        }
    }

    /// Enters an event. This cannot fail: what is on record has happened.
    pub(crate) fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Clock(kind) => self.apply_clock(kind, event.why.as_ref()),
            EventKind::Move { side, played, out_of_turn, .. } => {
                self.moves.push(RecordedMove {
                    side: *side,
                    played: played.clone(),
                    out_of_turn: *out_of_turn,
                });
            }
            EventKind::TakenBack { number, .. } => {
                if let Some(index) = self.index(*number) {
                    self.moves.remove(index);
                }
            }
            EventKind::MoveCorrected { number, after, .. } => {
                if let Some(index) = self.index(*number) {
                    self.moves[index].played = after.clone();
                }
            }
            EventKind::Ended { .. } => self.ended = true,
            EventKind::Result(outcome) => self.outcome = Some(*outcome),
            EventKind::Reopened => {
                self.ended = false;
                self.outcome = None;
            }
            EventKind::Told { .. } | EventKind::Resigned { .. } | EventKind::Refused { .. } => {}
        }
    }

    fn apply_clock(&mut self, kind: &clock::EventKind, why: Option<&String>) {
        match kind {
            clock::EventKind::Started { side } => self.first = Some(*side),
            clock::EventKind::Pressed { .. } => self.turns = self.turns.saturating_add(1),
            clock::EventKind::Corrected(correction) => self.apply_correction(correction.kind),
            clock::EventKind::Paused => self.pause_why = why.cloned(),
            clock::EventKind::Resumed => self.pause_why = None,
            clock::EventKind::Ignored { .. }
            | clock::EventKind::Overtime { .. }
            | clock::EventKind::Stage { .. }
            | clock::EventKind::Period { .. }
            | clock::EventKind::Section { .. }
            | clock::EventKind::Call { .. }
            | clock::EventKind::Flag { .. }
            | clock::EventKind::FlagVoid { .. } => {}
        }
    }

    /// A turn handed over by the arbiter: forgotten presses are made up for, mistaken ones undone.
    fn apply_correction(&mut self, kind: CorrectionKind) {
        match kind {
            CorrectionKind::Turn(_) if self.move_count() > self.turns => {
                self.turns = self.turns.saturating_add(1);
            }
            CorrectionKind::Turn(_) => self.turns = self.turns.saturating_sub(1),
            CorrectionKind::Set(_)
            | CorrectionKind::Add(_)
            | CorrectionKind::Subtract(_)
            | CorrectionKind::SwapSides
            | CorrectionKind::Recount(_) => {}
        }
    }

    /// The recorded move of this number, counted from 1.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&RecordedMove> {
        self.moves.get(self.index(number)?)
    }

    /// The last recorded move of a side, and its number.
    #[must_use]
    pub fn last_of(&self, side: Side) -> Option<(u32, &RecordedMove)> {
        (1..).zip(&self.moves).filter(|(_, recorded)| recorded.side == side).last()
    }

    /// Where the move of this number, counted from 1, stands.
    fn index(&self, number: u32) -> Option<usize> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        (index < self.moves.len()).then_some(index)
    }
}
