//! The table's keys as a source of its unit: up to where they are known, and what is wrong with them.

use clock::Instant;
use link::{Key, KeyReport};
use referee::Order;
use unit::{PENDING_MAX, Source, Troubles};

use super::Seat;
use crate::entry::KeyEntry;
use crate::hall::{Arrival, HallError, Ticket};
use crate::keys::Troubled;

/// Keys that speak for the table.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    source: Source,
    /// Nothing earlier can come from them, in the table's time.
    floor: Instant,
    troubled: Troubled,
    /// Those that are put on record.
    told: Troubles,
}

impl Seat {
    /// The table has keys; what was known of them is known still.
    pub(crate) fn keys_attached(&mut self, hall_now: Instant) {
        if self.keys.is_some() {
            return;
        }
        let floor = self.committed();
        self.keys = self.unit.add_source().map(|source| Keys {
            source,
            floor,
            troubled: Troubled::default(),
            told: Troubles::new(hall_now),
        });
    }

    /// Nothing is awaited from them any more.
    pub(crate) fn keys_lost(&mut self) {
        if let Some(keys) = self.keys.take() {
            self.unit.remove_source(keys.source);
        }
    }

    /// A new game begins at the table that has these keys.
    pub(super) fn take_keys_of(&mut self, before: &Self) {
        let Some(keys) = &before.keys else { return };
        let floor = self.committed();
        self.keys = self.unit.add_source().map(|source| Keys { source, floor, ..keys.clone() });
    }

    /// They state that nothing earlier than this moment of the hall's can come from them.
    pub(crate) fn keys_floor(&mut self, floor: Instant) {
        let floor = self.time(floor);
        if let Some(keys) = &mut self.keys {
            keys.floor = keys.floor.max(floor);
            self.unit.set_floor(keys.source, floor);
        }
    }

    /// Whether so many orders more may wait for their turn.
    pub(crate) fn has_room_for(&self, orders: usize) -> bool {
        self.waiting.len().saturating_add(orders) <= PENDING_MAX
    }

    /// Something was done with a key at a moment of the hall's: it is decided when nothing earlier can come.
    pub(crate) fn keys_order(
        &mut self,
        ticket: Ticket,
        order: Order,
        stamp: Instant,
    ) -> Result<(), HallError> {
        let stamp = self.time(stamp);
        self.await_turn(ticket, order, Arrival::default(), stamp)
    }

    /// A key was heard of: it does what a key should.
    pub(crate) fn key_heard(&mut self, key: Key) {
        if let Some(keys) = &mut self.keys {
            keys.troubled.heard(key);
        }
    }

    /// A key behaves badly: what is put on record of it, unless that is too much.
    pub(crate) fn key_troubled(
        &mut self,
        key: Key,
        report: KeyReport,
        stamp: Instant,
        hall_now: Instant,
    ) -> Option<KeyEntry> {
        let at = self.time(stamp);
        let keys = self.keys.as_mut()?;
        keys.troubled.note(key, report, hall_now);
        let told = keys.told.tells(report, hall_now);
        told.then(|| KeyEntry { at, key: key.into(), trouble: report.into() })
    }

    /// Whether somebody should look at the table's keys, wherever they are.
    pub(crate) fn keys_troubled(&mut self, hall_now: Instant) -> bool {
        let at_unit = self.behind.as_mut().map(|behind| behind.troubled_keys());
        let here = self.keys.as_mut().map(|keys| &mut keys.troubled);
        at_unit.into_iter().chain(here).any(|troubled| troubled.is_any(hall_now))
    }

    /// When that is over by itself.
    pub(super) fn keys_calm_at(&self) -> Option<Instant> {
        self.keys.as_ref()?.troubled.calm_at()
    }

    /// Whether nothing can come from the keys before this time of the table's.
    pub(super) fn keys_have_passed(&self, due: Instant) -> bool {
        self.keys.as_ref().is_none_or(|keys| due <= keys.floor)
    }

    /// The moment of the hall's up to which the keys must state their floor so that the next thing can be decided.
    pub(crate) fn keys_due(&self) -> Option<Instant> {
        let due = self.due().filter(|&due| !self.keys_have_passed(due))?;
        Some(self.hall_time(due))
    }
}
