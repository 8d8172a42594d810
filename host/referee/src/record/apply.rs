//! The one way in: what each event changes.

use clock::{CorrectionKind, Side};

use super::Record;
use crate::adjournment::Adjournment;
use crate::ending::EndingEvent;
use crate::event::{Event, EventKind};

impl Record {
    /// Enters an event. This cannot fail: what is on record has happened.
    pub(crate) fn apply(&mut self, event: &Event) {
        let before = self.outcome();
        self.people.watch(event);
        Adjournment::watch(&mut self.adjournment, event);
        self.apply_revision(event);
        self.apply_kind(event);
        // What was signed was another result.
        if self.outcome() != before {
            self.ending.signatures.clear();
        }
    }

    fn apply_kind(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Clock(kind) => self.apply_clock(kind, event),
            EventKind::Move { .. } => self.apply_move(event),
            EventKind::Ended { .. } => {
                self.ended = true;
                self.ending.proposed = None;
                self.ending.draw_offer = None;
            }
            EventKind::Result(outcome) => self.by_play = Some(*outcome),
            EventKind::Reopened => {
                self.ended = self.is_ruled();
                self.by_play = None;
            }
            EventKind::Incident(incident) => {
                self.apply_incident(incident);
                self.incidents.apply(incident, event.by);
            }
            EventKind::Ending(ending) => self.apply_ending(ending),
            EventKind::UnitClock { after, turns, .. } => {
                self.turns = self.turns.saturating_add(*turns);
                let first = |turn: Side| if turns.is_multiple_of(2) { turn } else { turn.other() };
                self.first = self.first.or(after.turn.map(first));
            }
            EventKind::TakenBack { .. }
            | EventKind::MoveCorrected { .. }
            | EventKind::People(_)
            | EventKind::Adjournment(_)
            | EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Undecided { .. }
            | EventKind::Refused { .. } => {}
        }
    }

    fn apply_ending(&mut self, event: &EndingEvent) {
        match event {
            // Play had stopped or a result stood: neither does any more.
            EndingEvent::RecountAsked { .. } | EndingEvent::PlayOn { .. } => {
                self.ended = false;
                self.by_play = None;
            }
            EndingEvent::ProposedEnd { .. }
            | EndingEvent::AgreedEnd { .. }
            | EndingEvent::DeclinedEnd { .. }
            | EndingEvent::Stopped { .. }
            | EndingEvent::Conceded { .. }
            | EndingEvent::Marked { .. }
            | EndingEvent::Border { .. }
            | EndingEvent::Counted(_)
            | EndingEvent::AgreedCount { .. }
            | EndingEvent::DrawOffered { .. }
            | EndingEvent::DrawDeclined { .. }
            | EndingEvent::DrawClaimed { .. }
            | EndingEvent::Decreed(_)
            | EndingEvent::Confirmed { .. }
            | EndingEvent::Cleared => {}
        }
        // Facts on record, not rules: so many moves and turns, and whether two passes stand at their end.
        let moves = self.move_count().max(self.turns);
        let in_passes = self.ends_in_passes();
        self.ending.apply(event, moves, in_passes);
    }

    fn apply_clock(&mut self, kind: &clock::EventKind, event: &Event) {
        match kind {
            clock::EventKind::Started { side } => self.first = Some(*side),
            clock::EventKind::Pressed { side } => {
                self.turns = self.turns.saturating_add(1);
                self.ending.proposed = None;
                *self.pressed.of_mut(*side) = Some(event.at);
                *self.pressed_since_move.of_mut(*side) = true;
            }
            clock::EventKind::Corrected(correction) => self.apply_correction(correction.kind),
            clock::EventKind::Paused => self.pause_why.clone_from(&event.why),
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

    /// A turn handed over by the arbiter: forgotten presses are made up for, mistaken ones undone. Where play has just
    /// gone on, it only says who is to move.
    fn apply_correction(&mut self, kind: CorrectionKind) {
        let moves = self.move_count();
        let resumed = self.turns == moves && self.ending.resumed_after == Some(moves);
        if matches!(kind, CorrectionKind::Turn(_)) {
            self.ending.proposed = None;
        }
        match kind {
            CorrectionKind::Turn(_) if resumed => {}
            CorrectionKind::Turn(_) if self.move_count() > self.turns => {
                self.turns = self.turns.saturating_add(1);
            }
            CorrectionKind::Turn(_) => self.turns = self.turns.saturating_sub(1),
            CorrectionKind::Set(_)
            | CorrectionKind::Add(_)
            | CorrectionKind::Subtract(_)
            | CorrectionKind::SwapSides
            | CorrectionKind::Charge(_)
            | CorrectionKind::Recount(_) => {}
        }
    }
}
