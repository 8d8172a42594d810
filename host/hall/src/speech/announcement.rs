//! Something that is said aloud.

use std::collections::VecDeque;

use clock::{Call, Clock, Control, Duration, Instant, Overtime, Reading, Side};
use referee::{AdjournmentEvent, Event, EventKind};
use serde::{Deserialize, Serialize};

use super::moment::Moment;

/// For how long what was said is still told to whoever speaks: no saying is longer.
const TOLD_FOR: Duration = Duration::from_secs(10);

/// So much of the latest is told.
const TOLD_MAX: usize = 32;

/// What is said, as records name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Spoken {
    /// A call of the clock.
    Call {
        /// Of whose time.
        side: Side,
        /// Which.
        call: Call,
    },
    /// The answer to a player who asked for the time (16.2).
    Reading {
        /// Whose time.
        side: Side,
    },
    /// Both clocks stand.
    Paused,
    /// The clock goes on.
    Resumed,
    /// Play is adjourned.
    Adjourned,
}

impl Spoken {
    /// Of whose time it is said, where it is of one side's.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Call { side, .. } | Self::Reading { side } => Some(side),
            Self::Paused | Self::Resumed | Self::Adjourned => None,
        }
    }

    /// Whether it answers a player: the count comes before it.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Reading { .. })
    }

    /// Whether it is missed where it is not played: by it a count is ruled on.
    pub(crate) const fn is_missed(self) -> bool {
        matches!(self, Self::Call { .. } | Self::Reading { .. })
    }
}

/// Something to be said, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The moment of the hall's at which it begins.
    pub at: Instant,
    /// The same by the table's time. With what is said, this names it.
    pub due: Instant,
    /// What is said.
    pub what: Spoken,
    /// The overtime of the side whose time it is, by which it is put into words.
    pub overtime: Overtime,
    /// What is told, where a player asked.
    pub reading: Option<Reading>,
}

impl Announcement {
    /// A call, as the side's control has it.
    pub(crate) fn call(control: &Control, side: Side, call: Call, due: Instant) -> Self {
        let overtime = control.of(side).overtime();
        Self { overtime, ..Self::plain(Spoken::Call { side, call }, due) }
    }

    const fn plain(what: Spoken, due: Instant) -> Self {
        Self { at: Instant::ZERO, due, what, overtime: Overtime::None, reading: None }
    }

    /// What an event of a table with that clock brings to be said, by the table's time alone.
    #[must_use]
    pub fn of_event(event: &Event, clock: &Clock) -> Option<Self> {
        if let EventKind::Clock(clock::EventKind::Call { side, call }) = event.kind {
            Some(Self::call(clock.control(), side, call, event.at))
        } else if let EventKind::Told { side, reading } = event.kind {
            let overtime = clock.control().of(side).overtime();
            let told = Self::plain(Spoken::Reading { side }, event.at);
            Some(Self { overtime, reading: Some(reading), ..told })
        } else {
            plain_of(&event.kind).map(|what| Self::plain(what, event.at))
        }
    }
}

/// What is said of an event without any figures.
const fn plain_of(kind: &EventKind) -> Option<Spoken> {
    if matches!(kind, EventKind::Clock(clock::EventKind::Paused)) {
        Some(Spoken::Paused)
    } else if matches!(kind, EventKind::Clock(clock::EventKind::Resumed)) {
        Some(Spoken::Resumed)
    } else if matches!(kind, EventKind::Adjournment(AdjournmentEvent::Adjourned { .. })) {
        Some(Spoken::Adjourned)
    } else {
        None
    }
}

/// The latest that was decided to be said at a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latest(VecDeque<Announcement>);

impl Latest {
    /// Takes what an instant brings.
    pub(crate) fn take(&mut self, moment: Moment) {
        if moment.hushes {
            self.0.clear();
        }
        self.0.extend(moment.said);
        self.0.drain(..self.0.len().saturating_sub(TOLD_MAX));
    }

    /// What of it, and of what instants bring that are not decided yet, may still sound at that time of the table's.
    /// What comes later cuts off what still sounds; but an answer cuts nothing, and of answers the last one counts.
    pub(crate) fn at(&self, now: Instant, not_decided: impl Iterator<Item = Moment>) -> Vec<Announcement> {
        let mut latest = self.clone();
        not_decided.for_each(|moment| latest.take(moment));
        let mut said: Vec<Announcement> = latest.0.into();
        said.retain(|said| now.since(said.due) <= TOLD_FOR);
        let last = |answers| said.iter().rposition(|said| said.what.is_answer() == answers);
        let answer = last(true);
        let due = last(false).and_then(|place| said.get(place)).map(|said| said.due);
        let holds = |(place, said): &(usize, Announcement)| match said.what.is_answer() {
            true => Some(*place) == answer,
            false => Some(said.due) == due,
        };
        said.into_iter().enumerate().filter(holds).map(|(_, said)| said).collect()
    }
}
