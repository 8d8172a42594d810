//! Lines by the kernel's character device. **No other file names the crate `gpiocdev`.**

use std::os::fd::AsFd;

use clock::{BySide, Side};
use gpiocdev::line::{Bias, EdgeDetection, EdgeKind, EventClock, Value};
use gpiocdev::request::{Builder, Request};
use panel::button::Contact;

use super::{EDGES_AT_ONCE, Lines, Outputs, Pins, PinsError, RawEdge, Wake};

/// The name under which lines are held, as `gpioinfo` shows it.
const CONSUMER: &str = "flagfall";

/// Edges that the kernel queues for a table until they are read: the most that it allows.
const QUEUED_MAX: u32 = 1_024;

/// Edges that are read from the kernel at a time.
const READ_AT_ONCE: usize = 64;

/// Takes the lines of a table's keys: contacts to ground against the lines' own pull-up. All in one request: only so does
/// the kernel count their interrupts apart from their edges.
pub(super) fn keys(pins: &Pins) -> Result<Box<dyn Lines>, PinsError> {
    let offsets: Vec<u32> = pins.keys.iter().map(|&(_, line)| line).collect();
    let request = builder(pins)
        .with_kernel_event_buffer_size(QUEUED_MAX)
        .with_lines(&offsets)
        .as_input()
        .as_active_low()
        .with_bias(Bias::PullUp)
        .with_edge_detection(EdgeDetection::BothEdges)
        .with_event_clock(EventClock::Monotonic)
        .request()
        .map_err(|error| PinsError::new(pins, error))?;
    Ok(Box::new(Keys { request, pins: pins.clone() }))
}

/// Takes the lines of a table's lamps and buzzer.
pub(super) fn outputs(pins: &Pins) -> Result<Box<dyn Outputs>, PinsError> {
    let Pins { lamps, buzzer, .. } = pins;
    let offsets: Vec<u32> = [lamps.black, lamps.white, *buzzer].into_iter().flatten().collect();
    let request = builder(pins)
        .with_lines(&offsets)
        .as_output(Value::Inactive)
        .request()
        .map_err(|error| PinsError::new(pins, error))?;
    Ok(Box::new(Switches { request, lamps: *lamps, buzzer: *buzzer, pins: pins.clone() }))
}

fn builder(pins: &Pins) -> Builder {
    let mut builder = Request::builder();
    builder.on_chip(&pins.chip).with_consumer(CONSUMER);
    builder
}

#[derive(Debug)]
struct Keys {
    request: Request,
    pins: Pins,
}

impl Keys {
    fn error(&self, error: impl ToString) -> PinsError {
        PinsError::new(&self.pins, error)
    }
}

impl Lines for Keys {
    fn wake(&self) -> Result<Wake, PinsError> {
        let queue = self.request.as_fd().try_clone_to_owned();
        queue.map(Wake::Readable).map_err(|error| self.error(error))
    }

    fn closed(&self) -> Result<Vec<u32>, PinsError> {
        let is_closed = |line: u32| match self.request.value(line) {
            Ok(Value::Active) => Ok(Some(line)),
            Ok(Value::Inactive) => Ok(None),
            Err(error) => Err(self.error(error)),
        };
        self.pins.keys.iter().filter_map(|&(_, line)| is_closed(line).transpose()).collect()
    }

    fn drain(&mut self, edges: &mut Vec<RawEdge>) -> Result<bool, PinsError> {
        // The crate's way to read a single event takes several from the kernel and gives back one of them.
        let mut buffer = self.request.new_edge_event_buffer(READ_AT_ONCE);
        while buffer.has_event().map_err(|error| self.error(error))? {
            // What was taken from the kernel is in the buffer: it must be empty when it is dropped.
            if edges.len() >= EDGES_AT_ONCE && buffer.is_empty() {
                return Ok(false);
            }
            let event = buffer.read_event().map_err(|error| self.error(error))?;
            edges.push(RawEdge {
                line: event.offset,
                contact: match event.kind {
                    EdgeKind::Rising => Contact::Closed,
                    EdgeKind::Falling => Contact::Open,
                },
                stamp_ns: event.timestamp_ns,
                sequence: event.line_seqno,
                interrupt: Some(event.seqno),
            });
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Switches {
    request: Request,
    lamps: BySide<Option<u32>>,
    buzzer: Option<u32>,
    pins: Pins,
}

impl Switches {
    fn switch(&self, line: Option<u32>, on: bool) -> Result<(), PinsError> {
        let Some(line) = line else { return Ok(()) };
        let value = if on { Value::Active } else { Value::Inactive };
        let set = self.request.set_value(line, value);
        set.map_err(|error| PinsError::new(&self.pins, error))
    }
}

impl Outputs for Switches {
    fn light(&mut self, side: Side, on: bool) -> Result<(), PinsError> {
        self.switch(*self.lamps.of(side), on)
    }

    fn sound(&mut self, hertz: Option<u32>) -> Result<(), PinsError> {
        self.switch(self.buzzer, hertz.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_that_is_not_there_is_named() {
        let pins = Pins { chip: "/dev/gpiochip-none".into(), ..Pins::of_a_test() };
        for error in [keys(&pins).unwrap_err(), outputs(&pins).unwrap_err()] {
            let said = error.to_string();
            assert!(said.starts_with("/dev/gpiochip-none (gpiocdev): "), "{said}");
            assert!(said.contains("No such file"), "{said}");
        }
    }
}
