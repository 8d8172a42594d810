//! Which wording each saying has, with what is filled in.

use clock::{Call, Phase, Reading, Side};

use crate::numeral::Counter;
use crate::{Saying, Stock};

/// A part of a wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A piece of its own.
    Word(String),
    /// Something to fill in.
    Slot(Slot),
    /// A short silence.
    Pause,
}

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Hours, minutes and seconds.
    Time,
    /// A number as it is counted.
    Count,
    /// A number of things.
    Counted(Counter),
}

/// The slots by their names in files.
pub(crate) const SLOTS: [(&str, Slot); 8] = [
    ("{time}", Slot::Time),
    ("{count}", Slot::Count),
    ("{number}", Slot::Counted(Counter::Number)),
    ("{minutes}", Slot::Counted(Counter::Minutes)),
    ("{periods}", Slot::Counted(Counter::Periods)),
    ("{considerations}", Slot::Counted(Counter::Considerations)),
    ("{moves}", Slot::Counted(Counter::Moves)),
    ("{blocks}", Slot::Counted(Counter::Blocks)),
];

/// A wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(pub(crate) Vec<Part>);

/// What fills a wording's slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) seconds: u32,
    pub(crate) number: u32,
}

/// What must be filled in in a wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// `{time}`.
    Time,
    /// `{count}`.
    Count,
    /// A number of things, of which the file says.
    Number,
}

impl Slot {
    pub(crate) const fn need(self) -> Need {
        match self {
            Self::Time => Need::Time,
            Self::Count => Need::Count,
            Self::Counted(_) => Need::Number,
        }
    }
}

/// The keys of all wordings, and what must be filled in in each.
pub(crate) const WORDINGS: [(&str, &[Need]); 35] = [
    ("byoyomi", &[]),
    ("elapsed", &[Need::Time]),
    ("left_minutes", &[Need::Number]),
    ("last_minute", &[]),
    ("left_periods", &[Need::Number]),
    ("last_period", &[]),
    ("left_considerations", &[Need::Number]),
    ("last_consideration", &[]),
    ("count", &[Need::Count]),
    ("count_ten", &[]),
    ("remaining", &[Need::Time]),
    ("remaining_count", &[Need::Count]),
    ("moves", &[Need::Number]),
    ("last_move", &[]),
    ("time_over", &[]),
    ("reading_main", &[Need::Time]),
    ("reading_quota", &[Need::Time, Need::Number]),
    ("reading_minutes", &[Need::Number, Need::Time]),
    ("reading_last_minute", &[Need::Time]),
    ("reading_periods", &[Need::Number, Need::Time]),
    ("reading_last_period", &[Need::Time]),
    ("reading_section", &[Need::Number, Need::Time]),
    ("reading_blocks", &[Need::Number, Need::Time]),
    ("reading_last_block", &[Need::Time]),
    ("reading_free", &[Need::Time, Need::Number]),
    ("reading_last_free", &[Need::Time]),
    ("reading_consideration", &[Need::Time, Need::Number]),
    ("reading_last_consideration", &[Need::Time]),
    ("paused", &[]),
    ("resumed", &[]),
    ("adjourned", &[]),
    ("flag_black", &[]),
    ("flag_white", &[]),
    ("table", &[Need::Number]),
    ("self_test", &[]),
];

/// Where a single one has a wording of its own.
pub(crate) const FROM_TWO: [&str; 5] =
    ["left_minutes", "left_periods", "moves", "reading_minutes", "reading_periods"];

/// Up to so many seconds left are counted down with the number alone.
const COUNTED_MAX: u16 = 10;

/// The wording of a saying, and what fills it.
pub(crate) fn of(saying: &Saying) -> (&'static str, Values) {
    let plain = |key| (key, Values::default());
    match saying {
        Saying::Call(call, stock) => of_call(*call, *stock),
        Saying::Reading(reading, stock) => of_reading(reading, *stock),
        Saying::Paused => plain("paused"),
        Saying::Resumed => plain("resumed"),
        Saying::Adjourned => plain("adjourned"),
        Saying::Flag(Side::Black) => plain("flag_black"),
        Saying::Flag(Side::White) => plain("flag_white"),
        Saying::Table(number) => ("table", Values { number: *number, ..Values::default() }),
        Saying::SelfTest => plain("self_test"),
    }
}

fn of_call(call: Call, stock: Stock) -> (&'static str, Values) {
    match call {
        Call::Byoyomi => ("byoyomi", Values::default()),
        Call::Elapsed(seconds) => ("elapsed", time(seconds.into())),
        Call::Left(left) => (of_left(left, stock), number(left)),
        Call::Count(10) => ("count_ten", Values::default()),
        Call::Count(count) => ("count", number(count.into())),
        Call::Remaining(seconds @ ..=COUNTED_MAX) => ("remaining_count", number(seconds)),
        Call::Remaining(seconds) => ("remaining", time(seconds.into())),
        Call::Moves(1) => ("last_move", Values::default()),
        Call::Moves(moves) => ("moves", number(moves)),
        Call::TimeOver => ("time_over", Values::default()),
    }
}

/// Of considerations the running one is no longer counted; of periods it is the last.
const fn of_left(left: u16, stock: Stock) -> &'static str {
    match (stock, left) {
        (Stock::Minutes, 1) => "last_minute",
        (Stock::Minutes, _) => "left_minutes",
        (Stock::Periods, 1) => "last_period",
        (Stock::Periods, _) => "left_periods",
        (Stock::Considerations, 0) => "last_consideration",
        (Stock::Considerations, _) => "left_considerations",
    }
}

fn of_reading(reading: &Reading, stock: Stock) -> (&'static str, Values) {
    let seconds = u32::try_from(reading.left.as_millis_left().div_ceil(1_000)).unwrap_or(u32::MAX);
    let (key, number) = match (reading.phase, stock) {
        (Phase::Main { moves_to_go: Some(moves), .. }, _) => ("reading_quota", moves),
        (Phase::Main { .. } | Phase::Hourglass, _) => ("reading_main", 0),
        (Phase::Byoyomi { periods: ..=1 }, Stock::Minutes) => ("reading_last_minute", 1),
        (Phase::Byoyomi { periods: ..=1 }, _) => ("reading_last_period", 1),
        (Phase::Byoyomi { periods }, Stock::Minutes) => ("reading_minutes", periods),
        (Phase::Byoyomi { periods }, _) => ("reading_periods", periods),
        (Phase::Canadian { moves_left }, _) => ("reading_section", moves_left),
        (Phase::Ing { periods: 0, .. }, _) => ("reading_last_block", 0),
        (Phase::Ing { periods, .. }, _) => ("reading_blocks", periods),
        (Phase::Consideration { periods: 0, unit: false }, _) => ("reading_last_free", 0),
        (Phase::Consideration { periods, unit: false }, _) => ("reading_free", periods),
        (Phase::Consideration { periods: 0, unit: true }, _) => ("reading_last_consideration", 0),
        (Phase::Consideration { periods, unit: true }, _) => ("reading_consideration", periods),
    };
    (key, Values { seconds, number: number.into() })
}

fn time(seconds: u32) -> Values {
    Values { seconds, ..Values::default() }
}

fn number(number: u16) -> Values {
    Values { number: number.into(), ..Values::default() }
}
