//! Whether a table speaks, and how loud.

use referee::Who;
use serde::{Deserialize, Serialize};

/// How a table's voice is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VoiceSetting {
    /// Whether the table has a voice at all.
    pub on: bool,
    /// An arbiter has silenced it.
    pub muted: bool,
    /// It is silent at this time of day, as the event has set it.
    pub quiet: bool,
    /// How loud, in hundredths.
    pub volume: u8,
}

impl Default for VoiceSetting {
    /// A table that does not speak.
    fn default() -> Self {
        Self { on: false, muted: false, quiet: false, volume: 100 }
    }
}

impl VoiceSetting {
    /// Whether it is to be heard.
    #[must_use]
    pub const fn is_heard(self) -> bool {
        self.on && !self.muted && !self.quiet && self.volume > 0
    }

    /// As it is after a change.
    #[must_use]
    pub const fn with(self, change: VoiceChange) -> Self {
        match change {
            VoiceChange::Muted { muted, .. } => Self { muted, ..self },
            VoiceChange::Quiet { quiet } => Self { quiet, ..self },
            VoiceChange::Volume { volume, .. } => {
                Self { volume: if volume > 100 { 100 } else { volume }, ..self }
            }
        }
    }
}

/// A change of a table's voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VoiceChange {
    /// An arbiter silences it, or lets it speak again.
    Muted {
        /// Whether it is silent.
        muted: bool,
        /// Who.
        by: Who,
    },
    /// The time of day at which it is silent begins or ends.
    Quiet {
        /// Whether it is silent.
        quiet: bool,
    },
    /// An arbiter makes it louder or softer.
    Volume {
        /// In hundredths.
        volume: u8,
        /// Who.
        by: Who,
    },
}

impl VoiceChange {
    /// Who has ordered it; none where the configuration or the time of day did.
    #[must_use]
    pub const fn by(self) -> Option<Who> {
        match self {
            Self::Muted { by, .. } | Self::Volume { by, .. } => Some(by),
            Self::Quiet { .. } => None,
        }
    }
}
