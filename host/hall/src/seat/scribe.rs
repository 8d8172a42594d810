//! What stands by while a table's unit advances: it feeds the table's engine, and writes down what that decides.

use std::collections::BTreeMap;

use clock::{Duration, Instant};
use referee::{Backwards, Refusal, Step, Table};
use unit::{Attendant, Input, OrderRefusal, Output};

use super::{Decided, Waiting};
use crate::entry::Receipt;
use crate::hall::{Answer, Ticket};

/// Feeds the table's engine with what the unit applies, and writes down what it decides.
pub(super) struct Scribe<'a> {
    live: &'a mut Table,
    waiting: &'a mut BTreeMap<u32, Waiting>,
    /// What the input whose turn it is comes to: the unit has the clock do it, then it is entered.
    trial: Option<(u32, referee::Decided)>,
    pub(super) decided: Vec<(Decided, Option<Receipt>)>,
    /// What has happened on the unit's clock.
    pub(super) heard: Vec<clock::Event>,
}

impl<'a> Scribe<'a> {
    pub(super) fn new(live: &'a mut Table, waiting: &'a mut BTreeMap<u32, Waiting>) -> Self {
        Self { live, waiting, trial: None, decided: Vec::new(), heard: Vec::new() }
    }

    pub(super) fn let_time_pass(&mut self, at: Instant) {
        let step = self.live.poll(at);
        self.write(step, None, None);
    }

    /// Writes a step down unless nothing happened in it and nobody asked for anything.
    fn write(
        &mut self,
        step: Result<Step, Backwards>,
        answer: Option<(Ticket, Answer)>,
        receipt: Option<Receipt>,
    ) {
        let step = step.expect("the unit never goes back in time");
        if !step.events.is_empty() || answer.is_some() {
            let name = receipt.as_ref().and_then(|receipt| receipt.name.clone());
            self.decided.push((Decided { step, answer, name, saved: None }, receipt));
        }
    }

    fn decide(
        &mut self,
        waiting: Waiting,
        at: Instant,
        late: Duration,
        refused: Option<OrderRefusal>,
        trial: Option<referee::Decided>,
    ) {
        let Waiting { ticket, order, mut receipt } = waiting;
        receipt.late = late;
        let step = match refused {
            Some(OrderRefusal::TurnPassed { .. }) => self.live.refuse(order, Refusal::PressCameFirst, at),
            Some(OrderRefusal::Expired) => self.live.refuse(order, Refusal::Expired, at),
            Some(OrderRefusal::Clock(_)) | None => match trial {
                Some(trial) => {
                    *self.live = trial.table;
                    Ok(trial.step)
                }
                None => self.live.handle(order, at),
            },
        };
        let answer = step.as_ref().map_or(Answer::Done, Answer::of);
        self.write(step, Some((ticket, answer)), Some(receipt));
    }
}

impl Attendant for Scribe<'_> {
    fn command(&mut self, input: &Input, at: Instant, done: usize) -> Option<clock::Command> {
        if done == 0 {
            self.let_time_pass(at);
            let order = self.waiting.get(&input.id)?.order.clone();
            self.trial = self.live.decide(order, at).ok().map(|trial| (input.id, trial));
        }
        let (id, trial) = self.trial.as_ref()?;
        trial.commands.get(done).copied().filter(|_| *id == input.id)
    }

    /// The count on record, which the arbiter's corrections change, is what pages see.
    fn turns(&self, _counted: u32) -> u32 {
        self.live.record().turns()
    }

    fn hear(&mut self, output: Output) {
        let applied = match output {
            Output::Applied(applied) => applied,
            Output::Event(event) => return self.heard.push(event),
        };
        let trial = self.trial.take().filter(|(id, _)| *id == applied.id).map(|(_, trial)| trial);
        if let Some(waiting) = self.waiting.remove(&applied.id) {
            self.decide(waiting, applied.at, applied.late, applied.refused, trial);
        }
    }
}
