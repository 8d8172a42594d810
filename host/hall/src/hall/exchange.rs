//! What goes into a hall and comes out of it.

use clock::Duration;
use journal::{GameId, Genesis, Person, Write};
use referee::{Event, Order, Refusal, Setup, Step};

use super::ORDER_LEN_MAX;
use crate::alarm::{Alarm, AlarmKind};
use crate::entry::{Anchor, OnRequest, SpeechEntry};

/// What an order is known by until it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// What became of an order; it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was carried out.
    Done,
    /// It was refused.
    Refused(Refusal),
}

impl Answer {
    /// What a step says of its order.
    pub(crate) fn of(step: &Step) -> Self {
        step.refusal().cloned().map_or(Self::Done, Self::Refused)
    }
}

/// How an order came in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// By how much the act was earlier than its arrival, as far as that is credited.
    pub credit: Duration,
    /// The number of turns completed when it was given, if that matters.
    pub turns: Option<u32>,
    /// The giver's own name for it, by which a second copy is known.
    pub name: Option<String>,
}

/// What comes out of a hall.
#[derive(Clone, Debug)]
pub enum Output {
    /// To be written in one transaction, and confirmed by [`Hall::written`](crate::Hall::written) or
    /// [`Hall::not_written`](crate::Hall::not_written).
    Write(Vec<Write>),
    /// This happened at a table, and it is on disk.
    Shown {
        /// The table.
        table: u32,
        /// What happened.
        events: Vec<Event>,
    },
    /// What became of an order, and it is on disk.
    Answer {
        /// Which order.
        ticket: Ticket,
        /// What became of it.
        answer: Answer,
    },
    /// The face of a table's own clock has changed, on disk or not.
    Face {
        /// The table.
        table: u32,
    },
    /// A game was opened, and it is on disk.
    Opened {
        /// The table.
        table: u32,
    },
    /// Something of a table's voice is on disk.
    Voice {
        /// The table.
        table: u32,
        /// What.
        entry: SpeechEntry,
    },
    /// Something is wrong.
    Alarm(Alarm),
    /// It is right again.
    AlarmOver {
        /// The table; none where all were concerned.
        table: Option<u32>,
        /// What it was.
        kind: AlarmKind,
    },
}

/// Why the hall does not take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum HallError {
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    /// A game is being played there.
    #[error("the game at this table is not over")]
    NotOver,
    /// What is agreed before a game is no more changed in it.
    #[error(
        "the game at this table has begun, or an arrival or incident is on record: its time control stays as agreed"
    )]
    Begun,
    /// It is signed, but the table is not cleared (16.6).
    #[error("the game at this table is signed, but the table is not cleared yet")]
    NotCleared,
    /// It is decided, but not signed; it is replaced only where that is said.
    #[error("the result at this table is not signed yet: the next game replaces it only if that is said")]
    NotSigned,
    /// The end of the game there is not on record yet.
    #[error("the game at this table is not on record to its end yet")]
    NotSaved,
    /// Nothing is behind a line there that could be given up.
    #[error("the clock of this table is in no unit")]
    NoUnit,
    /// What is heard is not given up.
    #[error("the unit of this table is heard: its clock is used where it is")]
    UnitHeard,
    /// The table does not speak.
    #[error("this table does not speak: [voice] in the configuration, or the table's own voice, says so")]
    NoVoice,
    /// Too many inputs are waiting.
    #[error("the table cannot keep up: too many orders at once")]
    Overloaded,
    /// Too many decisions wait for the disk.
    #[error("nothing can be put on record at present")]
    DiskBehind,
    /// The journal could not keep the order.
    #[error("an order of more than {ORDER_LEN_MAX} bytes is not taken")]
    TooLong,
    /// The journal could not keep many more orders of this game.
    #[error("the game at this table is too long for the record")]
    GameFull,
    /// The journal could not keep what is known of a player.
    #[error("a player's name is too long for the record")]
    NameTooLong,
}

/// Everything that a new game needs from outside: what was agreed, and what must be drawn or read from a clock.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The table's number.
    pub table: u32,
    /// A number that the journal does not know yet.
    pub game: GameId,
    /// The chain's own bytes.
    pub genesis: Genesis,
    /// What was agreed.
    pub setup: Setup,
    /// The players' names by their roles, each with its salt: `black` and `white`, before nigiri `one` and `two`.
    pub people: Vec<Person>,
    /// What of it was said when it was asked for, and not by the configuration.
    pub on_request: OnRequest,
    /// Whether it may take the place of a decided game that is not signed.
    pub replaces: bool,
    /// Where table time is tied to.
    pub anchor: Anchor,
}

/// Whether an order is one that the journal can keep.
pub(super) fn is_short(order: &Order, arrival: &Arrival) -> bool {
    let name = arrival.name.as_ref().map_or(0, String::len);
    serde_json::to_vec(order).is_ok_and(|written| written.len().saturating_add(name) <= ORDER_LEN_MAX)
}
