//! The task that owns the table unit: edges, bytes and time go in, frames and faces come out.

use core::sync::atomic::{AtomicBool, Ordering};

use clock::{Duration, Instant};
use embassy_futures::select::{Either3, select3};
use embassy_rp::watchdog::Watchdog;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use link::device::Line as LineState;
use link::{FRAME_MAX, Identity};
use panel::button::Edge;
use panel::face::{Face, Screen};
use panel::gesture::Key;
use panel::keys::{Keys, Report};
use unit::{Club, TableUnit};

use crate::buttons::EDGES;
use crate::kept::Kept;
use crate::lines::Line;
use crate::time;

/// The face as it is to be shown.
pub(crate) static FACE: Signal<CriticalSectionRawMutex, Face> = Signal::new();

/// Set by the task that draws, each time it is looked at: whether it still lives.
pub(crate) static DRAWS: AtomicBool = AtomicBool::new(true);

/// How long nothing may move before the chip is reset.
pub(crate) const WATCHDOG: embassy_time::Duration = embassy_time::Duration::from_secs(3);

/// How long drawing may take.
const DRAWING_MAX: Duration = Duration::from_secs(5);

/// How often the watchdog is fed.
const FEED_EVERY: Duration = Duration::from_millis(500);

/// What the task is made of.
pub(crate) struct Desk {
    pub(crate) unit: &'static mut TableUnit,
    pub(crate) club: Club,
    pub(crate) keys: &'static mut Keys,
    pub(crate) kept: Kept,
    pub(crate) watchdog: Watchdog,
    pub(crate) screen: Screen,
}

/// The unit as the last run left it, or one that remembers nothing.
pub(crate) fn wake(unit: &'static mut TableUnit, identity: Identity, kept: &Kept) -> &'static mut TableUnit {
    unit.name(identity);
    let now = time::now();
    let [newer, older] = kept.memories();
    if unit.recall(newer, now).is_err() {
        // It remembers nothing then.
        unit.recall(older, now).unwrap_or_default();
    }
    unit
}

#[embassy_executor::task]
pub(crate) async fn run(desk: Desk) {
    desk.run().await
}

impl Desk {
    async fn run(mut self) {
        let mut line = Line::new();
        let mut bytes = [0; 64];
        let (mut fed, mut drawn) = (Instant::ZERO, Instant::ZERO);
        loop {
            let due = self.due(time::now()).min(fed.plus(FEED_EVERY));
            match select3(EDGES.receive(), line.receive(&mut bytes), time::until(due)).await {
                Either3::First((key, edge)) => self.take_edge(key, edge),
                Either3::Second(count) => {
                    let bytes = bytes.get(..count).unwrap_or_default();
                    self.unit.receive(bytes, time::now(), &mut |_| ());
                }
                Either3::Third(()) => {}
            }
            // What waits by now was stamped before now: edges first, time afterwards.
            let now = time::now();
            self.look(now);
            self.speak(now, &mut line);
            if DRAWS.load(Ordering::Relaxed) {
                DRAWS.store(false, Ordering::Relaxed);
                drawn = now;
            }
            if now.since(fed) >= FEED_EVERY && now.since(drawn) < DRAWING_MAX {
                self.watchdog.feed(WATCHDOG);
                fed = now;
            }
        }
    }

    /// Does what is due, and keeps what came of it.
    fn look(&mut self, now: Instant) {
        while let Ok((key, edge)) = EDGES.try_receive() {
            self.take_edge(key, edge);
        }
        let Self { unit, club, keys, kept, .. } = self;
        keys.poll(now, &mut |report| say(club, unit, report));
        unit.poll(now, keys.floor(now), &mut |_| ());
        kept.write(|bytes| unit.remember(now, bytes));
        let alone = unit.is_alone();
        if let Some(view) = club.view(&unit.face(now), alone) {
            FACE.signal(Face::of(&view, self.screen));
        }
        if unit.wants_boot_loader() {
            embassy_rp::rom_data::reset_to_usb_boot(0, 0);
        }
    }

    fn take_edge(&mut self, key: Key, edge: Edge) {
        let Self { unit, club, keys, .. } = self;
        keys.edge(key, edge, &mut |report| say(club, unit, report));
    }

    fn speak(&mut self, now: Instant, line: &mut Line) {
        if !matches!(self.unit.session().line(now), LineState::Up) {
            line.lost();
        }
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(now, &mut frame) {
            line.send(frame.get(..length).unwrap_or_default());
        }
    }

    /// When something is due if nothing comes.
    fn due(&self, now: Instant) -> Instant {
        let unit = self.unit.poll_at(now);
        [self.keys.poll_at(), self.club.face_at(self.unit, now)]
            .into_iter()
            .flatten()
            .fold(unit, Instant::min)
    }
}

/// More than can wait is a key that nobody pressed so often.
fn say(club: &mut Club, unit: &mut TableUnit, report: Report) {
    club.said(unit, report, time::now()).unwrap_or_default();
}
