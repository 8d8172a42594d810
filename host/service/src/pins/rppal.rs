//! The Raspberry Pi's own peripherals. **No other file names the crate `rppal`.**
//!
//! Its pins are for keys too, though `gpiocdev` is better for them: nothing wakes whoever waits for edges here, so they
//! are looked for every 2 ms; the stamps are the kernel's all the same.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration as Real;

use clock::{BySide, Side};
use panel::button::Contact;
use rppal::gpio::{Gpio, InputPin, OutputPin, Trigger};
use rppal::i2c::I2c;
use rppal::pwm::{Channel, Polarity, Pwm};
use rppal::spi::{Bus, Mode, SimpleHalSpiDevice, SlaveSelect, Spi};
use tracing::warn;

use super::{EDGES_AT_ONCE, Lines, Outputs, Pins, PinsError, RawEdge, Wake};
use crate::displays::Wiring;

/// How often edges are looked for.
const LOOK_EVERY: Real = Real::from_millis(2);

/// The pins that the hardware makes tones on, and on which of its channels.
const TONES: [(u32, Channel); 4] =
    [(12, Channel::Pwm0), (13, Channel::Pwm1), (18, Channel::Pwm0), (19, Channel::Pwm1)];

/// The keys of all tables: the crate has one queue for all pins, so whoever looks for edges must take everybody's.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared(Arc<Mutex<Board>>);

#[derive(Debug, Default)]
struct Board {
    gpio: Option<Gpio>,
    pins: Vec<InputPin>,
    /// Edges that were read for the table that has the pin.
    edges: Vec<RawEdge>,
}

impl Board {
    /// Reads all edges of all pins; `false` if more may be queued than were read.
    fn drain(&mut self) -> Result<bool, rppal::gpio::Error> {
        let Some(gpio) = &self.gpio else { return Ok(true) };
        let pins: Vec<&InputPin> = self.pins.iter().collect();
        if pins.is_empty() {
            return Ok(true);
        }
        for _ in 0..EDGES_AT_ONCE {
            let Some((pin, event)) = gpio.poll_interrupts(&pins, false, Some(Real::ZERO))? else {
                return Ok(true);
            };
            self.edges.push(RawEdge {
                line: pin.pin().into(),
                // A contact to ground: closed is low.
                contact: if event.trigger == Trigger::FallingEdge { Contact::Closed } else { Contact::Open },
                stamp_ns: u64::try_from(event.timestamp.as_nanos()).unwrap_or(u64::MAX),
                sequence: event.seqno,
                interrupt: None,
            });
        }
        Ok(false)
    }

    /// Lets a table's pins go.
    fn release(&mut self, lines: &[u32]) {
        let ours = self.pins.extract_if(.., |pin| lines.contains(&pin.pin().into()));
        // The crate goes on reading a pin's edges until it is told not to.
        ours.for_each(|mut pin| pin.clear_interrupt().unwrap_or_default());
        self.edges.retain(|edge| !lines.contains(&edge.line));
    }
}

impl Shared {
    fn with<T>(&self, act: impl FnOnce(&mut Board) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes the pins of a table's keys: contacts to ground against the pins' own pull-up.
    pub(super) fn keys(&self, pins: &Pins) -> Result<Box<dyn Lines>, PinsError> {
        let gpio = Gpio::new().map_err(|error| PinsError::new(pins, error))?;
        let lines: Vec<u32> = pins.keys.iter().map(|&(_, line)| line).collect();
        let taken: Result<Vec<InputPin>, PinsError> = lines
            .iter()
            .map(|&line| {
                let pin = gpio.get(number(line, pins)?).map_err(|error| PinsError::new(pins, error))?;
                let mut pin = pin.into_input_pullup();
                let set = pin.set_interrupt(Trigger::Both, None);
                set.map_err(|error| PinsError::new(pins, error))?;
                Ok(pin)
            })
            .collect();
        let taken = taken?;
        self.with(|board| {
            board.gpio = Some(gpio);
            board.pins.extend(taken);
        });
        Ok(Box::new(Keys { board: self.clone(), lines, pins: pins.clone() }))
    }
}

/// A pin's number as the crate has it.
fn number(line: u32, pins: &Pins) -> Result<u8, PinsError> {
    u8::try_from(line).map_err(|_| PinsError::new(pins, format_args!("there is no line {line}")))
}

#[derive(Debug)]
struct Keys {
    board: Shared,
    lines: Vec<u32>,
    pins: Pins,
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.board.with(|board| board.release(&self.lines));
    }
}

impl Lines for Keys {
    fn wake(&self) -> Result<Wake, PinsError> {
        Ok(Wake::Every(LOOK_EVERY))
    }

    fn closed(&self) -> Result<Vec<u32>, PinsError> {
        Ok(self.board.with(|board| {
            let low = board.pins.iter().filter(|pin| pin.is_low()).map(|pin| u32::from(pin.pin()));
            low.filter(|line| self.lines.contains(line)).collect()
        }))
    }

    fn drain(&mut self, edges: &mut Vec<RawEdge>) -> Result<bool, PinsError> {
        self.board.with(|board| {
            let emptied = board.drain().map_err(|error| PinsError::new(&self.pins, error))?;
            edges.extend(board.edges.iter().filter(|edge| self.lines.contains(&edge.line)));
            board.edges.retain(|edge| !self.lines.contains(&edge.line));
            Ok(emptied)
        })
    }
}

/// Takes the pins of a table's lamps and buzzer.
pub(super) fn outputs(pins: &Pins) -> Result<Box<dyn Outputs>, PinsError> {
    let gpio = Gpio::new().map_err(|error| PinsError::new(pins, error))?;
    let output = |line: u32| {
        let pin = gpio.get(number(line, pins)?).map_err(|error| PinsError::new(pins, error))?;
        Ok(pin.into_output_low())
    };
    let lamp = |line: Option<u32>| line.map(output).transpose();
    let lamps = BySide { black: lamp(pins.lamps.black)?, white: lamp(pins.lamps.white)? };
    let buzzer = match pins.buzzer {
        None => Buzzer::None,
        Some(line) => match tone(line) {
            Some(pwm) => Buzzer::Tone(pwm),
            None => Buzzer::Switch(output(line)?),
        },
    };
    Ok(Box::new(Switches { lamps, buzzer, pins: pins.clone() }))
}

/// The hardware's own tone on this pin, if it makes one there.
fn tone(line: u32) -> Option<Pwm> {
    let (_, channel) = TONES.iter().find(|(pin, _)| *pin == line)?;
    match Pwm::with_frequency(*channel, 2_000.0, 0.5, Polarity::Normal, false) {
        Ok(pwm) => Some(pwm),
        Err(error) => {
            warn!("buzzer on line {line}: no tone from the hardware, only on and off: {error}");
            None
        }
    }
}

#[derive(Debug)]
enum Buzzer {
    None,
    Tone(Pwm),
    Switch(OutputPin),
}

#[derive(Debug)]
struct Switches {
    lamps: BySide<Option<OutputPin>>,
    buzzer: Buzzer,
    pins: Pins,
}

impl Outputs for Switches {
    fn light(&mut self, side: Side, on: bool) -> Result<(), PinsError> {
        if let Some(pin) = self.lamps.of_mut(side) {
            if on { pin.set_high() } else { pin.set_low() }
        }
        Ok(())
    }

    fn sound(&mut self, hertz: Option<u32>) -> Result<(), PinsError> {
        match (&mut self.buzzer, hertz) {
            (Buzzer::None, _) => Ok(()),
            (Buzzer::Switch(pin), hertz) => {
                if hertz.is_some() {
                    pin.set_high()
                } else {
                    pin.set_low()
                }
                Ok(())
            }
            (Buzzer::Tone(pwm), Some(hertz)) => {
                pwm.set_frequency(hertz.into(), 0.5).and_then(|()| pwm.enable())
            }
            (Buzzer::Tone(pwm), None) => pwm.disable(),
        }
        .map_err(|error: rppal::pwm::Error| PinsError::new(&self.pins, error))
    }
}

/// So fast, a whole face of 480×320 is there in a quarter of a second, over wires as long as a hand.
const SPI_HERTZ: u32 = 16_000_000;

const BUSES: [Bus; 7] = [Bus::Spi0, Bus::Spi1, Bus::Spi2, Bus::Spi3, Bus::Spi4, Bus::Spi5, Bus::Spi6];
const SELECTS: [SlaveSelect; 4] = [SlaveSelect::Ss0, SlaveSelect::Ss1, SlaveSelect::Ss2, SlaveSelect::Ss3];

/// The header of a Pi: the buses and lines that displays hang on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header;

impl Wiring for Header {
    type I2c = I2c;
    type Spi = SimpleHalSpiDevice;
    type Line = OutputPin;

    fn i2c(&self, bus: u8) -> Result<I2c, String> {
        I2c::with_bus(bus).map_err(|error| said(format_args!("/dev/i2c-{bus}"), error))
    }

    fn spi(&self, bus: u8, select: u8) -> Result<SimpleHalSpiDevice, String> {
        let device = format_args!("/dev/spidev{bus}.{select}");
        let known = BUSES.get(usize::from(bus)).zip(SELECTS.get(usize::from(select)));
        let (on, by) = known.ok_or_else(|| said(device, "a Pi has no such bus"))?;
        let opened = Spi::new(*on, *by, SPI_HERTZ, Mode::Mode0);
        opened.map(SimpleHalSpiDevice::new).map_err(|error| said(device, error))
    }

    fn line(&self, number: u8) -> Result<OutputPin, String> {
        let pin = Gpio::new().and_then(|gpio| gpio.get(number));
        let pin = pin.map_err(|error| said(format_args!("GPIO {number}"), error))?;
        Ok(pin.into_output_low())
    }
}

fn said(device: fmt::Arguments<'_>, error: impl fmt::Display) -> String {
    format!("{device}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pins::plan::By;

    #[test]
    fn a_machine_that_is_no_pi_says_so() {
        let pins = Pins { by: By::Rppal, ..Pins::of_a_test() };
        for error in [Shared::default().keys(&pins).unwrap_err(), outputs(&pins).unwrap_err()] {
            assert!(error.to_string().starts_with("/dev/gpiochip0 (rppal): "), "{error}");
        }
    }

    #[test]
    fn what_a_machine_does_not_have_is_said_with_its_name() {
        let faults = [
            (Header.i2c(200).err(), "/dev/i2c-200: "),
            (Header.spi(9, 0).err(), "/dev/spidev9.0: a Pi has no such bus"),
            (Header.spi(6, 2).err(), "/dev/spidev6.2: "),
            (Header.line(200).err(), "GPIO 200: "),
        ];
        for (fault, begins) in faults {
            let fault = fault.expect("there is none of these");
            assert!(fault.starts_with(begins), "{fault}");
        }
    }
}
