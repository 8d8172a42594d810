//! People at a table: who is there, who is called, who may talk, who plays which colour.

mod attendance;
mod command;
mod decide;
mod late;
mod nigiri;
mod running;

use clock::{BySide, Duration, Instant, Side};
use serde::{Deserialize, Serialize};

use running::Running;

use crate::adjournment::AdjournmentEvent;
use crate::event::{Event, EventKind};
use crate::incident::{Becomes, IncidentEvent, Penalty};

pub use command::PeopleCommand;
pub use nigiri::Seat;

/// What happened with the people at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeopleEvent {
    /// A player calls for the arbiter.
    Summoned {
        /// Who.
        side: Side,
    },
    /// An arbiter has come to the table.
    Attended,
    /// A player has come.
    Arrived {
        /// Who.
        side: Side,
        /// How late.
        late: Duration,
        /// What that costs on the own clock.
        charged: Duration,
        /// What it costs in the place of a loss, should the game go on: too late, or after the opponent's loss.
        #[serde(default, skip_serializing_if = "is_nothing")]
        withheld: Duration,
    },
    /// A game that could have been lost by lateness goes on, and the lateness counts against the own clock.
    LateCharged {
        /// Whose.
        side: Side,
        /// How much: what is owed, or all that the clock has but a second.
        amount: Duration,
    },
    /// A player leaves the table.
    Left {
        /// Who.
        side: Side,
        /// Whether it was in overtime, which is allowed so often.
        overtime: bool,
    },
    /// A player is back.
    Returned {
        /// Who.
        side: Side,
    },
    /// A player who was away has been shown the opponent's last move (16.5).
    Seen {
        /// Who.
        side: Side,
    },
    /// A permitted talk begins (15.5).
    Talk {
        /// Whose.
        side: Side,
    },
    /// It ends.
    TalkEnded {
        /// Whose.
        side: Side,
    },
    /// It has lasted longer than it may.
    TalkOverrun {
        /// Whose.
        side: Side,
    },
    /// The colours are decided by nigiri (猜先).
    Colours {
        /// Who held the stones.
        holder: Seat,
        /// Who plays Black.
        black: Seat,
    },
}

/// Whether a length need not be written down.
const fn is_nothing(time: &Duration) -> bool {
    time.is_zero()
}

/// The people at a table as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    /// Who calls for the arbiter.
    pub summoned: BySide<bool>,
    /// Who has come, where that was noted.
    pub arrived: BySide<bool>,
    /// What lateness still costs each side, should the game go on.
    pub withheld: BySide<Duration>,
    /// Who is away.
    pub away: BySide<bool>,
    /// Who has not been shown the opponent's last move, made while they were away: its number.
    pub unseen: BySide<Option<u32>>,
    /// How often each side has left in overtime.
    pub left_in_overtime: BySide<u16>,
    /// The permitted talk that goes on: whose, since when.
    pub talk: Option<Talk>,
    /// Who plays Black, where nigiri decided it.
    pub black: Option<Seat>,
    /// How long each side's clock has run.
    pub(crate) running: Running,
}

/// A permitted talk that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Talk {
    /// Whose.
    pub side: Side,
    /// Since when.
    pub since: Instant,
    /// Whether its time is over, and that was reported.
    pub overrun: bool,
}

impl People {
    /// Enters an event. This cannot fail.
    fn apply(&mut self, event: &PeopleEvent, at: Instant) {
        match event {
            PeopleEvent::Summoned { side } => *self.summoned.of_mut(*side) = true,
            PeopleEvent::Attended => self.summoned = BySide::default(),
            PeopleEvent::Arrived { side, withheld, .. } => {
                *self.arrived.of_mut(*side) = true;
                *self.withheld.of_mut(*side) = *withheld;
            }
            PeopleEvent::LateCharged { side, .. } => *self.withheld.of_mut(*side) = Duration::ZERO,
            PeopleEvent::Left { side, overtime } => {
                *self.away.of_mut(*side) = true;
                let left = self.left_in_overtime.of_mut(*side);
                *left = left.saturating_add(u16::from(*overtime));
            }
            PeopleEvent::Returned { side } => *self.away.of_mut(*side) = false,
            PeopleEvent::Seen { side } => *self.unseen.of_mut(*side) = None,
            PeopleEvent::Talk { side } => self.talk = Some(Talk { side: *side, since: at, overrun: false }),
            PeopleEvent::TalkEnded { .. } => self.talk = None,
            PeopleEvent::TalkOverrun { .. } => {
                if let Some(talk) = &mut self.talk {
                    talk.overrun = true;
                }
            }
            PeopleEvent::Colours { black, .. } => self.black = Some(*black),
        }
    }

    /// Takes notice of what happened at the table. This cannot fail.
    pub(crate) fn watch(&mut self, event: &Event) {
        self.running.watch(event);
        match &event.kind {
            EventKind::People(people) => self.apply(people, event.at),
            EventKind::Move { side, number, .. } => self.moved(*side, *number),
            // Who has come to the new session is noted anew; the board is set up in front of them.
            EventKind::Adjournment(AdjournmentEvent::SessionResumed) => {
                self.arrived = BySide::default();
                self.away = BySide::default();
                self.unseen = BySide::default();
            }
            EventKind::TakenBack { number, .. }
            | EventKind::Incident(IncidentEvent::Penalty {
                penalty: Penalty::Void { number, becomes: Becomes::Nothing, .. },
                ..
            }) => self.move_gone(*number),
            EventKind::Clock(_)
            | EventKind::MoveCorrected { .. }
            | EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Ended { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Reopened
            | EventKind::UnitClock { .. }
            | EventKind::Incident(_)
            | EventKind::Ending(_)
            | EventKind::Adjournment(_)
            | EventKind::Refused { .. } => {}
        }
    }

    /// A move was recorded: whoever is away has to be shown it.
    fn moved(&mut self, by: Side, number: u32) {
        if *self.away.of(by.other()) {
            *self.unseen.of_mut(by.other()) = Some(number);
        }
    }

    /// A move is off the record: nobody need be shown it, and later ones have moved up.
    fn move_gone(&mut self, gone: u32) {
        for unseen in [&mut self.unseen.black, &mut self.unseen.white] {
            *unseen = unseen.filter(|number| *number != gone).map(|number| number - u32::from(number > gone));
        }
    }
}
