//! The display of 240×240 pixels in colours: an ST7789 on SPI.

use embassy_rp::gpio::{Level, Output};
use embassy_rp::peripherals::SPI0;
use embassy_rp::spi::{Blocking, Config, Spi};
use embassy_time::{Delay, Duration, block_for};
use embedded_graphics::pixelcolor::Rgb565;
use embedded_hal_bus::spi::{ExclusiveDevice, NoDelay};
use mipidsi::dcs::{
    BitsPerPixel, EnterNormalMode, ExitSleepMode, InterfaceExt, PixelFormat, SetDisplayOn, SetInvertMode,
    SetPixelFormat,
};
use mipidsi::interface::SpiInterface;
use mipidsi::models::ST7789;
use mipidsi::options::ColorInversion;
use mipidsi::{Builder, Display as Driver};
use panel::face::{Face, Palette, Shown};
use static_cell::ConstStaticCell;

use crate::board::DisplayPins;

pub(super) const SCREEN: panel::face::Screen = panel::face::Screen::Square;

/// How often it is switched on and drawn anew.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(30);

/// Bits in a second.
const FREQUENCY: u32 = 32_000_000;

/// How long it takes nothing after it was told to wake, by its data sheet.
const WAKES: Duration = Duration::from_millis(5);

/// Pixels on their way: a line of the display.
static BUFFER: ConstStaticCell<[u8; 480]> = ConstStaticCell::new([0; 480]);

type Bus = ExclusiveDevice<Spi<'static, SPI0, Blocking>, Output<'static>, NoDelay>;
type Wired = Driver<SpiInterface<'static, Bus, Output<'static>>, ST7789, Output<'static>>;

/// The bus did not take what was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The display; none where it could not be switched on.
pub(super) struct Display {
    driver: Option<Wired>,
}

impl Display {
    pub(super) fn new(pins: DisplayPins) -> Self {
        let mut config = Config::default();
        config.frequency = FREQUENCY;
        let spi = Spi::new_blocking_txonly(pins.spi, pins.clock, pins.data, config);
        let select = Output::new(pins.select, Level::High);
        let command = Output::new(pins.command, Level::Low);
        let reset = Output::new(pins.reset, Level::High);
        let driver = ExclusiveDevice::new_no_delay(spi, select).ok().and_then(|device| {
            Builder::new(ST7789, SpiInterface::new(device, command, BUFFER.take()))
                .display_size(240, 240)
                .invert_colors(ColorInversion::Inverted)
                .reset_pin(reset)
                .init(&mut Delay)
                .ok()
        });
        Self { driver }
    }

    pub(super) const fn is_ready(&self) -> bool {
        self.driver.is_some()
    }

    /// Nothing answers on this bus: what could not be switched on at the start is not there.
    pub(super) const fn begin(&mut self) {}

    /// Switches it on again, and lets what it shows stand.
    pub(super) fn refresh(&mut self) -> Result<(), Failed> {
        let driver = self.driver.as_mut().ok_or(Failed)?;
        let orientation = driver.orientation();
        driver.set_orientation(orientation).map_err(|_| Failed)?;
        // SAFETY: these are commands that it was switched on with, in the same values.
        let bus = unsafe { driver.dcs() };
        let format = PixelFormat::with_all(BitsPerPixel::from_rgb_color::<Rgb565>());
        bus.write_command(ExitSleepMode).map_err(|_| Failed)?;
        // One that was put in only now was asleep.
        block_for(WAKES);
        bus.write_command(SetInvertMode::new(ColorInversion::Inverted))
            .and_then(|()| bus.write_command(SetPixelFormat::new(format)))
            .and_then(|()| bus.write_command(EnterNormalMode))
            .and_then(|()| bus.write_command(SetDisplayOn))
            .map_err(|_| Failed)
    }

    /// Brings it to a face.
    pub(super) fn show(&mut self, shown: &mut Shown, face: Face) -> Result<(), Failed> {
        let driver = self.driver.as_mut().ok_or(Failed)?;
        shown.show(face, driver, &Palette::COLOURS).map_err(|_| Failed)
    }
}
