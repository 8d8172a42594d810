//! The table unit as a whole: the engine, what came from buttons and line, and the session with the host.
//!
//! It goes on alone when the line is cut. Everything that it does at the engine it numbers and hands over; so a host
//! that takes the same inputs has the same clock.

use clock::{Clock, Command, Control, Duration, Event, Instant, Side};
use heapless::Vec;
use link::device::{Heard, Memory, MemoryFault, Session, View, remember};
use link::{
    Breakdown, Commands, File, FrameBuffer, Gesture, Grant, Identity, Key, KeyReport, Order, OrderRefusal,
    Play, What,
};
use panel::keys::Report;
use panel::signals::Shows;

use crate::face::Face;
use crate::input::{Applied, Attendant, Condition, Input, Output};
use crate::said::Said;
use crate::unit::{Source, SubmitError, Unit};

/// How far behind the present the buttons may be: an edge must be held so long to count.
pub const BUTTONS_BEHIND: Duration = Duration::from_millis(2);

/// Inputs that wait for their turn, a few milliseconds of them: a table has five keys and one host.
const WAITING_MAX: usize = 16;

/// The table that was granted.
#[derive(Debug)]
struct Table {
    number: u16,
    unit: Unit<WAITING_MAX>,
    buttons: Source,
    /// A point on both axes: the unit's own, and the table's.
    tie: (Instant, Instant),
}

impl Table {
    fn new(number: u16, unit: Unit<WAITING_MAX>, tie: (Instant, Instant)) -> Option<Self> {
        let mut unit = unit;
        let buttons = unit.add_source()?;
        Some(Self { number, unit, buttons, tie })
    }

    /// The table's time at a moment of the unit's own.
    fn time(&self, now: Instant) -> Instant {
        if now >= self.tie.0 {
            return self.tie.1.plus(now.since(self.tie.0));
        }
        self.tie.1.minus(self.tie.0.since(now))
    }

    /// The unit's own time at a time of the table's.
    fn own_time(&self, at: Instant) -> Instant {
        self.tie.0.plus(at.since(self.tie.1))
    }
}

/// What a unit has to remember, in short: equal where nothing but time has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    session: link::device::Mark,
    table: Option<(u32, clock::Status)>,
}

/// An input that waits for its turn: what it is besides what it asks of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    Press(Side),
    Gesture(Gesture),
    Key(Key, KeyReport),
    Order(u32),
    /// What players without a host have the clock do.
    Own(Command),
}

type AwaitedList = Vec<(u32, Awaited), WAITING_MAX>;

/// The table unit. All its times are the unit's own: microseconds since it was started.
#[derive(Debug)]
pub struct TableUnit {
    session: Session,
    table: Option<Table>,
    awaited: AwaitedList,
    next_id: u32,
    boot_loader: bool,
}

impl TableUnit {
    /// A unit that remembers nothing: it waits for a table.
    #[must_use]
    pub const fn start(identity: Identity) -> Self {
        let session = Session::new(identity);
        Self { session, table: None, awaited: Vec::new(), next_id: 0, boot_loader: false }
    }

    /// A unit that was reset and goes on with what it remembers, as [`Self::recall`].
    ///
    /// # Errors
    /// A memory that is not whole, or not this unit's: then it must [`Self::start`].
    pub fn wake(identity: Identity, memory: &[u8], now: Instant) -> Result<Self, MemoryFault> {
        let mut unit = Self::start(identity);
        unit.recall(memory, now)?;
        Ok(unit)
    }

    /// Takes up what is remembered from before a reset ([`Self::remember`]), where it stands: a unit is large. The time
    /// of the reset itself is not charged to anybody; that there was one is on record.
    ///
    /// # Errors
    /// A memory that is not whole, or not this unit's: the unit is one that remembers nothing.
    pub fn recall(&mut self, memory: &[u8], now: Instant) -> Result<(), MemoryFault> {
        let kept = self.session.recall(memory)?;
        let mut at = now;
        self.table = kept.and_then(|kept| {
            let clock = Clock::restore(kept.control, kept.state);
            at = clock.committed();
            let time = kept.time.max(at);
            Table::new(kept.table, Unit::restore(clock, kept.turns).starts_by_press(kept.first), (now, time))
        });
        let resets = self.session.identity().resets;
        self.session.enter(at, 0, &What::Reset { resets });
        Ok(())
    }

    /// Puts on record how the run before this one ended; to be done after [`Self::recall`].
    pub fn broke_down(&mut self, kind: Breakdown, line: u32, file: File, now: Instant) {
        let at = self.clock().map_or(now, Clock::committed);
        self.session.enter(at, 0, &What::Breakdown { kind, line, file });
    }

    /// The same unit under its name, where that is known only after it was made, and before anybody is greeted.
    pub const fn name(&mut self, identity: Identity) {
        self.session.name(identity);
    }

    /// Writes down what must survive a reset; gives back its length. To be done after every [`Self::poll`] that
    /// changed something, at least with every tick: what happened since is what a reset may cost.
    #[must_use]
    pub fn remember(&self, now: Instant, bytes: &mut [u8]) -> Option<usize> {
        let kept = self.table.as_ref().map(|table| Memory {
            table: table.number,
            time: table.time(now),
            turns: table.unit.turns(),
            control: table.unit.clock().control().clone(),
            state: table.unit.clock().state().clone(),
            first: table.unit.first(),
        });
        remember(&self.session, kept.as_ref(), bytes)
    }

    /// What a memory of before is worth: where this differs, [`Self::remember`] is due at once; else, while a clock
    /// runs, with every tick.
    #[must_use]
    pub fn mark(&self) -> Mark {
        let Self { session, table, .. } = self;
        let stands = table.as_ref().map(|table| (table.unit.turns(), table.unit.clock().status()));
        Mark { session: session.mark(), table: stands }
    }

    /// The keys said something ([`panel::keys::Keys`]): it counts at the stamp of its first edge.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait; [`Self::poll`] makes room.
    pub fn said(&mut self, report: Report) -> Result<(), SubmitError> {
        let (said, stamp) = Said::of(report);
        self.take(said, stamp)
    }

    /// Something was done with the keys at `stamp`.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait.
    pub fn take(&mut self, said: Said, stamp: Instant) -> Result<(), SubmitError> {
        match said {
            Said::Press(side) => self.press(side, stamp),
            Said::Gesture(gesture) => self.gesture(gesture, stamp),
            Said::Key(key, report) => self.key(key, report, stamp),
        }
    }

    /// A player's button went down at `stamp` to complete a turn.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait; [`Self::poll`] makes room.
    pub fn press(&mut self, side: Side, stamp: Instant) -> Result<(), SubmitError> {
        self.submit(Awaited::Press(side), Some(Command::Press { side }), stamp)
    }

    /// Something else was done with the buttons. The arbiter's pause acts at once.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait.
    pub fn gesture(&mut self, gesture: Gesture, stamp: Instant) -> Result<(), SubmitError> {
        let command = match gesture {
            Gesture::Pause => Some(Command::Pause),
            Gesture::CallArbiter { .. } | Gesture::Query { .. } => None,
        };
        self.submit(Awaited::Gesture(gesture), command, stamp)
    }

    /// A key behaves badly.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait.
    pub fn key(&mut self, key: Key, report: KeyReport, stamp: Instant) -> Result<(), SubmitError> {
        self.submit(Awaited::Key(key, report), None, stamp)
    }

    fn submit(
        &mut self,
        awaited: Awaited,
        command: Option<Command>,
        stamp: Instant,
    ) -> Result<(), SubmitError> {
        let Some(table) = &self.table else {
            // Without a table nothing has to be put in its place in time.
            self.session.enter(stamp, 0, &happened(awaited, Commands::new(), None));
            return Ok(());
        };
        let input = Input { command, ..Input::note(self.next_id, table.time(stamp)) };
        self.await_turn(awaited, input)
    }

    fn await_turn(&mut self, awaited: Awaited, input: Input) -> Result<(), SubmitError> {
        let Some(table) = self.table.as_mut().filter(|_| !self.awaited.is_full()) else {
            return Err(SubmitError::Full);
        };
        table.unit.submit(input)?;
        self.awaited.push((input.id, awaited)).map_err(|_| SubmitError::Full)?;
        self.next_id = self.next_id.wrapping_add(1);
        Ok(())
    }

    /// Takes bytes of the line, in any pieces. What a grant settles of the table before it is heard.
    pub fn receive(&mut self, bytes: &[u8], now: Instant, hear: &mut dyn FnMut(Event)) {
        for &byte in bytes {
            match self.session.receive(byte, now) {
                Some(Heard::Grant(grant)) => self.take_over(grant, now, hear),
                Some(Heard::Order(order)) => self.take_order(&order, now),
                Some(Heard::BootLoader) => self.consider_boot_loader(),
                Some(Heard::Showing(_)) | None => {}
            }
        }
    }

    fn take_over(&mut self, grant: Grant, now: Instant, hear: &mut dyn FnMut(Event)) {
        // What waits happened under the grant before: it has its turn before that ends.
        if let Some(table) = &mut self.table {
            table.unit.remove_source(table.buttons);
        }
        self.advance(now, hear);
        let epoch = grant.epoch;
        let clock = Clock::restore(grant.control, grant.state);
        let tie = (now, grant.time.max(clock.committed()));
        let unit = Unit::restore(clock, grant.turns).starts_by_press(grant.first);
        self.table = Table::new(grant.table, unit, tie);
        self.awaited.clear();
        self.session.granted(epoch);
    }

    fn take_order(&mut self, order: &Order, now: Instant) {
        let Some(table) = &self.table else { return };
        let condition = Condition { turns: order.turns, expires: Some(order.expires) };
        let command = order.commands.first().copied();
        let input = Input { command, condition, ..Input::note(self.next_id, table.time(now)) };
        // One that finds no place comes again.
        if self.await_turn(Awaited::Order(order.id), input).is_ok() {
            self.session.take_order(order);
        }
    }

    /// Whether no host has given a table: the unit is a club clock ([`crate::Club`]).
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.session.epoch() == 0
    }

    /// Players without a host begin a game: the first press starts the other side's clock, `first`. Nothing happens
    /// where a host has given a table.
    pub(crate) fn begin_alone(&mut self, control: Control, first: Side, now: Instant) {
        if self.is_alone() {
            let unit = Unit::new(control).starts_by_press(Some(first));
            self.table = Table::new(0, unit, (now, now));
            self.awaited.clear();
        }
    }

    /// Players without a host have left their game.
    pub(crate) fn leave_alone(&mut self) {
        if self.is_alone() {
            self.table = None;
            self.awaited.clear();
        }
    }

    /// Players without a host have their clock do something.
    pub(crate) fn command(&mut self, command: Command, stamp: Instant) -> Result<(), SubmitError> {
        self.submit(Awaited::Own(command), Some(command), stamp)
    }

    fn consider_boot_loader(&mut self) {
        let runs = |table: &Table| table.unit.clock().status() == clock::Status::Running;
        if self.table.as_ref().is_some_and(runs) {
            self.session.refuse_boot_loader();
        } else {
            self.boot_loader = true;
        }
    }

    /// Whether the boot loader is to be started now.
    #[must_use]
    pub const fn wants_boot_loader(&self) -> bool {
        self.boot_loader
    }

    /// Does what is due. The buttons state with `floor` that nothing earlier can come from them any more.
    pub fn poll(&mut self, now: Instant, floor: Instant, hear: &mut dyn FnMut(Event)) {
        if let Some(table) = &mut self.table {
            let floor = table.time(floor);
            table.unit.set_floor(table.buttons, floor);
        }
        self.advance(now, hear);
    }

    fn advance(&mut self, now: Instant, hear: &mut dyn FnMut(Event)) {
        let Self { session, table: Some(table), awaited, .. } = self else { return };
        let time = table.time(now);
        table.unit.advance(time, &mut Clerk { session, awaited, hear });
    }

    /// When [`Self::poll`] or [`Self::transmit`] has something to do; an instant that has passed means at once.
    #[must_use]
    pub fn poll_at(&self, now: Instant) -> Instant {
        let engine = self.table.as_ref().and_then(|table| {
            let due = table.unit.poll_at()?;
            Some(table.own_time(due).plus(BUTTONS_BEHIND))
        });
        engine.unwrap_or(Instant::from_micros(u64::MAX)).min(self.session.poll_at(now))
    }

    /// Writes the next frame that is due; gives back its length, none when nothing is due.
    pub fn transmit(&mut self, now: Instant, frame: &mut FrameBuffer) -> Option<usize> {
        let table = self.table.as_ref();
        let view = View {
            clock: table.map(|table| table.unit.clock()),
            turns: table.map_or(0, |table| table.unit.turns()),
            time: table.map_or(now, |table| table.time(now)),
        };
        self.session.transmit(now, view, frame)
    }

    /// What the face shows.
    #[must_use]
    pub fn face(&self, now: Instant) -> Face<'_> {
        let table = self.table.as_ref();
        let ahead = table.map(|table| {
            let mut reader = Reader { session: &self.session, awaited: &self.awaited };
            (table.number, table.unit.ahead(table.time(now), &mut reader))
        });
        Face {
            table: ahead,
            time: table.map_or(now, |table| table.time(now)),
            showing: self.session.showing(),
            line: self.session.line(now),
            unsent: self.session.unsent(),
        }
    }

    /// When the face shows something else if nothing comes.
    #[must_use]
    pub fn face_at(&self, now: Instant) -> Option<Instant> {
        self.table.as_ref().zip(self.face(now).changes_at()).map(|(table, at)| table.own_time(at))
    }

    /// What the table's lamps show.
    #[must_use]
    pub fn shows(&self) -> Shows {
        let shows = self.clock().map_or_else(Shows::default, Shows::of_clock);
        match (self.session.showing().play, shows) {
            (Play::Going, _) | (_, Shows::Flagged(_)) | (Play::Adjourned, Shows::Runs(_)) => shows,
            (Play::Adjourned | Play::Over, _) => Shows::Nothing,
        }
    }

    /// The table's time at a moment of the unit's own; without a table the same.
    #[must_use]
    pub fn time(&self, now: Instant) -> Instant {
        self.table.as_ref().map_or(now, |table| table.time(now))
    }

    /// The engine's clock as committed, none without a table.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.table.as_ref().map(|table| table.unit.clock())
    }

    /// The session with the host.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }
}

/// What an input is on the line.
fn happened(awaited: Awaited, commands: Commands, refused: Option<OrderRefusal>) -> What {
    match awaited {
        Awaited::Press(side) => What::Press { side },
        Awaited::Gesture(gesture) => What::Gesture(gesture),
        Awaited::Key(key, report) => What::Key { key, report },
        Awaited::Order(id) => What::Order { id, commands, refused },
        Awaited::Own(command) => What::Order { id: 0, commands: Commands::from_iter([command]), refused },
    }
}

/// What an input asks of the clock, one thing after another.
fn asked(session: &Session, awaited: &AwaitedList, input: &Input, done: usize) -> Option<Command> {
    let order = awaited.iter().find_map(|(id, awaited)| match awaited {
        Awaited::Order(order) if *id == input.id => session.order(*order),
        Awaited::Order(_) | Awaited::Press(_) | Awaited::Gesture(_) | Awaited::Key(..) | Awaited::Own(_) => {
            None
        }
    });
    // What a pause asks is not kept apart.
    order.map_or_else(|| input.command.filter(|_| done == 0), |commands| commands.get(done).copied())
}

/// Numbers what the engine has applied.
struct Clerk<'a> {
    session: &'a mut Session,
    awaited: &'a mut AwaitedList,
    hear: &'a mut dyn FnMut(Event),
}

impl Clerk<'_> {
    fn enter(&mut self, applied: &Applied) {
        let Some(place) = self.awaited.iter().position(|(id, _)| *id == applied.id) else { return };
        let (_, awaited) = self.awaited.remove(place);
        let refused = applied.refused;
        let commands = match (awaited, refused) {
            (Awaited::Order(id), None | Some(OrderRefusal::Clock(_))) => {
                let pause = || Commands::from_iter([Command::Pause]);
                self.session.order(id).cloned().unwrap_or_else(pause)
            }
            (Awaited::Order(_), Some(OrderRefusal::TurnPassed { .. } | OrderRefusal::Expired))
            | (Awaited::Press(_) | Awaited::Gesture(_) | Awaited::Key(..) | Awaited::Own(_), _) => {
                Commands::new()
            }
        };
        let late = u32::try_from(applied.late.as_micros()).unwrap_or(u32::MAX);
        self.session.enter(applied.at, late, &happened(awaited, commands, refused));
    }
}

impl Attendant for Clerk<'_> {
    fn command(&mut self, input: &Input, _at: Instant, done: usize) -> Option<Command> {
        asked(self.session, self.awaited, input, done)
    }

    fn hear(&mut self, output: Output) {
        match output {
            Output::Event(event) => (self.hear)(event),
            Output::Applied(applied) => self.enter(&applied),
        }
    }
}

/// Looks up what inputs ask, and writes nothing down.
struct Reader<'a> {
    session: &'a Session,
    awaited: &'a AwaitedList,
}

impl Attendant for Reader<'_> {
    fn command(&mut self, input: &Input, _at: Instant, done: usize) -> Option<Command> {
        asked(self.session, self.awaited, input, done)
    }

    fn hear(&mut self, _output: Output) {}
}
