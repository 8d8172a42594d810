//! A table in the hall with the people and the pages at it.

use clock::{Duration, Instant};
use hall::TouchLost;
use journal::GameId;

use crate::agenda::Letter;
use crate::dice::Dice;
use crate::line::Device;
use crate::watcher::Watcher;

/// The page that is a table's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// It says nothing until then.
    pub(crate) silent_until: Instant,
    /// When the hall heard it last.
    pub(crate) heard: Instant,
    /// Whether it was closed, and not opened again yet.
    pub(crate) closed: bool,
}

/// A table with its people.
#[derive(Debug)]
pub(crate) struct Desk {
    /// The game that is played there.
    pub(crate) game: Option<GameId>,
    /// The touch clock, where there is one.
    pub(crate) page: Option<Page>,
    /// The unit that has the clock, where it is behind a line.
    pub(crate) device: Option<Device>,
    pub(crate) touch_lost: TouchLost,
    /// About how long a turn takes, in milliseconds.
    pub(crate) pace: u64,
    /// The version shown last.
    pub(crate) version: u64,
    pub(crate) watchers: Vec<Watcher>,
    /// Orders kept by pages until the hall is there again.
    pub(crate) kept: Vec<Letter>,
}

impl Desk {
    pub(crate) fn new(dice: &mut Dice) -> Self {
        let page = Page { silent_until: Instant::ZERO, heard: Instant::ZERO, closed: false };
        let device = dice.chance(400).then(|| Device::new(dice, Instant::ZERO));
        let lags = [
            Some(Duration::ZERO),
            Some(Duration::from_millis(dice.whole(1, 300))),
            Some(Duration::from_secs(dice.whole(1, 20))),
            None,
        ];
        Self {
            game: None,
            page: dice.chance(800).then_some(page).filter(|_| device.is_none()),
            device,
            touch_lost: dice.pick(&[TouchLost::Run, TouchLost::Pause]),
            pace: dice.pick(&[300, 1_000, 2_000, 4_000]),
            version: 0,
            watchers: lags.into_iter().map(Watcher::new).collect(),
            kept: Vec::new(),
        }
    }
}
