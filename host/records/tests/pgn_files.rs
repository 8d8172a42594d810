//! PGN: whole files of real games, as `data/pgn/SOURCES.txt` lists them.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use pgn_reader::shakmaty::san::SanPlus;
use pgn_reader::{Reader, Visitor};
use records::pgn::{self, Collection, Game};

/// A file, and how many games, plies and legal plies it has.
struct File {
    name: &'static str,
    games: usize,
    plies: usize,
    /// `None` for games of other rules.
    legal: Option<usize>,
}

fn files() -> Vec<File> {
    let lines = include_str!("data/pgn/files.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<_> = line.split(' ').collect();
            let number = |field: usize| fields[field].parse();
            let (games, plies) = (number(1).expect("games"), number(2).expect("plies"));
            File { name: fields[0], games, plies, legal: number(3).ok() }
        })
        .collect()
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(PathBuf::from("tests/data/pgn").join(name)).expect("a file of the table")
}

fn read(name: &str) -> Collection {
    pgn::read(&bytes(name))
}

fn plies(games: &[Game]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

#[test]
fn all_games_and_plies_are_read_without_warning() {
    for file in files() {
        let collection = read(file.name);
        assert_eq!(
            (collection.games.len(), plies(&collection.games)),
            (file.games, file.plies),
            "{}",
            file.name
        );
        assert_eq!(collection.warnings, [], "{}", file.name);
        for game in &collection.games {
            let count = game.tag("PlyCount").map(|plies| plies.parse());
            assert!(count.is_none_or(|count| count == Ok(game.moves.len())), "{}", file.name);
        }
    }
}

/// The plies from the start that are legal.
fn legal_plies(game: &Game) -> usize {
    let start = game.fen().map_or_else(|| Ok(chess::Game::new()), chess::Game::from_fen);
    let mut position = start.expect("a legal position");
    game.moves.iter().map_while(|played| position.play(played.text.as_str()).ok()).count()
}

#[test]
fn the_moves_are_legal_chess() {
    for file in files() {
        if let Some(legal) = file.legal {
            let found: usize = read(file.name).games.iter().map(legal_plies).sum();
            assert_eq!(found, legal, "{}", file.name);
        }
    }
}

#[test]
fn all_games_are_written_and_read_back() {
    for file in files() {
        let mut games = read(file.name).games;
        let back = pgn::read(pgn::write_all(&games).as_bytes());
        assert_eq!(back.warnings, [], "{}", file.name);
        for (game, back) in games.iter_mut().zip(&back.games) {
            assert_eq!(back.standard(), game.standard(), "{}", file.name);
        }
        assert_eq!(back.games.len(), games.len(), "{}", file.name);
    }
}

#[test]
fn places_are_those_of_the_moves() {
    for file in files() {
        let bytes = bytes(file.name);
        for played in read(file.name).games.iter().flat_map(|game| &game.moves) {
            assert!(bytes[played.byte..].starts_with(played.text.as_bytes()), "{}", file.name);
        }
    }
}

#[test]
fn every_move_has_its_reading_in_and_out() {
    // lichess-org/lila issue 12941: readings missing from move 31 on.
    let games = read("lichess/lichess_db_1000k.pgn").games;
    let text = pgn::write_all(&games);
    assert_eq!(text.matches("[%clk ").count(), 28_538);
    assert!(games.iter().flat_map(|game| &game.moves).all(|played| played.clock_ms.is_some()));
    let first = &games[0];
    assert_eq!(first.roster("White"), first.tag("White").expect("a player"));
    assert!(first.time_control().is_some_and(|control| control.is_ok()));
}

/// The moves of the main line as pgn-reader finds them.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Vec<SanPlus>;
    type Output = Vec<SanPlus>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Vec::new())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, moves: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Self::Movetext) -> Self::Output {
        moves
    }
}

#[test]
fn another_reader_finds_the_same_moves() {
    // It splits chessbase-empty-line at the empty line between tags, and knows no UCI or drops here.
    for file in files().iter().filter(|file| file.legal.is_some()) {
        if file.name.contains("empty-line") || file.name.contains("uci") {
            continue;
        }
        let bytes = bytes(file.name);
        let theirs: Result<Vec<_>, _> = Reader::new(&bytes[..]).read_games(&mut Moves).collect();
        let ours = pgn::read(&bytes).games;
        let ours: Vec<Vec<SanPlus>> = ours
            .iter()
            .map(|game| {
                game.moves.iter().filter_map(|played| played.text.as_str().parse::<SanPlus>().ok()).collect()
            })
            .collect();
        assert_eq!(ours, theirs.expect("a file it can read"), "{}", file.name);
    }
}
