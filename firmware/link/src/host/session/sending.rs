//! What the host's end sends, and when.

use clock::Instant;

use super::{Host, Stage, Waiting};
use crate::frame::{FrameBuffer, encode};
use crate::limits::{ASK_AGAIN_AFTER, COMMAND_AGAIN_AFTER, PROBE_EVERY, SILENT_AFTER};
use crate::message::{Acknowledge, Grant, Identity, Start, ToUnit, Versions, Welcome};

impl Host {
    /// When there is something to say or to send; an instant that has passed means at once.
    #[must_use]
    pub fn poll_at(&self, now: Instant) -> Instant {
        let open = self.silent_since(now).is_none();
        let at_once = self.due.welcome
            || self.due.turned_away.is_some()
            || self.due.acknowledge
            || self.due.boot_loader.is_some()
            || (!open && !self.silent);
        if at_once {
            return now;
        }
        let silence = self.heard.map(|heard| heard.plus(SILENT_AFTER)).filter(|_| open);
        let front = self.orders.front();
        let over = front.map(|front| if self.is_over(front, now) { now } else { front.until });
        let open_only = [
            (self.stage == Stage::Sent).then_some(self.due.grant),
            Some(self.due.probe),
            self.due.state,
            front.map(|_| self.due.order),
            self.has_to_show().then_some(self.due.show),
        ];
        let sending = open_only.into_iter().flatten().min().filter(|_| open && self.greeted);
        let call = (!open || !self.greeted).then_some(self.due.call);
        [silence, over, sending, call].into_iter().flatten().min().unwrap_or(self.due.call)
    }

    fn has_to_show(&self) -> bool {
        self.showing.as_ref().is_some_and(|showing| showing.revision != self.revision)
    }

    /// Writes the next frame that is due; gives back its length, none when nothing is due.
    pub fn transmit(&mut self, now: Instant, frame: &mut FrameBuffer) -> Option<usize> {
        let message = self.next_message(now)?;
        encode(&message, frame)
    }

    fn next_message(&mut self, now: Instant) -> Option<ToUnit> {
        if let Some(why) = self.due.turned_away.take() {
            return Some(ToUnit::TurnedAway(why));
        }
        let start = self.unit.map(Identity::start).unwrap_or_default();
        let acknowledged = Acknowledge { start, seq: self.saved };
        if core::mem::take(&mut self.due.welcome) {
            return Some(ToUnit::Welcome(Welcome { versions: Versions::OURS, acknowledged }));
        }
        if core::mem::take(&mut self.due.acknowledge) {
            return Some(ToUnit::Acknowledge(acknowledged));
        }
        if let Some(serial) = self.due.boot_loader.take() {
            return Some(ToUnit::BootLoader { serial });
        }
        if self.silent_since(now).is_some() || !self.greeted {
            return is_due(&mut self.due.call, now, ASK_AGAIN_AFTER).then_some(ToUnit::Call(Versions::OURS));
        }
        if self.stage == Stage::Sent && is_due(&mut self.due.grant, now, ASK_AGAIN_AFTER) {
            return self.written_grant(start, now).map(ToUnit::Grant);
        }
        self.next_question(now)
    }

    fn next_question(&mut self, now: Instant) -> Option<ToUnit> {
        if is_due(&mut self.due.probe, now, PROBE_EVERY) {
            return Some(ToUnit::Probe { sent: now });
        }
        if let Some(state) = &mut self.due.state
            && is_due(state, now, ASK_AGAIN_AFTER)
        {
            return Some(ToUnit::TellState);
        }
        let front = self.orders.front().filter(|front| !self.is_over(front, now));
        if let Some(Waiting { order, .. }) = front
            && is_due(&mut self.due.order, now, COMMAND_AGAIN_AFTER)
        {
            return Some(ToUnit::Order(order.clone()));
        }
        let to_show = self.has_to_show() && is_due(&mut self.due.show, now, COMMAND_AGAIN_AFTER);
        self.showing.clone().filter(|_| to_show).map(ToUnit::Show)
    }

    fn written_grant(&self, start: Start, now: Instant) -> Option<Grant> {
        let copy = self.copy.as_ref()?;
        Some(Grant {
            start,
            epoch: self.epoch,
            table: self.number,
            // As late as it is by now: what lay on the way is not given to the side that runs.
            time: self.tie.1.plus(now.since(self.tie.0)),
            turns: copy.turns,
            control: copy.clock.control().clone(),
            state: copy.clock.state().clone(),
            first: copy.first,
        })
    }
}

/// Whether something that is sent again and again is due; if so it is due again that much later.
fn is_due(at: &mut Instant, now: Instant, again_after: clock::Duration) -> bool {
    let due = *at <= now;
    if due {
        *at = now.plus(again_after);
    }
    due
}
