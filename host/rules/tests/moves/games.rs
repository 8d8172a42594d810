//! Games at random, compared move by move with the rules written out plainly.

use std::collections::BTreeSet;

use crate::naive::{Naive, Stones};
use proptest::collection::vec;
use proptest::prelude::*;
use rules::go::{Game, Legality, Move, Position, Repetition, Suicide};
use rules::{Color, Point, Size};

const REPETITIONS: [Repetition; 4] =
    [Repetition::Simple, Repetition::Positional, Repetition::Situational, Repetition::Practice];
const SUICIDES: [Suicide; 3] = [Suicide::Forbidden, Suicide::Several, Suicide::Allowed];

/// Stones put on points, or taken off them.
type SetUp = Vec<(Point, Option<Color>)>;

/// What happens next.
#[derive(Clone, Debug)]
enum Step {
    /// A stone where it is legal; the side that moved last moves again if told so.
    Play {
        at: Point,
        again: bool,
    },
    Pass {
        again: bool,
    },
    Force {
        at: Point,
        again: bool,
    },
    Setup(SetUp),
    /// The rest is played on a copy.
    Clone,
}

/// A point on a board of so many lines, or just beside it.
fn point(lines: u8) -> impl Strategy<Value = Point> {
    let beside = (0..=lines, 0..=lines).prop_map(|(column, row)| Point::new(column, row).unwrap());
    let on = (0..lines, 0..lines).prop_map(|(column, row)| Point::new(column, row).unwrap());
    prop_oneof![30 => on, 1 => beside]
}

fn stones(lines: u8, most: usize) -> impl Strategy<Value = SetUp> {
    let stone = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    let point = (0..lines, 0..lines).prop_map(|(column, row)| Point::new(column, row).unwrap());
    vec((point, stone), 0..=most)
}

fn step(lines: u8) -> impl Strategy<Value = Step> {
    let again = || prop::bool::weighted(0.03);
    prop_oneof![
        200 => (point(lines), again()).prop_map(|(at, again)| Step::Play { at, again }),
        6 => again().prop_map(|again| Step::Pass { again }),
        6 => (point(lines), again()).prop_map(|(at, again)| Step::Force { at, again }),
        1 => stones(lines, 4).prop_map(Step::Setup),
        1 => Just(Step::Clone),
    ]
}

fn legality() -> impl Strategy<Value = Legality> {
    (0..REPETITIONS.len(), 0..SUICIDES.len()).prop_map(|(repetition, suicide)| Legality {
        repetition: REPETITIONS[repetition],
        suicide: SUICIDES[suicide],
    })
}

/// Both games at once.
struct Pair {
    game: Game,
    naive: Naive,
    next: Color,
}

impl Pair {
    fn new(size: Size, legality: Legality, start: &[(Point, Option<Color>)]) -> Self {
        let mut game = Game::new(Position::empty(size), legality);
        game.setup(start).unwrap();
        let mut naive = Naive::new(size, legality, Stones::new());
        naive.setup(start);
        Self { game, naive, next: Color::Black }
    }

    fn mover(&self, again: bool) -> Color {
        if again { self.next.opponent() } else { self.next }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Play { at, again } => self.play(self.mover(*again), *at),
            Step::Force { at, again } => self.force(self.mover(*again), *at),
            Step::Pass { again } => {
                let color = self.mover(*again);
                assert_eq!(self.game.check(color, Move::Pass), Ok(()));
                self.game.play(color, Move::Pass).unwrap();
                self.naive.pass(color);
                self.next = color.opponent();
            }
            Step::Setup(stones) => {
                self.game.setup(stones).unwrap();
                self.naive.setup(stones);
            }
            Step::Clone => self.leave_a_copy(),
        }
        self.compare();
    }

    fn play(&mut self, color: Color, at: Point) {
        let expected = self.naive.judge(color, at);
        let before = self.game.position().clone();
        assert_eq!(self.game.check(color, Move::Play(at)), expected.map(|_| ()));
        assert_eq!(self.game.play(color, Move::Play(at)), expected);
        match expected {
            Ok(_) => {
                self.naive.force(color, at);
                self.next = color.opponent();
                let suicide = self.game.legality().suicide;
                assert_eq!(before.play(color, at, suicide).as_ref(), Ok(self.game.position()));
            }
            Err(_) => assert_eq!(&before, self.game.position()),
        }
    }

    fn force(&mut self, color: Color, at: Point) {
        let expected = self.naive.judge(color, at);
        let (played, illegal) = self.game.force(color, Move::Play(at));
        let (taken, lost) = self.naive.force(color, at);
        assert_eq!((played.captured, played.suicide, illegal), (taken, lost, expected.err()));
        assert_eq!(played.cycle, expected.map_or(None, |played| played.cycle));
        self.next = color.opponent();
    }

    /// A copy that a stone is forced on everywhere leaves the game as it was.
    fn leave_a_copy(&self) {
        let (mut copy, before) = (self.game.clone(), self.game.position().clone());
        for point in before.size().iter() {
            copy.force(self.next, Move::Play(point));
        }
        assert_eq!(&before, self.game.position());
        assert_eq!(self.game.moves_played() + u32::from(before.size().points()), copy.moves_played());
    }

    fn compare(&self) {
        let position = self.game.position();
        for point in position.size().iter() {
            assert_eq!(position.at(point), self.naive.stones.get(&point).copied(), "{point}");
        }
        assert_eq!(position.captures(), self.naive.captures);
        assert_eq!(self.game.moves_played(), self.naive.moves);
        assert_eq!(&Position::from_rows(&position.rows()).unwrap().rows(), &position.rows());
    }

    /// Every move of both sides is judged alike.
    fn compare_all(&self) {
        for color in Color::BOTH {
            for point in self.game.position().size().iter() {
                let expected = self.naive.judge(color, point).map(|_| ());
                assert_eq!(self.game.check(color, Move::Play(point)), expected, "{color} {point}");
            }
        }
    }
}

/// A size, and a game's rules, start and steps on it.
fn games(
    sizes: std::ops::RangeInclusive<u8>,
    most: usize,
) -> impl Strategy<Value = (u8, Legality, SetUp, Vec<Step>)> {
    sizes.prop_flat_map(move |lines| {
        (Just(lines), legality(), prop_oneof![Just(Vec::new()), stones(lines, 12)], vec(step(lines), 0..most))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_boards_are_judged_as_plain_rules_judge_them((lines, legality, start, steps) in games(2..=4, 150)) {
        let mut pair = Pair::new(Size::new(lines).unwrap(), legality, &start);
        for step in &steps {
            pair.step(step);
            pair.compare_all();
        }
    }

    #[test]
    fn larger_boards_are_judged_as_plain_rules_judge_them((lines, legality, start, steps) in games(5..=9, 300)) {
        let mut pair = Pair::new(Size::new(lines).unwrap(), legality, &start);
        for step in &steps {
            pair.step(step);
        }
        pair.compare_all();
    }

    #[test]
    fn groups_and_liberties_are_those_of_the_stones(lines in 2..=25_u8, seed in any::<u64>(), empty in 1..5_u64) {
        let size = Size::new(lines).unwrap();
        let mut state = seed;
        let mut position = Position::empty(size);
        for point in size.iter() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let drawn = state >> 33;
            let stone = if drawn % 6 < empty { None } else { Some(Color::BOTH[(drawn / 6 % 2) as usize]) };
            position.set(point, stone).unwrap();
        }
        for point in size.iter().filter(|&point| position.at(point).is_some()) {
            let group: BTreeSet<_> = position.group(point).into_iter().collect();
            let liberties: BTreeSet<_> = position.liberties(point).into_iter().collect();
            let beside: BTreeSet<_> = size.iter().filter(|near| group.iter().any(|stone| touch(*stone, *near))).collect();
            let same = |near: &&Point| position.at(**near) == position.at(point);
            prop_assert!(group.contains(&point) && beside.iter().filter(same).all(|near| group.contains(near)));
            let empty = |near: &Point| position.at(*near).is_none();
            prop_assert_eq!(liberties, beside.iter().copied().filter(empty).collect::<BTreeSet<_>>());
        }
    }
}

fn touch(one: Point, other: Point) -> bool {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()) == 1
}
