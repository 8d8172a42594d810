//! Displays on buses of the tests' own: what goes over the wires is decoded as the controllers do it, and the picture in
//! their memory compared with the panel's, pixel for pixel.

use std::sync::{Arc, Mutex, MutexGuard};

use clock::{BySide, Control, Language, Phase, Reading, Side, Standing};
use embedded_graphics::pixelcolor::{Rgb565, Rgb666, RgbColor};
use embedded_graphics::prelude::RawData;
use embedded_hal::digital::{self, OutputPin};
use embedded_hal::i2c::{self, I2c, NoAcknowledgeSource};
use embedded_hal::spi::{self, SpiDevice};
use panel::face::{Doing, Face, Game, Ink, Notices, Palette, Reason, Scene, Screen, View, WhiteAt};

use super::surface::in_colours;
use super::*;
use crate::config::Config;
use crate::console::stand::Stand;
use crate::picture::Picture;

/// The memory of an SSD1306, and what it was told.
#[derive(Debug)]
struct Oled {
    pages: [[u8; 128]; 8],
    columns: (u8, u8),
    rows: (u8, u8),
    at: (u8, u8),
    command: Vec<u8>,
    /// Segments and lines are led out the other way round.
    turned: [bool; 2],
    on: bool,
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
    fn seen(&self) -> Vec<bool> {
        let bit = |x: usize, y: usize| self.pages[y / 8][x] >> (y % 8) & 1 == 1;
        let place =
            |x, y| (if self.turned[0] { 127 - x } else { x }, if self.turned[1] { 63 - y } else { y });
        (0..64).flat_map(|y| (0..128).map(move |x| place(x, y))).map(|(x, y)| bit(x, y)).collect()
    }
}

/// The memory of a controller that understands the MIPI commands, and what it was told.
#[derive(Debug, Default)]
struct Tft {
    /// Upright: width and height.
    size: (usize, usize),
    memory: Vec<u32>,
    command: u8,
    arguments: Vec<u8>,
    columns: (usize, usize),
    rows: (usize, usize),
    at: (usize, usize),
    mode: u8,
    pixel_len: usize,
    on: bool,
    inverted: bool,
}

impl Tft {
    fn of(size: (usize, usize)) -> Self {
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
    fn seen(&self, (width, height): (usize, usize), quarters: usize) -> Vec<u32> {
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
struct Wires {
    oled: Oled,
    tft: Tft,
    /// The line that says data or command.
    data: bool,
    /// Nothing takes anything.
    dead: bool,
    /// Bytes that went over a bus.
    bytes: usize,
    resets: usize,
}

#[derive(Clone, Debug, Default)]
struct Bench(Arc<Mutex<Wires>>);

impl Bench {
    fn wires(&self) -> MutexGuard<'_, Wires> {
        self.0.lock().unwrap()
    }
}

/// What hangs on a bus of the bench, or a line of it.
struct End(Bench, u8);

const DC: u8 = 25;
const RESET: u8 = 24;

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

/// Faces of all kinds, one after another as a display may have to show them.
fn faces(screen: Screen) -> Vec<Face> {
    let reading = |phase, millis| Reading {
        phase,
        left: clock::Duration::from_millis(millis),
        delay: clock::Duration::ZERO,
    };
    let main = |secs: u64| reading(Phase::Main { stage: 1, moves_to_go: None }, secs * 1_000);
    let byoyomi = |secs: u64, periods| reading(Phase::Byoyomi { periods }, secs * 1_000);
    let standing = |black, white| Standing { turn: Some(Side::Black), readings: BySide { black, white } };
    let clocks = |black, white, doing| Scene::Clocks { standing: standing(black, white), doing };
    let scenes = [
        Scene::Waiting { page: 0, agreed: None },
        clocks(main(599), main(3_300), Doing::Running),
        clocks(main(598), main(3_300), Doing::Running),
        clocks(byoyomi(30, 5), main(3_300), Doing::Running),
        clocks(byoyomi(29, 5), main(3_299), Doing::Paused(Reason::Break)),
        Scene::Corrected {
            before: standing(byoyomi(29, 5), main(3_299)),
            after: standing(main(60), main(3_299)),
        },
        clocks(main(60), byoyomi(4, 1), Doing::Running),
        clocks(main(60), byoyomi(3, 1), Doing::Adjourned),
        clocks(main(60), byoyomi(0, 0), Doing::Flagged(Side::White)),
        clocks(main(60), byoyomi(0, 0), Doing::Over),
    ];
    let control: Control = "55m+5x30s".parse().unwrap();
    let (en, zh) = (Language::English, Language::Chinese);
    let languages = [en, zh, zh, en, zh, zh, en, zh, en, zh];
    let views = scenes.into_iter().zip(languages).map(|(scene, language)| View {
        table: Some(3),
        game: Game::Go,
        language,
        white_at: WhiteAt::Right,
        control: &control,
        scene,
        notices: Notices { summoned: true, ..Notices::default() },
    });
    views.map(|view| Face::of(&view, screen)).collect()
}

/// What the panel itself draws: the number of an ink for each pixel.
fn picture(face: &Face, screen: Screen) -> Vec<u8> {
    let mut picture = Picture::new(screen);
    let whole = picture.show(face.clone());
    picture.pixels(whole[0]).collect()
}

fn oled_plan(turned: Turned, bus: Bus) -> DisplayPlan {
    let kind = DisplayKind::Ssd1306;
    DisplayPlan { kind, screen: Screen::Small, bus, turned, inverted: false, bgr: false }
}

const I2C: Bus = Bus::I2c { bus: 1, address: 0x3c };
const SPI: Bus = Bus::Spi { bus: 0, select: 0, dc: DC, reset: Some(RESET) };

/// Shows all faces one after another and looks at the glass after each.
fn shows(plan: DisplayPlan, bench: &Bench, look: impl Fn(&Wires) -> Vec<u32>, colours: impl Fn(u8) -> u32) {
    let mut shown = 0;
    let ended = drive(plan, bench, &mut [0; BUFFER], &mut |surface| {
        let mut whole = 0;
        for face in faces(plan.screen) {
            let before = bench.wires().bytes;
            surface.show(face.clone())?;
            let wires = bench.wires();
            let expected: Vec<u32> = picture(&face, plan.screen).into_iter().map(&colours).collect();
            assert!(look(&wires) == expected, "{plan}, face {shown}");
            let bytes = wires.bytes - before;
            whole = whole.max(bytes);
            // One figure has changed.
            assert!(shown != 2 || bytes * 6 < whole, "{plan}: {bytes} bytes of {whole}");
            drop(wires);
            let before = bench.wires().bytes;
            surface.show(face)?;
            assert_eq!(bench.wires().bytes, before, "nothing has changed");
            shown += 1;
        }
        Err(Ended::Over)
    });
    assert!(matches!(ended, Ended::Over), "{plan}: {ended:?}");
    assert_eq!(shown, 10);
}

#[test]
fn an_ssd1306_shows_the_panels_pixels() {
    let lit = |ink: u8| u32::from(![0, 6].contains(&ink));
    for bus in [I2C, SPI] {
        for turned in [Turned::Not, Turned::Half] {
            let bench = Bench::default();
            let look = |wires: &Wires| {
                let mut seen: Vec<u32> = wires.oled.seen().into_iter().map(u32::from).collect();
                // A module that is built in upside down is looked at from its other side.
                if turned == Turned::Half {
                    seen.reverse();
                }
                assert!(wires.oled.on);
                seen
            };
            shows(oled_plan(turned, bus), &bench, look, lit);
            assert_eq!(bench.wires().resets, usize::from(bus == SPI));
        }
    }
}

/// The bytes that stand for each ink, as one number.
fn two_bytes(ink: u8) -> u32 {
    let palette: Palette<Rgb565> = in_colours();
    embedded_graphics::pixelcolor::raw::RawU16::from(of_ink(&palette, ink)).into_inner().into()
}

fn three_bytes(ink: u8) -> u32 {
    let palette: Palette<Rgb666> = in_colours();
    let colour = of_ink(&palette, ink);
    u32::from(colour.r()) << 18 | u32::from(colour.g()) << 10 | u32::from(colour.b()) << 2
}

fn of_ink<C: Copy>(palette: &Palette<C>, ink: u8) -> C {
    let inks = [Ink::Ground, Ink::Plain, Ink::Dim, Ink::Turn, Ink::Notice, Ink::Alarm, Ink::Dark, Ink::Light];
    palette.colour(inks[usize::from(ink)])
}

#[test]
fn displays_of_colours_show_the_panels_pixels() {
    let kinds = [
        (DisplayKind::St7789, Screen::Square, (240, 320), two_bytes as fn(u8) -> u32),
        (DisplayKind::St7789, Screen::Wide, (240, 320), two_bytes),
        (DisplayKind::Ili9341, Screen::Wide, (240, 320), two_bytes),
        (DisplayKind::Ili9486, Screen::Large, (320, 480), three_bytes),
        (DisplayKind::Ili9488, Screen::Large, (320, 480), three_bytes),
        (DisplayKind::St7796, Screen::Large, (320, 480), two_bytes),
    ];
    for (kind, screen, size, colours) in kinds {
        let turns = [Turned::Not, Turned::Quarter, Turned::Half, Turned::ThreeQuarters];
        for turned in turns.into_iter().filter(|turned| screen == Screen::Square || turned.is_level()) {
            let (inverted, bgr) = kind.usual_colours();
            let plan = DisplayPlan { kind, screen, bus: SPI, turned, inverted, bgr };
            let bench = Bench::default();
            bench.wires().tft = Tft::of(size);
            let [width, height] =
                [screen.size().width, screen.size().height].map(|length| usize::try_from(length).unwrap());
            let quarters = usize::from(turned.degrees() / 90) + usize::from(screen != Screen::Square);
            let look = |wires: &Wires| {
                let Tft { on, inverted, mode, .. } = wires.tft;
                assert_eq!((on, inverted, mode & 8 != 0), (true, plan.inverted, plan.bgr), "{plan}");
                wires.tft.seen((width, height), quarters)
            };
            shows(plan, &bench, look, colours);
            assert_eq!(bench.wires().resets, 1);
        }
    }
}

#[test]
fn what_cannot_be_opened_or_does_not_answer_is_said() {
    let fault = |plan, bench: &Bench| match drive(plan, bench, &mut [0; BUFFER], &mut |surface| {
        surface.show(faces(plan.screen).remove(0))?;
        Err(Ended::Over)
    }) {
        Ended::Failed(fault) => fault.to_string(),
        Ended::Over => panic!("nothing failed"),
    };
    let bench = Bench::default();
    let plan = oled_plan(Turned::Not, Bus::I2c { bus: 7, address: 0x3c });
    assert_eq!(fault(plan, &bench), "cannot be opened: there is no /dev/i2c-7");
    let plan = oled_plan(Turned::Not, Bus::I2c { bus: 1, address: 0x3d });
    assert!(fault(plan, &bench).starts_with("does not take what is written: "), "{}", fault(plan, &bench));
    bench.wires().dead = true;
    assert!(fault(oled_plan(Turned::Not, SPI), &bench).starts_with("does not take what is written: "));
}

/// What the display shows and what the hall says, until both are the same.
async fn shows_the_face(bench: &Bench, sights: &watch::Receiver<Arc<Sight>>) {
    let same = async {
        loop {
            let face = sights.borrow().drawn(Screen::Small, None).unwrap();
            let expected = picture(&face, Screen::Small).into_iter().map(|ink| ![0, 6].contains(&ink));
            if bench.wires().oled.seen().into_iter().eq(expected) {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(15), same).await.expect("the display shows the face");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_display_follows_its_table_and_comes_back_whole_after_a_fault() {
    let stand = Stand::new(2, 64);
    let bench = Bench::default();
    let mut tables = Config::default().tables;
    tables[0].face.display = Some(oled_plan(Turned::Not, I2C));
    let displays = Displays::start(&tables, &stand.venue, bench.clone()).await.unwrap();
    let sights = inquiry::watch(&stand.venue, 1).await.unwrap().unwrap();
    shows_the_face(&bench, &sights).await;
    stand.order("start").await;
    stand.pass(1_300);
    shows_the_face(&bench, &sights).await;
    // The plug is pulled, and what stood in the memory is gone.
    bench.wires().dead = true;
    stand.pass(5_000);
    sleep(Duration::from_millis(300)).await;
    *bench.wires() = Wires::default();
    stand.pass(700);
    shows_the_face(&bench, &sights).await;
    assert!(bench.wires().oled.on, "it was set up anew");
    drop(sights);
    stand.end().await;
    timeout(Duration::from_secs(5), displays.close()).await.expect("its thread ends with the hall");
}
