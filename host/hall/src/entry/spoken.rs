//! What stands on record of a table's voice: what was played, and whether it could speak.

use clock::{Instant, Reading};
use referee::Who;
use serde::{Deserialize, Serialize};

use super::{Entry, is_none};
use crate::speech::{Spoken, VoiceSetting};

/// Something that was played, or was due and was not: by this a demand to count again (16.2) is ruled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpokenEntry {
    /// When it was due, by the table's time.
    pub due: Instant,
    /// What.
    #[serde(flatten)]
    pub what: Spoken,
    /// What was told, where a player asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// How it was played.
    #[serde(flatten)]
    pub played: Played,
}

/// In which words something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpokenIn {
    /// Chinese.
    Zh,
    /// English.
    En,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Tones in place of words.
    Tones,
}

/// How something was played; times are the table's, as whoever played it has measured them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "played", rename_all = "kebab-case")]
pub enum Played {
    /// To its end.
    Whole {
        /// By whom: a page, or a device.
        by: String,
        /// When it began to sound.
        onset: Instant,
        /// When it ended.
        end: Instant,
        /// In which tongue, or in tones.
        #[serde(rename = "in")]
        spoken_in: SpokenIn,
    },
    /// A press, a pause or a later call cut it off.
    Cut {
        /// By whom.
        by: String,
        /// When it began to sound.
        onset: Instant,
        /// When it was cut off.
        end: Instant,
        /// In which tongue, or in tones.
        #[serde(rename = "in")]
        spoken_in: SpokenIn,
    },
    /// Nobody has said that it was played.
    Not {
        /// Why, as far as that is known.
        why: Unspoken,
    },
}

impl Played {
    /// In which tongue it was said, or in tones; none where it was not.
    #[must_use]
    pub const fn spoken_in(&self) -> Option<SpokenIn> {
        match self {
            Self::Whole { spoken_in, .. } | Self::Cut { spoken_in, .. } => Some(*spoken_in),
            Self::Not { .. } => None,
        }
    }
}

/// Why something was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unspoken {
    /// An arbiter had silenced the table, or whoever spoke for it stood at volume 0.
    Muted,
    /// It was the time of day at which the table is silent.
    Quiet,
    /// Nobody spoke for the table any more.
    Nobody,
    /// The line to whoever spoke for the table, or to its clock, was cut.
    NoLine,
    /// A press, a pause or a correction took it back where it was to be said, before it had begun.
    TakenBack,
    /// Whoever spoke for the table came to it too late to say it.
    Late,
    /// Another table was spoken to on the same device for too long.
    OtherTable,
    /// It answers a player, and the calls of the count left no time for it.
    NoGap,
    /// The service was interrupted before anybody could say whether it was played.
    Interrupted,
    /// Somebody should have played it, and has not said that it did.
    Unheard,
}

/// How a table's voice stands from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoiceEntry {
    /// From when on, by the table's time.
    pub at: Instant,
    /// How it is set.
    #[serde(flatten)]
    pub voice: VoiceSetting,
    /// Who speaks for the table and is heard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speakers: Vec<String>,
    /// Who would speak for it, and stands at volume 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silent: Vec<String>,
    /// Who has ordered it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// How many entries about what was said found no place on record since the last of these.
    #[serde(default, skip_serializing_if = "is_none")]
    pub left_out: u32,
}

impl VoiceEntry {
    /// Whether there is somebody who speaks for the table, heard or not.
    #[must_use]
    pub fn names_anybody(&self) -> bool {
        !self.speakers.is_empty() || !self.silent.is_empty()
    }
}

/// Something of a table's voice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Entry")]
pub enum SpeechEntry {
    /// [`Entry::Spoken`].
    Spoken(SpokenEntry),
    /// [`Entry::Voice`].
    Voice(VoiceEntry),
}

impl SpeechEntry {
    /// When it was due, or from when on it stands so, by the table's time.
    #[must_use]
    pub const fn at(&self) -> Instant {
        match self {
            Self::Spoken(SpokenEntry { due: at, .. }) | Self::Voice(VoiceEntry { at, .. }) => *at,
        }
    }
}

impl From<SpeechEntry> for Entry {
    fn from(entry: SpeechEntry) -> Self {
        match entry {
            SpeechEntry::Spoken(entry) => Self::Spoken(entry),
            SpeechEntry::Voice(entry) => Self::Voice(entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Side};

    #[test]
    fn what_was_played_stands_on_record_in_plain_words() {
        let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
        let due = Instant::from_millis(40_000);
        let (onset, end) = (due, Instant::from_millis(40_700));
        let not = Played::Not { why: Unspoken::Muted };
        let cases = [
            (
                Entry::Spoken(SpokenEntry {
                    due,
                    what,
                    reading: None,
                    played: Played::Cut {
                        by: "page 3f2a9c-1".into(),
                        onset,
                        end,
                        spoken_in: SpokenIn::Tones,
                    },
                }),
                r#"{"entry":"spoken","due":40000000,"say":"call","side":"black","call":{"elapsed":30},"played":"cut","by":"page 3f2a9c-1","onset":40000000,"end":40700000,"in":"tones"}"#,
            ),
            (
                Entry::Spoken(SpokenEntry { due, what: Spoken::Paused, reading: None, played: not }),
                r#"{"entry":"spoken","due":40000000,"say":"paused","played":"not","why":"muted"}"#,
            ),
            (
                Entry::Voice(VoiceEntry {
                    at: due,
                    voice: VoiceSetting { on: true, muted: true, quiet: false, volume: 80 },
                    speakers: vec!["page 3f2a9c-1".into()],
                    silent: vec!["speaker default".into()],
                    by: Some(Who::Arbiter),
                    left_out: 0,
                }),
                r#"{"entry":"voice","at":40000000,"on":true,"muted":true,"quiet":false,"volume":80,"speakers":["page 3f2a9c-1"],"silent":["speaker default"],"by":"arbiter"}"#,
            ),
        ];
        for (entry, text) in cases {
            assert_eq!(String::from_utf8(entry.to_bytes()).unwrap(), text);
            assert_eq!(Entry::from_bytes(text.as_bytes()).unwrap(), entry);
        }
    }
}
