//! Cases written as text, each played under all four rules of repetition: `vectors/README.txt`.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use rules::go::{Game, Illegal, Legality, Move, Played, Position, Repetition, Suicide};
use rules::{Color, Point, Size};

const RULES: [(&str, Repetition); 4] = [
    ("simple", Repetition::Simple),
    ("positional", Repetition::Positional),
    ("situational", Repetition::Situational),
    ("practice", Repetition::Practice),
];

/// The games of one case that still go on, each under its rule.
struct Case {
    title: String,
    suicide: Suicide,
    games: Vec<(&'static str, Game)>,
}

fn color(word: &str) -> Color {
    match word {
        "black" | "B" => Color::Black,
        "white" | "W" => Color::White,
        _ => panic!("{word:?} is no colour"),
    }
}

fn turn(word: &str) -> Move {
    if word == "pass" { Move::Pass } else { Move::Play(word.parse().unwrap()) }
}

fn verdict(outcome: Result<Played, Illegal>) -> String {
    match outcome {
        Ok(Played { cycle: Some(first), .. }) => format!("ok/cycle:{first}"),
        Ok(_) => "ok".to_owned(),
        Err(illegal) => match illegal.repeats() {
            Some(first) => format!("{}:{first}", illegal.reason()),
            None => illegal.reason().to_owned(),
        },
    }
}

impl Case {
    fn begin(&mut self, position: &Position) {
        let suicide = self.suicide;
        let game = |repetition| Game::new(position.clone(), Legality { repetition, suicide });
        self.games = RULES.map(|(rule, repetition)| (rule, game(repetition))).into();
    }

    fn step(&mut self, verb: &str, words: &[&str]) {
        match verb {
            "suicide" => {
                self.suicide = match words[0] {
                    "several" => Suicide::Several,
                    "allowed" => Suicide::Allowed,
                    word => panic!("{word:?} is not about suicide"),
                }
            }
            "size" => self.begin(&Position::empty(Size::new(words[0].parse().unwrap()).unwrap())),
            "rows" => self.begin(&Position::from_rows(words).unwrap()),
            "lays" => words.chunks(2).for_each(|pair| self.play(color(pair[0]), pair[1], &["all=ok"])),
            "forces" => words.chunks(2).for_each(|pair| self.force(color(pair[0]), turn(pair[1]))),
            "set" => self.set(words),
            "black" | "white" => self.play(color(verb), words[0], &words[1..]),
            "black?" | "white?" => self.ask(color(verb.trim_end_matches('?')), words[0], &words[1..]),
            "board" => self.all(|game| assert_eq!(game.position().rows(), words)),
            "moves" => self.all(|game| assert_eq!(game.moves_played().to_string(), words[0])),
            _ => panic!("{verb:?} is no step"),
        }
    }

    fn all(&self, check: impl Fn(&Game)) {
        assert!(!self.games.is_empty());
        self.games.iter().for_each(|(_, game)| check(game));
    }

    fn set(&mut self, words: &[&str]) {
        let stone = |word: &str| if word == "." { None } else { Some(color(word)) };
        let stones: Vec<(Point, Option<Color>)> =
            words.chunks(2).map(|pair| (pair[1].parse().unwrap(), stone(pair[0]))).collect();
        self.games.iter_mut().for_each(|(_, game)| game.setup(&stones).unwrap());
    }

    fn force(&mut self, color: Color, turn: Move) {
        for (_, game) in &mut self.games {
            let legal = game.check(color, turn);
            assert_eq!(game.force(color, turn).1, legal.err(), "{}: {turn}", self.title);
        }
    }

    fn play(&mut self, color: Color, at: &str, expected: &[&str]) {
        let number = |name: &str| {
            let word = expected.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            word.map(|word| word.parse::<u32>().unwrap())
        };
        let title = &self.title;
        self.games.retain_mut(|(rule, game)| {
            let before = game.position().clone();
            let asked = game.check(color, turn(at));
            let played = game.play(color, turn(at));
            assert_eq!(verdict(played), expected_under(rule, expected), "{title}: {at} under {rule}");
            assert_eq!(asked, played.map(|_| ()), "{title}: {at} under {rule}");
            match played {
                Ok(played) => {
                    assert!(number("takes").is_none_or(|takes| takes == played.captured), "{title}: {at}");
                    assert!(number("loses").is_none_or(|loses| loses == played.suicide), "{title}: {at}");
                }
                Err(_) => assert_eq!(&before, game.position(), "{title}: {at}"),
            }
            played.is_ok()
        });
    }

    fn ask(&self, color: Color, at: &str, expected: &[&str]) {
        for (rule, game) in &self.games {
            let asked = verdict(game.clone().play(color, turn(at)));
            assert_eq!(asked, expected_under(rule, expected), "{}: {at} under {rule}", self.title);
        }
    }
}

fn expected_under<'a>(rule: &str, expected: &[&'a str]) -> &'a str {
    let named = |name: &str| expected.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    named(rule).or_else(|| named("all")).unwrap()
}

/// Runs every case of a file, and says how many there were.
fn run(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases: Vec<Case> = Vec::new();
    for line in lines {
        let (verb, rest) = line.split_once(' ').unwrap();
        if verb == "case" {
            cases.push(Case { title: rest.to_owned(), suicide: Suicide::Forbidden, games: Vec::new() });
        } else {
            cases.last_mut().unwrap().step(verb, &rest.split_whitespace().collect::<Vec<_>>());
        }
    }
    cases.len()
}

#[test]
fn moves_take_what_they_take() {
    assert_eq!(run(include_str!("vectors/moves.txt")), 9);
}

#[test]
fn positions_come_again_or_not() {
    assert_eq!(run(include_str!("vectors/repetition.txt")), 11);
}

#[test]
fn records_of_others_break_the_rules_where_they_say() {
    assert_eq!(run(include_str!("vectors/littlego.txt")), 3);
}

#[test]
fn boards_of_others_look_alike() {
    assert_eq!(run(include_str!("vectors/sgfmill.txt")), 19);
}
