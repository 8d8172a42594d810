//! The latest that happened at each table, in words: what an arbiter finds who has just opened the page.
//!
//! It begins with the run of the service and is bounded; the whole record is in the journal.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use utoipa::ToSchema;

use crate::console::message::told_event;
use crate::venue::{News, Venue};

/// So many events are kept of each table.
const KEPT: usize = 100;

/// What comes with every move and asks nothing of an arbiter.
const LEFT_OUT: [&str; 2] = ["call", "pressed"];

type Lines = BTreeMap<u32, VecDeque<Value>>;

/// The latest events of all tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Lines>>);

/// The latest that happened at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogMessage {
    table: u32,
    /// As on the live line, the oldest first, each with its sentence in both languages.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
}

impl Log {
    /// A log that listens as long as there is news.
    pub(crate) fn follow(venue: &Venue) -> Self {
        let log = Self::default();
        tokio::spawn(log.clone().listen(venue.news.subscribe()));
        log
    }

    async fn listen(self, mut news: Receiver<News>) {
        loop {
            match news.recv().await {
                Ok(news) => self.take(&news),
                // What was missed is in the journal.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn take(&self, news: &News) {
        match news {
            News::Shown { view, events } => {
                let told = events.iter().map(|event| told_event(event, &view.setup));
                let told: Vec<Value> = told
                    .filter(|event| !LEFT_OUT.iter().any(|left_out| event["event"] == *left_out))
                    .collect();
                let mut lines = self.lines();
                let lines = lines.entry(view.table).or_default();
                lines.extend(told);
                lines.drain(..lines.len().saturating_sub(KEPT));
            }
            News::Opened { view } => drop(self.lines().remove(&view.table)),
            News::Face(_) | News::Alarm { .. } | News::AlarmOver { .. } => {}
        }
    }

    /// The latest events at a table.
    pub(crate) fn of(&self, table: u32) -> LogMessage {
        let events = self.lines().get(&table).map(|lines| lines.iter().cloned().collect());
        LogMessage { table, events: events.unwrap_or_default() }
    }

    /// Whoever held it and panicked has left whole lines.
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    use crate::console::app;
    use crate::console::stand::Stand;

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
        ask("POST", "/api/tables/1/new-game", String::new()).await;
        while !log().await.as_array().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    }
}
