//! The arbiter's hand on a table's voice, and the recordings as pages load them.

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hall::VoiceChange;
use referee::Who;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::console::Console;
use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::inquiry::{Closed, ask};
use crate::console::orders::{Fate, unreadable};
use crate::venue::{Request, Venue};

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
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;
    use crate::console::stand::Stand;
    use crate::console::stand::app;

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
}
