//! Edges that were lost on the way, as far as anything shows it. Without IO.
//!
//! A kernel stamps a change in its interrupt, and numbers it there among those of all lines that are read together. A
//! thread of the line's own looks how the contact stands then, numbers that edge among the line's, and queues it.
//!
//! - **A queue that is full drops its oldest edges**: the line's numbers have a gap.
//! - **Changes that come before the thread has run make one edge**, which bears the last stamp: the line's numbers have no
//!   gap, only the interrupts' have. A contact that bounces does that where nothing is wrong; see [`Losses::count`].
//! - **Changes that come before the interrupt has run leave no number.** Two edges of a kind follow each other then, which
//!   the keys notice (`panel::button`), or the contact stands otherwise than its last edge says: see [`Losses::look`].
//!
//! What leaves none of these behind, nobody can notice.

use clock::{Duration, Instant};
use panel::button::{Bounce, Contact};

use super::RawEdge;

/// How often it is looked how contacts stand.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How long a contact stands otherwise than its last edge says until that edge is taken for lost: the kernel may be late
/// with it.
const SETTLED: Duration = Duration::from_millis(500);

/// What is known of one line.
#[derive(Debug)]
struct Line {
    line: u32,
    /// The number of its last edge.
    edges: u32,
    /// When that was.
    at: Instant,
    /// How its contact stands, as far as is known.
    contact: Contact,
    /// Since when it is seen to stand otherwise.
    otherwise: Option<Instant>,
}

/// What is missing among edges that were read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// How many are, before each of them, on its line.
    pub(super) before: Vec<u32>,
    /// Whether some may be of other lines.
    pub(super) elsewhere: bool,
}

/// Keeps count of a table's edges.
#[derive(Debug)]
pub(super) struct Losses {
    lines: Vec<Line>,
    /// The number of the last interrupt.
    interrupts: u32,
    /// So many interrupts became no edge.
    merged: u32,
    /// No contact that opened for less than this was let go.
    release: Duration,
    /// When it was looked last how contacts stand.
    looked: Instant,
}

impl Losses {
    /// Lines of which nothing was read yet, and which of them are closed.
    pub(super) fn new(lines: impl Iterator<Item = u32>, held: &[u32], bounce: Bounce, now: Instant) -> Self {
        let lines = lines.map(|line| {
            let contact = if held.contains(&line) { Contact::Closed } else { Contact::Open };
            Line { line, edges: 0, at: Instant::ZERO, contact, otherwise: None }
        });
        Self { lines: lines.collect(), interrupts: 0, merged: 0, release: bounce.release, looked: now }
    }

    /// Takes edges in the order of their interrupts; by now all before `read_to` were read.
    ///
    /// Interrupts that became no edge are counted as lost only where they can have hidden a press. For that the line's
    /// thread must have been late by as long as a button is let go between two presses. It was not where the edge was
    /// read as soon as it came, nor where the line's last edge is no older than that.
    pub(super) fn count(&mut self, edges: &[(RawEdge, Instant)], read_to: Instant) -> Missing {
        let merged_before = self.merged;
        let (dropped, merged): (Vec<u32>, Vec<u32>) =
            edges.iter().map(|&(edge, at)| self.count_one(edge, at, read_to)).unzip();
        if dropped.iter().any(|&count| count > 0) {
            // Nobody knows of which lines the interrupts were that are missing besides.
            return Missing { before: dropped, elsewhere: self.merged > merged_before };
        }
        Missing { before: merged, elsewhere: false }
    }

    /// How many edges the queue has dropped before this one, and how many were merged into it.
    fn count_one(&mut self, edge: RawEdge, at: Instant, read_to: Instant) -> (u32, u32) {
        let Some(line) = self.lines.iter_mut().find(|line| line.line == edge.line) else { return (0, 0) };
        let dropped = edge.sequence.saturating_sub(line.edges).saturating_sub(1);
        let at_once = Instant::ZERO < read_to && read_to <= at;
        let is_bounce = at_once || at.since(line.at) < self.release;
        *line = Line { edges: edge.sequence, at, contact: edge.contact, otherwise: None, ..*line };
        let Some(interrupt) = edge.interrupt else { return (dropped, 0) };
        self.interrupts = self.interrupts.max(interrupt);
        let edges = self.lines.iter().map(|line| line.edges).fold(0, u32::saturating_add);
        let before = std::mem::replace(&mut self.merged, self.interrupts.saturating_sub(edges));
        (dropped, if is_bounce { 0 } else { self.merged.saturating_sub(before) })
    }

    /// When it is to be looked again how contacts stand.
    pub(super) fn look_at(&self) -> Instant {
        self.looked.plus(LOOK_EVERY)
    }

    /// How contacts stand at this moment, all edges before it having been read: those that stand otherwise than their
    /// last edge says, for so long that another will not come.
    pub(super) fn look(&mut self, closed: &[u32], now: Instant) -> Vec<(u32, Contact)> {
        self.looked = now;
        let lost = self.lines.iter_mut().filter_map(|line| {
            let stands = if closed.contains(&line.line) { Contact::Closed } else { Contact::Open };
            if stands == line.contact {
                line.otherwise = None;
                return None;
            }
            let since = *line.otherwise.get_or_insert(now);
            (now >= since.plus(SETTLED)).then(|| {
                *line = Line { contact: stands, otherwise: None, ..*line };
                (line.line, stands)
            })
        });
        lost.collect()
    }
}
