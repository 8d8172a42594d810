//! What the medium holds of each game, read as it is written, with everything that must follow from it.

use std::collections::BTreeMap;

use clock::{Instant, Side};
use hall::{Answer, Entry, StepEntry};
use journal::{GameId, Write};
use referee::{
    Event, EventKind, NoDesk, Refusal, Scenario, ScriptCommand, ScriptLine, Setup, Step, Table, Who, rehearse,
};

use crate::account::Account;
use crate::failure::{Check, Fault, Summary, ensure};
use crate::signatures::Signatures;

/// One game as the medium has it.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub(crate) table: u32,
    pub(crate) bodies: Vec<Vec<u8>>,
    pub(crate) events: Vec<Event>,
    /// How many events were shown.
    pub(crate) shown: usize,
    pub(crate) account: Account,
    /// The steps applied.
    pub(crate) applied: Table,
    /// The orders decided again.
    decided: Table,
    /// What became of each order that bears a name, and the turns completed by then.
    names: BTreeMap<String, (Answer, u32)>,
    script: Vec<ScriptLine>,
    pub(crate) signatures: Signatures,
}

/// All games.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) books: BTreeMap<GameId, Book>,
}

impl Library {
    /// Enters a batch that has reached the medium.
    pub(crate) fn enter(&mut self, batch: &[Write], summary: &mut Summary) -> Result<(), Fault> {
        for write in batch {
            match write {
                Write::Begin { game, body, table, .. } => {
                    summary.games += 1;
                    self.books.insert(*game, Book::open(*table, body)?);
                }
                Write::Entry { game, body } => {
                    let book = self.books.get_mut(game);
                    let book = book.ok_or_else(|| Fault::new(Check::Chain, None, "an entry of no game"))?;
                    book.enter(body, summary)?;
                }
                Write::Beat { .. }
                | Write::Close { .. }
                | Write::Resume { .. }
                | Write::Name { .. }
                | Write::Forget { .. } => {}
            }
        }
        Ok(())
    }
}

impl Book {
    fn open(table: u32, body: &[u8]) -> Result<Self, Fault> {
        let Entry::Opened(opening) = read(table, body)? else {
            return Err(Fault::new(
                Check::Chain,
                table,
                "a game begins with something else than its opening",
            ));
        };
        let setup: Setup = opening.setup;
        Ok(Self {
            table,
            bodies: vec![body.to_vec()],
            events: Vec::new(),
            shown: 0,
            account: Account::new(table, &setup.control),
            applied: Table::new(setup.clone()),
            decided: Table::new(setup),
            names: BTreeMap::new(),
            script: Vec::new(),
            signatures: Signatures::default(),
        })
    }

    fn enter(&mut self, body: &[u8], summary: &mut Summary) -> Result<(), Fault> {
        self.bodies.push(body.to_vec());
        if let Entry::Step(entry) = read(self.table, body)? {
            count(&entry, summary);
            let signed = self.signatures.signed();
            self.enter_step(*entry)?;
            summary.signed += u64::from(self.signatures.signed() && !signed);
        }
        Ok(())
    }

    fn enter_step(&mut self, entry: StepEntry) -> Result<(), Fault> {
        self.check_receipt(&entry)?;
        let StepEntry { step, receipt } = entry;
        self.script.extend(script_line(&step));
        let turns = self.decided.record().turns();
        self.decide_again(&step)?;
        self.applied.apply(&step);
        let seq = u64::try_from(self.bodies.len()).unwrap_or(u64::MAX) - 1;
        self.signatures.enter(self.table, seq, &step, &self.applied)?;
        self.account.enter(&step);
        self.account.compare(self.applied.clock())?;
        ensure(self.applied == self.decided, Check::Replay, self.table, || {
            "what was applied is not what was decided".to_owned()
        })?;
        if let Some(name) = receipt.and_then(|receipt| receipt.name) {
            let known = self.names.insert(name.clone(), (answer(&step), turns));
            ensure(known.is_none(), Check::Answered, self.table, || format!("{name} was played twice"))?;
        }
        self.events.extend(step.events);
        Ok(())
    }

    /// An order acts at its stamp, or as much later as its receipt says.
    fn check_receipt(&self, entry: &StepEntry) -> Result<(), Fault> {
        let Some(receipt) = &entry.receipt else { return Ok(()) };
        let acted = receipt.stamp.plus(receipt.late);
        let sound = acted == entry.step.at && receipt.credit <= hall::TOUCH_GRACE;
        ensure(sound, Check::Charge, self.table, || format!("{receipt:?} acted at {:?}", entry.step.at))
    }

    fn decide_again(&mut self, step: &Step) -> Result<(), Fault> {
        let again = match &step.order {
            None => self.decided.poll(step.at),
            Some(order) => match step.refused_before() {
                Some(refusal) => self.decided.refuse(order.clone(), refusal.clone(), step.at),
                None => self.decided.handle(order.clone(), step.at),
            },
        };
        ensure(again.as_ref() == Ok(step), Check::DecidedAgain, self.table, || {
            format!("on record {step:?}, decided again {again:?}")
        })
    }

    /// What became of an order, and the turns completed by then.
    pub(crate) fn answer(&self, name: &str) -> Option<&(Answer, u32)> {
        self.names.get(name)
    }

    /// Whether this is the next to be shown of what is on record.
    pub(crate) fn show(&mut self, events: &[Event]) -> Result<(), Fault> {
        let until = self.shown + events.len();
        ensure(self.events.get(self.shown..until) == Some(events), Check::Shown, self.table, || {
            format!("shown, but not next on record: {events:?}")
        })?;
        self.shown = until;
        Ok(())
    }

    /// The game so far as a scenario.
    pub(crate) fn scenario(&self) -> String {
        let end = self.applied.clock().committed();
        let end = ScriptLine { line: 0, at: end, by: None, command: ScriptCommand::End };
        let vocabulary = self.applied.setup().vocabulary();
        // A script has no words for a move where there is no board; the table refused it.
        let said = |line: &&ScriptLine| ScriptLine::read(&line.to_string(), 0, vocabulary).is_ok();
        let script = self.script.iter().filter(said).cloned().chain([end]).collect();
        Scenario { setup: self.applied.setup().clone(), script, seal_salt: None }.write()
    }

    /// The scenario brings about what is on record.
    pub(crate) fn check_scenario(&self) -> Result<(), Fault> {
        let written = self.scenario();
        let rehearsed = Scenario::read(&written).map(|scenario| rehearse(&scenario, &mut NoDesk, |_, _| ()));
        ensure(rehearsed == Ok(Ok(self.applied.clone())), Check::Replay, self.table, || {
            format!("rehearsed {rehearsed:?}, on record {:?}", self.applied)
        })
    }
}

fn read(table: u32, body: &[u8]) -> Result<Entry, Fault> {
    Entry::from_bytes(body).map_err(|error| Fault::new(Check::Chain, table, error.to_string()))
}

fn answer(step: &Step) -> Answer {
    step.refusal().cloned().map_or(Answer::Done, Answer::Refused)
}

/// What a rehearsal has to be told. It cannot be told what never came to the table.
fn script_line(step: &Step) -> Option<ScriptLine> {
    let order = step.order.as_ref().filter(|_| step.refused_before().is_none())?;
    // A script cannot say that the clock did it; to the table it is only somebody who is no arbiter.
    let by = Some(if order.by == Who::Clock { Who::Sensor } else { order.by });
    Some(ScriptLine { line: 0, at: step.at, by, command: order.command.clone().into() })
}

fn count(entry: &StepEntry, summary: &mut Summary) {
    summary.steps += 1;
    let receipt = entry.receipt.as_ref();
    summary.late += u64::from(receipt.is_some_and(|receipt| !receipt.late.is_zero()));
    summary.overtaken += u64::from(entry.step.refused_before() == Some(&Refusal::PressCameFirst));
    let flag = |side| EventKind::Clock(clock::EventKind::Flag { side });
    let flags = entry.step.events.iter().filter(|event| Side::BOTH.map(flag).contains(&event.kind));
    summary.flags += u64::try_from(flags.count()).unwrap_or(0);
    for event in &entry.step.events {
        let is = |kind: bool| u64::from(kind);
        summary.rulings +=
            is(matches!(event.kind, EventKind::Incident(referee::IncidentEvent::Ruling { .. })));
        summary.counted += is(matches!(event.kind, EventKind::Ending(referee::EndingEvent::Counted(_))));
    }
}

/// A game's steps in a batch.
pub(crate) fn steps_of(batch: &[Write], game: GameId) -> impl Iterator<Item = Step> + '_ {
    batch.iter().filter_map(move |write| {
        let Write::Entry { game: of, body } = write else { return None };
        let entry = Entry::from_bytes(body).ok().filter(|_| *of == game)?;
        if let Entry::Step(entry) = entry { Some(entry.step) } else { None }
    })
}

/// The earliest of what was lost.
pub(crate) fn first_at(steps: &[Step]) -> Option<Instant> {
    steps.first().map(|step| step.at)
}
