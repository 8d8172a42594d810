//! What is not done while play is adjourned: the position is that on the envelope, and nobody plays on.

use clock::Side;

use super::{Adjournment, AdjournmentRefusal, Stage};
use crate::command::Command;
use crate::ending::EndingCommand;
use crate::refusal::Refusal;
use crate::walk::Walk;

impl Walk {
    /// Makes sure that an order has its place in an adjournment that is under way.
    pub(crate) fn require_place(&self, command: &Command) -> Result<(), Refusal> {
        let Some(adjournment) = self.under_way().filter(|_| !self.record().is_ended()) else { return Ok(()) };
        match adjournment.stage {
            Stage::Sealing => self.require_place_in_sealing(command),
            Stage::Resumed if self.has_place_in_session(command, adjournment) => {
                self.require_no_ruling_owed(command, adjournment)
            }
            Stage::Closed | Stage::Resumed => require_place_behind_envelope(command),
            Stage::Over => Ok(()),
        }
    }

    /// Whether the replier's clock may be started and stopped by it, or what was pressed before is written down.
    fn has_place_in_session(&self, command: &Command, adjournment: &Adjournment) -> bool {
        match command {
            Command::Start { .. } | Command::Pause { .. } => true,
            // Going on is said once; afterwards a pause is ended as any other.
            Command::Resume => adjournment.started,
            Command::Move { side, .. } => self.is_missing_from(*side),
            Command::Press { .. }
            | Command::TakeBack { .. }
            | Command::Correct { .. }
            | Command::Set { .. }
            | Command::Add { .. }
            | Command::Subtract { .. }
            | Command::Turn { .. }
            | Command::SwapSides { .. }
            | Command::Query { .. }
            | Command::Recount { .. }
            | Command::VoidFlag { .. }
            | Command::Resign { .. }
            | Command::Incident(_)
            | Command::People(_)
            | Command::Ending(_)
            | Command::Adjournment(_) => false,
        }
    }

    /// Until it is decided what the sealed move is, nobody's clock runs.
    fn require_no_ruling_owed(&self, command: &Command, adjournment: &Adjournment) -> Result<(), Refusal> {
        let runs = matches!(command, Command::Start { .. } | Command::Resume);
        match self.open_incident(adjournment).filter(|_| runs) {
            Some(number) => Err(Refusal::RulingOwed { number }),
            None => Ok(()),
        }
    }

    /// Whether the next move that has to be written down is one of this side, of a turn that was pressed.
    fn is_missing_from(&self, side: Side) -> bool {
        self.table.missing_moves() > 0 && self.table.side_to_record() == side
    }

    /// The adjournment whose session has begun, and in which play has not come back to the board.
    pub(crate) fn awaited_session(&self) -> Option<&Adjournment> {
        self.under_way().filter(|adjournment| adjournment.stage == Stage::Resumed)
    }

    /// The sealer thinks: what they would play now is what they seal.
    fn require_place_in_sealing(&self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Press { .. } => Err(AdjournmentRefusal::HandOverIsPress.into()),
            Command::Move { side, .. } if !self.is_missing_from(*side) => {
                Err(AdjournmentRefusal::MoveIsSealed.into())
            }
            Command::Turn { .. }
            | Command::Ending(EndingCommand::ProposeEnd { .. } | EndingCommand::ClaimDraw { .. }) => {
                Err(AdjournmentRefusal::PlayAdjourned.into())
            }
            Command::Start { .. }
            | Command::Pause { .. }
            | Command::Resume
            | Command::Move { .. }
            | Command::TakeBack { .. }
            | Command::Correct { .. }
            | Command::Set { .. }
            | Command::Add { .. }
            | Command::Subtract { .. }
            | Command::SwapSides { .. }
            | Command::Query { .. }
            | Command::Recount { .. }
            | Command::VoidFlag { .. }
            | Command::Resign { .. }
            | Command::Incident(_)
            | Command::People(_)
            | Command::Ending(_)
            | Command::Adjournment(_) => Ok(()),
        }
    }
}

/// The table is closed: readings may be set right, the position may not.
fn require_place_behind_envelope(command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Start { .. }
        | Command::Press { .. }
        | Command::Pause { .. }
        | Command::Resume
        | Command::Move { .. }
        | Command::Ending(
            EndingCommand::ProposeEnd { .. }
            | EndingCommand::ConcedeContest { .. }
            | EndingCommand::ClaimDraw { .. },
        ) => Err(AdjournmentRefusal::PlayAdjourned.into()),
        Command::TakeBack { .. } | Command::Correct { .. } | Command::Turn { .. } => {
            Err(AdjournmentRefusal::PositionAdjourned.into())
        }
        Command::Set { .. }
        | Command::Add { .. }
        | Command::Subtract { .. }
        | Command::SwapSides { .. }
        | Command::Query { .. }
        | Command::Recount { .. }
        | Command::VoidFlag { .. }
        | Command::Resign { .. }
        | Command::Incident(_)
        | Command::People(_)
        | Command::Ending(_)
        | Command::Adjournment(_) => Ok(()),
    }
}
