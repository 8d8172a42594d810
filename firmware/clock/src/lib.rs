//! Time controls and the clock machine of a game between two sides.
//!
//! A [`Clock`] is a pure function of its inputs: a [`Control`], and [`Command`]s stamped with an [`Instant`]. It
//! reads no clock, starts no timer, needs no heap, never panics and never uses floating point; the same code
//! runs on a table unit, in the service and in a rehearsal. Polling late changes nothing: every [`Event`] bears
//! the instant at which it was due.
//!
//! Who may give a command, what moves were played and what a flag means for the game is the referee's affair;
//! debouncing, faces and voices are the panel's and the service's.
//!
//! ```
//! use clock::{Clock, Command, Control, Instant, Phase, Side};
//!
//! let control: Control = "10s+3x30s".parse().unwrap();
//! let mut clock = Clock::new(control);
//! clock.handle(Command::Start { side: Side::Black }, Instant::ZERO, &mut |_| ()).unwrap();
//!
//! let reading = clock.reading(Side::Black, Instant::from_millis(39_999)).unwrap();
//! assert_eq!(reading.phase, Phase::Byoyomi { periods: 3 });
//! assert_eq!(reading.left.as_millis_left(), 1);
//! ```
#![no_std]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::as_conversions,
        clippy::expect_used,
        clippy::float_arithmetic,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod calls;
mod clock;
mod command;
mod control;
mod correction;
mod event;
mod notation;
mod reading;
mod side;
mod side_state;
mod state;
mod time;

pub use calls::{CALLS_MAX, Call, CallList, CallTable, Count};
pub use clock::Clock;
pub use command::{Command, HandleError, Refusal, Setting, SettingKey};
pub use control::{
    Bonus, Control, ControlError, DURATION_MAX, Fault, Overtime, PERIOD_MAX, Place, STAGES_MAX, SideControl,
    SideSettings, Stage,
};
pub use event::{Correction, CorrectionKind, Event, EventKind, IgnoredPress};
pub use notation::{Clauses, Expected, Language, ParseControlError};
pub use reading::{Phase, Reading, Standing, Status};
pub use side::{BySide, ParseSideError, Side};
pub use state::State;
pub use time::{Duration, Instant, ParseDurationError};
