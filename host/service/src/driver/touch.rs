//! Tables' touch clocks: the pages that show them.

use clock::{Instant, Side};

use crate::driver::Driver;

impl Driver {
    /// In a demonstration a page's pulse is too slow for the tables' time: its presses count when they arrive.
    pub(super) fn touch_joined(&mut self, table: u32, half: Option<Side>, now: Instant) {
        self.faces.entry(table).or_insert((0, None)).0 += 1;
        self.changed.insert(table);
        if self.timer.rate() == 1 {
            self.hall.touch_joined(table, half, now);
        }
    }

    pub(super) fn touch_left(&mut self, table: u32, half: Option<Side>) {
        if let Some((pages, _)) = self.faces.get_mut(&table) {
            *pages = pages.saturating_sub(1);
            if *pages == 0 {
                self.faces.remove(&table);
            }
        }
        self.hall.touch_left(table, half);
    }
}
