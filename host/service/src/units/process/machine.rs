//! The unit at work: words and bytes in, frames and what is told of it out.

use clock::{Duration, Event, Instant};
use link::FRAME_MAX;
use tokio::sync::mpsc;
use unit::{Said, TableUnit};

use crate::complain;
use crate::serve::Signals;
use crate::timer::Timer;
use crate::units::line::{Change, Line};
use crate::units::process::keeping::Keeper;
use crate::units::process::panel::Panel;
use crate::units::process::told::Teller;

/// How long the keys' word is awaited before it is looked again.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// A unit, its clock, its line, its folder and what its table has.
#[derive(Debug)]
pub(super) struct Machine {
    unit: TableUnit,
    timer: Timer,
    line: Line,
    keeper: Keeper,
    teller: Teller,
    panel: Panel,
    /// What the clock said since the last round, to be sounded.
    happened: Vec<Event>,
}

impl Machine {
    pub(super) const fn new(
        unit: TableUnit,
        timer: Timer,
        line: Line,
        keeper: Keeper,
        teller: Teller,
        panel: Panel,
    ) -> Self {
        Self { unit, timer, line, keeper, teller, panel, happened: Vec::new() }
    }

    /// Works until a signal comes.
    pub(super) async fn run(mut self, mut words: mpsc::Receiver<Said>, mut signals: Signals) {
        let mut listening = true;
        loop {
            let due = self.round();
            tokio::select! {
                name = signals.next() => {
                    self.panel.close().await;
                    return self.teller.ended(name);
                }
                word = words.recv(), if listening => match word {
                    Some(word) => self.take(&[(word, self.timer.now())]),
                    None => listening = false,
                },
                change = self.line.hear() => self.hear(change),
                Some(word) = self.panel.hear() => {
                    let said = self.panel.take(word);
                    self.take(&said);
                }
                () = self.timer.sleep_until(Some(due)) => {}
            }
        }
    }

    /// Does what is due; gives back when something is due again. What is numbered in it is kept before it is sent.
    fn round(&mut self) -> Instant {
        let now = self.timer.now();
        let Self { unit, teller, panel, happened, .. } = self;
        // A word is stamped when it is taken: nothing earlier can still come, but from keys.
        unit.poll(now, panel.floor(now), &mut |event| {
            teller.hear(event);
            happened.push(event);
        });
        self.keeper.keep(&self.unit, now);
        self.teller.round(&self.unit, now);
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(now, &mut frame) {
            self.line.send(frame.get(..length).unwrap_or_default());
        }
        let due = self.unit.poll_at(now);
        let happened = std::mem::take(&mut self.happened);
        let face = self.panel.round(&self.unit, &happened, due, now);
        // What waits for the keys' word is not due before they have given it.
        let due = if self.panel.has_keys() { due.max(now.plus(LOOK_AGAIN)) } else { due };
        face.map_or(due, |face| due.min(face))
    }

    fn take(&mut self, said: &[(Said, Instant)]) {
        let now = self.timer.now();
        let Self { unit, teller, panel, happened, .. } = self;
        let taken = unit.take_all(said, panel.floor(now), now, &mut |event| {
            teller.hear(event);
            happened.push(event);
        });
        if let Err(full) = taken {
            complain(format_args!("flagfall: {full}"));
        }
    }

    fn hear(&mut self, change: Change) {
        match change {
            Change::Came(bytes) => self.receive(&bytes, self.timer.now()),
            Change::Open => self.teller.port("open"),
            Change::Gone(why) => self.teller.port(&why),
        }
    }

    fn receive(&mut self, bytes: &[u8], now: Instant) {
        let Self { unit, teller, .. } = self;
        unit.receive(bytes, now, &mut |event| teller.hear(event));
    }
}
