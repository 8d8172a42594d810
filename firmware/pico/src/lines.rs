//! The two ways to a host: the UART, and the USB cable. Whichever is heard is spoken to; until one is, both are.

use embassy_futures::select::{Either, select};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use link::FRAME_MAX;

/// Bytes that may wait on their way in, and out: a whole frame and a little.
const ROOM: usize = FRAME_MAX + 256;

type Way = Pipe<CriticalSectionRawMutex, ROOM>;

/// One port: what came in, and what goes out.
pub(crate) struct Port {
    pub(crate) inward: Way,
    pub(crate) outward: Way,
}

impl Port {
    const fn new() -> Self {
        Self { inward: Way::new(), outward: Way::new() }
    }

    /// Sends a frame whole or not at all: one that finds no room is lost, as on any line.
    fn send(&self, frame: &[u8]) {
        if self.outward.free_capacity() < frame.len() {
            return;
        }
        let mut rest = frame;
        // Where the pipe's memory ends, it takes a part, and the rest from its beginning.
        while let Some(written) = self.outward.try_write(rest).ok().filter(|&written| written > 0) {
            rest = rest.get(written..).unwrap_or_default();
        }
    }
}

/// The UART, 115,200 baud.
pub(crate) static UART: Port = Port::new();

/// USB.
pub(crate) static USB: Port = Port::new();

/// The line, whichever port it goes through.
pub(crate) struct Line {
    heard: Option<&'static Port>,
}

impl Line {
    pub(crate) const fn new() -> Self {
        Self { heard: None }
    }

    /// Waits for bytes and gives back how many came.
    pub(crate) async fn receive(&mut self, bytes: &mut [u8; 64]) -> usize {
        let mut other = [0; 64];
        match select(UART.inward.read(bytes), USB.inward.read(&mut other)).await {
            Either::First(count) => {
                self.heard = Some(&UART);
                count
            }
            Either::Second(count) => {
                *bytes = other;
                self.heard = Some(&USB);
                count
            }
        }
    }

    /// Sends a frame.
    pub(crate) fn send(&self, frame: &[u8]) {
        match self.heard {
            Some(port) => port.send(frame),
            None => [&UART, &USB].into_iter().for_each(|port| port.send(frame)),
        }
    }

    /// Nobody is heard any more: whoever comes next may come through the other port.
    pub(crate) const fn lost(&mut self) {
        self.heard = None;
    }
}
