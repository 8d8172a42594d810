//! What is said aloud, for pages: what they play, what they say that they have played, their recordings, and the
//! arbiter's hand on the voice.

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::{Instant, Language};
use hall::{Announcement, Entry, Playback, Played, Spoken, SpokenEntry, Unspoken, VoiceChange, VoiceEntry};
use referee::{In, Setup, Who, call_words};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::console::Console;
use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::inquiry::{Closed, ask};
use crate::console::orders::{Fate, unreadable};
use crate::console::words::Words;
use crate::past::PastSpeech;
use crate::speech::{Recordings, SpeechView, saying};
use crate::venue::{Request, Venue};

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
}

impl PlayedMessage {
    pub(crate) fn playback(self, by: &str) -> Playback {
        let Self { due, what, onset, end, cut, .. } = self;
        let [due, onset, end] = [due, onset, end].map(Instant::from_micros);
        Playback { by: by.to_owned(), what, due, onset, end, cut }
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

/// An entry of the record about the voice, with its sentence in both languages.
pub(crate) fn speech_json(past: &PastSpeech, setup: &Setup) -> Value {
    let at = match &past.entry {
        Entry::Spoken(SpokenEntry { due: at, .. }) | Entry::Voice(VoiceEntry { at, .. }) => *at,
        Entry::Opened(_)
        | Entry::Anchor(_)
        | Entry::Step(_)
        | Entry::Interrupted(_)
        | Entry::Key(_)
        | Entry::Unit(_) => Instant::ZERO,
    };
    let mut told = json!(past.entry);
    told["t"] = (at.as_micros() / 1_000).into();
    told["words"] = json!(Words {
        en: entry_words(&past.entry, setup, Language::English),
        zh: entry_words(&past.entry, setup, Language::Chinese),
    });
    if let Some(wall) = past.wall {
        told["wall"] = wall.to_rfc3339().into();
    }
    told
}

fn entry_words(entry: &Entry, setup: &Setup, language: Language) -> String {
    match entry {
        Entry::Spoken(entry) => spoken_words(entry, setup, language),
        Entry::Voice(entry) => voice_words(entry, language),
        Entry::Opened(_)
        | Entry::Anchor(_)
        | Entry::Step(_)
        | Entry::Interrupted(_)
        | Entry::Key(_)
        | Entry::Unit(_) => String::new(),
    }
}

/// What is said, in words: whose, and the call as a referee says it.
fn what_words(what: Spoken, setup: &Setup, language: Language) -> String {
    let (side, said) = match what {
        Spoken::Call { side, call } => (side, call_words(call, setup.control.of(side), language)),
        Spoken::Reading { side } => match language {
            Language::English => (side, "the time left".into()),
            Language::Chinese => (side, "剩余时间".into()),
        },
        Spoken::Paused | Spoken::Resumed | Spoken::Adjourned => return plain_words(what, language).into(),
    };
    let whose = In(language, side);
    match language {
        Language::English => format!("{whose}: “{said}”"),
        Language::Chinese => format!("{whose}：“{said}”"),
    }
}

const fn plain_words(what: Spoken, language: Language) -> &'static str {
    match (what, language) {
        (Spoken::Paused, Language::English) => "“paused”",
        (Spoken::Paused, Language::Chinese) => "“暂停”",
        (Spoken::Resumed, Language::English) => "“play goes on”",
        (Spoken::Resumed, Language::Chinese) => "“继续比赛”",
        (_, Language::English) => "“adjourned”",
        (_, Language::Chinese) => "“封棋”",
    }
}

/// By how much one instant lies behind another, in milliseconds, negative where it lies before it.
fn behind(instant: Instant, other: Instant) -> i64 {
    let millis = |length: clock::Duration| i64::try_from(length.as_micros() / 1_000).unwrap_or(i64::MAX);
    millis(instant.since(other)) - millis(other.since(instant))
}

fn spoken_words(entry: &SpokenEntry, setup: &Setup, language: Language) -> String {
    let SpokenEntry { due, what, played } = entry;
    let what = what_words(*what, setup, language);
    match (played, language) {
        (Played::Whole { by, onset, .. }, Language::English) => {
            format!("{what} spoken {} ms after its instant, to its end, by {by}", behind(*onset, *due))
        }
        (Played::Whole { by, onset, .. }, Language::Chinese) => {
            format!("{what} 已报出，比应报时刻晚 {} 毫秒，完整（{by}）", behind(*onset, *due))
        }
        (Played::Cut { by, onset, end }, Language::English) => {
            let (late, heard) = (behind(*onset, *due), behind(*end, *onset));
            format!("{what} spoken {late} ms after its instant, cut off after {heard} ms, by {by}")
        }
        (Played::Cut { by, onset, end }, Language::Chinese) => {
            let (late, heard) = (behind(*onset, *due), behind(*end, *onset));
            format!("{what} 已报出，比应报时刻晚 {late} 毫秒，播出 {heard} 毫秒后中断（{by}）")
        }
        (Played::Not { why }, Language::English) => {
            format!("{what} was due and was NOT spoken: {}", why_english(*why))
        }
        (Played::Not { why }, Language::Chinese) => format!("{what} 应报而未报：{}", why_chinese(*why)),
    }
}

const fn why_english(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "the table was muted",
        Unspoken::Quiet => "it was a quiet hour",
        Unspoken::Nobody => "nothing spoke for the table",
        Unspoken::Unheard => "whoever spoke for the table has not confirmed it",
    }
}

const fn why_chinese(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "本桌已静音",
        Unspoken::Quiet => "正值安静时段",
        Unspoken::Nobody => "本桌没有发声设备",
        Unspoken::Unheard => "发声设备未确认播出",
    }
}

fn voice_words(entry: &VoiceEntry, language: Language) -> String {
    let VoiceEntry { voice, speakers, by, left_out, .. } = entry;
    let volume = voice.volume;
    let speakers = if speakers.is_empty() {
        match language {
            Language::English => "nobody".to_owned(),
            Language::Chinese => "无".to_owned(),
        }
    } else {
        speakers.join(", ")
    };
    let how = match (voice.muted, voice.quiet, language) {
        (true, _, Language::English) => "muted",
        (true, _, Language::Chinese) => "静音",
        (false, true, Language::English) => "silent: a quiet hour",
        (false, true, Language::Chinese) => "安静时段，不报时",
        (false, false, Language::English) => "on",
        (false, false, Language::Chinese) => "开",
    };
    match language {
        Language::English => {
            let by = by.map(|by| format!(", by {}", In(language, by))).unwrap_or_default();
            let lost = if *left_out > 0 { format!("; {left_out} not put on record") } else { String::new() };
            format!("voice {how}{by}; volume {volume} %; speaks: {speakers}{lost}")
        }
        Language::Chinese => {
            let by = by.map(|by| format!("（{}）", In(language, by))).unwrap_or_default();
            let lost =
                if *left_out > 0 { format!("；另有 {left_out} 条未记录") } else { String::new() };
            format!("语音：{how}{by}；音量 {volume}%；发声：{speakers}{lost}")
        }
    }
}

/// What an arbiter changes about a table's voice.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub(super) struct VoiceBody {
    /// Whether it is silent.
    muted: Option<bool>,
    /// In hundredths.
    volume: Option<u8>,
    /// Who gives the order: `arbiter` or `chief`.
    #[schema(value_type = Option<String>)]
    by: Option<Who>,
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/voice/{tongue}/{name}", get(recording))
        .route("/api/tables/{n}/voice", post(set_voice))
}

/// Silences a table, lets it speak again, makes it louder or softer; the game's record says who did it.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/voice",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = VoiceBody,
    responses(
        (status = 200, description = "It is so", body = Outcome),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "The table does not speak", body = Outcome),
    )
)]
pub(super) async fn set_voice(
    State(console): State<Console>,
    path: Number,
    body: Result<Json<VoiceBody>, JsonRejection>,
) -> Result<Fate, Failure> {
    let table = number(path)?;
    let Json(VoiceBody { muted, volume, by }) =
        body.map_err(|rejection| unreadable(rejection.body_text()))?;
    let by = by.unwrap_or(Who::Arbiter);
    if !by.is_arbiter() {
        return Err(unreadable("by: expected arbiter or chief".into()).into());
    }
    if volume.is_some_and(|volume| volume > 100) {
        return Err(unreadable("volume: expected 0 to 100".into()).into());
    }
    let muted = muted.map(|muted| VoiceChange::Muted { muted, by });
    let volume = volume.map(|volume| VoiceChange::Volume { volume, by });
    let changes: Vec<VoiceChange> = muted.into_iter().chain(volume).collect();
    if changes.is_empty() {
        return Err(unreadable("expected muted or volume".into()).into());
    }
    change(&console.venue, table, changes).await.map_err(Failure::from)
}

async fn change(venue: &Venue, table: u32, changes: Vec<VoiceChange>) -> Result<Fate, Closed> {
    for change in changes {
        let done = ask(venue, |reply| Request::ChangeVoice { table, change, reply }).await?;
        if let Err(error) = done {
            return Ok(error.into());
        }
    }
    Ok(Fate::Done)
}

/// The list of a tongue's recordings, which is asked for anew each time, and the recordings, whose name changes with them.
async fn recording(
    State(console): State<Console>,
    path: Result<Path<(String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let absent = || (StatusCode::NOT_FOUND, "There are no such recordings. 没有这个录音。").into_response();
    let Ok(Path((tongue, name))) = path else { return absent() };
    let tongue = match tongue.parse() {
        Ok(tongue) => Some(tongue),
        Err(_) if tongue == "tones" => None,
        Err(_) => return absent(),
    };
    let shelf = console.venue.shelf.clone();
    // The first time they are decoded, which takes a while.
    let Ok(recordings) = tokio::task::spawn_blocking(move || shelf.recordings(tongue)).await else {
        return absent();
    };
    if name == "manifest.json" {
        let tag = format!("\"{}\"", recordings.hash);
        let about = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into())];
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()) == Some(tag.as_str());
        return if known {
            (StatusCode::NOT_MODIFIED, about).into_response()
        } else {
            (about, Json(recordings.manifest())).into_response()
        };
    }
    if name != format!("clips-{}.pcm", recordings.hash) {
        return absent();
    }
    let about =
        [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    (about, recordings.pcm.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request as HttpRequest;
    use tower::ServiceExt;

    use super::*;
    use crate::console::app;
    use crate::console::stand::Stand;

    async fn ask(stand: &Stand, method: &str, path: &str, body: Value) -> (u16, HeaderMap, Vec<u8>) {
        let request =
            HttpRequest::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = app(stand.venue.clone()).oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        (status, headers, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn recordings_are_where_their_list_says_and_are_kept_by_the_browser() {
        let stand = Stand::new(1, 64);
        for tongue in ["zh", "en", "ja", "ko", "tones"] {
            let (status, headers, list) =
                ask(&stand, "GET", &format!("/voice/{tongue}/manifest.json"), Value::Null).await;
            assert_eq!((status, headers[CACHE_CONTROL].to_str().unwrap()), (200, "no-cache"));
            let list: Value = serde_json::from_slice(&list).unwrap();
            let (status, headers, pcm) = ask(&stand, "GET", list["pcm"].as_str().unwrap(), Value::Null).await;
            assert_eq!(status, 200);
            assert!(headers[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
            let ends = list["clips"]
                .as_object()
                .unwrap()
                .values()
                .map(|clip| (clip[0].as_u64().unwrap() + clip[1].as_u64().unwrap()) * 2);
            assert_eq!(ends.max(), Some(u64::try_from(pcm.len()).unwrap()), "{tongue}");
        }
        let (status, ..) = ask(&stand, "GET", "/voice/zh/clips-0000000000000000.pcm", Value::Null).await;
        assert_eq!(status, 404);
        let (status, ..) = ask(&stand, "GET", "/voice/fr/manifest.json", Value::Null).await;
        assert_eq!(status, 404);
    }

    #[tokio::test]
    async fn an_arbiter_silences_a_table_and_that_is_in_the_log_in_words() {
        let stand = Stand::new(1, 64);
        let voice = "/api/tables/1/voice";
        for (body, status) in [
            (json!({ "muted": true }), 200),
            (json!({ "volume": 30, "by": "chief" }), 200),
            (json!({ "volume": 101 }), 400),
            (json!({ "muted": true, "by": "black" }), 400),
            (json!({}), 400),
        ] {
            let (found, ..) = ask(&stand, "POST", voice, body.clone()).await;
            assert_eq!(found, status, "{body}");
        }
        let (.., log) = ask(&stand, "GET", "/api/tables/1/log", Value::Null).await;
        let log: Value = serde_json::from_slice(&log).unwrap();
        let words: Vec<&str> =
            log["voice"].as_array().unwrap().iter().map(|one| one["words"]["en"].as_str().unwrap()).collect();
        assert_eq!(
            words,
            [
                "voice muted, by the arbiter; volume 80 %; speaks: nobody",
                "voice muted, by the chief arbiter; volume 30 %; speaks: nobody"
            ]
        );
        assert_eq!(log["voice"][0]["words"]["zh"], "语音：静音（裁判员）；音量 80%；发声：无");
        assert_eq!(ask(&stand, "POST", "/api/tables/9/voice", json!({ "muted": true })).await.0, 404);
    }

    #[test]
    fn what_was_played_and_what_was_not_is_said_in_both_languages() {
        let setup = Setup::new(referee::Game::default(), "10s+5x60s".parse().unwrap());
        let what = Spoken::Call { side: clock::Side::Black, call: clock::Call::Left(4) };
        let at = Instant::from_millis;
        let words =
            |played, language| spoken_words(&SpokenEntry { due: at(70_000), what, played }, &setup, language);
        let cut = Played::Cut { by: "page 1f".into(), onset: at(70_004), end: at(70_254) };
        assert_eq!(
            words(cut, Language::English),
            "Black: “4 minutes left” spoken 4 ms after its instant, cut off after 250 ms, by page 1f"
        );
        let early = Played::Whole { by: "page 1f".into(), onset: at(69_997), end: at(71_000) };
        assert_eq!(
            words(early, Language::Chinese),
            "黑方：“还剩 4 分钟” 已报出，比应报时刻晚 -3 毫秒，完整（page 1f）"
        );
        let not = Played::Not { why: Unspoken::Muted };
        assert_eq!(
            words(not, Language::English),
            "Black: “4 minutes left” was due and was NOT spoken: the table was muted"
        );
    }
}
