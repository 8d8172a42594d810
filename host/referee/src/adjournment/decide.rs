//! What a table does with commands about an adjournment.

use clock::{Duration, HandleError, Instant, Side};

use super::state::{LOST, MISMATCH, UNREADABLE};
use super::{Adjournment, AdjournmentCommand, AdjournmentEvent, AdjournmentRefusal, Seal, Stage};
use crate::act::require;
use crate::command::Who;
use crate::event::EventKind;
use crate::people::PeopleEvent;
use crate::record::{Ahead, Record};
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

impl Walk {
    pub(crate) fn adjournment(&mut self, command: &AdjournmentCommand, by: Who) -> Result<(), Refusal> {
        match command {
            AdjournmentCommand::Adjourn { until } => self.adjourn(*until, by),
            AdjournmentCommand::Seal { side, commitment, envelope } => {
                let seal = Seal { commitment: *commitment, envelope: envelope.clone() };
                self.seal(*side, seal, by)
            }
            AdjournmentCommand::HandOver => self.hand_over(by),
            AdjournmentCommand::ResumeSession => self.resume_session(by),
            AdjournmentCommand::OpenSeal { opening } => self.open_seal(opening, by),
            AdjournmentCommand::WrongPassphrase => self.count_wrong_passphrase(by),
        }
    }

    /// Play is adjourned: the side to move is the sealer, whose clock goes on; the other leaves at once.
    fn adjourn(&mut self, until: Option<Instant>, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        self.require_rules_for_sealing()?;
        if self.under_way().is_some() && !self.record().is_ended() {
            return Err(AdjournmentRefusal::AdjournedAlready.into());
        }
        let side = self.require_play()?;
        let until = until.filter(|until| *until > self.at);
        self.time_up_to(until)?;
        let number = self.record().turns().saturating_add(1);
        self.tell_adjournment(AdjournmentEvent::Adjourned { side, number, until });
        self.see_off(side.other());
        Ok(())
    }

    /// Where the rules do not say what becomes of a sealed move, none is sealed (Chinese rules 14).
    fn require_rules_for_sealing(&self) -> Result<(), Refusal> {
        let policy = self.policy();
        let known = [UNREADABLE, LOST, MISMATCH].into_iter().all(|kind| policy.kind(kind).is_some());
        if known { Ok(()) } else { Err(AdjournmentRefusal::NoRulesForSealing.into()) }
    }

    /// The time up to the set one, which the sealer has to have.
    fn time_up_to(&self, until: Option<Instant>) -> Result<Duration, Refusal> {
        let Some(until) = until else { return Ok(Duration::ZERO) };
        let amount = until.since(self.at);
        if amount.is_zero() {
            return Ok(amount);
        }
        let mut clock = self.table.clock().clone();
        let charged = clock.handle(clock::Command::Charge { amount }, self.at, &mut |_| ());
        match charged {
            Ok(()) => Ok(amount),
            Err(HandleError::Refused(clock::Refusal::WouldFlag)) => {
                Err(AdjournmentRefusal::SealingOutlastsTime.into())
            }
            Err(HandleError::Refused(refusal)) => Err(Refusal::Clock(refusal)),
            Err(HandleError::Backwards { .. }) => unreachable!("time has passed up to this very instant"),
        }
    }

    /// The sealer has sealed a move on the table's screen.
    fn seal(&mut self, side: Side, seal: Seal, by: Who) -> Result<(), Refusal> {
        let sealer = self.require_sealing()?.sealer;
        if side != sealer {
            return Err(AdjournmentRefusal::NotSealer.into());
        }
        require(Entitled::Player, by, Some(side))?;
        self.require_play()?;
        if let Some(number) = self.made_on_board() {
            return Err(AdjournmentRefusal::MadeOnBoard { number }.into());
        }
        self.tell_adjournment(AdjournmentEvent::Sealed { side, seal });
        Ok(())
    }

    /// The number of the move that the sealer has made on the board and not pressed (FIDE Guidelines I.1.1).
    fn made_on_board(&self) -> Option<u32> {
        let sealer = self.under_way()?.sealer;
        let record = self.record();
        let made = matches!(self.table.ahead(), Some(Ahead::Moves(_)));
        record.moves().last().filter(|last| made && last.side == sealer).map(|_| record.move_count())
    }

    /// The sealer hands the envelope over. That is the press, but it starts nobody's clock.
    fn hand_over(&mut self, by: Who) -> Result<(), Refusal> {
        let Adjournment { sealer: side, until, .. } = self.require_sealing()?;
        require(Entitled::Player, by, Some(side))?;
        self.require_play()?;
        let charged = match self.done_next() {
            Some(clock::Command::Charge { amount }) => *amount,
            Some(_) | None => self.time_up_to(until)?,
        };
        let on_board = self.made_on_board().is_some();
        if !charged.is_zero() {
            self.clock(clock::Command::Charge { amount: charged })?;
        }
        self.clock(clock::Command::Press { side })?;
        self.clock(clock::Command::Pause)?;
        self.tell_adjournment(AdjournmentEvent::HandedOver { side, charged, on_board });
        self.see_off(side);
        if on_board { self.after_press(side) } else { Ok(()) }
    }

    fn require_sealing(&self) -> Result<Adjournment, Refusal> {
        let adjournment = self.under_way().ok_or(AdjournmentRefusal::NotAdjourned)?;
        if adjournment.stage != Stage::Sealing {
            return Err(AdjournmentRefusal::HandedOverAlready.into());
        }
        Ok(adjournment.clone())
    }

    /// The session in which play goes on begins. Both clocks stand.
    fn resume_session(&mut self, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let stage = self.under_way().ok_or(AdjournmentRefusal::NotAdjourned)?.stage;
        if self.record().is_ended() {
            return Err(Refusal::GameOver);
        }
        match stage {
            Stage::Sealing => Err(AdjournmentRefusal::NotHandedOver.into()),
            Stage::Closed => {
                self.tell_adjournment(AdjournmentEvent::SessionResumed);
                Ok(())
            }
            Stage::Resumed | Stage::Over => Err(AdjournmentRefusal::SessionResumedAlready.into()),
        }
    }

    /// A passphrase did not open the envelope. It is counted and never fatal.
    fn count_wrong_passphrase(&mut self, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let adjournment = self.require_openable()?;
        if adjournment.seal.is_none() {
            return Err(AdjournmentRefusal::OnPaperOnly.into());
        }
        let count = adjournment.wrong_passphrases.saturating_add(1);
        self.tell_adjournment(AdjournmentEvent::WrongPassphrase { count });
        Ok(())
    }

    /// Whoever has moved leaves at once.
    fn see_off(&mut self, side: Side) {
        if !*self.record().people().away.of(side) {
            self.enter(EventKind::People(PeopleEvent::Left { side, overtime: false }));
        }
    }

    /// The adjournment that is under way.
    pub(super) fn under_way(&self) -> Option<&Adjournment> {
        self.record().adjournment().filter(|adjournment| adjournment.is_under_way())
    }

    pub(super) fn tell_adjournment(&mut self, event: AdjournmentEvent) {
        self.enter(EventKind::Adjournment(event));
    }

    /// Where the game ended with the envelope shut, it is filed unopened. A flag that fell meanwhile says nothing of
    /// what lies in it (FIDE Guidelines I.10).
    pub(crate) fn file_envelope(&mut self, before: &Record) {
        let never_opened =
            |adjournment: &&Adjournment| adjournment.is_shut() && adjournment.incident.is_none();
        let Some(adjournment) = self.record().adjournment().filter(never_opened) else { return };
        let side = adjournment.sealer;
        if self.record().is_ended() && !before.is_ended() && !self.may_open_after_end() {
            self.tell_adjournment(AdjournmentEvent::Filed { side });
        }
    }
}
