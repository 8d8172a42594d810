//! What moves set right and rulings do to an end that was under way.

use super::{EndingEvent, StoppedBy};
use crate::outcome::{DrawnBy, Outcome, WonBy};
use crate::record::{Record, RecordedMove};
use crate::refusal::Refusal;
use crate::walk::Walk;

impl Record {
    /// Whether play came to a result by a count.
    pub(super) fn has_result_by_count(&self) -> bool {
        matches!(
            self.outcome_by_play(),
            Some(Outcome::Won { by: WonBy::Count { .. }, .. } | Outcome::Drawn { by: DrawnBy::Count })
        )
    }

    /// Whether the moves amount to the same as those of another record.
    fn has_moves_of(&self, other: &Self) -> bool {
        let same = |(one, other): (&RecordedMove, &RecordedMove)| {
            one.side == other.side && one.counts_as() == other.counts_as()
        };
        self.move_count() == other.move_count() && self.moves().iter().zip(other.moves()).all(same)
    }
}

impl Walk {
    /// Looks at the end anew after each order; `before` is the record as it was. Passes that are none any more did
    /// not stop play; marks made before a move was set right may name other stones; deductions change the count.
    pub(crate) fn review_ending(&mut self, before: &Record) -> Result<(), Refusal> {
        let record = self.record();
        let Some((by, to_move)) = record.ending().stopped else { return self.stop_after_passes() };
        // Somebody has resigned, or the chief arbiter has given the result: counting is over.
        let by_other = record.outcome_by_play().is_some() && !record.has_result_by_count();
        if by_other || record.ending().decreed.is_some() {
            return Ok(());
        }
        let after_passes = self.to_move_after_passes();
        let same = record.has_moves_of(before);
        match (by, after_passes) {
            (StoppedBy::Passes, None) => self.open_play(),
            (StoppedBy::Passes, Some(to_move)) if !same => self.stop_anew(by, to_move),
            (StoppedBy::Agreement | StoppedBy::Concession, _) if !same => self.stop_anew(by, to_move),
            (StoppedBy::Passes | StoppedBy::Agreement | StoppedBy::Concession, _) => self.count_anew(),
        }
    }

    /// Passes that stopped play are none any more: it is open again, unless a ruling has decided the game.
    fn open_play(&mut self) -> Result<(), Refusal> {
        self.take_back_count();
        let record = self.record();
        match self.table.clock().turn() {
            Some(turn) if !record.is_ended() => self.resume_play(turn),
            Some(_) | None => Ok(()),
        }
    }

    /// Marks and counts are off.
    fn stop_anew(&mut self, by: StoppedBy, to_move: clock::Side) -> Result<(), Refusal> {
        self.take_back_count();
        let ending = self.record().ending();
        let marked =
            ending.marks.black.is_some() || ending.marks.white.is_some() || ending.ruled_marks.is_some();
        if marked || ending.border.is_some() || ending.stopped != Some((by, to_move)) {
            self.tell_ending(EndingEvent::Stopped { by, to_move });
        }
        Ok(())
    }

    /// A ruling may have changed what comes off a count.
    fn count_anew(&mut self) -> Result<(), Refusal> {
        let ending = self.record().ending();
        let (Some(old), Some(dead)) = (&ending.score, ending.counted_dead()) else { return Ok(()) };
        let new = self.table.score(dead)?;
        if *old != new {
            self.take_back_count();
            self.tell_ending(EndingEvent::Counted(new));
        }
        Ok(())
    }

    /// A result by count, and what was signed on it, do not hold any more.
    fn take_back_count(&mut self) {
        let record = self.record();
        if !record.has_result_by_count() && record.ending().signatures.is_empty() {
            return;
        }
        self.tell_ending(EndingEvent::RecountAsked { by: self.by });
        if self.record().outcome().is_some() {
            self.enter_end(self.at);
        }
    }
}
