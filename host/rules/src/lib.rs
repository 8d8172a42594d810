//! Go and gomoku: positions, moves, repetition, counting.
//!
//! Pure, no IO, no time. A [`go::Position`] is a value: playing a move gives a new one or says why not, and leaves
//! the old one as it was. Which positions stood before is kept apart, by a [`go::Game`].

mod color;
pub mod go;
pub mod gomoku;
mod point;
mod quarters;

pub use color::{ByColor, Color};
pub use point::{Point, PointFault, Size};
pub use quarters::Quarters;
