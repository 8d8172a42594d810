//! A file's games as trees, kept in three flat lists over the decoded text.

use std::borrow::Cow;

use thiserror::Error;

use super::game::{Game, NoGame};
use super::key::Key;
use super::scan::{Scanner, first_start};
use super::warning::{Fault, Warning, Warnings};
use crate::text::Decoded;

/// Larger files are not read.
const MOST_BYTES: usize = 32 << 20;
/// How far into a file CA is looked for.
const CA_WITHIN: usize = 64 << 10;

/// Why nothing could be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is something else.
    #[error("not SGF: expected `(;` and a property such as `GM[1]`, found {0}")]
    NotSgf(Found),
    /// It is too large.
    #[error("{0} bytes are more than the 32 MiB that are read")]
    TooLarge(usize),
}

/// What a file that is no SGF is instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Found {
    /// No byte, or only blanks.
    #[error("an empty file")]
    Nothing,
    /// Tygem's.
    #[error("a GIB file")]
    Gib,
    /// WBaduk's.
    #[error("an NGF file")]
    Ngf,
    /// Something that begins so.
    #[error("{0:?}")]
    Other(String),
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A node. Its properties end where the next node's begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    pub(super) parent: u32,
    pub(super) properties: u32,
}

/// A property. Its values end where the next one's begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeProperty {
    pub(super) key: Key,
    /// Where its name begins.
    pub(super) at: u32,
    pub(super) values: u32,
}

/// A value's text, brackets not included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The nodes, properties and values of a file, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) roots: Vec<u32>,
    pub(super) nodes: Vec<TreeNode>,
    pub(super) properties: Vec<TreeProperty>,
    pub(super) values: Vec<Span>,
}

impl Tree {
    /// A node's properties.
    pub(super) fn properties(&self, node: u32) -> impl Iterator<Item = (&TreeProperty, &[Span])> {
        let from = self.nodes[node as usize].properties as usize;
        let to =
            self.nodes.get(node as usize + 1).map_or(self.properties.len(), |next| next.properties as usize);
        (from..to).map(|at| {
            let property = &self.properties[at];
            let end = self.properties.get(at + 1).map_or(self.values.len(), |next| next.values as usize);
            (property, &self.values[property.values as usize..end])
        })
    }

    /// The main line from a root: each node's first child is the node after it in the file.
    pub(super) fn main_line(&self, root: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(root), |&node| {
            self.nodes.get(node as usize + 1).filter(|next| next.parent == node).map(|_| node + 1)
        })
    }
}

/// What a file holds: one game or several, each a tree of variations. Nothing in it is understood yet.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    pub(super) decoded: Decoded<'a>,
    pub(super) tree: Tree,
    warnings: Vec<Warning>,
}

impl<'a> Collection<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        if bytes.len() > MOST_BYTES {
            return Err(Unreadable::TooLarge(bytes.len()));
        }
        let (at, declared) = declared(bytes);
        let decoded = Decoded::new(bytes, declared.as_deref());
        let Some(start) = first_start(&decoded.text) else {
            return Err(Unreadable::NotSgf(found(&decoded.text)));
        };
        let mut warnings = Warnings::default();
        for fault in &decoded.faults {
            warnings.push(at, Fault::Text(fault.clone()));
        }
        let tree = Scanner::new(&decoded.text, start, &mut warnings).scan();
        let warnings = warnings.finish(|places| decoded.to_source(places));
        Ok(Self { decoded, tree, warnings })
    }

    /// The games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.roots.len()
    }

    /// Whether there is no game; there always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.roots.is_empty()
    }

    /// The nodes of all games and variations.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// The variations of one game, counted from 0, besides its main line.
    #[must_use]
    pub fn variations(&self, game: usize) -> usize {
        let place =
            |index: usize| self.tree.roots.get(index).map_or(self.tree.nodes.len(), |&root| root as usize);
        let (from, to) = (place(game), place(game.saturating_add(1)));
        // Whatever does not follow on the node before it begins one.
        let nodes = self.tree.nodes.iter().enumerate().take(to).skip(from.saturating_add(1));
        nodes.filter(|(at, node)| node.parent as usize + 1 != *at).count()
    }

    /// The encoding's name, as the web's standards have it: `UTF-8`, `gb18030`, `Big5`, `Shift_JIS`, `EUC-KR` …
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.decoded.encoding.name()
    }

    /// What is wrong with the file as a whole; what is wrong with a game is with the game.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Understands the main line of one game, counted from 0.
    ///
    /// # Errors
    ///
    /// If there is no such game, if it is neither Go nor gomoku, or if its board is not a square of 2 to 25 lines.
    pub fn game(&self, number: usize) -> Result<Game, NoGame> {
        Game::understand(self, number)
    }

    /// Understands all games, one after the other.
    pub fn games(&self) -> impl Iterator<Item = Result<Game, NoGame>> {
        (0..self.len()).map(|number| self.game(number))
    }

    /// A value as it stands in the file.
    pub(super) fn raw(&self, span: Span) -> &str {
        &self.decoded.text[span.from as usize..span.to as usize]
    }

    /// A value's text with line breaks kept.
    pub(super) fn text(&self, span: Span) -> Cow<'_, str> {
        unescape(self.raw(span), true)
    }

    /// A value's text in one line, without blanks at its ends.
    pub(super) fn simple_text(&self, span: Span) -> Cow<'_, str> {
        match unescape(self.raw(span), false) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        }
    }
}

/// The encoding that a file declares, and where: its CA is in ASCII, whatever follows.
fn declared(bytes: &[u8]) -> (u32, Option<String>) {
    let head = &bytes[..bytes.len().min(CA_WITHIN)];
    let mut at = 0;
    while let Some(found) = head[at..].windows(3).position(|window| window == b"CA[") {
        let name = at + found + 3;
        let whole = name < 4 || !head[name - 4].is_ascii_alphabetic();
        let end = head[name..].iter().take(40).position(|&byte| byte == b']');
        if let Some(end) = end.filter(|_| whole) {
            let text = String::from_utf8_lossy(&head[name..name + end]).trim().to_owned();
            let at = u32::try_from(name - 3).unwrap_or(0);
            return (at, Some(text).filter(|text| !text.is_empty()));
        }
        at = name;
    }
    (0, None)
}

fn found(text: &str) -> Found {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default();
    if text.is_empty() {
        Found::Nothing
    } else if line.starts_with("\\HS") || text.contains("\\[GIBOKIND") {
        Found::Gib
    } else if text.lines().nth(1).is_some_and(|size| size.trim().parse::<u8>().is_ok())
        && text.lines().any(|line| line.starts_with("PM"))
    {
        Found::Ngf
    } else {
        Found::Other(line.chars().take(40).collect())
    }
}

/// Takes escapes out. A line break after a backslash is none; others are kept, or become blanks.
pub(super) fn unescape(raw: &str, lines: bool) -> Cow<'_, str> {
    let special =
        |byte: u8| byte == b'\\' || byte == b'\r' || (!lines && byte.is_ascii_whitespace() && byte != b' ');
    if !raw.bytes().any(special) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    let line_break = |letter: char, letters: &mut std::iter::Peekable<std::str::Chars<'_>>| {
        let breaks = letter == '\n' || letter == '\r';
        if breaks && letters.peek().is_some_and(|&next| next != letter && (next == '\n' || next == '\r')) {
            letters.next();
        }
        breaks
    };
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            let Some(next) = letters.next() else { break };
            if !line_break(next, &mut letters) {
                // One line has only blanks, escaped or not.
                text.push(if !lines && next.is_ascii_whitespace() { ' ' } else { next });
            }
        } else if line_break(letter, &mut letters) {
            text.push(if lines { '\n' } else { ' ' });
        } else if !lines && letter.is_ascii_whitespace() {
            text.push(' ');
        } else {
            text.push(letter);
        }
    }
    Cow::Owned(text)
}
