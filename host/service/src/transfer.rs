//! `flagfall export` and `flagfall import`: a game out of a journal, as its whole event log or as a record, and into one.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use journal::{Game, GameId, Inspection, Ledger as _, MemoryLedger, Names, Options, import as import_text};
use tempfile::NamedTempFile;

use crate::archive;
use crate::export::{Story, pgn_of, pgn_of_story, sgf_of, sgf_of_story};
use crate::source::file_of;

/// What a journal's file begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// What the command line says of an export.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArguments {
    /// The journal, or its folder; with --sgf or --pgn also an exported game, or a file of records.
    data: PathBuf,
    /// Write a game of Go or gomoku, or the games of an SGF file, as strict SGF.
    #[arg(long, conflicts_with = "pgn")]
    sgf: bool,
    /// Write a game of chess, or the games of a PGN file, as strict PGN.
    #[arg(long)]
    pgn: bool,
    /// The game's number; where there is only one, it need not be said.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// With the players' names.
    #[arg(long)]
    names: bool,
    /// The file to be written; without it, the text is printed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes a game's event log as text, or a file of records anew.
pub(crate) fn export(arguments: &ExportArguments) -> Result<bool> {
    if arguments.sgf || arguments.pgn {
        return export_records(arguments);
    }
    let path = file_of(&arguments.data);
    let place = || path.display().to_string();
    let journal = Inspection::open(&path).with_context(place)?;
    let game = choose(journal.games(), arguments.game).with_context(place)?;
    let names = if arguments.names { Names::Included } else { Names::LeftOut };
    let text = journal.export(game, names).with_context(place)?;
    match &arguments.output {
        Some(file) => write_new(file, &path, &text).with_context(|| file.display().to_string())?,
        None => stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(true)
}

/// Writes a game as a record, or the games of a file of records anew.
fn export_records(arguments: &ExportArguments) -> Result<bool> {
    let path = file_of(&arguments.data);
    let place = || path.display().to_string();
    let bytes = fs::read(&path).with_context(place)?;
    let text = match game_text(arguments, &path, &bytes).with_context(place)? {
        Some(text) => record_of(arguments, &text).with_context(place)?,
        None if arguments.game.is_some() || arguments.names => {
            bail!("{}: --game and --names are for a journal; of a file of records all is written", place())
        }
        None if arguments.sgf => sgf_of(&path, &bytes)?,
        None => pgn_of(&path, &bytes)?,
    };
    match &arguments.output {
        Some(file) => write_new(file, &path, &text).with_context(|| file.display().to_string())?,
        None => stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(true)
}

/// The event log of the game that is meant; `None` if the file holds records.
fn game_text(arguments: &ExportArguments, path: &Path, bytes: &[u8]) -> Result<Option<String>> {
    if bytes.is_empty() || bytes.starts_with(SQLITE) {
        let journal = Inspection::open(path)?;
        let game = choose(journal.games(), arguments.game)?;
        return Ok(Some(journal.export(game, Names::Included)?));
    }
    // An exported game begins with an object; neither SGF nor PGN does.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Ok(None);
    }
    if arguments.game.is_some() {
        bail!("--game is for a journal: an exported game stands alone");
    }
    Ok(Some(str::from_utf8(bytes).context("not UTF-8")?.to_owned()))
}

/// A game's record, of its event log.
fn record_of(arguments: &ExportArguments, text: &str) -> Result<String> {
    let mut ledger = MemoryLedger::default();
    let game = import_text(&mut ledger, text)?.game;
    let people = if arguments.names { ledger.people(game)? } else { Vec::new() };
    let story = Story::of(ledger.read(game)?.into_iter().map(|entry| entry.body), &people)?;
    if arguments.sgf { sgf_of_story(&story) } else { pgn_of_story(&story) }
}

/// Writes a file whole or not at all, and never over the journal or what lies beside it.
fn write_new(file: &Path, journal: &Path, text: &str) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let same_folder =
        journal.parent().is_some_and(|beside| beside.canonicalize().ok() == folder.canonicalize().ok());
    let name =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if same_folder && name(file).starts_with(&name(journal)) {
        bail!("that is the journal itself, or belongs to it: name another file");
    }
    let mut new = NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}

/// The game that is meant.
fn choose(games: &[Game], wanted: Option<u64>) -> Result<GameId> {
    match (wanted, games) {
        (Some(game), _) => Ok(GameId(game)),
        (None, []) => bail!("there is no game in this journal"),
        (None, [game]) => Ok(game.id()),
        (None, games) => {
            let list = games.iter().map(|game| {
                format!("\n  --game {}: table {}, {} entries", game.id(), game.table, game.head.seq + 1)
            });
            Err(anyhow!("there are several games; say which:{}", list.collect::<String>()))
        }
    }
}

/// Takes an exported game into a journal, under a new number.
pub(crate) fn import(data: &Path, file: &Path) -> Result<bool> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    check_playable(&text).with_context(|| file.display().to_string())?;
    let mut ledger = archive::open(data, Options::default())?;
    let head = import_text(&mut ledger, &text).with_context(|| file.display().to_string())?;
    writeln!(stdout().lock(), "game {}: {} entries, head {}", head.game, head.seq + 1, head.hash)?;
    Ok(true)
}

/// A game that this program cannot make again would be in the way of the next start: it stays outside.
fn check_playable(text: &str) -> Result<()> {
    let mut aside = MemoryLedger::default();
    let head = import_text(&mut aside, text)?;
    let bodies: Vec<Vec<u8>> = aside.read(head.game)?.into_iter().map(|entry| entry.body).collect();
    hall::replay(head.game, &bodies)?;
    Ok(())
}
