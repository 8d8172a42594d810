//! What happened at a table.
//!
//! Events are what is kept: a table's state is nothing but its events applied in order, and no event is ever
//! changed or removed.

use clock::{Instant, Reading, Side, Standing, Status};
use serde::{Deserialize, Serialize};

use crate::adjournment::AdjournmentEvent;
use crate::command::{Command, Played, Who};
use crate::ending::EndingEvent;
use crate::incident::IncidentEvent;
use crate::outcome::Outcome;
use crate::people::PeopleEvent;
use crate::record::{Breach, JudgedAnew};
use crate::refusal::Refusal;

/// Something that happened, when, by whom and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The instant at which it was due or done.
    pub at: Instant,
    /// Who brought it about; the clock where time alone did.
    pub by: Who,
    /// The reason that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What happened.
    pub kind: EventKind,
    /// Where it changed which moves stand, what the rules now say of recorded moves and did not say before. Records of
    /// before this was kept have none: there the rules are asked when the event is entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_anew: Option<Vec<JudgedAnew>>,
}

/// The kinds of event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// An event of the clock.
    Clock(clock::EventKind),
    /// A move was put on record.
    Move {
        /// Whose.
        side: Side,
        /// What was played.
        played: Played,
        /// Its number, counted from 1.
        number: u32,
        /// Whether it was the opponent's turn by the record.
        out_of_turn: bool,
        /// The rule that it breaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        illegal: Option<Breach>,
        /// The move after which the position first stood that has come again, where that is for the chief arbiter
        /// (三劫循环).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cycle: Option<u32>,
        /// In chess the squares, in UCI.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uci: Option<String>,
    },
    /// A recorded move was a slip and is taken off the record; later ones move up.
    TakenBack {
        /// Whose.
        side: Side,
        /// What had been recorded.
        played: Played,
        /// Its number.
        number: u32,
    },
    /// A recorded move was a slip and is replaced.
    MoveCorrected {
        /// Whose.
        side: Side,
        /// Its number.
        number: u32,
        /// What had been recorded.
        before: Played,
        /// What was played.
        after: Played,
        /// The rule that this breaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        illegal: Option<Breach>,
    },
    /// The time was asked and told.
    Told {
        /// Whose time.
        side: Side,
        /// What was told.
        reading: Reading,
    },
    /// A player resigned.
    Resigned {
        /// Who.
        side: Side,
    },
    /// Play is over.
    Ended {
        /// Turns on the clock whose moves are not on record.
        unrecorded: u32,
    },
    /// Chess: whether the opponent of a side whose time is used up, that resigned, or that made a second illegal move could
    /// still mate was not found out. The arbiter decides (FIDE 5.1.2, 6.9, 7.5.5).
    Undecided {
        /// The side whose time is used up, that resigned, or that made the illegal moves.
        side: Side,
    },
    /// The result that play, the clock or a count has brought.
    Result(Outcome),
    /// The result no longer holds, and the game is open again.
    Reopened,
    /// The table's unit has the clock otherwise than it follows from what is on record: the unit's holds.
    UnitClock {
        /// How both sides stood.
        before: Standing,
        /// How they stand by the unit.
        after: Standing,
        /// What the clock does by the unit.
        status: Status,
        /// Turns that were completed there, and are not on record.
        #[serde(default, skip_serializing_if = "is_none")]
        turns: u32,
    },
    /// Something about an incident.
    Incident(IncidentEvent),
    /// Something about the people at the table.
    People(PeopleEvent),
    /// Something on the way to the game's end.
    Ending(EndingEvent),
    /// Something about an adjournment.
    Adjournment(AdjournmentEvent),
    /// A command was refused.
    Refused {
        /// What was asked.
        command: Command,
        /// Why it was refused.
        refusal: Refusal,
    },
}

/// Whether a number need not be written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it asks of by reference")]
const fn is_none(number: &u32) -> bool {
    *number == 0
}

/// What was put to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Who gave it.
    pub by: Who,
    /// What it asks.
    pub command: Command,
}

impl Order {
    /// What is kept of it where it is refused: nothing of a move that is sealed.
    #[must_use]
    pub(crate) fn blanked(mut self) -> Self {
        if let Command::Adjournment(command) = &mut self.command {
            *command = command.blanked();
        }
        self
    }
}

/// One step of a table: what was put to it at which instant, all that this brought, and how the clock stands
/// after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The instant up to which time is decided.
    pub at: Instant,
    /// The command; none where only time passed.
    pub order: Option<Order>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The clock after it.
    pub clock: clock::State,
}

impl Step {
    /// Why what was put to the table was refused; none where it was done, or nothing was put to it.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        self.events.iter().find_map(|event| {
            if let EventKind::Refused { refusal, .. } = &event.kind { Some(refusal) } else { None }
        })
    }

    /// Why an order was refused that never came to the table: a press came first, its life was over, or the table's
    /// unit did not do it.
    #[must_use]
    pub fn refused_before(&self) -> Option<&Refusal> {
        self.refusal().filter(|refusal| refusal.is_before_the_table())
    }
}
