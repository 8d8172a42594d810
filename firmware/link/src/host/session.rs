//! The session at the host's end.

use clock::{Clock, Control, Instant, Side, State};
use heapless::Deque;
use serde::{Deserialize, Serialize};

use crate::frame::{Fault, Reader};
use crate::host::copy::Copy;
use crate::host::distance::{Distance, Estimate};
use crate::host::told::{OrderError, Told};
use crate::limits::{ANSWER_GRACE, COMMAND_LIFE, COMMANDS_WAITING, GRANT_STEP_MAX, SILENT_AFTER};
use crate::message::{Commands, Identity, Order, Serial, Showing, Start, ToHost, TurnedAway};

/// The numbers of commands that are left out after a restart of the host.
const ORDERS_SKIPPED: u32 = 1_000;

mod early;
mod hearing;
mod sending;

use early::Early;

/// How far a grant's number lies beyond the one before it, 1 to [`GRANT_STEP_MAX`].
fn step_at(now: Instant) -> u32 {
    // The microseconds are as good as drawn by lot.
    let drawn = now.as_micros().checked_rem(u64::from(GRANT_STEP_MAX)).unwrap_or(0);
    u32::try_from(drawn).unwrap_or(0).saturating_add(1)
}

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
    /// The side whose clock the first press of the other starts.
    pub first: Option<Side>,
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
    early: Early,
    last_order: u32,
    orders: Deque<Waiting, COMMANDS_WAITING>,
    showing: Option<Showing>,
    /// What the unit's face shows.
    revision: u32,
    distance: Distance,
    heard: Option<Instant>,
    silent: bool,
    /// Who greets by the known unit's number and is behind it, and since when nothing else came.
    doubted: Option<(Identity, Instant)>,
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
        let copy = table.map(|KnownTable { turns, control, state, first, .. }| Copy {
            clock: Clock::restore(control, state),
            turns,
            first,
        });
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
            early: Early::default(),
            last_order: 0,
            orders: Deque::new(),
            showing: None,
            revision: 0,
            distance: Distance::default(),
            heard: None,
            silent: false,
            doubted: None,
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
            first: copy.first,
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

    /// Gives a table to the unit as it stands at the table's `time`; gives back the number of the grant, which lies
    /// beyond `beyond`, the greatest of the host's other tables: a unit that is carried from one to another must not
    /// have there what it has here. How far beyond is nobody's plan: another host that counts from the same number
    /// hardly ever comes to the same ([`GRANT_STEP_MAX`]). Nothing is sent before the grant is on disk
    /// ([`Self::grant_saved`]): a host that forgot it would take its own unit for somebody else's.
    pub fn grant(&mut self, table: KnownTable, beyond: u32, time: Instant, now: Instant) -> u32 {
        let KnownTable { number, turns, control, state, first } = table;
        let clock = Clock::restore(control, state);
        self.epoch = self.epoch.max(self.seen).max(beyond).saturating_add(step_at(now));
        self.seen = self.epoch;
        self.number = number;
        self.tie = (now, time.max(clock.committed()));
        self.copy = Some(Copy { clock, turns, first });
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

    /// This end's own time has stood for a while that nobody knows: how far the two are apart is measured anew.
    pub fn has_slept(&mut self) {
        self.distance.clear();
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

    /// Takes the next input if it came before its turn, and says whether there was one: to be asked after
    /// [`Self::receive`] until there is none. Each is told for itself, so that what follows from one is known before the
    /// next.
    pub fn take_early(&mut self, tell: Tell<'_>) -> bool {
        let next = self.taken.checked_add(1).and_then(|next| self.early.take(next));
        if let Some(input) = &next {
            self.take(input, tell);
        }
        next.is_some()
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
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
    }
}
