//! Text: bitmap fonts made by `fonts/generate.py`, with just the characters that faces need.
//!
//! A font file holds its height (one byte), the number of glyphs (two, little endian), for each glyph in the order
//! of code points five bytes (code point, width, where its rows begin behind the table, in units of the file), and
//! the rows, each filled up to whole bytes, the leftmost pixel the highest bit.

use embedded_graphics::prelude::{DrawTarget, Point, PointsIter, Size};
use embedded_graphics::primitives::Rectangle;

/// A font by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Font {
    /// 16 pixels high, Latin letters 6 wide: for 128×64.
    Small,
    /// Chinese characters 18 wide.
    Medium,
    /// 24 wide.
    Large,
    /// 32 wide.
    Huge,
}

/// A character's image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph<'a> {
    width: u16,
    /// None for a character that the font lacks, which is drawn as an empty box.
    rows: Option<&'a [u8]>,
}

const HEADER: usize = 3;
const ENTRY: usize = 5;

impl Font {
    #[cfg(test)]
    pub(super) const ALL: [Self; 4] = [Self::Small, Self::Medium, Self::Large, Self::Huge];

    const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Small => include_bytes!("../../fonts/small.font"),
            Self::Medium => include_bytes!("../../fonts/medium.font"),
            Self::Large => include_bytes!("../../fonts/large.font"),
            Self::Huge => include_bytes!("../../fonts/huge.font"),
        }
    }

    /// The height of a line in pixels.
    pub(super) fn height(self) -> u16 {
        self.bytes().first().copied().unwrap_or(0).into()
    }

    fn count(self) -> usize {
        self.bytes().get(1..HEADER).map_or(0, little_endian)
    }

    /// The glyphs' table, in order of their characters.
    fn entries(self) -> &'static [[u8; ENTRY]] {
        let (entries, _) = self.bytes().get(HEADER..).unwrap_or_default().as_chunks();
        entries.get(..self.count()).unwrap_or_default()
    }

    /// The glyph of a character.
    pub(super) fn glyph(self, character: char) -> Glyph<'static> {
        let entries = self.entries();
        let found = entries.binary_search_by_key(&u32::from(character), code_point);
        match found.ok().and_then(|index| entries.get(index)) {
            Some(entry) => self.glyph_of(entry),
            None => Glyph { width: self.height() / 2, rows: None },
        }
    }

    fn glyph_of(self, entry: &[u8]) -> Glyph<'static> {
        let width = entry.get(2).copied().unwrap_or(0).into();
        let from = HEADER + self.count() * ENTRY + entry.get(3..ENTRY).map_or(0, little_endian) * ROW_UNIT;
        Glyph { width, rows: self.bytes().get(from..) }
    }

    /// Whether the font has the character.
    #[cfg(test)]
    pub(super) fn has(self, character: char) -> bool {
        self.glyph(character).rows.is_some()
    }

    /// The characters of the font, in order.
    #[cfg(test)]
    pub(super) fn characters(self) -> impl Iterator<Item = char> {
        self.entries().iter().filter_map(|entry| char::from_u32(code_point(entry)))
    }

    /// How wide a text is.
    pub(super) fn width(self, text: &str) -> u16 {
        text.chars().fold(0_u16, |sum, character| sum.saturating_add(self.glyph(character).width))
    }

    /// Draws a text at a place of an area, and the ground on the rest of the area; what does not fit is cut off.
    pub(super) fn draw<D: DrawTarget>(
        self,
        text: &str,
        area: Rectangle,
        from_left: u16,
        (ink, ground): (D::Color, D::Color),
        target: &mut D,
    ) -> Result<(), D::Error> {
        let height = self.height();
        let top = area.top_left.y + (i32::try_from(area.size.height).unwrap_or(0) - i32::from(height)) / 2;
        let band =
            Rectangle::new(Point::new(area.top_left.x, top), Size::new(area.size.width, height.into()));
        let bottom = area.top_left.y + i32::try_from(area.size.height).unwrap_or(0);
        fill(target, area, (area.top_left.y, top), ground)?;
        fill(target, area, (top + i32::from(height), bottom), ground)?;
        let mut at = area.top_left.x + i32::from(from_left);
        let lead = Size::new(u32::from(from_left).min(area.size.width), height.into());
        target.fill_solid(&Rectangle::new(band.top_left, lead), ground)?;
        let end = area.top_left.x + i32::try_from(area.size.width).unwrap_or(0);
        for character in text.chars() {
            let glyph = self.glyph(character);
            let width = i32::from(glyph.width).min((end - at).max(0));
            let size = Size::new(u32::try_from(width).unwrap_or(0), height.into());
            let cell = Rectangle::new(Point::new(at, top), size).intersection(&target.bounding_box());
            let left = at;
            let pixels = cell.points().map(|point| {
                let [x, y] = [point.x - left, point.y - top].map(|at| u16::try_from(at).unwrap_or(u16::MAX));
                if glyph.covers(x, y, height) { ink } else { ground }
            });
            target.fill_contiguous(&cell, pixels)?;
            at += width;
        }
        let rest = Size::new(u32::try_from(end - at).unwrap_or(0), height.into());
        target.fill_solid(&Rectangle::new(Point::new(at, top), rest), ground)
    }
}

/// Of which character a table's entry is.
fn code_point(&[low, high, ..]: &[u8; ENTRY]) -> u32 {
    u16::from_le_bytes([low, high]).into()
}

/// Where rows begin is counted in these many bytes.
const ROW_UNIT: usize = 2;

impl Glyph<'_> {
    fn covers(self, x: u16, y: u16, height: u16) -> bool {
        let Some(rows) = self.rows else {
            // An empty box stands for a character that is missing.
            let (right, bottom) = (self.width.saturating_sub(2), height.saturating_sub(2));
            let inside = (1..=right).contains(&x) && (1..=bottom).contains(&y);
            return inside && (x == 1 || x == right || y == 1 || y == bottom);
        };
        let stride = usize::from(self.width.div_ceil(8));
        let byte = rows.get(usize::from(y) * stride + usize::from(x / 8)).copied().unwrap_or(0);
        byte >> (7 - x % 8) & 1 == 1
    }
}

/// Fills the rows of an area from one to before another.
fn fill<D: DrawTarget>(
    target: &mut D,
    area: Rectangle,
    (from, to): (i32, i32),
    colour: D::Color,
) -> Result<(), D::Error> {
    let height = u32::try_from(to - from).unwrap_or(0);
    let rows = Rectangle::new(Point::new(area.top_left.x, from), Size::new(area.size.width, height));
    target.fill_solid(&rows, colour)
}

fn little_endian(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::string::String;

    /// Every character that a face may show: those of the words of faces and of time controls.
    fn needed() -> String {
        let sources = [
            include_str!("words.rs"),
            include_str!("../../../clock/src/notation/template.rs"),
            include_str!("../../../clock/tests/notation/controls.txt"),
        ];
        let all: BTreeSet<char> = sources.iter().flat_map(|source| source.chars()).chain(' '..='~').collect();
        all.into_iter().filter(|character| !character.is_control()).collect()
    }

    #[test]
    fn the_fonts_have_what_the_words_need_and_no_more() {
        let list = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/characters.txt");
        let needed = needed();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(list, std::format!("{needed}\n")).unwrap();
        }
        let listed = std::fs::read_to_string(list).unwrap();
        assert_eq!(listed.trim_end_matches('\n'), needed, "BLESS=1 writes fonts/characters.txt anew");
        for font in Font::ALL {
            let held: String = font.characters().collect();
            assert_eq!(held, needed, "fonts/generate.py makes the fonts anew");
        }
    }

    #[test]
    fn figures_in_text_are_of_one_width() {
        for font in Font::ALL {
            let widths: BTreeSet<u16> = ('0'..='9').map(|digit| font.glyph(digit).width).collect();
            assert_eq!(widths.len(), 1, "{font:?}");
        }
    }

    #[test]
    fn a_character_that_is_missing_is_an_empty_box() {
        let glyph = Font::Small.glyph('\u{1f600}');
        assert!(!Font::Small.has('\u{1f600}') && Font::Small.has('秒'));
        let lit = (0..16).flat_map(|y| (0..8).map(move |x| (x, y))).filter(|&(x, y)| glyph.covers(x, y, 16));
        assert_eq!((glyph.width, lit.count()), (8, 2 * 6 + 2 * 12));
    }

    #[test]
    fn glyphs_are_the_right_way_up() {
        let row =
            |y| (0..16).map(|x| if Font::Small.glyph('秒').covers(x, y, 16) { '#' } else { '.' }).collect();
        let rows: std::vec::Vec<String> = (0..16).map(row).collect();
        assert_eq!(rows.join("\n"), include_str!("glyph.txt").trim_end(), "\n{}", rows.join("\n"));
    }
}
