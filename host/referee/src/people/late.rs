//! Lateness (III 22.1–3; FIDE 6.6, 6.7). Second 0 is the appointed time.

use clock::{Clock, Command, Duration, HandleError, Instant, Side, Status};

use super::PeopleEvent;
use crate::act::require;
use crate::adjournment::Adjournment;
use crate::command::Who;
use crate::event::EventKind;
use crate::incident::Penalty;
use crate::refusal::{Entitled, Refusal};
use crate::setup::GameKind;
use crate::walk::Walk;

/// The kind of incident that lateness beyond the limit is.
const LATE: &str = "late";
/// What a charge for lateness leaves on a clock at the least, so that the game can go on.
const LEAST_LEFT: Duration = Duration::from_secs(1);

impl Walk {
    /// A player has come. Lateness costs time; beyond the limit, or where it would use up the time, it is an incident.
    pub(crate) fn arrive(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if let Some(session) = self.record().adjournment().and_then(|adjournment| adjournment.session) {
            return self.arrive_at_session(side, session, by);
        }
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
        let (charged, withheld) = if beyond || over {
            (Duration::ZERO, owed)
        } else {
            (self.subtracted(side).unwrap_or(owed), Duration::ZERO)
        };
        self.enter(EventKind::People(PeopleEvent::Arrived { side, late, charged, withheld }));
        if !charged.is_zero() {
            self.clock(Command::Subtract { side, amount: charged })?;
        }
        match beyond.then(|| self.open_found(LATE, Some(side), None)).flatten() {
            Some(number) => self.rule_at_once(number, by),
            None => Ok(()),
        }
    }

    /// Where the game goes on although a side could have lost it by lateness, the lateness counts against the clock as it
    /// would have without a limit, as far as the clock reaches. It waits for the ruling; one that takes time itself says
    /// what the lateness costs.
    pub(crate) fn settle_lateness(&mut self) -> Result<(), Refusal> {
        for side in Side::BOTH {
            let withheld = *self.record().people().withheld.of(side);
            if withheld.is_zero() || self.record().is_ended() || !self.is_adjustable() {
                continue;
            }
            let amount = self.subtracted(side).unwrap_or_else(|| self.within_reach(side, withheld));
            if self.lateness_waits(side) || amount.is_zero() {
                continue;
            }
            self.enter(EventKind::People(PeopleEvent::LateCharged { side, amount }));
            self.clock(Command::Subtract { side, amount })?;
        }
        Ok(())
    }

    /// What the table's unit has taken from a side by now: how much that is depends on the time.
    fn subtracted(&self, side: Side) -> Option<Duration> {
        match self.done_next() {
            Some(Command::Subtract { side: of, amount }) if *of == side => Some(*amount),
            Some(_) | None => None,
        }
    }

    /// Whether a side's incident waits for a ruling, or has one that takes time.
    fn lateness_waits(&self, side: Side) -> bool {
        self.record().incidents().all().iter().any(|incident| {
            let takes_time =
                |penalty: &Penalty| matches!(penalty, Penalty::TimeTaken { side: of, .. } if *of == side);
            let ruled =
                incident.ruling.as_ref().is_some_and(|ruling| ruling.penalties.iter().any(takes_time));
            let late = incident.opened.kind == LATE && incident.opened.side == Some(side);
            late && (incident.is_open() || ruled)
        })
    }

    /// So much of an amount as can be taken from a side's clock so that a second is left.
    fn within_reach(&self, side: Side, amount: Duration) -> Duration {
        let tick = Duration::from_micros(1);
        let leaves_a_second = |amount: Duration| {
            let mut clock: Clock = self.table.clock().clone();
            let amount = amount.plus(LEAST_LEFT).minus(tick);
            clock.handle(Command::Subtract { side, amount }, self.at, &mut |_| ()).is_ok()
        };
        if leaves_a_second(amount) {
            return amount;
        }
        let (mut reach, mut beyond) = (0, amount.as_micros());
        while beyond - reach > 1 {
            let middle = reach + (beyond - reach) / 2;
            if leaves_a_second(Duration::from_micros(middle)) {
                reach = middle;
            } else {
                beyond = middle;
            }
        }
        Duration::from_micros(reach)
    }

    /// A player has come to the session in which play goes on. Their clock has run if it was theirs; in Go that is all
    /// (22.1), in chess the default time counts anew, and what lies in a shut envelope is looked at first (FIDE
    /// Guidelines I.9, I.10).
    fn arrive_at_session(&mut self, side: Side, session: Instant, by: Who) -> Result<(), Refusal> {
        let record = self.record();
        let has_played = record.pressed_at(side).is_some_and(|at| at > session);
        if has_played || *record.people().arrived.of(side) {
            return Err(Refusal::HereAlready);
        }
        let shut = record.adjournment().is_some_and(Adjournment::is_shut);
        if record.is_ended() && !shut {
            return Err(Refusal::GameOver);
        }
        let (late, charged) = (self.at.since(session), Duration::ZERO);
        let withheld = Duration::ZERO;
        self.enter(EventKind::People(PeopleEvent::Arrived { side, late, charged, withheld }));
        let defaults = self.setup().game.kind == GameKind::Chess && late > self.policy().late.limit;
        if !defaults || self.record().is_ended() {
            return Ok(());
        }
        match self.open_found(LATE, Some(side), None) {
            Some(number) if !shut => self.rule_at_once(number, by),
            Some(_) | None => Ok(()),
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
