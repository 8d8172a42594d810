//! The host's copy of a unit's clock: it takes the same inputs, and goes no further than the unit has said.

use clock::{Clock, Command, Event, EventKind, HandleError, Instant, Side, Status};

use crate::meant::meant;
use crate::message::{Gesture, Input, OrderRefusal, What};

/// A clock and the turns completed on it.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) clock: Clock,
    pub(crate) turns: u32,
    /// The side whose clock the first press of the other starts.
    pub(crate) first: Option<Side>,
}

impl Copy {
    /// Does what the unit's engine did with an input.
    pub(crate) fn apply(&mut self, input: &Input, hear: &mut dyn FnMut(Event)) {
        self.pass(input.at, hear);
        match &input.what {
            What::Press { side } => _ = self.act(Command::Press { side: *side }, hear),
            What::Gesture(Gesture::Pause | Gesture::Stand) => _ = self.act(Command::Pause, hear),
            What::Order { commands, refused: None | Some(OrderRefusal::Clock(_)), .. } => {
                // The unit's engine stops at the first that is refused, and so does this.
                _ = commands.iter().all(|command| self.act(*command, hear));
            }
            What::Order {
                refused: Some(OrderRefusal::TurnPassed { .. } | OrderRefusal::Expired), ..
            }
            | What::Gesture(Gesture::CallArbiter { .. } | Gesture::Query { .. })
            | What::Key { .. }
            | What::Reset { .. }
            | What::Breakdown { .. } => {}
        }
    }

    /// Lets time pass; an instant that is decided already changes nothing.
    pub(crate) fn pass(&mut self, to: Instant, hear: &mut dyn FnMut(Event)) {
        let to = to.max(self.clock.committed());
        // Not before what is committed, so it is not refused.
        self.clock.poll(to, hear).unwrap_or_default();
    }

    /// The clock stands from the instant on up to which it is known.
    pub(crate) fn pause(&mut self, hear: &mut dyn FnMut(Event)) {
        if self.clock.status() == Status::Running {
            _ = self.act(Command::Pause, hear);
        }
    }

    fn act(&mut self, command: Command, hear: &mut dyn FnMut(Event)) -> bool {
        let at = self.clock.committed();
        let command = meant(command, &self.clock, self.first);
        let mut pressed = 0_u32;
        let handled = self.clock.handle(command, at, &mut |event| {
            pressed = pressed.saturating_add(u32::from(matches!(event.kind, EventKind::Pressed { .. })));
            hear(event);
        });
        self.turns = self.turns.saturating_add(pressed);
        match handled {
            Ok(()) => true,
            Err(HandleError::Refused(_) | HandleError::Backwards { .. }) => false,
        }
    }
}
