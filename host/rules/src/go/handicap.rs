//! Where handicap stones stand.

use crate::point::{Point, Size};

/// The points of a handicap of 2 to 9 stones, on the star points in the usual order: Q16 and D4, then Q4, D16, the
/// centre or the sides. Only boards of an odd number of lines from 7 have them; else there is none.
#[must_use]
pub fn handicap_points(size: Size, stones: u8) -> Option<Vec<Point>> {
    let lines = size.lines();
    if lines < 7 || lines.is_multiple_of(2) || !(2..=9).contains(&stones) {
        return None;
    }
    // The fourth line, on small boards the third, counted from 0.
    let low = if lines >= 13 { 3 } else { 2 };
    let (middle, high) = (lines / 2, lines - 1 - low);
    let corners = [(high, high), (low, low), (high, low), (low, high)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let pairs = usize::from(stones) / 2 * 2;
    let of_pairs =
        corners.into_iter().chain(sides).take(if stones <= 4 { usize::from(stones) } else { pairs });
    let centre = (stones > 4 && stones % 2 == 1).then_some((middle, middle));
    of_pairs.chain(centre).map(|(column, row)| Point::new(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(lines: u8, stones: u8) -> Option<String> {
        let points = handicap_points(Size::new(lines).unwrap(), stones)?;
        Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn handicap_stones_stand_on_the_star_points() {
        for (lines, stones, expected) in [
            (19, 2, "Q16 D4"),
            (19, 3, "Q16 D4 Q4"),
            (19, 4, "Q16 D4 Q4 D16"),
            (19, 5, "Q16 D4 Q4 D16 K10"),
            (19, 6, "Q16 D4 Q4 D16 D10 Q10"),
            (19, 7, "Q16 D4 Q4 D16 D10 Q10 K10"),
            (19, 8, "Q16 D4 Q4 D16 D10 Q10 K4 K16"),
            (19, 9, "Q16 D4 Q4 D16 D10 Q10 K4 K16 K10"),
            (13, 5, "K10 D4 K4 D10 G7"),
            (9, 4, "G7 C3 G3 C7"),
            (9, 5, "G7 C3 G3 C7 E5"),
        ] {
            assert_eq!(points(lines, stones).as_deref(), Some(expected), "{stones} on {lines}");
        }
    }

    #[test]
    fn other_boards_and_numbers_have_none() {
        for (lines, stones) in [(19, 0), (19, 1), (19, 10), (18, 2), (5, 2), (2, 2), (24, 9)] {
            assert_eq!(points(lines, stones), None, "{stones} on {lines}");
        }
        for lines in (7..=25).step_by(2) {
            let size = Size::new(lines).unwrap();
            for stones in 2..=9 {
                let mut all = handicap_points(size, stones).unwrap();
                assert!(all.iter().all(|&point| size.contains(point)));
                all.sort();
                all.dedup();
                assert_eq!(all.len(), usize::from(stones), "{stones} on {lines}");
            }
        }
    }
}
