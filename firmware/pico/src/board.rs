//! What is on which pin. docs/hardware has the same as a picture.

use embassy_rp::gpio::{Input, Level, Output, Pin, Pull};
use embassy_rp::peripherals::{FLASH, UART0, USB, WATCHDOG};
use embassy_rp::{Peri, Peripherals, peripherals, pwm};

/// The five keys, each a contact to ground.
pub(crate) struct KeyPins {
    /// GP2.
    pub(crate) black: Input<'static>,
    /// GP3.
    pub(crate) white: Input<'static>,
    /// GP6.
    pub(crate) arbiter: Input<'static>,
    /// GP7.
    pub(crate) query_black: Input<'static>,
    /// GP8.
    pub(crate) query_white: Input<'static>,
}

/// The two lights and the piezo.
pub(crate) struct SignalPins {
    /// GP10.
    pub(crate) black: Output<'static>,
    /// GP11.
    pub(crate) white: Output<'static>,
    /// GP15.
    pub(crate) piezo: pwm::Pwm<'static>,
}

/// The display's bus: I²C for the small one, SPI for the coloured one.
#[cfg(feature = "ssd1306")]
pub(crate) struct DisplayPins {
    pub(crate) i2c: Peri<'static, peripherals::I2C0>,
    /// GP4.
    pub(crate) data: Peri<'static, peripherals::PIN_4>,
    /// GP5.
    pub(crate) clock: Peri<'static, peripherals::PIN_5>,
}

/// The display's bus: I²C for the small one, SPI for the coloured one.
#[cfg(feature = "st7789")]
pub(crate) struct DisplayPins {
    pub(crate) spi: Peri<'static, peripherals::SPI0>,
    /// GP18.
    pub(crate) clock: Peri<'static, peripherals::PIN_18>,
    /// GP19.
    pub(crate) data: Peri<'static, peripherals::PIN_19>,
    /// GP17.
    pub(crate) select: Peri<'static, peripherals::PIN_17>,
    /// GP20.
    pub(crate) command: Peri<'static, peripherals::PIN_20>,
    /// GP21.
    pub(crate) reset: Peri<'static, peripherals::PIN_21>,
}

/// The two ports to a host.
pub(crate) struct LinePins {
    pub(crate) uart: Peri<'static, UART0>,
    /// GP0.
    pub(crate) transmit: Peri<'static, peripherals::PIN_0>,
    /// GP1.
    pub(crate) receive: Peri<'static, peripherals::PIN_1>,
    pub(crate) usb: Peri<'static, USB>,
}

/// Everything that the board has for a table.
pub(crate) struct Board {
    pub(crate) keys: KeyPins,
    pub(crate) signals: SignalPins,
    pub(crate) display: DisplayPins,
    pub(crate) lines: LinePins,
    pub(crate) flash: Peri<'static, FLASH>,
    pub(crate) watchdog: Peri<'static, WATCHDOG>,
}

impl Board {
    pub(crate) fn new(p: Peripherals) -> Self {
        Self {
            keys: KeyPins {
                black: contact(p.PIN_2),
                white: contact(p.PIN_3),
                arbiter: contact(p.PIN_6),
                query_black: contact(p.PIN_7),
                query_white: contact(p.PIN_8),
            },
            signals: SignalPins {
                black: Output::new(p.PIN_10, Level::Low),
                white: Output::new(p.PIN_11, Level::Low),
                piezo: pwm::Pwm::new_output_b(p.PWM_SLICE7, p.PIN_15, pwm::Config::default()),
            },
            #[cfg(feature = "ssd1306")]
            display: DisplayPins { i2c: p.I2C0, data: p.PIN_4, clock: p.PIN_5 },
            #[cfg(feature = "st7789")]
            display: DisplayPins {
                spi: p.SPI0,
                clock: p.PIN_18,
                data: p.PIN_19,
                select: p.PIN_17,
                command: p.PIN_20,
                reset: p.PIN_21,
            },
            lines: LinePins { uart: p.UART0, transmit: p.PIN_0, receive: p.PIN_1, usb: p.USB },
            flash: p.FLASH,
            watchdog: p.WATCHDOG,
        }
    }
}

/// A contact to ground: a long cable makes its edges slow, which a Schmitt trigger reads as one.
fn contact(pin: Peri<'static, impl Pin>) -> Input<'static> {
    let mut input = Input::new(pin, Pull::Up);
    input.set_schmitt(true);
    input
}
