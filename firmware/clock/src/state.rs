//! The state of a clock, and how time passes over it.
//!
//! Nothing is remembered but the two sides' readings as they stood at the committed instant, so a late poll walks
//! through exactly the instants that timely ones would have stopped at. **Only the running side is charged.**

use crate::calls::{Call, Stretch};
use crate::control::{Control, Overtime, SideControl};
use crate::event::{Event, EventKind};
use crate::reading::{Standing, Status};
use crate::side::{BySide, Side};
use crate::side_state::{Brought, End, Part, SideState};
use crate::time::{Duration, Instant};

/// Where events go.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Event);

/// Everything about a clock that changes during a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// What the clock as a whole does.
    pub(crate) status: Status,
    /// The side on move, none before the start.
    pub(crate) turn: Option<Side>,
    /// Up to here everything is decided.
    pub(crate) committed: Instant,
    /// Each side's own.
    pub(crate) sides: BySide<SideState>,
}

impl State {
    pub(crate) fn new(control: &Control) -> Self {
        Self {
            status: Status::Waiting,
            turn: None,
            committed: Instant::ZERO,
            sides: BySide::new(|side| SideState::new(control.of(side))),
        }
    }

    /// Whether a clock with this control can stand so, as far as parts, stages and periods go. One that comes from a
    /// line or a file, not from a clock, is to be asked: what cannot be never ends as it should.
    #[must_use]
    pub fn fits(&self, control: &Control) -> bool {
        let begun = !matches!(self.status, Status::Waiting | Status::Stopped);
        let sides = Side::BOTH.into_iter().all(|side| self.sides.of(side).fits(control.of(side)));
        sides && (self.turn.is_some() || !begun)
    }

    /// Up to where everything is decided.
    #[must_use]
    pub const fn committed(&self) -> Instant {
        self.committed
    }

    /// How much of a side's time is still to pass before the clock stands at `to`: none where no clock runs.
    #[must_use]
    pub fn behind(&self, to: Instant) -> Duration {
        self.charged_side().map_or(Duration::ZERO, |_| to.since(self.committed))
    }

    /// The side that is being charged.
    pub(crate) fn charged_side(&self) -> Option<Side> {
        self.turn.filter(|_| self.status == Status::Running)
    }

    /// When the next event is due, if nobody presses.
    pub(crate) fn poll_at(&self, control: &Control) -> Option<Instant> {
        let side = self.charged_side()?;
        let (after, _) = self.sides.of(side).next(control.of(side));
        Some(self.committed.plus(after))
    }

    /// Lets time pass up to and including `to`.
    pub(crate) fn advance(&mut self, control: &Control, to: Instant, sink: Sink<'_>) {
        while let Some(side) = self.charged_side() {
            let (after, call) = self.sides.of(side).next(control.of(side));
            let open = to.since(self.committed);
            if after > open {
                self.pass(control, side, open);
                break;
            }
            self.pass(control, side, after);
            self.committed = self.committed.plus(after);
            match call {
                Some(call) => self.emit(EventKind::Call { side, call }, sink),
                None => self.end_stretch(control, side, sink),
            }
        }
        self.committed = self.committed.max(to);
    }

    fn pass(&mut self, control: &Control, side: Side, time: Duration) {
        let charged = self.sides.of_mut(side).pass(control.of(side), time);
        if let Overtime::Hourglass { .. } = control.of(side).overtime() {
            let other = self.sides.of_mut(side.other());
            other.left = other.left.plus(charged);
        }
    }

    /// What runs is used up: says what ended, calls it, and drops the flag if nothing follows.
    fn end_stretch(&mut self, control: &Control, side: Side, sink: Sink<'_>) {
        let control = control.of(side);
        let stretch = self.sides.of(side).stretch(control);
        let counted = matches!(stretch, Stretch::Period { .. });
        let over = if counted { control.calls().over() } else { Call::TimeOver };
        match self.sides.of_mut(side).end(control) {
            End::Flag => self.flag(side, over, sink),
            End::LastPeriod => {
                self.emit(EventKind::Period { side, periods: 0 }, sink);
                self.flag(side, over, sink);
            }
            End::Stage(stage) => self.emit(EventKind::Stage { side, stage }, sink),
            End::Overtime => self.announce_overtime(control, side, sink),
            End::Period(periods) => {
                self.emit(EventKind::Period { side, periods }, sink);
                if counted {
                    self.emit(EventKind::Call { side, call: Call::Left(periods) }, sink);
                }
            }
        }
    }

    fn flag(&mut self, side: Side, over: Call, sink: Sink<'_>) {
        self.emit(EventKind::Call { side, call: over }, sink);
        self.status = Status::Flagged(side);
        self.emit(EventKind::Flag { side }, sink);
    }

    fn announce_overtime(&self, control: &SideControl, side: Side, sink: Sink<'_>) {
        self.emit(EventKind::Overtime { side }, sink);
        match control.overtime() {
            Overtime::Byoyomi { .. } | Overtime::Reserve { .. } => {
                self.emit(EventKind::Call { side, call: Call::Byoyomi }, sink);
            }
            Overtime::Canadian { .. } => self.announce_section(side, sink),
            Overtime::None
            | Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. } => {}
        }
    }

    fn announce_section(&self, side: Side, sink: Sink<'_>) {
        let moves = self.sides.of(side).moves;
        self.emit(EventKind::Call { side, call: Call::Moves(moves) }, sink);
    }

    /// A side's turn begins, or goes on after it was handed back: a new one has its delay, and a clock that starts
    /// in a Canadian section says so at its first turn.
    pub(crate) fn begin_turn(&mut self, control: &Control, side: Side, sink: Sink<'_>) {
        self.turn = Some(side);
        let state = self.sides.of_mut(side);
        state.delay = Some(state.delay_left(control.of(side)));
        let unannounced = state.part == Part::Overtime && state.moves > 0 && !state.announced;
        if unannounced {
            state.announced = true;
            self.announce_section(side, sink);
        }
    }

    /// The side on move completes its turn.
    pub(crate) fn press(&mut self, control: &Control, side: Side, sink: Sink<'_>) {
        let brought = self.sides.of_mut(side).complete_turn(control.of(side));
        match brought {
            Brought::Nothing => {}
            Brought::Stage(stage) => self.emit(EventKind::Stage { side, stage }, sink),
            Brought::Overtime => self.announce_overtime(control.of(side), side, sink),
            Brought::Section => {
                self.emit(EventKind::Section { side }, sink);
                self.announce_section(side, sink);
            }
        }
        self.emit(EventKind::Pressed { side }, sink);
        let state = self.sides.of(side);
        if brought == Brought::Nothing && state.part == Part::Overtime && (1..=3).contains(&state.moves) {
            self.announce_section(side, sink);
        }
        self.begin_turn(control, side.other(), sink);
    }

    pub(crate) fn standing(&self, control: &Control) -> Standing {
        Standing {
            turn: self.turn,
            readings: BySide::new(|side| self.sides.of(side).reading(control.of(side))),
        }
    }

    /// Hands out an event of the committed instant.
    pub(crate) fn emit(&self, kind: EventKind, sink: Sink<'_>) {
        sink(Event { at: self.committed, kind });
    }
}
