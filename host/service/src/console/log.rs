//! The latest that happened at a table, in words: what an arbiter finds who has just opened the page.

use referee::Setup;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::console::message::told_event;
use crate::console::spoken::speech_json;
use crate::past::{PastEvent, PastSpeech};

/// The latest that happened at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogMessage {
    table: u32,
    /// As on the live line, the oldest first, each with its sentence in both languages; what happened before the
    /// service was started has its time of day as `wall`.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
    /// What was said aloud, or was due and was not, and how the voice stood; as on record, each with its sentence in
    /// both languages.
    #[schema(value_type = Vec<Object>)]
    voice: Vec<Value>,
}

impl LogMessage {
    /// What happened at a table where that was agreed.
    pub(crate) fn new(table: u32, setup: &Setup, past: &[PastEvent], speech: &[PastSpeech]) -> Self {
        let told = |past: &PastEvent| {
            let mut told = told_event(&past.event, setup);
            if let Some(wall) = past.wall {
                told["wall"] = wall.to_rfc3339().into();
            }
            told
        };
        Self {
            table,
            events: past.iter().map(told).collect(),
            voice: speech.iter().map(|past| speech_json(past, setup)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::http::header::CONTENT_TYPE;
    use serde_json::json;
    use tower::ServiceExt;

    use super::*;
    use crate::console::stand::Stand;
    use crate::console::stand::app;
    use crate::past::KEPT;

    #[tokio::test]
    async fn the_latest_is_kept_in_words_until_the_next_game() {
        let stand = Stand::new(1, 1_024);
        let app = app(stand.venue.clone());
        let ask = async |method: &str, path: &str, body: String| {
            let request =
                Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
            let response = app.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            serde_json::from_slice::<Value>(&body).unwrap()
        };
        let order = async |command: &str| {
            ask("POST", "/api/tables/1/orders", json!({ "command": command }).to_string()).await
        };
        let log = async || ask("GET", "/api/tables/1/log", String::new()).await["events"].clone();
        order("start").await;
        for _ in 0..KEPT {
            order("query black").await;
        }
        order("resign black").await;
        while log().await.as_array().unwrap().last().is_none_or(|last| last["event"] != "result") {
            tokio::task::yield_now().await;
        }
        let events = log().await;
        assert_eq!(events.as_array().unwrap().len(), KEPT);
        assert!(events[0]["words"]["en"].as_str().unwrap().starts_with("Black: "), "{}", events[0]);
        ask("POST", "/api/tables/1/new-game", json!({ "replace": true }).to_string()).await;
        while !log().await.as_array().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    }
}
