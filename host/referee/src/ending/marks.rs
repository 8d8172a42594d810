//! Dead stones, the border, agreement with the count, and counting again.

use clock::Side;

use super::{Ending, EndingEvent, Marker};
use crate::act::require;
use crate::command::Who;
use crate::event::EventKind;
use crate::outcome::Outcome;
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

impl Ending {
    /// The dead stones that hold: the chief arbiter's, else those that both sides have marked.
    #[must_use]
    pub fn settled_dead(&self) -> Option<&[String]> {
        let agreed = self.marks.black.as_ref().filter(|black| self.marks.white.as_ref() == Some(*black));
        self.ruled_marks.as_ref().or(agreed).map(Vec::as_slice)
    }

    /// The dead stones that hold where the chief arbiter settles the border: none, where nobody has marked any.
    fn dead_at_border(&self) -> Option<&[String]> {
        let unmarked = self.marks.black.is_none() && self.marks.white.is_none();
        self.settled_dead().or(unmarked.then_some(&[]))
    }

    /// The dead stones that are counted with.
    pub(super) fn counted_dead(&self) -> Option<&[String]> {
        if self.border.is_some() { self.dead_at_border() } else { self.settled_dead() }
    }
}

impl Walk {
    /// Marks dead stones. What both sides have marked alike is counted, and so is what the chief arbiter marks.
    pub(super) fn mark_dead(&mut self, marker: Marker, points: &[String], by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        match marker {
            Marker::Side(side) => require(Entitled::Player, by, Some(side))?,
            Marker::Chief => self.require_chief(by)?,
        }
        self.require_stopped()?;
        if marker != Marker::Chief && self.record().ending().ruled_marks.is_some() {
            return Err(Refusal::NotEntitled { allowed: Entitled::Chief });
        }
        let dead = self.record().dead_groups(points)?;
        let by = if marker != Marker::Chief && by == Who::Both { Who::Both } else { marker.who() };
        self.tell_ending(EndingEvent::Marked { by, dead });
        self.count_marked()
    }

    /// Counts, where it is settled which stones are dead.
    fn count_marked(&mut self) -> Result<(), Refusal> {
        let Some(dead) = self.record().ending().counted_dead() else { return Ok(()) };
        let score = self.table.score(dead)?;
        self.tell_ending(EndingEvent::Counted(score));
        Ok(())
    }

    /// The chief arbiter settles the border after a side has given up the contest (12.4(4)).
    pub(super) fn settle_border(&mut self, points: &[(String, Side)], by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        self.require_chief(by)?;
        if self.record().ending().conceded.is_none() {
            return Err(Refusal::NotConceded);
        }
        self.require_stopped()?;
        if self.record().ending().dead_at_border().is_none() {
            return Err(Refusal::MarksDiffer);
        }
        let points = self.record().border(points)?;
        self.tell_ending(EndingEvent::Border { points });
        self.count_marked()
    }

    /// A side agrees with the count; when both do, the game has its result.
    pub(super) fn agree_count(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        self.require_stopped()?;
        let ending = self.record().ending();
        let Some(score) = ending.score.clone() else { return Err(Refusal::NotCounted) };
        if ending.conceded.is_some() && ending.border.is_none() {
            return Err(Refusal::BorderOpen);
        }
        if *ending.agreed.of(side) {
            return Err(Refusal::AgreedAlready);
        }
        self.tell_ending(EndingEvent::AgreedCount { side });
        let other = side.other();
        if by == Who::Both && !*self.record().ending().agreed.of(other) {
            self.tell_ending(EndingEvent::AgreedCount { side: other });
        }
        if *self.record().ending().agreed.of(other) {
            self.enter_end(self.at);
            self.enter(EventKind::Result(score.outcome(&self.setup().game)));
        }
        Ok(())
    }

    /// Until all three have signed, a side or the arbiter may have the board counted again (16.4): also where a clerical
    /// error in that count was put right after the signatures, until all three have signed anew.
    pub(super) fn ask_recount(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        let record = self.record();
        let by_play = record.outcome() == record.outcome_by_play();
        let corrected = record.ending().closed && record.outcome().is_some_and(Outcome::may_be_counted);
        if record.is_ended() && !(record.has_result_by_count() && (by_play || corrected)) {
            return Err(Refusal::GameOver);
        }
        if record.ending().score.is_none() {
            return Err(Refusal::NotCounted);
        }
        self.tell_ending(EndingEvent::RecountAsked { by });
        Ok(())
    }
}
