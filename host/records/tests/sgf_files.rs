//! Every SGF file in the test data: what of it is read. `tables/files.txt` lists them all.

#![expect(clippy::unwrap_used, reason = "a test fails where a value is missing")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use records::sgf;

const FOLDERS: [&str; 5] = ["kaya-kgs", "littlego-sgf", "sabaki-sgf", "rooklift-sgf", "katrain-sgf"];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// All game files of a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut waiting = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "sgf" || end == "gib" || end == "ngf") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A line for a file: each game's moves, the warnings, the encoding.
fn summary(bytes: &[u8]) -> String {
    let collection = match sgf::read(bytes) {
        Ok(collection) => collection,
        Err(why) => return why.to_string(),
    };
    let mut line = collection.encoding().to_owned();
    let mut warnings = collection.warnings().len();
    for game in collection.games() {
        match game {
            Ok(game) => {
                warnings += game.warnings.len();
                let _ = write!(line, " {}", game.record.moves().count());
            }
            Err(why) => {
                let _ = write!(line, " ({why})");
            }
        }
    }
    let _ = write!(line, "; warnings {warnings}");
    line
}

#[test]
fn every_odd_file_reads_as_listed() {
    let mut listing = String::new();
    for path in FOLDERS.iter().flat_map(|folder| files(&data().join(folder))) {
        if path.components().any(|part| part.as_os_str() == "normal_sgf") {
            continue;
        }
        let name = path.strip_prefix(data()).unwrap().display().to_string();
        let _ = writeln!(listing, "{name}\t{}", summary(&fs::read(&path).unwrap()));
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/files.txt");
    let expected = fs::read_to_string(&table).unwrap_or_default();
    let expected: String = expected.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
    if listing != expected {
        let found = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files.txt");
        fs::write(&found, &listing).unwrap();
        for (found, expected) in listing.lines().zip(expected.lines()) {
            assert_eq!(found, expected);
        }
        panic!("other files than listed: see {}", found.display());
    }
}

#[test]
fn the_games_of_kgs_have_the_moves_that_four_engines_found() {
    let expected = fs::read_to_string(data().join("kaya-kgs/expected.tsv")).unwrap();
    let mut games = 0;
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (name, moves) = (fields.next().unwrap(), fields.next().unwrap());
        let bytes = fs::read(data().join(name)).unwrap();
        let game = sgf::read(&bytes).unwrap().game(0).unwrap();
        assert_eq!(game.record.moves().count().to_string(), moves, "{name}");
        games += 1;
    }
    assert_eq!(games, 639);
}

#[test]
fn games_of_kgs_are_understood_and_written_again() {
    let files = files(&data().join("kaya-kgs/tests/normal_sgf"));
    let (mut moves, mut handicaps, mut overtimes, mut results) = (0, 0, 0, 0);
    for path in &files {
        let name = path.display();
        let bytes = fs::read(path).unwrap();
        let collection = sgf::read(&bytes).unwrap();
        assert_eq!((collection.len(), collection.warnings().len()), (1, 0), "{name}");
        let record = collection.game(0).unwrap().record;
        moves += record.moves().count();
        handicaps += usize::from(record.handicap >= 2);
        results += usize::from(record.result.is_some());
        let understood = |overtime: &sgf::Overtime| !matches!(overtime, sgf::Overtime::Other(_));
        overtimes += usize::from(record.overtime.as_ref().is_some_and(understood));
        assert!(record.komi.is_some(), "{name}");
        let written = sgf::write(&record);
        let again = sgf::read(written.as_bytes()).unwrap();
        assert_eq!(again.warnings(), [], "{name}");
        let again = again.game(0).unwrap().record;
        assert!(again.moves().eq(record.moves()), "{name}");
        assert_eq!(sgf::write(&again), written, "{name}");
    }
    assert_eq!((files.len(), moves, handicaps, overtimes, results), (884, 173_385, 282, 858, 879));
}

#[test]
fn a_file_cut_anywhere_gives_the_moves_before_the_cut() {
    let bytes = fs::read(data().join("katrain-sgf/tests/data/panda1.sgf")).unwrap();
    let whole = sgf::read(&bytes).unwrap().game(0).unwrap();
    let moves: Vec<_> = whole.record.moves().cloned().collect();
    for cut in 2..bytes.len() {
        let Ok(collection) = sgf::read(&bytes[..cut]) else {
            assert!(cut < 10, "{cut}");
            continue;
        };
        let Ok(game) = collection.game(0) else { continue };
        let read: Vec<_> = game.record.moves().cloned().collect();
        assert_eq!(read[..], moves[..read.len()], "{cut}");
        let before = whole
            .record
            .nodes
            .iter()
            .zip(&whole.bytes)
            .filter(|(node, byte)| node.played.is_some() && **byte as usize + 2 <= cut)
            .count();
        assert_eq!(read.len(), before, "{cut}");
    }
}
