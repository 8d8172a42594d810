//! Orders of people, and what follows by itself: decided at once, or asked of the unit first.

use clock::Instant;
use link::Commands;
use link::host::OrderError;
use referee::{Decided, Refusal};

use super::inputs::receipt;
use super::{About, Behind, Clerk, Ordered, Sent};
use crate::seat::is_correction;

/// What becomes of the order whose turn it is.
enum Next {
    /// This was decided, and nothing asked of the clock.
    Decided(Box<Decided>),
    Refused(Refusal),
    /// The unit is asked.
    Sent {
        id: u32,
    },
    /// The unit's time is not known yet, or its grant is under way.
    Waits,
}

impl Behind {
    /// Decides what waits, up to what the unit has to be asked.
    pub(super) fn pump(&mut self, clerk: &mut Clerk<'_>) {
        if self.held {
            return;
        }
        self.pump_following(clerk);
        while self.sent.is_none()
            && let Some(ordered) = self.orders.pop_front()
        {
            let next = self.consider(&ordered, clerk);
            let at = clerk.committed();
            let about = About {
                receipt: Some(receipt(at, ordered.name.clone())),
                ticket: ordered.ticket,
                ..About::default()
            };
            match next {
                Next::Decided(decided) => clerk.enter(*decided, about),
                Next::Refused(refusal) => clerk.refuse(ordered.order, refusal, at, about),
                Next::Sent { id } => {
                    self.sent = Some(Sent { id, epoch: self.host.epoch(), ordered: Some(ordered) });
                }
                Next::Waits => {
                    self.orders.push_front(ordered);
                    return;
                }
            }
        }
    }

    /// What follows by itself from what has happened goes before other orders.
    fn pump_following(&mut self, clerk: &mut Clerk<'_>) {
        if self.sent.is_some() || !self.follows || !self.is_heard(clerk.now) {
            return;
        }
        let at = clerk.committed();
        let decided = clerk.live.follow(at, None).expect("time stands");
        if decided.commands.is_empty() {
            self.follows = false;
            if !decided.step.events.is_empty() {
                clerk.enter(decided, About { follows: true, ..About::default() });
            }
            return;
        }
        let asked = clerk.live.follow(self.present(clerk), None).map(|decided| decided.commands);
        let asked = asked.ok().filter(|asked| !asked.is_empty()).unwrap_or(decided.commands);
        if let Next::Sent { id } = self.ask(&asked, clerk.now) {
            // Once: what the unit does not do now follows from the next that happens there.
            self.follows = false;
            self.sent = Some(Sent { id, epoch: self.host.epoch(), ordered: None });
        }
    }

    /// The table's time by now, as near as it is known.
    fn present(&self, clerk: &Clerk<'_>) -> Instant {
        let estimate = self.host.table_time(clerk.now).map(|estimate| estimate.time);
        estimate.unwrap_or_default().max(clerk.committed())
    }

    fn consider(&mut self, ordered: &Ordered, clerk: &Clerk<'_>) -> Next {
        let Ordered { order, turns, until, .. } = ordered;
        let over = clerk.now >= *until;
        let decided = clerk.live.decide(order.clone(), clerk.committed()).expect("time stands");
        // A pause always acts: it harms nobody and can be taken back.
        let pauses = decided.commands == [clock::Command::Pause];
        if !pauses && turns.is_some_and(|turns| turns != clerk.live.record().turns()) {
            return Next::Refused(Refusal::PressCameFirst);
        }
        if over && is_correction(&order.command) {
            return Next::Refused(Refusal::Expired);
        }
        if decided.commands.is_empty() {
            return Next::Decided(Box::new(decided));
        }
        let then = clerk.live.decide(order.clone(), self.present(clerk)).map(|then| then.commands);
        let asked = then.ok().filter(|asked| !asked.is_empty()).unwrap_or(decided.commands);
        if over {
            let heard = self.is_heard(clerk.now);
            return Next::Refused(if heard { Refusal::Expired } else { Refusal::NoWordFromUnit });
        }
        self.ask(&asked, clerk.now)
    }

    /// Asks the unit's clock for something.
    fn ask(&mut self, commands: &[clock::Command], now: Instant) -> Next {
        let Ok(commands) = Commands::from_slice(commands) else {
            return Next::Refused(Refusal::UnitDidOtherwise);
        };
        match self.host.order(commands, Some(self.host.turns()), now) {
            Ok(id) => Next::Sent { id },
            // A unit that is heard is about to have its table.
            Err(OrderError::NoUnit) if self.host.silent_since(now).is_none() => Next::Waits,
            Err(OrderError::NoTime | OrderError::Full) => Next::Waits,
            Err(OrderError::NoUnit | OrderError::NoWord { .. }) => Next::Refused(Refusal::NoWordFromUnit),
        }
    }

    /// What became of a command was not said in time: it is refused, and never repeated by itself.
    pub(super) fn give_up(&mut self, id: u32, epoch: u32, clerk: &mut Clerk<'_>) {
        let is_this = |sent: &mut Sent| sent.id == id && sent.epoch == epoch;
        let Some(sent) = self.sent.take_if(is_this) else { return };
        let Some(Ordered { ticket, order, name, .. }) = sent.ordered else { return };
        let at = clerk.committed();
        let about = About { receipt: Some(receipt(at, name)), ticket, ..About::default() };
        clerk.refuse(order, Refusal::Expired, at, about);
    }
}
