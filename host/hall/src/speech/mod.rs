//! What is said aloud at a table, and what of it was really played.
//!
//! Calls that time alone brings are known ahead; everything else is said as soon as it is known. **What ends the game
//! is said only once it is decided**, and a press, a pause or a correction takes back what was said before it.

mod account;
mod ahead;
mod announcement;
mod voice_setting;

pub(crate) use account::Account;
pub use account::{Playback, PlaybackError};
pub use ahead::hushes;
pub(crate) use ahead::{calls_ahead, calls_of, hush_of};
pub use announcement::{Announcement, Spoken};
pub(crate) use announcement::{Latest, brought_by};
pub use voice_setting::{VoiceChange, VoiceSetting};
