//! Whole trees of moves, counted.

use std::collections::{BTreeMap, BTreeSet};

use crate::naive::{Naive, Stones};
use rules::go::{Game, Legality, Move, Position, Repetition, Suicide};
use rules::{Color, Size};

/// All positions that legal moves of either side lead to.
fn reachable(lines: u8) -> usize {
    let mut found = BTreeSet::from([Position::empty(Size::new(lines).unwrap()).rows()]);
    let mut open: Vec<Vec<String>> = found.iter().cloned().collect();
    while let Some(rows) = open.pop() {
        let position = Position::from_rows(&rows).unwrap();
        for (color, point) in
            Color::BOTH.into_iter().flat_map(|color| position.size().iter().map(move |p| (color, p)))
        {
            let Ok(next) = position.play(color, point, Suicide::Forbidden) else { continue };
            if found.insert(next.rows()) {
                open.push(next.rows());
            }
        }
    }
    found.len()
}

/// J. Tromp and G. Farnebäck, Combinatorics of Go (2007): 57 positions on 2 lines, 12,675 on 3 have liberties for
/// every stone.
#[test]
fn as_many_positions_are_reached_as_are_legal() {
    assert_eq!((reachable(2), reachable(3)), (57, 12_675));
}

/// Plays every series of alternating moves in both, and counts how each move was judged.
fn tree(game: &Game, naive: &Naive, color: Color, depth: u32, counted: &mut BTreeMap<&'static str, u32>) {
    if depth == 0 {
        return;
    }
    for point in game.position().size().iter() {
        let (mut next, mut plain) = (game.clone(), naive.clone());
        let played = next.play(color, Move::Play(point));
        assert_eq!(played, plain.judge(color, point), "{color} {point} on {:?}", game.position().rows());
        let word = match played {
            Ok(played) if played.cycle.is_some() => "cycle",
            Ok(_) => "legal",
            Err(illegal) => illegal.reason(),
        };
        *counted.entry(word).or_default() += 1;
        if played.is_ok() {
            plain.force(color, point);
            tree(&next, &plain, color.opponent(), depth - 1, counted);
        }
    }
    let (mut next, mut plain) = (game.clone(), naive.clone());
    next.play(color, Move::Pass).unwrap();
    plain.pass(color);
    tree(&next, &plain, color.opponent(), depth - 1, counted);
}

fn counted(rows: &[&str], repetition: Repetition, suicide: Suicide, depth: u32) -> String {
    let (position, legality) = (Position::from_rows(rows).unwrap(), Legality { repetition, suicide });
    let stones: Stones =
        position.size().iter().filter_map(|point| Some((point, position.at(point)?))).collect();
    let naive = Naive::new(position.size(), legality, stones);
    let mut counted = BTreeMap::new();
    tree(&Game::new(position, legality), &naive, Color::Black, depth, &mut counted);
    counted.iter().map(|(word, number)| format!("{word} {number}")).collect::<Vec<_>>().join(", ")
}

/// Both agree on every move of the trees; the figures say that every verdict is met with.
#[test]
fn whole_trees_are_judged_as_plain_rules_judge_them() {
    use Repetition::{Positional, Practice, Simple, Situational};
    use Suicide::{Allowed, Forbidden, Several};
    let (empty, ko): (&[&str], &[&str]) = (&["..", ".."], &[".XO", "XO.", ".XO"]);
    for (rows, repetition, suicide, depth, expected) in [
        (empty, Simple, Forbidden, 8, "cycle 248, legal 6208, occupied 11240, suicide 832"),
        (empty, Positional, Forbidden, 8, "legal 6048, occupied 11136, suicide 832, superko 192"),
        (empty, Situational, Forbidden, 8, "legal 6176, occupied 11184, suicide 832, superko 112"),
        (empty, Practice, Forbidden, 8, "cycle 80, legal 6080, occupied 11152, suicide 832, superko 128"),
        (empty, Positional, Several, 8, "legal 6048, occupied 11136, suicide 592, superko 432"),
        (empty, Situational, Allowed, 8, "legal 8960, occupied 14144, superko 896"),
        (ko, Simple, Forbidden, 6, "cycle 4, ko 28, legal 694, occupied 1897, suicide 401"),
        (ko, Positional, Forbidden, 6, "ko 26, legal 692, occupied 1885, suicide 399, superko 4"),
        (ko, Situational, Several, 6, "ko 26, legal 2587, occupied 5392, suicide 991, superko 4"),
        (ko, Practice, Allowed, 6, "cycle 4, ko 28, legal 2591, occupied 5404, superko 991"),
    ] {
        assert_eq!(counted(rows, repetition, suicide, depth), expected, "{repetition:?} {suicide:?}");
    }
}
