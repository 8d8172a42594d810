//! A display in memory.

use std::vec::Vec;

use embedded_graphics::Pixel;
use embedded_graphics::prelude::{Dimensions, DrawTarget, OriginDimensions, PixelColor, Size};

use crate::face::Screen;

/// A display in memory, which counts what is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame<C> {
    size: Size,
    pub(super) pixels: Vec<C>,
    pub(super) written: usize,
    /// How many pixels can be written before the line to the display breaks.
    pub(super) breaks_after: usize,
}

impl<C: PixelColor> Frame<C> {
    pub(super) fn new(screen: Screen, colour: C) -> Self {
        let size = screen.size();
        let count = usize::try_from(size.width * size.height).unwrap();
        Self { size, pixels: std::vec![colour; count], written: 0, breaks_after: usize::MAX }
    }
}

impl<C> OriginDimensions for Frame<C> {
    fn size(&self) -> Size {
        self.size
    }
}

impl<C: PixelColor> DrawTarget for Frame<C> {
    type Color = C;
    type Error = &'static str;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(point, colour) in pixels {
            if self.written >= self.breaks_after {
                return Err("the line broke");
            }
            assert!(self.bounding_box().contains(point), "{point:?} lies beyond the edge");
            let [x, y] = [point.x, point.y].map(|at| usize::try_from(at).unwrap());
            self.pixels[y * usize::try_from(self.size.width).unwrap() + x] = colour;
            self.written += 1;
        }
        Ok(())
    }
}
