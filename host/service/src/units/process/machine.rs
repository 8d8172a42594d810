//! The unit at work: words and bytes in, frames and what is told of it out.

use clock::Instant;
use link::FRAME_MAX;
use tokio::sync::mpsc;
use unit::{Said, TableUnit};

use crate::complain;
use crate::serve::Signals;
use crate::timer::Timer;
use crate::units::line::{Change, Line};
use crate::units::process::keeping::Keeper;
use crate::units::process::told::Teller;

/// A unit, its clock, its line and its folder.
#[derive(Debug)]
pub(super) struct Machine {
    unit: TableUnit,
    timer: Timer,
    line: Line,
    keeper: Keeper,
    teller: Teller,
}

impl Machine {
    pub(super) const fn new(
        unit: TableUnit,
        timer: Timer,
        line: Line,
        keeper: Keeper,
        teller: Teller,
    ) -> Self {
        Self { unit, timer, line, keeper, teller }
    }

    /// Works until a signal comes.
    pub(super) async fn run(mut self, mut words: mpsc::Receiver<Said>, mut signals: Signals) {
        let mut listening = true;
        loop {
            self.round();
            let due = self.unit.poll_at(self.timer.now());
            tokio::select! {
                name = signals.next() => return self.teller.ended(name),
                word = words.recv(), if listening => match word {
                    Some(word) => self.take(word),
                    None => listening = false,
                },
                change = self.line.hear() => self.hear(change),
                () = self.timer.sleep_until(Some(due)) => {}
            }
        }
    }

    /// Does what is due. What is numbered in it is kept before it is sent.
    fn round(&mut self) {
        let now = self.timer.now();
        let Self { unit, teller, .. } = self;
        // A word is stamped when it is taken: nothing earlier can still come.
        unit.poll(now, now, &mut |event| teller.hear(event));
        self.keeper.keep(&self.unit, now);
        self.teller.round(&self.unit, now);
        let mut frame = [0; FRAME_MAX];
        while let Some(length) = self.unit.transmit(now, &mut frame) {
            self.line.send(frame.get(..length).unwrap_or_default());
        }
    }

    fn take(&mut self, word: Said) {
        let now = self.timer.now();
        let taken = match word {
            Said::Press(side) => self.unit.press(side, now),
            Said::Gesture(gesture) => self.unit.gesture(gesture, now),
            Said::Key(key, report) => self.unit.key(key, report, now),
        };
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
