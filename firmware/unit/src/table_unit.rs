//! The table unit as a whole: the engine, what came from buttons and line, and the session with the host.
//!
//! It goes on alone when the line is cut. Everything that it does at the engine it numbers and hands over; so a host
//! that takes the same inputs has the same clock.

use clock::{Clock, Command, Control, Duration, Event, EventKind, Instant, Side, Status};
use heapless::Vec;
use link::device::{Heard, Session, View};
use link::{Commands, Fault, FrameBuffer, Gesture, Grant, Identity, Key, KeyReport, Order, Play, ToUnit};
use panel::keys::Report;
use panel::signals::Shows;

use crate::face::Face;
use crate::input::{Condition, Input};
use crate::said::{Said, known_before};
use crate::troubles::Troubles;
use crate::unit::{Source, SubmitError, Unit};

mod clerk;
mod memory;

use clerk::{Clerk, Reader, happened};
pub use memory::Mark;

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
    troubles: Troubles,
    /// Since when its boot loader is asked for: a key that was pressed before that may still start the clock.
    asked: Option<Instant>,
    boot_loader: bool,
    /// Whether it has stopped the clock itself, which stands since.
    stood: bool,
}

impl TableUnit {
    /// A unit that remembers nothing: it waits for a table.
    #[must_use]
    pub const fn start(identity: Identity) -> Self {
        let session = Session::new(identity);
        let troubles = Troubles::new(Instant::ZERO);
        Self {
            session,
            table: None,
            awaited: Vec::new(),
            next_id: 0,
            troubles,
            asked: None,
            boot_loader: false,
            stood: false,
        }
    }

    /// The same unit under its name, where that is known only after it was made, and before anybody is greeted.
    pub const fn name(&mut self, identity: Identity) {
        self.session.name(identity);
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

    /// Takes what keys said that were read together, each at its stamp; nothing earlier than `floor` can come from them
    /// any more. Where too much waits, what can have its turn has it first: nobody can ask a button to press itself
    /// again.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when some of it found no place all the same; the rest is taken.
    pub fn take_all(
        &mut self,
        said: &[(Said, Instant)],
        floor: Instant,
        now: Instant,
        hear: &mut dyn FnMut(Event),
    ) -> Result<(), SubmitError> {
        let (mut rest, mut taken) = (said, Ok(()));
        while let [(first, stamp), after @ ..] = rest {
            if self.take(*first, *stamp).is_err() {
                self.poll(now, known_before(rest, floor), hear);
                taken = self.take(*first, *stamp).and(taken);
            }
            rest = after;
        }
        taken
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
            Gesture::Pause | Gesture::Stand => Some(Command::Pause),
            Gesture::CallArbiter { .. } | Gesture::Query { .. } => None,
        };
        self.submit(Awaited::Gesture(gesture), command, stamp)
    }

    /// A key behaves badly. What is more than [`Troubles`] tells in a minute is left out.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait.
    pub fn key(&mut self, key: Key, report: KeyReport, stamp: Instant) -> Result<(), SubmitError> {
        if !self.troubles.tells(report, stamp) {
            return Ok(());
        }
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
            if let Some(heard) = self.session.receive(byte, now) {
                self.follow(heard, now, hear);
            }
        }
    }

    /// Takes what was read of several ports ([`link::device::Ports`]), as [`Self::receive`].
    pub fn read(&mut self, read: Result<ToUnit, Fault>, now: Instant, hear: &mut dyn FnMut(Event)) {
        if let Some(heard) = self.session.read(read, now) {
            self.follow(heard, now, hear);
        }
    }

    fn follow(&mut self, heard: Heard, now: Instant, hear: &mut dyn FnMut(Event)) {
        match heard {
            Heard::Grant(grant) => self.take_over(grant, now, hear),
            Heard::Order(order) => self.take_order(&order, now),
            Heard::BootLoader => self.asked = Some(now),
            Heard::Showing(_) => {}
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
        self.stood = false;
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
        if self.runs() {
            self.session.refuse_boot_loader();
        } else {
            self.boot_loader = true;
        }
    }

    /// Whether a clock runs, as far as is decided.
    fn runs(&self) -> bool {
        self.clock().is_some_and(|clock| clock.status() == Status::Running)
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
        if self.asked.is_some_and(|asked| asked <= floor) {
            self.asked = None;
            self.consider_boot_loader();
        }
    }

    fn advance(&mut self, now: Instant, hear: &mut dyn FnMut(Event)) {
        let Self { session, table: Some(table), awaited, .. } = self else { return };
        let time = table.time(now);
        let mut goes_on = false;
        let mut listen = |event: Event| {
            goes_on |= matches!(event.kind, EventKind::Resumed | EventKind::Started { .. });
            hear(event);
        };
        table.unit.advance(time, &mut Clerk { session, awaited, hear: &mut listen });
        self.stood &= !goes_on;
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
            stood: self.stood,
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
