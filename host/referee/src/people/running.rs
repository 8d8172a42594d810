//! How long each side's clock has run: what a player who came late has lost by that already.

use clock::{BySide, Duration, Instant, Side, Status};

use crate::ending::EndingEvent;
use crate::event::{Event, EventKind};

/// How long each side's clock has run since the start, pauses left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Running {
    ran: BySide<Duration>,
    turn: Option<Side>,
    since: Option<Instant>,
}

impl Running {
    /// How long a side's clock has run by now.
    pub(crate) fn ran(&self, side: Side, now: Instant) -> Duration {
        let since = self.since.filter(|_| self.turn == Some(side));
        let open = since.map_or(Duration::ZERO, |since| now.since(since));
        self.ran.of(side).plus(open)
    }

    /// Enters an event. This cannot fail.
    pub(crate) fn watch(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Clock(kind) => self.watch_clock(kind, event.at),
            EventKind::Ended { .. } | EventKind::Ending(EndingEvent::Stopped { .. }) => self.stop(event.at),
            EventKind::UnitClock { after, status, .. } => {
                self.hand_over(after.turn, event.at);
                if *status == Status::Running {
                    self.since = self.since.or(Some(event.at));
                } else {
                    self.stop(event.at);
                }
            }
            EventKind::Move { .. }
            | EventKind::TakenBack { .. }
            | EventKind::MoveCorrected { .. }
            | EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Reopened
            | EventKind::Incident(_)
            | EventKind::People(_)
            | EventKind::Ending(_)
            | EventKind::Adjournment(_)
            | EventKind::Refused { .. } => {}
        }
    }

    fn watch_clock(&mut self, kind: &clock::EventKind, at: Instant) {
        match kind {
            clock::EventKind::Started { side } => {
                self.turn = Some(*side);
                self.since = Some(at);
            }
            clock::EventKind::Pressed { side } => self.hand_over(Some(side.other()), at),
            clock::EventKind::Corrected(correction) => self.hand_over(correction.after.turn, at),
            clock::EventKind::Paused | clock::EventKind::Flag { .. } => self.stop(at),
            clock::EventKind::Resumed => self.since = Some(at),
            clock::EventKind::Ignored { .. }
            | clock::EventKind::Overtime { .. }
            | clock::EventKind::Stage { .. }
            | clock::EventKind::Period { .. }
            | clock::EventKind::Section { .. }
            | clock::EventKind::Call { .. }
            | clock::EventKind::FlagVoid { .. } => {}
        }
    }

    fn hand_over(&mut self, turn: Option<Side>, at: Instant) {
        let runs = self.since.is_some();
        self.stop(at);
        self.turn = turn;
        self.since = runs.then_some(at);
    }

    fn stop(&mut self, at: Instant) {
        if let (Some(since), Some(side)) = (self.since.take(), self.turn) {
            let ran = self.ran.of_mut(side);
            *ran = ran.plus(at.since(since));
        }
    }
}
