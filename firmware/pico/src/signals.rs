//! The lamps and the piezo, as [`panel::signals`] has them.

use clock::{BySide, Side};
use embassy_rp::gpio::Level;
use embassy_rp::pwm::Config;
use panel::signals::Signal;

use crate::board::SignalPins;

/// What the piezo's counter is slowed down by, to count microseconds.
const DIVIDER: u8 = 125;

const MICROS: u32 = 1_000_000;

/// What the counter turns in while it is silent. Another tone is taken when it has turned: so a tone begins no more than
/// a thousandth of a second late.
const SILENT: u32 = 1_000;

/// The lamps and the piezo, and how they are set.
pub(crate) struct Lights {
    pins: SignalPins,
    set: Signal,
}

impl Lights {
    /// Dark and silent.
    pub(crate) fn new(mut pins: SignalPins) -> Self {
        pins.piezo.set_config(&tone(None));
        Self { pins, set: Signal::default() }
    }

    /// Sets what is not set so already.
    pub(crate) fn set(&mut self, signal: Signal) {
        let Signal { lamps, hertz } = signal;
        let BySide { black, white } = lamps;
        for (side, on) in [(Side::Black, black), (Side::White, white)] {
            if *self.set.lamps.of(side) != on {
                let lamp = match side {
                    Side::Black => &mut self.pins.black,
                    Side::White => &mut self.pins.white,
                };
                lamp.set_level(if on { Level::High } else { Level::Low });
            }
        }
        if self.set.hertz != hertz {
            self.pins.piezo.set_config(&tone(hertz));
        }
        self.set = signal;
    }
}

/// A square wave of so many hertz, or silence.
fn tone(hertz: Option<u16>) -> Config {
    let mut config = Config::default();
    config.divider = DIVIDER.into();
    let period = hertz.and_then(|hertz| MICROS.checked_div(hertz.into())).unwrap_or(SILENT);
    config.top = u16::try_from(period.saturating_sub(1)).unwrap_or(u16::MAX);
    config.compare_b = if hertz.is_some() { config.top.div_ceil(2) } else { 0 };
    config
}
