//! The tables' keys: what is done with them, at its stamp, and up to where they are known.

use clock::Instant;
use unit::Said;

use super::{Hall, HallError, Output, QUEUE_MAX, Ticket};
use crate::alarm::AlarmKind;
use crate::entry::Entry;
use crate::keys::{key_of, orders};

impl Hall {
    /// A table's keys can be read, from now on and in the games that follow: nothing is decided above the floor that
    /// they state ([`Self::keys_floor`]).
    pub fn keys_attached(&mut self, table: u32, now: Instant) {
        if let Some(seat) = self.seat_or_opening(table) {
            seat.keys_attached(now);
        }
        self.calm(Some(table), AlarmKind::KeysLost);
    }

    /// A table's keys cannot be read: nothing is awaited from them, and somebody is told.
    pub fn keys_lost(&mut self, table: u32, now: Instant) {
        let Some(seat) = self.seat_or_opening(table) else { return };
        seat.keys_lost();
        self.calm(Some(table), AlarmKind::Keys);
        self.raise(Some(table), AlarmKind::KeysLost, now);
    }

    /// What a table's keys said at `stamp`, on the hall's axis. It acts at its stamp, or where that is below the floor
    /// that was stated, at that floor, and is late. Orders are answered as others are, by the last ticket of what one
    /// thing amounts to; a trouble has none.
    ///
    /// # Errors
    /// Why it is not taken; nothing of it is on record.
    pub fn keys_said(
        &mut self,
        table: u32,
        said: Said,
        stamp: Instant,
        now: Instant,
    ) -> Result<Option<Ticket>, HallError> {
        if self.opening.contains_key(&table) {
            return Err(HallError::NotSaved);
        }
        let seat = self.seats.get_mut(&table).ok_or(HallError::NoTable)?;
        if !self.outbox.has_room(seat.game) {
            return Err(HallError::GameFull);
        }
        if let Said::Key(key, report) = said {
            let game = seat.game;
            if let Some(entry) = seat.key_troubled(key, report, stamp, now) {
                self.write_entry(game, &Entry::Key(entry));
            }
            self.watch_keys(table, now);
            return Ok(None);
        }
        if self.outbox.len() >= QUEUE_MAX {
            return Err(HallError::DiskBehind);
        }
        if let Some(key) = key_of(said) {
            seat.key_heard(key);
        }
        let (orders, mut ticket) = (orders(said), None);
        if !seat.has_room_for(orders.len()) {
            return Err(HallError::Overloaded);
        }
        for order in orders {
            let next = Ticket(self.next_ticket);
            seat.keys_order(next, order, stamp)?;
            self.next_ticket = self.next_ticket.saturating_add(1);
            ticket = Some(next);
        }
        self.outputs.push_back(Output::Face { table });
        Ok(ticket)
    }

    /// A table's keys state that nothing earlier can come from them, on the hall's axis. A floor never goes back; what
    /// lies below it is decided by the next [`Self::advance`].
    pub fn keys_floor(&mut self, table: u32, floor: Instant) {
        if let Some(seat) = self.seat_or_opening(table) {
            seat.keys_floor(floor);
        }
    }

    /// The moment up to which a table's keys must state their floor so that what is next there can be decided: until
    /// then [`Self::poll_at`] does not count it.
    #[must_use]
    pub fn keys_due(&self, table: u32) -> Option<Instant> {
        self.seats.get(&table).and_then(|seat| seat.keys_due())
    }

    /// A key that behaves badly raises an alarm.
    pub(super) fn watch_keys(&mut self, table: u32, now: Instant) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        if seat.keys_troubled(now) {
            self.raise(Some(table), AlarmKind::Keys, now);
        } else {
            self.calm(Some(table), AlarmKind::Keys);
        }
    }
}
