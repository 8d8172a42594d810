//! What comes of inputs when they have had their turn: what they ask of the clock, and how they are numbered.

use clock::{Command, Event, Instant};
use link::device::Session;
use link::{Commands, OrderRefusal, What};

use super::{Awaited, AwaitedList};
use crate::input::{Applied, Attendant, Input, Output};

/// What an input is on the line.
pub(super) fn happened(awaited: Awaited, commands: Commands, refused: Option<OrderRefusal>) -> What {
    match awaited {
        Awaited::Press(side) => What::Press { side },
        Awaited::Gesture(gesture) => What::Gesture(gesture),
        Awaited::Key(key, report) => What::Key { key, report },
        Awaited::Order(id) => What::Order { id, commands, refused },
        Awaited::Own(command) => What::Order { id: 0, commands: Commands::from_iter([command]), refused },
    }
}

/// What an input asks of the clock, one thing after another.
fn asked(session: &Session, awaited: &AwaitedList, input: &Input, done: usize) -> Option<Command> {
    let order = awaited.iter().find_map(|(id, awaited)| match awaited {
        Awaited::Order(order) if *id == input.id => session.order(*order),
        Awaited::Order(_) | Awaited::Press(_) | Awaited::Gesture(_) | Awaited::Key(..) | Awaited::Own(_) => {
            None
        }
    });
    // What a pause asks is not kept apart.
    order.map_or_else(|| input.command.filter(|_| done == 0), |commands| commands.get(done).copied())
}

/// Numbers what the engine has applied.
pub(super) struct Clerk<'a> {
    pub(super) session: &'a mut Session,
    pub(super) awaited: &'a mut AwaitedList,
    pub(super) hear: &'a mut dyn FnMut(Event),
}

impl Clerk<'_> {
    fn enter(&mut self, applied: &Applied) {
        let Some(place) = self.awaited.iter().position(|(id, _)| *id == applied.id) else { return };
        let (_, awaited) = self.awaited.remove(place);
        let refused = applied.refused;
        let commands = match (awaited, refused) {
            (Awaited::Order(id), None | Some(OrderRefusal::Clock(_))) => {
                let pause = || Commands::from_iter([Command::Pause]);
                self.session.order(id).cloned().unwrap_or_else(pause)
            }
            (Awaited::Order(_), Some(OrderRefusal::TurnPassed { .. } | OrderRefusal::Expired))
            | (Awaited::Press(_) | Awaited::Gesture(_) | Awaited::Key(..) | Awaited::Own(_), _) => {
                Commands::new()
            }
        };
        let late = u32::try_from(applied.late.as_micros()).unwrap_or(u32::MAX);
        self.session.enter(applied.at, late, &happened(awaited, commands, refused));
    }
}

impl Attendant for Clerk<'_> {
    fn command(&mut self, input: &Input, _at: Instant, done: usize) -> Option<Command> {
        asked(self.session, self.awaited, input, done)
    }

    fn hear(&mut self, output: Output) {
        match output {
            Output::Event(event) => (self.hear)(event),
            Output::Applied(applied) => self.enter(&applied),
        }
    }
}

/// Looks up what inputs ask, and writes nothing down.
pub(super) struct Reader<'a> {
    pub(super) session: &'a Session,
    pub(super) awaited: &'a AwaitedList,
}

impl Attendant for Reader<'_> {
    fn command(&mut self, input: &Input, _at: Instant, done: usize) -> Option<Command> {
        asked(self.session, self.awaited, input, done)
    }

    fn hear(&mut self, _output: Output) {}
}
