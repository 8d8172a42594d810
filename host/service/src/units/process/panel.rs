//! What the unit's own machine has for its table: keys, lamps, buzzer, display. The same shells drive them as in the
//! service; they are answered here instead of by the hall's task.

use std::sync::Arc;

use clock::{Event, Instant};
use panel::signals::Shows;
use tokio::sync::{mpsc, watch};
use tracing::warn;
use unit::{Said, TableUnit};

use crate::config::UnitPlan;
use crate::displays::{DisplayPlan, Displays};
use crate::pins::{self, Heard, Sound, Word};
use crate::sight::Sight;
use crate::timer::Timer;

/// What may wait to be taken.
const WORDS_MAX: usize = 64;

/// Keys that can be read.
#[derive(Debug)]
struct Keys {
    /// Told up to where it must be known what they said.
    due: watch::Sender<Option<Instant>>,
    floor: Instant,
}

/// Keys, lamps, buzzer and display, as far as there are such.
#[derive(Debug)]
pub(super) struct Panel {
    words: mpsc::Receiver<Word>,
    /// Kept, so that where there are no pins nothing comes, and not an end.
    _says: mpsc::Sender<Word>,
    keys: Option<Keys>,
    shows: Option<watch::Sender<Shows>>,
    sounds: Option<mpsc::Sender<Sound>>,
    display: Option<DisplayPlan>,
    displays: Displays,
    sights: Option<watch::Sender<Arc<Sight>>>,
}

impl Panel {
    /// Opens what the plan names, again and again where it is not there.
    pub(super) fn start(plan: UnitPlan, timer: &Timer) -> Self {
        let (says, words) = mpsc::channel(WORDS_MAX);
        let UnitPlan { pins, face } = plan;
        // Keys bounce in real time.
        let pins = pins.filter(|pins| {
            let real = timer.rate() == 1;
            if !real {
                warn!("{pins}: not used faster than real time");
            }
            real
        });
        let sounds = pins.map(|pins| pins::start_for_unit(&pins, timer.axis(), &says));
        Self {
            words,
            _says: says,
            keys: None,
            shows: None,
            sounds,
            display: face.display,
            displays: Displays::default(),
            sights: None,
        }
    }

    /// The next thing that comes of them.
    pub(super) async fn hear(&mut self) -> Option<Word> {
        self.words.recv().await
    }

    /// Takes what came; gives back what the keys said.
    pub(super) fn take(&mut self, word: Word) -> Vec<(Said, Instant)> {
        match word {
            Word::KeysAttached { due } => {
                // Until they say more, everything can still come.
                self.keys = Some(Keys { due, floor: Instant::ZERO });
            }
            Word::Keys(Heard { said, floor }) => {
                if let Some(keys) = &mut self.keys {
                    keys.floor = floor.max(keys.floor);
                }
                return said;
            }
            Word::KeysLost => self.keys = None,
            Word::Lamps { shows } => self.shows = Some(shows),
        }
        Vec::new()
    }

    /// Before what nothing can come from the keys any more.
    pub(super) fn floor(&self, now: Instant) -> Instant {
        self.keys.as_ref().map_or(now, |keys| keys.floor.min(now))
    }

    /// Shows and sounds how things stand after a round; gives back when the face changes by itself.
    pub(super) fn round(
        &mut self,
        unit: &TableUnit,
        events: &[Event],
        due: Instant,
        now: Instant,
    ) -> Option<Instant> {
        if let Some(keys) = &self.keys {
            pins::tell(&keys.due, Some(due));
        }
        if let Some(shows) = &self.shows {
            pins::tell(shows, unit.shows());
        }
        self.sound(unit, events, now);
        self.show(unit, now);
        self.sights.as_ref().and_then(|_| unit.face_at(now))
    }

    fn sound(&self, unit: &TableUnit, events: &[Event], now: Instant) {
        let Some(sounds) = self.sounds.as_ref().filter(|_| !events.is_empty()) else { return };
        let time = unit.face(now).time;
        for event in events {
            let at = now.minus(time.since(event.at));
            // What finds no place would come too late.
            sounds.try_send((event.kind, at)).unwrap_or_default();
        }
    }

    fn show(&mut self, unit: &TableUnit, now: Instant) {
        let Some(plan) = self.display else { return };
        let Some(sight) = Sight::of_unit(unit, now).map(Arc::new) else { return };
        if let Some(sights) = &self.sights {
            sights.send_replace(sight);
            return;
        }
        let (sender, sights) = watch::channel(sight);
        match self.displays.add(0, plan, pins::Header, sights) {
            Ok(()) => self.sights = Some(sender),
            Err(error) => {
                warn!("the display ({plan}) has no thread: {error}");
                self.display = None;
            }
        }
    }

    /// Whether keys are there whose word is awaited.
    pub(super) const fn has_keys(&self) -> bool {
        self.keys.is_some()
    }

    /// The unit ends: the display shows the last face.
    pub(super) async fn close(self) {
        let Self { displays, sights, .. } = self;
        drop(sights);
        displays.close().await;
    }
}
