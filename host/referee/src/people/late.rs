//! Lateness (III 22.1–3; FIDE 6.6, 6.7). Second 0 is the appointed time.

use clock::{Clock, Command, Duration, HandleError, Side, Status};

use super::PeopleEvent;
use crate::act::require;
use crate::command::Who;
use crate::event::EventKind;
use crate::incident::Penalty;
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

/// The kind of incident that lateness beyond the limit is.
const LATE: &str = "late";

impl Walk {
    /// A player has come. Lateness costs time; beyond the limit, or where it would use up the time, it is an incident.
    pub(crate) fn arrive(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        let record = self.record();
        let has_played = record.pressed_at(side).is_some() || record.last_of(side).is_some();
        if has_played || *record.people().arrived.of(side) {
            return Err(Refusal::HereAlready);
        }
        let over = record.is_ended();
        // Where the opponent was too late the game is over, but each is judged.
        if over && !self.has_lost_by_lateness(side.other()) {
            return Err(Refusal::GameOver);
        }
        let late = self.at.since_zero();
        let owed = self.owed(side, late);
        // Where the policy knows no such incident, there is no limit.
        let known = self.policy().kind(LATE).is_some();
        let beyond = known && (late > self.policy().late.limit || self.would_use_up(side, owed));
        let charged = if beyond || over { Duration::ZERO } else { owed };
        self.enter(EventKind::People(PeopleEvent::Arrived { side, late, charged }));
        if !charged.is_zero() {
            self.clock(Command::Subtract { side, amount: charged })?;
        }
        match beyond.then(|| self.open_found(LATE, Some(side), None)).flatten() {
            Some(number) => self.rule_at_once(number, by),
            None => Ok(()),
        }
    }

    /// What a side that comes so late owes: so many times the lateness, less what its clock has run already.
    fn owed(&self, side: Side, late: Duration) -> Duration {
        let counts = self.policy().late;
        let first = self.record().first().unwrap_or_else(|| self.setup().game.first_side());
        if counts.first_side_only && side != first {
            return Duration::ZERO;
        }
        let ran = self.record().people().running.ran(side, self.at);
        late.times(counts.factor).minus(ran)
    }

    /// Whether so much time off would leave the side none, even where the clock stands for good.
    fn would_use_up(&self, side: Side, amount: Duration) -> bool {
        let mut clock: Clock = self.table.clock().clone();
        let mut ask = |command| clock.handle(command, self.at, &mut |_| ());
        if self.status() == Status::Stopped && ask(Command::Reopen).is_err() {
            return false;
        }
        ask(Command::Subtract { side, amount }) == Err(HandleError::Refused(clock::Refusal::WouldFlag))
    }

    fn has_lost_by_lateness(&self, side: Side) -> bool {
        self.record().incidents().all().iter().any(|incident| {
            let penalties = incident.ruling.iter().flat_map(|ruling| ruling.penalties.iter());
            incident.opened.kind == LATE && { penalties }.any(|penalty| *penalty == Penalty::Loss { side })
        })
    }
}
