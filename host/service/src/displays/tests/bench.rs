//! Displays on buses of the tests' own: what goes over the wires is decoded as the controllers do it.

use std::sync::{Arc, Mutex, MutexGuard};

use embedded_hal::digital::{self, OutputPin};
use embedded_hal::i2c::{self, I2c, NoAcknowledgeSource};
use embedded_hal::spi::{self, SpiDevice};

use super::{BUFFER, Wiring};

/// The memory of an SSD1306, and what it was told.
#[derive(Debug)]
pub(super) struct Oled {
    pages: [[u8; 128]; 8],
    columns: (u8, u8),
    rows: (u8, u8),
    at: (u8, u8),
    command: Vec<u8>,
    /// Segments and lines are led out the other way round.
    turned: [bool; 2],
    pub(super) on: bool,
}

impl Default for Oled {
    fn default() -> Self {
        // What stands in it after the power comes is anybody's guess.
        let pages = [[0xa5; 128]; 8];
        let (columns, rows) = ((0, 127), (0, 7));
        Self { pages, columns, rows, at: (0, 0), command: Vec::new(), turned: [false; 2], on: false }
    }
}

impl Oled {
    fn command(&mut self, byte: u8) {
        self.command.push(byte);
        let arguments = match self.command[0] {
            0x20 | 0x81 | 0x8d | 0xa8 | 0xd3 | 0xd5 | 0xd9 | 0xda | 0xdb => 1,
            0x21 | 0x22 => 2,
            _ => 0,
        };
        if self.command.len() <= arguments {
            return;
        }
        match *std::mem::take(&mut self.command) {
            [0x21, first, last] => (self.columns, self.at.0) = ((first, last), first),
            [0x22, first, last] => (self.rows, self.at.1) = ((first, last), first),
            [code @ (0xa0 | 0xa1)] => self.turned[0] = code == 0xa0,
            [code @ (0xc0 | 0xc8)] => self.turned[1] = code == 0xc0,
            [0x20, mode] => assert_eq!(mode, 0, "columns first, then pages"),
            [code @ (0xae | 0xaf)] => self.on = code == 0xaf,
            _ => {}
        }
    }

    fn data(&mut self, byte: u8) {
        let (column, page) = self.at;
        self.pages[usize::from(page)][usize::from(column)] = byte;
        self.at = match (column == self.columns.1, page == self.rows.1) {
            (false, _) => (column + 1, page),
            (true, false) => (self.columns.0, page + 1),
            (true, true) => (self.columns.0, self.rows.0),
        };
    }

    /// The pixels as whoever looks at the glass sees them, on a module that is not built in turned.
    pub(super) fn seen(&self) -> Vec<bool> {
        let bit = |x: usize, y: usize| self.pages[y / 8][x] >> (y % 8) & 1 == 1;
        let place =
            |x, y| (if self.turned[0] { 127 - x } else { x }, if self.turned[1] { 63 - y } else { y });
        (0..64).flat_map(|y| (0..128).map(move |x| place(x, y))).map(|(x, y)| bit(x, y)).collect()
    }
}

/// The memory of a controller that understands the MIPI commands, and what it was told.
#[derive(Debug, Default)]
pub(super) struct Tft {
    /// Upright: width and height.
    size: (usize, usize),
    memory: Vec<u32>,
    command: u8,
    arguments: Vec<u8>,
    columns: (usize, usize),
    rows: (usize, usize),
    at: (usize, usize),
    pub(super) mode: u8,
    pixel_len: usize,
    pub(super) on: bool,
    pub(super) inverted: bool,
}

impl Tft {
    pub(super) fn of(size: (usize, usize)) -> Self {
        Self { size, memory: vec![0x5a_5a5a; size.0 * size.1], ..Self::default() }
    }

    fn command(&mut self, code: u8) {
        self.command = code;
        self.arguments.clear();
        match code {
            0x2c => self.at = (self.columns.0, self.rows.0),
            0x20 | 0x21 => self.inverted = code == 0x21,
            0x28 | 0x29 => self.on = code == 0x29,
            _ => {}
        }
    }

    fn data(&mut self, byte: u8) {
        self.arguments.push(byte);
        let word =
            |from: usize| usize::from(u16::from_be_bytes([self.arguments[from], self.arguments[from + 1]]));
        match (self.command, self.arguments.len()) {
            (0x2a, 4) => self.columns = (word(0), word(2)),
            (0x2b, 4) => self.rows = (word(0), word(2)),
            (0x36, 1) => self.mode = byte,
            (0x3a, 1) => self.pixel_len = if byte & 7 == 5 { 2 } else { 3 },
            (0x2c, length) if length == self.pixel_len => {
                let pixel = self.arguments.drain(..).fold(0, |pixel, byte| pixel << 8 | u32::from(byte));
                self.pixel(pixel);
            }
            _ => {}
        }
    }

    fn pixel(&mut self, pixel: u32) {
        let (column, row) = self.at;
        // Exchanged, then mirrored: how the controllers turn a picture.
        let (x, y) = if self.mode & 0x20 == 0 { (column, row) } else { (row, column) };
        let (width, height) = self.size;
        let x = if self.mode & 0x40 == 0 { x } else { width - 1 - x };
        let y = if self.mode & 0x80 == 0 { y } else { height - 1 - y };
        self.memory[y * width + x] = pixel;
        self.at = match (column == self.columns.1, row == self.rows.1) {
            (false, _) => (column + 1, row),
            (true, false) => (self.columns.0, row + 1),
            (true, true) => (self.columns.0, self.rows.0),
        };
    }

    /// What stands in the upper left part of the glass, looked at with its head turned right by so many quarters.
    pub(super) fn seen(&self, (width, height): (usize, usize), quarters: usize) -> Vec<u32> {
        let upright = if quarters.is_multiple_of(2) { (width, height) } else { (height, width) };
        let place = |x: usize, y: usize| match quarters % 4 {
            0 => (x, y),
            1 => (upright.0 - 1 - y, x),
            2 => (upright.0 - 1 - x, upright.1 - 1 - y),
            _ => (y, upright.1 - 1 - x),
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| place(x, y)));
        pixels.map(|(x, y)| self.memory[y * self.size.0 + x]).collect()
    }
}

/// Everything that hangs on the wires.
#[derive(Debug, Default)]
pub(super) struct Wires {
    pub(super) oled: Oled,
    pub(super) tft: Tft,
    /// The line that says data or command.
    data: bool,
    /// Nothing takes anything.
    pub(super) dead: bool,
    /// Bytes that went over a bus.
    pub(super) bytes: usize,
    pub(super) resets: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Bench(Arc<Mutex<Wires>>);

impl Bench {
    pub(super) fn wires(&self) -> MutexGuard<'_, Wires> {
        self.0.lock().unwrap()
    }
}

/// What hangs on a bus of the bench, or a line of it.
pub(super) struct End(Bench, u8);

pub(super) const DC: u8 = 25;
pub(super) const RESET: u8 = 24;

impl Wiring for Bench {
    type I2c = End;
    type Spi = End;
    type Line = End;

    fn i2c(&self, bus: u8) -> Result<End, String> {
        if bus == 1 { Ok(End(self.clone(), 0)) } else { Err(format!("there is no /dev/i2c-{bus}")) }
    }

    fn spi(&self, _bus: u8, _select: u8) -> Result<End, String> {
        Ok(End(self.clone(), 0))
    }

    fn line(&self, number: u8) -> Result<End, String> {
        Ok(End(self.clone(), number))
    }
}

impl i2c::ErrorType for End {
    type Error = i2c::ErrorKind;
}

impl I2c for End {
    fn transaction(
        &mut self,
        address: u8,
        operations: &mut [i2c::Operation<'_>],
    ) -> Result<(), i2c::ErrorKind> {
        let mut wires = self.0.wires();
        if wires.dead || address != 0x3c {
            return Err(i2c::ErrorKind::NoAcknowledge(NoAcknowledgeSource::Address));
        }
        let mut bytes = operations.iter().flat_map(|operation| match operation {
            i2c::Operation::Write(bytes) => bytes.to_vec(),
            i2c::Operation::Read(_) => panic!("nothing is read"),
        });
        let control = bytes.next().expect("a control byte");
        for byte in bytes {
            wires.bytes += 1;
            match control {
                0x00 => wires.oled.command(byte),
                0x40 => wires.oled.data(byte),
                other => panic!("{other:#x} is no control byte"),
            }
        }
        Ok(())
    }
}

impl spi::ErrorType for End {
    type Error = spi::ErrorKind;
}

impl SpiDevice for End {
    fn transaction(&mut self, operations: &mut [spi::Operation<'_, u8>]) -> Result<(), spi::ErrorKind> {
        let mut wires = self.0.wires();
        if wires.dead {
            return Err(spi::ErrorKind::Other);
        }
        for operation in operations {
            let spi::Operation::Write(bytes) = operation else { panic!("nothing is read") };
            assert!(bytes.len() <= BUFFER, "the kernel takes no more at once");
            wires.bytes += bytes.len();
            for byte in *bytes {
                let Wires { oled, tft, data, .. } = &mut *wires;
                match (*data, tft.memory.is_empty()) {
                    (true, true) => oled.data(*byte),
                    (false, true) => oled.command(*byte),
                    (true, false) => tft.data(*byte),
                    (false, false) => tft.command(*byte),
                }
            }
        }
        Ok(())
    }
}

impl digital::ErrorType for End {
    type Error = std::convert::Infallible;
}

impl OutputPin for End {
    fn set_low(&mut self) -> Result<(), Self::Error> {
        let mut wires = self.0.wires();
        match self.1 {
            DC => wires.data = false,
            RESET => wires.resets += 1,
            other => panic!("GPIO {other} is none of ours"),
        }
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Self::Error> {
        if self.1 == DC {
            self.0.wires().data = true;
        }
        Ok(())
    }
}
