//! What a table does with commands about people.

use clock::{Instant, Phase, Side, Status};

use super::{PeopleCommand, PeopleEvent, Talk};
use crate::act::require;
use crate::command::Who;
use crate::event::EventKind;
use crate::policy::Decides;
use crate::refusal::{Entitled, Refusal};
use crate::table::Table;
use crate::walk::Walk;

impl Table {
    /// When a permitted talk has lasted as long as it may; a talk that ends at that very instant has not lasted longer.
    pub(crate) fn talk_overrun_at(&self) -> Option<Instant> {
        let talk = self.record().people().talk.filter(|talk| !talk.overrun)?;
        Some(talk.since.plus(self.setup().policy.talk))
    }
}

impl Walk {
    pub(crate) fn people(&mut self, command: &PeopleCommand, by: Who) -> Result<(), Refusal> {
        match command {
            PeopleCommand::Summon { side, .. } => self.summon(*side, by),
            PeopleCommand::Attend => self.attend(by),
            PeopleCommand::Arrived { side } => self.arrive(*side, by),
            PeopleCommand::Leave { side } => self.leave(*side, by),
            PeopleCommand::Back { side } => self.come_back(*side, by),
            PeopleCommand::Seen { side } => self.see(*side, by),
            PeopleCommand::Talk { side } => self.talk(*side, by),
            PeopleCommand::TalkEnd => self.end_talk(by),
            PeopleCommand::Nigiri { stones, shown, holder } => self.nigiri(*stones, *shown, *holder, by),
        }
    }

    /// A player calls for the arbiter, which stops the clocks where the policy says so (FIDE 6.11.2).
    fn summon(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        self.enter_people(PeopleEvent::Summoned { side });
        if self.policy().summon_stops_clock && self.status() == Status::Running {
            self.clock(clock::Command::Pause)?;
        }
        Ok(())
    }

    /// A player leaves; in overtime only with leave, and so often (III 22.7).
    fn leave(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if self.record().is_ended() {
            return Err(Refusal::GameOver);
        }
        let people = self.record().people();
        if *people.away.of(side) {
            return Err(Refusal::AwayAlready);
        }
        let left = *people.left_in_overtime.of(side);
        let overtime = self.is_in_overtime(side);
        if overtime && self.require_arbiter(by).is_err() {
            return Err(Refusal::LeaveNeeded);
        }
        if overtime && left >= self.policy().leaves_in_overtime {
            return Err(Refusal::LeaveUsedUp);
        }
        self.enter_people(PeopleEvent::Left { side, overtime });
        Ok(())
    }

    /// Whether the clock runs and this side has no main time any more.
    fn is_in_overtime(&self, side: Side) -> bool {
        let phase = self.table.clock().standing().readings.of(side).phase;
        self.status() == Status::Running && !matches!(phase, Phase::Main { .. })
    }

    fn come_back(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if !*self.record().people().away.of(side) {
            return Err(Refusal::NotAway);
        }
        self.enter_people(PeopleEvent::Returned { side });
        Ok(())
    }

    /// A player has been shown the move that was made while they were away (16.5).
    fn see(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if self.record().people().unseen.of(side).is_none() {
            return Err(Refusal::NothingUnseen);
        }
        self.enter_people(PeopleEvent::Seen { side });
        Ok(())
    }

    /// A permitted talk begins (15.5), with the leave of whom the policy names. The clock does not stop for it.
    fn talk(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        match self.policy().talk_leave {
            Decides::Arbiter => self.require_arbiter(by)?,
            Decides::Chief => self.require_chief(by)?,
        }
        if self.record().people().talk.is_some() {
            return Err(Refusal::TalkGoesOn);
        }
        self.enter_people(PeopleEvent::Talk { side });
        Ok(())
    }

    fn end_talk(&mut self, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let Talk { side, .. } = self.record().people().talk.ok_or(Refusal::NoTalk)?;
        self.enter_people(PeopleEvent::TalkEnded { side });
        Ok(())
    }

    /// A permitted talk has lasted longer than it may.
    pub(crate) fn overrun_talk(&mut self, due: Instant) {
        if let Some(Talk { side, .. }) = self.record().people().talk {
            self.enter_at(due, EventKind::People(PeopleEvent::TalkOverrun { side }));
        }
    }

    pub(super) fn enter_people(&mut self, event: PeopleEvent) {
        self.enter(EventKind::People(event));
    }
}
