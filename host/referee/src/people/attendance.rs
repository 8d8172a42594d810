//! Calls for the arbiter are answered when one comes to the table, and says so or is seen to act there.

use super::{PeopleCommand, PeopleEvent};
use crate::adjournment::AdjournmentCommand;
use crate::command::{Command, Who};
use crate::ending::{EndingCommand, Marker, Signer};
use crate::incident::IncidentCommand;
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

impl Walk {
    /// An arbiter has come: whoever called has been heard.
    pub(super) fn attend(&mut self, by: Who) -> Result<(), Refusal> {
        crate::act::require(Entitled::Arbiter, by, None)?;
        self.enter_people(PeopleEvent::Attended);
        Ok(())
    }

    /// An arbiter has acted at the table: whoever called sees that one has come.
    pub(crate) fn attend_by(&mut self, command: &Command) {
        let summoned = self.record().people().summoned;
        if (summoned.black || summoned.white) && command.shows_arbiter() {
            self.enter_people(PeopleEvent::Attended);
        }
    }
}

impl Command {
    /// Whether players see from it that an arbiter is dealing with their table: the clocks are touched, an incident is
    /// noted or decided, leave is given, play is adjourned or taken up again, the end is settled. Asking for the time is
    /// not that, nor what an arbiter enters in somebody's place: moves, presses, presence, claims, offers, marks.
    const fn shows_arbiter(&self) -> bool {
        match self {
            Self::Start { .. }
            | Self::Pause { .. }
            | Self::Resume
            | Self::Set { .. }
            | Self::Add { .. }
            | Self::Subtract { .. }
            | Self::Turn { .. }
            | Self::SwapSides { .. }
            | Self::Recount { .. }
            | Self::VoidFlag { .. } => true,
            Self::Press { .. }
            | Self::Move { .. }
            | Self::TakeBack { .. }
            | Self::Correct { .. }
            | Self::Query { .. }
            | Self::Resign { .. } => false,
            Self::Incident(command) => match command {
                IncidentCommand::Violation { .. } | IncidentCommand::Rule { .. } => true,
                IncidentCommand::Claim { .. } | IncidentCommand::Appeal { .. } => false,
            },
            Self::People(command) => match command {
                PeopleCommand::Talk { .. } | PeopleCommand::TalkEnd | PeopleCommand::Nigiri { .. } => true,
                // That an arbiter has come is on record by the command itself.
                PeopleCommand::Attend
                | PeopleCommand::Summon { .. }
                | PeopleCommand::Arrived { .. }
                | PeopleCommand::Leave { .. }
                | PeopleCommand::Back { .. }
                | PeopleCommand::Seen { .. } => false,
            },
            Self::Adjournment(command) => match command {
                AdjournmentCommand::Adjourn { .. }
                | AdjournmentCommand::HandOver
                | AdjournmentCommand::ResumeSession
                | AdjournmentCommand::OpenSeal { .. } => true,
                AdjournmentCommand::Seal { .. } | AdjournmentCommand::WrongPassphrase => false,
            },
            Self::Ending(command) => command.shows_arbiter(),
        }
    }
}

impl EndingCommand {
    /// Whether it is an arbiter's own part in the end of a game.
    const fn shows_arbiter(&self) -> bool {
        match self {
            Self::Dead { by: Marker::Chief, .. }
            | Self::Border { .. }
            | Self::Result { .. }
            | Self::Confirm { by: Signer::Arbiter } => true,
            Self::ProposeEnd { .. }
            | Self::AgreeEnd { .. }
            | Self::DeclineEnd { .. }
            | Self::Dead { by: Marker::Side(_), .. }
            | Self::PlayOn { .. }
            | Self::AgreeCount { .. }
            | Self::AskRecount { .. }
            | Self::ConcedeContest { .. }
            | Self::DrawOffer { .. }
            | Self::DrawAgree { .. }
            | Self::DrawDecline { .. }
            | Self::ClaimDraw { .. }
            | Self::Confirm { by: Signer::Black | Signer::White }
            | Self::Cleared => false,
        }
    }
}
