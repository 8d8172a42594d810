//! What the host's end must know, from what is on record.

use clock::{EventKind as ClockEvent, Side};
use link::host::{Known, KnownTable};
use link::{Identity, Start};
use referee::{Event, EventKind, Table};

use crate::entry::{Entry, StepEntry, UnitNote};

/// A table as it is granted.
pub(super) fn granted(number: u16, table: &Table, turns: u32) -> KnownTable {
    let (control, state) = (table.clock().control().clone(), table.clock().state().clone());
    let first: Option<Side> = table.first_by_press();
    KnownTable { number, turns, control, state, first }
}

/// What is on record of a table's unit.
#[derive(Debug, Default)]
struct Reading {
    unit: Option<Identity>,
    seq: u32,
    /// The last grant, and the turns completed by the unit's count.
    grant: Option<(u32, u32)>,
}

impl Reading {
    fn note(&mut self, note: &UnitNote) {
        match note {
            UnitNote::Greeted { serial, boot, resets, seq } => {
                self.unit = Some(Identity { serial: *serial, boot: *boot, resets: *resets });
                self.seq = *seq;
            }
            UnitNote::Granted { epoch, turns, .. } => self.grant = Some((*epoch, *turns)),
            UnitNote::Input { start, seq, .. } | UnitNote::Missing { start, to: seq, .. } => {
                self.take(*start, *seq);
            }
            UnitNote::Foreign { .. } => {}
            UnitNote::Released => *self = Self::default(),
        }
    }

    /// An input is on record.
    fn take(&mut self, start: Start, seq: u32) {
        if self.unit.is_some_and(|unit| unit.start() == start) {
            self.seq = self.seq.max(seq);
        }
    }

    fn step(&mut self, entry: &StepEntry) {
        if let Some(unit) = &entry.unit {
            self.take(unit.start, unit.seq);
        }
        if let Some((_, turns)) = &mut self.grant {
            let more: u32 = entry.step.events.iter().map(completed).sum();
            *turns = turns.saturating_add(more);
        }
    }
}

/// The turns that an event completes.
fn completed(event: &Event) -> u32 {
    match event.kind {
        EventKind::Clock(ClockEvent::Pressed { .. }) => 1,
        EventKind::UnitClock { turns, .. } => turns,
        EventKind::Clock(_)
        | EventKind::Move { .. }
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Told { .. }
        | EventKind::Resigned { .. }
        | EventKind::Ended { .. }
        | EventKind::Undecided { .. }
        | EventKind::Result(_)
        | EventKind::Reopened
        | EventKind::Incident(_)
        | EventKind::People(_)
        | EventKind::Ending(_)
        | EventKind::Adjournment(_)
        | EventKind::Refused { .. } => 0,
    }
}

/// What a host's end must know of a table with these entries; none where its clock was in the service.
pub(crate) fn known(number: u32, table: &Table, entries: &[Entry]) -> Option<Known> {
    let mut reading = Reading::default();
    for entry in entries {
        match entry {
            Entry::Unit(unit) => reading.note(&unit.note),
            Entry::Step(step) => reading.step(step),
            Entry::Opened(_)
            | Entry::Anchor(_)
            | Entry::Interrupted(_)
            | Entry::Key(_)
            | Entry::Spoken(_)
            | Entry::Voice(_) => {}
        }
    }
    let (epoch, turns) = reading.grant?;
    let number = u16::try_from(number).unwrap_or(u16::MAX);
    let table = Some(granted(number, table, turns));
    Some(Known { unit: reading.unit, seq: reading.seq, epoch, table })
}
