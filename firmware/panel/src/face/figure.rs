//! Figures drawn for this project, of seven strokes that meet: of any size, all of one width, each in its own
//! place, so that nothing jumps while time runs.

/// How big figures are, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FigureSize {
    pub(super) width: u16,
    pub(super) height: u16,
    /// How thick a stroke is.
    pub(super) stroke: u16,
    /// How far figures stand apart.
    pub(super) gap: u16,
}

/// One figure of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Figure {
    Digit(u8),
    Colon,
}

/// The strokes of 0 to 9 from the lowest bit: top, upper right, lower right, bottom, lower left, upper left, middle.
const STROKES: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

impl Figure {
    /// Whether the figure covers a pixel of its cell.
    pub(super) fn covers(self, x: u16, y: u16, width: u16, height: u16, stroke: u16) -> bool {
        match self {
            Self::Colon => colon_covers(x, y, width, height, stroke),
            Self::Digit(digit) => {
                let strokes = STROKES.get(usize::from(digit)).copied().unwrap_or(0);
                strokes_cover(strokes, x, y, width, height, stroke)
            }
        }
    }
}

/// Two squares, at a third and at two thirds.
fn colon_covers(x: u16, y: u16, width: u16, height: u16, stroke: u16) -> bool {
    let left = width.saturating_sub(stroke) / 2;
    let within = |from: u16, at: u16| at >= from && at < from.saturating_add(stroke);
    let [upper, lower] = [height / 3, height * 2 / 3].map(|centre| centre.saturating_sub(stroke / 2));
    within(left, x) && (within(upper, y) || within(lower, y))
}

fn strokes_cover(strokes: u8, x: u16, y: u16, width: u16, height: u16, stroke: u16) -> bool {
    let lit = |bit: u8| strokes >> bit & 1 == 1;
    // By the nearer vertical edge: the corners of a figure are alike.
    let right = x >= width / 2;
    let from_side = if right { width.saturating_sub(x + 1) } else { x };
    let from_end = y.min(height.saturating_sub(y + 1));
    let upper = y < height.div_ceil(2);
    let (end, side) = match (upper, right) {
        (true, false) => (lit(0), lit(5)),
        (true, true) => (lit(0), lit(1)),
        (false, true) => (lit(3), lit(2)),
        (false, false) => (lit(3), lit(4)),
    };
    if from_side + from_end < stroke / 2 {
        return false;
    }
    // Where two strokes meet each ends at the diagonal; where none meets it, a stroke goes on to the edge.
    let on_end = end && from_end < stroke && (!side || from_side >= from_end);
    let on_side = side && from_side < stroke && (!end || from_end >= from_side);
    let middle = height.saturating_sub(stroke) / 2;
    let on_middle = lit(6) && y >= middle && y < middle + stroke;
    on_end || on_side || on_middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn figures_look_like_figures() {
        let row = |y: u16| -> String {
            (0..10)
                .map(|digit| {
                    let pixel = |x| if Figure::Digit(digit).covers(x, y, 7, 11, 2) { '#' } else { '.' };
                    (0..8).map(|x| if x < 7 { pixel(x) } else { ' ' }).collect::<String>()
                })
                .collect()
        };
        let rows: Vec<String> = (0..11).map(row).collect();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        assert_eq!(rows.join("\n"), include_str!("figures.txt").trim_end(), "\n{}", rows.join("\n"));
    }

    #[test]
    fn no_two_figures_are_alike_at_any_size() {
        for (width, height, stroke) in [(6, 14, 2), (11, 28, 3), (31, 96, 9), (84, 170, 20)] {
            let image = |digit| -> Vec<bool> {
                let at = |n: u16| Figure::Digit(digit).covers(n % width, n / width, width, height, stroke);
                (0..width * height).map(at).collect()
            };
            let images: Vec<_> = (0..10).map(image).collect();
            for (n, one) in images.iter().enumerate() {
                assert!(images.iter().skip(n + 1).all(|other| other != one), "{n} at {width}×{height}");
            }
        }
    }
}
