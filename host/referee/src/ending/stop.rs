//! How play stops, and how it goes on: declaration and answer, passes, the contest given up.

use clock::{Side, Status};

use super::{EndingEvent, StoppedBy};
use crate::act::require;
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::policy::is_sudden_death;
use crate::record::Record;
use crate::refusal::{Entitled, Refusal};
use crate::setup::GameKind;
use crate::walk::Walk;

impl Record {
    /// The side that passed last, where the last two recorded moves are passes, one of each side. A move ruled void
    /// may count as one; a move that nobody saw does not.
    pub(super) fn last_passer(&self) -> Option<Side> {
        let [.., first, last] = self.moves() else { return None };
        let passes = [first, last].into_iter().all(|recorded| *recorded.counts_as() == Played::Pass);
        (passes && first.side != last.side).then_some(last.side)
    }

    /// Whether two passes in a row stand at the end of the record, both of them pressed.
    pub(crate) fn ends_in_passes(&self) -> bool {
        self.last_passer().is_some() && self.ahead().is_none()
    }
}

impl Walk {
    pub(super) fn require_go(&self) -> Result<(), Refusal> {
        if self.setup().game.kind == GameKind::Go { Ok(()) } else { Err(Refusal::NotGo) }
    }

    /// The chief arbiter's matter; where there is no arbiter, both players'.
    pub(crate) fn require_chief(&self, by: Who) -> Result<(), Refusal> {
        if self.is_chief(by) { Ok(()) } else { Err(Refusal::NotEntitled { allowed: Entitled::Chief }) }
    }

    fn is_chief(&self, by: Who) -> bool {
        by == Who::Chief || (by == Who::Both && self.without_arbiter())
    }

    /// Play is going on, and the clock of this side runs.
    pub(crate) fn require_play(&self) -> Result<Side, Refusal> {
        let (record, status) = (self.record(), self.status());
        if status == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        if record.is_ended() {
            return Err(Refusal::GameOver);
        }
        if record.ending().stopped.is_some() {
            return Err(Refusal::PlayHasStopped);
        }
        let turn = self.table.clock().turn().filter(|_| status == Status::Running);
        turn.ok_or(Refusal::Clock(clock::Refusal::NotRunning))
    }

    /// Whether play has stopped and the game is not decided.
    pub(crate) fn is_counting(&self) -> bool {
        self.record().ending().stopped.is_some() && !self.record().is_ended()
    }

    /// Play has stopped, and the game is not decided.
    pub(super) fn require_stopped(&self) -> Result<(StoppedBy, Side), Refusal> {
        if self.record().is_ended() {
            return Err(Refusal::GameOver);
        }
        self.record().ending().stopped.ok_or(Refusal::PlayGoesOn)
    }

    /// The side to move says that the game is finished; its clock runs on until the answer (13.2).
    pub(super) fn propose_end(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        self.require_play()?;
        if self.record().ending().proposed.is_some() {
            return Err(Refusal::ProposedAlready);
        }
        if self.table.clock().turn() != Some(side) {
            return Err(Refusal::NotToMove);
        }
        self.tell_ending(EndingEvent::ProposedEnd { side });
        Ok(())
    }

    pub(super) fn agree_end(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        let to_move = self.require_proposal(side, by)?;
        self.tell_ending(EndingEvent::AgreedEnd { side });
        self.stop_play(StoppedBy::Agreement, to_move)
    }

    /// The move is the proposer's again, and nothing on the clock has changed.
    pub(super) fn decline_end(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_proposal(side, by)?;
        self.tell_ending(EndingEvent::DeclinedEnd { side });
        Ok(())
    }

    /// The other side has declared the end, and this one answers.
    fn require_proposal(&self, side: Side, by: Who) -> Result<Side, Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        match self.record().ending().proposed {
            None => Err(Refusal::NothingProposed),
            Some(proposer) if proposer == side => Err(Refusal::ProposedAlready),
            Some(proposer) => Ok(proposer),
        }
    }

    /// A side gives up what can still be contested: both clocks stop, and what is shared is the opponent's (12.4(4)).
    pub(super) fn concede_contest(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        if !is_sudden_death(&self.setup().control) {
            return Err(Refusal::SuddenDeathOnly);
        }
        self.require_play()?;
        let to_move = self.table.clock().turn().unwrap_or(side);
        self.tell_ending(EndingEvent::Conceded { side });
        self.stop_play(StoppedBy::Concession, to_move)
    }

    /// Two passes in a row, recorded and pressed, stop play (7.3).
    pub(crate) fn stop_after_passes(&mut self) -> Result<(), Refusal> {
        let record = self.record();
        let stands = matches!(self.status(), Status::Running | Status::Paused);
        if !stands || record.is_ended() || record.ending().stopped.is_some() {
            return Ok(());
        }
        match self.to_move_after_passes() {
            Some(to_move) => self.stop_play(StoppedBy::Passes, to_move),
            None => Ok(()),
        }
    }

    /// The side to move, where two passes have stopped play. Passes before play went on are spent; under AGA rules
    /// White passes last.
    pub(super) fn to_move_after_passes(&self) -> Option<Side> {
        let game = &self.setup().game;
        let record = self.record();
        let last = record.last_passer().filter(|_| game.kind == GameKind::Go && record.ends_in_passes())?;
        let spent = record.ending().resumed_after.unwrap_or(0);
        let new = record.move_count() >= spent.saturating_add(2);
        let completes = !game.rule_set().has_pass_stones() || last == Side::White;
        (new && completes).then_some(last.other())
    }

    fn stop_play(&mut self, by: StoppedBy, to_move: Side) -> Result<(), Refusal> {
        self.stop_clock()?;
        self.tell_ending(EndingEvent::Stopped { by, to_move });
        Ok(())
    }

    /// Players who do not agree which stones are dead play it out, once; the chief arbiter may let them again.
    pub(super) fn play_on(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_go()?;
        require(Entitled::Player, by, Some(side))?;
        let (_, to_move) = self.require_stopped()?;
        let ending = self.record().ending();
        let ruled = ending.ruled_marks.is_some() || ending.conceded.is_some();
        if ruled || ending.resumed_after.is_some() {
            self.require_chief(by)?;
        }
        if ending.score.is_some() && !ruled {
            return Err(Refusal::NothingDisputed);
        }
        self.resume_play(to_move)
    }

    /// Play is open again: the table stands paused until somebody starts it, with that side to move.
    pub(super) fn resume_play(&mut self, to_move: Side) -> Result<(), Refusal> {
        if self.status() == Status::Stopped {
            self.clock(clock::Command::Reopen)?;
        }
        self.tell_ending(EndingEvent::PlayOn { to_move });
        let turn = self.table.clock().turn();
        if self.status() == Status::Paused && turn.is_some_and(|turn| turn != to_move) {
            self.clock(clock::Command::Turn { side: to_move })?;
        }
        Ok(())
    }

    pub(super) fn tell_ending(&mut self, event: EndingEvent) {
        self.enter(EventKind::Ending(event));
    }
}
