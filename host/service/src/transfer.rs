//! `flagfall export` and `flagfall import`: a game out of a journal, as its whole event log or as a record, and into one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write, stdout};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use journal::{Game, GameId, Inspection, Ledger as _, MemoryLedger, Names, Options, import as import_text};

use crate::archive;
use crate::export::{Story, pgn_of, pgn_of_story, sgf_of, sgf_of_story};
use crate::source::{check_regular, file_of, is_journal, read_export, read_records};

/// So many symbolic links are followed from a name to its file; the kernel follows as many.
const MOST_LINKS: usize = 40;

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

/// Writes a game's event log as text, or a game or a file of records as a record.
pub(crate) fn export(arguments: &ExportArguments) -> Result<bool> {
    let path = file_of(&arguments.data);
    let text = if arguments.sgf || arguments.pgn {
        records_text(arguments, &path)?
    } else {
        log_text(arguments, &path).with_context(|| path.display().to_string())?
    };
    match &arguments.output {
        Some(file) => write_new(file, &path, &text).with_context(|| file.display().to_string())?,
        None => stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(true)
}

/// The event log of a journal's game.
fn log_text(arguments: &ExportArguments, path: &Path) -> Result<String> {
    check_regular(path)?;
    let journal = Inspection::open(path)?;
    let game = choose(&journal, arguments.game)?;
    let names = if arguments.names { Names::Included } else { Names::LeftOut };
    Ok(journal.export(game, names)?)
}

/// A game as a record, or the games of a file of records anew.
fn records_text(arguments: &ExportArguments, path: &Path) -> Result<String> {
    if arguments.data.is_dir() && !path.exists() {
        let folder = arguments.data.display();
        bail!(
            "{folder}: no journal lies in this folder, and a folder of records is not taken: name the file"
        );
    }
    let place = || path.display().to_string();
    let bytes = if is_journal(path).with_context(place)? {
        Vec::new()
    } else {
        read_records(path).with_context(place)?
    };
    match game_text(arguments, path, &bytes).with_context(place)? {
        Some(text) => record_of(arguments, &text).with_context(place),
        None if arguments.game.is_some() || arguments.names => {
            bail!("{}: --game and --names are for a journal; of a file of records all is written", place())
        }
        None if arguments.sgf => sgf_of(path, &bytes),
        None => pgn_of(path, &bytes),
    }
}

/// The event log of the game that is meant; `None` if the file holds records. Of a journal there are no bytes.
fn game_text(arguments: &ExportArguments, path: &Path, bytes: &[u8]) -> Result<Option<String>> {
    if bytes.is_empty() {
        let journal = Inspection::open(path)?;
        let game = choose(&journal, arguments.game)?;
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
    let story = story_of(text, arguments.names)?;
    if arguments.sgf { sgf_of_story(&story) } else { pgn_of_story(&story) }
}

/// A game as its event log tells it, with the players' names or without.
fn story_of(text: &str, names: bool) -> Result<Story> {
    let mut ledger = MemoryLedger::default();
    let game = import_text(&mut ledger, text)?.game;
    let people = if names { ledger.people(game)? } else { Vec::new() };
    Story::of(ledger.read(game)?.into_iter().map(|entry| entry.body), &people)
}

/// Writes a file whole or not at all, and never over its source, or what lies beside a journal. A symbolic link stays one,
/// and what it leads to is written; a file that was there keeps its permissions.
fn write_new(file: &Path, source: &Path, text: &str) -> Result<()> {
    let file = &behind_links(file)?;
    let folder = folder_of(file);
    let before = fs::metadata(file).ok();
    if is_beside(file, source) && is_journal(source).unwrap_or(true) {
        bail!("that is the journal itself, or belongs to it: name another file");
    }
    if before.as_ref().is_some_and(|before| is_same(before, source)) {
        bail!("that is what it is written from: name another file");
    }
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        // A device or a pipe stays what it is, and what is written is gone at once.
        OpenOptions::new().write(true).open(file)?.write_all(text.as_bytes())?;
        return Ok(());
    }
    // What others may do with a new file is for the umask to say.
    let anybody = Permissions::from_mode(0o666);
    let mut new = tempfile::Builder::new().permissions(anybody).tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    if let Some(before) = before {
        keep_access(new.as_file(), &before)?;
    }
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}

/// The folder in which a file lies.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a file's name begins with a journal's, in the same folder, as those that belong to it do.
fn is_beside(file: &Path, journal: &Path) -> bool {
    let name =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = |path: &Path| folder_of(path).canonicalize().ok();
    folder(file) == folder(journal) && name(file).starts_with(&name(journal))
}

/// Whether that is the same file, under whatever name.
fn is_same(found: &fs::Metadata, source: &Path) -> bool {
    fs::metadata(source)
        .is_ok_and(|source| source.is_file() && (source.dev(), source.ino()) == (found.dev(), found.ino()))
}

/// Gives a file the owner, as far as that is allowed, and the permissions of the one whose place it takes.
fn keep_access(new: &File, before: &fs::Metadata) -> io::Result<()> {
    // Only root may give files away; a file in its group may be written by its owner all the same.
    let _ = fchown(new, Some(before.uid()), Some(before.gid()));
    new.set_permissions(before.permissions())
}

/// The file that a name leads to, symbolic links followed; it need not be there. What stands for an open file of this
/// process is no link to follow.
fn behind_links(file: &Path) -> io::Result<PathBuf> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Ok(file.to_owned());
    }
    let mut path = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        // A target is meant from where its link lies; an absolute one takes the whole place.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "symbolic links that lead back to themselves"))
}

/// The game that is meant: without a word the only one that was started.
fn choose(journal: &Inspection, wanted: Option<u64>) -> Result<GameId> {
    let games = match (wanted, journal.games()) {
        (Some(game), _) => return Ok(GameId(game)),
        (None, []) => bail!("there is no game in this journal"),
        (None, [game]) => return Ok(game.id()),
        (None, games) => games,
    };
    let listed: Vec<_> = games.iter().filter_map(|game| Some((game.id(), listed(journal, game)?))).collect();
    match listed.as_slice() {
        [] => bail!("none of the {} games in this journal was started: say which with --game", games.len()),
        [(game, _)] => Ok(*game),
        several => {
            let list = several.iter().map(|(_, line)| format!("\n  {line}"));
            Err(anyhow!("there are several games; say which:{}", list.collect::<String>()))
        }
    }
}

/// A game in a line; none for one that was never started. What cannot be read may be meant, too.
fn listed(journal: &Inspection, game: &Game) -> Option<String> {
    let story = journal.export(game.id(), Names::Included).map_err(Into::into);
    let line = match story.and_then(|text| story_of(&text, true)) {
        Ok(story) if !story.begun => return None,
        Ok(story) => story.line(),
        Err(error) => format!("it cannot be read: {error:#}"),
    };
    Some(format!("--game {}: table {}, {line}", game.id(), game.table))
}

/// Takes an exported game into a journal, under a new number.
pub(crate) fn import(data: &Path, file: &Path) -> Result<bool> {
    let text = read_export(file).with_context(|| file.display().to_string())?;
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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn write(path: &Path) {
        write_new(path, Path::new("/nowhere/games.journal"), "new").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "new");
    }

    #[test]
    fn permissions_are_those_of_the_file_that_was_there_or_the_usual_ones() {
        let folder = tempfile::tempdir().unwrap();
        let [usual, fresh, kept] = ["usual", "fresh", "kept"].map(|name| folder.path().join(name));
        fs::write(&usual, "").unwrap();
        write(&fresh);
        assert_eq!(mode(&fresh), mode(&usual));
        for bits in [0o644, 0o640, 0o600, 0o664, 0o444] {
            fs::write(&kept, "old").unwrap();
            fs::set_permissions(&kept, Permissions::from_mode(bits)).unwrap();
            write(&kept);
            assert_eq!(mode(&kept), bits);
            fs::remove_file(&kept).unwrap();
        }
    }

    #[test]
    fn links_stay_links_and_what_they_lead_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inside")).unwrap();
        fs::write(at("inside/file"), "old").unwrap();
        symlink("inside/file", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        symlink("inside/not yet", at("dangling")).unwrap();
        for (name, target) in [("one", "inside/file"), ("two", "inside/file"), ("dangling", "inside/not yet")]
        {
            write(&at(name));
            assert!(fs::symlink_metadata(at(name)).unwrap().is_symlink(), "{name}");
            assert!(fs::symlink_metadata(at(target)).unwrap().is_file(), "{name}");
        }
        symlink("round", at("round")).unwrap();
        let refused = write_new(&at("round"), Path::new("/nowhere"), "new").unwrap_err();
        assert_eq!(refused.to_string(), "symbolic links that lead back to themselves");
        // A link does not hide the journal; an empty one is a journal, too.
        fs::write(at("inside/file"), "").unwrap();
        symlink("inside/file-wal", at("hidden")).unwrap();
        let refused = write_new(&at("hidden"), &at("inside/file"), "new").unwrap_err();
        assert!(refused.to_string().starts_with("that is the journal itself"), "{refused}");
    }

    #[test]
    fn nothing_is_written_over_its_source() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inside")).unwrap();
        fs::write(at("u.pgn"), "1. e4 e4 *").unwrap();
        symlink("../u.pgn", at("inside/link")).unwrap();
        fs::hard_link(at("u.pgn"), at("inside/hard")).unwrap();
        for name in ["u.pgn", "inside/../u.pgn", "inside/link", "inside/hard"] {
            let refused = write_new(&at(name), &at("u.pgn"), "new").unwrap_err().to_string();
            assert_eq!(refused, "that is what it is written from: name another file", "{name}");
        }
        assert_eq!(fs::read_to_string(at("u.pgn")).unwrap(), "1. e4 e4 *");
        write_new(&at("u.pgn.new"), &at("u.pgn"), "new").unwrap();
        // A name without a folder is in this one.
        assert!(is_beside(Path::new("games.journal-wal"), Path::new("./games.journal")));
        assert!(is_beside(Path::new("./games.journal"), Path::new("games.journal")));
    }

    #[test]
    fn a_device_stays_a_device() {
        write_new(Path::new("/dev/null"), Path::new("/nowhere"), "new").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
