//! What a player touches and sees at a table: buttons, the face of the display, lamps and buzzer.
//!
//! [`keys`] makes presses of the edges of buttons ([`button`]) and meanings of keys held together ([`gesture`]). It
//! is sans-IO: edges bear the stamps that whoever reads the pins gave them, a press counts at its first edge, and
//! `poll_at()` says when something is due. [`face`] makes the picture of what is so, and draws what has changed on
//! anything that embedded-graphics draws on, in two colours or many. [`signals`] says what is lit and sounded.
//!
//! Nothing here panics, whatever comes (`no_std/` links it so that nothing can), reads a clock or needs a heap. Who
//! owns the pins and the display, in what order presses act, what they do to the clock and when a face is drawn
//! again are the affair of others.
//!
//! ```
//! use clock::{Instant, Side};
//! use panel::button::{Bounce, Contact, Edge};
//! use panel::gesture::{Gestures, Intent, Key};
//! use panel::keys::{Keys, Report};
//!
//! let mut keys = Keys::new(|_| Bounce::default(), Gestures::new(Gestures::HOLD));
//! let mut said = Vec::new();
//! let bounces = [(0, Contact::Closed), (3, Contact::Open), (7, Contact::Closed), (81, Contact::Open)];
//! for (millis, contact) in bounces {
//!     let edge = Edge { at: Instant::from_millis(millis), contact, sequence: None };
//!     keys.edge(Key::Press(Side::Black), edge, &mut |report| said.push(report));
//! }
//! assert_eq!(said, [Report::Wanted(Intent::Press { side: Side::Black, at: Instant::ZERO })]);
//! ```
#![no_std]
#![cfg_attr(
    not(test),
    deny(
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

#[cfg(test)]
extern crate std;

pub mod button;
pub mod face;
pub mod gesture;
pub mod keys;
pub mod signals;
