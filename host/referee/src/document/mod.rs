//! TOML tables that remember where each key stands, and which keys nobody asked for.
//!
//! A reader asks a [`Table`] for its keys. What is wrong is noted in the [`Document`] and reading goes on, so
//! that all faults of a file are found at once: `None` from a typed getter means "absent, or noted already".

pub(crate) mod fault;

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use clock::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::Datetime;

use crate::document::fault::{Expected, Fault, FaultKind, nearest, shown};

/// How many faults of one file are noted.
const FAULTS_MAX: usize = 100;

/// A TOML text, and the faults found in it so far.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    root: DeTable<'t>,
    faults: RefCell<Vec<Fault>>,
}

/// Where a value stands: its first byte and the path of its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    offset: usize,
    path: String,
}

impl Spot {
    /// The key `name` of the table that stands here, said at the table's own place.
    pub fn within(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { offset: self.offset, path }
    }
}

impl<'t> Document<'t> {
    /// Reads the text as TOML.
    ///
    /// # Errors
    /// Every line that is no TOML.
    pub fn parse(text: &'t str) -> Result<Self, Vec<Fault>> {
        let (root, errors) = DeTable::parse_recoverable(text);
        let document = Self { text, root: root.into_inner(), faults: RefCell::default() };
        for error in errors.into_iter().take(FAULTS_MAX) {
            let span = error.span().unwrap_or_default();
            let path = match error.message() {
                "duplicate key" => document.source(&span).to_owned(),
                _ => String::new(),
            };
            let what = FaultKind::Syntax(error.message().to_owned());
            document.note(&Spot { offset: span.start, path }, what);
        }
        let mut faults = document.faults.take();
        sort(&mut faults);
        // What follows in the same line is mostly an echo of the first.
        faults.dedup_by_key(|fault| fault.line);
        if faults.is_empty() { Ok(document) } else { Err(faults) }
    }

    /// The outermost table.
    pub fn root(&self) -> Table<'_> {
        Table { document: self, spot: Spot::default(), entries: &self.root, known: Vec::new() }
    }

    /// Notes a fault.
    pub fn note(&self, spot: &Spot, what: FaultKind) {
        if self.noted() >= FAULTS_MAX {
            return;
        }
        let (line, column) = position(self.text, spot.offset);
        self.note_fault(Fault { line, column, key: spot.path.clone(), what });
    }

    /// Notes a fault whose line is known.
    pub fn note_fault(&self, fault: Fault) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < FAULTS_MAX && !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    /// How many faults were noted so far.
    pub fn noted(&self) -> usize {
        self.faults.borrow().len()
    }

    /// What was read, if nothing was wrong.
    ///
    /// # Errors
    /// All that was noted, by line.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Vec<Fault>> {
        let mut faults = self.faults.into_inner();
        sort(&mut faults);
        match read {
            Some(value) if faults.is_empty() => Ok(value),
            _ => Err(faults),
        }
    }

    fn source(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }
}

fn sort(faults: &mut [Fault]) {
    faults.sort_by_key(|fault| (fault.line, fault.column));
}

/// The line and the column of a byte, both counted from 1.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// A table of a document.
#[derive(Debug)]
pub struct Table<'d> {
    document: &'d Document<'d>,
    spot: Spot,
    entries: &'d DeTable<'d>,
    known: Vec<&'static str>,
}

impl<'d> Table<'d> {
    /// Where the table stands.
    pub const fn spot(&self) -> &Spot {
        &self.spot
    }

    /// The document it belongs to.
    pub const fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// Whether the key is there; it is not taken.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Takes the value of a key.
    pub fn take(&mut self, key: &'static str) -> Option<Entry<'d>> {
        self.known.push(key);
        let value = self.entries.get(key)?;
        let spot = Spot { offset: value.span().start, ..self.spot.within(key) };
        Some(Entry { document: self.document, spot, value })
    }

    /// Takes the value of a key that must be there.
    pub fn require(&mut self, key: &'static str, write: &'static str) -> Option<Entry<'d>> {
        let entry = self.take(key);
        if entry.is_none() {
            self.document.note(&self.spot.within(key), FaultKind::Missing { write });
        }
        entry
    }

    /// All keys with their values, in the order of the file: for a table whose keys are names that the file makes up.
    pub fn entries(self) -> Vec<(&'d str, Entry<'d>)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'d Spanned<_>, &'d Spanned<DeValue<'d>>)| {
            let key: &'d Cow<'d, str> = key.get_ref();
            let spot = Spot { offset: value.span().start, ..self.spot.within(&shown(key)) };
            (key.as_ref(), Entry { document: self.document, spot, value })
        };
        entries.into_iter().map(entry).collect()
    }

    /// Notes every key that nobody took.
    pub fn finish(self) {
        let unknown = self.entries.keys().filter(|key| !self.known.contains(&key.get_ref().as_ref()));
        for key in unknown.take(FAULTS_MAX) {
            let near = nearest(key.get_ref(), &self.known);
            let spot = Spot { offset: key.span().start, ..self.spot.within(&shown(key.get_ref())) };
            self.document.note(&spot, FaultKind::Unknown { near, known: self.known.clone() });
        }
    }
}

/// A value of a document.
#[derive(Clone, Debug)]
pub struct Entry<'d> {
    document: &'d Document<'d>,
    spot: Spot,
    value: &'d Spanned<DeValue<'d>>,
}

impl<'d> Entry<'d> {
    /// Where the value stands.
    pub const fn spot(&self) -> &Spot {
        &self.spot
    }

    /// The document it belongs to.
    pub const fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// The value as written in the file.
    pub fn source(&self) -> &'d str {
        self.document.source(&self.value.span())
    }

    /// The line and column at which the value begins.
    pub fn position(&self) -> (usize, usize) {
        position(self.document.text, self.spot.offset)
    }

    /// Notes a fault here.
    pub fn note(&self, what: impl Into<FaultKind>) {
        self.document.note(&self.spot, what.into());
    }

    /// Notes that something else should stand here.
    pub fn wrong<T>(&self, expected: Expected) -> Option<T> {
        let found = match self.value.get_ref() {
            DeValue::Table(_) => "a table".to_owned(),
            DeValue::Array(list) if list.is_empty() => "an empty list".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => shown(self.source()),
        };
        self.note(FaultKind::Wrong { expected, found });
        None
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// A text.
    pub fn text(&self) -> Option<&'d str> {
        self.value.get_ref().as_str().or_else(|| self.wrong(Expected::Text))
    }

    /// True or false.
    pub fn flag(&self) -> Option<bool> {
        self.value.get_ref().as_bool().or_else(|| self.wrong(Expected::Flag))
    }

    /// A whole number in a range.
    pub fn whole<T: TryFrom<i64> + Into<i64>>(&self, from: T, to: T) -> Option<T> {
        let (from, to) = (from.into(), to.into());
        let number = self.integer().filter(|number| (from..=to).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .or_else(|| self.wrong(Expected::Whole { from, to }))
    }

    /// The whole number that stands here, if one does; nothing is noted.
    pub fn integer(&self) -> Option<i64> {
        let integer = self.value.get_ref().as_integer()?;
        i64::from_str_radix(integer.as_str(), integer.radix()).ok()
    }

    /// The digits of the whole or decimal number that stands here, if one does; nothing is noted.
    pub fn number(&self) -> Option<String> {
        let float = self.value.get_ref().as_float().map(|float| float.as_str().to_owned());
        float.or_else(|| self.integer().map(|number| number.to_string()))
    }

    /// The date or time that stands here, if one does; nothing is noted.
    pub fn datetime(&self) -> Option<&'d Datetime> {
        self.value.get_ref().as_datetime()
    }

    /// A length of time in quotes.
    pub fn length(&self) -> Option<Duration> {
        let length = self.value.get_ref().as_str().and_then(|text| text.parse().ok());
        length.or_else(|| self.wrong(Expected::Length))
    }

    /// One of several names.
    pub fn one_of<T: Copy>(&self, names: &[(&'static str, T)]) -> Option<T> {
        let text = self.value.get_ref().as_str();
        let found = names.iter().find(|(name, _)| Some(*name) == text).map(|&(_, value)| value);
        found.or_else(|| self.wrong(Expected::OneOf(names.iter().map(|&(name, _)| name).collect())))
    }

    /// The entries of a list, counted from 1 in their paths.
    pub fn list(&self, example: &'static str) -> Option<Vec<Self>> {
        let Some(values) = self.value.get_ref().as_array() else {
            return self.wrong(Expected::List(example));
        };
        let entry = |(number, value): (usize, &'d Spanned<DeValue<'d>>)| {
            let spot = Spot { offset: value.span().start, ..self.spot.within(&number.to_string()) };
            Self { document: self.document, spot, value }
        };
        Some((1..).zip(values.iter()).map(entry).collect())
    }

    /// A table.
    pub fn table(&self, example: &'static str) -> Option<Table<'d>> {
        let Some(entries) = self.value.get_ref().as_table() else {
            return self.wrong(Expected::Table(example));
        };
        Some(Table { document: self.document, spot: self.spot.clone(), entries, known: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str, read: impl Fn(&mut Table<'_>)) -> Vec<String> {
        let document = match Document::parse(text) {
            Ok(document) => document,
            Err(faults) => return faults.iter().map(ToString::to_string).collect(),
        };
        let mut root = document.root();
        read(&mut root);
        root.finish();
        document.finish(Some(())).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn values_are_read() {
        let text = "a = 'x'\nb = true\nc = 0x1_0\nd = \"1h30m\"\ne = [1, 2]\nf = { g = 2.5 }\nh = -3";
        let found = faults(text, |root| {
            assert_eq!(root.take("a").and_then(|entry| entry.text()), Some("x"));
            assert_eq!(root.take("b").and_then(|entry| entry.flag()), Some(true));
            assert_eq!(root.take("c").and_then(|entry| entry.whole(1_u8, 20)), Some(16));
            assert_eq!(root.take("d").and_then(|entry| entry.length()), Some(Duration::from_mins(90)));
            let list = root.take("e").and_then(|entry| entry.list("[1]")).unwrap();
            assert_eq!(list.iter().filter_map(|entry| entry.whole(0_u16, 9)).sum::<u16>(), 3);
            let mut inner = root.take("f").and_then(|entry| entry.table("{}")).unwrap();
            assert_eq!(inner.take("g").and_then(|entry| entry.number()).as_deref(), Some("2.5"));
            inner.finish();
            assert_eq!(root.take("h").and_then(|entry| entry.number()).as_deref(), Some("-3"));
            assert!(root.take("i").is_none());
        });
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn all_faults_are_found_with_their_lines() {
        let text = "a = 5\nb.c = 'x'\n[t]\nlist = [\n  1,\n  70000,\n]\nkidn = 'x'\n";
        let found = faults(text, |root| {
            root.take("a").and_then(|entry| entry.text());
            let mut inner = root.take("b").and_then(|entry| entry.table("{}")).unwrap();
            inner.take("c").and_then(|entry| entry.flag());
            inner.finish();
            let mut table = root.take("t").and_then(|entry| entry.table("{}")).unwrap();
            for entry in table.take("list").and_then(|entry| entry.list("[]")).unwrap() {
                entry.whole(0_u16, u16::MAX);
            }
            table.require("kind", "kind = \"go\"");
            table.finish();
        });
        assert_eq!(
            found,
            [
                "line 1: a: expected a text in quotes, found 5",
                "line 2: b.c: expected true or false, found 'x'",
                "line 3: t.kind: is missing: write kind = \"go\"",
                "line 6: t.list.2: expected a whole number from 0 to 65535, found 70000",
                "line 8: t.kidn: unknown key: did you mean kind? known here: list, kind",
            ]
        );
    }

    #[test]
    fn what_is_no_toml_is_said_once_a_line() {
        assert_eq!(faults("a = 1\na = 2\n", |_| ()), ["line 2: a: duplicate key"]);
        assert_eq!(
            faults("x = [1,2\ny=3\n", |_| ()),
            ["line 2: missing comma between array elements, expected `,`"]
        );
    }

    #[test]
    fn positions_are_counted_from_one() {
        let text = "ab\n长棋x";
        assert_eq!(position(text, 0), (1, 1));
        assert_eq!(position(text, 3), (2, 1));
        assert_eq!(position(text, 4), (2, 1), "within a letter");
        assert_eq!(position(text, 9), (2, 3));
        assert_eq!(position(text, 99), (2, 4));
    }
}
