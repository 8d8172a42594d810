//! What is said aloud at a table, and what of it was really played.
//!
//! Calls that time alone brings are known ahead; everything else is said as soon as it is known. **What ends the game
//! is said only once it is decided**, and a press, a pause or a correction takes back what was said before it.

mod account;
mod ahead;
mod allowance;
mod announcement;
mod audit;
mod moment;
mod playback;
mod silence;
mod speakers;
mod told;
mod voice_setting;

pub(crate) use account::Account;
pub use ahead::calls_ahead;
pub(crate) use announcement::Latest;
pub use announcement::{Announcement, Spoken};
pub use audit::{Audit, SpeechFault};
pub(crate) use moment::clock_moments;
pub use moment::{Moment, moments};
pub use playback::{Omission, Playback, PlaybackError};
pub use speakers::{Attendance, Standing};
pub use voice_setting::{VoiceChange, VoiceSetting};
