//! What those who speak for a table were told to say, and from when to when: nobody has spoken anything else.

use std::collections::VecDeque;

use clock::{Instant, Reading};

use super::playback::{LATE, PAST};
use super::{Announcement, Spoken};

/// More than is told within the time for which it is remembered.
const KEPT: usize = 512;

/// Something that was told.
#[derive(Clone, Copy, Debug)]
struct Told {
    due: Instant,
    what: Spoken,
    reading: Option<Reading>,
    /// When it was told no more; none while it is.
    until: Option<Instant>,
}

/// What was told at one table, by its time.
#[derive(Clone, Debug, Default)]
pub(super) struct ToldLately(VecDeque<Told>);

impl ToldLately {
    /// All that is said is this; whatever else was told before is told no more.
    pub(super) fn take(&mut self, all: &[Announcement], now: Instant) {
        let named = |told: &Told, said: &Announcement| (told.due, told.what) == (said.due, said.what);
        for told in &mut self.0 {
            let is_told = all.iter().any(|said| named(told, said));
            told.until = if is_told { None } else { told.until.or(Some(now)) };
        }
        for said in all {
            if !self.0.iter().any(|told| named(told, said)) {
                let Announcement { due, what, reading, .. } = *said;
                self.0.push_back(Told { due, what, reading, until: None });
            }
        }
        self.0.retain(|told| now.since(told.due) <= PAST);
        self.0.drain(..self.0.len().saturating_sub(KEPT));
    }

    /// Whether it was told at any time.
    pub(super) fn has(&self, due: Instant, what: Spoken) -> bool {
        self.find(due, what).is_some()
    }

    /// Whether it was told when it began to sound, or so shortly before that whoever spoke cannot have known.
    pub(super) fn held_at(&self, due: Instant, what: Spoken, onset: Instant) -> bool {
        self.find(due, what).is_some_and(|told| told.until.is_none_or(|until| onset.since(until) <= LATE))
    }

    /// What was told to a player who asked.
    pub(super) fn reading(&self, due: Instant, what: Spoken) -> Option<Reading> {
        self.find(due, what)?.reading
    }

    fn find(&self, due: Instant, what: Spoken) -> Option<&Told> {
        self.0.iter().find(|told| (told.due, told.what) == (due, what))
    }
}
