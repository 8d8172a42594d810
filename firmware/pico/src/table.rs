//! The task that owns the table unit: edges, bytes and time go in, frames, faces, light and sound come out.

use core::sync::atomic::{AtomicBool, Ordering};

use clock::{Duration, Event, Instant, Status};
use embassy_futures::select::{Either3, select3};
use embassy_futures::yield_now;
use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::watchdog::Watchdog;
use embassy_sync::blocking_mutex::raw::RawMutex;
use embassy_sync::signal::Signal;
use link::device::Line as LineState;
use link::{Breakdown, FRAME_MAX, Identity};
use panel::button::Edge;
use panel::face::{Face, Screen};
use panel::gesture::Key;
use panel::keys::{Keys, Report};
use panel::signals::Signals;
use unit::{Club, Said, TableUnit};

use crate::buttons::EDGES;
use crate::fault::{self, Before, STABLE};
use crate::identity::Book;
use crate::kept::Kept;
use crate::lines::{Came, Line, PIECES_MAX};
use crate::signals::Lights;
use crate::time;

/// The face as it is to be shown.
pub(crate) static FACE: Signal<BelowKeys, Face> = Signal::new();

/// Keeps the table's task and the display's from each other, and no key from either: a face takes longer to copy than a
/// press may wait for its stamp.
pub(crate) struct BelowKeys;

// SAFETY: the table's task runs in this interrupt, the display's below all of them, and nobody else has a face.
unsafe impl RawMutex for BelowKeys {
    const INIT: Self = Self;

    fn lock<R>(&self, copy: impl FnOnce() -> R) -> R {
        let ran = interrupt::SWI_IRQ_0.is_enabled();
        interrupt::SWI_IRQ_0.disable();
        let copied = copy();
        if ran {
            // SAFETY: it was enabled before.
            unsafe { interrupt::SWI_IRQ_0.enable() }
        }
        copied
    }
}

/// Set by the task that draws, each time it is looked at: whether it still lives.
pub(crate) static DRAWS: AtomicBool = AtomicBool::new(true);

/// How long nothing may move before the chip is reset.
pub(crate) const WATCHDOG: embassy_time::Duration = embassy_time::Duration::from_secs(3);

/// How long drawing may take.
const DRAWING_MAX: Duration = Duration::from_secs(5);

/// How long a run must be to be ended for the display's sake: a display that is broken for good costs nobody time again
/// and again.
const DISPLAY_MATTERS: Duration = Duration::from_mins(10);

/// How often the watchdog is fed.
const FEED_EVERY: Duration = Duration::from_millis(500);

/// What the task is made of.
pub(crate) struct Desk {
    pub(crate) unit: &'static mut TableUnit,
    pub(crate) club: Club,
    pub(crate) keys: &'static mut Keys,
    pub(crate) kept: Kept,
    pub(crate) book: Book,
    pub(crate) signals: Signals,
    pub(crate) lights: Lights,
    pub(crate) watch: Watch,
    pub(crate) screen: Screen,
}

/// The unit as the last run left it, or one that remembers nothing. That it broke down is put on record; a unit that
/// does so again and again has its clock stand, and at last forgets what it may be failing of.
pub(crate) fn wake(
    unit: &'static mut TableUnit,
    identity: Identity,
    kept: &mut Kept,
    before: Before,
) -> &'static mut TableUnit {
    unit.name(identity);
    let now = time::now();
    if before.forgets() {
        kept.forget();
    }
    let [newer, older] = kept.memories();
    if unit.recall(newer, now).is_err() {
        // It remembers nothing then.
        unit.recall(older, now).unwrap_or_default();
    }
    let pauses = before.pauses();
    if let Some((kind, line, file)) = before.breakdown {
        unit.broke_down(kind, line, file, now);
    }
    if pauses {
        // There is room: nothing waits yet.
        unit.stand(now).unwrap_or_default();
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
        let mut now = time::now();
        loop {
            // As of what was looked at: what has come due since then is due at once.
            let due = self.due(now);
            match select3(EDGES.receive(), line.came(), time::until(due)).await {
                Either3::First((key, edge)) => self.take_edge(key, edge),
                Either3::Second(came) => self.receive(&mut line, &came),
                Either3::Third(()) => {}
            }
            // However much comes from keys: who carries bytes has a turn, and what they have carried is read.
            yield_now().await;
            self.receive_waiting(&mut line);
            // What waits by now was stamped before now: edges first, time afterwards.
            now = time::now();
            self.look(now);
            self.speak(now, &mut line);
            self.watch.live(now);
        }
    }

    /// Does what is due, and keeps what came of it.
    fn look(&mut self, now: Instant) {
        while let Ok((key, edge)) = EDGES.try_receive() {
            self.take_edge(key, edge);
        }
        let Self { unit, club, keys, kept, signals, .. } = self;
        keys.poll(now, &mut |report| say(club, unit, signals, report));
        let time = unit.time(now);
        unit.poll(now, keys.floor(now), &mut |event| sound(signals, event, time, now));
        kept.keep(unit, now);
        self.show(now);
        if self.unit.wants_boot_loader() {
            fault::forget();
            self.kept.forget();
            embassy_rp::rom_data::reset_to_usb_boot(0, 0);
        }
    }

    fn show(&mut self, now: Instant) {
        let Self { unit, club, signals, lights, book, .. } = self;
        let alone = unit.is_alone();
        signals.show(unit.shows(), now);
        lights.set(signals.signal(now));
        if let Some(view) = club.view(&unit.face(now), alone) {
            FACE.signal(Face::of(&view, self.screen));
        }
        if alone && unit.clock().is_some_and(|clock| clock.status() == Status::Waiting) {
            // Both have agreed, and no clock runs yet.
            book.prefer(club.preference());
        }
    }

    /// Takes what waits at the ports: looking at everything else takes longer than a few bytes do to come.
    fn receive_waiting(&mut self, line: &mut Line) {
        for _ in 0..PIECES_MAX {
            let Some(came) = line.more() else { return };
            self.receive(line, &came);
        }
    }

    fn receive(&mut self, line: &mut Line, came: &Came) {
        let now = time::now();
        self.listen(line, now);
        let Self { unit, signals, .. } = self;
        let time = unit.time(now);
        for read in line.read(came) {
            unit.read(read, now, &mut |event| sound(signals, event, time, now));
        }
    }

    /// Where nobody is heard any more, the host may be at either port.
    fn listen(&self, line: &mut Line, now: Instant) {
        if !matches!(self.unit.session().line(now), LineState::Up) {
            line.lost();
        }
    }

    fn take_edge(&mut self, key: Key, edge: Edge) {
        let Self { unit, club, keys, signals, .. } = self;
        keys.edge(key, edge, &mut |report| say(club, unit, signals, report));
    }

    fn speak(&mut self, now: Instant, line: &mut Line) {
        self.listen(line, now);
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(now, &mut frame) {
            line.send(frame.get(..length).unwrap_or_default());
        }
    }

    /// When something is due if nothing comes.
    fn due(&self, now: Instant) -> Instant {
        let unit = self.unit.poll_at(now).min(self.watch.feeds_at());
        [self.keys.poll_at(), self.club.face_at(self.unit, now), self.signals.changes_at(now)]
            .into_iter()
            .flatten()
            .fold(unit, Instant::min)
    }
}

/// Where more comes than can wait, what can have its turn has it first: nobody can ask a button to press itself again.
fn say(club: &mut Club, unit: &mut TableUnit, signals: &mut Signals, report: Report) {
    let now = time::now();
    if club.said(unit, report, now).is_err() {
        let ((_, stamp), time) = (Said::of(report), unit.time(now));
        unit.poll(now, stamp, &mut |event| sound(signals, event, time, now));
        club.said(unit, report, now).unwrap_or_default();
    }
}

/// Sounds what the clock says, at the table's `time`, which is now.
fn sound(signals: &mut Signals, event: Event, time: Instant, now: Instant) {
    signals.happened(&event.kind, time.since(event.at), now);
}

/// Who feeds the watchdog: the table's task alone, so that it is fed only while that lives.
pub(crate) struct Watch {
    watchdog: Watchdog,
    fed: Instant,
    drawn: Instant,
    stable: bool,
}

impl Watch {
    pub(crate) const fn new(watchdog: Watchdog) -> Self {
        Self { watchdog, fed: Instant::ZERO, drawn: Instant::ZERO, stable: false }
    }

    const fn feeds_at(&self) -> Instant {
        self.fed.plus(FEED_EVERY)
    }

    /// The table's task lives.
    fn live(&mut self, now: Instant) {
        if now < self.feeds_at() {
            return;
        }
        self.watchdog.feed(WATCHDOG);
        self.fed = now;
        if !self.stable && now.since(Instant::ZERO) >= STABLE {
            self.stable = true;
            fault::is_stable();
        }
        if DRAWS.load(Ordering::Relaxed) {
            DRAWS.store(false, Ordering::Relaxed);
            self.drawn = now;
        }
        let stuck = now.since(self.drawn) >= DRAWING_MAX;
        if stuck && now.since(Instant::ZERO) >= DISPLAY_MATTERS {
            fault::restart(Breakdown::Display, 0, "");
        }
    }
}
