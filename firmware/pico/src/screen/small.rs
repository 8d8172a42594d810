//! The display of 128×64 pixels: an SSD1306 on I²C.

use embassy_time::Duration;
use panel::face::{Face, Palette, Shown};
use ssd1306::command::AddrMode;
use ssd1306::mode::{BufferedGraphicsMode, DisplayConfig};
use ssd1306::prelude::{DisplayRotation, DisplaySize128x64, I2CInterface};
use ssd1306::{I2CDisplayInterface, Ssd1306};

use crate::board::DisplayPins;

mod bus;
use bus::Bus;

pub(super) const SCREEN: panel::face::Screen = panel::face::Screen::Small;

/// How often it is switched on and drawn anew.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(5);

type Driver = Ssd1306<I2CInterface<Bus>, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>;

/// The bus did not take what was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The display.
pub(super) struct Display {
    driver: Driver,
    ready: bool,
}

impl Display {
    pub(super) fn new(pins: DisplayPins) -> Self {
        let bus = I2CDisplayInterface::new(Bus::new(pins));
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
