//! Pages that watch a table: some read at once, some late, some never.

use std::collections::VecDeque;

use clock::{Duration, Instant};

use crate::failure::{Check, Fault, ensure};

/// Showings that wait for a page before it is cut off.
const INBOX_MAX: usize = 16;

/// What a page was sent.
#[derive(Clone, Copy, Debug)]
struct Showing {
    due: Instant,
    version: u64,
    events: usize,
}

/// A page that watches a table.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    /// How long it takes to read; a dead page never does.
    pub(crate) lag: Option<Duration>,
    inbox: VecDeque<Showing>,
    /// Whether it has to ask for everything again.
    cut_off: bool,
    version: u64,
    events: usize,
}

impl Watcher {
    pub(crate) const fn new(lag: Option<Duration>) -> Self {
        Self { lag, inbox: VecDeque::new(), cut_off: true, version: 0, events: 0 }
    }

    /// The line is down, or another game has begun: everything must be asked for again.
    pub(crate) fn lose(&mut self) {
        self.inbox.clear();
        self.cut_off = true;
    }

    pub(crate) fn send(&mut self, now: Instant, version: u64, events: usize) {
        if self.inbox.len() >= INBOX_MAX {
            self.lose();
        }
        let due = now.plus(self.lag.unwrap_or_default());
        self.inbox.push_back(Showing { due, version, events });
    }

    /// Reads what has arrived. `all` is the table's version and the events shown of it by now.
    pub(crate) fn read(&mut self, now: Instant, all: (u64, usize)) {
        if self.lag.is_none() {
            return;
        }
        while let Some(showing) = self.inbox.pop_front_if(|showing| showing.due <= now) {
            if showing.version <= self.version && !self.cut_off {
                continue;
            }
            self.cut_off |= showing.version != self.version + 1;
            if !self.cut_off {
                (self.version, self.events) = (showing.version, self.events + showing.events);
            }
        }
        if self.cut_off {
            (self.version, self.events) = all;
            self.cut_off = false;
        }
    }

    /// Whether a page that has read everything has seen everything.
    pub(crate) fn compare(&self, table: u32, all: (u64, usize)) -> Result<(), Fault> {
        let seen = (self.version, self.events);
        let sound = self.lag.is_none() || !self.inbox.is_empty() || seen == all;
        ensure(sound, Check::Versions, table, || format!("a page has {seen:?}, shown was {all:?}"))
    }
}
