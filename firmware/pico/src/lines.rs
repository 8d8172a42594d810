//! The two ways to a host: the UART, and the USB cable. Where a host is heard it is spoken to; until it is, at both.

use embassy_futures::select::{Either, select};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use link::device::Ports;
use link::{FRAME_MAX, Fault, ToUnit};

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

/// Both, in the order in which [`Ports`] counts them.
const PORTS: [&Port; 2] = [&UART, &USB];

/// What came through a port.
pub(crate) struct Came {
    port: usize,
    bytes: [u8; 64],
    count: usize,
}

/// How many pieces of what waits are read before anything else is looked at: about what can wait at both ports.
pub(crate) const PIECES_MAX: usize = 2 * ROOM / 64;

/// The line, whichever port it goes through.
pub(crate) struct Line {
    ports: Ports<2>,
    /// Whether the USB port is asked first: the one that has just been read waits for the other.
    usb_first: bool,
}

impl Line {
    pub(crate) const fn new() -> Self {
        Self { ports: Ports::new(), usb_first: false }
    }

    /// Both ports with their numbers, the one that is asked first in front.
    const fn order(&self) -> [(usize, &'static Port); 2] {
        let [uart, usb] = [(0, &UART), (1, &USB)];
        if self.usb_first { [usb, uart] } else { [uart, usb] }
    }

    /// Waits for bytes.
    pub(crate) async fn came(&mut self) -> Came {
        let (mut bytes, mut others) = ([0; 64], [0; 64]);
        let [(first, one), (second, other)] = self.order();
        let came = match select(one.inward.read(&mut bytes), other.inward.read(&mut others)).await {
            Either::First(count) => Came { port: first, bytes, count },
            Either::Second(count) => Came { port: second, bytes: others, count },
        };
        self.usb_first = came.port == 0;
        came
    }

    /// More that has come; none when nothing waits.
    pub(crate) fn more(&mut self) -> Option<Came> {
        let mut bytes = [0; 64];
        let read = |(number, port): (usize, &Port)| Some((number, port.inward.try_read(&mut bytes).ok()?));
        let (port, count) = self.order().into_iter().find_map(read)?;
        self.usb_first = port == 0;
        Some(Came { port, bytes, count })
    }

    /// What is read in what came, of the host's alone.
    pub(crate) fn read(&mut self, came: &Came) -> impl Iterator<Item = Result<ToUnit, Fault>> {
        let bytes = came.bytes.get(..came.count).unwrap_or_default();
        bytes.iter().filter_map(|&byte| self.ports.take(came.port, byte))
    }

    /// Sends a frame.
    pub(crate) fn send(&self, frame: &[u8]) {
        match self.ports.host().and_then(|host| PORTS.get(host)) {
            Some(port) => port.send(frame),
            None => PORTS.iter().for_each(|port| port.send(frame)),
        }
    }

    /// The host is not heard any more: the next one may come through the other port.
    pub(crate) const fn lost(&mut self) {
        self.ports.lost();
    }
}
