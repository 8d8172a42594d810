//! A game from text, verified before anything is written.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::chain::{Entry, Fault, Link};
use crate::export::{EXPORT_FORMAT, EXPORT_VERSION, EntryLine, FirstLine, HeadLine, LastLine};
use crate::game::{GameId, Head};
use crate::ledger::Ledger;
use crate::limits::{EXPORT_LEN_MAX, GAME_LEN_MAX};
use crate::write::{AppendError, Write};

/// Why a text is not imported. Nothing of it is on record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// It does not begin as an export does.
    #[error("this is not the export of a game")]
    NotAnExport,
    /// A later version of this program wrote it.
    #[error("the export has version {found}; this program knows versions up to {EXPORT_VERSION}")]
    NewerVersion {
        /// Its version.
        found: u64,
    },
    /// It ends before its last line.
    #[error("the export is cut off: its last line is missing")]
    CutOff,
    /// A line that does not say what it should.
    #[error("line {line} cannot be read")]
    Line {
        /// Its number, from 1.
        line: usize,
    },
    /// A link that does not hold.
    #[error("line {line}, entry {seq}: {fault}")]
    Broken {
        /// The line's number, from 1.
        line: usize,
        /// The entry.
        seq: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A text, or a game, beyond the limit.
    #[error("the export is too large")]
    TooLarge,
    /// The journal refuses it, among other reasons because it has the game already.
    #[error(transparent)]
    Append(#[from] AppendError),
}

/// Writes the exported game under a new number, in one batch.
///
/// ```
/// use journal::{GameId, Genesis, Ledger, MemoryLedger, Names, Write, export, import};
///
/// let mut here = MemoryLedger::default();
/// let genesis = Genesis::from_bytes([1; 32]);
/// here.append(&[Write::Begin { game: GameId(7), genesis, table: 3, body: b"opened".to_vec(), people: vec![] }]).unwrap();
/// let text = export(&here, GameId(7), Names::LeftOut).unwrap();
///
/// let mut there = MemoryLedger::default();
/// let head = import(&mut there, &text).unwrap();
/// assert_eq!((head.game, head.hash), (GameId(1), here.head(GameId(7)).unwrap().hash));
/// assert!(import(&mut there, &text).is_err(), "it is there already");
/// ```
pub fn import(ledger: &mut dyn Ledger, text: &str) -> Result<Head, ImportError> {
    if text.len() > EXPORT_LEN_MAX {
        return Err(ImportError::TooLarge);
    }
    let (batch, head) = read(text, ledger.next_game())?;
    let heads = ledger.append(&batch)?;
    assert_eq!(heads.last(), Some(&head), "what is written is what was verified");
    Ok(head)
}

/// The whole text as one batch, if every link holds.
fn read(text: &str, game: GameId) -> Result<(Vec<Write>, Head), ImportError> {
    let mut lines = text.lines().enumerate().map(|(index, text)| (index + 1, text)).peekable();
    let (_, first) = lines.next().ok_or(ImportError::NotAnExport)?;
    let first = first_line(first)?;
    let mut chain: Vec<Entry> = Vec::new();
    while let Some((number, text)) = lines.next() {
        if lines.peek().is_none() {
            return finish(first, chain, game, json(number, text)?, number);
        }
        let entry = entry(&first, chain.last(), number, json(number, text)?)?;
        chain.push(entry);
        if u64::try_from(chain.len()).unwrap_or(u64::MAX) > GAME_LEN_MAX {
            return Err(ImportError::TooLarge);
        }
    }
    Err(ImportError::CutOff)
}

/// The first line; its version is read before anything that a later version may have changed.
fn first_line(text: &str) -> Result<FirstLine, ImportError> {
    let value: serde_json::Value = json(1, text).map_err(|_| ImportError::NotAnExport)?;
    let version = value.get("version").and_then(serde_json::Value::as_u64);
    let format = value.get("format").and_then(serde_json::Value::as_str);
    match version {
        Some(found) if format == Some(EXPORT_FORMAT) && found > u64::from(EXPORT_VERSION) => {
            Err(ImportError::NewerVersion { found })
        }
        Some(_) if format == Some(EXPORT_FORMAT) => {
            serde_json::from_value(value).map_err(|_| ImportError::Line { line: 1 })
        }
        _ => Err(ImportError::NotAnExport),
    }
}

/// An entry behind the last one, if it holds.
fn entry(
    first: &FirstLine,
    last: Option<&Entry>,
    line: usize,
    read: EntryLine,
) -> Result<Entry, ImportError> {
    let body = body(&read).ok_or(ImportError::Line { line })?;
    // The link is computed, and the line must agree with it.
    let link = match last {
        None => Link::first(&first.genesis, &body),
        Some(Entry { seq, hash, .. }) => {
            Link::after(&first.genesis, &Head { game: GameId(0), seq: *seq, hash: *hash }, &body)
        }
    };
    let broken = |fault| Err(ImportError::Broken { line, seq: link.seq, fault });
    if read.seq != link.seq {
        return broken(Fault::SeqGap { found: read.seq });
    }
    if read.hash != link.hash {
        return broken(Fault::HashDiffers);
    }
    let (seq, previous, hash) = (link.seq, link.previous, link.hash);
    Ok(Entry { seq, previous, hash, body })
}

fn body(read: &EntryLine) -> Option<Vec<u8>> {
    match (&read.text, &read.base64) {
        (Some(text), None) => Some(text.clone().into_bytes()),
        (None, Some(base64)) => BASE64_STANDARD.decode(base64).ok(),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

/// The batch, if the last line names the end of the chain.
fn finish(
    first: FirstLine,
    chain: Vec<Entry>,
    game: GameId,
    last: LastLine,
    line: usize,
) -> Result<(Vec<Write>, Head), ImportError> {
    let end = chain.last().ok_or(ImportError::CutOff)?;
    let head = Head { game, seq: end.seq, hash: end.hash };
    if (HeadLine { seq: end.seq, hash: end.hash }) != last.head {
        return Err(ImportError::Broken { line, seq: end.seq, fault: Fault::HeadDiffers });
    }
    let mut bodies = chain.into_iter().map(|entry| entry.body);
    let FirstLine { genesis, table, people, .. } = first;
    let body = bodies.next().ok_or(ImportError::CutOff)?;
    let mut batch = vec![Write::Begin { game, genesis, table, body, people: people.unwrap_or_default() }];
    batch.extend(bodies.map(|body| Write::Entry { game, body }));
    batch.push(Write::Beat { game, at_micros: last.beat_micros });
    if last.closed {
        batch.push(Write::Close { game });
    }
    Ok((batch, head))
}

fn json<T: DeserializeOwned>(line: usize, text: &str) -> Result<T, ImportError> {
    serde_json::from_str(text).map_err(|_| ImportError::Line { line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Genesis;
    use crate::export::{Names, export};
    use crate::memory::MemoryLedger;

    fn exported() -> Vec<String> {
        let mut ledger = MemoryLedger::default();
        let game = GameId(4);
        let body = br#"{"opened": true}"#.to_vec();
        ledger
            .append(&[
                Write::Begin { game, genesis: Genesis::from_bytes([9; 32]), table: 12, body, people: vec![] },
                Write::Entry { game, body: vec![0xff, 0x00] },
                Write::Entry { game, body: "a \"b\"\n\u{2028} 超时".as_bytes().to_vec() },
                Write::Beat { game, at_micros: 77 },
            ])
            .unwrap();
        export(&ledger, game, Names::LeftOut).unwrap().lines().map(str::to_owned).collect()
    }

    fn refused(change: impl FnOnce(&mut Vec<String>)) -> ImportError {
        let mut lines = exported();
        change(&mut lines);
        let mut ledger = MemoryLedger::default();
        let error = import(&mut ledger, &lines.join("\n")).unwrap_err();
        assert!(ledger.games().is_empty() && ledger.writes() == 0, "nothing is written");
        error
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(refused(Vec::clear), ImportError::NotAnExport);
        assert_eq!(refused(|lines| lines[0] = "{}".into()), ImportError::NotAnExport);
        let newer = |lines: &mut Vec<String>| lines[0] = lines[0].replace("\"version\":1", "\"version\":2");
        assert_eq!(refused(newer), ImportError::NewerVersion { found: 2 });
        assert_eq!(refused(|lines| lines.truncate(1)), ImportError::CutOff);
        assert_eq!(refused(|lines| drop(lines.pop())), ImportError::Line { line: 4 });
        assert_eq!(refused(|lines| lines[2] = "{".into()), ImportError::Line { line: 3 });
        let broken = |line, seq, fault| ImportError::Broken { line, seq, fault };
        assert_eq!(refused(|lines| lines.swap(2, 3)), broken(3, 1, Fault::SeqGap { found: 2 }));
        let tampered = |lines: &mut Vec<String>| lines[1] = lines[1].replace("true", "false");
        assert_eq!(refused(tampered), broken(2, 0, Fault::HashDiffers));
        assert_eq!(refused(|lines| drop(lines.remove(3))), broken(4, 1, Fault::HeadDiffers));
        let both =
            |lines: &mut Vec<String>| lines[2] = lines[2].replace("\"base64\"", "\"text\":\"\",\"base64\"");
        assert_eq!(refused(both), ImportError::Line { line: 3 });
    }

    #[test]
    fn a_body_comes_back_byte_for_byte() {
        let mut ledger = MemoryLedger::default();
        let head = import(&mut ledger, &exported().join("\n")).unwrap();
        let bodies: Vec<_> = ledger.read(head.game).unwrap().into_iter().map(|entry| entry.body).collect();
        assert_eq!(bodies[1], [0xff, 0x00]);
        assert_eq!(bodies[2], "a \"b\"\n\u{2028} 超时".as_bytes());
        let game = ledger.game(head.game).unwrap();
        assert_eq!((game.table, game.beat_micros, game.closed), (12, 77, false));
    }
}
