//! The session at the unit's end.

use clock::{Clock, Instant};

use crate::device::log::Log;
use crate::digest::digest;
use crate::frame::{Fault, FrameBuffer, Reader, encode};
use crate::limits::{ASK_AGAIN_AFTER, SILENT_AFTER, TICK_EVERY};
use crate::message::{
    Acknowledge, Commands, Echo, Grant, Granted, Hello, Identity, Input, Order, Showing, Snapshot, Tick,
    ToHost, ToUnit, Trouble, TurnedAway, Versions, Welcome, What,
};

/// What the host wants of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "no heap to put the large ones on, and one of them lives at a time"
)]
pub enum Heard {
    /// A table is given to it: newer than what it has, with a control that means something. It becomes valid with
    /// [`Session::granted`].
    Grant(Grant),
    /// A command that it has not seen before. It counts as seen with [`Session::take_order`].
    Order(Order),
    /// What the face shows has changed.
    Showing(Showing),
    /// It is to start its boot loader, unless a clock runs.
    BootLoader,
}

/// How the line to the host stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing was heard yet.
    Never,
    /// The host was last heard then, on the unit's own axis; that is too long ago.
    Silent {
        /// When.
        since: Instant,
    },
    /// The host answers.
    Up,
    /// The host does not want this unit.
    TurnedAway(TurnedAway),
}

/// What a session must know of the engine to speak of it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The clock as committed, none without a table.
    pub clock: Option<&'a Clock>,
    /// Turns completed.
    pub turns: u32,
    /// The table's time now.
    pub time: Instant,
}

/// What is to be sent, and when.
#[derive(Debug)]
struct Due {
    hello: Instant,
    /// Somebody called.
    called: bool,
    tick: Instant,
    /// When the probe was sent by the host's time, and came by the unit's.
    echo: Option<(Instant, Instant)>,
    granted: bool,
    snapshot: bool,
    trouble: Option<Trouble>,
}

/// The session at the unit's end: what is kept, what was heard, what is to be said.
#[derive(Debug)]
pub struct Session {
    reader: Reader,
    pub(crate) identity: Identity,
    pub(crate) epoch: u32,
    /// The last command dealt with in this epoch.
    pub(crate) command: u32,
    pub(crate) log: Log,
    pub(crate) showing: Showing,
    heard: Option<Instant>,
    /// Whether the host has answered the greeting since it was last silent.
    welcomed: bool,
    turned_away: Option<TurnedAway>,
    damaged: u32,
    due: Due,
}

impl Session {
    /// The session of a unit that remembers nothing.
    #[must_use]
    pub const fn new(identity: Identity) -> Self {
        Self::with_log(identity, Log::new(1, 0, None))
    }

    pub(crate) const fn with_log(identity: Identity, log: Log) -> Self {
        let due = Due {
            hello: Instant::ZERO,
            called: false,
            tick: Instant::ZERO,
            echo: None,
            granted: false,
            snapshot: false,
            trouble: None,
        };
        Self {
            reader: Reader::new(),
            identity,
            epoch: 0,
            command: 0,
            log,
            showing: Showing::by_itself(),
            heard: None,
            welcomed: false,
            turned_away: None,
            damaged: 0,
            due,
        }
    }

    /// Which unit this is.
    #[must_use]
    pub const fn identity(&self) -> Identity {
        self.identity
    }

    /// The grant under which the unit has its table, 0 without one.
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// What the face shows beside the clock.
    #[must_use]
    pub const fn showing(&self) -> &Showing {
        &self.showing
    }

    /// How many inputs are not on the host's disk.
    #[must_use]
    pub fn unsent(&self) -> usize {
        self.log.unsent()
    }

    /// How the line stands at `now`, the unit's own time.
    #[must_use]
    pub fn line(&self, now: Instant) -> Line {
        match (self.heard, self.turned_away) {
            (None, _) => Line::Never,
            (Some(since), _) if now.since(since) >= SILENT_AFTER => Line::Silent { since },
            (Some(_), Some(why)) => Line::TurnedAway(why),
            (Some(_), None) => Line::Up,
        }
    }

    /// Takes a byte of the line, at the unit's own time. What the session can do alone it does.
    pub fn receive(&mut self, byte: u8, now: Instant) -> Option<Heard> {
        match self.reader.take::<ToUnit>(byte)? {
            Ok(message) => {
                if self.line(now) != Line::Up {
                    // After a silence the greeting comes before everything else.
                    self.welcomed = false;
                }
                self.heard = Some(now);
                self.hear(message, now)
            }
            Err(Fault::Version(theirs)) => {
                self.heard = Some(now);
                self.turned_away = Some(TurnedAway::Protocol { theirs });
                self.welcomed = false;
                None
            }
            Err(Fault::Damaged | Fault::TooLong | Fault::Unknown) => {
                self.damaged = self.damaged.saturating_add(1);
                None
            }
        }
    }

    fn hear(&mut self, message: ToUnit, now: Instant) -> Option<Heard> {
        match message {
            ToUnit::Call(versions) => {
                self.judge(versions);
                self.due.called = true;
                None
            }
            ToUnit::Welcome(welcome) => self.welcome(welcome, now),
            ToUnit::TurnedAway(why) => {
                self.turned_away = Some(why);
                self.welcomed = false;
                None
            }
            ToUnit::Grant(grant) => self.hear_grant(grant),
            ToUnit::Acknowledge(acknowledge) => {
                self.acknowledge(acknowledge, now);
                None
            }
            ToUnit::Order(order) => self.hear_order(order),
            ToUnit::Probe { sent } => {
                self.due.echo = Some((sent, now));
                None
            }
            // Whatever differs: another host counts from the beginning.
            ToUnit::Show(showing) => (showing.revision != self.showing.revision).then(|| {
                self.showing = showing.clone();
                Heard::Showing(showing)
            }),
            ToUnit::TellState => {
                self.due.snapshot = true;
                None
            }
            ToUnit::BootLoader { serial } => (serial == self.identity.serial).then_some(Heard::BootLoader),
        }
    }

    fn judge(&mut self, theirs: Versions) {
        self.turned_away = if theirs.protocol != Versions::OURS.protocol {
            Some(TurnedAway::Protocol { theirs: theirs.protocol })
        } else if theirs.engine != Versions::OURS.engine {
            Some(TurnedAway::Engine { theirs: theirs.engine })
        } else {
            None
        };
    }

    fn welcome(&mut self, welcome: Welcome, now: Instant) -> Option<Heard> {
        self.judge(welcome.versions);
        if self.turned_away.is_none() && welcome.acknowledged.start == self.identity.start() {
            self.welcomed = true;
            self.acknowledge(welcome.acknowledged, now);
        }
        None
    }

    fn acknowledge(&mut self, acknowledge: Acknowledge, now: Instant) {
        if acknowledge.start == self.identity.start() {
            self.log.acknowledge(acknowledge.seq, now);
        }
    }

    fn hear_grant(&mut self, grant: Grant) -> Option<Heard> {
        if self.turned_away.is_some() || grant.start != self.identity.start() {
            return None;
        }
        if grant.epoch == self.epoch {
            self.due.granted = true;
            return None;
        }
        if grant.epoch < self.epoch {
            self.due.trouble = Some(Trouble::OldGrant { epoch: self.epoch });
            return None;
        }
        if !grant.is_sound() {
            self.due.trouble = Some(Trouble::UnsoundGrant { epoch: grant.epoch });
            return None;
        }
        Some(Heard::Grant(grant))
    }

    fn hear_order(&mut self, order: Order) -> Option<Heard> {
        if self.turned_away.is_some() {
            return None;
        }
        if order.epoch != self.epoch {
            self.due.trouble = Some(Trouble::OtherEpoch { id: order.id, epoch: self.epoch });
            return None;
        }
        let new = order.id > self.command && self.log.has_place_for(&order.commands);
        new.then_some(Heard::Order(order))
    }

    /// The table of a grant was taken over.
    pub fn granted(&mut self, epoch: u32) {
        self.epoch = epoch;
        self.command = 0;
        self.log.drop_waiting(epoch);
        self.due.granted = true;
        self.due.tick = Instant::ZERO;
    }

    /// A command waits for its turn: copies of it are not heard any more.
    pub fn take_order(&mut self, order: &Order) {
        self.command = order.id;
        self.log.keep_order(order.epoch, order.id, order.commands.clone());
    }

    /// What a command asks of the clock that waits for its turn in this epoch; none for a pause alone.
    #[must_use]
    pub fn order(&self, id: u32) -> Option<&Commands> {
        self.log.order(self.epoch, id)
    }

    /// Something happened: it is numbered, kept and sent.
    pub fn enter(&mut self, at: Instant, late: u32, what: &What) {
        self.log.enter(self.epoch, at, late, what);
    }

    /// A boot loader was asked for while a clock runs.
    pub const fn refuse_boot_loader(&mut self) {
        self.due.trouble = Some(Trouble::ClockRuns);
    }

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
            self.log.owes_snapshot().then_some(self.due.tick),
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

    /// The inputs that are kept, for a memory that survives a reset.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Input> + '_ {
        let (first, start) = (self.log.first(), self.identity.start());
        (first..).map_while(move |seq| self.log.input(start, seq))
    }
}
