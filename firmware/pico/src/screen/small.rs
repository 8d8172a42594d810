//! The display of 128×64 pixels: an SSD1306 on I²C.

use embassy_rp::gpio::{Level, OutputOpenDrain};
use embassy_rp::i2c::{Blocking, Config, I2c};
use embassy_rp::peripherals::I2C0;
use embassy_time::{Duration, block_for};
use panel::face::{Face, Palette, Shown};
use ssd1306::command::AddrMode;
use ssd1306::mode::{BufferedGraphicsMode, DisplayConfig};
use ssd1306::prelude::{DisplayRotation, DisplaySize128x64, I2CInterface};
use ssd1306::{I2CDisplayInterface, Ssd1306};

use crate::board::DisplayPins;

pub(super) const SCREEN: panel::face::Screen = panel::face::Screen::Small;

/// How often it is switched on and drawn anew.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(5);

/// Bits in a second.
const FREQUENCY: u32 = 400_000;

/// Half of a bit, when the bus is made free: slow enough for a long cable.
const HALF_BIT: Duration = Duration::from_micros(5);

/// Bits that an answer can have left, with its acknowledgement.
const BITS_MAX: u8 = 9;

type Bus = I2CInterface<I2c<'static, I2C0, Blocking>>;
type Driver = Ssd1306<Bus, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>;

/// The bus did not take what was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The display.
pub(super) struct Display {
    driver: Driver,
    ready: bool,
}

impl Display {
    pub(super) fn new(mut pins: DisplayPins) -> Self {
        free(&mut pins);
        let mut config = Config::default();
        config.frequency = FREQUENCY;
        let bus = I2CDisplayInterface::new(I2c::new_blocking(pins.i2c, pins.clock, pins.data, config));
        let driver = Ssd1306::new(bus, DisplaySize128x64, DisplayRotation::Rotate0);
        let mut display = Self { driver: driver.into_buffered_graphics_mode(), ready: false };
        display.begin();
        display
    }

    pub(super) const fn is_ready(&self) -> bool {
        self.ready
    }

    /// Switches it on.
    pub(super) fn begin(&mut self) {
        self.driver.clear_buffer();
        self.ready = self.driver.init().and_then(|()| self.driver.flush()).is_ok();
    }

    /// Switches it on again, which takes a few milliseconds, and lets what it shows stand.
    pub(super) fn refresh(&mut self) -> Result<(), Failed> {
        let sent = self.driver.init_with_addr_mode(AddrMode::Horizontal);
        self.ready = sent.is_ok();
        sent.map_err(|_| Failed)
    }

    /// Brings it to a face.
    pub(super) fn show(&mut self, shown: &mut Shown, face: Face) -> Result<(), Failed> {
        let drawn = shown.show(face, &mut self.driver, &Palette::TWO_COLOURS);
        let sent = drawn.and_then(|()| self.driver.flush());
        self.ready = sent.is_ok();
        sent.map_err(|_| Failed)
    }
}

/// Lets a display go on that a reset of the chip has cut short in an acknowledgement: without another bit it would hold
/// the data line for as long as it has power, and nothing could begin.
fn free(pins: &mut DisplayPins) {
    let mut data = OutputOpenDrain::new(pins.data.reborrow(), Level::High);
    let mut clock = OutputOpenDrain::new(pins.clock.reborrow(), Level::High);
    data.set_pullup(true);
    clock.set_pullup(true);
    block_for(HALF_BIT);
    for _ in 0..BITS_MAX {
        if data.is_high() {
            break;
        }
        clock.set_low();
        block_for(HALF_BIT);
        clock.set_high();
        block_for(HALF_BIT);
    }
    // And a stop: what it has taken of a byte is no beginning of the next.
    clock.set_low();
    data.set_low();
    block_for(HALF_BIT);
    clock.set_high();
    block_for(HALF_BIT);
    data.set_high();
    block_for(HALF_BIT);
}
