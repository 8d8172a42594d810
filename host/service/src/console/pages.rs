//! The pages, and what they load: all of it is part of the program.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use crate::console::{Console, inquiry};

/// A file of the pages, at its address, with what its name says of its content.
macro_rules! file {
    ($address:literal, $name:literal) => {
        ($address, $name, include_bytes!(concat!("../../pages/", $name)).as_slice())
    };
}

/// All files, each with its address; a page's address is a name that no request can have.
const FILES: [(&str, &str, &[u8]); 17] = [
    file!("hall", "hall.html"),
    file!("table", "table.html"),
    file!("clock", "clock.html"),
    file!("record", "record.html"),
    file!("/assets/board.js", "board.js"),
    file!("/assets/clock.css", "clock.css"),
    file!("/assets/clock.js", "clock.js"),
    file!("/assets/dial.js", "dial.js"),
    file!("/assets/face.js", "face.js"),
    file!("/assets/frame.js", "frame.js"),
    file!("/assets/hall.js", "hall.js"),
    file!("/assets/live.js", "live.js"),
    file!("/assets/moves.js", "moves.js"),
    file!("/assets/record.js", "record.js"),
    file!("/assets/style.css", "style.css"),
    file!("/assets/table.js", "table.js"),
    file!("/assets/words.js", "words.js"),
];

/// The pages' words in each language.
const MESSAGES: [(&str, &str); 2] = [
    ("/messages/en.json", include_str!("../../../../config/messages/en.toml")),
    ("/messages/zh.json", include_str!("../../../../config/messages/zh.toml")),
];

/// Something that is served as it is.
#[derive(Clone, Debug)]
struct Asset {
    content_type: &'static str,
    body: Bytes,
    etag: String,
}

static ASSETS: LazyLock<BTreeMap<&'static str, Asset>> = LazyLock::new(|| {
    let files = FILES
        .into_iter()
        .map(|(address, name, body)| (address, Asset::new(content_type(name), Bytes::from_static(body))));
    let messages = MESSAGES
        .into_iter()
        .map(|(address, text)| (address, Asset::new("application/json", messages_json(text).into())));
    files.chain(messages).collect()
});

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A catalogue of messages as the pages read it.
fn messages_json(text: &str) -> String {
    let messages: toml::Table = text.parse().expect("the messages are TOML: they are part of the program");
    serde_json::to_string(&messages).expect("a table of texts can be written")
}

impl Asset {
    fn new(content_type: &'static str, body: Bytes) -> Self {
        let hash = hex::encode(Sha256::digest(&body));
        Self { content_type, etag: format!("\"{}\"", &hash[..16]), body }
    }

    /// The asset, or word that it is the one which the browser has.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let about = [(ETAG, self.etag.as_str()), (CACHE_CONTROL, "no-cache")];
        if self.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        (about, [(CONTENT_TYPE, self.content_type)], self.body.clone()).into_response()
    }

    fn is_known(&self, headers: &HeaderMap) -> bool {
        let known = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        known
            .flat_map(|value| value.split(','))
            .map(|tag| tag.trim())
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag)
    }
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/", get(async |headers: HeaderMap| serve("hall", &headers)))
        .route(
            "/table/{n}",
            get(async |console, number, headers| of_table("table", console, number, headers).await),
        )
        .route(
            "/table/{n}/clock",
            get(async |console, number, headers| of_table("clock", console, number, headers).await),
        )
        .route(
            "/table/{n}/record",
            get(async |console, number, headers| of_table("record", console, number, headers).await),
        )
        .route("/assets/{name}", get(at_address))
        .route("/messages/{name}", get(at_address))
}

async fn at_address(OriginalUri(uri): OriginalUri, headers: HeaderMap) -> Response {
    serve(uri.path(), &headers)
}

fn serve(address: &str, headers: &HeaderMap) -> Response {
    match ASSETS.get(address) {
        Some(asset) => asset.answer(headers),
        None => (StatusCode::NOT_FOUND, "There is no such file. 没有这个文件。").into_response(),
    }
}

/// A page of a table, if there is a table of that number.
async fn of_table(
    page: &'static str,
    State(console): State<Console>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Response {
    let view = match number.parse() {
        Ok(table) => inquiry::view(&console.venue, table).await,
        Err(_) => Ok(None),
    };
    match view {
        Ok(Some(_)) => serve(page, &headers),
        Ok(None) => (StatusCode::NOT_FOUND, "There is no such table. 没有这一桌。").into_response(),
        Err(closed) => closed.into_response(),
    }
}
