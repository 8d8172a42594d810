//! The I²C bus of the small display, with a limit of time: whoever holds its lines holds up nobody, and is freed.

use embassy_rp::gpio::{Level, OutputOpenDrain};
use embassy_rp::i2c::{Config, I2c};
use embassy_rp::pac::I2C0;
use embassy_rp::pac::i2c::regs::IcRawIntrStat;
use embassy_time::{Duration, Instant, block_for};
use embedded_hal::i2c::{self, ErrorKind, ErrorType, NoAcknowledgeSource, Operation};

use crate::board::DisplayPins;

/// Bits in a second.
const FREQUENCY: u32 = 400_000;

/// How long a byte may take, which takes 25 µs, whatever interrupts this meanwhile.
const BYTE_MAX: Duration = Duration::from_millis(20);

/// Half of a bit, when the bus is made free: slow enough for a long cable.
const HALF_BIT: Duration = Duration::from_micros(5);

/// Bits that an answer can have left, with its acknowledgement.
const BITS_MAX: u8 = 9;

/// The bus, on which there is the display alone.
pub(super) struct Bus {
    pins: DisplayPins,
    /// Whether something did not end: it is made free before anything else is sent.
    held: bool,
}

impl Bus {
    pub(super) fn new(pins: DisplayPins) -> Self {
        let mut bus = Self { pins, held: false };
        bus.begin();
        bus
    }

    /// Frees the lines, and has the controller forget what it was at.
    fn begin(&mut self) {
        free(&mut self.pins);
        let mut config = Config::default();
        config.frequency = FREQUENCY;
        let DisplayPins { i2c, data, clock } = &mut self.pins;
        // It sets up pins and controller, and does nothing when it goes.
        let _: I2c<'_, _, _> = I2c::new_blocking(i2c.reborrow(), clock.reborrow(), data.reborrow(), config);
        self.held = false;
    }

    fn write(&mut self, address: u8, bytes: &[u8]) -> Result<(), ErrorKind> {
        if self.held {
            self.begin();
        }
        I2C0.ic_enable().write(|to| to.set_enable(false));
        I2C0.ic_tar().write(|to| to.set_ic_tar(address.into()));
        I2C0.ic_enable().write(|to| to.set_enable(true));
        let mut rest = bytes.iter().peekable();
        while let Some(&byte) = rest.next() {
            let last = rest.peek().is_none();
            I2C0.ic_data_cmd().write(|to| {
                to.set_dat(byte);
                to.set_stop(last);
            });
            self.wait(IcRawIntrStat::tx_empty)?;
            let refused = I2C0.ic_tx_abrt_source().read().0 != 0;
            if refused {
                I2C0.ic_clr_tx_abrt().read();
            }
            if refused || last {
                self.wait(IcRawIntrStat::stop_det)?;
                I2C0.ic_clr_stop_det().read();
            }
            if refused {
                return Err(ErrorKind::NoAcknowledge(NoAcknowledgeSource::Unknown));
            }
        }
        Ok(())
    }

    /// Waits for what the controller says when it is done, but not for ever.
    fn wait(&mut self, is_done: impl Fn(&IcRawIntrStat) -> bool) -> Result<(), ErrorKind> {
        let began = Instant::now();
        loop {
            // The time first: whatever interrupts this between the two, what is done counts as done.
            let is_over = began.elapsed() > BYTE_MAX;
            if is_done(&I2C0.ic_raw_intr_stat().read()) {
                return Ok(());
            }
            if is_over {
                self.held = true;
                return Err(ErrorKind::Bus);
            }
        }
    }
}

impl ErrorType for Bus {
    type Error = ErrorKind;
}

impl i2c::I2c for Bus {
    /// A display is written to, and never read.
    fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), ErrorKind> {
        operations.iter().try_for_each(|operation| match operation {
            Operation::Write(bytes) => self.write(address, bytes),
            Operation::Read(_) => Err(ErrorKind::Other),
        })
    }
}

/// Lets a display go on that holds the data line, as a reset of the chip or a disturbance has cut it short in an
/// acknowledgement: without another bit it would hold it for as long as it has power, and nothing could begin.
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
