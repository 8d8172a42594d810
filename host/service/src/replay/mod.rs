//! `flagfall replay`: SGF and PGN files through the rules core, move by move.

mod files;
mod go;
mod line;
mod pieces;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use rules::go::RuleSet;

use crate::complain;
use crate::replay::line::Line;
use crate::timer::Timer;

pub(crate) use files::Files;

/// What the command line says of a replay.
#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArguments {
    /// SGF and PGN files, or folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The rule set whose repetition and suicide rules hold; without it, that of each file, else the Chinese one.
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser())]
    rules: Option<RuleSet>,
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

/// Replays every game of every file; `false` if a file could not be read at all.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<bool> {
    let timer = Timer::start(1);
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
        for found in Files::below(named) {
            match found {
                Ok(path) => self.file(&path)?,
                Err((path, error)) => self.unreadable(&path, &error),
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        let bytes = match fs::read(path) {
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
                Err(fault) => self.unreadable(path, &format_args!("game {number}: {fault}")),
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
            let line = pieces::replay(game, warnings);
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
