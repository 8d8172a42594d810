//! What a game's chain holds: one entry for everything that was decided, in the order in which it was.
//!
//! Entries are JSON objects. Times are whole microseconds on the table's own axis; wall time stands only in
//! anchors, from which it can be reckoned.

mod spoken;
mod unit;

use clock::{BySide, Duration, Instant, Side};
use journal::Reference;
use link::{Key, KeyReport};
use referee::{Backwards, Decided, EventKind, Order, Setup, Step, Table};
use serde::{Deserialize, Serialize};

pub use spoken::{Played, SpeechEntry, SpokenEntry, SpokenIn, Unspoken, VoiceEntry};
pub use unit::{FromUnit, UnitEntry, UnitNote};

/// An entry of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// The game was opened at a table.
    Opened(Box<Opening>),
    /// Table time was tied to the timer and the wall.
    Anchor(Anchor),
    /// Something was decided.
    Step(Box<StepEntry>),
    /// The service was interrupted; the steps behind it are of a later run.
    Interrupted(Interruption),
    /// A key behaved badly.
    Key(KeyEntry),
    /// Something of the table's unit that changed nothing at the table.
    Unit(Box<UnitEntry>),
    /// Something was said aloud at the table, or was due and was not.
    Spoken(SpokenEntry),
    /// How the table's voice stands from here on.
    Voice(VoiceEntry),
}

impl Entry {
    /// The step, if it is one.
    #[must_use]
    pub fn step(&self) -> Option<&StepEntry> {
        if let Self::Step(step) = self { Some(step) } else { None }
    }

    /// The anchor, if it is one.
    #[must_use]
    pub const fn anchor(&self) -> Option<&Anchor> {
        if let Self::Anchor(anchor) = self { Some(anchor) } else { None }
    }

    /// What it says of the table's voice, if it does.
    #[must_use]
    pub fn speech(&self) -> Option<SpeechEntry> {
        if let Self::Spoken(entry) = self {
            Some(SpeechEntry::Spoken(entry.clone()))
        } else if let Self::Voice(entry) = self {
            Some(SpeechEntry::Voice(entry.clone()))
        } else {
            None
        }
    }
}

/// What was agreed when the game was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The table's number.
    pub table: u32,
    /// The version of the program that decides.
    pub engine: String,
    /// What was agreed, without names.
    pub setup: Setup,
    /// The players' names, as references to what stands beside the chain.
    pub people: BySide<Option<Reference>>,
    /// The same where nigiri decides who plays Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<SeatReferences>,
    /// Whether the players were named when the game was asked for, and not by the configuration.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named_on_request: bool,
    /// Whether its control was put on the table when the game was asked for, and is not the configuration's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub control_on_request: bool,
}

impl Opening {
    /// What of it was asked for.
    #[must_use]
    pub const fn on_request(&self) -> OnRequest {
        OnRequest { players: self.named_on_request, control: self.control_on_request }
    }
}

/// What of a game was said when it was asked for, and is not as its table is planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnRequest {
    /// Its players.
    pub players: bool,
    /// Its time control.
    pub control: bool,
}

/// References to two players before nigiri.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatReferences {
    /// The one.
    pub one: Option<Reference>,
    /// The other.
    pub two: Option<Reference>,
}

/// A tie between the axes of time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    /// The run of the service.
    pub boot: String,
    /// The service's timer.
    pub timer: Instant,
    /// What the machine's CLOCK_MONOTONIC showed when that timer was at zero, in whole microseconds, where the timer
    /// counts as fast as it: kernel stamps are reckoned from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer_zero: Option<Instant>,
    /// The table's time at that moment.
    pub table: Instant,
    /// The wall clock, as RFC 3339.
    pub wall: Option<String>,
    /// Whether the wall clock may be believed: it was set by the network, a battery clock or an arbiter.
    pub trusted: bool,
}

/// A step, and how the order that brought it came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepEntry {
    /// What was decided.
    #[serde(flatten)]
    pub step: Step,
    /// How the order came; none where only time passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Which input of the table's unit it is, where the clock is in a unit behind a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<FromUnit>,
    /// Whether nobody ordered it: it follows by itself from what had happened before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follows: bool,
}

impl StepEntry {
    /// A step of a table whose clock is in the service.
    #[must_use]
    pub const fn new(step: Step, receipt: Option<Receipt>) -> Self {
        Self { step, receipt, unit: None, follows: false }
    }

    /// Does the same at a table that has what stands before it, as this program decides it; gives back what that is.
    ///
    /// # Errors
    /// [`Backwards`] if its time lies before what is decided there.
    pub fn decide_anew(&self, table: &mut Table) -> Result<Step, Backwards> {
        let Self { step, unit, follows, .. } = self;
        let by_unit = step.events.iter().find_map(|event| {
            if let EventKind::UnitClock { turns, .. } = event.kind { Some(turns) } else { None }
        });
        if let Some(turns) = by_unit {
            return table.take_clock(step.clock.clone(), turns, step.at);
        }
        let did = unit.as_ref().map(|unit| unit.did.as_slice());
        let decided = match (&step.order, step.refused_before(), did) {
            (None, _, _) if !follows => return table.poll(step.at),
            (None, _, _) => table.follow(step.at, did)?,
            (Some(order), Some(refusal), _) => {
                return table.refuse(order.clone(), refusal.clone(), step.at);
            }
            (Some(order), None, None) => return table.handle(order.clone(), step.at),
            (Some(order), None, Some(did)) => decide_done(table, order, step.at, did)?,
        };
        *table = decided.table;
        Ok(decided.step)
    }
}

/// What something comes to that the table's unit has done by itself.
pub(crate) fn decide_done(
    table: &Table,
    order: &Order,
    at: Instant,
    did: &[clock::Command],
) -> Result<Decided, Backwards> {
    match table.decide_done(order, at, did)? {
        Some(decided) => Ok(decided),
        None => table.enter_done(order.clone(), at, did),
    }
}

/// How an order came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Its stamp in table time.
    pub stamp: Instant,
    /// What was credited: it arrived by so much later than its stamp.
    #[serde(default, skip_serializing_if = "is_none")]
    pub credit: Duration,
    /// By how much it came too late to act at its stamp.
    #[serde(default, skip_serializing_if = "is_none")]
    pub late: Duration,
    /// The giver's own name for it, by which a second copy is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Whether a number or a length is 0 and need not be written.
fn is_none<T: Default + PartialEq>(amount: &T) -> bool {
    *amount == T::default()
}

/// An end of a run of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interruption {
    /// Why.
    pub cause: Cause,
    /// The table time from which it goes on: the last that was known.
    pub from: Instant,
    /// How long nobody counted, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Duration>,
}

/// A key that behaved badly: it took and made no press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyEntry {
    /// When, in table time.
    pub at: Instant,
    /// Which key.
    #[serde(flatten)]
    pub key: KeyName,
    /// How it behaved.
    #[serde(flatten)]
    pub trouble: KeyTrouble,
}

/// A key of a table, as the record names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "key", rename_all = "kebab-case")]
pub enum KeyName {
    /// A side's big button.
    Press {
        /// Whose.
        side: Side,
    },
    /// The button by which a side asks for its time.
    Query {
        /// Whose.
        side: Side,
    },
    /// The arbiter's.
    Arbiter,
}

impl From<Key> for KeyName {
    fn from(key: Key) -> Self {
        match key {
            Key::Press(side) => Self::Press { side },
            Key::Query(side) => Self::Query { side },
            Key::Arbiter => Self::Arbiter,
        }
    }
}

/// What was wrong with a key, as the record names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "trouble", rename_all = "kebab-case")]
pub enum KeyTrouble {
    /// Contacts too short to be a press.
    Glitch,
    /// It was held for longer than anybody holds a button.
    Stuck,
    /// So many edges that nobody can have made them.
    Chattering,
    /// Edges were lost on the way.
    Lost {
        /// How many at least; 0 where edges are not counted.
        edges: u32,
    },
    /// An edge bore a stamp before something that was decided already.
    Backwards {
        /// By how much.
        by: Duration,
    },
}

impl From<KeyReport> for KeyTrouble {
    fn from(report: KeyReport) -> Self {
        match report {
            KeyReport::Glitch => Self::Glitch,
            KeyReport::Stuck => Self::Stuck,
            KeyReport::Chattering => Self::Chattering,
            KeyReport::Lost { edges } => Self::Lost { edges },
            KeyReport::Backwards { by } => Self::Backwards { by: Duration::from_micros(by.into()) },
        }
    }
}

/// Why a run of the service ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Power, or a crash: nobody said why.
    PowerCut,
    /// The machine slept.
    Slept,
    /// It was shut down.
    Shutdown,
    /// The table's unit was silent, and its clock was given up: the table's clock is in the service.
    UnitGivenUp,
}

impl Cause {
    /// The reason that the pause bears.
    #[must_use]
    pub const fn why(self) -> &'static str {
        match self {
            Self::PowerCut => "the service was interrupted",
            Self::Slept => "the machine slept",
            Self::Shutdown => "the service was shut down",
            Self::UnitGivenUp => "the table's unit was given up",
        }
    }
}

/// Bytes that are no entry.
#[derive(Debug, thiserror::Error)]
#[error("not an entry of a game: {0}")]
pub struct ParseEntryError(#[from] serde_json::Error);

impl Entry {
    /// The entry's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("an entry has only named fields and can be written")
    }

    /// Reads an entry's bytes.
    ///
    /// # Errors
    /// Bytes that are no entry of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseEntryError> {
        Ok(serde_json::from_slice(bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stands_on_record_by_its_name_and_its_trouble() {
        let at = Instant::from_millis(1_500);
        let cases = [
            (
                Key::Press(Side::Black),
                KeyReport::Lost { edges: 3 },
                r#"{"entry":"key","at":1500000,"key":"press","side":"black","trouble":"lost","edges":3}"#,
            ),
            (
                Key::Query(Side::White),
                KeyReport::Backwards { by: 70 },
                r#"{"entry":"key","at":1500000,"key":"query","side":"white","trouble":"backwards","by":70}"#,
            ),
            (
                Key::Arbiter,
                KeyReport::Stuck,
                r#"{"entry":"key","at":1500000,"key":"arbiter","trouble":"stuck"}"#,
            ),
        ];
        for (key, report, text) in cases {
            let entry = Entry::Key(KeyEntry { at, key: key.into(), trouble: report.into() });
            assert_eq!(String::from_utf8(entry.to_bytes()).unwrap(), text);
            assert_eq!(Entry::from_bytes(text.as_bytes()).unwrap(), entry);
        }
    }
}
