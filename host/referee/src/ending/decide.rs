//! What a table does on the way to a game's end.

use clock::Side;

use super::EndingCommand;
use crate::command::Who;
use crate::incident::Sensed;
use crate::refusal::Refusal;
use crate::walk::Walk;

impl Walk {
    pub(crate) fn ending(&mut self, command: &EndingCommand, by: Who) -> Result<(), Refusal> {
        match command {
            EndingCommand::ProposeEnd { side } => self.propose_end(*side, by),
            EndingCommand::AgreeEnd { side } => self.agree_end(*side, by),
            EndingCommand::DeclineEnd { side } => self.decline_end(*side, by),
            EndingCommand::Dead { by: marker, points } => self.mark_dead(*marker, points, by),
            EndingCommand::PlayOn { side } => self.play_on(*side, by),
            EndingCommand::AgreeCount { side } => self.agree_count(*side, by),
            EndingCommand::AskRecount { side } => self.ask_recount(*side, by),
            EndingCommand::ConcedeContest { side } => self.concede_contest(*side, by),
            EndingCommand::Border { points } => self.settle_border(points, by),
            EndingCommand::DrawOffer { side } => self.offer_draw(*side, by),
            EndingCommand::DrawAgree { side } => self.agree_draw(*side, by),
            EndingCommand::DrawDecline { side } => self.decline_draw(*side, by),
            EndingCommand::ClaimDraw { side, played } => self.claim_draw(*side, played.as_ref(), by),
            EndingCommand::Result { outcome, .. } => self.decree(*outcome, by),
            EndingCommand::Confirm { by: signer } => self.confirm(*signer, by),
            EndingCommand::Cleared => self.clear(by),
        }
    }

    /// What follows a recorded move.
    pub(crate) fn after_move(&mut self, side: Side, number: u32, sensed: Sensed) {
        self.find_incidents(side, number, sensed);
        self.lapse_offer_by_move(side);
    }

    /// What follows a press that counts.
    pub(crate) fn after_press(&mut self, side: Side) -> Result<(), Refusal> {
        self.find_hasty_press(side);
        self.lapse_offer(side);
        if self.alone { Ok(()) } else { self.stop_after_passes() }
    }
}
