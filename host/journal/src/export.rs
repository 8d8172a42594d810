//! A game as text: one JSON object a line.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Serialize};

use crate::bytes::{Genesis, Hash};
use crate::chain::Entry;
use crate::game::{Game, GameId};
use crate::ledger::{Ledger, ReadError};
use crate::person::Person;

/// What the first line of an export calls itself.
pub(crate) const EXPORT_FORMAT: &str = "flagfall-game";
/// The version of the text that is written, and the latest that is read.
pub(crate) const EXPORT_VERSION: u32 = 1;

/// Whether an export names people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Names {
    /// Only their references, in the bodies.
    LeftOut,
    /// The names that are not forgotten.
    Included,
}

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FirstLine {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) genesis: Genesis,
    pub(crate) table: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) people: Option<Vec<Person>>,
}

/// A line for an entry: its body as `text` if it is UTF-8, as `base64` otherwise.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryLine {
    pub(crate) seq: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) base64: Option<String>,
    pub(crate) hash: Hash,
}

/// The last line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LastLine {
    pub(crate) head: HeadLine,
    pub(crate) beat_micros: u64,
    pub(crate) closed: bool,
}

/// The head within the last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HeadLine {
    pub(crate) seq: u64,
    pub(crate) hash: Hash,
}

/// A game as text, each link checked.
pub fn export(ledger: &dyn Ledger, game: GameId, names: Names) -> Result<String, ReadError> {
    let state = ledger.game(game).ok_or(ReadError::UnknownGame { game })?;
    let people = match names {
        Names::LeftOut => None,
        Names::Included => Some(ledger.people(game)?),
    };
    Ok(export_text(&state, ledger.read(game)?, people))
}

pub(crate) fn export_text(game: &Game, entries: Vec<Entry>, people: Option<Vec<Person>>) -> String {
    let format = EXPORT_FORMAT.to_owned();
    let Game { genesis, table, closed, beat_micros, head, .. } = *game;
    let mut text = line(&FirstLine { format, version: EXPORT_VERSION, genesis, table, people });
    for entry in entries {
        text += &line(&entry_line(entry));
    }
    text += &line(&LastLine { head: HeadLine { seq: head.seq, hash: head.hash }, beat_micros, closed });
    text
}

fn entry_line(Entry { seq, hash, body, .. }: Entry) -> EntryLine {
    match String::from_utf8(body) {
        Ok(text) => EntryLine { seq, text: Some(text), base64: None, hash },
        Err(error) => {
            EntryLine { seq, text: None, base64: Some(BASE64_STANDARD.encode(error.as_bytes())), hash }
        }
    }
}

fn line(value: &impl Serialize) -> String {
    let mut line =
        serde_json::to_string(value).expect("numbers, texts and lists of them can always be written");
    line.push('\n');
    line
}
