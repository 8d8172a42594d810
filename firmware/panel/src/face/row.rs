//! A time set in figures, each in its place.

use embedded_graphics::primitives::Rectangle;

use super::compose::Composer;
use super::figure::{Figure, FigureSize};
use super::layout::{Layout, area, cut_bottom, measures};
use super::palette::Ink;
use super::part::Content;
use super::side::Format;
use super::words::{Line, Room};

impl Composer<'_> {
    /// Sets a time in figures.
    pub(super) fn figures(&mut self, place: Rectangle, format: Format, ink: Ink) {
        let layout = self.layout;
        let mut row = Row { composer: self, place, size: layout.clock, ink, x: 0 };
        match format {
            Format::Clock { minutes, secs } => {
                row.begin(clock_width(layout));
                let [tens, ones] = digits(minutes);
                row.digit(tens.filter(|&tens| tens > 0));
                row.digit(ones);
                row.colon();
                row.pair(secs);
            }
            Format::Hours { hours, minutes, secs } => {
                let small = layout.small;
                row.begin(clock_width(layout) - layout.clock.width + 2 * small.width + small.gap);
                row.digit(digits(hours)[1]);
                row.colon();
                row.pair(minutes);
                row.size = small;
                row.pair(secs);
            }
            Format::LongHours { hours, minutes } => {
                row.begin(clock_width(layout));
                row.pair(hours);
                row.colon();
                row.pair(minutes);
            }
            Format::HoursOnly { hours } => {
                row.begin(3 * (layout.clock.width + layout.clock.gap) + layout.font.height());
                row.digit(digits(hours / 10)[0]);
                row.pair(hours % 100);
                row.unit(Room::hours);
            }
            Format::Seconds { secs } => {
                row.size = layout.seconds;
                row.begin(seconds_width(layout));
                let [tens, ones] = digits(secs);
                row.digit(tens.filter(|&tens| tens > 0));
                row.digit(ones);
                row.unit(Room::seconds);
            }
        }
    }
}

/// The width of minutes, colon and seconds.
const fn clock_width(layout: &Layout) -> u16 {
    4 * layout.clock.width + layout.colon + 4 * layout.clock.gap
}

/// The width of the seconds of a period with their unit.
fn seconds_width(layout: &Layout) -> u16 {
    2 * (layout.seconds.width + layout.seconds.gap) - layout.seconds.gap + layout.font.width("秒")
}

/// The last two digits of a number.
fn digits(number: u64) -> [Option<u8>; 2] {
    [number / 10 % 10, number % 10].map(|digit| u8::try_from(digit).ok())
}

/// Figures set from left to right.
struct Row<'c, 'a> {
    composer: &'c mut Composer<'a>,
    place: Rectangle,
    size: FigureSize,
    ink: Ink,
    x: u16,
}

impl Row<'_, '_> {
    /// Begins so that a row of this width stands in the middle; where signs stand between the halves, as far from
    /// them as can be.
    fn begin(&mut self, width: u16) {
        let [x, _, outer, _] = measures(self.place);
        let spare = outer.saturating_sub(width);
        self.x = x + match (self.composer.layout.strip, x) {
            (0, 0) => 0,
            (0, _) => spare,
            _ => spare / 2,
        };
    }

    fn cell(&mut self, width: u16) -> Rectangle {
        let [_, y, _, outer] = measures(self.place);
        let tallest = self.composer.layout.clock.height.max(self.size.height);
        // Small figures stand on the line of the large ones.
        let bottom = y + outer.saturating_sub(tallest) / 2 + tallest;
        let cell = area(self.x, bottom - self.size.height, width, self.size.height);
        self.x += width + self.size.gap;
        cell
    }

    /// A digit, or its empty place.
    fn digit(&mut self, digit: Option<u8>) {
        let (cell, stroke) = (self.cell(self.size.width), self.size.stroke);
        if let Some(digit) = digit {
            let content = Content::Figure { figure: Figure::Digit(digit), stroke };
            self.composer.push(cell, content, self.ink, Ink::Ground);
        }
    }

    fn pair(&mut self, number: u64) {
        digits(number).into_iter().for_each(|digit| self.digit(digit));
    }

    fn colon(&mut self) {
        let (cell, stroke) = (self.cell(self.composer.layout.colon), self.size.stroke);
        self.composer.push(cell, Content::Figure { figure: Figure::Colon, stroke }, self.ink, Ink::Ground);
    }

    /// The unit of the number before it, at its foot.
    fn unit(&mut self, words: fn(Room) -> Line) {
        let font = self.composer.layout.font;
        self.x -= self.size.gap;
        let mut cell = self.cell(font.width("秒"));
        let cell = cut_bottom(&mut cell, font.height());
        let line = words(self.composer.room(font, cell));
        self.composer.text(cell, line, font, (self.ink, Ink::Ground));
    }
}
