//! Where everything stands on each display.

use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

use super::figure::FigureSize;
use super::font::Font;

/// A display that faces are laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Screen {
    /// 128×64, two colours: SSD1306, SH1106.
    Small,
    /// 240×240: ST7789.
    Square,
    /// 320×240: ILI9341, ST7789.
    Wide,
    /// 480×320: ILI9488, ST7796.
    Large,
}

impl Screen {
    /// All displays.
    pub const ALL: [Self; 4] = [Self::Small, Self::Square, Self::Wide, Self::Large];

    /// Its size in pixels.
    #[must_use]
    pub const fn size(self) -> Size {
        match self {
            Self::Small => Size::new(128, 64),
            Self::Square => Size::new(240, 240),
            Self::Wide => Size::new(320, 240),
            Self::Large => Size::new(480, 320),
        }
    }

    pub(super) const fn layout(self) -> &'static Layout {
        match self {
            Self::Small => &SMALL,
            Self::Square => &SQUARE,
            Self::Wide => &WIDE,
            Self::Large => &LARGE,
        }
    }
}

/// The measures of a display, in pixels. Each half is a head, figures and a foot; below both lies the strip, where
/// there is room for one, and between them the gap.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: u16,
    pub(super) height: u16,
    /// Between the halves; where there is no strip, signs stand in it.
    pub(super) gap: u16,
    pub(super) head: u16,
    /// How wide the place of a stone is.
    pub(super) stone: u16,
    pub(super) foot: u16,
    /// Two rows below all: what happened, and signs; zero where there is none.
    pub(super) strip: u16,
    pub(super) font: Font,
    pub(super) strip_font: Font,
    /// Minutes and seconds, hours and minutes.
    pub(super) clock: FigureSize,
    /// The width of a colon.
    pub(super) colon: u16,
    /// Seconds behind hours and minutes.
    pub(super) small: FigureSize,
    /// The seconds of a period.
    pub(super) seconds: FigureSize,
    /// How many pixels of the display a pixel of a sign is.
    pub(super) sign: u16,
}

const fn figure(width: u16, height: u16, stroke: u16, gap: u16) -> FigureSize {
    FigureSize { width, height, stroke, gap }
}

static SMALL: Layout = Layout {
    width: 128,
    height: 64,
    gap: 10,
    head: 16,
    stone: 11,
    foot: 16,
    strip: 0,
    font: Font::Small,
    strip_font: Font::Small,
    clock: figure(11, 28, 3, 2),
    colon: 4,
    small: figure(5, 14, 2, 1),
    seconds: figure(19, 30, 4, 3),
    sign: 1,
};

static SQUARE: Layout = Layout {
    width: 240,
    height: 240,
    gap: 12,
    head: 30,
    stone: 26,
    foot: 30,
    strip: 50,
    font: Font::Medium,
    strip_font: Font::Medium,
    clock: figure(22, 72, 7, 3),
    colon: 9,
    small: figure(10, 28, 3, 2),
    seconds: figure(42, 110, 12, 8),
    sign: 2,
};

static WIDE: Layout = Layout {
    width: 320,
    height: 240,
    gap: 12,
    head: 32,
    stone: 32,
    foot: 32,
    strip: 50,
    font: Font::Large,
    strip_font: Font::Medium,
    clock: figure(30, 98, 9, 4),
    colon: 12,
    small: figure(13, 40, 4, 3),
    seconds: figure(56, 118, 15, 10),
    sign: 2,
};

static LARGE: Layout = Layout {
    width: 480,
    height: 320,
    gap: 16,
    head: 42,
    stone: 42,
    foot: 42,
    strip: 60,
    font: Font::Huge,
    strip_font: Font::Large,
    clock: figure(46, 146, 14, 6),
    colon: 18,
    small: figure(20, 60, 6, 5),
    seconds: figure(86, 168, 22, 14),
    sign: 3,
};

impl Layout {
    pub(super) fn whole(&self) -> Rectangle {
        area(0, 0, self.width, self.height)
    }

    /// The left and the right half, above the strip.
    pub(super) fn halves(&self) -> [Rectangle; 2] {
        let width = (self.width - self.gap) / 2;
        let height = self.height - self.strip;
        [area(0, 0, width, height), area(width + self.gap, 0, width, height)]
    }
}

pub(super) fn area(x: u16, y: u16, width: u16, height: u16) -> Rectangle {
    Rectangle::new(Point::new(x.into(), y.into()), Size::new(width.into(), height.into()))
}

/// An area's place and size as whole numbers of one kind; areas of faces lie on displays.
pub(super) fn measures(area: Rectangle) -> [u16; 4] {
    let place = [area.top_left.x, area.top_left.y].map(|at| u16::try_from(at).unwrap_or(0));
    let size = [area.size.width, area.size.height].map(|length| u16::try_from(length).unwrap_or(0));
    let [x, y] = place;
    let [width, height] = size;
    [x, y, width, height]
}

/// Cuts the top off an area.
pub(super) fn cut_top(from: &mut Rectangle, rows: u16) -> Rectangle {
    let [x, y, width, height] = measures(*from);
    let rows = rows.min(height);
    *from = area(x, y + rows, width, height - rows);
    area(x, y, width, rows)
}

/// Cuts the bottom off an area.
pub(super) fn cut_bottom(from: &mut Rectangle, rows: u16) -> Rectangle {
    let [x, y, width, height] = measures(*from);
    let rows = rows.min(height);
    *from = area(x, y, width, height - rows);
    area(x, y + height - rows, width, rows)
}

/// Cuts the left off an area.
pub(super) fn cut_left(from: &mut Rectangle, columns: u16) -> Rectangle {
    let [x, y, width, height] = measures(*from);
    let columns = columns.min(width);
    *from = area(x + columns, y, width - columns, height);
    area(x, y, columns, height)
}

/// Cuts the right off an area.
pub(super) fn cut_right(from: &mut Rectangle, columns: u16) -> Rectangle {
    let [x, y, width, height] = measures(*from);
    let columns = columns.min(width);
    *from = area(x, y, width - columns, height);
    area(x + width - columns, y, columns, height)
}

/// The middle of an area, so many pixels wide and high.
pub(super) fn middle(of: Rectangle, width: u16, height: u16) -> Rectangle {
    let [x, y, outer_width, outer_height] = measures(of);
    let (width, height) = (width.min(outer_width), height.min(outer_height));
    area(x + (outer_width - width) / 2, y + (outer_height - height) / 2, width, height)
}
