//! What is said aloud at the table.

use clock::{Clock, Duration, Event, Instant};
use referee::Step;

use super::Seat;
use super::scribe::Scribe;
use crate::speech::{Announcement, calls_ahead, clock_moments, moments};

impl Seat {
    /// A step brings something to be said.
    pub(super) fn hear(&mut self, step: &Step, hall_now: Instant) {
        for moment in moments(step, self.live.clock()) {
            moment.said.iter().for_each(|said| self.account.decided(said, hall_now));
            self.said.take(moment);
        }
    }

    /// The clock read ahead to now, the table's time there, and what has happened on it that is not decided yet; none
    /// where the clock is in a unit that is not heard.
    fn ahead(&self, hall_now: Instant) -> Option<(Clock, Instant, Vec<Event>)> {
        let mut events = Vec::new();
        if let Some(behind) = &self.behind {
            let (time, mut clock) = (behind.heard_time(&self.live, hall_now)?, self.live.clock().clone());
            clock.poll(time, &mut |event| events.push(event)).ok()?;
            return Some((clock, time, events));
        }
        let now = self.time(hall_now);
        let (mut copy, mut waiting) = (self.live.clone(), self.waiting.clone());
        let mut scribe = Scribe::new(&mut copy, &mut waiting);
        let clock = self.unit.ahead(now, &mut scribe);
        Some((clock, now, scribe.heard))
    }

    /// What is being said, and what will be if nobody presses.
    pub(crate) fn to_say(&self, hall_now: Instant, horizon: Duration) -> Vec<Announcement> {
        let Some((clock, now, events)) = self.ahead(hall_now) else { return Vec::new() };
        let said = self.said.at(now, clock_moments(&events, &clock));
        let ahead = calls_ahead(clock.clone(), now.plus(horizon));
        let on_the_halls_axis = |said: Announcement| {
            let at = if said.due >= now {
                hall_now.plus(said.due.since(now))
            } else {
                hall_now.minus(now.since(said.due))
            };
            Announcement { at, ..said }
        };
        said.into_iter().chain(ahead).map(on_the_halls_axis).collect()
    }
}
