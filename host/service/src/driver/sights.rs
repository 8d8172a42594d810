//! Faces for those who draw them.

use std::sync::Arc;

use clock::Instant;
use hall::Manner;
use tokio::sync::watch;

use crate::driver::Driver;
use crate::sight::Sight;

impl Driver {
    /// How a table's faces are.
    fn manner(&self, table: u32) -> Manner {
        self.plans.get(&table).map(|plan| plan.face.manner).unwrap_or_default()
    }

    /// The face of a table's unit, where the table has one, is as the configuration says.
    pub(super) fn show_at_unit(&mut self, table: u32) {
        let (manner, now) = (self.manner(table), self.timer.now());
        self.hall.show_at_unit(table, manner, now);
    }

    pub(super) fn watch(&mut self, table: u32, now: Instant) -> Option<watch::Receiver<Arc<Sight>>> {
        let manner = self.manner(table);
        self.sights.watch(&self.hall, table, manner, now)
    }

    pub(super) fn show_sight(&mut self, table: u32, now: Instant) {
        let manner = self.manner(table);
        self.sights.show(&self.hall, table, manner, now);
    }
}
