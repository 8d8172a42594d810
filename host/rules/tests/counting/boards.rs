//! Whole boards, from tables.

use rules::go::{InSeki, Position, count};
use rules::{ByColor, Color, Point};

/// A board with what is known of it.
pub(crate) struct Case<'a> {
    pub(crate) name: &'a str,
    given: Vec<(&'a str, &'a str)>,
    pub(crate) rows: Vec<&'a str>,
}

/// The cases of a table.
pub(crate) fn cases(table: &str) -> Vec<Case<'_>> {
    let cases = table.split("\n\n").filter(|part| part.starts_with("case: "));
    cases.map(case).collect()
}

fn case(part: &str) -> Case<'_> {
    let (heads, rows): (Vec<&str>, Vec<&str>) = part.lines().partition(|line| line.contains(": "));
    let mut given: Vec<_> = heads.iter().filter_map(|line| line.split_once(": ")).collect();
    let (_, name) = given.remove(0);
    Case { name, given, rows }
}

fn points(text: &str) -> Vec<Point> {
    text.split(' ').map(|point| point.parse().expect("a point")).collect()
}

fn pair<T: ToString>(both: ByColor<T>) -> String {
    format!("{} {}", both.black.to_string(), both.white.to_string())
}

#[test]
fn boards_come_out_as_in_the_table() {
    let cases = cases(include_str!("boards.txt"));
    assert!(cases.len() >= 15);
    for case in cases {
        let position = Position::from_rows(&case.rows).unwrap();
        let dead = case.given.iter().find(|(key, _)| *key == "dead").map_or(vec![], |(_, text)| points(text));
        let count = count(&position, &dead).unwrap();
        for (key, expected) in case.given {
            let found = match key {
                "dead" => continue,
                "area" => pair(count.area()),
                "territory" => pair(count.territory(InSeki::Count)),
                "ignoring seki" => pair(count.territory(InSeki::Ignore)),
                "difference" => count.area_difference().to_string(),
                "dame" => count.dame().iter().map(Point::to_string).collect::<Vec<_>>().join(" "),
                _ => panic!("{}: what is {key}?", case.name),
            };
            assert_eq!(found, expected, "{}: {key}", case.name);
        }
    }
}

/// Every point of an online game's end whose owner is known comes out as its owner's, once its dead stones are off.
#[test]
fn finished_games_come_out_as_their_players_and_arbiters_saw_them() {
    let cases = cases(include_str!("autoscore.txt"));
    assert_eq!(cases.len(), 31);
    let mut checked = 0;
    for case in cases {
        let (rows, owners): (Vec<&str>, Vec<&str>) =
            case.rows.iter().map(|row| row.split_once(' ').unwrap()).unzip();
        let position = Position::from_rows(&rows).unwrap();
        let known: Vec<(Point, char)> = position.size().iter().zip(owners.concat().chars()).collect();
        let dead: Vec<Point> =
            known.iter().filter(|(point, owner)| is_dead(&position, *point, *owner)).map(|k| k.0).collect();
        let count = count(&position, &dead).unwrap();
        assert_eq!(count.dead(), dead, "{}", case.name);
        for (point, owner) in known {
            let expected = match owner {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                '.' => None,
                _ => continue,
            };
            assert_eq!(count.owner(point), expected, "{}: {point}", case.name);
            checked += 1;
        }
    }
    assert!(checked > 5_000);
}

/// Whether a stone's point is somebody else's.
pub(crate) fn is_dead(position: &Position, point: Point, owner: char) -> bool {
    match position.at(point) {
        None => false,
        Some(Color::Black) => matches!(owner, 'O' | '.'),
        Some(Color::White) => matches!(owner, 'X' | '.'),
    }
}
