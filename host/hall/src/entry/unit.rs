//! What stands on record of a table's unit behind a line.

use clock::Instant;
use link::{Identity, Input, Serial, Start, What};
use serde::{Deserialize, Serialize};

use super::is_none;

/// Which input of a unit a step is, and what the unit's clock has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FromUnit {
    /// The mark of the unit's start.
    pub start: Start,
    /// The number of the input in this start, from 1.
    pub seq: u32,
    /// The grant under which it happened.
    pub epoch: u32,
    /// The number of the command that it answers; none for what was done at the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// What the clock has done, in order: nothing where it ignored or refused what was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<clock::Command>,
}

impl FromUnit {
    /// An input, of which the clock has done this.
    #[must_use]
    pub const fn new(input: &Input, did: Vec<clock::Command>) -> Self {
        let order = if let What::Order { id, .. } = input.what { Some(id) } else { None };
        Self { start: input.start, seq: input.seq, epoch: input.epoch, order, did }
    }
}

/// Something of a unit that changed nothing at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitEntry {
    /// The table's time up to which was decided.
    pub at: Instant,
    /// What it was.
    #[serde(flatten)]
    pub note: UnitNote,
}

/// The kinds of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "unit", rename_all = "kebab-case")]
pub enum UnitNote {
    /// A unit greeted that had not before, or had been reset since.
    Greeted {
        /// The number that it was made with, as hexadecimal.
        #[serde(with = "hexadecimal")]
        serial: Serial,
        /// Grows with every start in which it remembers nothing.
        boot: u32,
        /// How often it was reset since.
        resets: u32,
        /// The last of its inputs that is on record, or cannot be had any more.
        seq: u32,
    },
    /// The table was granted to that unit, with the clock as it stands here.
    Granted {
        /// The number of the grant.
        epoch: u32,
        /// The table's time.
        time: Instant,
        /// The turns completed, as the unit is to count them.
        turns: u32,
    },
    /// An input that the clock did not take, or that asks nothing of it.
    Input {
        /// The mark of the unit's start.
        start: Start,
        /// The number of the input.
        seq: u32,
        /// The grant under which it happened.
        epoch: u32,
        /// When it acted, by the axis of that grant.
        acted: Instant,
        /// By how many microseconds that is later than its stamp.
        #[serde(default, skip_serializing_if = "is_none")]
        late: u32,
        /// What it was.
        what: Box<What>,
    },
    /// Inputs that were acknowledged and are not on record: the journal was set back.
    Missing {
        /// The mark of the unit's start.
        start: Start,
        /// The first of them.
        from: u32,
        /// The last of them.
        to: u32,
    },
    /// Somebody else has granted the table to the unit.
    Foreign {
        /// The number of that grant.
        epoch: u32,
    },
    /// The table's clock is in the service from here on.
    Released,
}

impl UnitNote {
    /// The greeting of a unit, of whose inputs so many are on record.
    pub(crate) const fn greeted(unit: Identity, seq: u32) -> Self {
        Self::Greeted { serial: unit.serial, boot: unit.boot, resets: unit.resets, seq }
    }

    /// An input that changes nothing.
    pub(crate) fn input(input: &Input) -> Self {
        let Input { start, seq, epoch, at: acted, late, what } = input.clone();
        Self::Input { start, seq, epoch, acted, late, what: Box::new(what) }
    }
}

/// A serial number has more digits than a JSON number keeps everywhere.
mod hexadecimal {
    use link::Serial;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it writes by reference")]
    pub(super) fn serialize<S: Serializer>(serial: &Serial, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(serial)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Serial, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map(Serial).map_err(D::Error::custom)
    }
}
