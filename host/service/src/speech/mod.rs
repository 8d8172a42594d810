//! What is said aloud: who speaks at a table, in which tongue, and from which recordings.
//!
//! The hall says what is to be said and when; whoever plays it, a loudspeaker or a page, watches a table here and keeps
//! to what it is told: a `SpeechView` is always all of it.

mod listener;
mod plan;
mod quiet;
mod recordings;
mod watch;

use hall::{Announcement, Spoken};
use voice::Saying;

pub(crate) use listener::Listener;
pub(crate) use plan::{TongueChoice, VoicePlan};
pub(crate) use quiet::Quiet;
pub(crate) use recordings::{Recordings, Shelf};
pub(crate) use watch::{SpeechView, Speeches};

/// What is said, as the recordings have it.
pub(crate) fn saying(said: &Announcement) -> Option<Saying> {
    let Announcement { what, overtime, reading, .. } = *said;
    match what {
        Spoken::Call { call, .. } => Some(Saying::call(call, overtime)),
        Spoken::Reading { .. } => reading.map(|reading| Saying::reading(reading, overtime)),
        Spoken::Paused => Some(Saying::Paused),
        Spoken::Resumed => Some(Saying::Resumed),
        Spoken::Adjourned => Some(Saying::Adjourned),
    }
}
