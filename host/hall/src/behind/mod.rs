//! A table whose clock is in a unit behind a line.
//!
//! The unit orders what happens to its clock; the table is told, and decides what that comes to. Whatever asks
//! something of the clock goes to the unit first and is decided when it says that it is done. **With the line down
//! nothing is decided that needs the clock**, and the table stands where it was last known to be.

mod hearing;
mod inputs;
mod knowing;
mod ordering;

use std::collections::VecDeque;

use clock::{Clock, Duration, Instant};
use link::host::{Host, Known};
use link::{COMMAND_LIFE, FrameBuffer, Identity, Showing, Start};
use referee::{Decided, Order, Refusal, Step, Table};

use crate::alarm::AlarmKind;
use crate::entry::{Anchor, Cause, Entry, FromUnit, Receipt, UnitEntry, UnitNote};
use crate::hall::{Arrival, HallError, Ticket};
use crate::keys::Troubled;
use crate::seat::UnitWord;
use crate::showing::Manner;

pub(crate) use knowing::known;

/// How long after the start a unit may say nothing before that is an alarm.
const GREETING: Duration = Duration::from_secs(3);

/// How long a table that had a unit stands as it was known before it counts as one that has none any more.
const ATTACHED_WITHIN: Duration = Duration::from_secs(5);

/// Orders that may wait for their turn.
const ORDERS_MAX: usize = 64;

/// What the host's end is told when it is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// An input of the unit, with everything before it.
    Input { start: Start, seq: u32 },
    /// A grant.
    Grant { epoch: u32 },
}

/// What came of something, in the order in which it is put on record.
#[derive(Debug)]
pub(crate) enum Brought {
    /// The table has decided something.
    Step(Box<BroughtStep>),
    /// The unit's affairs, which change nothing at the table.
    Note { entry: Entry, saved: Option<Saved> },
    /// Something is wrong.
    Alarm(AlarmKind),
    /// It is right again.
    Calm(AlarmKind),
}

/// A decision of the table.
#[derive(Debug)]
pub(crate) struct BroughtStep {
    pub(crate) step: Step,
    pub(crate) about: About,
}

/// What stands beside a decision.
#[derive(Debug, Default)]
pub(crate) struct About {
    pub(crate) receipt: Option<Receipt>,
    pub(crate) unit: Option<FromUnit>,
    pub(crate) follows: bool,
    /// Who waits for an answer.
    pub(crate) ticket: Option<Ticket>,
    pub(crate) saved: Option<Saved>,
}

/// The table, and what comes of what happens to it.
#[derive(Debug)]
pub(crate) struct Clerk<'a> {
    live: &'a mut Table,
    /// The greatest grant of any table.
    granted: u32,
    now: Instant,
    brought: Vec<Brought>,
}

impl<'a> Clerk<'a> {
    pub(crate) const fn new(live: &'a mut Table, granted: u32, now: Instant) -> Self {
        Self { live, granted, now, brought: Vec::new() }
    }

    pub(crate) fn brought(self) -> Vec<Brought> {
        self.brought
    }

    fn committed(&self) -> Instant {
        self.live.clock().committed()
    }

    /// Lets time pass up to where the unit was. What it says of an earlier time comes too late for that.
    fn pass(&mut self, at: Instant) {
        let at = at.max(self.committed());
        let step = self.live.poll(at).expect("time does not go back");
        if !step.events.is_empty() {
            self.write(step, About::default());
        }
    }

    /// What was decided holds, and goes on record.
    fn enter(&mut self, decided: Decided, about: About) {
        *self.live = decided.table;
        self.write(decided.step, about);
    }

    /// An order is refused before it comes to the table.
    fn refuse(&mut self, order: Order, refusal: Refusal, at: Instant, about: About) {
        let step = self.live.refuse(order, refusal, at).expect("time does not go back");
        self.write(step, about);
    }

    fn write(&mut self, step: Step, about: About) {
        self.brought.push(Brought::Step(Box::new(BroughtStep { step, about })));
    }

    /// Something of the unit that changes nothing at the table.
    fn note(&mut self, note: UnitNote, saved: Option<Saved>) {
        let entry = Entry::Unit(Box::new(UnitEntry { at: self.committed(), note }));
        self.brought.push(Brought::Note { entry, saved });
    }

    fn alarm(&mut self, kind: AlarmKind) {
        self.brought.push(Brought::Alarm(kind));
    }

    fn calm(&mut self, kind: AlarmKind) {
        self.brought.push(Brought::Calm(kind));
    }
}

/// An order that waits for its turn, or for the unit.
#[derive(Clone, Debug)]
struct Ordered {
    ticket: Option<Ticket>,
    order: Order,
    name: Option<String>,
    /// The turns completed when it was given, if that matters.
    turns: Option<u32>,
    /// After that nobody means it any more; the hall's time.
    until: Instant,
}

/// What the unit was asked to do.
#[derive(Clone, Debug)]
struct Sent {
    id: u32,
    epoch: u32,
    /// None where it follows by itself.
    ordered: Option<Ordered>,
}

/// Whether the service has a line to the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attached {
    /// It has, since then.
    Since(Instant),
    /// It had before it was interrupted; if it has not said so by then, it has not.
    Awaited(Instant),
    /// It is silent, and was given up.
    GivenUp,
}

/// The line to a table's unit, and what waits for it.
#[derive(Debug)]
pub(crate) struct Behind {
    number: u16,
    host: Host,
    attached: Attached,
    orders: VecDeque<Ordered>,
    sent: Option<Sent>,
    /// Something may follow from what the unit has done.
    follows: bool,
    /// The unit as it last greeted on record.
    recorded: Option<Identity>,
    /// A point on both axes: the hall's, and the table's as far as it is known.
    tie: (Instant, Instant),
    /// The tie to the wall that is written when the unit's time is known.
    anchor: Option<Anchor>,
    /// The hall's time when this was last looked at.
    seen: Instant,
    silent: bool,
    troubled: Troubled,
    /// What the unit's face is to show.
    showing: Option<(Manner, Showing)>,
    /// The game's record is closed, and the next is not begun: nothing is put on record.
    held: bool,
}

impl Behind {
    /// A table that has a unit from now on.
    pub(crate) fn new(number: u32, time: Instant, now: Instant) -> Self {
        Self::with_host(number, Host::new(), Attached::Since(now), time, now)
    }

    fn with_host(number: u32, host: Host, attached: Attached, time: Instant, now: Instant) -> Self {
        Self {
            // A face has room for so many digits.
            number: u16::try_from(number).unwrap_or(u16::MAX),
            recorded: host.unit(),
            host,
            attached,
            orders: VecDeque::new(),
            sent: None,
            follows: true,
            tie: (now, time),
            anchor: None,
            seen: now,
            silent: false,
            troubled: Troubled::default(),
            showing: None,
            held: false,
        }
    }

    /// A table that had a unit before an interruption, by what is on disk.
    pub(crate) fn restore(number: u32, known: Known, time: Instant, now: Instant) -> Self {
        let host = Host::restore(known, now);
        Self::with_host(number, host, Attached::Awaited(now.plus(ATTACHED_WITHIN)), time, now)
    }

    /// The last grant of the table.
    pub(crate) const fn granted(&self) -> u32 {
        self.host.epoch()
    }

    /// The tie to the wall that is to be written when the unit's time is known.
    pub(crate) fn keep_anchor(&mut self, anchor: Anchor) {
        self.anchor = Some(anchor);
    }

    /// The service has a line to the unit.
    pub(crate) fn attach(&mut self, now: Instant) {
        if let Attached::Awaited(_) = self.attached {
            self.attached = Attached::Since(now);
        }
    }

    /// A silent unit's clock is given up, when what waits for it is answered.
    pub(crate) fn give_up_unit(&mut self, now: Instant) -> Result<(), HallError> {
        if self.is_heard(now) {
            return Err(HallError::UnitHeard);
        }
        self.attached = Attached::GivenUp;
        Ok(())
    }

    /// Why the table's clock is not in a unit any more, if that is so; that goes on record.
    pub(crate) fn gone(&self, now: Instant) -> Option<Cause> {
        match self.attached {
            Attached::Since(_) => None,
            Attached::Awaited(until) => (now >= until).then_some(Cause::PowerCut),
            Attached::GivenUp => (self.pending() == 0).then_some(Cause::UnitGivenUp),
        }
    }

    /// What of it goes on record when the table's clock is in the service again.
    pub(crate) fn released(live: &Table) -> Entry {
        Entry::Unit(Box::new(UnitEntry { at: live.clock().committed(), note: UnitNote::Released }))
    }

    /// The next game at the same table: the unit is given that.
    pub(crate) fn go_on(&mut self, clerk: &mut Clerk<'_>) {
        self.held = false;
        self.tie = (clerk.now, Instant::ZERO);
        if let Some(unit) = self.host.unit() {
            self.greet(unit, clerk);
            self.grant(clerk);
        }
    }

    /// The unit's keys that somebody should look at.
    pub(crate) const fn troubled_keys(&mut self) -> &mut Troubled {
        &mut self.troubled
    }

    /// Nothing more of this game is put on record.
    pub(crate) const fn hold(&mut self) {
        self.held = true;
    }

    /// The table's time at a moment of the hall's, as far as it is known.
    pub(crate) fn time(&self, now: Instant) -> Instant {
        self.tie.1.plus(now.since(self.tie.0))
    }

    /// The same as it may be shown: with no word from the unit, the last that is known.
    pub(crate) fn known_time(&self, live: &Table, now: Instant) -> Instant {
        if self.is_heard(now) { self.time(now) } else { live.clock().committed() }
    }

    fn see(&mut self, now: Instant) {
        self.seen = now;
        if let Some(estimate) = self.host.table_time(now).filter(|_| self.is_heard(now)) {
            self.tie = (now, estimate.time);
        }
    }

    fn is_heard(&self, now: Instant) -> bool {
        self.host.is_held() && self.host.silent_since(now).is_none()
    }

    /// What the face shows: the clock read ahead while the unit is heard, else as it was last known to be; and the
    /// table's time there.
    pub(crate) fn face(&self, live: &Table, now: Instant) -> (Clock, Instant, UnitWord) {
        let mut clock = live.clock().clone();
        let committed = clock.committed();
        if !self.is_heard(now) {
            let since = self.host.silent_since(now).flatten();
            return (clock, committed, UnitWord::Silent { since });
        }
        let time = self.host.table_time(now).map_or(committed, |estimate| estimate.time.max(committed));
        // Not before what is committed, so it is not refused.
        clock.poll(time, &mut |_| ()).unwrap_or_default();
        (clock, time, UnitWord::Heard)
    }

    /// The table's time there, while the unit is heard.
    pub(crate) fn heard_time(&self, live: &Table, now: Instant) -> Option<Instant> {
        let committed = live.clock().committed();
        let estimate = self.host.table_time(now).filter(|_| self.is_heard(now));
        estimate.map(|estimate| estimate.time.max(committed))
    }

    /// What the unit's face shows beside the clock.
    pub(crate) fn show(&mut self, manner: Manner, showing: Showing) {
        if self.showing.as_ref().is_none_or(|(_, before)| *before != showing) {
            self.host.show(showing.clone());
        }
        self.showing = Some((manner, showing));
    }

    /// How the unit's face is, where somebody has said so.
    pub(crate) fn manner(&self) -> Option<Manner> {
        self.showing.as_ref().map(|(manner, _)| *manner)
    }

    /// The hall's time at a time of the table's, while the unit is heard.
    pub(crate) fn hall_time(&self, at: Instant, now: Instant) -> Option<Instant> {
        let (hall, table) = (now, self.host.table_time(now).filter(|_| self.is_heard(now))?.time);
        Some(hall.plus(at.since(table)))
    }

    /// Inputs and orders that are not decided.
    pub(crate) fn pending(&self) -> usize {
        self.orders.len().saturating_add(usize::from(self.sent.is_some()))
    }

    /// The machine has slept: nobody knows for how long it was away from the unit's time.
    pub(crate) fn has_slept(&mut self) {
        self.host.has_slept();
    }

    /// Something is on disk.
    pub(crate) fn saved(&mut self, saved: Saved) {
        match saved {
            Saved::Input { start, seq } => self.host.saved(start, seq),
            Saved::Grant { epoch } => self.host.grant_saved(epoch),
        }
    }

    /// The next frame for the line.
    pub(crate) fn frame(&mut self, now: Instant, frame: &mut FrameBuffer) -> Option<usize> {
        self.see(now);
        self.host.transmit(now, frame)
    }

    /// When something is due, by the hall's time; frames included.
    pub(crate) fn poll_at(&self) -> Instant {
        let attached = match self.attached {
            Attached::Awaited(until) => return until,
            Attached::GivenUp => self.seen,
            Attached::Since(since) => since.plus(GREETING),
        };
        let greeting = (self.silent && attached > self.seen).then_some(attached);
        let waiting = self.orders.front().filter(|_| self.sent.is_none()).map(|front| front.until);
        [Some(self.host.poll_at(self.seen)), greeting, waiting]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(attached)
    }

    /// Takes an order; it is decided when those before it are.
    pub(crate) fn submit(
        &mut self,
        ticket: Option<Ticket>,
        order: Order,
        arrival: &Arrival,
        now: Instant,
    ) -> Result<(), HallError> {
        if self.orders.len() >= ORDERS_MAX {
            return Err(HallError::Overloaded);
        }
        let (name, turns) = (arrival.name.clone(), arrival.turns);
        let until = now.plus(COMMAND_LIFE);
        self.orders.push_back(Ordered { ticket, order, name, turns, until });
        Ok(())
    }
}
