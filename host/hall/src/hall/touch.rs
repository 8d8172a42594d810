//! The tables' touch clocks: whether they are heard, and what is done where one is not.

use clock::{Instant, Side};

use super::Hall;
use crate::alarm::AlarmKind;
use crate::seat::{Seat, TouchLost};
use crate::showing::TOUCH_SILENT;

impl Hall {
    /// A touch clock that is not heard raises an alarm, and pauses the clock if the table is set up so.
    pub(super) fn watch_touch(&mut self, table: u32, now: Instant) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        match seat.touch_silent_since(now) {
            Some(since) => {
                let pauses = seat.touch_lost == TouchLost::Pause;
                if self.raise(Some(table), AlarmKind::TouchLost, since) && pauses {
                    self.pause(table, TOUCH_SILENT, now);
                }
            }
            None => self.calm(Some(table), AlarmKind::TouchLost),
        }
    }

    /// What a table does when its touch clock is not heard.
    pub fn set_touch_lost(&mut self, table: u32, touch_lost: TouchLost) {
        for seats in [&mut self.seats, &mut self.opening] {
            if let Some(seat) = seats.get_mut(&table) {
                seat.touch_lost = touch_lost;
            }
        }
    }

    /// The table, or the one that is being opened where there was none.
    pub(super) fn seat_or_opening(&mut self, table: u32) -> Option<&mut Seat> {
        self.seats.get_mut(&table).or_else(|| self.opening.get_mut(&table))
    }

    /// A page has become a table's touch clock; `half` is the side before whom it lies, none for one between both.
    pub fn touch_joined(&mut self, table: u32, half: Option<Side>, now: Instant) {
        if let Some(seat) = self.seat_or_opening(table) {
            seat.touch_joined(half, now);
        }
    }

    /// A touch clock's page was closed.
    pub fn touch_left(&mut self, table: u32, half: Option<Side>) {
        if let Some(seat) = self.seat_or_opening(table) {
            seat.touch_left(half);
        }
    }

    /// A touch clock's page was heard.
    pub fn touch_heard(&mut self, table: u32, half: Option<Side>, now: Instant) {
        if let Some(seat) = self.seat_or_opening(table) {
            seat.touch_heard(half, now);
        }
    }
}
