//! What a table's face shows at a moment, for those who draw it: displays on this machine's pins, and mirrors.
//!
//! Who watches a table is told each time its face changes, by what happens or by time alone; **what is told is what is
//! known at once**, on disk or not.

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::{Clock, Duration, Instant, Language};
use hall::{Hall, Manner, UnitWord};
use link::Showing;
use link::device::Line;
use panel::face::{Face, Screen};
use tokio::sync::watch;
use unit::TableUnit;

/// How often it is looked whether a unit is heard.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How soon a unit's face is drawn again: its time is an estimate, which may go back.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// What a table's face shows at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    table: u16,
    clock: Clock,
    time: Instant,
    showing: Showing,
    /// Whether the clock is in a unit behind a line, and heard.
    unit: Option<UnitWord>,
    /// How many decisions and inputs are not on disk yet.
    pub(crate) unsaved: usize,
}

impl Sight {
    fn of(hall: &Hall, table: u32, manner: Manner, now: Instant) -> Option<Self> {
        let face = hall.face(table, now)?;
        let showing = face.showing(manner);
        // There are fewer tables in a hall.
        let table = u16::try_from(table).ok()?;
        let unit = face.unit;
        Some(Self { table, time: face.now, unsaved: face.pending, clock: face.clock, showing, unit })
    }

    /// What the face of a unit that is a process of its own shows; none before a table is granted.
    pub(crate) fn of_unit(unit: &TableUnit, now: Instant) -> Option<Self> {
        let unit::Face { table, time, showing, line, unsent, stood: _ } = unit.face(now);
        let (table, clock) = table?;
        let word = match line {
            Line::Up => UnitWord::Heard,
            Line::Silent { since } => UnitWord::Silent { since: Some(since) },
            Line::Never | Line::TurnedAway(_) => UnitWord::Silent { since: None },
        };
        let showing = showing.clone();
        Some(Self { table, clock, time, showing, unit: Some(word), unsaved: unsent })
    }

    fn face(&self) -> unit::Face<'_> {
        unit::Face {
            table: Some((self.table, self.clock.clone())),
            time: self.time,
            showing: &self.showing,
            line: match self.unit {
                None | Some(UnitWord::Heard) => Line::Up,
                Some(UnitWord::Silent { since }) => since.map_or(Line::Never, |since| Line::Silent { since }),
            },
            unsent: self.unsaved,
            stood: false,
        }
    }

    /// The face as a display shows it: in its own language, or in another one.
    pub(crate) fn drawn(&self, screen: Screen, language: Option<Language>) -> Option<Face> {
        let face = self.face();
        let view = face.view()?;
        let language = language.unwrap_or(view.language);
        Some(Face::of(&panel::face::View { language, ..view }, screen))
    }

    /// How long it stays so if nothing comes. Whether a unit is heard is looked at again each second.
    fn stands_for(&self) -> Option<Duration> {
        let by_itself = self.face().changes_at().map(|at| at.since(self.time));
        match self.unit {
            None => by_itself,
            Some(UnitWord::Heard) => {
                Some(by_itself.map_or(LOOK_EVERY, |length| length.clamp(LOOK_AGAIN, LOOK_EVERY)))
            }
            Some(UnitWord::Silent { .. }) => Some(LOOK_EVERY),
        }
    }
}

/// A table that is watched.
#[derive(Debug)]
struct Watched {
    sender: watch::Sender<Arc<Sight>>,
    /// When the face changes by itself, in the hall's time.
    due: Option<Instant>,
}

/// The tables whose faces somebody watches.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    tables: BTreeMap<u32, Watched>,
}

impl Sights {
    /// Lets somebody watch a table: what its face shows now, and whenever it changes.
    pub(crate) fn watch(
        &mut self,
        hall: &Hall,
        table: u32,
        manner: Manner,
        now: Instant,
    ) -> Option<watch::Receiver<Arc<Sight>>> {
        // What is watched already is told at each change: what stands there holds.
        if let Some(watched) = self.tables.get(&table) {
            return Some(watched.sender.subscribe());
        }
        let sight = Sight::of(hall, table, manner, now)?;
        let due = sight.stands_for().map(|length| now.plus(length));
        let (sender, receiver) = watch::channel(Arc::new(sight));
        self.tables.insert(table, Watched { sender, due });
        Some(receiver)
    }

    /// When a face changes by itself.
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        self.tables.values().filter_map(|watched| watched.due).min()
    }

    /// The tables whose faces have changed by themselves.
    pub(crate) fn changed(&self, now: Instant) -> impl Iterator<Item = u32> {
        self.tables
            .iter()
            .filter(move |(_, watched)| watched.due.is_some_and(|due| due <= now))
            .map(|(table, _)| *table)
    }

    /// Shows a table's face to those who watch it; where there is nobody any more, that is all.
    pub(crate) fn show(&mut self, hall: &Hall, table: u32, manner: Manner, now: Instant) {
        let Some(watched) = self.tables.get_mut(&table) else { return };
        let sight = Sight::of(hall, table, manner, now).filter(|_| watched.sender.receiver_count() > 0);
        let Some(sight) = sight else { return drop(self.tables.remove(&table)) };
        watched.due = sight.stands_for().map(|length| now.plus(length));
        watched.sender.send_replace(Arc::new(sight));
    }
}
