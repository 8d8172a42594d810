//! A turn as it runs at a table: how long its player thinks, and when it ends.

use std::time::Duration as Real;

use clock::{Duration, Instant, Side};
use referee::Order;

use super::game::{DemoGame, Turn};
use super::pace;
use super::player::Act;
use crate::venue::TableView;

/// How much later than the press the recorder writes a move down, and the loser gives up; in fast games earlier.
pub(super) const RECORDER_LAG: Duration = Duration::from_secs(2);

/// How long an order takes on its way: so long before the end of a side's time it presses.
const ORDER_WAY: Real = Real::from_millis(10);

/// So many times as long as usual an order may take on its way on a computer that is busy.
const SAFE_WAYS: u16 = 25;

/// A turn as it runs.
#[derive(Debug)]
pub(super) struct Pace<'a> {
    pub(super) view: &'a TableView,
    pub(super) game: &'a DemoGame,
    pub(super) rate: u32,
    pub(super) began: Instant,
}

impl Pace<'_> {
    pub(super) fn on_move(&self) -> Side {
        if self.view.state["turn"] == "white" { Side::White } else { Side::Black }
    }

    pub(super) fn act_at(&self, at: Instant, order: Order) -> Act {
        let wait = at.since(self.view.now);
        Act::Order(Real::from_micros(wait.as_micros()) / self.rate, order)
    }

    /// How long is thought about a turn.
    fn thought(&self, number: usize) -> Duration {
        let side = self.on_move();
        let turns = self.game.turns.iter().enumerate().skip(number).filter(|(_, turn)| turn.side == side);
        let spent = self.view.at.since(self.began);
        pace::thought(self.view, side, spent, self.way(), turns.map(|(number, turn)| (number, turn.thought)))
    }

    /// How long an order takes on its way, in the table's time.
    fn way(&self) -> Duration {
        Duration::from_micros(u64::try_from((ORDER_WAY * self.rate).as_micros()).unwrap_or(u64::MAX))
    }

    /// How long after a press its move is written down: the next turn must not be over before.
    pub(super) fn lag(&self, number: usize) -> Duration {
        let half = Duration::from_micros(self.thought(number).as_micros() / 2);
        half.min(RECORDER_LAG)
    }

    /// All that a side has left.
    pub(super) fn left(&self, side: Side) -> Duration {
        pace::bearable(self.view, side).minus(self.view.now.since(self.view.at))
    }

    /// When a turn ends: nobody loses on time who did not in the record. What the record's clocks show may be close;
    /// what they do not show keeps off the end.
    pub(super) fn end_of(&self, turn: &Turn, number: usize, side: Side) -> Instant {
        let bearable = pace::bearable(self.view, side);
        let before_end = |margin: Duration| {
            let margin = margin.as_micros().min(bearable.as_micros() / 2);
            self.view.at.plus(bearable.minus(Duration::from_micros(margin)))
        };
        let end = self.began.plus(self.thought(number));
        if turn.thought.is_some() && end <= before_end(self.way().max(Duration::from_millis(500))) {
            return end;
        }
        end.min(before_end(self.way().times(SAFE_WAYS).max(Duration::from_secs(1))))
    }
}
