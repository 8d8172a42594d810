//! What the unit's end sends, and when.

use clock::{Clock, Instant};

use super::{Line, Session, View};
use crate::digest::digest;
use crate::frame::{FrameBuffer, encode};
use crate::limits::{ASK_AGAIN_AFTER, SILENT_AFTER, TICK_EVERY};
use crate::message::{Echo, Granted, Hello, Input, Snapshot, Tick, ToHost, Versions};

impl Session {
    /// When there is something to send; an instant that has passed means at once.
    #[must_use]
    pub fn poll_at(&self, now: Instant) -> Instant {
        let open = self.is_open(now);
        let at_once = self.due.echo.is_some()
            || self.due.trouble.is_some()
            || self.due.granted
            || self.due.called
            || (open && self.due.snapshot && self.epoch > 0);
        let when_open = [
            self.log.send_at(),
            (self.epoch > 0).then_some(self.due.tick),
            (self.epoch > 0 && self.log.owes_snapshot()).then_some(self.due.tick),
        ];
        let sending = when_open.into_iter().flatten().min().filter(|_| open);
        let greeting = (!open).then_some(self.due.hello);
        let silence = self.heard.map(|heard| heard.plus(SILENT_AFTER)).filter(|_| open);
        if at_once {
            return now;
        }
        [sending, greeting, silence].into_iter().flatten().min().unwrap_or(self.due.hello)
    }

    /// Whether the host is there, knows this start, and takes inputs.
    fn is_open(&self, now: Instant) -> bool {
        self.welcomed && self.line(now) == Line::Up
    }

    /// Writes the next frame that is due; gives back its length, none when nothing is due.
    pub fn transmit(&mut self, now: Instant, view: View<'_>, frame: &mut FrameBuffer) -> Option<usize> {
        let message = self.next_message(now, view)?;
        encode(&message, frame)
    }

    fn next_message(&mut self, now: Instant, view: View<'_>) -> Option<ToHost> {
        if let Some(trouble) = self.due.trouble.take() {
            return Some(ToHost::Trouble(trouble));
        }
        if let Some((sent, came)) = self.due.echo.take() {
            let (start, epoch) = (self.identity.start(), self.epoch);
            return Some(ToHost::Echo(Echo { start, epoch, sent, at: view.time, held: now.since(came) }));
        }
        let called = core::mem::take(&mut self.due.called);
        if called || (self.due.hello <= now && !self.is_open(now)) {
            self.due.hello = now.plus(ASK_AGAIN_AFTER);
            return Some(ToHost::Hello(self.hello()));
        }
        if core::mem::take(&mut self.due.granted) {
            return Some(ToHost::Granted(Granted { start: self.identity.start(), epoch: self.epoch }));
        }
        let clock = view.clock.filter(|_| self.is_open(now));
        if let Some(clock) = clock
            && let Some(snapshot) = self.next_snapshot(now, clock, view.turns)
        {
            return Some(ToHost::Snapshot(snapshot));
        }
        if !self.is_open(now) {
            return None;
        }
        if let Some(input) = self.log.next_to_send(self.identity.start(), now) {
            return Some(ToHost::Input(input));
        }
        let tick = clock.filter(|_| self.epoch > 0 && self.due.tick <= now)?;
        self.due.tick = now.plus(TICK_EVERY);
        Some(ToHost::Tick(self.tick(tick, view.turns)))
    }

    fn hello(&self) -> Hello {
        Hello {
            versions: Versions::OURS,
            identity: self.identity,
            epoch: self.epoch,
            first: self.log.first(),
            newest: self.log.newest(),
            command: self.command,
        }
    }

    /// The state that stands: owed after a gap, or asked for.
    fn next_snapshot(&mut self, now: Instant, clock: &Clock, turns: u32) -> Option<Snapshot> {
        let (start, epoch, command) = (self.identity.start(), self.epoch, self.command);
        let make = |clock: &Clock, seq, lost| Snapshot {
            start,
            epoch,
            seq,
            lost,
            command,
            turns,
            state: clock.state().clone(),
        };
        if self.log.owes_snapshot() && self.due.tick <= now {
            self.due.tick = now.plus(TICK_EVERY);
            self.due.snapshot = false;
            return self.log.snapshot(clock, make);
        }
        let asked = core::mem::take(&mut self.due.snapshot) && !self.log.owes_snapshot();
        asked.then(|| make(clock, self.log.newest(), 0))
    }

    fn tick(&self, clock: &Clock, turns: u32) -> Tick {
        Tick {
            start: self.identity.start(),
            epoch: self.epoch,
            seq: self.log.newest(),
            at: clock.committed(),
            digest: digest(clock),
            turns,
            status: clock.status(),
            standing: clock.standing(),
            revision: self.showing.revision,
            damaged: self.damaged,
        }
    }

    /// The inputs that are kept because they are not on the host's disk, the oldest first.
    pub fn inputs(&self) -> impl Iterator<Item = Input> + '_ {
        let (first, start) = (self.log.first(), self.identity.start());
        (first..).map_while(move |seq| self.log.input(start, seq))
    }
}
