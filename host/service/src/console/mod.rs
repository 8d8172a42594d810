//! What people see and touch in a browser: the pages, the line on which tables are told live, the JSON API.
//!
//! It decides nothing: orders go to the hall's task, and what is shown comes from there. **All that is told is on
//! disk, except a table's own face, which goes to the table's clock and to its mirrors alone.** Whatever comes in is bounded, and a
//! page that cannot keep up is told anew what holds now.

mod api;
mod badge;
mod code;
mod control;
mod ear;
mod enter;
pub(crate) mod inquiry;
mod line;
mod live;
mod log;
mod manifest;
mod message;
mod mirror;
mod next;
pub(crate) mod orders;
mod pages;
mod policy;
mod public;
mod rights;
#[cfg(test)]
mod rights_tests;
mod round;
mod round_trip;
mod sealing;
mod speech;
mod spoken;
#[cfg(test)]
pub(crate) mod stand;
mod told;
pub(crate) mod transport;
mod trial;
mod voice;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::access::Access;
use crate::console::live::Pace;
use crate::sealing::counter::Counter;
use crate::venue::Venue;

/// What every answer says of itself: only what comes from here is loaded, run, framed or told of.
const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// What the handlers share.
#[derive(Clone, Debug)]
struct Console {
    venue: Venue,
    /// Who has entered.
    access: Access,
    /// Where devices in the hall find the pages.
    network: Option<String>,
    pace: Pace,
    counter: Counter,
    /// Places for mirrors.
    mirrors: Arc<Semaphore>,
    /// The turn to draw for one of them.
    drawing: Arc<Semaphore>,
}

/// The pages, the live line and the API of a venue; devices in the hall find them at `network`.
pub(crate) fn app(venue: Venue, access: Access, network: Option<String>) -> Router {
    app_at(venue, access, network, Pace::USUAL)
}

fn app_at(venue: Venue, access: Access, network: Option<String>, pace: Pace) -> Router {
    let mirrors = Arc::new(Semaphore::new(mirror::MIRRORS_MAX));
    let drawing = Arc::new(Semaphore::new(1));
    Router::new()
        .merge(pages::router())
        .merge(enter::router())
        .merge(live::router())
        .merge(manifest::router())
        .merge(mirror::router())
        .merge(api::router())
        .merge(round::router())
        .merge(code::router())
        .merge(control::router())
        .merge(trial::router())
        .merge(sealing::router())
        .merge(voice::router())
        .fallback(async || (StatusCode::NOT_FOUND, "There is nothing here. 这里什么也没有。"))
        .with_state(Console {
            venue,
            access: access.clone(),
            network,
            pace,
            counter: Counter::default(),
            mirrors,
            drawing,
        })
        .layer(from_fn_with_state(access, badge::check))
        .layer(from_fn(guard))
}

/// Turns away what a page from elsewhere sends, and puts the strict headers on everything.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = if is_foreign(request.headers()) {
        (StatusCode::FORBIDDEN, "This page is not one of ours. 不接受别处的页面。").into_response()
    } else {
        next.run(request).await
    };
    response.headers_mut().extend(HEADERS);
    response
}

/// Whether a browser says that a page of another host asks.
fn is_foreign(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, rest)| rest);
    authority.is_none() || authority != host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_the_same_host_may_ask() {
        for (origin, host, foreign) in [
            (None, Some("hall:8080"), false),
            (Some("http://hall:8080"), Some("hall:8080"), false),
            (Some("https://hall:8080"), Some("hall:8080"), false),
            (Some("http://hall"), Some("hall:8080"), true),
            (Some("http://elsewhere:8080"), Some("hall:8080"), true),
            (Some("null"), Some("hall:8080"), true),
            (Some("http://hall:8080"), None, true),
            (Some("null"), None, true),
        ] {
            let mut headers = HeaderMap::new();
            origin.map(|origin| headers.insert(ORIGIN, HeaderValue::from_static(origin)));
            host.map(|host| headers.insert(HOST, HeaderValue::from_static(host)));
            assert_eq!(is_foreign(&headers), foreign, "{origin:?} at {host:?}");
        }
    }
}
