//! The session at the host's end.

use clock::{Clock, Control, Event, Instant, State};
use heapless::Deque;
use serde::{Deserialize, Serialize};

use crate::digest::digest;
use crate::frame::{Fault, FrameBuffer, Reader, encode};
use crate::host::copy::Copy;
use crate::host::distance::{Distance, Estimate};
use crate::host::told::{Application, OrderError, Told, Why};
use crate::limits::{
    ANSWER_GRACE, ASK_AGAIN_AFTER, COMMAND_AGAIN_AFTER, COMMAND_LIFE, COMMANDS_WAITING, PROBE_EVERY,
    SILENT_AFTER,
};
use crate::message::{
    Acknowledge, Commands, Echo, Grant, Granted, Hello, Identity, Input, Order, Serial, Showing, Snapshot,
    Start, Tick, ToHost, ToUnit, TurnedAway, Versions, Welcome, What,
};

/// The numbers of commands that are left out after a restart of the host.
const ORDERS_SKIPPED: u32 = 1_000;

type Tell<'a> = &'a mut dyn FnMut(Told<'_>);

/// What a host must know after a restart, as of what is on its disk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The unit, as it last greeted.
    pub unit: Option<Identity>,
    /// The last input taken of that start.
    pub seq: u32,
    /// The last grant.
    pub epoch: u32,
    /// What was granted, as it stands.
    pub table: Option<KnownTable>,
}

/// A granted table as a host knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownTable {
    /// Its number.
    pub number: u16,
    /// Turns completed.
    pub turns: u32,
    /// The time control.
    pub control: Control,
    /// The clock's state.
    pub state: State,
}

/// Where a grant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There is none.
    None,
    /// It is not on disk yet.
    Unsaved,
    /// It is sent until the unit has it.
    Sent,
    /// The unit has it.
    Held,
}

/// A command on its way.
#[derive(Clone, Debug)]
struct Waiting {
    order: Order,
    /// When no answer is awaited any more.
    until: Instant,
}

/// What is to be sent, and when.
#[derive(Debug)]
struct Due {
    welcome: bool,
    turned_away: Option<TurnedAway>,
    acknowledge: bool,
    boot_loader: Option<Serial>,
    /// The unit's state is wanted.
    state: Option<Instant>,
    call: Instant,
    grant: Instant,
    probe: Instant,
    order: Instant,
    show: Instant,
}

/// The host's end of the line to one unit.
#[derive(Debug)]
pub struct Host {
    reader: Reader,
    unit: Option<Identity>,
    /// Whether the unit has greeted since this end exists.
    greeted: bool,
    number: u16,
    epoch: u32,
    /// The greatest grant that was heard of, from whomever.
    seen: u32,
    stage: Stage,
    copy: Option<Copy>,
    /// A point on both axes: the host's, and the table's when it was granted.
    tie: (Instant, Instant),
    /// The last input taken, and the last one on disk.
    taken: u32,
    saved: u32,
    last_order: u32,
    orders: Deque<Waiting, COMMANDS_WAITING>,
    showing: Option<Showing>,
    /// What the unit's face shows.
    revision: u32,
    distance: Distance,
    heard: Option<Instant>,
    silent: bool,
    due: Due,
}

impl Host {
    /// An end that knows of no unit.
    #[must_use]
    pub fn new() -> Self {
        Self::restore(Known::default(), Instant::ZERO)
    }

    /// An end that goes on with what is on disk: the unit, if it is still the same, has gone on without it.
    #[must_use]
    pub fn restore(known: Known, now: Instant) -> Self {
        let Known { unit, seq, epoch, table } = known;
        let number = table.as_ref().map_or(0, |table| table.number);
        let copy =
            table.map(|table| Copy { turns: table.turns, clock: Clock::restore(table.control, table.state) });
        let due = Due {
            welcome: false,
            turned_away: None,
            acknowledge: false,
            boot_loader: None,
            state: None,
            call: Instant::ZERO,
            grant: Instant::ZERO,
            probe: Instant::ZERO,
            order: Instant::ZERO,
            show: Instant::ZERO,
        };
        Self {
            reader: Reader::new(),
            unit,
            greeted: false,
            number,
            epoch,
            seen: epoch,
            stage: if copy.is_some() { Stage::Sent } else { Stage::None },
            tie: (now, copy.as_ref().map_or(Instant::ZERO, |copy| copy.clock.committed())),
            copy,
            taken: seq,
            saved: seq,
            last_order: 0,
            orders: Deque::new(),
            showing: None,
            revision: 0,
            distance: Distance::default(),
            heard: None,
            silent: false,
            due,
        }
    }

    /// What must go to the disk with everything that is told.
    #[must_use]
    pub fn known(&self) -> Known {
        let table = self.copy.as_ref().map(|copy| KnownTable {
            number: self.number,
            turns: copy.turns,
            control: copy.clock.control().clone(),
            state: copy.clock.state().clone(),
        });
        Known { unit: self.unit, seq: self.taken, epoch: self.epoch, table }
    }

    /// The unit, as it last greeted.
    #[must_use]
    pub const fn unit(&self) -> Option<Identity> {
        self.unit
    }

    /// The copy of the unit's clock, as far as the unit has told.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.copy.as_ref().map(|copy| &copy.clock)
    }

    /// Turns completed on it.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.copy.as_ref().map_or(0, |copy| copy.turns)
    }

    /// The last grant.
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Whether the unit has the table by the last grant.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.stage == Stage::Held
    }

    /// Since when there is no word from the unit, if that is too long: `Some(None)` if there never was one.
    #[must_use]
    pub fn silent_since(&self, now: Instant) -> Option<Option<Instant>> {
        let open = self.heard.is_some_and(|heard| now.since(heard) < SILENT_AFTER);
        (!open).then_some(self.heard)
    }

    /// The table's time at the host's `now`.
    #[must_use]
    pub fn table_time(&self, now: Instant) -> Option<Estimate> {
        self.distance.table_time(now)
    }

    /// Gives a table to the unit, with its clock as it stands at the table's `time`; gives back the number of the
    /// grant. Nothing is sent before the grant is on disk ([`Self::grant_saved`]): a host that forgot it would take
    /// its own unit for somebody else's.
    pub fn grant(&mut self, number: u16, clock: Clock, turns: u32, time: Instant, now: Instant) -> u32 {
        self.epoch = self.epoch.max(self.seen).saturating_add(1);
        self.seen = self.epoch;
        self.number = number;
        self.tie = (now, time.max(clock.committed()));
        self.copy = Some(Copy { clock, turns });
        self.stage = Stage::Unsaved;
        self.last_order = 0;
        self.distance.clear();
        self.due.state = None;
        self.epoch
    }

    /// That grant is on disk.
    pub fn grant_saved(&mut self, epoch: u32) {
        if self.stage == Stage::Unsaved && epoch == self.epoch {
            self.stage = Stage::Sent;
            self.due.grant = Instant::ZERO;
        }
    }

    /// Inputs of that start of the unit are on disk, up to and including `seq`.
    pub fn saved(&mut self, start: Start, seq: u32) {
        if self.is_start(start) && seq > self.saved && seq <= self.taken {
            self.saved = seq;
            self.due.acknowledge = true;
        }
    }

    /// Sends the clock a command, which is meant for two seconds; gives back its number. With `turns` it is refused
    /// if by then another number of turns is completed; a pause alone acts all the same.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub fn order(&mut self, commands: Commands, turns: Option<u32>, now: Instant) -> Result<u32, OrderError> {
        if self.stage != Stage::Held || !self.greeted {
            return Err(OrderError::NoUnit);
        }
        if let Some(since) = self.silent_since(now) {
            return Err(OrderError::NoWord { since });
        }
        let estimate = self.table_time(now).ok_or(OrderError::NoTime)?;
        let id = self.last_order.saturating_add(1);
        let expires = estimate.time.plus(COMMAND_LIFE);
        let order = Order { epoch: self.epoch, id, turns, expires, commands };
        let until = now.plus(COMMAND_LIFE).plus(ANSWER_GRACE).plus(estimate.bound);
        self.orders.push_back(Waiting { order, until }).map_err(|_| OrderError::Full)?;
        self.last_order = id;
        if self.orders.len() == 1 {
            self.due.order = Instant::ZERO;
        }
        Ok(id)
    }

    /// Replaces what the unit's face shows beside the clock; the revision is given here.
    pub fn show(&mut self, showing: Showing) {
        let before = self.showing.as_ref().map_or(self.revision, |showing| showing.revision);
        let revision = before.saturating_add(1);
        self.showing = Some(Showing { revision, ..showing });
        self.due.show = Instant::ZERO;
    }

    /// Asks the unit once to start its boot loader. It refuses while a clock runs.
    pub fn start_boot_loader(&mut self) {
        self.due.boot_loader = self.unit.map(|unit| unit.serial);
    }

    fn is_start(&self, start: Start) -> bool {
        self.unit.is_some_and(|unit| unit.start() == start)
    }

    /// Takes bytes of the line, in any pieces, at the host's own time.
    pub fn receive(&mut self, bytes: &[u8], now: Instant, tell: Tell<'_>) {
        for &byte in bytes {
            match self.reader.take::<ToHost>(byte) {
                Some(Ok(message)) => self.hear(&message, now, tell),
                Some(Err(fault)) => {
                    if let Fault::Version(theirs) = fault {
                        self.turn_away(TurnedAway::Protocol { theirs }, tell);
                    }
                    tell(Told::Fault(fault));
                }
                None => {}
            }
        }
    }

    fn turn_away(&mut self, why: TurnedAway, tell: Tell<'_>) {
        self.greeted = false;
        self.due.turned_away = Some(match why {
            TurnedAway::Protocol { .. } => TurnedAway::Protocol { theirs: Versions::OURS.protocol },
            TurnedAway::Engine { .. } => TurnedAway::Engine { theirs: Versions::OURS.engine },
        });
        tell(Told::TurnedAway(why));
    }

    fn hear(&mut self, message: &ToHost, now: Instant, tell: Tell<'_>) {
        match message {
            ToHost::Hello(hello) => self.hear_hello(hello, now, tell),
            ToHost::Granted(Granted { start, epoch }) if self.listen(*start, now, tell) => {
                self.hold(*epoch, tell)
            }
            ToHost::Input(input) if self.listen(input.start, now, tell) => self.hear_input(input, tell),
            ToHost::Tick(tick) if self.listen(tick.start, now, tell) => self.hear_tick(tick, tell),
            ToHost::Snapshot(snapshot) if self.listen(snapshot.start, now, tell) => {
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
        if before.is_some_and(|unit| unit.boot > identity.boot) {
            // A greeting of an earlier start that was long on its way.
            return;
        }
        let same = before.is_some_and(|unit| unit.boot == identity.boot);
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
        if Some(input.seq) != self.taken.checked_add(1) {
            return;
        }
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
            *copy = Copy { clock, turns: snapshot.turns };
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

    /// Says what time alone has brought: silence, and commands whose time is over.
    pub fn poll(&mut self, now: Instant, tell: Tell<'_>) {
        if let Some(since) = self.silent_since(now)
            && !self.silent
        {
            self.silent = true;
            tell(Told::Silent { since });
        }
        while let Some(Waiting { order, .. }) = self.orders.front().filter(|front| self.is_over(front, now)) {
            tell(Told::Unanswered { id: order.id, epoch: order.epoch });
            self.orders.pop_front();
            self.due.order = Instant::ZERO;
        }
    }

    fn is_over(&self, waiting: &Waiting, now: Instant) -> bool {
        waiting.order.epoch != self.epoch || now >= waiting.until
    }

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
        })
    }
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
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
