//! How orders come to the hall: late, twice, or after it was away; and how games are opened.

use clock::{Duration, Instant, Side, Status};
use hall::{AlarmKind, Arrival, Hall, HallError, NewGame, OnRequest};
use journal::{GameId, Genesis, Ledger};
use referee::{Order, StartsBy};

use crate::agenda::{Happening, Letter};
use crate::draw;
use crate::failure::{Check, Fault, ensure};
use crate::world::{SILENCE_MAX, World};

/// The touch clocks of a table: one between the players, or at every second table one before each of them.
const fn touch_clocks(table: u32) -> &'static [Option<Side>] {
    if table.is_multiple_of(2) { &[Some(Side::Black), Some(Side::White)] } else { &[None] }
}

impl World {
    /// An order is given, and is on its way.
    pub(crate) fn send(&mut self, table: u32, order: Order, turns: Option<u32>) {
        // Whoever gives it means the game that they see; the next may be on its way to the disk.
        let Some(game) = self.hall().and_then(|(hall, _)| hall.game(table)) else { return };
        self.named += 1;
        let name = self.dice.chance(850).then(|| format!("order {}", self.named));
        let reported = self.dice.pick(&[0, 5, 10, 10]);
        let letter = Letter { table, game, order, turns, name, made: self.now, reported };
        let travel = self.travel(table);
        if letter.name.is_some() && self.dice.chance(80) {
            let again = self.now.plus(travel).plus(self.dice.millis(1, 3_000));
            self.agenda.put(again, Happening::Letter(Box::new(letter.clone())));
        }
        self.agenda.put(self.now.plus(travel), Happening::Letter(Box::new(letter)));
    }

    fn travel(&mut self, table: u32) -> Duration {
        let touch = self.desks.get(&table).is_some_and(|desk| desk.page.is_some());
        match self.dice.whole(0, 19) {
            _ if !touch => self.dice.millis(0, 3),
            0 => self.dice.millis(300, 900),
            1..=4 => self.dice.millis(120, 300),
            _ => self.dice.millis(5, 120),
        }
    }

    /// An order reaches the hall, or waits until it can.
    pub(crate) fn deliver(&mut self, letter: Letter) -> Result<(), Fault> {
        let open = self.run.as_ref().is_some_and(|run| !run.closing) && !self.is_over();
        let Some(desk) = self.desks.get_mut(&letter.table) else { return Ok(()) };
        if let Some(page) = desk.page.filter(|page| page.silent_until > self.now) {
            let at = page.silent_until.plus(self.dice.millis(1, 200));
            self.agenda.put(at, Happening::Letter(Box::new(letter)));
            return Ok(());
        }
        if !open {
            if letter.name.is_some() && self.dice.chance(700) {
                desk.kept.push(letter);
            }
            return Ok(());
        }
        if desk.game != Some(letter.game) {
            return Ok(());
        }
        if let Some(page) = &mut desk.page {
            page.heard = self.now;
        }
        self.give(letter)
    }

    fn give(&mut self, letter: Letter) -> Result<(), Fault> {
        let touch = self.desks.get(&letter.table).is_some_and(|desk| desk.page.is_some());
        let age = self.now.since(letter.made).as_micros();
        let credit = if touch {
            Duration::from_micros(age * letter.reported / 10)
        } else if self.dice.chance(50) {
            // A page that is no touch clock may say what it likes: it comes late.
            self.dice.millis(0, 400)
        } else {
            Duration::ZERO
        };
        let arrival = Arrival { credit, turns: letter.turns, name: letter.name.clone() };
        let order = letter.order.clone();
        let Some((hall, now)) = self.hall_mut() else { return Ok(()) };
        if touch {
            touch_clocks(letter.table).iter().for_each(|&half| hall.touch_heard(letter.table, half, now));
        }
        match hall.order(letter.table, order, arrival, now) {
            Ok(ticket) => {
                self.summary.orders += 1;
                self.taken.insert(ticket);
                self.pending.insert(ticket, letter);
                self.take_outputs()
            }
            // The next game is on its way to the disk: it is given again.
            Err(HallError::NotSaved) => {
                let at = self.now.plus(self.dice.millis(50, 500));
                self.agenda.put(at, Happening::Letter(Box::new(letter)));
                Ok(())
            }
            Err(error) => Err(Fault::new(Check::Answered, letter.table, format!("{letter:?}: {error}"))),
        }
    }

    /// A new game is opened at a table, if the last one there is over.
    pub(crate) fn open(&mut self, table: u32) -> Result<(), Fault> {
        if self.run.as_ref().is_none_or(|run| run.closing) {
            return Ok(());
        }
        let game = GameId(self.last_game.0 + 1).max(self.disk.ledger.next_game());
        let opening = NewGame {
            table,
            game,
            genesis: Genesis::from_bytes(self.dice.bytes()),
            setup: draw::setup(&mut self.dice),
            people: Vec::new(),
            on_request: OnRequest::default(),
            replaces: self.dice.chance(300),
            anchor: self.anchor(),
        };
        let free = self.is_free(table, opening.replaces);
        let mut opened = Ok(());
        self.with_hall(|hall, now| opened = hall.open(opening, now))?;
        ensure(opened.is_err() || free, Check::Free, table, || "a game was opened over another".to_owned())?;
        if opened.is_ok()
            && let Some(desk) = self.desks.get_mut(&table)
        {
            self.last_game = game;
            desk.game = Some(game);
        }
        Ok(())
    }

    /// Whether the next game may take the place of the one that is shown at a table.
    fn is_free(&self, table: u32, replaces: bool) -> bool {
        let Some((shown, ..)) = self.hall().and_then(|(hall, _)| hall.shown(table)) else { return true };
        let (record, ending) = (shown.record(), shown.record().ending());
        match ending.signatures.len() {
            3.. => ending.cleared,
            _ if record.is_ended() => replaces || shown.setup().game.starts_by == StartsBy::Press,
            _ => shown.clock().status() == Status::Waiting,
        }
    }

    /// After a start: a table whose game is not on record gets one, its pages are there again.
    pub(crate) fn rejoin(&mut self, table: u32) -> Result<(), Fault> {
        if self.hall().is_none_or(|(hall, _)| hall.game(table).is_none()) {
            self.open(table)?;
        }
        let now = self.now;
        let Some(desk) = self.desks.get_mut(&table) else { return Ok(()) };
        let (touch, touch_lost, unit) = (desk.page.is_some(), desk.touch_lost, desk.device.is_some());
        desk.watchers.iter_mut().for_each(|watcher| watcher.lose());
        if let Some(page) = &mut desk.page {
            (page.heard, page.closed) = (now, false);
        }
        for letter in std::mem::take(&mut desk.kept) {
            let at = now.plus(self.dice.millis(50, 1_500));
            self.agenda.put(at, Happening::Letter(Box::new(letter)));
        }
        self.with_hall(|hall, now| {
            hall.set_touch_lost(table, touch_lost);
            if unit {
                hall.attach_unit(table, now);
            }
            if touch {
                touch_clocks(table).iter().for_each(|&half| hall.touch_joined(table, half, now));
            }
        })?;
        let version =
            self.hall().and_then(|(hall, _)| hall.shown(table)).map_or(0, |(_, _, version)| version);
        if let Some(desk) = self.desks.get_mut(&table) {
            desk.version = version;
        }
        Ok(())
    }

    /// A touch clock's page makes itself heard, unless it is silent.
    pub(crate) fn page(&mut self, table: u32) -> Result<(), Fault> {
        self.agenda.put(self.now.plus(Duration::from_secs(1)), Happening::Page { table });
        let (now, over) = (self.now, self.is_over());
        let Some(page) = self.desks.get_mut(&table).and_then(|desk| desk.page.as_mut()) else {
            return Ok(());
        };
        if page.silent_until > now && !over {
            // Of two only White's is silent.
            let others: &[_] = touch_clocks(table).split_last().map_or(&[], |(_, others)| others);
            return self.with_hall(|hall, now| {
                others.iter().for_each(|&half| hall.touch_heard(table, half, now));
            });
        }
        page.heard = now;
        let joins = std::mem::take(&mut page.closed);
        let last = touch_clocks(table).last().copied().flatten();
        self.with_hall(|hall: &mut Hall, now: Instant| {
            if joins {
                hall.touch_joined(table, last, now);
            }
            touch_clocks(table).iter().for_each(|&half| hall.touch_heard(table, half, now));
        })
    }

    /// A touch clock is not heard for a while, or its page is closed.
    pub(crate) fn silence(&mut self) -> Result<(), Fault> {
        let tables: Vec<u32> = self.desks.keys().copied().collect();
        let until = self.now.plus(self.dice.millis(500, 8_000));
        let (table, closes) = (self.dice.pick(&tables), self.dice.chance(300));
        let Some(page) = self.desks.get_mut(&table).and_then(|desk| desk.page.as_mut()) else {
            return Ok(());
        };
        page.silent_until = until;
        if closes && !std::mem::replace(&mut page.closed, true) {
            let last = touch_clocks(table).last().copied().flatten();
            self.with_hall(|hall, _| hall.touch_left(table, last))?;
        }
        Ok(())
    }

    /// A page that is not heard while the clock runs has raised an alarm.
    pub(crate) fn check_silence(&self, table: u32) -> Result<(), Fault> {
        let page = self.desks.get(&table).and_then(|desk| desk.page);
        let (Some(page), Some((hall, now))) = (page, self.hall()) else { return Ok(()) };
        let silent = self.now.since(page.heard) > SILENCE_MAX && !page.closed;
        let runs = hall.face(table, now).is_some_and(|face| face.clock.status() == Status::Running);
        let raised =
            hall.alarms().any(|alarm| (alarm.table, alarm.kind) == (Some(table), AlarmKind::TouchLost));
        ensure(!silent || !runs || raised, Check::Alarms, table, || "a silent page, and no alarm".to_owned())
    }
}
