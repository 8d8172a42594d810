//! `flagfall unseal`: opens a sealed move apart from any service, and checks it against its commitment.

use std::fmt;
use std::io::{self, IsTerminal, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clock::Language;
use hall::Entry;
use journal::GameId;
use referee::{AdjournmentEvent, Commitment, EventKind, ParseCommitmentError, Seal, SealedText};
use serde_json::json;
use zeroize::Zeroizing;

use crate::sealing::envelope;
use crate::sealing::passphrase::{PASSPHRASE_MAX, Passphrase};
use crate::source::{Source, file_of, is_journal, read_bytes};
use crate::{Lang, complain};

/// The longest age text that is read, in bytes: an envelope has about a thousand.
const TEXT_MAX: usize = 64 * 1_024;

/// How an armored age text begins, and how it ends.
const ARMOR: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const ARMOR_END: &str = "-----END AGE ENCRYPTED FILE-----";

/// What the command line says of an opening.
#[derive(Debug, clap::Args)]
pub(crate) struct UnsealArguments {
    /// An age text, an exported game, a journal or its folder; - reads an age text from standard input.
    file: PathBuf,
    /// The commitment that is printed on the envelope, 64 hex digits.
    #[arg(long, value_name = "HEX", value_parser = printed_commitment)]
    commitment: Option<Commitment>,
    /// The number of the game in a journal; where there is only one, it need not be said.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// The language of the words.
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
}

/// A sealed move at rest: its envelope, and what is known of it from the same place.
#[derive(Debug)]
struct Found {
    envelope: String,
    record: Option<OnRecord>,
}

/// What a game's record says of a sealed move.
#[derive(Clone, Debug, Default)]
struct OnRecord {
    game: String,
    number: u32,
    seal: Option<Seal>,
}

/// A sealed move that was opened.
struct Opened {
    text: SealedText,
    commitment: Commitment,
    matches: Option<bool>,
}

/// Opens and prints. `false` if the passphrase does not open it, or it is not what was committed to.
pub(crate) fn unseal(arguments: &UnsealArguments) -> Result<bool> {
    let (found, words) = if arguments.file == Path::new("-") {
        from_stdin()?
    } else {
        let found = from_file(&arguments.file, arguments.game)
            .with_context(|| arguments.file.display().to_string())?;
        (found, passphrase_words(stdin().is_terminal())?)
    };
    let passphrase = Passphrase::read(&words)?;
    let text = match envelope::open(&found.envelope, &passphrase) {
        Ok(text) => text,
        Err(error) => {
            complain(format_args!("{}: {error}", arguments.file.display()));
            return Ok(false);
        }
    };
    let opened = Opened::of(text, found.record.as_ref(), arguments.commitment);
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", *opened.to_json())?;
    } else {
        writeln!(out, "{}", Told(&opened, arguments.lang.into()))?;
    }
    Ok(opened.matches != Some(false))
}

impl Opened {
    fn of(text: SealedText, record: Option<&OnRecord>, printed: Option<Commitment>) -> Self {
        let commitment = text.commitment();
        let on_record = record.map(|record| {
            record.seal.as_ref().is_some_and(|seal| seal.commitment == commitment)
                && record.game == text.game()
                && record.number == text.number()
        });
        let on_paper = printed.map(|printed| printed == commitment);
        let matches = [on_record, on_paper].into_iter().flatten().reduce(|one, other| one && other);
        Self { text, commitment, matches }
    }

    fn to_json(&self) -> Zeroizing<String> {
        let Self { text, commitment, matches } = self;
        let value = json!({
            "game": text.game(), "number": text.number(), "move": text.written(), "salt": *text.salt().to_hex(),
            "commitment": commitment, "matches": matches,
        });
        Zeroizing::new(value.to_string())
    }
}

/// What was opened, in words.
struct Told<'a>(&'a Opened, Language);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opened { text, commitment, matches } = self.0;
        let (game, number, written, salt) =
            (text.game(), text.number(), text.written(), text.salt().to_hex());
        match self.1 {
            Language::English => {
                let verdict = match matches {
                    Some(true) => "it is the move that was committed to",
                    Some(false) => "IT IS NOT THE MOVE THAT WAS COMMITTED TO",
                    None => "compare it with the one on the envelope",
                };
                write!(
                    f,
                    "move        {written}\nnumber      {number}\ngame        {game}\nsalt        {}\n\
                     commitment  {commitment}\n            {verdict}",
                    *salt
                )
            }
            Language::Chinese => {
                let verdict = match matches {
                    Some(true) => "与封棋时的凭证相符",
                    Some(false) => "与封棋时的凭证不符！",
                    None => "请与信封上印的凭证核对",
                };
                write!(
                    f,
                    "着手    {written}\n手数    {number}\n对局    {game}\n盐值    {}\n凭证    {commitment}\n        {verdict}",
                    *salt
                )
            }
        }
    }
}

/// A commitment in groups of digits, as the envelope has it.
fn printed_commitment(text: &str) -> Result<Commitment, ParseCommitmentError> {
    text.split_whitespace().collect::<String>().parse()
}

/// An age text that begins here, without what stands around its lines and behind them where it was copied from.
fn age_text(text: &str) -> String {
    let end = text.find(ARMOR_END).map_or(text.len(), |at| at.saturating_add(ARMOR_END.len()));
    let lines = text.get(..end).unwrap_or(text).lines();
    lines.map(|line| line.trim_matches(|letter: char| letter.is_whitespace() || letter == '>')).fold(
        String::with_capacity(end),
        |mut lines, line| {
            lines.push_str(line);
            lines.push('\n');
            lines
        },
    )
}

/// The last sealed move of a file.
fn from_file(path: &Path, game: Option<u64>) -> Result<Found> {
    let path = &file_of(path);
    if !is_journal(path)? {
        let bytes = read_bytes(path, journal::EXPORT_LEN_MAX)?;
        let text = str::from_utf8(&bytes).context("not UTF-8")?;
        if let Some(at) = text.find(ARMOR) {
            let envelope = text.get(at..).unwrap_or_default();
            // An exported game has its envelopes too, as strings in which line breaks are escaped.
            if envelope.lines().next().map(str::trim_end) == Some(ARMOR) {
                return Ok(Found { envelope: age_text(envelope), record: None });
            }
        }
    }
    let source = Source::open(path)?;
    let game = choose(&source, game)?;
    let mut record = OnRecord::default();
    for entry in source.entries(game)? {
        record.take(&Entry::from_bytes(&entry.body)?);
    }
    let seal =
        record.seal.clone().ok_or_else(|| anyhow!("no move was sealed on a screen in game {}", game.0))?;
    Ok(Found { envelope: seal.envelope, record: Some(record) })
}

/// The game that is meant: the one that is named, or the only one.
fn choose(source: &Source, asked: Option<u64>) -> Result<GameId> {
    let games: Vec<GameId> = source.report().games.into_iter().map(|(game, _)| game).collect();
    match (asked.map(GameId), games.as_slice()) {
        (Some(game), _) if games.contains(&game) => Ok(game),
        (Some(game), _) => bail!("there is no game {} in it", game.0),
        (None, [game]) => Ok(*game),
        (None, []) => bail!("there is no game in it"),
        (None, games) => {
            let numbers: Vec<String> = games.iter().map(|game| game.0.to_string()).collect();
            bail!("name the game with --game: there are {}", numbers.join(", "))
        }
    }
}

impl OnRecord {
    /// Takes notice of an entry.
    fn take(&mut self, entry: &Entry) {
        match entry {
            Entry::Opened(opening) => self.game = opening.setup.game.id.clone().unwrap_or_default(),
            Entry::Step(step) => step.step.events.iter().for_each(|event| self.hear(&event.kind)),
            Entry::Anchor(_)
            | Entry::Interrupted(_)
            | Entry::Key(_)
            | Entry::Unit(_)
            | Entry::Spoken(_)
            | Entry::Voice(_) => {}
        }
    }

    fn hear(&mut self, event: &EventKind) {
        if let EventKind::Adjournment(AdjournmentEvent::Adjourned { number, .. }) = event {
            (self.number, self.seal) = (*number, None);
        }
        if let EventKind::Adjournment(AdjournmentEvent::Sealed { seal, .. }) = event {
            self.seal = Some(seal.clone());
        }
    }
}

/// An age text from standard input. Where no terminal is there to ask, the passphrase is the line before it.
fn from_stdin() -> Result<(Found, Zeroizing<String>)> {
    let mut text = Zeroizing::new(String::with_capacity(TEXT_MAX));
    stdin().lock().take(TEXT_MAX as u64).read_to_string(&mut text)?;
    let at = text.find(ARMOR).ok_or_else(|| anyhow!("-: no age text: it begins with {ARMOR}"))?;
    let found = Found { envelope: age_text(&text[at..]), record: None };
    let before = text[..at].trim();
    let words = if before.is_empty() { passphrase_words(true)? } else { Zeroizing::new(before.to_owned()) };
    Ok((found, words))
}

/// The passphrase: asked on the terminal without showing it, or the first line of standard input.
fn passphrase_words(asks: bool) -> Result<Zeroizing<String>> {
    if asks {
        let typed = rpassword::prompt_password("Passphrase 口令: ");
        return typed.map(Zeroizing::new).context("the passphrase cannot be asked for on a terminal");
    }
    let mut line = Zeroizing::new(String::with_capacity(PASSPHRASE_MAX * 2));
    let mut input = stdin().lock().take((PASSPHRASE_MAX * 2) as u64);
    io::BufRead::read_line(&mut input, &mut line)?;
    Ok(line)
}
