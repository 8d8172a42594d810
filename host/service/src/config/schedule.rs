//! `[[schedule]]`: what is to be done at a set time.

use referee::document::{Entry, Table};
use referee::read_wall;
use sha2::{Digest, Sha256};

use crate::config::{numbers, said};
use crate::schedule::{Scheduled, WAITING_MAX, check_for_several};

const SCHEDULE: &str = "[[schedule]] and below it at = 2026-11-29T12:00:00+08:00 and command = \"pause\"";
const AT: &str = "at = 2026-11-29T12:00:00+08:00";
const COMMAND: &str = "command = \"pause\"";

/// Reads the list; what cannot be read is noted and left out.
pub(super) fn read_schedule(entry: &Entry<'_>) -> Option<Vec<Scheduled>> {
    let entries = entry.list(SCHEDULE)?;
    if entries.len() > WAITING_MAX {
        return said(entry, format!("expected at most {WAITING_MAX} orders, found {}", entries.len()));
    }
    Some(entries.iter().filter_map(|entry| one(entry.table(SCHEDULE)?)).collect())
}

fn one(mut table: Table<'_>) -> Option<Scheduled> {
    let at = table.require("at", AT).and_then(|entry| read_wall(&entry));
    let command = table.require("command", COMMAND).and_then(|entry| command(&entry));
    let tables = table.take("tables").and_then(|entry| numbers(&entry)).map(Iterator::collect::<Vec<u32>>);
    table.finish();
    let (at, command) = (at?, command?);
    // The same entry is the same order at the next start.
    let hash = Sha256::digest(format!("{at} {command} {tables:?}"));
    Some(Scheduled { id: format!("config-{}", &hex::encode(hash)[..16]), command, tables, at })
}

fn command(entry: &Entry<'_>) -> Option<String> {
    let text = entry.text()?;
    match check_for_several(text) {
        Ok(()) => Some(text.to_owned()),
        Err(what) => said(entry, what),
    }
}
