//! `flagfall replay`: the games of SGF and PGN files through the rules core, one line a game.

mod files;
mod go;
mod line;
mod pieces;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use rules::go::RuleSet;
use rules::gomoku::Variant;

use crate::complain;
use crate::replay::line::Line;
use crate::source::read_records;
use crate::timer::Timer;

pub(crate) use files::{Files, is_record};
pub(crate) use pieces::{fen_byte, other_variant};

/// What the command line says of a replay.
#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArguments {
    /// SGF and PGN files, or folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The rule set whose repetition and suicide rules hold, in gomoku what wins; without it, that of each file, else
    /// the Chinese one and freestyle.
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    rules: Option<Rules>,
    /// Print one JSON object a line and game.
    #[arg(long)]
    json: bool,
    /// Print one line for all files together.
    #[arg(long)]
    quiet: bool,
}

/// The names of rule sets on the command line.
pub(crate) fn rule_set_parser() -> impl clap::builder::TypedValueParser<Value = RuleSet> {
    PossibleValuesParser::new(RuleSet::ALL.map(RuleSet::name))
        .map(|name| RuleSet::from_name(&name).expect("one of the names that are possible"))
}

/// The rules to replay by: of Go or of gomoku, games of the other keep their own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rules {
    /// Of Go.
    Go(RuleSet),
    /// Of gomoku.
    Gomoku(Variant),
}

/// The names of rule sets and of gomoku's variants on the command line.
fn rules_parser() -> impl clap::builder::TypedValueParser<Value = Rules> {
    let variants = [("freestyle", Variant::Freestyle), ("standard", Variant::Standard)];
    let names = RuleSet::ALL.map(RuleSet::name).into_iter().chain(variants.map(|(name, _)| name));
    PossibleValuesParser::new(names).map(move |name| {
        let variant = variants.into_iter().find(|(known, _)| *known == name);
        variant.map_or_else(
            || Rules::Go(RuleSet::from_name(&name).expect("one of the names that are possible")),
            |(_, variant)| Rules::Gomoku(variant),
        )
    })
}

/// Replays every game of every file; `false` if a file could not be read at all.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<bool> {
    let timer = Timer::start(1, false);
    let mut replay = Replay { arguments, out: stdout().lock(), sum: Sum::default() };
    for path in &arguments.files {
        replay.path(path)?;
    }
    if arguments.quiet {
        replay.sum.print(
            &mut replay.out,
            timer.now().since_zero().as_micros() as f64 / 1e6,
            arguments.json,
        )?;
    }
    Ok(replay.sum.unreadable == 0)
}

/// What all files came to.
#[derive(Debug, Default)]
struct Sum {
    games: usize,
    moves: usize,
    /// Games with a move that breaks a rule.
    illegal: usize,
    /// Files and games that could not be read.
    unreadable: usize,
}

impl Sum {
    fn print(&self, out: &mut impl Write, seconds: f64, json: bool) -> std::io::Result<()> {
        let Self { games, moves, illegal, unreadable } = self;
        if json {
            let line = serde_json::json!({
                "games": games, "moves": moves, "illegal": illegal, "unreadable": unreadable,
                "seconds": (seconds * 1e3).round() / 1e3,
            });
            return writeln!(out, "{line}");
        }
        writeln!(
            out,
            "games {games}, moves {moves}, illegal {illegal}, unreadable {unreadable}, seconds {seconds:.3}"
        )
    }
}

struct Replay<'a, O> {
    arguments: &'a ReplayArguments,
    out: O,
    sum: Sum,
}

impl<O: Write> Replay<'_, O> {
    /// A file, or all files below a folder that look like records, in the order of their names.
    fn path(&mut self, named: &Path) -> Result<()> {
        let mut found = false;
        for path in Files::below(named) {
            found = true;
            match path {
                Ok(path) => self.file(&path)?,
                Err((path, error)) => self.unreadable(&path, &error),
            }
        }
        if !found {
            self.unreadable(named, &"no .sgf or .pgn in this folder");
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        let bytes = match read_records(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.unreadable(path, &error);
                return Ok(());
            }
        };
        if is_pgn(path, &bytes) { self.pgn(path, &bytes) } else { self.sgf(path, &bytes) }
    }

    fn sgf(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let collection = match records::sgf::read(bytes) {
            Ok(collection) => collection,
            Err(unreadable) => {
                self.unreadable(path, &unreadable);
                return Ok(());
            }
        };
        for (number, game) in collection.games().enumerate() {
            match game {
                Ok(game) => {
                    let general: &[_] = if number == 0 { collection.warnings() } else { &[] };
                    self.say(&go::replay(&game, general, self.arguments.rules), path, number)?;
                }
                Err(fault) => self.unreadable(path, &format_args!("game {}: {fault}", number + 1)),
            }
        }
        Ok(())
    }

    fn pgn(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let collection = records::pgn::read(bytes);
        if collection.games.is_empty() {
            self.unreadable(path, &"no game: expected PGN, such as [White \"…\"] and moves");
        }
        for (number, game) in collection.games.iter().enumerate() {
            let warnings = collection.warnings_of(number).iter();
            let warnings =
                warnings.map(|warning| format!("byte {}: {}", warning.byte, warning.what)).collect();
            let line = pieces::replay(game, bytes, warnings);
            self.say(&line, path, number)?;
        }
        Ok(())
    }

    fn say(&mut self, line: &Line, path: &Path, number: usize) -> Result<()> {
        self.sum.games += 1;
        self.sum.moves += line.moves;
        self.sum.illegal += usize::from(line.illegal.is_some());
        if self.arguments.quiet {
            return Ok(());
        }
        if self.arguments.json {
            writeln!(self.out, "{}", line.json(path, number))?;
        } else {
            write!(self.out, "{}", line.words(path, number))?;
        }
        Ok(())
    }

    fn unreadable(&mut self, path: &Path, why: &dyn std::fmt::Display) {
        self.sum.unreadable += 1;
        complain(format_args!("{}: {why}", path.display()));
    }
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Whether a file is PGN: by its name, else because it begins with a tag and not with a tree.
pub(crate) fn is_pgn(path: &Path, bytes: &[u8]) -> bool {
    match extension(path).as_deref() {
        Some("pgn") => true,
        Some("sgf") => false,
        Some(_) | None => {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
            text.first().is_some_and(|&first| first == b'[' || first == b'1')
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    use records::sgf::Game;
    use serde_json::{Value, json};

    use super::*;
    use crate::export::{pgn_of, sgf_of};

    #[test]
    fn a_folder_without_records_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("empty")).unwrap();
        fs::write(folder.path().join("notes.txt"), "no record").unwrap();
        let files = vec![folder.path().to_owned()];
        let arguments = ReplayArguments { files, rules: None, json: false, quiet: false };
        assert!(!replay(&arguments).unwrap());
        fs::write(folder.path().join("empty/a.sgf"), "(;SZ[9])").unwrap();
        assert!(replay(&arguments).unwrap());
    }

    /// The records that the crate of records is tested with.
    pub(crate) fn test_records(ending: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/data");
        let paths = Files::below(&data).map(Result::unwrap);
        let paths = paths.filter(|path| extension(path).as_deref() == Some(ending));
        paths.map(|path| (path.clone(), fs::read(&path).unwrap())).collect()
    }

    fn of_sgf(game: &Game) -> Value {
        let mut line = go::replay(game, &[], None).json(Path::new("a.sgf"), 0);
        line["warnings"] = json!([]);
        line
    }

    /// Names of rules and times have one standard form; nothing else is another after an export.
    #[test]
    fn an_exported_game_of_go_replays_as_the_one_it_was() {
        let mut games = 0;
        for (path, bytes) in test_records("sgf") {
            let Ok(before) = records::sgf::read(&bytes) else { continue };
            let Ok(text) = sgf_of(&path, &bytes) else { continue };
            let after = records::sgf::read(text.as_bytes()).unwrap();
            assert_eq!(before.len(), after.len(), "{}", path.display());
            for (before, after) in before.games().zip(after.games()) {
                let (before, after) = (before.unwrap(), after.unwrap());
                let (mut old, new) = (of_sgf(&before), of_sgf(&after));
                let standard = before.record.rule_set().map(RuleSet::ru);
                old["rules"] = standard.map_or(old["rules"].clone(), Into::into);
                if before
                    .warnings
                    .iter()
                    .any(|warning| matches!(warning.what, records::sgf::Fault::OffBoard(_)))
                {
                    // What is not on the board is left out.
                    for key in ["moves", "illegal"] {
                        old[key] = new[key].clone();
                    }
                }
                assert_eq!(old, new, "{}\n{text}", path.display());
                games += 1;
            }
        }
        assert!(games > 150, "{games}");
    }

    #[test]
    fn an_exported_game_of_chess_replays_as_the_one_it_was() {
        let mut games = 0;
        for (path, bytes) in test_records("pgn") {
            let before = records::pgn::read(&bytes);
            let Ok(text) = pgn_of(&path, &bytes) else { continue };
            let after = records::pgn::read(text.as_bytes());
            assert_eq!(before.games.len(), after.games.len(), "{}", path.display());
            for (old, new) in before.games.iter().zip(&after.games) {
                let mut old = pieces::replay(old, &bytes, Vec::new()).json(&path, 0);
                let new = pieces::replay(new, text.as_bytes(), Vec::new()).json(&path, 0);
                if !old["illegal"].is_null() {
                    // At such a move the written record ends.
                    for key in ["moves", "illegal"] {
                        old[key] = new[key].clone();
                    }
                }
                assert_eq!(old, new, "{}", path.display());
                games += 1;
            }
        }
        assert!(games > 100, "{games}");
    }
}
