//! The chief arbiter says what a sealed move is that cannot be read, was lost, or does not match.

use super::{Adjournment, AdjournmentEvent, AdjournmentRefusal};
use crate::board::Judged;
use crate::command::Played;
use crate::policy::{Choice, Effect};
use crate::refusal::Refusal;
use crate::setup::GameKind;
use crate::walk::Walk;

/// The choice that the move is played which is named behind it.
const PLAY: &str = "play";

impl Walk {
    /// The move that a choice lays on the board: the one that is named, or a pass; none where the choice lays none.
    pub(crate) fn ruled_move(
        &self,
        chosen: Option<&Choice>,
        played: Option<&Played>,
    ) -> Result<Option<Played>, Refusal> {
        let plays = chosen.is_some_and(|choice| choice.name == PLAY);
        let passes = chosen.is_some_and(|choice| choice.effects.contains(&Effect::Pass));
        match (played, plays) {
            (Some(Played::Unknown) | None, true) => Err(Refusal::MoveNeeded),
            (Some(played), true) => self.playable(played).map(Some),
            (Some(_), false) => Err(Refusal::NoMoveNeeded),
            (None, false) => Ok(passes.then_some(Played::Pass)),
        }
    }

    /// A move that is ruled to be played has to be one that can be played.
    fn playable(&self, played: &Played) -> Result<Played, Refusal> {
        let adjournment = self.shut()?;
        if self.setup().game.kind == GameKind::Clock {
            return Ok(played.clone());
        }
        let number = self.record().move_count().saturating_add(1);
        match self.record().judge(number, adjournment.sealer, played)? {
            Judged { illegal: Some(breach), .. } => {
                Err(Refusal::IllegalMove { text: played.to_string(), breach })
            }
            Judged { illegal: None, played, .. } => Ok(played),
        }
    }

    /// Makes sure that an incident about a sealed move can still settle it.
    pub(crate) fn require_unsettled(&self, incident: u32) -> Result<(), Refusal> {
        let adjournment = self.shut()?;
        if adjournment.incident == Some(incident) {
            Ok(())
        } else {
            Err(AdjournmentRefusal::SealSettled.into())
        }
    }

    /// The adjournment whose move is not settled.
    fn shut(&self) -> Result<Adjournment, Refusal> {
        let shut = self.under_way().filter(|adjournment| adjournment.is_shut());
        shut.cloned().ok_or(AdjournmentRefusal::SealSettled.into())
    }

    /// Lays the move that was ruled.
    pub(crate) fn lay_ruled(&mut self, played: Played) -> Result<(), Refusal> {
        let adjournment = self.shut()?;
        self.tell_adjournment(AdjournmentEvent::Laid { side: adjournment.sealer, played: played.clone() });
        self.lay(&adjournment, &played)
    }
}
