//! What happened and is not on the host's disk yet.

use clock::{Clock, Instant, Side};
use heapless::{Deque, Vec};
use serde::{Deserialize, Serialize};

use crate::limits::{COMMANDS_KEPT, INPUTS_IN_FLIGHT, INPUTS_MAX, RESEND_AFTER};
use crate::message::{
    Breakdown, Commands, File, Gesture, Input, Key, KeyReport, OrderRefusal, Snapshot, Start, What,
};

/// An input as it is kept: a thousand of them have their place in a small memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noted {
    at: Instant,
    epoch: u32,
    late: u32,
    what: NotedWhat,
}

/// What it was; what a command asked of the clock is kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotedWhat {
    Press(Side),
    Gesture(Gesture),
    Key(Key, KeyReport),
    Order { id: u32, contents: Contents, refused: Option<OrderRefusal> },
    Reset { resets: u32 },
    Breakdown { kind: Breakdown, line: u32 },
}

/// Where what a command asked of the clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contents {
    None,
    Pause,
    Kept,
}

/// Inputs that found no place: what they came to is in the state alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Gap {
    /// How many.
    pub(crate) lost: u32,
    /// The state after them, taken once everything before them is acknowledged. What follows it is kept again.
    pub(crate) snapshot: Option<Snapshot>,
}

/// A command whose contents are kept.
#[derive(Clone, Debug)]
struct KeptOrder {
    epoch: u32,
    id: u32,
    commands: Commands,
}

/// The inputs that are not acknowledged, numbered without gaps from `first` on.
#[derive(Debug)]
pub(crate) struct Log {
    kept: Deque<Noted, INPUTS_MAX>,
    orders: Vec<KeptOrder, COMMANDS_KEPT>,
    /// The file of the last breakdown, and its number.
    file: Option<(u32, File)>,
    /// The number of the first that is kept, or of the next.
    first: u32,
    /// The last number given.
    newest: u32,
    /// The next to be sent.
    next: u32,
    /// When something was last sent, or acknowledged.
    moved: Instant,
    gap: Option<Gap>,
}

impl Log {
    pub(crate) const fn new() -> Self {
        Self {
            kept: Deque::new(),
            orders: Vec::new(),
            file: None,
            first: 1,
            newest: 0,
            next: 1,
            moved: Instant::ZERO,
            gap: None,
        }
    }

    /// Begins anew with these numbers, where it stands.
    pub(crate) fn restart(&mut self, first: u32, newest: u32, gap: Option<Gap>) {
        self.kept.clear();
        self.orders.clear();
        self.file = None;
        (self.first, self.newest, self.next) = (first, newest, first);
        self.moved = Instant::ZERO;
        self.gap = gap;
    }

    pub(crate) const fn first(&self) -> u32 {
        self.first
    }

    pub(crate) const fn newest(&self) -> u32 {
        self.newest
    }

    pub(crate) const fn gap(&self) -> Option<&Gap> {
        self.gap.as_ref()
    }

    /// How many wait for their acknowledgement, those included that found no place.
    pub(crate) fn unsent(&self) -> usize {
        let lost = self.gap.as_ref().map_or(0, |gap| gap.lost);
        self.kept.len().saturating_add(usize::try_from(lost).unwrap_or(usize::MAX))
    }

    /// Whether the contents of one more command can be kept.
    pub(crate) fn has_place_for(&self, commands: &Commands) -> bool {
        is_pause(commands) || !self.orders.is_full()
    }

    /// Keeps what a command asks of the clock, from its arrival on.
    pub(crate) fn keep_order(&mut self, epoch: u32, id: u32, commands: Commands) {
        if !is_pause(&commands) {
            // There was a place, or it was not taken.
            self.orders.push(KeptOrder { epoch, id, commands }).unwrap_or_default();
        }
    }

    /// Numbers what happened, and keeps it if there is a place.
    pub(crate) fn enter(&mut self, epoch: u32, at: Instant, late: u32, what: &What) {
        self.newest = self.newest.saturating_add(1);
        let noted = Noted { at, epoch, late, what: self.note(self.newest, epoch, what) };
        match &mut self.gap {
            Some(gap @ Gap { snapshot: None, .. }) => gap.lost = gap.lost.saturating_add(1),
            Some(_) | None => {
                if self.kept.push_back(noted).is_err() {
                    self.overflow();
                }
            }
        }
    }

    /// One found no place. A gap before it that is still unacknowledged grows to take in everything.
    fn overflow(&mut self) {
        let lost = match self.gap.take() {
            Some(gap) => {
                let kept = u32::try_from(self.kept.len()).unwrap_or(u32::MAX);
                self.kept.clear();
                self.orders.clear();
                self.first = self.newest.saturating_add(1);
                gap.lost.saturating_add(kept).saturating_add(1)
            }
            None => 1,
        };
        self.gap = Some(Gap { lost, snapshot: None });
    }

    fn note(&mut self, seq: u32, epoch: u32, what: &What) -> NotedWhat {
        match what {
            What::Press { side } => NotedWhat::Press(*side),
            What::Gesture(gesture) => NotedWhat::Gesture(*gesture),
            What::Key { key, report } => NotedWhat::Key(*key, *report),
            What::Reset { resets } => NotedWhat::Reset { resets: *resets },
            What::Breakdown { kind, line, file } => {
                self.file = Some((seq, file.clone()));
                NotedWhat::Breakdown { kind: *kind, line: *line }
            }
            What::Order { id, commands, refused } => {
                let contents = match (commands.is_empty(), is_pause(commands)) {
                    (true, _) => Contents::None,
                    (false, true) => Contents::Pause,
                    (false, false) => Contents::Kept,
                };
                if contents == Contents::None {
                    self.orders.retain(|kept| (kept.epoch, kept.id) != (epoch, *id));
                }
                NotedWhat::Order { id: *id, contents, refused: *refused }
            }
        }
    }

    /// Everything up to `seq` is on disk.
    pub(crate) fn acknowledge(&mut self, seq: u32, now: Instant) {
        if seq > self.newest {
            return;
        }
        while self.first <= seq && self.pop() {
            self.moved = now;
        }
        if self.gap.as_ref().and_then(|gap| gap.snapshot.as_ref()).is_some_and(|taken| taken.seq <= seq) {
            self.gap = None;
        }
        self.next = self.next.max(self.first);
    }

    fn pop(&mut self) -> bool {
        let Some(noted) = self.kept.pop_front() else { return false };
        self.first = self.first.saturating_add(1);
        if let NotedWhat::Order { id, .. } = noted.what {
            self.orders.retain(|kept| (kept.epoch, kept.id) != (noted.epoch, id));
        }
        true
    }

    /// Whether everything before a gap is acknowledged, so that the state after it must be sent.
    pub(crate) fn owes_snapshot(&self) -> bool {
        self.gap.as_ref().is_some_and(|gap| gap.snapshot.is_some() || self.kept.is_empty())
    }

    /// The state after the gap, as it was when it was first asked for: what follows it is kept again.
    pub(crate) fn snapshot(
        &mut self,
        clock: &Clock,
        make: impl FnOnce(&Clock, u32, u32) -> Snapshot,
    ) -> Option<Snapshot> {
        let newest = self.newest;
        let gap = self.gap.as_mut()?;
        if gap.snapshot.is_none() {
            gap.snapshot = Some(make(clock, newest, gap.lost));
            self.first = newest.saturating_add(1);
            self.next = self.first;
        }
        gap.snapshot.clone()
    }

    /// When the next input is to be sent; an instant in the past means at once.
    pub(crate) fn send_at(&self) -> Option<Instant> {
        if self.kept.is_empty() || self.gap.as_ref().is_some_and(|gap| gap.snapshot.is_some()) {
            return None;
        }
        let again = self.moved.plus(RESEND_AFTER);
        Some(if self.may_send(self.next) { Instant::ZERO } else { again })
    }

    fn may_send(&self, seq: u32) -> bool {
        self.index(seq).is_some_and(|index| index < self.kept.len().min(INPUTS_IN_FLIGHT))
    }

    fn index(&self, seq: u32) -> Option<usize> {
        usize::try_from(seq.checked_sub(self.first)?).ok()
    }

    /// The next input to be sent: one that never was, or, when nothing moves, the oldest again.
    pub(crate) fn next_to_send(&mut self, start: Start, now: Instant) -> Option<Input> {
        if self.send_at()? > now {
            return None;
        }
        if !self.may_send(self.next) {
            self.next = self.first;
        }
        let seq = self.next;
        let input = self.input(start, seq)?;
        self.next = seq.saturating_add(1);
        self.moved = now;
        Some(input)
    }

    /// An input that is kept, as it is sent.
    pub(crate) fn input(&self, start: Start, seq: u32) -> Option<Input> {
        let Noted { at, epoch, late, what } = *self.kept.iter().nth(self.index(seq)?)?;
        let what = match what {
            NotedWhat::Press(side) => What::Press { side },
            NotedWhat::Gesture(gesture) => What::Gesture(gesture),
            NotedWhat::Key(key, report) => What::Key { key, report },
            NotedWhat::Reset { resets } => What::Reset { resets },
            NotedWhat::Breakdown { kind, line } => {
                let named = self.file.as_ref().filter(|(of, _)| *of == seq);
                let file = named.map(|(_, file)| file.clone()).unwrap_or_default();
                What::Breakdown { kind, line, file }
            }
            NotedWhat::Order { id, contents, refused } => {
                What::Order { id, commands: self.contents(epoch, id, contents), refused }
            }
        };
        Some(Input { start, seq, epoch, at, late, what })
    }

    fn contents(&self, epoch: u32, id: u32, contents: Contents) -> Commands {
        match contents {
            Contents::None => Commands::new(),
            Contents::Pause => Commands::from_iter([clock::Command::Pause]),
            Contents::Kept => self.order(epoch, id).cloned().unwrap_or_default(),
        }
    }

    /// What a command that is kept asks of the clock.
    pub(crate) fn order(&self, epoch: u32, id: u32) -> Option<&Commands> {
        self.orders.iter().find(|kept| (kept.epoch, kept.id) == (epoch, id)).map(|kept| &kept.commands)
    }

    /// Forgets commands of an earlier grant that never had their turn.
    pub(crate) fn drop_waiting(&mut self, epoch: u32) {
        let Self { kept, orders, .. } = self;
        orders.retain(|order| {
            order.epoch == epoch || kept.iter().any(|noted| noted.is_order(order.epoch, order.id))
        });
    }

    /// Puts an input back that was kept across a reset.
    pub(crate) fn restore(&mut self, input: Input) {
        let Input { seq, epoch, at, late, what, .. } = input;
        if let What::Order { id, commands, .. } = &what
            && !commands.is_empty()
        {
            self.keep_order(epoch, *id, commands.clone());
        }
        let noted = Noted { at, epoch, late, what: self.note(seq, epoch, &what) };
        // As many were kept as there are places.
        self.kept.push_back(noted).unwrap_or_default();
    }
}

impl Noted {
    fn is_order(&self, epoch: u32, id: u32) -> bool {
        matches!(self.what, NotedWhat::Order { id: noted, .. } if (self.epoch, noted) == (epoch, id))
    }
}

/// A pause alone: it always acts, and its contents need no place.
pub(crate) fn is_pause(commands: &Commands) -> bool {
    commands.as_slice() == [clock::Command::Pause]
}
