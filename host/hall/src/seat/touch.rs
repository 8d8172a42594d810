//! The touch clock that speaks for a table's buttons.

use clock::{Instant, Status};

use super::{Seat, TOUCH_LOST_AFTER, Touch};

impl Seat {
    pub(crate) fn touch_joined(&mut self, hall_now: Instant) {
        let pages = self.touch.map_or(0, |touch| touch.pages).saturating_add(1);
        let source = self.touch.map(|touch| touch.source).or_else(|| self.unit.add_source());
        self.touch = source.map(|source| Touch { source, heard: hall_now, pages });
    }

    pub(crate) fn touch_left(&mut self) {
        let Some(touch) = &mut self.touch else { return };
        touch.pages = touch.pages.saturating_sub(1);
    }

    pub(crate) fn touch_heard(&mut self, hall_now: Instant) {
        if let Some(touch) = &mut self.touch {
            touch.heard = touch.heard.max(hall_now);
        }
    }

    /// Since when the touch clock is silent, if that is too long. A page that is gone is awaited no longer once the
    /// clock stands: while it runs, nobody could tell a closed page from a lost one.
    pub(crate) fn touch_silent_since(&mut self, hall_now: Instant) -> Option<Instant> {
        let touch = self.touch?;
        let silent = hall_now.since(touch.heard) >= TOUCH_LOST_AFTER;
        if silent && touch.pages == 0 && self.live.clock().status() != Status::Running {
            self.unit.remove_source(touch.source);
            self.touch = None;
            return None;
        }
        silent.then_some(touch.heard)
    }

    pub(crate) const fn has_touch(&self) -> bool {
        self.touch.is_some()
    }
}
