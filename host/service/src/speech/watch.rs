//! What is said at a table, for those who play it: loudspeakers and pages.
//!
//! Who listens is told each time the table's face changes, and often enough that the calls ahead never run out.

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::{Duration, Instant, Language};
use hall::{Announcement, Hall, Voice};
use tokio::sync::watch;

use super::{TongueChoice, VoicePlan};

/// How far ahead calls are told.
const HORIZON: Duration = Duration::from_secs(20);

/// When they are told anew if nothing happens.
const ANEW: Duration = Duration::from_secs(8);

/// What is said at a table: all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpeechView {
    pub(crate) table: u32,
    /// The hall's time at which this holds.
    pub(crate) now: Instant,
    pub(crate) voice: Voice,
    pub(crate) tongue: TongueChoice,
    /// The language of the table's faces.
    pub(crate) language: Language,
    /// What is being said, and what will be if nobody presses, by the hall's time.
    pub(crate) say: Vec<Announcement>,
}

impl SpeechView {
    fn of(hall: &Hall, table: u32, plan: VoicePlan, language: Language, now: Instant) -> Option<Self> {
        let voice = hall.voice(table)?;
        let say = if voice.is_heard() { hall.to_say(table, now, HORIZON) } else { Vec::new() };
        Some(Self { table, now, voice, tongue: plan.tongue, language, say })
    }
}

/// A table that somebody plays.
#[derive(Debug)]
struct Watched {
    sender: watch::Sender<Arc<SpeechView>>,
    due: Instant,
}

/// The tables that somebody plays.
#[derive(Debug, Default)]
pub(crate) struct Speeches {
    tables: BTreeMap<u32, Watched>,
}

impl Speeches {
    /// Lets somebody listen to a table: what is said there now, and whenever that changes.
    pub(crate) fn listen(
        &mut self,
        hall: &Hall,
        table: u32,
        (plan, language): (VoicePlan, Language),
        now: Instant,
    ) -> Option<watch::Receiver<Arc<SpeechView>>> {
        let view = Arc::new(SpeechView::of(hall, table, plan, language, now)?);
        let due = now.plus(ANEW);
        if let Some(watched) = self.tables.get_mut(&table) {
            watched.due = due;
            watched.sender.send_replace(view);
            return Some(watched.sender.subscribe());
        }
        let (sender, receiver) = watch::channel(view);
        self.tables.insert(table, Watched { sender, due });
        Some(receiver)
    }

    /// When something is to be told anew by itself.
    pub(crate) fn poll_at(&self) -> Option<Instant> {
        self.tables.values().map(|watched| watched.due).min()
    }

    /// The tables of which something is to be told anew.
    pub(crate) fn due(&self, now: Instant) -> impl Iterator<Item = u32> {
        self.tables.iter().filter(move |(_, watched)| watched.due <= now).map(|(table, _)| *table)
    }

    /// Tells those who listen to a table; where there is nobody any more, that is all.
    pub(crate) fn tell(
        &mut self,
        hall: &Hall,
        table: u32,
        (plan, language): (VoicePlan, Language),
        now: Instant,
    ) {
        let Some(watched) = self.tables.get_mut(&table) else { return };
        let view = SpeechView::of(hall, table, plan, language, now);
        let Some(view) = view.filter(|_| watched.sender.receiver_count() > 0) else {
            return drop(self.tables.remove(&table));
        };
        watched.due = now.plus(ANEW);
        watched.sender.send_replace(Arc::new(view));
    }
}
