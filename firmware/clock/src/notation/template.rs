//! How clauses are worded: for each spelling one table of templates, by which they are written and read.
//!
//! A template is text with fields: `{duration}`, `{each}`, `{number}`, `{points}`; `{move|moves}` is the form of a
//! noun that goes with the number before it.

use core::fmt;

use crate::side::{BySide, Side};
use crate::time::{Duration, MICROS_PER_HOUR, MICROS_PER_MIN, MICROS_PER_SEC, UNITS, write_decimal};

use super::clause::{Kind, Manner, Slot};

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// These very characters.
    Text(&'static str),
    /// A noun's form for 1, and for any other number.
    Noun(&'static str, &'static str),
    Duration,
    Each,
    Number,
    Points,
}

impl Piece {
    fn in_braces(name: &'static str) -> Self {
        match name {
            "duration" => Self::Duration,
            "each" => Self::Each,
            "number" => Self::Number,
            "points" => Self::Points,
            _ => cut(name, b'|').map_or(Self::Text(name), |(one, many)| Self::Noun(one, many)),
        }
    }
}

/// Cuts a template into its pieces.
pub(super) fn pieces(template: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = template;
    core::iter::from_fn(move || {
        if let Some(field) = rest.strip_prefix('{') {
            let (name, tail) = cut(field, b'}')?;
            rest = tail;
            return Some(Piece::in_braces(name));
        }
        let end = rest.bytes().position(|byte| byte == b'{').unwrap_or(rest.len());
        let (text, tail) = rest.split_at_checked(end)?;
        rest = tail;
        (!text.is_empty()).then_some(Piece::Text(text))
    })
}

/// What stands before and behind an ASCII character. (The standard searcher for one could panic as far as the
/// linker can see, and this crate is linked so that nothing can.)
fn cut(text: &'static str, ascii: u8) -> Option<(&'static str, &'static str)> {
    let end = text.bytes().position(|byte| byte == ascii)?;
    let (head, tail) = text.split_at_checked(end)?;
    Some((head, tail.get(1..)?))
}

/// One way of wording a control.
#[derive(Debug)]
pub(super) struct Table {
    /// What stands before a clause, by what was said before it.
    pub(super) joint: fn(Kind, Slot) -> &'static str,
    /// The template of a clause.
    pub(super) body: fn(Kind) -> &'static str,
    /// How lengths of time are written.
    pub(super) units: Units,
    /// What introduces a side's control where the sides differ.
    sides: BySide<&'static str>,
    /// What stands between the two sides.
    pub(super) between: &'static str,
}

impl Table {
    pub(super) const fn side(&self, side: Side) -> &'static str {
        self.sides.of(side)
    }
}

/// How lengths of time are written.
#[derive(Debug)]
pub(super) enum Units {
    /// `90m`: as a [`Duration`] writes itself.
    Compact,
    /// `1 h 30 min`: names of hour, minute and second with what stands before them, and their microseconds.
    Spaced([(&'static str, u64); 3]),
}

impl Units {
    /// The names of the units with their microseconds, and what stands between the parts of a length.
    const fn names(&self) -> (&[(&'static str, u64)], &'static str) {
        match self {
            Self::Compact => (&UNITS, ""),
            Self::Spaced(names) => (names, " "),
        }
    }

    /// Reads the longest length of time that `text` begins with; gives back what follows it.
    pub(super) fn split<'a>(&self, text: &'a str) -> Option<(Duration, &'a str)> {
        let (names, gap) = self.names();
        Duration::split_from(text, names, gap)
    }

    /// How many bytes at the start of a text look like a length of time, although they are none.
    pub(super) fn likeness(&self, text: &str) -> usize {
        let number = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let Some((number, rest)) = text.split_at_checked(number).filter(|(number, _)| !number.is_empty())
        else {
            return 0;
        };
        let unit = self.names().0.iter().find(|(name, _)| rest.starts_with(name));
        number.len().saturating_add(unit.map_or(0, |(name, _)| name.len()))
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
        let Self::Spaced([(hour, _), (minute, _), (second, _)]) = self else {
            return write!(f, "{duration}");
        };
        let (hours, minutes, micros) = announced(duration.as_micros());
        let mut gap = "";
        for (count, name) in [(hours, hour), (minutes, minute)] {
            if count > 0 {
                write!(f, "{gap}{count}{name}")?;
                gap = " ";
            }
        }
        if micros > 0 || gap.is_empty() {
            f.write_str(gap)?;
            write_decimal(f, micros)?;
            f.write_str(second)?;
        }
        Ok(())
    }
}

/// Hours, minutes, and microseconds, as a referee would say a length of time: below two hours in minutes, unless
/// it is one hour; below two minutes in seconds.
const fn announced(micros: u64) -> (u64, u64, u64) {
    let by_hours = micros.is_multiple_of(MICROS_PER_HOUR) || micros > 2 * MICROS_PER_HOUR;
    let (hours, rest) =
        if by_hours { (micros / MICROS_PER_HOUR, micros % MICROS_PER_HOUR) } else { (0, micros) };
    let by_minutes = by_hours || micros >= 2 * MICROS_PER_MIN;
    let (minutes, rest) = if by_minutes { (rest / MICROS_PER_MIN, rest % MICROS_PER_MIN) } else { (0, rest) };
    (hours, minutes, rest)
}

/// `90m/40+30m+30s`.
pub(super) static SHORT: Table = Table {
    joint: |kind, slot| match (kind, slot) {
        (_, Slot::First) => "",
        (Kind::Own(_) | Kind::FirstPress | Kind::Reserve, _) => " ",
        (kind, Slot::Open) if kind.is_stage() => ">",
        _ => "+",
    },
    body: |kind| match kind {
        Kind::Stage | Kind::SuddenDeath | Kind::PlainIncrement => "{duration}",
        Kind::Quota => "{duration}/{number}",
        Kind::TimeLeft => "0s",
        Kind::QuotaInTimeLeft => "0s/{number}",
        Kind::EachMove => "0s+d{duration}",
        Kind::Own(Manner::Increment) | Kind::All(Manner::Increment) => "i{duration}",
        Kind::Own(Manner::Delay) | Kind::All(Manner::Delay) => "d{duration}",
        Kind::Own(Manner::Bronstein) | Kind::All(Manner::Bronstein) => "b{duration}",
        Kind::FirstPress => "no-first-bonus",
        Kind::Byoyomi => "{number}x{duration}",
        Kind::Reserve => "reserve {duration}/{each}",
        Kind::CanadianCarry => "{number}/{duration} carry",
        Kind::Canadian => "{number}/{duration}",
        Kind::Ing => "ing {number}x{duration} {points}p",
        Kind::Consideration => "consider {duration} {number}x{each}",
        Kind::Hourglass => "hourglass {duration}",
    },
    units: Units::Compact,
    sides: BySide { black: "black ", white: "white " },
    between: "; ",
};

/// `40 moves in 90 min, then 30 min, with 30 s added for every move`.
pub(super) static ENGLISH: Table = Table {
    joint: |kind, slot| match (kind, slot) {
        (_, Slot::First) => "",
        (Kind::Own(_) | Kind::All(_) | Kind::PlainIncrement | Kind::FirstPress | Kind::Reserve, _) => ", ",
        _ => ", then ",
    },
    body: |kind| match kind {
        Kind::Stage => "{duration}",
        Kind::Quota => "{number} {move|moves} in {duration}",
        Kind::SuddenDeath => "{duration}, sudden death",
        Kind::TimeLeft => "the time left",
        Kind::QuotaInTimeLeft => "{number} {move|moves} in the time left",
        Kind::EachMove => "only {duration} for each move",
        Kind::Own(Manner::Increment) => "in which every move adds {duration}",
        Kind::Own(Manner::Delay) => "in which every move has a delay of {duration}",
        Kind::Own(Manner::Bronstein) => "in which every move has a Bronstein delay of {duration}",
        Kind::All(Manner::Increment) | Kind::PlainIncrement => "with {duration} added for every move",
        Kind::All(Manner::Delay) => "with a delay of {duration} for every move",
        Kind::All(Manner::Bronstein) => "with a Bronstein delay of {duration} for every move",
        Kind::FirstPress => "from the first press on",
        Kind::Byoyomi => "{number} {period|periods} of {duration}",
        Kind::Reserve => "the last {duration} of it counted in periods of {each}",
        Kind::CanadianCarry => "{number} {move|moves} in every {duration}, time saved is carried over",
        Kind::Canadian => "{number} {move|moves} in every {duration}, time saved is not carried over",
        Kind::Ing => "{number} {block|blocks} of {duration}, each costing {points} {point|points}",
        Kind::Consideration => {
            "{duration} for every move and {number} {period|periods} of {each} for consideration"
        }
        Kind::Hourglass => "hourglass of {duration}",
    },
    units: Units::Spaced([(" h", MICROS_PER_HOUR), (" min", MICROS_PER_MIN), (" s", MICROS_PER_SEC)]),
    sides: BySide { black: "Black: ", white: "White: " },
    between: "; ",
};

/// `40 手 90 分，之后 30 分，每手加 30 秒`.
pub(super) static CHINESE: Table = Table {
    joint: |kind, slot| match (kind, slot) {
        (Kind::Stage, Slot::First) => "基本用时 ",
        (_, Slot::First) => "",
        (Kind::Stage | Kind::Quota | Kind::QuotaInTimeLeft, _) => "，之后 ",
        (Kind::CanadianCarry | Kind::Canadian | Kind::Consideration, _) => "，之后",
        (kind, _) if kind.is_stage() => "，之后",
        _ => "，",
    },
    body: |kind| match kind {
        Kind::Stage => "{duration}",
        Kind::Quota => "{number} 手 {duration}",
        Kind::SuddenDeath => "包干 {duration}",
        Kind::TimeLeft => "用所余时间",
        Kind::QuotaInTimeLeft => "{number} 手用所余时间",
        Kind::EachMove => "每手限时 {duration}",
        Kind::Own(Manner::Increment) => "其间每手加 {duration}",
        Kind::Own(Manner::Delay) => "其间每手延时 {duration}",
        Kind::Own(Manner::Bronstein) => "其间每手返还至多 {duration}",
        Kind::All(Manner::Increment) | Kind::PlainIncrement => "每手加 {duration}",
        Kind::All(Manner::Delay) => "每手延时 {duration}",
        Kind::All(Manner::Bronstein) => "每手返还至多 {duration}",
        Kind::FirstPress => "自首次按钟起",
        Kind::Byoyomi => "读秒 {number} 次，每次 {duration}",
        Kind::Reserve => "其中保留 {duration}读秒，每次 {each}",
        Kind::CanadianCarry => "每 {duration} {number} 手，节余顺延",
        Kind::Canadian => "每 {duration} {number} 手，节余作废",
        Kind::Ing => "延时 {number} 段，每段 {duration}，每段罚 {points} 点",
        Kind::Consideration => "每手 {duration}，另有考虑时间 {number} 次，每次 {each}",
        Kind::Hourglass => "沙漏 {duration}",
    },
    units: Units::Spaced([(" 小时", MICROS_PER_HOUR), (" 分", MICROS_PER_MIN), (" 秒", MICROS_PER_SEC)]),
    sides: BySide { black: "黑方：", white: "白方：" },
    between: "；",
};
