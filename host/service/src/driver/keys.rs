//! Keys and lamps on this machine's own lines.

use std::collections::BTreeMap;

use clock::Instant;
use hall::{Hall, HallError, Said};
use panel::signals::Shows;
use tokio::sync::watch;
use tracing::error;
use unit::known_before;

use crate::driver::Driver;
use crate::pins::{Heard, Word, shown_of, tell};

/// Who reads keys and drives lamps, and is told what the hall needs and shows.
#[derive(Debug, Default)]
pub(super) struct OwnLines {
    /// Up to where each table's keys must be known.
    due: BTreeMap<u32, watch::Sender<Option<Instant>>>,
    /// What each table's lamps show.
    shows: BTreeMap<u32, watch::Sender<Shows>>,
}

impl OwnLines {
    /// Tells what has changed.
    pub(super) fn tell(&self, hall: &Hall) {
        for (table, due) in &self.due {
            tell(due, hall.keys_due(*table));
        }
        for (table, shows) in &self.shows {
            tell(shows, hall.live(*table).map(shown_of).unwrap_or_default());
        }
    }
}

impl Driver {
    /// Something was said at a table's lines.
    pub(super) fn pins_said(&mut self, table: u32, word: Word, now: Instant) {
        match word {
            Word::KeysAttached { due } => self.keys_attached(table, due, now),
            Word::Keys(heard) => self.keys_heard(table, heard, now),
            Word::KeysLost => self.keys_lost(table, now),
            Word::Lamps { shows } => drop(self.own.shows.insert(table, shows)),
        }
    }

    fn keys_attached(&mut self, table: u32, due: watch::Sender<Option<Instant>>, now: Instant) {
        self.own.due.insert(table, due);
        self.hall.keys_attached(table, now);
    }

    fn keys_lost(&mut self, table: u32, now: Instant) {
        self.own.due.remove(&table);
        self.hall.keys_lost(table, now);
    }

    /// What keys said, each at its stamp, and then up to where they are known.
    fn keys_heard(&mut self, table: u32, heard: Heard, now: Instant) {
        let Heard { said, floor } = heard;
        let mut rest = said.as_slice();
        while let [(said, stamp), after @ ..] = rest {
            let known = || known_before(rest, floor);
            if let Err(refused) = self.key_said(table, (*said, *stamp), known, now) {
                error!("table {table}: {said:?} at {} µs is not taken: {refused}", stamp.as_micros());
            }
            rest = after;
        }
        self.hall.keys_floor(table, floor);
    }

    /// A button cannot be asked to press itself again: where too much waits, what can be decided is, up to where keys
    /// are `known`, and it is tried once more.
    fn key_said(
        &mut self,
        table: u32,
        (said, stamp): (Said, Instant),
        known: impl FnOnce() -> Instant,
        now: Instant,
    ) -> Result<(), HallError> {
        match self.hall.keys_said(table, said, stamp, now) {
            Err(HallError::Overloaded) => {
                self.hall.keys_floor(table, known());
                self.hall.advance(now);
                self.hall.keys_said(table, said, stamp, now).map(drop)
            }
            taken => taken.map(drop),
        }
    }
}
