//! The pictures in docs/faces show the faces as they are, and its pages list them. `BLESS=1` makes both anew.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use super::frame::Frame;
use super::scenes::{Shot, shots};
use crate::face::{Face, Palette, Screen};
use clock::Language;
use embedded_graphics::pixelcolor::{BinaryColor, Rgb565, RgbColor};

/// The pages by language: how pictures end, and the page's name.
const LANGUAGES: [(Language, &str, &str); 2] =
    [(Language::English, "en", "README.md"), (Language::Chinese, "zh", "README.zh.md")];

/// What stands in a page before the list of pictures.
const MARK: &str = "<!-- made by firmware/panel/src/face/tests/pictures.rs -->\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/faces")
}

fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

const fn name_of(screen: Screen) -> &'static str {
    match screen {
        Screen::Small => "128x64",
        Screen::Square => "240x240",
        Screen::Wide => "320x240",
        Screen::Large => "480x320",
    }
}

/// A colour of a display in 8 bits.
fn in_8_bits(pixel: Rgb565) -> [u8; 3] {
    let wide = |part: u8, max: u16| u8::try_from(u16::from(part) * 255 / max).unwrap();
    [wide(pixel.r(), 31), wide(pixel.g(), 63), wide(pixel.b(), 31)]
}

/// A picture's pixels as red, green and blue.
fn drawn(shot: &Shot, screen: Screen, language: Language) -> Vec<[u8; 3]> {
    let face = Face::of(&shot.view(language), screen);
    if screen == Screen::Small {
        let mut frame = Frame::new(screen, BinaryColor::Off);
        face.draw(&mut frame, &Palette::TWO_COLOURS).unwrap();
        return frame.pixels.iter().map(|pixel| if pixel.is_on() { [255; 3] } else { [0; 3] }).collect();
    }
    let mut frame = Frame::new(screen, Rgb565::BLACK);
    face.draw(&mut frame, &Palette::COLOURS).unwrap();
    frame.pixels.into_iter().map(in_8_bits).collect()
}

/// Writes a picture of at most 16 colours.
fn write(path: &Path, screen: Screen, pixels: &[[u8; 3]]) -> Result<(), png::EncodingError> {
    let mut palette: Vec<[u8; 3]> = pixels.to_vec();
    palette.sort_unstable();
    palette.dedup();
    assert!(palette.len() <= 16, "{} colours", palette.len());
    let index =
        |pixel: &[u8; 3]| (0..).zip(&palette).find(|(_, of)| *of == pixel).map_or(0, |(index, _)| index);
    let bytes: Vec<u8> = pixels.chunks(2).map(|two| index(&two[0]) << 4 | index(&two[1])).collect();
    let size = screen.size();
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), size.width, size.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&bytes)
}

fn read(path: &Path) -> Option<Vec<[u8; 3]>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path).ok()?));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut bytes).ok()?;
    Some(bytes.as_chunks::<3>().0.to_vec())
}

#[test]
fn the_pictures_are_fresh() {
    let mut stale = Vec::new();
    let mut wanted = Vec::new();
    for (screen, of) in Screen::ALL.into_iter().flat_map(|screen| LANGUAGES.map(|of| (screen, of))) {
        let (language, suffix, _) = of;
        let folder = folder().join(name_of(screen));
        std::fs::create_dir_all(&folder).unwrap();
        for shot in shots() {
            let path = folder.join(format!("{}.{suffix}.png", shot.name));
            let pixels = drawn(&shot, screen, language);
            if read(&path).as_ref() != Some(&pixels) {
                if bless() {
                    write(&path, screen, &pixels).unwrap();
                } else {
                    stale.push(path.display().to_string());
                }
            }
            wanted.push(path);
        }
    }
    assert!(stale.is_empty(), "BLESS=1 draws anew: {stale:#?}");
    let held =
        Screen::ALL.map(name_of).into_iter().flat_map(|name| std::fs::read_dir(folder().join(name)).unwrap());
    let left_over: Vec<PathBuf> =
        held.map(|entry| entry.unwrap().path()).filter(|path| !wanted.contains(path)).collect();
    assert!(left_over.is_empty(), "of faces that are no more: {left_over:#?}");
}

/// The list of pictures for a page.
fn listed(language: Language, suffix: &str) -> String {
    let mut page = String::new();
    for shot in shots() {
        let text = if language == Language::English { shot.english } else { shot.chinese };
        let (colon, end) =
            if language == Language::English { (": ", ".") } else { "：。".split_at('：'.len_utf8()) };
        write!(page, "\n`{}`{colon}{text}{end}\n\n", shot.name).unwrap();
        for screen in Screen::ALL {
            let (name, size) = (name_of(screen), screen.size());
            let file = format!("{name}/{}.{suffix}.png", shot.name);
            let width = if screen == Screen::Small { 2 * size.width } else { size.width };
            writeln!(page, "<img src=\"{file}\" width=\"{width}\" alt=\"{}, {name}\">", shot.name).unwrap();
        }
    }
    page
}

#[test]
fn the_pages_list_every_picture() {
    for (language, suffix, name) in LANGUAGES {
        let path = folder().join(name);
        let page = std::fs::read_to_string(&path).unwrap();
        let (head, _) = page.split_once(MARK).unwrap();
        let fresh = format!("{head}{MARK}{}", listed(language, suffix));
        if bless() {
            std::fs::write(&path, fresh).unwrap();
        } else {
            assert!(page == fresh, "BLESS=1 makes {name} anew");
        }
    }
}
