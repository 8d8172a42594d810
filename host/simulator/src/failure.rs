//! What a simulation finds.

use std::fmt;

use clock::{Duration, Instant};

/// A thing that must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// What was shown or answered is on record, in order, and stays there.
    Shown,
    /// Time used is what an account of its own says; a power cut costs little, and never a player's time.
    Charge,
    /// Applying the steps on record gives the table that is shown.
    Replay,
    /// Deciding the recorded orders again gives the same steps.
    DecidedAgain,
    /// The table's unit and its engine agree.
    Diverged,
    /// What is signed does not change but for a clerical error; it is closed by its third signature; and no act of the
    /// chief arbiter's is a plain arbiter's.
    Signed,
    /// A table gets its next game only when it is free.
    Free,
    /// An order is answered once, and played once however often it is sent.
    Answered,
    /// Versions grow by one.
    Versions,
    /// The chains hold, and the journal takes every batch.
    Chain,
    /// An alarm is raised when it must be, and only then.
    Alarms,
    /// Nothing is due that is not done.
    Polling,
    /// The same seed gives the same transcript, whatever the wall clock says.
    Transcript,
    /// What a table's unit has numbered is on record once, and its clock is the hall's.
    Unit,
    /// No part of the program breaks off.
    Panicked,
}

impl Check {
    /// The name in messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Charge => "charge",
            Self::Replay => "replay",
            Self::DecidedAgain => "decided-again",
            Self::Diverged => "diverged",
            Self::Signed => "signed",
            Self::Free => "free",
            Self::Answered => "answered",
            Self::Versions => "versions",
            Self::Chain => "chain",
            Self::Alarms => "alarms",
            Self::Polling => "polling",
            Self::Transcript => "transcript",
            Self::Unit => "unit",
            Self::Panicked => "panicked",
        }
    }
}

/// A check that failed, before it is known where.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) check: Check,
    pub(crate) table: Option<u32>,
    pub(crate) what: String,
}

impl Fault {
    pub(crate) fn new(check: Check, table: impl Into<Option<u32>>, what: impl Into<String>) -> Self {
        Self { check, table: table.into(), what: what.into() }
    }
}

/// Fails unless the thing holds; what is wrong is said only then.
pub(crate) fn ensure(
    holds: bool,
    check: Check,
    table: impl Into<Option<u32>>,
    what: impl FnOnce() -> String,
) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::new(check, table, what())) }
}

/// A seed with which something did not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What did not hold.
    pub check: Check,
    /// When, in the simulation's own time.
    pub at: Instant,
    /// At which table, if at one.
    pub table: Option<u32>,
    /// What was found.
    pub what: String,
    /// The table's game as far as it happened, as a scenario for `flagfall run`.
    pub scenario: Option<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {} does not hold", self.seed, self.check.as_str())?;
        if let Some(table) = self.table {
            write!(f, " at table {table}")?;
        }
        write!(f, ", {} µs after the beginning: {}", self.at.as_micros(), self.what)?;
        self.scenario.as_ref().map_or(Ok(()), |scenario| write!(f, "\n\n{scenario}"))
    }
}

/// What happened in a simulation in which everything held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Orders taken.
    pub orders: u64,
    /// Games opened.
    pub games: u64,
    /// Steps on record.
    pub steps: u64,
    /// Flags.
    pub flags: u64,
    /// Records that were signed by all three.
    pub signed: u64,
    /// Rulings.
    pub rulings: u64,
    /// Games of which the dead stones were counted.
    pub counted: u64,
    /// Orders that were refused because a press came first.
    pub overtaken: u64,
    /// Orders that acted later than their stamps.
    pub late: u64,
    /// Writes that failed.
    pub failed_writes: u64,
    /// Power cuts.
    pub cuts: u64,
    /// Clean shutdowns.
    pub shutdowns: u64,
    /// Times that the machine slept.
    pub sleeps: u64,
    /// Alarms about silent touch clocks.
    pub silences: u64,
    /// Inputs of units on record.
    pub inputs: u64,
    /// Alarms about silent units.
    pub silent_units: u64,
    /// Power cuts of units.
    pub unit_cuts: u64,
    /// Resets of units that kept their memory.
    pub resets: u64,
    /// Units that another host took.
    pub taken_units: u64,
    /// Clocks that stood otherwise at a unit than on record: a command that was forgotten.
    pub by_unit: u64,
    /// Orders that came to something else than the unit had done by then.
    pub otherwise: u64,
    /// Steps that follow from what a unit had done by itself.
    pub followed: u64,
    /// Crashes of the host over which a unit's clock went on.
    pub went_on: u64,
    /// The most that a power cut cost where no write took longer than 180 ms: time that was not charged.
    pub undercharged: Duration,
    /// The checksum of everything that came out.
    pub transcript: u64,
}

impl Summary {
    /// Both together; of what is not counted, the larger.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            orders: self.orders + other.orders,
            games: self.games + other.games,
            steps: self.steps + other.steps,
            flags: self.flags + other.flags,
            signed: self.signed + other.signed,
            rulings: self.rulings + other.rulings,
            counted: self.counted + other.counted,
            overtaken: self.overtaken + other.overtaken,
            late: self.late + other.late,
            failed_writes: self.failed_writes + other.failed_writes,
            cuts: self.cuts + other.cuts,
            shutdowns: self.shutdowns + other.shutdowns,
            sleeps: self.sleeps + other.sleeps,
            silences: self.silences + other.silences,
            inputs: self.inputs + other.inputs,
            silent_units: self.silent_units + other.silent_units,
            unit_cuts: self.unit_cuts + other.unit_cuts,
            resets: self.resets + other.resets,
            taken_units: self.taken_units + other.taken_units,
            by_unit: self.by_unit + other.by_unit,
            otherwise: self.otherwise + other.otherwise,
            followed: self.followed + other.followed,
            went_on: self.went_on + other.went_on,
            undercharged: self.undercharged.max(other.undercharged),
            transcript: self.transcript ^ other.transcript,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} orders ({} overtaken, {} late), {} steps on record, {} flags",
            self.games, self.orders, self.overtaken, self.late, self.steps, self.flags
        )?;
        writeln!(f, "{} rulings, {} counts, {} records signed", self.rulings, self.counted, self.signed)?;
        writeln!(
            f,
            "{} failed writes, {} power cuts, {} shutdowns, {} sleeps, {} silent touch clocks",
            self.failed_writes, self.cuts, self.shutdowns, self.sleeps, self.silences
        )?;
        writeln!(
            f,
            "{} inputs of units, {} silent, {} without power, {} resets, {} taken by others, {} clocks went on over a \
             crash, {} set right by the unit, {} orders done \
             otherwise, {} consequences",
            self.inputs,
            self.silent_units,
            self.unit_cuts,
            self.resets,
            self.taken_units,
            self.went_on,
            self.by_unit,
            self.otherwise,
            self.followed
        )?;
        write!(
            f,
            "at most {} ms undercharged by a power cut where writes took no longer than 180 ms",
            self.undercharged.as_millis_used()
        )
    }
}
