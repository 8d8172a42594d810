//! A face in memory, drawn by the panel's own code: for mirrors in browsers, and as a PNG.

use std::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::pixelcolor::{BinaryColor, Gray4, GrayColor, Rgb565, RgbColor};
use embedded_graphics::prelude::{Dimensions, DrawTarget, OriginDimensions, Point, PointsIter, Size};
use embedded_graphics::primitives::Rectangle;
use panel::face::{Face, Ink, Palette, Screen};

/// All that a pixel can be for; its place here is its number in a picture.
const INKS: [Ink; 8] =
    [Ink::Ground, Ink::Plain, Ink::Dim, Ink::Turn, Ink::Notice, Ink::Alarm, Ink::Dark, Ink::Light];

/// Each ink as a colour of its own: its number.
const NUMBERS: Palette<Gray4> = Palette {
    ground: Gray4::new(0),
    plain: Gray4::new(1),
    dim: Gray4::new(2),
    turn: Gray4::new(3),
    notice: Gray4::new(4),
    alarm: Gray4::new(5),
    dark: Gray4::new(6),
    light: Gray4::new(7),
};

/// The displays by their names: their sizes.
pub(crate) const SCREENS: [(&str, Screen); 4] = [
    ("128x64", Screen::Small),
    ("240x240", Screen::Square),
    ("320x240", Screen::Wide),
    ("480x320", Screen::Large),
];

/// The colours of the inks on a display as red, green and blue.
pub(crate) fn colours(screen: Screen) -> [[u8; 3]; 8] {
    match screen {
        Screen::Small => INKS.map(|ink| match Palette::TWO_COLOURS.colour(ink) {
            BinaryColor::On => [255; 3],
            BinaryColor::Off => [0; 3],
        }),
        Screen::Square | Screen::Wide | Screen::Large => {
            INKS.map(|ink| in_8_bits(Palette::COLOURS.colour(ink)))
        }
    }
}

fn in_8_bits(colour: Rgb565) -> [u8; 3] {
    let wide = |part: u8, most: u16| u8::try_from(u16::from(part) * 255 / most).unwrap_or(u8::MAX);
    [wide(colour.r(), 31), wide(colour.g(), 63), wide(colour.b(), 31)]
}

/// What a display of that size shows, a number of an ink for each pixel.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    screen: Screen,
    face: Option<Face>,
    frame: Frame,
}

impl Picture {
    pub(crate) fn new(screen: Screen) -> Self {
        Self { screen, face: None, frame: Frame::new(screen) }
    }

    /// Draws what a face changes; gives back where, the whole at first.
    pub(crate) fn show(&mut self, face: Face) -> Vec<Rectangle> {
        let (areas, Ok(())) = match &self.face {
            Some(old) => (face.damage(old).collect(), face.draw_changes(old, &mut self.frame, &NUMBERS)),
            None => (vec![self.frame.bounding_box()], face.draw(&mut self.frame, &NUMBERS)),
        };
        self.face = Some(face);
        areas
    }

    /// The pixels of an area of the display, row by row.
    pub(crate) fn pixels(&self, area: Rectangle) -> impl Iterator<Item = u8> {
        area.points().filter_map(|point| self.frame.pixels.get(self.frame.place(point)?).copied())
    }

    /// The whole as a PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let size = self.screen.size();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(colours(self.screen).concat());
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.frame.pixels)?;
        writer.finish()?;
        Ok(bytes)
    }
}

/// The pixels of a display.
#[derive(Clone, Debug)]
struct Frame {
    size: Size,
    pixels: Vec<u8>,
}

impl Frame {
    fn new(screen: Screen) -> Self {
        let size = screen.size();
        let count = usize::try_from(size.width * size.height).unwrap_or(0);
        Self { size, pixels: vec![0; count] }
    }

    /// Where a point's pixel is, if it lies on the display.
    fn place(&self, point: Point) -> Option<usize> {
        let [x, y] = [u32::try_from(point.x).ok()?, u32::try_from(point.y).ok()?];
        let inside = x < self.size.width && y < self.size.height;
        usize::try_from(y * self.size.width + x).ok().filter(|_| inside)
    }

    fn set(&mut self, point: Point, colour: Gray4) {
        if let Some(pixel) = self.place(point).and_then(|place| self.pixels.get_mut(place)) {
            *pixel = colour.luma();
        }
    }
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        self.size
    }
}

impl DrawTarget for Frame {
    type Color = Gray4;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Gray4>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        pixels.into_iter().for_each(|Pixel(point, colour)| self.set(point, colour));
        Ok(())
    }

    fn fill_contiguous<I: IntoIterator<Item = Gray4>>(
        &mut self,
        area: &Rectangle,
        colours: I,
    ) -> Result<(), Infallible> {
        area.points().zip(colours).for_each(|(point, colour)| self.set(point, colour));
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Gray4) -> Result<(), Infallible> {
        area.points().for_each(|point| self.set(point, colour));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{BySide, Control, Duration, Language, Phase, Reading, Side, Standing};
    use panel::face::{Doing, Game, Notices, Scene, View, WhiteAt};

    fn face(secs: u64, language: Language, screen: Screen) -> Face {
        let main = |secs| {
            let phase = Phase::Main { stage: 1, moves_to_go: None };
            Reading { phase, left: Duration::from_secs(secs), delay: Duration::ZERO }
        };
        let control: Control = "55m+5x60s".parse().unwrap();
        let readings = BySide { black: main(secs), white: main(1_961) };
        let view = View {
            table: Some(3),
            game: Game::Go,
            language,
            white_at: WhiteAt::Right,
            control: &control,
            scene: Scene::Clocks {
                standing: Standing { turn: Some(Side::Black), readings },
                doing: Doing::Running,
            },
            notices: Notices::default(),
        };
        Face::of(&view, screen)
    }

    /// Red, green and blue of a PNG's pixels.
    fn pixels(bytes: &[u8]) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn a_face_is_the_picture_in_the_documents_pixel_for_pixel() {
        for (name, screen) in SCREENS {
            for (language, suffix) in [(Language::English, "en"), (Language::Chinese, "zh")] {
                let file =
                    format!("{}/../../docs/faces/{name}/main.{suffix}.png", env!("CARGO_MANIFEST_DIR"));
                let mut picture = Picture::new(screen);
                // Drawn over another face, as a display does it.
                picture.show(face(755, language, screen));
                picture.show(face(754, language, screen));
                let drawn = pixels(&picture.png().unwrap());
                assert!(drawn == pixels(&std::fs::read(&file).unwrap()), "{file}");
            }
        }
    }

    #[test]
    fn what_changes_is_all_that_is_told_after_the_whole() {
        let screen = Screen::Wide;
        let mut picture = Picture::new(screen);
        let whole = picture.show(face(595, Language::English, screen));
        assert_eq!(whole, [Rectangle::new(Point::zero(), screen.size())]);
        assert_eq!(picture.pixels(whole[0]).count(), 320 * 240);
        let before = picture.clone();
        let areas = picture.show(face(594, Language::English, screen));
        let changed: usize = areas.iter().map(|area| picture.pixels(*area).count()).sum();
        assert_eq!(changed, 30 * 98, "one figure");
        let mut kept = before.frame.pixels;
        for area in areas {
            for (point, pixel) in area.points().zip(picture.pixels(area)) {
                kept[picture.frame.place(point).unwrap()] = pixel;
            }
        }
        assert!(kept == picture.frame.pixels, "the areas hold all that differs");
        assert_eq!(picture.show(face(594, Language::English, screen)), []);
    }
}
