//! What is going to happen, by its time.

use std::collections::BTreeMap;

use clock::Instant;
use journal::GameId;
use referee::Order;

/// Something that is going to happen.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// A player looks at the clock.
    Player { table: u32 },
    /// Whoever keeps the record looks up.
    Recorder { table: u32 },
    /// The arbiter comes by.
    Arbiter { table: u32 },
    /// A touch clock's page makes itself heard.
    Page { table: u32 },
    /// A slow page reads what it was sent.
    Watcher { table: u32 },
    /// An order reaches the hall.
    Letter(Box<Letter>),
    /// The disk is through with a batch; its number tells whether it still counts.
    Written { batch: u64 },
    /// The journal is opened anew.
    Reopen { batch: u64 },
    /// Something befalls the machine.
    Trouble,
    /// Something befalls a table's unit or its line.
    LineTrouble,
    /// A table's unit has power again, or its reset is over.
    UnitStarts { table: u32 },
    /// The power fails.
    Cut,
    /// The machine starts.
    Boot,
}

/// An order on its way.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) table: u32,
    /// The game that is meant.
    pub(crate) game: GameId,
    pub(crate) order: Order,
    /// The turns that its giver saw.
    pub(crate) turns: Option<u32>,
    pub(crate) name: Option<String>,
    /// When the finger came down.
    pub(crate) made: Instant,
    /// Of its age, so many tenths are reported.
    pub(crate) reported: u64,
}

/// Everything that is going to happen.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    happenings: BTreeMap<(Instant, u64), Happening>,
    count: u64,
}

impl Agenda {
    /// Enters something; of what is due at the same time, what was entered first comes first.
    pub(crate) fn put(&mut self, at: Instant, happening: Happening) {
        self.count += 1;
        self.happenings.insert((at, self.count), happening);
    }

    pub(crate) fn next_at(&self) -> Option<Instant> {
        self.happenings.first_key_value().map(|((at, _), _)| *at)
    }

    pub(crate) fn take(&mut self) -> Option<Happening> {
        self.happenings.pop_first().map(|(_, happening)| happening)
    }
}
