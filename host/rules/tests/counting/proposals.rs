//! Proposals of dead stones.

use proptest::prelude::*;
use rules::Point;
use rules::go::{Position, count, propose_dead};

use super::boards::{cases, is_dead};
use super::properties::boards;

/// Games whose stones are all proposed rightly, of those that people or an engine have labelled.
#[test]
fn most_finished_games_are_proposed_without_a_fault() {
    let mut right = 0;
    for case in cases(include_str!("autoscore.txt")) {
        let (rows, owners): (Vec<&str>, Vec<&str>) =
            case.rows.iter().map(|row| row.split_once(' ').unwrap()).unzip();
        let position = Position::from_rows(&rows).unwrap();
        let proposed = propose_dead(&position, 1);
        let owners = owners.concat();
        let known = position.size().iter().zip(owners.chars());
        // Where stones stand on points that are nobody's or not said, their life is not said either.
        let mut known = known.filter(|(_, owner)| matches!(owner, 'X' | 'O'));
        let agrees =
            known.all(|(point, owner)| proposed.contains(&point) == is_dead(&position, point, owner));
        right += u32::from(agrees);
    }
    assert!(right >= 24, "{right} of 31");
}

/// Black lives by two eyes; White's stones in the corner and in the eye do not.
#[test]
fn what_lives_whatever_is_played_is_never_dead_and_what_is_in_its_eyes_always() {
    let rows = [
        ".X.X.....",
        "XXXX.....",
        "XO.X.....",
        "XXXX.....",
        ".........",
        ".........",
        "........X",
        ".......XO",
        "......X..",
    ];
    let position = Position::from_rows(&rows).unwrap();
    for seed in 0..20 {
        let dead = propose_dead(&position, seed);
        assert!(dead.contains(&"B7".parse().unwrap()), "{seed}");
        assert!(
            dead.iter().all(|&point| position.at(point) == Some(rules::Color::White)),
            "{seed}: {dead:?}"
        );
    }
}

#[test]
fn an_empty_board_has_no_dead_stones() {
    let empty = Position::from_rows(&["..", ".."]).unwrap();
    assert_eq!(propose_dead(&empty, 1), vec![]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// On any board, even one that no play leads to: whole groups only, in order, and always the same.
    #[test]
    fn proposals_are_whole_groups_and_always_the_same(position in boards(), seed: u64) {
        let dead = propose_dead(&position, seed);
        let counted = count(&position, &dead).unwrap();
        prop_assert_eq!(counted.dead(), &dead[..]);
        prop_assert_eq!(propose_dead(&position, seed), dead);
    }
}

#[test]
fn boards_full_of_stones_are_taken_as_they_are() {
    for rows in [["XX", "XX"], ["XO", "OX"], ["XX", "OO"]] {
        let dead: Vec<Point> = propose_dead(&Position::from_rows(&rows).unwrap(), 1);
        assert!(dead.is_empty(), "{rows:?}: {dead:?}");
    }
}
