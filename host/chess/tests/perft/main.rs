//! Leaves of hard and of random positions, counted to the depths that the tables give.

use chess::Game;

/// The last pair of `depth:leaves` with at most so many leaves.
fn deepest(leaves: &str, most: u64) -> Option<(u8, u64)> {
    let pairs = leaves.split(' ').filter_map(|pair| pair.split_once(':'));
    let mut depths = pairs.filter_map(|(depth, leaves)| Some((depth.parse().ok()?, leaves.parse().ok()?)));
    depths.rfind(|&(_, leaves)| leaves <= most)
}

/// Counts each row to the greatest depth with at most so many leaves; returns the leaves counted.
fn check(table: &str, most: u64) -> u64 {
    let mut counted = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, position, leaves] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = Game::from_composed_fen(position).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (depth, leaves) = deepest(leaves, most).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(game.perft(depth), leaves, "{name}: {position} at depth {depth}");
        counted += leaves;
    }
    counted
}

/// Depth 5 and more for most, 3 for a few; Chess960 and composed checks too.
#[test]
fn hard_positions_have_as_many_lines_as_the_table_says() {
    assert_eq!(check(include_str!("tricky.txt"), 100_000_000), 215_839_604);
}

/// Depths 3 to 6.
#[test]
fn random_positions_have_as_many_lines_as_other_programs_count() {
    assert_eq!(check(include_str!("random.txt"), 1_000_000), 411_109_632);
}

#[test]
fn no_moves_are_one_line_of_play() {
    assert_eq!([0, 1, 2].map(|depth| Game::new().perft(depth)), [1, 20, 400]);
}

/// A forced line is followed as deep as a depth can be.
#[test]
fn no_depth_overflows_the_stack() {
    let shut = Game::from_fen("2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1").unwrap();
    assert_eq!(shut.perft(u8::MAX), 1);
}
