//! The pictures in `docs/hardware/club` show what a unit without a host shows in the games of `games.txt`. `BLESS=1`
//! draws them anew. The firmware plays the same games in emulation (`firmware/pico/emulator`), and its display is
//! compared with the same pictures.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clock::{Duration, Instant, Side};
use embedded_graphics::pixelcolor::{BinaryColor, PixelColor, Rgb565, RgbColor};
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Size};
use link::device::MEMORY_MAX;
use link::{Identity, Serial};
use panel::button::{Bounce, Contact, Edge};
use panel::face::{Face, Palette, Screen};
use panel::gesture::{Gestures, Key};
use panel::keys::{Keys, Report};
use unit::{Club, TableUnit};

/// A display in memory.
struct Frame<C> {
    size: Size,
    pixels: Vec<C>,
}

impl<C: PixelColor> Frame<C> {
    fn of(face: &Face, screen: Screen, ground: C, palette: &Palette<C>) -> Vec<C> {
        let size = screen.size();
        let mut frame = Self { size, pixels: vec![ground; (size.width * size.height) as usize] };
        face.draw(&mut frame, palette).unwrap();
        frame.pixels
    }
}

impl<C> OriginDimensions for Frame<C> {
    fn size(&self) -> Size {
        self.size
    }
}

impl<C: PixelColor> DrawTarget for Frame<C> {
    type Color = C;
    type Error = core::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(point, colour) in pixels {
            let (x, y) = (u32::try_from(point.x).unwrap(), u32::try_from(point.y).unwrap());
            self.pixels[(y * self.size.width + x) as usize] = colour;
        }
        Ok(())
    }
}

/// A unit with its keys, as its firmware has them.
struct Stand {
    unit: TableUnit,
    club: Club,
    keys: Keys,
    now: Instant,
}

impl Stand {
    fn new() -> Self {
        Self {
            unit: TableUnit::start(Identity { serial: Serial(7), boot: 1, resets: 0 }),
            club: Club::new().unwrap(),
            keys: Keys::new(|_| Bounce::default(), Gestures::new(Gestures::HOLD)),
            now: Instant::ZERO,
        }
    }

    fn look(&mut self) {
        let Self { unit, club, keys, now } = self;
        keys.poll(*now, &mut |report| say(club, unit, report, *now));
        unit.poll(*now, keys.floor(*now), &mut |_| ());
    }

    /// Lets time pass, and looks whenever something is due.
    fn run(&mut self, length: Duration) {
        let end = self.now.plus(length);
        while self.now < end {
            let due = self.unit.poll_at(self.now).min(self.keys.poll_at().unwrap_or(end));
            // Something that is due already is due at the next millisecond.
            self.now = due.max(self.now.plus(Duration::from_millis(1))).min(end);
            self.look();
        }
    }

    fn set(&mut self, keys: &[Key], contact: Contact) {
        for key in keys {
            let edge = Edge { at: self.now, contact, sequence: None };
            let Self { unit, club, keys, now } = self;
            keys.edge(*key, edge, &mut |report| say(club, unit, report, *now));
        }
        self.look();
    }

    fn hold(&mut self, keys: &[Key], millis: u64) {
        for (number, key) in keys.iter().enumerate() {
            if number > 0 {
                self.run(Duration::from_millis(50));
            }
            self.set(&[*key], Contact::Closed);
        }
        self.run(Duration::from_millis(millis));
        self.set(keys, Contact::Open);
        self.run(Duration::from_millis(60));
    }

    /// It begins anew so many times at once, each time with what it remembers, and is careful then.
    fn break_down(&mut self, times: u32) {
        let mut memory = vec![0; MEMORY_MAX];
        for _ in 0..times {
            self.unit.remember(self.now, &mut memory).unwrap();
            self.unit = TableUnit::wake(self.unit.session().identity(), &memory, self.now).unwrap();
        }
        self.unit.stand(self.now).unwrap();
        self.look();
    }

    /// What the display shows.
    fn face(&self, screen: Screen) -> Face {
        let face = self.unit.face(self.now);
        Face::of(&self.club.view(&face, true).unwrap(), screen)
    }
}

fn say(club: &mut Club, unit: &mut TableUnit, report: Report, now: Instant) {
    club.said(unit, report, now).unwrap();
}

fn key(name: &str) -> Key {
    match name {
        "black" => Key::Press(Side::Black),
        "white" => Key::Press(Side::White),
        "queryBlack" => Key::Query(Side::Black),
        "queryWhite" => Key::Query(Side::White),
        "arbiter" => Key::Arbiter,
        other => panic!("no key {other}"),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hardware/club")
}

/// The pixels as red, green and blue, each in eight bits.
fn pixels(face: &Face, screen: Screen) -> Vec<[u8; 3]> {
    if screen == Screen::Small {
        let drawn = Frame::of(face, screen, BinaryColor::Off, &Palette::TWO_COLOURS);
        return drawn.into_iter().map(|pixel| if pixel.is_on() { [255; 3] } else { [0; 3] }).collect();
    }
    let wide = |part: u8, max: u16| u8::try_from(u16::from(part) * 255 / max).unwrap();
    let drawn = Frame::of(face, screen, Rgb565::BLACK, &Palette::COLOURS);
    drawn.into_iter().map(|pixel| [wide(pixel.r(), 31), wide(pixel.g(), 63), wide(pixel.b(), 31)]).collect()
}

fn write(path: &Path, size: Size, pixels: &[[u8; 3]]) {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path).unwrap()), size.width, size.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().unwrap().write_image_data(&pixels.concat()).unwrap();
}

fn read(path: &Path) -> Option<Vec<[u8; 3]>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).ok()?)).read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut bytes).ok()?;
    Some(bytes.as_chunks::<3>().0.to_vec())
}

/// Plays all games, and gives back what each picture is to show.
fn played() -> BTreeMap<PathBuf, (Size, Vec<[u8; 3]>)> {
    let screens = [(Screen::Small, "128x64"), (Screen::Square, "240x240")];
    let mut wanted = BTreeMap::new();
    let mut stand = Stand::new();
    for line in include_str!("games.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["game", _] => stand = Stand::new(),
            ["wait", seconds] => {
                stand.run(Duration::from_millis((seconds.parse::<f64>().unwrap() * 1000.0).round() as u64));
            }
            ["breaks-down", times] => stand.break_down(times.parse().unwrap()),
            ["tap", name] => stand.hold(&[key(name)], 80),
            ["hold", names @ ..] => {
                stand.hold(&names.iter().map(|name| key(name)).collect::<Vec<_>>(), 2_200);
            }
            ["shows", name] => {
                for (screen, folder_name) in screens {
                    let path = folder().join(folder_name).join(format!("{name}.png"));
                    let shown = (screen.size(), pixels(&stand.face(screen), screen));
                    let before = wanted.insert(path, shown.clone());
                    assert!(
                        before.is_none_or(|before| before == shown),
                        "two pictures with one name: {name}"
                    );
                }
            }
            other => panic!("not understood: {other:?}"),
        }
    }
    wanted
}

#[test]
fn the_pictures_of_the_club_clock_are_fresh() {
    let wanted = played();
    let mut stale = Vec::new();
    for (path, (size, pixels)) in &wanted {
        if read(path).as_ref() != Some(pixels) {
            if std::env::var_os("BLESS").is_some() {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                write(path, *size, pixels);
            } else {
                stale.push(path);
            }
        }
    }
    assert!(stale.is_empty(), "BLESS=1 draws anew: {stale:#?}");
    let held = ["128x64", "240x240"].into_iter().flat_map(|name| fs::read_dir(folder().join(name)).unwrap());
    let left_over: Vec<_> =
        held.map(|entry| entry.unwrap().path()).filter(|path| !wanted.contains_key(path)).collect();
    assert!(left_over.is_empty(), "of games that are played no more: {left_over:#?}");
}
