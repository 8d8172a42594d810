//! A hall in virtual time on one thread, with faults, from a seed.
//!
//! [`simulate`] draws a venue with its tables, people and pages from a seed, lets some minutes pass there, and
//! lets everything go wrong that can: presses that come late, twice or from the wrong side, rulings that a press
//! overtakes, claims, absences and signatures at any time, silent and dead pages, full disks, failed syncs, sleeping
//! machines, power cuts between and within any two writes. Some tables have their clock in a real table unit, behind a
//! line that loses, damages, repeats, delays and is cut; units lose power, are reset, and are granted to others. After
//! each step it checks what must hold whatever happens (see [`Check`]). **The same seed gives the same run**, so that a
//! failure can be looked at again; it comes with the table's game as a scenario.
//!
//! ```
//! let summary = simulator::simulate(1).unwrap();
//! assert!(summary.orders > 0);
//! ```

mod account;
mod agenda;
mod alarms;
mod book;
mod conduct;
mod desk;
mod dice;
mod disk;
mod draw;
mod failure;
mod line;
mod people;
mod post;
mod power;
mod signatures;
mod transcript;
mod units;
mod watcher;
mod world;

pub use failure::{Check, Failure, Summary};

use clock::Instant;

use crate::world::World;

/// Simulates a hall, twice, under two wall clocks that agree in nothing.
///
/// # Errors
/// The first check that failed.
pub fn simulate(seed: u64) -> Result<Summary, Failure> {
    let summary = World::new(seed, seed).simulate()?;
    let again = World::new(seed, !seed).simulate()?;
    if summary == again {
        return Ok(summary);
    }
    let what = format!("once {summary:?}, then {again:?}");
    Err(Failure { seed, check: Check::Transcript, at: Instant::ZERO, table: None, what, scenario: None })
}
