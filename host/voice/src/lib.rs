//! The voice of a referee.
//!
//! A [`Saying`] is what is to be said: a call of the clock, a reading, a pause. A [`Pack`] holds the recordings of one
//! tongue; it gives the [`Clip`]s that a saying is made of, one behind the other. Everything is mono at [`RATE`], in
//! 16 bits. A [`Speaker`] lays sayings on an axis of frames, each at its instant, and fills buffers with what is heard.
//! The crate is pure: it plays nothing, and of files it reads only a folder of recordings when it is asked to.
//!
//! ```
//! use clock::Call;
//! use voice::{Pack, Saying, Stock, Tongue};
//!
//! let pack = Pack::shipped(Tongue::Chinese).unwrap();
//! let left = Saying::Call(Call::Left(4), Stock::Minutes);
//! assert_eq!(pack.words().words(&left).unwrap(), "一分，还剩四分");
//!
//! let clips: Vec<String> = pack.say(&left).unwrap().into_iter().map(|clip| clip.name).collect();
//! assert_eq!(clips, ["1-minutes", "pause", "left-4-minutes"]);
//! ```

mod cover;
mod frames;
mod mix;
mod numeral;
mod pack;
mod phrases;
mod saying;
mod sound;
mod speaker;
mod tones;
mod tongue;
mod turns;
mod utterance;

pub use frames::{frame_at, instant_of};
pub use mix::Volume;
pub use pack::{Clip, Missing, PHRASES_FILE, Pack, PackError, shipped_phrases};
pub use phrases::{BRIEF_MILLIS, PAUSE, Phrases, Synthesiser, Words, is_brief};
pub use referee::Stock;
pub use saying::Saying;
pub use sound::{Sound, SoundError};
pub use speaker::{Heard, Planned, Speaker, Spoken, Unheard};
pub use tongue::{ParseTongueError, Tongue};
pub use utterance::{Utterance, Voice};

/// Samples of each clip, and of all that is mixed from them, in a second.
pub const RATE: u32 = 16_000;
