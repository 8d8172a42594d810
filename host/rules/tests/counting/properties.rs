//! What holds for every board.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rules::go::{Count, InSeki, Position, count};
use rules::{ByColor, Color, Point, Quarters};

/// Any board; some of them cannot come about in play, which counting does not ask.
pub(crate) fn boards() -> impl Strategy<Value = Position> {
    (2_usize..=25, 1_u32..6).prop_flat_map(|(lines, empty)| {
        let stone = prop_oneof![empty => Just('.'), 1 => Just('X'), 1 => Just('O')];
        let row = vec(stone, lines).prop_map(String::from_iter);
        vec(row, lines).prop_map(|rows| Position::from_rows(&rows).expect("a square diagram"))
    })
}

fn boards_with_dead_stones() -> impl Strategy<Value = (Position, Vec<Point>)> {
    boards().prop_flat_map(|position| {
        let stones: Vec<Point> =
            position.size().iter().filter(|&point| position.at(point).is_some()).collect();
        let dead = if stones.is_empty() { Just(vec![]).boxed() } else { vec(select(stones), 0..6).boxed() };
        (Just(position), dead)
    })
}

fn drawn(position: &Position, stone: impl Fn(Point) -> Option<Color>) -> Position {
    let letters: Vec<char> = position
        .size()
        .iter()
        .map(|point| match stone(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        })
        .collect();
    let rows: Vec<String> =
        letters.chunks(position.size().lines().into()).map(|row| row.iter().collect()).collect();
    Position::from_rows(&rows).expect("a square diagram")
}

fn swapped<T>(both: ByColor<T>) -> ByColor<T> {
    ByColor { black: both.white, white: both.black }
}

fn without_dead(position: &Position, count: &Count) -> Position {
    drawn(position, |point| count.stone(point))
}

proptest! {
    #[test]
    fn both_areas_are_the_whole_board((position, dead) in boards_with_dead_stones()) {
        let count = count(&position, &dead).unwrap();
        let area = count.area();
        prop_assert_eq!(area.black + area.white, Quarters::whole(position.size().points().into()));
        prop_assert_eq!((area.black - area.white).0, 4 * count.area_difference());
        prop_assert_eq!(count.dame().len(), count.shared() as usize);
        prop_assert!(area.black.0 % 2 == 0);
        for side in Color::BOTH {
            let conceded = count.area_conceded(side);
            prop_assert_eq!(conceded.of(side).0, 4 * count.sole_area().of(side).cast_signed());
            prop_assert_eq!(conceded.black + conceded.white, Quarters::whole(position.size().points().into()));
        }
    }

    #[test]
    fn taking_dead_stones_off_twice_changes_nothing((position, dead) in boards_with_dead_stones()) {
        let once = count(&position, &dead).unwrap();
        let again = count(&without_dead(&position, &once), &[]).unwrap();
        prop_assert!(once.owners().eq(again.owners()));
        prop_assert_eq!(once.area(), again.area());
        prop_assert_eq!(once.surrounded(), again.surrounded());
        let off = once.prisoners().black + once.prisoners().white;
        prop_assert_eq!(off as usize, once.dead().len());
    }

    #[test]
    fn one_point_of_each_group_is_enough((position, dead) in boards_with_dead_stones()) {
        let one = count(&position, &dead).unwrap();
        let all = count(&position, one.dead()).unwrap();
        prop_assert!(dead.iter().all(|point| one.dead().contains(point)));
        prop_assert_eq!(one, all);
    }

    #[test]
    fn colours_exchanged_give_the_count_exchanged((position, dead) in boards_with_dead_stones()) {
        let other = drawn(&position, |point| position.at(point).map(Color::opponent));
        let (count, other) = (count(&position, &dead).unwrap(), count(&other, &dead).unwrap());
        prop_assert_eq!(count.area(), swapped(other.area()));
        for in_seki in [InSeki::Count, InSeki::Ignore] {
            prop_assert_eq!(count.territory(in_seki), swapped(other.territory(in_seki)));
        }
        prop_assert_eq!(count.dead(), other.dead());
        for (point, owner) in count.owners() {
            prop_assert_eq!(owner, other.owner(point).map(Color::opponent));
        }
    }

    #[test]
    fn points_without_stones_are_named(position in boards(), points in vec((0_u8..25, 0_u8..25), 0..8)) {
        let points: Vec<Point> = points.into_iter().filter_map(|(column, row)| Point::new(column, row)).collect();
        let bare: Vec<Point> = points.iter().copied().filter(|&point| position.at(point).is_none()).collect();
        match count(&position, &points) {
            Ok(_) => prop_assert!(bare.is_empty()),
            Err(fault) => prop_assert_eq!(fault.points, bare),
        }
    }

    #[test]
    fn seki_only_takes_points_away((position, dead) in boards_with_dead_stones()) {
        let count = count(&position, &dead).unwrap();
        let (all, less) = (count.territory(InSeki::Count), count.territory(InSeki::Ignore));
        prop_assert!(less.black <= all.black && less.white <= all.white);
        prop_assert!(less.black >= count.prisoners().black && less.white >= count.prisoners().white);
    }
}
