//! What the host's end does with what the unit says.

use clock::{Clock, Event, Instant};

use super::{Host, ORDERS_SKIPPED, Stage, Tell, Waiting};
use crate::digest::digest;
use crate::host::copy::Copy;
use crate::host::told::{Application, Told, Why};
use crate::limits::TAKEN_AFTER;
use crate::message::{
    Echo, Granted, Hello, Identity, Input, Snapshot, Start, Tick, ToHost, TurnedAway, Versions, What,
};

impl Host {
    pub(super) fn turn_away(&mut self, why: TurnedAway, tell: Tell<'_>) {
        self.greeted = false;
        self.due.turned_away = Some(match why {
            TurnedAway::Protocol { .. } => TurnedAway::Protocol { theirs: Versions::OURS.protocol },
            TurnedAway::Engine { .. } => TurnedAway::Engine { theirs: Versions::OURS.engine },
        });
        tell(Told::TurnedAway(why));
    }

    pub(super) fn hear(&mut self, message: &ToHost, now: Instant, tell: Tell<'_>) {
        match message {
            ToHost::Hello(hello) => self.hear_hello(hello, now, tell),
            ToHost::Granted(Granted { start, epoch }) if self.listen(*start, now, tell) => {
                self.hold(*epoch, tell)
            }
            ToHost::Input(input) if self.play(input.start, now, tell) => self.hear_input(input, tell),
            ToHost::Tick(tick) if self.play(tick.start, now, tell) => self.hear_tick(tick, tell),
            ToHost::Snapshot(snapshot) if self.play(snapshot.start, now, tell) => {
                self.hear_snapshot(snapshot, tell);
            }
            ToHost::Echo(echo) if self.listen(echo.start, now, tell) => self.hear_echo(echo, now),
            // Another start's: it came late, or its greeting is still to come.
            ToHost::Granted(_)
            | ToHost::Input(_)
            | ToHost::Tick(_)
            | ToHost::Snapshot(_)
            | ToHost::Echo(_) => {}
            ToHost::Trouble(trouble) => tell(Told::Trouble(*trouble)),
        }
    }

    /// Whether a message is of the start that has greeted; if so the unit is there.
    fn listen(&mut self, start: Start, now: Instant, tell: Tell<'_>) -> bool {
        let known = self.is_start(start);
        if known {
            self.heard = Some(now);
            if core::mem::take(&mut self.silent) {
                tell(Told::Back);
            }
        }
        known
    }

    /// The same of what only a unit says that was welcomed: then it is no other.
    fn play(&mut self, start: Start, now: Instant, tell: Tell<'_>) -> bool {
        let known = self.listen(start, now, tell);
        if known {
            self.doubted = None;
        }
        known
    }

    fn hear_hello(&mut self, hello: &Hello, now: Instant, tell: Tell<'_>) {
        let (ours, theirs) = (Versions::OURS, hello.versions);
        if theirs.protocol != ours.protocol {
            return self.turn_away(TurnedAway::Protocol { theirs: theirs.protocol }, tell);
        }
        if theirs.engine != ours.engine {
            return self.turn_away(TurnedAway::Engine { theirs: theirs.engine }, tell);
        }
        let identity = hello.identity;
        let before = self.unit.filter(|unit| unit.serial == identity.serial);
        let behind = before.is_some_and(|unit| self.is_behind(unit, hello));
        if behind && !self.comes_alone(identity, now) {
            return;
        }
        let same = !behind && before.is_some_and(|unit| unit.boot == identity.boot);
        self.doubted = None;
        self.unit = Some(identity);
        self.listen(identity.start(), now, tell);
        self.greeted = true;
        self.due.welcome = true;
        if same {
            self.rejoin(hello, tell)
        } else {
            self.begin(hello, tell)
        }
        self.meet(hello.epoch, tell);
    }

    /// Whether a greeting by the known unit's number knows less than that unit has said: it was long on its way, or is
    /// of a twin, or the unit has lost the count of its starts.
    fn is_behind(&self, unit: Identity, hello: &Hello) -> bool {
        let has_less = hello.newest < self.taken || (self.stage == Stage::Held && hello.epoch < self.epoch);
        hello.identity.boot < unit.boot || (hello.identity.boot == unit.boot && has_less)
    }

    /// Whether that has come for so long, and nothing from the known unit in between, that nothing is on its way.
    fn comes_alone(&mut self, identity: Identity, now: Instant) -> bool {
        match self.doubted {
            Some((doubted, since)) if doubted == identity => now.since(since) >= TAKEN_AFTER,
            Some(_) | None => {
                self.doubted = Some((identity, now));
                false
            }
        }
    }

    /// The unit has remembered everything.
    fn rejoin(&mut self, hello: &Hello, tell: Tell<'_>) {
        if hello.epoch == self.epoch && self.last_order < hello.command {
            // This end has forgotten what it gave; the last of it may be on the line still.
            self.last_order = hello.command.saturating_add(ORDERS_SKIPPED);
        }
        let before = hello.first.saturating_sub(1);
        if before > self.taken {
            let from = self.taken.saturating_add(1);
            tell(Told::Missing { start: hello.identity.start(), from, to: before });
            self.taken = before;
            self.saved = before;
        }
        tell(Told::Joined(hello));
    }

    /// A start that this host has heard nothing of.
    fn begin(&mut self, hello: &Hello, tell: Tell<'_>) {
        self.taken = hello.first.saturating_sub(1);
        self.saved = self.taken;
        self.early.forget();
        self.revision = 0;
        self.distance.clear();
        self.due.state = None;
        if let Some(copy) = &mut self.copy {
            copy.pause(&mut |event| tell(Told::Event(event)));
            // What it had it has no more: this grant is not sent again.
            self.stage = Stage::None;
        }
        tell(Told::Forgot(hello));
    }

    /// A grant was mentioned.
    fn meet(&mut self, epoch: u32, tell: Tell<'_>) {
        if epoch > self.seen {
            self.seen = epoch;
            if self.copy.is_some() {
                self.stage = Stage::None;
                tell(Told::Foreign { epoch });
            }
        }
    }

    fn hold(&mut self, epoch: u32, tell: Tell<'_>) {
        self.meet(epoch, tell);
        if epoch == self.epoch && self.stage == Stage::Sent {
            self.stage = Stage::Held;
            tell(Told::Granted { epoch });
        }
    }

    fn hear_input(&mut self, input: &Input, tell: Tell<'_>) {
        self.hold(input.epoch, tell);
        if input.seq <= self.saved {
            self.due.acknowledge = true;
        }
        if Some(input.seq) == self.taken.checked_add(1) {
            self.take(input, tell);
        } else if input.seq > self.taken {
            self.early.keep(input);
        }
    }

    /// The input that follows the last one taken.
    pub(super) fn take(&mut self, input: &Input, tell: Tell<'_>) {
        self.taken = input.seq;
        let mut application = Application::Recorded;
        if let Some(copy) =
            self.copy.as_mut().filter(|_| input.epoch == self.epoch && self.stage == Stage::Held)
        {
            copy.apply(input, &mut |event: Event| tell(Told::Event(event)));
            application = Application::Applied;
        }
        tell(Told::Input { input, application });
        if let What::Order { id, .. } = input.what {
            self.answered(input.epoch, id);
        }
    }

    /// The unit has dealt with a command; those before it are not answered any more.
    fn answered(&mut self, epoch: u32, id: u32) {
        let done = |waiting: &Waiting| waiting.order.epoch == epoch && waiting.order.id == id;
        if self.orders.front().is_some_and(done) {
            self.orders.pop_front();
            self.due.order = Instant::ZERO;
        }
    }

    fn hear_tick(&mut self, tick: &Tick, tell: Tell<'_>) {
        self.hold(tick.epoch, tell);
        self.revision = tick.revision;
        if tick.epoch != self.epoch || tick.seq != self.taken || self.stage != Stage::Held {
            return;
        }
        let Some(copy) = &mut self.copy else { return };
        if tick.at < copy.clock.committed() {
            return;
        }
        let mut ahead = copy.clone();
        ahead.pass(tick.at, &mut |_| ());
        if digest(&ahead.clock) != tick.digest || ahead.turns != tick.turns {
            self.due.state = self.due.state.or(Some(Instant::ZERO));
            return;
        }
        self.due.state = None;
        copy.pass(tick.at, &mut |event| tell(Told::Event(event)));
        tell(Told::Time(tick.at));
    }

    fn hear_snapshot(&mut self, snapshot: &Snapshot, tell: Tell<'_>) {
        self.meet(snapshot.epoch, tell);
        if snapshot.lost > 0 {
            self.hear_gap(snapshot, tell);
        } else if self.due.state.is_some() && snapshot.seq == self.taken && snapshot.epoch == self.epoch {
            self.correct(snapshot, Why::Digest, tell);
        }
    }

    /// The unit could not keep everything: what is in between is in its state alone.
    fn hear_gap(&mut self, snapshot: &Snapshot, tell: Tell<'_>) {
        if snapshot.seq <= self.saved {
            self.due.acknowledge = true;
        }
        if snapshot.seq <= self.taken || snapshot.seq.saturating_sub(snapshot.lost) > self.taken {
            return;
        }
        self.taken = snapshot.seq;
        self.correct(snapshot, Why::Lost { inputs: snapshot.lost }, tell);
    }

    fn correct(&mut self, snapshot: &Snapshot, why: Why, tell: Tell<'_>) {
        let holds = snapshot.epoch == self.epoch && self.stage == Stage::Held;
        let fits = |copy: &&mut Copy| snapshot.state.fits(copy.clock.control());
        let mut application = Application::Recorded;
        if let Some(copy) = self.copy.as_mut().filter(|_| holds).filter(fits) {
            let clock = Clock::restore(copy.clock.control().clone(), snapshot.state.clone());
            if clock.committed() < copy.clock.committed() && why == Why::Digest {
                // It was on its way for so long that more is known by now.
                return;
            }
            *copy = Copy { clock, turns: snapshot.turns, first: copy.first };
            self.due.state = None;
            application = Application::Applied;
        }
        tell(Told::Corrected { snapshot, why, application });
        self.answered(snapshot.epoch, snapshot.command);
    }

    fn hear_echo(&mut self, echo: &Echo, now: Instant) {
        if echo.epoch == self.epoch {
            self.distance.learn(echo.sent, now, echo.at, echo.held);
        }
    }
}
