//! Files of games, and the games that the program brings along.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::DemoGame;
use super::setup::{of_pgn, of_sgf};
use super::trial::Unplayable;
use crate::replay::{Files, is_pgn};

/// The games of `demo/`: what they are and where they are from stands beside them.
const BUILT_IN: [(&str, &[u8]); 3] = [
    ("go-1.sgf", include_bytes!("../../demo/go-1.sgf")),
    ("go-2.sgf", include_bytes!("../../demo/go-2.sgf")),
    ("chess.pgn", include_bytes!("../../demo/chess.pgn")),
];

/// The games that the program brings along, to be played by the tables' own rules and time controls.
pub(super) fn built_in() -> Vec<Arc<DemoGame>> {
    let games =
        BUILT_IN.iter().flat_map(|(name, bytes)| games_of(Path::new(name), bytes).unwrap_or_default());
    games.filter_map(Result::ok).map(|game| Arc::new(game.anonymous())).collect()
}

/// All games of files and folders that can be played; says why others cannot. `None` if a file that was named cannot
/// be read at all; in a folder such a file is left out.
pub(super) fn read(
    paths: &[PathBuf],
    complain: &mut dyn FnMut(fmt::Arguments<'_>),
) -> Option<Vec<Arc<DemoGame>>> {
    let (mut games, mut readable) = (Vec::new(), true);
    for named in paths {
        for found in Files::below(named) {
            let (path, read) = match found {
                Ok(path) => {
                    let read = file(&path);
                    (path, read)
                }
                Err((path, error)) => (path, Err(error.to_string())),
            };
            match read {
                Ok(read) => keep(&path, read, &mut games, complain),
                Err(why) => {
                    complain(format_args!("{}: {why}", path.display()));
                    readable &= path != *named;
                }
            }
        }
    }
    readable.then_some(games)
}

fn file(path: &Path) -> Result<Vec<Result<DemoGame, Unplayable>>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    games_of(path, &bytes)
}

fn keep(
    path: &Path,
    read: Vec<Result<DemoGame, Unplayable>>,
    games: &mut Vec<Arc<DemoGame>>,
    complain: &mut dyn FnMut(fmt::Arguments<'_>),
) {
    for (number, game) in (1..).zip(read) {
        match game {
            Ok(game) => games.push(Arc::new(game)),
            Err(why) => complain(format_args!("{}: game {number} is left out: {why}", path.display())),
        }
    }
}

/// The games of a file, each of them tried.
pub(super) fn games_of(path: &Path, bytes: &[u8]) -> Result<Vec<Result<DemoGame, Unplayable>>, String> {
    if is_pgn(path, bytes) {
        let collection = records::pgn::read(bytes);
        if collection.games.is_empty() {
            return Err("no game: expected PGN, such as [White \"…\"] and moves".into());
        }
        return Ok(collection.games.iter().map(of_pgn).collect());
    }
    let collection = records::sgf::read(bytes).map_err(|unreadable| unreadable.to_string())?;
    Ok(collection.games().map(|game| of_sgf(&game?.record)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const GOOD: &str = "(;SZ[9];B[aa];W[bb])";

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    /// How many games there are, and what was said, without the folder.
    fn found(folder: &TempDir, names: &[&str]) -> (Option<usize>, String) {
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        let mut said = String::new();
        let games = read(&paths, &mut |what| said += &format!("{what}\n"));
        let prefix = format!("{}/", folder.path().display());
        (games.map(|games| games.len()), said.replace(&prefix, ""))
    }

    #[test]
    fn the_program_brings_three_games_along() {
        let games: Vec<_> = built_in().iter().map(|game| (game.kind(), game.control.clone())).collect();
        let [go, chess] = [referee::GameKind::Go, referee::GameKind::Chess];
        assert_eq!(games, [(go, None), (go, None), (chess, None)]);
    }

    #[test]
    fn folders_are_searched_and_all_games_of_a_file_are_taken() {
        let two = format!("{GOOD}\n{GOOD}");
        let pgn = "1. e4 e5 *\n\n1. d4 *\n";
        let files = [("a/two.sgf", two.as_str()), ("b/c/two.pgn", pgn), ("b/other.txt", "no game")];
        assert_eq!(found(&folder(&files), &["a", "b"]), (Some(4), String::new()));
        assert_eq!(found(&folder(&files), &["b/c/two.pgn"]), (Some(2), String::new()));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_where_it_was_named() {
        let folder = folder(&[("a/good.sgf", GOOD), ("a/bad.sgf", "B3"), ("a/bad.pgn", "")]);
        let pgn = "no game: expected PGN, such as [White \"…\"] and moves";
        let sgf = "not SGF: expected `(;` and a property such as `GM[1]`, found \"B3\"";
        let in_folder = format!("a/bad.pgn: {pgn}\na/bad.sgf: {sgf}\n");
        assert_eq!(found(&folder, &["a"]), (Some(1), in_folder));
        assert_eq!(found(&folder, &["a/good.sgf", "a/bad.sgf"]), (None, format!("a/bad.sgf: {sgf}\n")));
        let (games, said) = found(&folder, &["none.sgf"]);
        assert_eq!((games, said.starts_with("none.sgf: No such file")), (None, true), "{said}");
    }

    #[test]
    fn games_that_cannot_be_played_are_left_out_and_it_is_said_why() {
        for (name, game, why) in [
            ("a.sgf", "(;SZ[9])", "it has no moves"),
            ("a.sgf", "(;SZ[9];B[aa];W[aa])", "move 2: a stone stands on A9"),
            ("a.sgf", "(;SZ[9];B[aa];B[bb])", "move 2: it is not the turn of black"),
            ("a.sgf", "(;SZ[9];B[aa];W[zz])", "move 2: \"zz\" is not on the board"),
            ("a.sgf", "(;SZ[9];B[aa];AW[bb];W[cc])", "stones are put by hand, at move 2"),
            ("a.sgf", "(;SZ[37];B[aa])", "SZ[37] is no board of 2 to 25 lines"),
            ("a.sgf", "(;SZ[9:13];B[aa])", "a board of 9 by 13 lines is not square"),
            ("a.sgf", "(;GM[2];B[aa])", "GM[2] is neither Go (1) nor gomoku (4)"),
            ("a.sgf", "(;GM[4]AB[aa];W[bb])", "stones are put by hand, at move 1"),
            ("a.sgf", "(;GM[4];W[bb])", "move 1: it is not the turn of white"),
            (
                "a.sgf",
                "(;GM[4];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae];W[be])",
                "move 10: the game is over",
            ),
            ("a.pgn", "[White \"A\"]\n\n*\n", "it has no moves"),
            ("a.pgn", "1. e4 e4 *\n", "move 2: no piece can make this move"),
            ("a.pgn", "1. e4 -- *\n", "move 2: -- is no chess move: write it as Nf3, exd5, O-O or g1f3"),
            ("a.pgn", "1. f3 e5 2. g4 Qh4# 3. a3 *\n", "move 5: the game is over"),
            (
                "a.pgn",
                "[Variant \"Antichess\"]\n\n1. e4 *\n",
                "it is played by the rules of \"Antichess\", not by those of chess",
            ),
        ] {
            let folder = folder(&[(name, game)]);
            let expected = format!("{name}: game 1 is left out: {why}\n");
            assert_eq!(found(&folder, &[name]), (Some(0), expected), "{game}");
        }
        let folder = folder(&[("a.pgn", "1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *\n")]);
        let (games, said) = found(&folder, &["a.pgn"]);
        assert_eq!(
            (games, said.starts_with("a.pgn: game 2 is left out: its FEN: ")),
            (Some(1), true),
            "{said}"
        );
    }
}
