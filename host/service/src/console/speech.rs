//! What is said aloud, for pages: what they play, and what they say that they have played.

use clock::Instant;
use hall::{Announcement, Omission, Playback, Spoken, SpokenIn, Unspoken};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::speech::{Recordings, SpeechView, saying};

/// What is said at a table: all of it. The page plays what is new in it at its moment, and silences what is in it no more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VoiceMessage {
    table: u32,
    /// The hall's time now, in microseconds.
    now: u64,
    /// Whether the table speaks at all.
    on: bool,
    /// Whether an arbiter has silenced it.
    muted: bool,
    /// Whether it is silent at this time of day.
    quiet: bool,
    /// In hundredths.
    volume: u8,
    /// Where the list of recordings is.
    recordings: String,
    say: Vec<SayMessage>,
}

/// Something that is said.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SayMessage {
    /// When, by the hall's time in microseconds.
    at: u64,
    /// The same by the table's time; with `what` it names this.
    due: u64,
    #[schema(value_type = Object)]
    what: Spoken,
    /// The recordings, one behind the other.
    clips: Vec<String>,
    /// As it is written; none where it is said in tones.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// What a page says that it has played.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub(crate) struct PlayedMessage {
    pub(crate) table: u32,
    /// As it was told.
    due: u64,
    #[schema(value_type = Object)]
    what: Spoken,
    /// When it began to sound, by the table's time in microseconds.
    onset: u64,
    /// When it ended.
    end: u64,
    /// Whether it ended before its end.
    #[serde(default)]
    cut: bool,
    /// In which tongue, or in tones.
    #[serde(rename = "in")]
    #[schema(value_type = String)]
    spoken_in: SpokenIn,
}

impl PlayedMessage {
    pub(crate) fn playback(self, by: &str) -> Playback {
        let Self { due, what, onset, end, cut, spoken_in, .. } = self;
        let [due, onset, end] = [due, onset, end].map(Instant::from_micros);
        Playback { by: by.to_owned(), what, due, onset, end, cut, spoken_in }
    }
}

/// What a page says that it has not played, though it was told to.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub(crate) struct OmittedMessage {
    pub(crate) table: u32,
    /// As it was told.
    due: u64,
    #[schema(value_type = Object)]
    what: Spoken,
    why: Omitted,
}

/// Why a page has not played something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Omitted {
    /// A press at it took that back.
    TakenBack,
    /// It heard nothing of the service.
    NoLine,
    /// It came to it too late.
    Late,
    /// The calls of the count left no time for the answer.
    NoGap,
}

impl OmittedMessage {
    pub(crate) fn omission(self, by: &str) -> Omission {
        let why = match self.why {
            Omitted::TakenBack => Unspoken::TakenBack,
            Omitted::NoLine => Unspoken::NoLine,
            Omitted::Late => Unspoken::Late,
            Omitted::NoGap => Unspoken::NoGap,
        };
        Omission { by: by.to_owned(), what: self.what, due: Instant::from_micros(self.due), why }
    }
}

impl VoiceMessage {
    pub(crate) fn new(view: &SpeechView, recordings: &Recordings) -> Self {
        let tongue = &recordings.manifest().tongue;
        Self {
            table: view.table,
            now: view.now.as_micros(),
            on: view.voice.on,
            muted: view.voice.muted,
            quiet: view.voice.quiet,
            volume: view.voice.volume,
            recordings: format!("/voice/{tongue}/manifest.json"),
            say: view.say.iter().map(|said| SayMessage::new(said, recordings)).collect(),
        }
    }
}

impl SayMessage {
    fn new(said: &Announcement, recordings: &Recordings) -> Self {
        let words = saying(said);
        Self {
            at: said.at.as_micros(),
            due: said.due.as_micros(),
            what: said.what,
            clips: words.as_ref().map(|saying| recordings.clips(saying)).unwrap_or_default(),
            text: words.as_ref().and_then(|saying| recordings.text(saying)),
        }
    }
}
