//! From text to a tree, in one pass, whatever is broken in it.

use super::key::Key;
use super::tree::{NONE, Span, Tree, TreeNode, TreeProperty};
use super::warning::{Fault, Warnings};

const BLACK: Key = Key::of("B");
const WHITE: Key = Key::of("W");
/// Properties whose value is a number, and so many bytes of it at most.
const SHORT: [Key; 5] = [Key::of("SZ"), Key::of("GM"), Key::of("FF"), Key::of("HA"), Key::of("KM")];
const SHORT_LEN_MAX: usize = 12;

/// Where the first game begins.
pub(super) fn first_start(text: &str) -> Option<usize> {
    next_start(text, 0).or_else(|| {
        // The parenthesis itself is missing.
        let blank = text.len() - text.trim_start().len();
        let node = text[blank..].strip_prefix(';')?;
        property_starts(node.as_bytes()).then_some(blank)
    })
}

/// The next `(;`, or `(` and a property.
fn next_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|&byte| byte == b'(')?;
        let inside = bytes[at + 1..].trim_ascii_start();
        if inside.first() == Some(&b';') || property_starts(inside) {
            return Some(at);
        }
        // `((;` is one game with a parenthesis too many.
        at += 1;
    }
}

/// Whether a name of one or two capitals and a bracket stand here.
fn property_starts(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let name = bytes.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    (1..=2).contains(&name) && bytes[name..].trim_ascii_start().first() == Some(&b'[')
}

/// Reads games from a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tree: Tree,
    /// The node before each open parenthesis.
    open: Vec<u32>,
    /// The node that the next one follows.
    current: u32,
    /// Whether a property belongs to the last node, none having been closed since.
    in_node: bool,
    warnings: &'a mut Warnings,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, start: usize, warnings: &'a mut Warnings) -> Self {
        if !text[..start].trim().is_empty() {
            warnings.push(0, Fault::TextOutside);
        }
        let bytes = text.as_bytes();
        let tree = Tree::default();
        Self { text, bytes, at: start, tree, open: Vec::new(), current: NONE, in_node: false, warnings }
    }

    /// Reads all games.
    pub(super) fn scan(mut self) -> Tree {
        if self.bytes[self.at] == b';' {
            self.warn(self.at, Fault::Start);
            self.open.push(NONE);
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                _ if self.open.is_empty() && byte != b'(' => self.outside(),
                b'(' => {
                    self.open.push(self.current);
                    self.in_node = false;
                    self.at += 1;
                }
                b')' => self.close(),
                b';' => {
                    self.at += 1;
                    self.node();
                }
                b'[' => self.nameless(),
                b'A'..=b'Z' | b'a'..=b'z' => self.property(),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.stray(),
            }
        }
        if !self.open.is_empty() {
            self.warn(self.bytes.len(), Fault::OpenTrees(self.open.len()));
        }
        self.tree
    }

    fn warn(&mut self, at: usize, what: Fault) {
        self.warnings.push(small(at), what);
    }

    /// After a game: on to the next.
    fn outside(&mut self) {
        let next = next_start(self.text, self.at).unwrap_or(self.bytes.len());
        let between = self.text.get(self.at..next).map_or("", str::trim);
        if !between.is_empty() {
            let closes = between.bytes().all(|byte| byte == b')' || byte.is_ascii_whitespace());
            self.warn(self.at, if closes { Fault::ClosesNothing } else { Fault::TextOutside });
        }
        self.at = next;
        self.current = NONE;
    }

    fn close(&mut self) {
        // `)]` is the end of a text that had brackets of its own.
        if self.bytes[self.at + 1..].trim_ascii_start().first() == Some(&b']') {
            self.warn(self.at, Fault::Stray);
            self.at += 1;
            return;
        }
        self.current = self.open.pop().unwrap_or(NONE);
        self.in_node = false;
        self.at += 1;
    }

    fn node(&mut self) {
        let node = small(self.tree.nodes.len());
        if self.current == NONE {
            self.tree.roots.push(node);
        }
        self.tree
            .nodes
            .push(TreeNode { parent: self.current, properties: small(self.tree.properties.len()) });
        self.current = node;
        self.in_node = true;
    }

    /// A name and its values.
    fn property(&mut self) {
        let start = self.at;
        let key = self.name();
        let named = self.at;
        self.blanks();
        if self.bytes.get(self.at) != Some(&b'[') {
            self.warn(start, Fault::Valueless);
            self.at = self.at.max(named);
            return;
        }
        if !self.in_node {
            self.warn(start, Fault::Start);
            self.node();
        }
        let values = small(self.tree.values.len());
        self.tree.properties.push(TreeProperty { key, at: small(start), values });
        while self.bytes.get(self.at) == Some(&b'[') {
            if let Some(value) = self.value(key) {
                self.tree.values.push(value);
            }
            self.blanks();
        }
        if self.tree.values.len() == values as usize {
            self.tree.properties.pop();
        }
    }

    /// The name's capitals: `FF[1]` to `FF[3]` had small letters between them.
    fn name(&mut self) -> Key {
        let start = self.at;
        let mut key = Key::of("");
        while let Some(&letter) = self.bytes.get(self.at).filter(|letter| letter.is_ascii_alphanumeric()) {
            if !letter.is_ascii_lowercase() {
                key = key.and(letter);
            }
            self.at += 1;
        }
        if key.is_empty() {
            self.warn(start, Fault::SmallName);
            self.bytes[start..self.at].iter().fold(key, |key, letter| key.and(letter.to_ascii_uppercase()))
        } else {
            key
        }
    }

    /// The value in the brackets here. A move that the file's end cuts off is none.
    fn value(&mut self, key: Key) -> Option<Span> {
        let from = self.at + 1;
        // Nearly every value is a point.
        if let Some([b'a'..=b'z', b'a'..=b'z', b']']) = self.bytes.get(from..from + 3) {
            self.at = from + 3;
            return Some(Span { from: small(from), to: small(from + 2) });
        }
        let is_move = key == BLACK || key == WHITE;
        if let Some(to) = self.unclosed(key, from) {
            self.warn(from - 1, Fault::OpenValue);
            self.at = to;
            return Some(Span { from: small(from), to: small(to) });
        }
        let mut to = from;
        loop {
            match self.bytes.get(to) {
                Some(b']') => {
                    self.at = to + 1;
                    break;
                }
                Some(b'\\') => to = (to + 2).min(self.bytes.len()),
                Some(_) => to += 1,
                None => {
                    self.warn(from - 1, Fault::OpenValue);
                    self.at = self.bytes.len();
                    let whole = to - from == 2 && self.bytes[from..to].iter().all(u8::is_ascii_alphabetic);
                    if is_move && !whole {
                        return None;
                    }
                    break;
                }
            }
        }
        Some(Span { from: small(from), to: small(to) })
    }

    /// Where a short value ends that has no bracket: the next node or property has begun.
    fn unclosed(&self, key: Key, from: usize) -> Option<usize> {
        let most = match key {
            BLACK | WHITE => 3,
            key if SHORT.contains(&key) => SHORT_LEN_MAX,
            _ => return None,
        };
        // The name of the next property may stand between the value and the next bracket.
        let ahead = self.bytes.get(from..)?;
        let ahead = &ahead[..ahead.len().min(most + 3)];
        let end = ahead.iter().position(|byte| matches!(byte, b']' | b'\\' | b'[' | b';' | b'('))?;
        let name = ahead[..end].iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
        let length = match ahead[end] {
            b';' | b'(' => end,
            b'[' if name > 0 => end - name,
            _ => return None,
        };
        (length <= most).then_some(from + length)
    }

    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn nameless(&mut self) {
        self.warn(self.at, Fault::Nameless);
        self.value(Key::LONG);
    }

    /// Skips to what may be something again.
    fn stray(&mut self) {
        self.warn(self.at, Fault::Stray);
        let known = |byte: &u8| matches!(byte, b'(' | b')' | b';' | b'[' | b'A'..=b'Z' | b'a'..=b'z');
        self.at += self.bytes[self.at..].iter().position(known).unwrap_or(self.bytes.len() - self.at);
    }
}

/// Files are smaller than 4 GiB by far.
fn small(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
