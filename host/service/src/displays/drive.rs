//! Opening a display: its bus, its lines, its controller, and how it is built in.

use std::convert::Infallible;
use std::fmt;
use std::thread;
use std::time::Duration;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::RgbColor;
use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;
use embedded_hal::i2c::I2c;
use embedded_hal::spi::SpiDevice;
use mipidsi::{Builder, InitError, NoResetPin};

use mipidsi::interface::{Interface, InterfacePixelFormat, SpiInterface};
use mipidsi::models::{ILI9341Rgb565, ILI9486Rgb666, ILI9488Rgb666, Model, ST7789, ST7796};
use mipidsi::options::{ColorInversion, ColorOrder, Orientation, Rotation};
use panel::face::Screen;
use ssd1306::mode::DisplayConfig;
use ssd1306::prelude::{DisplayRotation, SPIInterface, WriteOnlyDataCommand};
use ssd1306::size::DisplaySize128x64;
use ssd1306::{I2CDisplayInterface, Ssd1306};

use super::Ended;
use super::plan::{Bus, DisplayKind, DisplayPlan, Turned};
use super::surface::{Colours, Fault, Surface, TwoColours};

/// Bytes that go to a display at once: what the kernel takes in one transfer, in whole pixels of two bytes and three.
pub(super) const BUFFER: usize = 4_092;

/// Buses and lines of a machine.
pub(crate) trait Wiring {
    /// An I²C bus.
    type I2c: I2c;
    /// A device on an SPI bus.
    type Spi: SpiDevice;
    /// A line that is driven.
    type Line: OutputPin;

    /// Opens `/dev/i2c-BUS`.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    fn i2c(&self, bus: u8) -> Result<Self::I2c, String>;

    /// Opens `/dev/spidevBUS.SELECT`, mode 0, for a display.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    fn spi(&self, bus: u8, select: u8) -> Result<Self::Spi, String>;

    /// Drives a line of the header, by its BCM number, low at first.
    ///
    /// # Errors
    /// Why it cannot be driven, in words.
    fn line(&self, number: u8) -> Result<Self::Line, String>;
}

type Follow<'a> = &'a mut dyn FnMut(&mut dyn Surface) -> Result<Infallible, Ended>;

/// Opens a display and has it drawn on until that ends.
pub(super) fn drive<W: Wiring>(
    plan: DisplayPlan,
    wiring: &W,
    buffer: &mut [u8; BUFFER],
    follow: Follow<'_>,
) -> Ended {
    match open(plan, wiring, buffer, follow) {
        Err(ended) => ended,
    }
}

fn open<W: Wiring>(
    plan: DisplayPlan,
    wiring: &W,
    buffer: &mut [u8; BUFFER],
    follow: Follow<'_>,
) -> Result<Infallible, Ended> {
    let (bus, select, dc, reset) = match plan.bus {
        Bus::I2c { bus, address } => {
            let i2c = wiring.i2c(bus).map_err(Fault::Closed)?;
            return two_colours(I2CDisplayInterface::new_custom_address(i2c, address), plan, follow);
        }
        Bus::Spi { bus, select, dc, reset } => (bus, select, dc, reset),
    };
    let spi = wiring.spi(bus, select).map_err(Fault::Closed)?;
    let dc = wiring.line(dc).map_err(Fault::Closed)?;
    let reset = reset.map(|line| wiring.line(line)).transpose().map_err(Fault::Closed)?;
    let interface = SpiInterface::new(spi, dc, buffer);
    match plan.kind {
        DisplayKind::Ssd1306 => {
            reset.map_or(Ok(()), |mut line| pulse(&mut line))?;
            let (spi, dc) = interface.release();
            two_colours(SPIInterface::new(spi, dc), plan, follow)
        }
        DisplayKind::St7789 => colours(Builder::new(ST7789, interface), reset, plan, follow),
        DisplayKind::Ili9341 => colours(Builder::new(ILI9341Rgb565, interface), reset, plan, follow),
        DisplayKind::Ili9486 => colours(Builder::new(ILI9486Rgb666, interface), reset, plan, follow),
        DisplayKind::Ili9488 => colours(Builder::new(ILI9488Rgb666, interface), reset, plan, follow),
        DisplayKind::St7796 => colours(Builder::new(ST7796, interface), reset, plan, follow),
    }
}

/// Resets a display by its line: low for a while, then high.
fn pulse(line: &mut impl OutputPin) -> Result<(), Fault> {
    let mut say = |high: bool| {
        let said = if high { line.set_high() } else { line.set_low() };
        Sleep.delay_ms(10);
        said.map_err(|error| Fault::refuses(&error))
    };
    say(true)?;
    say(false)?;
    say(true)
}

fn two_colours<DI: WriteOnlyDataCommand>(
    interface: DI,
    plan: DisplayPlan,
    follow: Follow<'_>,
) -> Result<Infallible, Ended> {
    let rotation = match plan.turned {
        Turned::Not | Turned::Quarter => DisplayRotation::Rotate0,
        Turned::Half | Turned::ThreeQuarters => DisplayRotation::Rotate180,
    };
    let mut display = Ssd1306::new(interface, DisplaySize128x64, rotation).into_buffered_graphics_mode();
    display.init().map_err(|error| Fault::refuses(&error))?;
    if plan.inverted {
        display.set_invert(true).map_err(|error| Fault::refuses(&error))?;
    }
    follow(&mut TwoColours::new(display))
}

/// A controller's memory is upright; a face that is wider than it is high lies on it on its side.
fn rotation(plan: DisplayPlan) -> Rotation {
    let quarters = match plan.turned {
        Turned::Not => 0,
        Turned::Quarter => 1,
        Turned::Half => 2,
        Turned::ThreeQuarters => 3,
    };
    let lies = match plan.screen {
        Screen::Square => 0,
        Screen::Small | Screen::Wide | Screen::Large => 1,
    };
    match (quarters + lies) % 4 {
        0 => Rotation::Deg0,
        1 => Rotation::Deg90,
        2 => Rotation::Deg180,
        _ => Rotation::Deg270,
    }
}

fn colours<DI, M, RST>(
    builder: Builder<DI, M, NoResetPin>,
    reset: Option<RST>,
    plan: DisplayPlan,
    follow: Follow<'_>,
) -> Result<Infallible, Ended>
where
    DI: Interface,
    DI::Error: fmt::Debug,
    M: Model,
    M::ColorFormat: InterfacePixelFormat<DI::Word> + RgbColor + From<Rgb565>,
    RST: OutputPin,
{
    let (width, height) = M::FRAMEBUFFER_SIZE;
    let size = match plan.screen {
        Screen::Square => (width.min(height), width.min(height)),
        Screen::Small | Screen::Wide | Screen::Large => (width, height),
    };
    let order = if plan.bgr { ColorOrder::Bgr } else { ColorOrder::Rgb };
    let inversion = if plan.inverted { ColorInversion::Inverted } else { ColorInversion::Normal };
    let builder = builder
        .display_size(size.0, size.1)
        .orientation(Orientation::new().rotate(rotation(plan)))
        .color_order(order)
        .invert_colors(inversion);
    match reset {
        Some(line) => follow(&mut Colours::new(builder.reset_pin(line).init(&mut Sleep).map_err(unready)?)),
        None => follow(&mut Colours::new(builder.init(&mut Sleep).map_err(unready)?)),
    }
}

fn unready<DI: fmt::Debug, RST: fmt::Debug>(error: InitError<DI, RST>) -> Fault {
    Fault::refuses(&error)
}

/// Controllers want to be left alone for a while after some commands.
struct Sleep;

impl DelayNs for Sleep {
    fn delay_ns(&mut self, ns: u32) {
        thread::sleep(Duration::from_nanos(ns.into()));
    }
}
