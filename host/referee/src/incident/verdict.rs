//! What all rulings together make of a game: warnings, deductions, the result.

use clock::Side;

use super::{IncidentEvent, Incidents, Penalty};
use crate::event::EventKind;
use crate::outcome::{DrawnBy, Outcome, VoidBy, WonBy};
use crate::policy::Policy;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::walk::Walk;

impl Incidents {
    /// The warnings that a side has; so many cautions make one where the policy says so.
    #[must_use]
    pub fn warnings(&self, side: Side, policy: &Policy) -> u16 {
        self.count_warnings(side, policy, |_| true)
    }

    /// The warnings of a side that count towards a loss.
    fn warnings_that_add_up(&self, side: Side, policy: &Policy) -> u16 {
        self.count_warnings(side, policy, |adds_up| adds_up)
    }

    fn count_warnings(&self, side: Side, policy: &Policy, counts: impl Fn(bool) -> bool) -> u16 {
        let warned = self.count(|penalty| {
            matches!(penalty, Penalty::Warning { side: to, adds_up } if to == side && counts(adds_up))
        });
        let cautioned = self.count(|penalty| {
            matches!(penalty, Penalty::Caution { side: to, adds_up } if to == side && counts(adds_up))
        });
        warned.saturating_add(cautioned.checked_div(policy.cautions_warn).unwrap_or_default())
    }

    /// How many penalties that stand are such.
    fn count(&self, such: impl Fn(Penalty) -> bool) -> u16 {
        let count = self.penalties().filter(|(_, penalty)| such(*penalty)).count();
        u16::try_from(count).unwrap_or(u16::MAX)
    }

    /// The cautions that a side has, those included that have made a warning.
    #[must_use]
    pub fn cautions(&self, side: Side) -> u16 {
        self.count(|penalty| matches!(penalty, Penalty::Caution { side: to, .. } if to == side))
    }

    /// What comes off a side's count, in quarters of the unit that the count is in.
    #[must_use]
    pub fn deduction(&self, side: Side, policy: &Policy, unit: rules::go::Unit) -> rules::Quarters {
        let ruled = self.penalties().filter_map(|(_, penalty)| {
            let Penalty::Count { side: offender, cost } = penalty else { return None };
            (offender == side).then(|| cost.in_unit(unit).0)
        });
        let each = policy.warning_costs.map_or(0, |cost| cost.in_unit(unit).0);
        let warned = i32::from(self.warnings(side, policy)).saturating_mul(each);
        rules::Quarters(ruled.fold(warned, i32::saturating_add))
    }

    /// What the rulings make of the game by this policy.
    fn decide(&self, policy: &Policy) -> Option<Outcome> {
        let has = |wanted: Penalty| self.penalties().any(|(_, penalty)| penalty == wanted);
        let warned_out = |side| {
            let lose = policy.warnings_lose;
            lose > 0 && self.warnings_that_add_up(side, policy) >= lose
        };
        let lost = |side| has(Penalty::Loss { side }) || warned_out(side);
        match (lost(Side::Black), lost(Side::White)) {
            (true, true) => return Some(Outcome::BothLose),
            _ if has(Penalty::BothLose) => return Some(Outcome::BothLose),
            (true, false) => return Some(Outcome::Won { side: Side::White, by: WonBy::Forfeit }),
            (false, true) => return Some(Outcome::Won { side: Side::Black, by: WonBy::Forfeit }),
            (false, false) => {}
        }
        if has(Penalty::Replay) {
            Some(Outcome::Void { by: VoidBy::Replay })
        } else if has(Penalty::NoResult) {
            Some(Outcome::Void { by: VoidBy::NoResult })
        } else if has(Penalty::Draw) {
            Some(Outcome::Drawn { by: DrawnBy::Ruling })
        } else {
            None
        }
    }
}

impl Walk {
    /// Rulings may have decided the game, or leave it to play again.
    pub(crate) fn settle_verdict(&mut self) -> Result<(), Refusal> {
        let verdict = self.record().incidents().decide(&self.policy());
        if verdict == self.record().incidents().verdict() {
            return Ok(());
        }
        if verdict.is_some() {
            self.stop_clock()?;
            if !self.record().is_ended() {
                self.enter_end(self.at);
            }
        }
        let result = self.record().outcome_under(verdict);
        self.enter(EventKind::Incident(IncidentEvent::Verdict { verdict, result }));
        let ending = self.record().ending();
        let goes_on = verdict.is_none() && self.record().outcome().is_none();
        match (goes_on, ending.stopped) {
            (true, None) => self.reopen(),
            // The board was being counted: it still is.
            (true, Some(_)) => {
                self.enter(EventKind::Reopened);
                Ok(())
            }
            (false, _) => Ok(()),
        }
    }
}

impl Table {
    /// The warnings that a side has.
    #[must_use]
    pub fn warnings(&self, side: Side) -> u16 {
        self.record().incidents().warnings(side, &self.setup().policy)
    }

    /// What rulings take off a side's count, in quarters of zi or points as the rules count; nothing but in Go.
    #[must_use]
    pub fn deduction(&self, side: Side) -> rules::Quarters {
        let unit = self.setup().game.rule_set().unit();
        self.record().incidents().deduction(side, &self.setup().policy, unit)
    }
}
