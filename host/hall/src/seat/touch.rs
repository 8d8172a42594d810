//! The touch clocks that speak for a table's buttons: one between its players, or one before each of them.

use std::collections::BTreeMap;

use clock::{Instant, Side, Status};
use unit::Source;

use super::{Seat, TOUCH_LOST_AFTER};

/// A table's touch clocks.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) source: Source,
    /// By the side before whom it lies; none for one that lies between both.
    clocks: BTreeMap<Option<Side>, Pages>,
}

/// The pages that show one touch clock.
#[derive(Clone, Copy, Debug)]
struct Pages {
    heard: Instant,
    open: u32,
}

impl Pages {
    fn is_silent(&self, now: Instant) -> bool {
        now.since(self.heard) >= TOUCH_LOST_AFTER
    }
}

impl Touch {
    /// When a side was last heard by its own touch clock or by one that lies between both; none where it has none.
    fn heard_of(&self, side: Side) -> Option<Instant> {
        [None, Some(side)].iter().filter_map(|half| self.clocks.get(half)).map(|pages| pages.heard).max()
    }

    /// Whether each side that a clock speaks for is heard by another one.
    fn is_replaced(&self, half: Option<Side>, now: Instant) -> bool {
        let is_heard =
            |other: &Option<Side>| self.clocks.get(other).is_some_and(|pages| !pages.is_silent(now));
        Side::BOTH
            .into_iter()
            .filter(|&side| half.is_none_or(|half| half == side))
            .all(|side| [None, Some(side)].iter().any(|other| *other != half && is_heard(other)))
    }
}

impl Seat {
    pub(crate) fn touch_joined(&mut self, half: Option<Side>, hall_now: Instant) {
        if self.touch.is_none() {
            self.touch = self.unit.add_source().map(|source| Touch { source, clocks: BTreeMap::new() });
        }
        let Some(touch) = &mut self.touch else { return };
        let pages = touch.clocks.entry(half).or_insert(Pages { heard: hall_now, open: 0 });
        *pages = Pages { heard: hall_now, open: pages.open.saturating_add(1) };
    }

    pub(crate) fn touch_left(&mut self, half: Option<Side>) {
        if let Some(pages) = self.touch.as_mut().and_then(|touch| touch.clocks.get_mut(&half)) {
            pages.open = pages.open.saturating_sub(1);
        }
    }

    pub(crate) fn touch_heard(&mut self, half: Option<Side>, hall_now: Instant) {
        if let Some(pages) = self.touch.as_mut().and_then(|touch| touch.clocks.get_mut(&half)) {
            pages.heard = pages.heard.max(hall_now);
        }
    }

    /// Since when a side's touch clock is silent, if that is too long. A page that is gone is awaited no longer once the
    /// clock stands or another speaks for its sides: while it runs, nobody could tell a closed page from a lost one.
    pub(crate) fn touch_silent_since(&mut self, hall_now: Instant) -> Option<Instant> {
        let stands = self.live.clock().status() != Status::Running;
        let touch = self.touch.as_mut()?;
        let is_gone = |(&half, pages): (&Option<Side>, &Pages)| {
            let gone = pages.open == 0 && pages.is_silent(hall_now);
            (gone && (stands || touch.is_replaced(half, hall_now))).then_some(half)
        };
        let gone: Vec<Option<Side>> = touch.clocks.iter().filter_map(is_gone).collect();
        touch.clocks.retain(|half, _| !gone.contains(half));
        if touch.clocks.is_empty() {
            let source = touch.source;
            self.unit.remove_source(source);
            self.touch = None;
            return None;
        }
        let heard = Side::BOTH.into_iter().filter_map(|side| touch.heard_of(side)).min()?;
        (hall_now.since(heard) >= TOUCH_LOST_AFTER).then_some(heard)
    }

    /// The touch clocks go on with the next game at the table.
    pub(super) fn take_touch_of(&mut self, before: &mut Self) {
        self.touch = before.touch.take().and_then(|touch| {
            let source = self.unit.add_source()?;
            Some(Touch { source, ..touch })
        });
    }

    pub(crate) const fn has_touch(&self) -> bool {
        self.touch.is_some()
    }
}
