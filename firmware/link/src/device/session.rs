//! The session at the unit's end.

use clock::{Clock, Instant};

use crate::device::log::Log;
use crate::frame::{Fault, Reader};
use crate::limits::SILENT_AFTER;
use crate::message::{
    Acknowledge, Commands, Grant, Identity, Order, Showing, ToUnit, Trouble, TurnedAway, Versions, Welcome,
    What,
};

mod sending;

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

/// What a session has to remember, in short: equal where that is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    epoch: u32,
    command: u32,
    revision: u32,
    first: u32,
    newest: u32,
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
            log: Log::new(),
            showing: Showing::by_itself(),
            heard: None,
            welcomed: false,
            turned_away: None,
            damaged: 0,
            due,
        }
    }

    /// The same session under the name of a unit that is known only now, before anybody is greeted.
    pub const fn name(&mut self, identity: Identity) {
        self.identity = identity;
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

    /// The number of the last input, whether it is kept or not.
    #[must_use]
    pub const fn newest(&self) -> u32 {
        self.log.newest()
    }

    /// What of the session a memory of before has.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        Mark {
            epoch: self.epoch,
            command: self.command,
            revision: self.showing.revision,
            first: self.log.first(),
            newest: self.log.newest(),
        }
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
        let read = self.reader.take(byte)?;
        self.read(read, now)
    }

    /// Takes what was read of the line elsewhere ([`Ports`](crate::device::Ports)), as [`Self::receive`].
    pub fn read(&mut self, read: Result<ToUnit, Fault>, now: Instant) -> Option<Heard> {
        match read {
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
}
