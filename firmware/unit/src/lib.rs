//! What orders everything that happens to one table's clock.
//!
//! A [`Unit`] takes inputs that bear stamps (presses, and the arbiter's commands as they reach it) and applies
//! them in the order of their stamps, however they arrive: each source of inputs states a floor before which
//! nothing can come from it any more, and **the clock is advanced only to the lowest floor**. What people see until
//! then is a copy read ahead. An input that comes too late acts at the floor and is reported with the difference.
//! [`TableUnit`] is the whole of what stands on a table: the same engine, presses and gestures in, the session with
//! the host (`link`) beside it, and what the face shows out. **It goes on alone when the line is cut, and numbers
//! everything that it does at the engine, so that a host that takes the same inputs has the same clock.**
//!
//! What the panel's keys say it takes as it comes ([`TableUnit::said`]), and [`Face::view`] is what the panel draws.
//!
//! Nothing here reads a clock or does IO; debouncing and drawing are the panel's.
//!
//! ```
//! use clock::{Command, Instant, Side};
//! use unit::{Input, Output, Unit};
//!
//! let mut unit: Unit = Unit::new("10s+3x30s".parse().unwrap());
//! let buttons = unit.add_source().unwrap();
//! unit.submit(Input::at(1, Instant::ZERO, Command::Start { side: Side::Black })).unwrap();
//! unit.set_floor(buttons, Instant::from_millis(500));
//!
//! let mut applied = 0;
//! unit.advance(Instant::from_millis(502), &mut |output| applied += u32::from(matches!(output, Output::Applied(_))));
//! assert_eq!((applied, unit.clock().committed()), (1, Instant::from_millis(500)));
//! ```
#![no_std]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::as_conversions,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod club;
mod face;
mod input;
mod said;
mod table_unit;
mod troubles;
mod unit;

pub use club::{CHOICES, Choice, Club};
pub use face::{Face, PAGE_STANDS};
pub use input::{Applied, Attendant, Condition, Input, Output};
pub use link::{Digest, OrderRefusal, digest};
pub use said::{Said, key_on_the_line, known_before};
pub use table_unit::{BUTTONS_BEHIND, Mark, TableUnit};
pub use troubles::{TROUBLES_A_MINUTE, Troubles};
pub use unit::{PENDING_MAX, SOURCES_MAX, Source, SubmitError, Unit};
