//! Signatures, the chief arbiter's result, the cleared table (16.4, 16.6).

use clock::Side;

use super::{EndingCommand, EndingEvent, Signer};
use crate::act::require;
use crate::command::{Command, Who};
use crate::event::EventKind;
use crate::incident::IncidentCommand;
use crate::outcome::Outcome;
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

impl Walk {
    /// The chief arbiter gives the game a result: by ruling, or after the signatures to put a clerical error right.
    pub(super) fn decree(&mut self, outcome: Outcome, by: Who) -> Result<(), Refusal> {
        self.require_chief(by)?;
        if self.record().ending().decreed == Some(outcome) {
            return Err(Refusal::RuledAlready);
        }
        self.stop_clock()?;
        if !self.record().is_ended() {
            self.enter_end(self.at);
        }
        self.enter(EventKind::Ending(EndingEvent::Decreed(outcome)));
        Ok(())
    }

    pub(super) fn confirm(&mut self, signer: Signer, by: Who) -> Result<(), Refusal> {
        match signer {
            Signer::Black => require(Entitled::Player, by, Some(Side::Black))?,
            Signer::White => require(Entitled::Player, by, Some(Side::White))?,
            Signer::Arbiter => self.require_arbiter(by)?,
        }
        let record = self.record();
        if record.outcome().is_none() {
            return Err(Refusal::NoResult);
        }
        if record.ending().signatures.contains(&signer) {
            return Err(Refusal::SignedAlready { who: signer });
        }
        if let Some(open) = record.incidents().all().iter().find(|incident| incident.is_open()) {
            return Err(Refusal::RulingOwed { number: open.opened.number });
        }
        self.enter(EventKind::Ending(EndingEvent::Confirmed { by: signer }));
        Ok(())
    }

    pub(super) fn clear(&mut self, by: Who) -> Result<(), Refusal> {
        if by != Who::Both {
            require(Entitled::Arbiter, by, None)?;
        }
        if !self.record().ending().is_signed() {
            return Err(Refusal::NotSigned);
        }
        self.enter(EventKind::Ending(EndingEvent::Cleared));
        Ok(())
    }

    /// After the three signatures nothing changes the result but a clerical error put right (16.4).
    pub(crate) fn require_unsigned(&self, command: &Command) -> Result<(), Refusal> {
        let ending = self.record().ending();
        if !ending.closed || matches!(command, Command::Query { .. }) {
            return Ok(());
        }
        if ending.cleared {
            return Err(Refusal::TableCleared);
        }
        let allowed = matches!(
            command,
            Command::Incident(IncidentCommand::Appeal { .. })
                | Command::Ending(
                    EndingCommand::Result { .. } | EndingCommand::Confirm { .. } | EndingCommand::Cleared
                )
        );
        let recount = matches!(command, Command::Ending(EndingCommand::AskRecount { .. }));
        let counts = matches!(
            command,
            Command::Ending(
                EndingCommand::Dead { .. } | EndingCommand::AgreeCount { .. } | EndingCommand::Border { .. }
            )
        );
        // A clerical error was put right, and the board may be counted again until all three have signed anew.
        let allowed =
            allowed || recount && !ending.is_signed() || counts && self.record().outcome().is_none();
        if allowed { Ok(()) } else { Err(Refusal::Signed) }
    }
}
