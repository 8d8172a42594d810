//! One table of the hall: its unit, its engine, and a second copy that shows only what is on disk.

mod keys;
mod line;
mod scribe;
mod speech;
mod touch;

use std::collections::{BTreeMap, VecDeque};

use clock::{BySide, Clock, Duration, Instant, Status};
use journal::GameId;
use link::{COMMAND_LIFE, Corrected};
use referee::{Command, Order, Player, StartsBy, Step, Table, Who};
use unit::{Condition, Input, Unit, digest};

use crate::behind::{Behind, Saved};
use crate::closing::Closing;
use crate::entry::{Entry, OnRequest, Receipt, SpeechEntry, StepEntry};
use crate::hall::{Answer, Arrival, HallError, Ticket};
use crate::names::{Known, Names};
use crate::people::Players;
use crate::seat::keys::Keys;
use crate::seat::scribe::Scribe;
use crate::seat::touch::Touch;

use crate::showing::corrected_by;
use crate::speech::{Account, Latest};
pub use line::UnitWord;

/// How long a touch may be on its way and still count when the finger came down.
pub const TOUCH_GRACE: Duration = Duration::from_millis(300);

/// How long a touch clock may be silent before an alarm is raised.
pub const TOUCH_LOST_AFTER: Duration = Duration::from_secs(3);

/// What a table does when its touch clock is not heard any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TouchLost {
    /// The clock runs on.
    #[default]
    Run,
    /// The clock is paused.
    Pause,
}

/// What the table's own clock shows at once, on disk or not.
#[derive(Clone, Debug)]
pub struct Face {
    /// The clock, read ahead.
    pub clock: Clock,
    /// The table's time.
    pub now: Instant,
    /// Decisions that are not on disk yet, and inputs that are not decided yet.
    pub pending: usize,
    /// The table as far as is known, with that clock.
    pub(crate) table: Table,
    /// The players by colour.
    pub(crate) players: BySide<Player>,
    /// The last correction.
    pub(crate) corrected: Option<Corrected>,
    /// Whether the table would speak, and is silent.
    pub muted: bool,
    /// Whether the clock is in a unit behind a line, and heard.
    pub unit: Option<UnitWord>,
}

/// An order that waits for its turn.
#[derive(Clone, Debug)]
struct Waiting {
    ticket: Ticket,
    order: Order,
    receipt: Receipt,
}

/// A decision that is not on disk yet.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub(crate) step: Step,
    /// Who waits for an answer, and what it will be.
    pub(crate) answer: Option<(Ticket, Answer)>,
    /// The name of the order, by which copies are known.
    pub(crate) name: Option<String>,
    /// What the table's unit is told when it is on disk.
    pub(crate) saved: Option<Saved>,
}

/// One table.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) game: GameId,
    /// The players as the game was opened.
    pub(crate) people: Players,
    /// What of the game was said when it was asked for.
    pub(crate) on_request: OnRequest,
    /// The players by colour, by what is on disk.
    players: BySide<Player>,
    /// Everything decided.
    live: Table,
    /// What is on disk of it.
    shown: Table,
    unit: Unit,
    /// The unit behind a line, where the clock is in that.
    behind: Option<Box<Behind>>,
    touch: Option<Touch>,
    keys: Option<Keys>,
    pub(crate) touch_lost: TouchLost,
    waiting: BTreeMap<u32, Waiting>,
    next_input: u32,
    /// Names of the latest orders, and what became of them.
    names: Names,
    /// Decisions on their way to the disk.
    unsaved: VecDeque<Decided>,
    /// A point on both axes: the hall's, and the table's.
    tie: (Instant, Instant),
    /// The last correction, for faces to show it.
    corrected: Option<Corrected>,
    /// With which entry the record was closed.
    pub(crate) closing: Closing,
    /// The latest that was decided to be said.
    said: Latest,
    /// What of it was played.
    pub(crate) account: Account,
    /// What of that is on its way to the disk.
    pub(crate) unsaved_speech: VecDeque<SpeechEntry>,
    /// Counts what was shown, so that a page knows when it missed something.
    pub(crate) version: u64,
}

impl Seat {
    /// A table whose time is `from` at the moment `hall_now`.
    pub(crate) fn new(game: GameId, table: Table, people: Players, from: Instant, hall_now: Instant) -> Self {
        let unit = Unit::restore(table.clock().clone(), table.record().turns());
        let tie = (hall_now, from.max(table.clock().committed()));
        Self {
            game,
            players: people.by_side(table.record().people().black),
            people,
            on_request: OnRequest::default(),
            shown: table.clone(),
            live: table,
            unit,
            behind: None,
            touch: None,
            keys: None,
            touch_lost: TouchLost::default(),
            waiting: BTreeMap::new(),
            next_input: 0,
            names: Names::default(),
            unsaved: VecDeque::new(),
            tie,
            corrected: None,
            closing: Closing::default(),
            said: Latest::default(),
            account: Account::default(),
            unsaved_speech: VecDeque::new(),
            version: 0,
        }
    }

    /// The table's time at a moment of the hall's.
    pub(crate) fn time(&self, hall_now: Instant) -> Instant {
        match &self.behind {
            Some(behind) => behind.time(hall_now),
            None => self.tie.1.plus(hall_now.since(self.tie.0)),
        }
    }

    /// The moment of the hall's at a time of the table's.
    fn hall_time(&self, at: Instant) -> Instant {
        self.tie.0.plus(at.since(self.tie.1))
    }

    pub(crate) const fn live(&self) -> &Table {
        &self.live
    }

    pub(crate) const fn shown(&self) -> &Table {
        &self.shown
    }

    pub(crate) const fn players(&self) -> &BySide<Player> {
        &self.players
    }

    pub(crate) fn committed(&self) -> Instant {
        self.live.clock().committed().max(self.unit.clock().committed())
    }

    /// Whether the clock was started.
    pub(crate) fn has_begun(&self) -> bool {
        self.live.clock().status() != Status::Waiting
    }

    /// Whether everything that came in is decided and on disk.
    pub(crate) fn is_settled(&self) -> bool {
        self.unsaved.is_empty()
            && self.waiting.is_empty()
            && self.behind.as_ref().is_none_or(|behind| behind.pending() == 0)
    }

    /// Whether the next game may begin here.
    pub(crate) fn check_free(&self, replaces: bool) -> Result<(), HallError> {
        let record = self.shown.record();
        if self.has_begun() && !record.is_ended() {
            return Err(HallError::NotOver);
        }
        if !self.is_settled() {
            return Err(HallError::NotSaved);
        }
        let (ending, without_arbiter) =
            (record.ending(), self.shown.setup().game.starts_by == StartsBy::Press);
        if ending.is_signed() {
            return if ending.cleared { Ok(()) } else { Err(HallError::NotCleared) };
        }
        let stands = record.is_ended() && !replaces && !without_arbiter;
        if stands { Err(HallError::NotSigned) } else { Ok(()) }
    }

    /// What goes on when a new game begins at the same table: its touch clock, its keys, the count of what was shown, and
    /// the names of orders, so that a copy of one from the last game does not act in this one.
    pub(crate) fn take_place_of(&mut self, before: &mut Self) {
        self.touch_lost = before.touch_lost;
        self.version = before.version;
        self.names = before.names.clone();
        self.take_touch_of(before);
        self.take_keys_of(before);
    }

    /// Nothing is awaited any more that happened before `hall_now`.
    pub(crate) fn settle(&mut self, hall_now: Instant) {
        let now = self.time(hall_now);
        if let Some(touch) = &self.touch {
            self.unit.set_floor(touch.source, now);
        }
        self.keys_floor(hall_now);
    }

    /// A copy of an order that is known by its name is not taken again.
    pub(crate) fn copy(&mut self, ticket: Ticket, arrival: &Arrival) -> Option<Known> {
        self.names.copy(arrival.name.as_ref()?, ticket)
    }

    /// Takes an order; it is decided when nothing earlier can come any more.
    pub(crate) fn submit(
        &mut self,
        ticket: Ticket,
        order: Order,
        arrival: Arrival,
        hall_now: Instant,
    ) -> Result<(), HallError> {
        if let Some(behind) = &mut self.behind {
            behind.submit(Some(ticket), order, &arrival, hall_now)?;
            arrival.name.into_iter().for_each(|name| self.names.take(name));
            return Ok(());
        }
        let now = self.time(hall_now);
        let credit = arrival.credit.min(TOUCH_GRACE).min(now.since(self.tie.1));
        let stamp = now.minus(credit);
        self.await_turn(ticket, order, Arrival { credit, ..arrival }, stamp)
    }

    /// Puts an order in its place in the table's time.
    fn await_turn(
        &mut self,
        ticket: Ticket,
        order: Order,
        arrival: Arrival,
        stamp: Instant,
    ) -> Result<(), HallError> {
        let lives = is_correction(&order.command);
        let condition = Condition { turns: arrival.turns, expires: lives.then(|| stamp.plus(COMMAND_LIFE)) };
        let id = self.next_input;
        let input = Input { condition, ..Input::note(id, stamp) };
        self.unit.submit(input).map_err(|_| HallError::Overloaded)?;
        self.next_input = self.next_input.wrapping_add(1);
        // Only now: an order that was not taken may come again.
        if let Some(name) = &arrival.name {
            self.names.take(name.clone());
        }
        let receipt = Receipt { stamp, credit: arrival.credit, late: Duration::ZERO, name: arrival.name };
        self.waiting.insert(id, Waiting { ticket, order, receipt });
        Ok(())
    }

    /// An order of that name was answered, in this run or before it.
    pub(crate) fn answered(&mut self, name: &str, answer: &Answer) -> Vec<Ticket> {
        self.names.answer(name, answer)
    }

    /// Decides what can be decided; gives back the entries for the journal, and whether the two
    /// engines agree.
    pub(crate) fn advance(&mut self, hall_now: Instant) -> (Vec<Entry>, bool) {
        let now = self.time(hall_now);
        if let Some(touch) = &self.touch {
            self.unit.set_floor(touch.source, now.minus(TOUCH_GRACE));
        }
        let mut scribe = Scribe::new(&mut self.live, &mut self.waiting);
        self.unit.advance(now, &mut scribe);
        scribe.let_time_pass(self.unit.clock().committed());
        let decided = scribe.decided;
        let agree = digest(self.unit.clock()) == digest(self.live.clock());
        if !agree {
            // The unit's state stands.
            self.live = self.live.clone().with_clock(self.unit.clock().clone());
        }
        let entries =
            decided.into_iter().map(|(decided, receipt)| self.enter(decided, receipt, hall_now)).collect();
        (entries, agree)
    }

    fn enter(&mut self, decided: Decided, receipt: Option<Receipt>, hall_now: Instant) -> Entry {
        self.hear(&decided.step, hall_now);
        self.corrected = corrected_by(&decided.step).or(self.corrected);
        let entry = Entry::Step(Box::new(StepEntry::new(decided.step.clone(), receipt)));
        self.unsaved.push_back(decided);
        entry
    }

    /// Decisions are on disk, as entries of these numbers: they may be shown and answered.
    pub(crate) fn saved(&mut self, seqs: &[u64]) -> Vec<Decided> {
        let count = seqs.len().min(self.unsaved.len());
        let saved: Vec<Decided> = self.unsaved.drain(..count).collect();
        for (decided, seq) in saved.iter().zip(seqs) {
            self.shown.apply(&decided.step);
            self.closing.watch(&self.shown, *seq);
        }
        if !saved.is_empty() {
            self.players = self.people.by_side(self.shown.record().people().black);
            self.version = self.version.saturating_add(1);
        }
        saved
    }

    /// When something is due if nobody does anything. What the table's keys may still come before waits until they
    /// state their floor ([`Self::keys_due`]).
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        if let Some(behind) = &self.behind {
            return self.account.poll_at().into_iter().chain([behind.poll_at()]).min();
        }
        let due = self.due().filter(|&due| self.keys_have_passed(due));
        let due = due.map(|due| {
            let due = self.hall_time(due);
            if self.touch.is_some() { due.plus(TOUCH_GRACE) } else { due }
        });
        due.into_iter().chain(self.keys_calm_at()).chain(self.account.poll_at()).min()
    }

    /// What is due next, in the table's time.
    fn due(&self) -> Option<Instant> {
        [self.unit.poll_at(), self.live.poll_at()].into_iter().flatten().min()
    }

    /// When the face changes by itself.
    pub(crate) fn face_at(&self, hall_now: Instant) -> Option<Instant> {
        let due = self.face(hall_now).clock.poll_at()?;
        match &self.behind {
            Some(behind) => behind.hall_time(due, hall_now),
            None => Some(self.hall_time(due)),
        }
    }

    /// What the table's own clock shows.
    pub(crate) fn face(&self, hall_now: Instant) -> Face {
        if let Some(behind) = &self.behind {
            return self.face_at_unit(behind, hall_now);
        }
        let now = self.time(hall_now);
        let mut copy = self.live.clone();
        let mut waiting = self.waiting.clone();
        let mut scribe = Scribe::new(&mut copy, &mut waiting);
        let clock = self.unit.ahead(now, &mut scribe);
        Face {
            clock: clock.clone(),
            now,
            pending: self.unsaved.len().saturating_add(self.waiting.len()),
            players: self.people.by_side(copy.record().people().black),
            table: copy.with_clock(clock),
            corrected: self.corrected,
            muted: self.account.muted().is_some(),
            unit: None,
        }
    }
}

/// Corrections are meant for the moment: one that came late is not carried out by itself.
pub(crate) const fn is_correction(command: &Command) -> bool {
    matches!(
        command,
        Command::Set { .. }
            | Command::Add { .. }
            | Command::Subtract { .. }
            | Command::Turn { .. }
            | Command::SwapSides { .. }
    )
}

/// An order that the hall itself gives.
pub(crate) fn pause_by_clock(why: &str) -> Order {
    Order { by: Who::Clock, command: Command::Pause { why: Some(why.to_owned()) } }
}
