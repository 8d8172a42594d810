//! What is said aloud: who speaks at a table, in which tongue, and from which recordings.
//!
//! The hall says what is to be said and when; whoever plays it, a loudspeaker or a page, watches a table here and keeps
//! to what it is told: a `SpeechView` is always all of it.

mod listener;
mod page_players;
mod plan;
mod quiet;
mod recordings;
mod watch;

use std::sync::LazyLock;

use hall::{Announcement, Spoken, SpokenIn};
use voice::{Pack, Phrases, Saying, Tongue};

pub(crate) use listener::Listener;
pub(crate) use page_players::{PagePlayer, PagePlayers};
pub(crate) use plan::{TongueChoice, VoicePlan};
pub(crate) use quiet::Quiet;
pub(crate) use recordings::{Recordings, Shelf};
pub(crate) use watch::{SpeechView, Speeches};

/// The tongue, or tones, as records name it.
pub(crate) const fn spoken_in(tongue: Option<Tongue>) -> SpokenIn {
    match tongue {
        Some(Tongue::Chinese) => SpokenIn::Zh,
        Some(Tongue::English) => SpokenIn::En,
        Some(Tongue::Japanese) => SpokenIn::Ja,
        Some(Tongue::Korean) => SpokenIn::Ko,
        None => SpokenIn::Tones,
    }
}

/// The words of a tongue that the program brings along; none where they have faults.
pub(crate) fn phrases(tongue: Tongue) -> Option<&'static Phrases> {
    static ALL: LazyLock<Vec<(Tongue, Phrases)>> = LazyLock::new(|| {
        let read = |tongue| Some((tongue, Pack::phrases(tongue).ok()?));
        Tongue::ALL.into_iter().filter_map(read).collect()
    });
    ALL.iter().find(|(one, _)| *one == tongue).map(|(_, phrases)| phrases)
}

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
