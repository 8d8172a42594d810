//! Signatures and rights, watched apart from the engine that grants them.

use referee::{
    Command, Decides, EndingCommand, EndingEvent, Event, EventKind, IncidentCommand, Marker, Order, Outcome,
    Signer, StartsBy, Step, Table, Who,
};

use crate::failure::{Check, Fault, ensure};

/// Who has signed a game's record, and what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signatures {
    given: Vec<Signer>,
    outcome: Option<Outcome>,
    /// The entry of the third signature.
    closing: Option<u64>,
}

impl Signatures {
    pub(crate) fn signed(&self) -> bool {
        self.given.len() == Signer::ALL.len()
    }

    pub(crate) const fn closing(&self) -> Option<u64> {
        self.closing
    }

    /// Enters a step, the entry of that number; `after` is the table behind it.
    pub(crate) fn enter(&mut self, table: u32, seq: u64, step: &Step, after: &Table) -> Result<(), Fault> {
        check_rights(table, step, after)?;
        let (signed, before) = (self.signed(), self.outcome);
        for event in &step.events {
            self.enter_event(event);
        }
        self.outcome = after.record().outcome();
        // What was signed was another result.
        if self.outcome != before {
            self.given.clear();
        }
        self.closing = self.signed().then(|| self.closing.unwrap_or(seq));
        let clerical = step.order.as_ref().is_some_and(|order| is_clerical(order, after));
        ensure(!signed || clerical || (self.signed() && before == self.outcome), Check::Signed, table, || {
            format!("signed was {before:?}, and {step:?} makes it {:?}", self.outcome)
        })
    }

    fn enter_event(&mut self, event: &Event) {
        let EventKind::Ending(ending) = &event.kind else { return };
        if let EndingEvent::Confirmed { by } = ending {
            self.given.push(*by);
        }
        let anew = matches!(ending, EndingEvent::Decreed(_) | EndingEvent::RecountAsked { .. });
        if anew || matches!(ending, EndingEvent::PlayOn { .. } | EndingEvent::Stopped { .. }) {
            self.given.clear();
        }
    }
}

/// Whether an order may put a clerical error right.
fn is_clerical(order: &Order, table: &Table) -> bool {
    is_by_chief(order, table) && matches!(order.command, Command::Ending(EndingCommand::Result { .. }))
}

/// Whether the chief arbiter gives an order; without an arbiter both players together do.
fn is_by_chief(order: &Order, table: &Table) -> bool {
    order.by == Who::Chief || (order.by == Who::Both && table.setup().game.starts_by == StartsBy::Press)
}

/// What only the chief arbiter may do was done by nobody else.
fn check_rights(table: u32, step: &Step, after: &Table) -> Result<(), Fault> {
    let Some(order) = &step.order else { return Ok(()) };
    let entitled =
        step.refusal().is_some() || is_by_chief(order, after) || !is_chiefs(&order.command, order.by, after);
    ensure(entitled, Check::Signed, table, || format!("the chief arbiter's alone: {step:?}"))
}

fn is_chiefs(command: &Command, by: Who, table: &Table) -> bool {
    if let Command::Incident(IncidentCommand::Rule { number, choice, .. }) = command {
        let incident = table.record().incidents().get(*number);
        let kind = incident.and_then(|incident| table.setup().policy.kind(&incident.opened.kind));
        return kind.is_some_and(|kind| {
            let chosen = kind.choice(choice);
            let decides = chosen.and_then(|chosen| chosen.decides).unwrap_or(kind.decides);
            let agreed = by == Who::Both && chosen.is_some_and(|chosen| chosen.agreed);
            decides == Decides::Chief && !agreed
        });
    }
    let ending = matches!(
        command,
        Command::Ending(
            EndingCommand::Border { .. }
                | EndingCommand::Result { .. }
                | EndingCommand::Dead { by: Marker::Chief, .. }
        )
    );
    ending || matches!(command, Command::VoidFlag { .. })
}
