//! The parts of a face: each fills its own area, so that it can be drawn again by itself.

use embedded_graphics::prelude::{DrawTarget, PointsIter};
use embedded_graphics::primitives::Rectangle;

use super::figure::Figure;
use super::font::Font;
use super::layout::measures;
use super::palette::{Ink, Palette};
use super::symbol::{SYMBOL, Symbol};
use super::words::Line;
use clock::Side;

/// A part of a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) area: Rectangle,
    pub(super) content: Content,
    pub(super) ink: Ink,
    /// Behind it.
    pub(super) ground: Ink,
}

/// What a part shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Figure {
        figure: Figure,
        stroke: u16,
    },
    Text {
        line: Line,
        font: Font,
        /// Whether it stands in the middle rather than at the left.
        centred: bool,
    },
    /// A stone of this colour, whose edge is drawn in the part's ink.
    Stone(Side),
    Symbol {
        symbol: Symbol,
        scale: u16,
    },
}

impl Part {
    /// Draws the part, each of its pixels once.
    pub(super) fn draw<D: DrawTarget>(
        &self,
        target: &mut D,
        palette: &Palette<D::Color>,
    ) -> Result<(), D::Error> {
        let [left, top, width, height] = measures(self.area);
        if let Content::Text { line, font, centred } = &self.content {
            let colours = (palette.colour(self.ink), palette.colour(self.ground));
            let spare = width.saturating_sub(font.width(line));
            let from_left = if *centred { spare / 2 } else { 0 };
            return font.draw(line, self.area, from_left, colours, target);
        }
        let pixels = self.area.points().map(|point| {
            let x = u16::try_from(point.x).unwrap_or(0).saturating_sub(left);
            let y = u16::try_from(point.y).unwrap_or(0).saturating_sub(top);
            palette.colour(self.ink_at(x, y, width, height))
        });
        target.fill_contiguous(&self.area, pixels)
    }

    /// The ink of a pixel of the part.
    fn ink_at(&self, x: u16, y: u16, width: u16, height: u16) -> Ink {
        let covers = match &self.content {
            Content::Text { .. } => false,
            Content::Figure { figure, stroke } => figure.covers(x, y, width, height, *stroke),
            Content::Stone(side) => return self.stone_at(*side, x, y, width, height),
            Content::Symbol { symbol, scale } => {
                let side = SYMBOL * scale;
                let (dx, dy) = (width.saturating_sub(side) / 2, height.saturating_sub(side) / 2);
                x >= dx && y >= dy && symbol.covers(x - dx, y - dy, *scale)
            }
        };
        if covers { self.ink } else { self.ground }
    }

    /// A disc in its own colour with an edge, so that it is seen on any ground.
    fn stone_at(&self, side: Side, x: u16, y: u16, width: u16, height: u16) -> Ink {
        // In half pixels from the centre.
        let across = |at: u16, length: u16| u32::from((2 * at + 1).abs_diff(length));
        let distance = across(x, width).pow(2) + across(y, height).pow(2);
        let radius = u32::from(width.min(height)).saturating_sub(2);
        let edge = (radius / 8).max(2);
        match side {
            _ if distance > radius.pow(2) => self.ground,
            _ if distance > (radius - edge).pow(2) => self.ink,
            Side::Black => Ink::Dark,
            Side::White => Ink::Light,
        }
    }
}
