//! The hall: all seats, the batches on their way to the disk, and what comes out.

mod exchange;
mod keys;
mod line;
mod speech;
mod touch;

use std::collections::{BTreeMap, VecDeque};

use clock::{BySide, Duration, Instant};
use journal::{GameId, Person, Write};
use referee::{Order, Player, Setup, Table};

use crate::alarm::{Alarm, AlarmKind};
use crate::entry::{Anchor, Cause, Entry, Interruption, OnRequest, Opening};
use crate::names::Known;
use crate::outbox::{Extent, Mark, Outbox};
use crate::people::{Players, nameless, refer};
use crate::seat::{Decided, Face, Seat, pause_by_clock};

use exchange::is_short;
pub use exchange::{Answer, Arrival, HallError, NewGame, Output, Ticket};

/// Decisions that may wait for the disk before orders are turned away.
pub const QUEUE_MAX: usize = 50_000;

/// Bytes that an order may have, written as JSON.
pub const ORDER_LEN_MAX: usize = 8_192;

/// How often a running table's time is put beside the chain.
const BEAT_EVERY: Duration = Duration::from_millis(500);

/// By how much earlier it goes with what is written anyway.
const BEAT_EARLY: Duration = Duration::from_millis(250);

/// All tables of a venue.
#[derive(Debug, Default)]
pub struct Hall {
    seats: BTreeMap<u32, Seat>,
    /// Games whose opening is not on disk yet: until then their tables are as they were.
    opening: BTreeMap<u32, Seat>,
    outbox: Outbox,
    outputs: VecDeque<Output>,
    alarms: BTreeMap<(Option<u32>, AlarmKind), Instant>,
    next_ticket: u64,
    /// The greatest grant of any table to a unit: a unit that is carried to another table has none of that one's.
    granted: u32,
    next_beat: Instant,
    /// Whether the next batch takes the times of the running tables along.
    beat_due: bool,
    /// The latest moment that the hall was told.
    now: Instant,
}

impl Hall {
    /// A hall without tables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a game at a table that has none, or that is free for the next (16.6): its game has not begun, or is signed
    /// and the table cleared. A result that is not signed is replaced where that is said, or where the game is played
    /// without an arbiter, who would have to sign it.
    ///
    /// # Errors
    /// [`HallError::NotOver`] while a game is going on there, [`HallError::NotSaved`] until all of it is on disk,
    /// [`HallError::NotSigned`] and [`HallError::NotCleared`] until the table is free.
    pub fn open(&mut self, opening: NewGame, now: Instant) -> Result<(), HallError> {
        let NewGame { table, game, genesis, setup, people, on_request, replaces, anchor } = opening;
        if !people.iter().all(Person::is_sound) {
            return Err(HallError::NameTooLong);
        }
        if self.opening.contains_key(&table) {
            return Err(HallError::NotSaved);
        }
        if let Some(seat) = self.seats.get_mut(&table) {
            seat.check_free(replaces)?;
            seat.hold_line();
            let closes = Write::Close { game: seat.game };
            self.settle_speech(table);
            self.outbox.push(closes, Mark::Other);
        }
        let agreed = nameless(&setup);
        let opening = Opening {
            table,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            setup: agreed.clone(),
            people: BySide::default(),
            seats: None,
            named_on_request: on_request.players,
            control_on_request: on_request.control,
        };
        let body = Entry::Opened(Box::new(refer(opening, &people))).to_bytes();
        self.outbox.push(Write::Begin { game, genesis, table, body, people }, Mark::Opened { table });
        self.outbox.entry(game, &Entry::Anchor(anchor), Mark::Other);
        let players = Players::of_setup(&setup);
        let mut seat = Seat::new(game, Table::new(agreed), players, Instant::ZERO, now);
        seat.on_request = on_request;
        self.opening.insert(table, seat);
        self.flush();
        Ok(())
    }

    /// Seats a table that was made again from the journal.
    pub(crate) fn seat(&mut self, number: u32, seat: Seat, whole: Extent, speech: Extent) {
        self.outbox.recovered(seat.game, whole, speech);
        self.granted = self.granted.max(seat.granted());
        self.seats.insert(number, seat);
    }

    pub(crate) fn has_table(&self, number: u32) -> bool {
        self.seats.contains_key(&number)
    }

    pub(crate) fn write_entry(&mut self, game: GameId, entry: &Entry) {
        self.outbox.entry(game, entry, Mark::Other);
    }

    /// Takes an order for a table; it is answered when what it brought is on disk.
    ///
    /// # Errors
    /// Why it is not taken; nothing of it is on record.
    pub fn order(
        &mut self,
        table: u32,
        order: Order,
        arrival: Arrival,
        now: Instant,
    ) -> Result<Ticket, HallError> {
        if self.opening.contains_key(&table) {
            return Err(HallError::NotSaved);
        }
        let ticket = Ticket(self.next_ticket);
        let seat = self.seats.get_mut(&table).ok_or(HallError::NoTable)?;
        let output = match seat.copy(ticket, &arrival) {
            Some(Known::TooMany) => return Err(HallError::Overloaded),
            Some(Known::Answered(answer)) => Output::Answer { ticket, answer },
            Some(Known::Waits) => Output::Face { table },
            None => {
                self.outbox.admit(seat.game)?;
                let order = seat.people.complete(order);
                if !is_short(&order, &arrival) {
                    return Err(HallError::TooLong);
                }
                seat.submit(ticket, order, arrival, now)?;
                Output::Face { table }
            }
        };
        self.next_ticket = self.next_ticket.saturating_add(1);
        self.outputs.push_back(output);
        Ok(ticket)
    }

    /// Lets time pass.
    pub fn advance(&mut self, now: Instant) {
        self.now = self.now.max(now);
        let tables: Vec<u32> = self.seats.keys().copied().collect();
        for table in &tables {
            self.watch_touch(*table, now);
            self.watch_keys(*table, now);
            self.advance_seat(*table, now);
            self.count_missed(*table, now);
        }
        // What goes to the disk anyway takes the times along early, so that they never wait for two writes.
        let early = if self.outbox.is_queued() { BEAT_EARLY } else { Duration::ZERO };
        if now.plus(early) >= self.next_beat {
            self.beat_due = true;
            self.next_beat = now.plus(BEAT_EVERY);
        }
        self.flush();
    }

    fn advance_seat(&mut self, table: u32, now: Instant) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        if seat.is_behind() {
            return self.poll_unit(table, now);
        }
        let (entries, agree) = seat.advance(now);
        let game = seat.game;
        if !entries.is_empty() {
            self.outputs.push_back(Output::Face { table });
        }
        for entry in entries {
            self.outbox.step(table, game, &entry);
        }
        if !agree {
            self.raise(Some(table), AlarmKind::Diverged, now);
        }
    }

    pub(crate) fn pause(&mut self, table: u32, why: &str, now: Instant) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        if seat.live().clock().status() == clock::Status::Running {
            let ticket = Ticket(self.next_ticket);
            self.next_ticket = self.next_ticket.saturating_add(1);
            // A table that takes no order any more is beyond pausing; its alarm stands.
            seat.submit(ticket, pause_by_clock(why), Arrival::default(), now).unwrap_or_default();
        }
    }

    /// Decides everything that waits and pauses every running table, as at a shutdown or after the machine slept.
    /// What a touch clock sends from before comes late.
    pub fn interrupt(&mut self, cause: Cause, gap: Option<Duration>, now: Instant) {
        let tables: Vec<u32> = self.seats.keys().copied().collect();
        for table in tables {
            if let Some(seat) = self.seats.get_mut(&table) {
                seat.settle(now);
                if cause == Cause::Slept {
                    seat.has_slept();
                }
            }
            self.advance_seat(table, now);
            let Some(seat) = self.seats.get(&table) else { continue };
            let (game, from) = (seat.game, seat.time(now));
            // A unit goes on by itself.
            if !seat.is_behind() && seat.live().clock().status() == clock::Status::Running {
                self.write_entry(game, &Entry::Interrupted(Interruption { cause, from, gap }));
                self.pause(table, cause.why(), now);
            }
        }
        self.advance(now);
        if cause == Cause::Shutdown {
            let tables: Vec<u32> = self.seats.keys().copied().collect();
            tables.into_iter().for_each(|table| self.settle_speech(table));
            self.flush();
        }
    }

    /// The times of the running tables, to stand beside their chains: from there they go on after a power cut.
    fn beats(&self) -> Vec<Write> {
        let running =
            self.seats.values().filter(|seat| seat.live().clock().status() == clock::Status::Running);
        running.map(|seat| Write::Beat { game: seat.game, at_micros: seat.committed().as_micros() }).collect()
    }

    /// Sends what waits, unless a batch is under way.
    fn flush(&mut self) {
        let beats = if self.beat_due { self.beats() } else { Vec::new() };
        let (batch, went_along) = self.outbox.send(beats);
        self.beat_due &= !went_along;
        self.outputs.extend(batch.map(Output::Write));
    }

    /// The batch in flight is on disk.
    pub fn written(&mut self) {
        let Some(marks) = self.outbox.written() else { return };
        let mut numbers: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for mark in marks {
            match mark {
                Mark::Step { table, seq } => numbers.entry(table).or_default().push(seq),
                Mark::Opened { table } => self.show_opened(table),
                Mark::Unit { table, saved } => self.unit_saved(table, saved),
                Mark::Speech { table } => self.speech_saved(table),
                Mark::Other => {}
            }
        }
        for (table, seqs) in numbers {
            self.show(table, &seqs);
        }
        self.calm(None, AlarmKind::Disk);
        self.flush();
    }

    fn show_opened(&mut self, table: u32) {
        let Some(mut seat) = self.opening.remove(&table) else { return };
        let now = self.now;
        let mut brought = Vec::new();
        if let Some(before) = self.seats.get_mut(&table) {
            seat.take_place_of(before);
            brought = seat.take_line_of(before, self.granted, now);
        }
        seat.version = seat.version.saturating_add(1);
        let mut begins = None;
        if let Some(before) = self.seats.get(&table) {
            (seat.account, begins) = before.account.of_next_game(now);
        }
        self.seats.insert(table, seat);
        self.outputs.push_back(Output::Opened { table });
        self.put_speech_on_record(table, begins);
        self.put_on_record(table, brought, now);
    }

    fn show(&mut self, table: u32, seqs: &[u64]) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        let saved = seat.saved(seqs);
        let mut events = Vec::new();
        for Decided { step, answer, name, saved } in saved {
            events.extend(step.events);
            saved.into_iter().for_each(|saved| seat.unit_saved(saved));
            let Some((ticket, answer)) = answer else { continue };
            let copies = name.map(|name| seat.answered(&name, &answer)).unwrap_or_default();
            for ticket in std::iter::once(ticket).chain(copies) {
                self.outputs.push_back(Output::Answer { ticket, answer: answer.clone() });
            }
        }
        if !events.is_empty() {
            self.outputs.push_back(Output::Shown { table, events });
        }
        self.outputs.push_back(Output::Face { table });
    }

    /// The disk refused the batch in flight: it waits, and clocks go on.
    pub fn not_written(&mut self, now: Instant) {
        self.raise(None, AlarmKind::Disk, now);
    }

    /// The journal was opened anew. If the batch in flight turned out to be on record after all, that is known by
    /// a game's head; else it is sent again.
    pub fn reopened(&mut self, head: impl Fn(GameId) -> Option<u64>) {
        if self.outbox.is_on_record(head) {
            self.written();
        } else {
            self.outputs.extend(self.outbox.under_way().map(Output::Write));
        }
    }

    fn raise(&mut self, table: Option<u32>, kind: AlarmKind, since: Instant) -> bool {
        if self.alarms.contains_key(&(table, kind)) {
            return false;
        }
        self.alarms.insert((table, kind), since);
        self.outputs.push_back(Output::Alarm(Alarm { table, kind, since }));
        self.show_word_of_unit(table, kind);
        true
    }

    fn calm(&mut self, table: Option<u32>, kind: AlarmKind) {
        if self.alarms.remove(&(table, kind)).is_some() {
            self.outputs.push_back(Output::AlarmOver { table, kind });
            self.show_word_of_unit(table, kind);
        }
    }

    /// With no word from its unit a table's face stands, and nothing is said there.
    fn show_word_of_unit(&mut self, table: Option<u32>, kind: AlarmKind) {
        let face = table.filter(|_| kind == AlarmKind::UnitSilent).map(|table| Output::Face { table });
        self.outputs.extend(face);
    }

    /// The next thing that comes out.
    pub fn next_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When [`Self::advance`] is due if nothing comes in.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let running = self.seats.values().any(|seat| seat.live().clock().poll_at().is_some());
        let watched = self.seats.values().any(Seat::has_touch);
        let beat = (running || watched).then_some(self.next_beat);
        self.seats.values().filter_map(Seat::poll_at).chain(beat).min()
    }

    /// The tables by number.
    pub fn tables(&self) -> impl Iterator<Item = u32> + '_ {
        self.seats.keys().copied()
    }

    /// A table as it stands on disk, with its players and how often it was shown.
    #[must_use]
    pub fn shown(&self, table: u32) -> Option<(&Table, &BySide<Player>, u64)> {
        self.seats.get(&table).map(|seat| (seat.shown(), seat.players(), seat.version))
    }

    /// A table as it is decided, on disk or not: for what stands at the table itself.
    #[must_use]
    pub fn live(&self, table: u32) -> Option<&Table> {
        self.seats.get(&table).map(Seat::live)
    }

    /// The players of a table's game as it was opened, and what of it was said when it was asked for.
    #[must_use]
    pub fn players(&self, table: u32) -> Option<(&Players, OnRequest)> {
        self.seats.get(&table).map(|seat| (&seat.people, seat.on_request))
    }

    /// What was agreed for the game that waits at a table, with its players, whose colours may have been drawn: a game
    /// that is agreed otherwise may take its place, and nothing that matters is lost.
    ///
    /// # Errors
    /// [`HallError::NoTable`], and [`HallError::Begun`] where more is on record than who has which colour.
    pub fn agreed(&self, table: u32) -> Result<(Setup, OnRequest), HallError> {
        let seat = self.seats.get(&table).ok_or(HallError::NoTable)?;
        let record = seat.live().record();
        let arrived = record.people().arrived;
        let is_bare = !arrived.black && !arrived.white && record.incidents().all().is_empty();
        if seat.has_begun() || record.is_ended() || !is_bare {
            return Err(HallError::Begun);
        }
        let players = Players { given: seat.people.by_side(record.people().black), seats: None };
        let drawn = record.people().black.is_some();
        let players = if drawn { &players } else { &seat.people };
        let on_request = OnRequest { players: seat.on_request.players || drawn, ..seat.on_request };
        Ok((players.in_setup(seat.live().setup()), on_request))
    }

    /// The entry on disk with which the record at a table is closed: that of the third signature.
    #[must_use]
    pub fn closing(&self, table: u32) -> Option<u64> {
        self.seats.get(&table).and_then(|seat| seat.closing.entry())
    }

    /// A table's time.
    #[must_use]
    pub fn time(&self, table: u32, now: Instant) -> Option<Instant> {
        self.seats.get(&table).map(|seat| seat.time(now))
    }

    /// Ties a table's time to the wall anew, where there is such a table.
    pub fn tie(&mut self, table: u32, anchor: Anchor, now: Instant) {
        if let Some(seat) = self.seats.get(&table) {
            let (game, anchor) = (seat.game, Anchor { table: seat.time(now), ..anchor });
            self.write_entry(game, &Entry::Anchor(anchor));
        }
    }

    /// The game at a table.
    #[must_use]
    pub fn game(&self, table: u32) -> Option<GameId> {
        self.seats.get(&table).map(|seat| seat.game)
    }

    /// What a table's own clock shows at once.
    #[must_use]
    pub fn face(&self, table: u32, now: Instant) -> Option<Face> {
        self.seats.get(&table).map(|seat| seat.face(now))
    }

    /// When a table's face changes by itself.
    #[must_use]
    pub fn face_at(&self, table: u32, now: Instant) -> Option<Instant> {
        self.seats.get(&table).and_then(|seat| seat.face_at(now))
    }

    /// The alarms that stand.
    pub fn alarms(&self) -> impl Iterator<Item = Alarm> + '_ {
        self.alarms.iter().map(|(&(table, kind), &since)| Alarm { table, kind, since })
    }

    /// Whether everything decided is on disk.
    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.outbox.is_empty() && self.seats.values().all(Seat::is_settled)
    }
}
