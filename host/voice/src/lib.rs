//! The voice of a referee.
//!
//! A [`Saying`] is what is to be said: a call of the clock, a reading, a pause. A [`Pack`] holds the recordings of one
//! tongue; it gives the [`Clip`]s that a saying is made of, one behind the other. Everything is mono at [`RATE`], in
//! 16 bits. The crate is pure: it plays nothing, and of files it reads only a folder of recordings when it is asked to.

mod cover;
mod numeral;
mod pack;
mod phrases;
mod saying;
mod sound;
mod tongue;

pub use pack::{Clip, ENDINGS, Missing, PHRASES_FILE, Pack, PackError};
pub use phrases::{PAUSE, Phrases, Synthesiser, Words};
pub use saying::{Saying, Stock};
pub use sound::{Sound, SoundError};
pub use tongue::{ParseTongueError, Tongue};

/// Samples of each clip, and of all that is mixed from them, in a second.
pub const RATE: u32 = 16_000;
