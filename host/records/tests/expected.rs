//! Real games against what four engines agree on: the first move that breaks each rule of repetition, and the area at
//! the end (`tests/data/kaya-kgs/expected.tsv`).

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs;
use std::path::Path;

use records::sgf::Played;
use rules::go::{Game, Legality, Position, Repetition, Suicide, count};
use rules::{Quarters, Size};

/// A game as the file of expectations has it.
struct Expected<'a> {
    file: &'a str,
    moves: usize,
    /// The first illegal move by simple ko, positional and situational superko; 0 where there is none.
    illegal: [u32; 3],
    /// Black's points less White's, just before the first move that positional superko forbids, or at the end.
    area: i32,
}

impl<'a> Expected<'a> {
    fn read(line: &'a str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, moves, simple, positional, situational, area] = fields[..] else {
            panic!("six columns: {line}");
        };
        let illegal = [simple, positional, situational].map(|field| field.parse().unwrap());
        Self { file, moves: moves.parse().unwrap(), illegal, area: area.parse().unwrap() }
    }
}

/// The moves of the main line.
fn moves_of(file: &Path) -> Vec<Played> {
    let bytes = fs::read(file).unwrap();
    let collection = records::sgf::read(&bytes).unwrap();
    collection.game(0).unwrap().record.moves().cloned().collect()
}

/// The first illegal move, 0 if there is none, and the position just before it or at the end.
fn replay(moves: &[Played], repetition: Repetition) -> (u32, Position) {
    let legality = Legality { repetition, suicide: Suicide::Forbidden };
    let mut game = Game::new(Position::empty(Size::FULL), legality);
    for (number, played) in (1..).zip(moves) {
        // The engines of the table took what is not on the board for a pass, as we do.
        if game.play(played.color, played.place.turn()).is_err() {
            return (number, game.position().clone());
        }
    }
    (0, game.position().clone())
}

#[test]
fn four_engines_agree_with_every_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let table = fs::read_to_string(folder.join("kaya-kgs/expected.tsv")).unwrap();
    let mut games = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let Expected { file, moves: number, illegal, area } = Expected::read(line);
        let moves = moves_of(&folder.join(file));
        assert_eq!(moves.len(), number, "{file}");
        let rules = [Repetition::Simple, Repetition::Positional, Repetition::Situational];
        let found = rules.map(|repetition| replay(&moves, repetition));
        assert_eq!([found[0].0, found[1].0, found[2].0], illegal, "{file}");
        let area_here = count(&found[1].1, &[]).unwrap().area();
        // Points between living groups are nobody's in the table, and half each here: the difference is the same.
        assert_eq!(area_here.black - area_here.white, Quarters::whole(area), "{file}");
        games += 1;
    }
    assert_eq!(games, 639);
}
