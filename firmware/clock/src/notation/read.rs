//! Reading: of the clauses that may follow, the one whose template goes furthest is taken.
//!
//! When a text cannot be read, what is reported is the furthest place that any template came to.

use core::cmp::Ordering;

use heapless::Vec;

use crate::control::{Control, ControlError, Fault, Place, STAGES_MAX, SideControl, SideSettings};
use crate::side::{BySide, Side};
use crate::time::{Duration, split_digits};

use super::clause::{Clause, Fields, Kind, Progress, enter};
use super::error::{Clauses, Expected, ParseControlError};
use super::template::{Piece, Table, pieces};

/// The most clauses that a control has: stages, each with a bonus; the first press; the overtime.
const CLAUSES_MAX: usize = 2 * STAGES_MAX + 2;

/// Reads the control of both sides.
pub(super) fn control(text: &str, table: &Table) -> Result<Control, ParseControlError> {
    let start = Cursor { rest: text, at: 0 };
    for first in Side::BOTH {
        if let Ok(cursor) = start.literal(table.side(first)) {
            return differing(cursor, first, table);
        }
    }
    Ok(Control::same(side(text, table)?))
}

/// Reads the control of one side.
pub(super) fn side(text: &str, table: &Table) -> Result<SideControl, ParseControlError> {
    let reader = Reader::read(Cursor { rest: text, at: 0 }, table);
    reader.end()?;
    reader.checked()
}

/// Reads the controls of two sides that differ, from behind the first one's name.
fn differing(cursor: Cursor<'_>, first: Side, table: &Table) -> Result<Control, ParseControlError> {
    let one = Reader::read(cursor, table);
    let other = Reader::read(one.behind(table.between, table.side(first.other()))?, table);
    other.end()?;
    let starts = pair(first, one.start, other.start);
    pair(first, one.checked()?, other.checked()?)
        .paired()
        .map_err(|(side, error)| ParseControlError::Meaningless { at: *starts.of(side), error })
}

fn pair<T>(first: Side, one: T, other: T) -> BySide<T> {
    match first {
        Side::Black => BySide { black: one, white: other },
        Side::White => BySide { black: other, white: one },
    }
}

/// A place in a text, and what follows it.
#[derive(Clone, Copy, Debug)]
struct Cursor<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The place from which only `rest` follows.
    fn moved_to(self, rest: &'a str) -> Self {
        let length = self.rest.len().saturating_sub(rest.len());
        Self { rest, at: self.at.saturating_add(length) }
    }

    /// Behind these very characters.
    fn literal(self, text: &'static str) -> Result<Self, Miss> {
        let same = self.rest.chars().zip(text.chars()).take_while(|(one, other)| one == other);
        let length = same.map(|(one, _)| one.len_utf8()).sum();
        match self.rest.strip_prefix(text) {
            Some(rest) => Ok(self.moved_to(rest)),
            None => Err(self.miss(length, Expected::Text(text))),
        }
    }

    /// Behind a whole number; `None` instead of one that is too large.
    fn number(self) -> Result<(Option<u16>, Self), Miss> {
        let (digits, rest) = split_digits(self.rest).ok_or(self.miss(0, Expected::Number))?;
        Ok((digits.parse().ok(), self.moved_to(rest)))
    }

    /// What was expected here was not found, although `length` more bytes looked like it.
    fn miss(self, length: usize, expected: Expected) -> Miss {
        Miss { reached: self.at.saturating_add(length), at: self.at, expected }
    }
}

/// Why a template does not fit.
#[derive(Clone, Copy, Debug)]
struct Miss {
    /// How far it did fit.
    reached: usize,
    /// Where what is missing should begin.
    at: usize,
    expected: Expected,
}

/// A clause being read by its template.
struct Attempt<'a> {
    table: &'a Table,
    cursor: Cursor<'a>,
    fields: Fields,
    /// The number read last: it decides the form of the noun behind it.
    count: u16,
    /// Where a number stands that is too large.
    too_large: Option<usize>,
}

impl<'a> Attempt<'a> {
    fn read(table: &'a Table, cursor: Cursor<'a>, kind: Kind) -> Result<Found<'a>, Miss> {
        let mut attempt = Self { table, cursor, fields: Fields::default(), count: 0, too_large: None };
        for piece in pieces((table.body)(kind)) {
            attempt.piece(piece)?;
        }
        let end = attempt.cursor;
        match attempt.too_large {
            Some(at) => Err(Miss { reached: end.at, at, expected: Expected::Number }),
            None => Ok(Found { clause: Clause { kind, fields: attempt.fields }, at: cursor.at, end }),
        }
    }

    fn piece(&mut self, piece: Piece) -> Result<(), Miss> {
        match piece {
            Piece::Text(text) => self.cursor = self.cursor.literal(text)?,
            Piece::Noun(one, many) => {
                self.cursor = self.cursor.literal(if self.count == 1 { one } else { many })?;
            }
            Piece::Duration => self.fields.duration = self.duration()?,
            Piece::Each => self.fields.each = self.duration()?,
            Piece::Number => self.fields.number = self.number()?,
            Piece::Points => self.fields.points = self.number()?,
        }
        Ok(())
    }

    fn duration(&mut self) -> Result<Duration, Miss> {
        let start = self.cursor;
        let Some((duration, rest)) = self.table.units.split(start.rest) else {
            return Err(start.miss(self.table.units.likeness(start.rest), Expected::Duration));
        };
        self.cursor = start.moved_to(rest);
        Ok(duration)
    }

    fn number(&mut self) -> Result<u16, Miss> {
        let start = self.cursor;
        let (number, behind) = start.number()?;
        self.cursor = behind;
        self.too_large = self.too_large.or(number.is_none().then_some(start.at));
        self.count = number.unwrap_or(u16::MAX);
        Ok(self.count)
    }
}

/// A clause that was read.
struct Found<'a> {
    clause: Clause,
    /// Where it begins, behind what joins it to the one before.
    at: usize,
    end: Cursor<'a>,
}

/// The furthest place that templates came to.
#[derive(Clone, Copy, Debug, Default)]
struct Furthest {
    reached: usize,
    clauses: Clauses,
    /// Where and what was missing, if it was much the same for all.
    only: Option<(usize, Expected)>,
}

impl Furthest {
    fn note(&mut self, kind: Kind, miss: Miss) {
        let new = Self { reached: miss.reached, clauses: group(kind), only: Some((miss.at, miss.expected)) };
        self.merge(new);
    }

    fn merge(&mut self, new: Self) {
        match new.reached.cmp(&self.reached) {
            Ordering::Less => {}
            Ordering::Greater => *self = new,
            Ordering::Equal if self.clauses == Clauses::default() => *self = new,
            Ordering::Equal => {
                self.clauses = self.clauses.or(new.clauses);
                self.only = self.only.zip(new.only).and_then(|((at, one), (other_at, other))| {
                    (at == other_at).then_some((at, one.or(other)?))
                });
            }
        }
    }

    fn error(self) -> ParseControlError {
        let (at, expected) = self.only.unwrap_or((self.reached, Expected::Clauses(self.clauses)));
        ParseControlError::Unexpected { at, expected }
    }
}

/// As what a clause is reported where it could have stood.
fn group(kind: Kind) -> Clauses {
    let none = Clauses::default();
    match kind {
        Kind::Stage
        | Kind::Quota
        | Kind::SuddenDeath
        | Kind::TimeLeft
        | Kind::QuotaInTimeLeft
        | Kind::EachMove => Clauses { stage: true, ..none },
        Kind::Own(_) | Kind::All(_) | Kind::PlainIncrement | Kind::FirstPress => {
            Clauses { bonus: true, ..none }
        }
        Kind::Byoyomi
        | Kind::Reserve
        | Kind::CanadianCarry
        | Kind::Canadian
        | Kind::Ing
        | Kind::Consideration
        | Kind::Hourglass => Clauses { overtime: true, ..none },
    }
}

/// Reads the control of one side, clause by clause.
struct Reader<'a> {
    table: &'a Table,
    cursor: Cursor<'a>,
    start: usize,
    progress: Progress,
    furthest: Furthest,
    settings: Result<SideSettings, ParseControlError>,
    /// Which clauses were read, and where.
    marks: Vec<(Kind, usize), CLAUSES_MAX>,
}

impl<'a> Reader<'a> {
    /// Reads as many clauses as there are.
    fn read(cursor: Cursor<'a>, table: &'a Table) -> Self {
        let mut reader = Self {
            table,
            cursor,
            start: cursor.at,
            progress: Progress::START,
            furthest: Furthest { reached: cursor.at, ..Furthest::default() },
            settings: Ok(SideSettings::default()),
            marks: Vec::new(),
        };
        while let Some(found) = reader.longest() {
            reader.take(&found);
        }
        reader
    }

    fn take(&mut self, found: &Found<'a>) {
        let &Found { clause, at, end } = found;
        (self.cursor, self.progress) = (end, self.progress.after(clause.kind));
        let Ok(settings) = &mut self.settings else { return };
        let entered = enter(settings, clause).and_then(|()| {
            self.marks
                .push((clause.kind, at))
                .map_err(|_| ControlError { place: Place::Stages, fault: Fault::TooMany })
        });
        if let Err(error) = entered {
            self.settings = Err(ParseControlError::Meaningless { at, error });
        }
    }

    /// The longest of the clauses that may follow; of equally long ones, the first.
    fn longest(&mut self) -> Option<Found<'a>> {
        let mut longest: Option<Found<'a>> = None;
        for kind in Kind::ALL.into_iter().filter(|&kind| self.progress.allows(kind)) {
            match self.attempt(kind) {
                Ok(found) if longest.as_ref().is_none_or(|other| found.end.at > other.end.at) => {
                    longest = Some(found);
                }
                Ok(_) => {}
                Err(miss) => self.furthest.note(kind, miss),
            }
        }
        longest
    }

    fn attempt(&self, kind: Kind) -> Result<Found<'a>, Miss> {
        let body = self.cursor.literal((self.table.joint)(kind, self.progress.slot))?;
        Attempt::read(self.table, body, kind)
    }

    /// Behind the two texts that lead to the other side.
    fn behind(&self, between: &'static str, name: &'static str) -> Result<Cursor<'a>, ParseControlError> {
        let other = self.cursor.literal(between).and_then(|cursor| cursor.literal(name));
        other.map_err(|miss| {
            let only = Some((miss.at, miss.expected));
            let clauses = Clauses { side: true, ..Clauses::default() };
            self.furthest_with(Furthest { reached: miss.reached, clauses, only })
        })
    }

    fn end(&self) -> Result<(), ParseControlError> {
        if self.cursor.rest.is_empty() && self.progress.begun() {
            return Ok(());
        }
        let clauses = Clauses { end: true, ..Clauses::default() };
        Err(self.furthest_with(Furthest { reached: self.cursor.at, clauses, only: None }))
    }

    fn furthest_with(&self, end: Furthest) -> ParseControlError {
        let mut furthest = self.furthest;
        if self.progress.begun() {
            furthest.merge(end);
        }
        furthest.error()
    }

    fn checked(self) -> Result<SideControl, ParseControlError> {
        SideControl::try_from(self.settings?).map_err(|error| {
            let at = mark(&self.marks, error.place).unwrap_or(self.start);
            ParseControlError::Meaningless { at, error }
        })
    }
}

/// Where the clause stands that settles what is at `place`.
fn mark(marks: &[(Kind, usize)], place: Place) -> Option<usize> {
    let mut number = 0_u8;
    marks.iter().find_map(|&(kind, at)| {
        number = number.saturating_add(u8::from(kind.is_stage()));
        let of_all = matches!(kind, Kind::All(_) | Kind::PlainIncrement);
        let here = match place {
            Place::Stages | Place::Calls(_) => false,
            Place::StageTime(wanted) | Place::StageMoves(wanted) => kind.is_stage() && number == wanted,
            Place::StageBonus(wanted) => of_all || matches!(kind, Kind::Own(_)) && number == wanted,
            Place::FirstMoveBonus => kind == Kind::FirstPress,
            Place::Overtime | Place::OvertimeKey(_) => group(kind).overtime,
        };
        here.then_some(at)
    })
}
