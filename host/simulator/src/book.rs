//! What the medium holds of each game, read as it is written, with everything that must follow from it.

use std::collections::BTreeMap;

use clock::{Instant, Side};
use hall::{Answer, Entry, StepEntry, UnitNote};
use journal::{GameId, Write};
use link::{Start, What};
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
    /// Whether the clock is in a unit behind a line.
    behind: bool,
    /// Whether a scenario can tell it: it knows nothing of what a unit does by itself.
    retold: bool,
    pub(crate) signatures: Signatures,
}

/// All games.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) books: BTreeMap<GameId, Book>,
    /// What is on record of each start of each table's unit, whatever game was played.
    inputs: BTreeMap<(u32, u32), Inputs>,
}

/// The inputs on record of one start of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Inputs {
    last: u32,
    /// Presses and gestures.
    by_hand: usize,
}

/// An input of a unit on record: its start, its number, and whether somebody made it with a button.
type OnRecord = (Start, u32, bool);

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
                    let input = book.enter(body, summary)?;
                    let table = book.table;
                    if let Some(input) = input {
                        summary.inputs += 1;
                        self.enter_input(table, input)?;
                    }
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

impl Library {
    /// Inputs of one start are on record once and in order.
    fn enter_input(&mut self, table: u32, (start, seq, by_hand): OnRecord) -> Result<(), Fault> {
        let inputs = self.inputs.entry((table, start.0)).or_default();
        ensure(seq == inputs.last + 1, Check::Unit, table, || {
            format!("input {seq} is on record behind {}", inputs.last)
        })?;
        inputs.last = seq;
        inputs.by_hand += usize::from(by_hand);
        Ok(())
    }

    /// The presses and gestures on record of one start of a table's unit.
    pub(crate) fn by_hand(&self, table: u32, start: Start) -> usize {
        self.inputs.get(&(table, start.0)).map_or(0, |inputs| inputs.by_hand)
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
            behind: false,
            retold: true,
            signatures: Signatures::default(),
        })
    }

    /// Enters what is written; gives back which input of the table's unit it is.
    fn enter(&mut self, body: &[u8], summary: &mut Summary) -> Result<Option<OnRecord>, Fault> {
        self.bodies.push(body.to_vec());
        match read(self.table, body)? {
            Entry::Step(entry) => {
                count(&entry, summary);
                let signed = self.signatures.signed();
                let input = entry.unit.as_ref().map(|unit| (unit.start, unit.seq, is_by_hand(&entry)));
                self.enter_step(*entry)?;
                summary.signed += u64::from(self.signatures.signed() && !signed);
                Ok(input)
            }
            Entry::Unit(unit) => {
                self.behind |= matches!(unit.note, UnitNote::Granted { .. });
                let UnitNote::Input { start, seq, what, .. } = unit.note else { return Ok(None) };
                Ok(Some((start, seq, matches!(*what, What::Press { .. } | What::Gesture(_)))))
            }
            Entry::Interrupted(_) => {
                ensure(!self.behind, Check::Unit, self.table, || {
                    "a unit's clock was interrupted".to_owned()
                })?;
                Ok(None)
            }
            Entry::Opened(_) | Entry::Anchor(_) | Entry::Key(_) | Entry::Spoken(_) | Entry::Voice(_) => {
                Ok(None)
            }
        }
    }

    fn enter_step(&mut self, entry: StepEntry) -> Result<(), Fault> {
        self.check_receipt(&entry)?;
        let turns = self.decided.record().turns();
        self.retold &= is_retold(&entry, &self.decided);
        let again = entry.decide_anew(&mut self.decided);
        let StepEntry { step, receipt, .. } = entry;
        self.script.extend(script_line(&step));
        ensure(again.as_ref() == Ok(&step), Check::DecidedAgain, self.table, || {
            format!("on record {step:?}, decided again {again:?}")
        })?;
        self.applied.apply(&step);
        let seq = u64::try_from(self.bodies.len()).unwrap_or(u64::MAX) - 1;
        self.signatures.enter(self.table, seq, &step, &self.applied)?;
        self.account.enter(&step);
        if is_by_unit(&step) {
            self.account.reach(self.applied.clock().committed());
        }
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
        if !self.retold {
            return Ok(());
        }
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

/// Whether somebody made a step at the unit, with a button.
fn is_by_hand(entry: &StepEntry) -> bool {
    entry.step.order.is_some() && entry.unit.as_ref().is_some_and(|unit| unit.order.is_none())
}

/// Whether a step says that the clock stands as the table's unit has it.
fn is_by_unit(step: &Step) -> bool {
    step.events.iter().any(|event| matches!(event.kind, EventKind::UnitClock { .. }))
}

/// Whether the same comes of a step's order where the clock is in the service.
fn is_retold(entry: &StepEntry, before: &Table) -> bool {
    let Some(order) = entry.step.order.as_ref().filter(|_| entry.unit.is_some()) else {
        return !is_by_unit(&entry.step) && !entry.follows;
    };
    let refused = entry.step.refused_before().is_some();
    refused || before.decide(order.clone(), entry.step.at).is_ok_and(|decided| decided.step == entry.step)
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
    summary.by_unit += u64::from(is_by_unit(&entry.step));
    summary.followed += u64::from(entry.follows);
    summary.otherwise += u64::from(entry.step.refusal() == Some(&Refusal::UnitDidOtherwise));
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
