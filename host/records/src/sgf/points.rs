//! Points as SGF writes them: a letter for the column from the left, then one for the row from the top.

use rules::{Point, Size};

use super::record::Place;

/// The most lines on which `tt` is a pass.
const TT_WITHIN: u8 = 19;

/// The point of two letters, blanks between and around them skipped.
pub(super) fn point(text: &str, size: Size) -> Option<Point> {
    match *text.as_bytes() {
        [column, row] => of_letters(column, row, size),
        _ => {
            let mut letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
            let (column, row) = (letters.next()?, letters.next()?);
            letters.next().is_none().then(|| of_letters(column, row, size))?
        }
    }
}

fn of_letters(column: u8, row: u8, size: Size) -> Option<Point> {
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'a')?);
    let row = (size.lines() - 1).checked_sub(row)?;
    Point::new(column, row).filter(|&point| size.contains(point))
}

/// The lines that a board needs for this text to be a point of it.
pub(super) fn lines_needed(text: &str) -> u8 {
    let lines = |letter: u8| if letter.is_ascii_lowercase() { letter - b'a' + 1 } else { 0 };
    match *text.as_bytes() {
        [column, row] if column.is_ascii_lowercase() && row.is_ascii_lowercase() => {
            lines(column).max(lines(row))
        }
        _ => 0,
    }
}

/// What a move's text means that is no point as it stands, and whether it is a pass in words.
pub(super) fn no_point(text: &str, size: Size) -> (Place, bool) {
    if let Some(point) = point(text, size) {
        return (Place::Point(point), false);
    }
    let text = text.trim();
    if text.is_empty() || (text == "tt" && size.lines() <= TT_WITHIN) {
        return (Place::Pass, false);
    }
    if text.eq_ignore_ascii_case("pass") {
        return (Place::Pass, true);
    }
    (Place::OffBoard(text.to_owned()), false)
}

/// Adds the points of a list's value: one, or a rectangle between two corners. `None` if it is neither.
pub(super) fn listed(text: &str, size: Size, points: &mut PointSet) -> Option<()> {
    let Some((one, other)) = text.split_once(':') else {
        points.insert(point(text, size)?);
        return Some(());
    };
    let (one, other) = (point(one, size)?, point(other, size)?);
    let rows = one.row().min(other.row())..=one.row().max(other.row());
    for row in rows.rev() {
        for column in one.column().min(other.column())..=one.column().max(other.column()) {
            points.insert(Point::new(column, row)?);
        }
    }
    Some(())
}

/// Points, each once, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct PointSet {
    seen: [u32; Size::MAX as usize],
    points: Vec<Point>,
}

impl PointSet {
    fn insert(&mut self, point: Point) {
        let (row, bit) = (&mut self.seen[usize::from(point.row())], 1 << point.column());
        if *row & bit == 0 {
            *row |= bit;
            self.points.push(point);
        }
    }

    /// The points.
    pub(super) fn into_vec(self) -> Vec<Point> {
        self.points
    }
}

/// Writes a point's two letters.
pub(super) fn push(point: Point, size: Size, out: &mut String) {
    let letter = |line: u8| char::from(b'a' + line);
    out.push(letter(point.column()));
    out.push(letter((size.lines() - 1).saturating_sub(point.row())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_the_top() {
        for (text, name) in [("aa", "A19"), ("pd", "Q16"), ("ss", "T1"), ("p d", "Q16"), (" dd\n", "D16")] {
            let point = point(text, Size::FULL).unwrap();
            assert_eq!(point.to_string(), name);
            let mut out = String::new();
            push(point, Size::FULL, &mut out);
            assert_eq!(out, text.split_whitespace().collect::<String>());
        }
        for text in ["", "a", "tt", "zz", "AA", "Q16", "é", "a]", "aab", "字"] {
            assert_eq!(point(text, Size::FULL), None, "{text}");
        }
    }

    #[test]
    fn tt_is_a_pass_only_where_it_is_no_point() {
        for (lines, pass) in [(9, true), (13, true), (19, true), (20, false), (21, false), (25, false)] {
            let (place, _) = no_point("tt", Size::new(lines).unwrap());
            assert_eq!(place == Place::Pass, pass, "{lines}");
            assert_eq!(matches!(place, Place::Point(_)), !pass, "{lines}");
        }
        for text in ["", " ", "\n"] {
            assert_eq!(no_point(text, Size::FULL), (Place::Pass, false));
        }
        assert_eq!(no_point("PASS", Size::FULL), (Place::Pass, true));
        assert_eq!(no_point("zz", Size::FULL), (Place::OffBoard("zz".to_owned()), false));
    }

    #[test]
    fn rectangles_are_between_any_two_corners() {
        let names = |text: &str| {
            let mut points = PointSet::default();
            listed(text, Size::FULL, &mut points)?;
            Some(points.into_vec().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names("aa:bb").unwrap(), "A19 B19 A18 B18");
        assert_eq!(names("bb:aa"), names("aa:bb"));
        assert_eq!(names("ab:ba"), names("aa:bb"));
        assert_eq!(names("cc:cc").unwrap(), "C17");
        assert_eq!(names("aa:zz"), None);
        assert_eq!(names("aa:"), None);
    }
}
