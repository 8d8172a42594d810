//! The pages, and what they load: all of it is part of the program.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::console::{Console, inquiry};

/// A file of the pages, at its address, with what its name says of its content.
macro_rules! file {
    ($address:literal, $name:literal) => {
        ($address, $name, include_bytes!(concat!("../../pages/", $name)).as_slice())
    };
}

/// All files, each with its address; a page's address is a name that no request can have.
const FILES: [(&str, &str, &[u8]); 77] = [
    file!("hall", "hall.html"),
    file!("table", "table.html"),
    file!("clock", "clock.html"),
    file!("record", "record.html"),
    file!("arbiter", "arbiter.html"),
    file!("seal", "seal.html"),
    file!("envelope", "envelope.html"),
    file!("face", "mirror.html"),
    file!("enter", "enter.html"),
    file!("devices", "devices.html"),
    file!("cards", "cards.html"),
    file!("/assets/adjournment.js", "adjournment.js"),
    file!("/assets/arbiter.css", "arbiter.css"),
    file!("/assets/arbiter.js", "arbiter.js"),
    file!("/assets/badge.js", "badge.js"),
    file!("/assets/board.js", "board.js"),
    file!("/assets/boards.css", "boards.css"),
    file!("/assets/cards.css", "cards.css"),
    file!("/assets/cards.js", "cards.js"),
    file!("/assets/chess.js", "chess.js"),
    file!("/assets/chess_board.js", "chess_board.js"),
    file!("/assets/chess_entry.js", "chess_entry.js"),
    file!("/assets/clock.css", "clock.css"),
    file!("/assets/clock.js", "clock.js"),
    file!("/assets/clock_desk.js", "clock_desk.js"),
    file!("/assets/control_desk.js", "control_desk.js"),
    file!("/assets/desk.js", "desk.js"),
    file!("/assets/devices.js", "devices.js"),
    file!("/assets/device.js", "device.js"),
    file!("/assets/dial.js", "dial.js"),
    file!("/assets/ending.js", "ending.js"),
    file!("/assets/enter.css", "enter.css"),
    file!("/assets/enter.js", "enter.js"),
    file!("/assets/envelope.js", "envelope.js"),
    file!("/assets/face.js", "face.js"),
    file!("/assets/finish.js", "finish.js"),
    file!("/assets/forms.css", "forms.css"),
    file!("/assets/frame.js", "frame.js"),
    file!("/assets/game_board.js", "game_board.js"),
    file!("/assets/groups.js", "groups.js"),
    file!("/assets/hall.js", "hall.js"),
    file!("/assets/icon-192.png", "icon-192.png"),
    file!("/assets/icon-512.png", "icon-512.png"),
    file!("/assets/icon.svg", "icon.svg"),
    file!("/assets/incidents.js", "incidents.js"),
    file!("/assets/instants.js", "instants.js"),
    file!("/assets/kept.js", "kept.js"),
    file!("/assets/live.js", "live.js"),
    file!("/assets/log.js", "log.js"),
    file!("/assets/marks.js", "marks.js"),
    file!("/assets/mirror.css", "mirror.css"),
    file!("/assets/mirror.js", "mirror.js"),
    file!("/assets/moves.js", "moves.js"),
    file!("/assets/need.js", "need.js"),
    file!("/assets/nigiri.js", "nigiri.js"),
    file!("/assets/parts.js", "parts.js"),
    file!("/assets/people.js", "people.js"),
    file!("/assets/pieces.js", "pieces.js"),
    file!("/assets/player.js", "player.js"),
    file!("/assets/quick_desk.js", "quick_desk.js"),
    file!("/assets/record.js", "record.js"),
    file!("/assets/recordings.js", "recordings.js"),
    file!("/assets/reports.js", "reports.js"),
    file!("/assets/role_form.js", "role_form.js"),
    file!("/assets/round.js", "round.js"),
    file!("/assets/seal.js", "seal.js"),
    file!("/assets/sealing.css", "sealing.css"),
    file!("/assets/secret.js", "secret.js"),
    file!("/assets/steps.js", "steps.js"),
    file!("/assets/style.css", "style.css"),
    file!("/assets/svg.js", "svg.js"),
    file!("/assets/table.js", "table.js"),
    file!("/assets/trial.js", "trial.js"),
    file!("/assets/voice.css", "voice.css"),
    file!("/assets/voice.js", "voice.js"),
    file!("/assets/voice_desk.js", "voice_desk.js"),
    file!("/assets/words.js", "words.js"),
];

/// The pages' words in each language.
const MESSAGES: [(&str, &str); 2] = [
    ("en", include_str!("../../../../config/messages/en.toml")),
    ("zh", include_str!("../../../../config/messages/zh.toml")),
];

/// The tables of words that only some pages need, by the catalogue that brings them: other pages load faster without.
const PARTS: [(&str, &[&str]); 6] = [
    ("control", &["control_desk"]),
    (
        "desk",
        &[
            "adjourn_desk",
            "clock_desk",
            "ending",
            "finish",
            "incident",
            "log",
            "marks",
            "nigiri",
            "penalty",
            "people",
            "review",
            "voice_desk",
            "who",
        ],
    ),
    ("enter", &["cards", "devices"]),
    ("mirror", &["mirror"]),
    ("sealing", &["envelope", "seal"]),
    ("voice", &["voice"]),
];

/// Something that is served as it is.
#[derive(Clone, Debug)]
struct Asset {
    content_type: &'static str,
    body: Bytes,
    /// The same by gzip, once somebody has asked for it.
    packed: OnceLock<Option<Bytes>>,
    etag: String,
}

static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let files = FILES
        .into_iter()
        .map(|(address, name, body)| (address.to_owned(), Asset::new(content_type(name), lean(name, body))));
    let messages = MESSAGES.into_iter().flat_map(|(language, text)| catalogues(language, text));
    let messages = messages.map(|(address, json)| (address, Asset::new("application/json", json.into())));
    files.chain(messages).collect()
});

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        _ => "application/octet-stream",
    }
}

/// A file as it is sent: scripts and style sheets without the lines of comment and the indentation, which are for
/// whoever reads them here. Each line keeps its number.
fn lean(name: &str, body: &'static [u8]) -> Bytes {
    let text = std::str::from_utf8(body).ok().filter(|_| name.ends_with(".js") || name.ends_with(".css"));
    let Some(text) = text else { return Bytes::from_static(body) };
    let mut in_comment = false;
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        let begins = !in_comment && line.starts_with("/*");
        let is_comment = in_comment || begins || line.starts_with("//");
        in_comment = (in_comment || begins) && !line.ends_with("*/");
        if is_comment { "\n".to_owned() } else { format!("{line}\n") }
    });
    lines.collect::<String>().into()
}

/// The messages of a language as the pages read them: what all pages need, and each part besides, with their addresses.
fn catalogues(language: &str, text: &str) -> Vec<(String, String)> {
    let mut common: toml::Table = text.parse().expect("the messages are TOML: they are part of the program");
    let mut catalogues = Vec::with_capacity(PARTS.len() + 1);
    for (part, tables) in PARTS {
        let (own, others): (toml::Table, toml::Table) =
            common.into_iter().partition(|(table, _)| tables.contains(&table.as_str()));
        catalogues.push((format!("/messages/{language}.{part}.json"), json(&own)));
        common = others;
    }
    catalogues.push((format!("/messages/{language}.json"), json(&common)));
    catalogues
}

fn json(messages: &toml::Table) -> String {
    serde_json::to_string(messages).expect("a table of texts can be written")
}

impl Asset {
    fn new(content_type: &'static str, body: Bytes) -> Self {
        let hash = hex::encode(Sha256::digest(&body));
        Self { content_type, etag: format!("W/\"{}\"", &hash[..16]), body, packed: OnceLock::new() }
    }

    /// The asset, or word that it is the one which the browser has.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let about =
            [(ETAG, self.etag.as_str()), (CACHE_CONTROL, "no-cache"), (VARY, ACCEPT_ENCODING.as_str())];
        if self.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(CONTENT_TYPE, self.content_type)];
        if takes_gzip(headers)
            && let Some(packed) = self.packed()
        {
            return (about, kind, [(CONTENT_ENCODING, "gzip")], packed).into_response();
        }
        (about, kind, self.body.clone()).into_response()
    }

    /// By gzip: a telephone at the hall's edge loads a third.
    fn packed(&self) -> Option<Bytes> {
        let pack = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.body).and_then(|()| encoder.finish()).ok().map(Bytes::from)
        };
        self.packed.get_or_init(pack).clone()
    }

    fn is_known(&self, headers: &HeaderMap) -> bool {
        let bare = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
        listed(headers, &IF_NONE_MATCH).any(|tag| tag == "*" || bare(tag) == bare(&self.etag))
    }
}

/// What stands in a header, separated by commas.
fn listed<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether a browser can read gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    listed(headers, &ACCEPT_ENCODING).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let refused = quality.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// The pages of a table: where they are, and their names.
pub(super) const TABLE_PAGES: [(&str, &str); 7] = [
    ("/table/{n}", "table"),
    ("/table/{n}/clock", "clock"),
    ("/table/{n}/record", "record"),
    ("/table/{n}/face", "face"),
    ("/table/{n}/arbiter", "arbiter"),
    ("/table/{n}/seal", "seal"),
    ("/table/{n}/envelope", "envelope"),
];

pub(super) fn router() -> Router<Console> {
    let pages = TABLE_PAGES.into_iter().fold(Router::new(), |pages, (path, page)| {
        pages.route(path, get(move |console, number, headers| of_table(page, console, number, headers)))
    });
    pages
        .route("/", get(async |headers: HeaderMap| serve("hall", &headers)))
        .route("/enter", get(async |headers: HeaderMap| serve("enter", &headers)))
        .route("/cards", get(async |headers: HeaderMap| serve("cards", &headers)))
        .route("/devices", get(async |headers: HeaderMap| serve("devices", &headers)))
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::io::Read;

    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::http::header::ORIGIN;
    use flate2::read::GzDecoder;
    use tower::ServiceExt;

    use super::*;
    use crate::console::stand::Stand;
    use crate::console::stand::app;

    async fn get(stand: &Stand, path: &str, headers: &[(&str, &str)]) -> Response {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        app(stand.venue.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    async fn text(response: Response) -> String {
        // A picture is no text, and names no other file.
        String::from_utf8_lossy(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).into_owned()
    }

    /// The texts between two others.
    fn between<'a>(text: &'a str, before: &'a str, after: char) -> impl Iterator<Item = &'a str> {
        text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
        let there =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let there: BTreeSet<String> = there.collect();
        let served = FILES.iter().map(|(_, name, _)| (*name).to_owned());
        assert_eq!(served.collect::<BTreeSet<String>>(), there);
    }

    #[tokio::test]
    async fn pages_and_all_that_they_load_are_there() {
        let stand = Stand::new(2, 64);
        let of_table = TABLE_PAGES.map(|(path, _)| path.replace("{n}", "2"));
        for path in of_table.iter().map(String::as_str).chain(["/"]) {
            let page = get(&stand, path, &[]).await;
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            assert_eq!(page.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
            let page = text(page).await;
            for address in between(&page, "=\"/assets/", '"') {
                assert_loads(&stand, address).await;
            }
        }
    }

    /// Makes sure that a script or style sheet is there, and every script that it imports.
    async fn assert_loads(stand: &Stand, name: &str) {
        let mut waiting = vec![name.to_owned()];
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let asset = get(stand, &format!("/assets/{name}"), &[]).await;
            assert_eq!(asset.status(), StatusCode::OK, "{name}");
            let text = text(asset).await;
            let imports = between(&text, " from './", '\'').map(str::to_owned);
            waiting.extend(imports.filter(|import| seen.insert(import.clone())));
        }
    }

    #[tokio::test]
    async fn what_is_not_there_is_told() {
        let stand = Stand::new(1, 64);
        for (path, told) in [
            ("/table/9", "table"),
            ("/table/9/clock", "table"),
            ("/table/one/record", "table"),
            ("/table/9/arbiter", "table"),
            ("/table/-1", "table"),
            ("/assets/hall.html", "file"),
            ("/assets/..%2Fhall.html", "file"),
            ("/messages/fr.json", "file"),
            ("/hall", "nothing"),
        ] {
            let response = get(&stand, path, &[]).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert!(text(response).await.contains(told), "{path}");
        }
    }

    #[tokio::test]
    async fn what_the_browser_has_is_not_sent_again() {
        let stand = Stand::new(1, 64);
        let first = get(&stand, "/assets/live.js", &[]).await;
        let etag = first.headers()[ETAG].to_str().unwrap().to_owned();
        let bare = etag.strip_prefix("W/").unwrap().to_owned();
        for known in [etag.clone(), bare, format!("\"0\", {etag}"), "*".to_owned()] {
            let again = get(&stand, "/assets/live.js", &[("if-none-match", &known)]).await;
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(text(again).await, "");
        }
        let other = get(&stand, "/assets/live.js", &[("if-none-match", "\"0\"")]).await;
        assert_eq!(other.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn both_catalogues_have_the_same_messages() {
        let stand = Stand::new(1, 64);
        let mut keys = Vec::new();
        for language in ["en", "zh"] {
            let mut messages = serde_json::Map::new();
            for part in ["", ".desk", ".sealing", ".mirror", ".voice"] {
                let path = format!("/messages/{language}{part}.json");
                let part: serde_json::Value =
                    serde_json::from_str(&text(get(&stand, &path, &[]).await).await).unwrap();
                messages.extend(part.as_object().unwrap().clone());
            }
            let tables = messages.iter();
            let named = tables.flat_map(|(table, messages)| {
                let messages = messages.as_object().unwrap().keys();
                // Chinese has no singular of its own.
                let messages = messages.filter(|key| !key.ends_with("_one"));
                messages.map(move |key| format!("{table}.{key}"))
            });
            keys.push(named.collect::<BTreeSet<String>>());
        }
        assert_eq!(keys[0], keys[1]);
        for key in ["common.black", "incident.violation"] {
            assert!(keys[0].contains(key), "{key}");
        }
    }

    #[test]
    fn scripts_go_out_without_comments_on_the_lines_where_they_were() {
        let script = "// What it is.\n\n/** Adds. */\nfunction add(a, b) {\n  /*\n   * of both\n   */\n  return a + b; // at once\n}\n";
        let sent = "\n\n\nfunction add(a, b) {\n\n\n\nreturn a + b; // at once\n}\n";
        assert_eq!(lean("add.js", script.as_bytes()), sent);
        assert_eq!(lean("add.html", script.as_bytes()), script);
    }

    #[tokio::test]
    async fn who_reads_gzip_loads_a_third_and_reads_the_same() {
        let stand = Stand::new(1, 64);
        let plain = get(&stand, "/assets/incidents.js", &[]).await;
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        let plain = text(plain).await;
        for (accepted, expected) in
            [("gzip, deflate, br", true), ("GZIP;q=0.5", true), ("br, gzip;q=0", false), ("x-gzip", false)]
        {
            let answer = get(&stand, "/assets/incidents.js", &[("accept-encoding", accepted)]).await;
            assert_eq!(answer.headers()[VARY], "accept-encoding");
            let is_packed = answer.headers().get(CONTENT_ENCODING).is_some_and(|coding| coding == "gzip");
            assert_eq!(is_packed, expected, "{accepted}");
            let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            if is_packed {
                assert!(body.len() * 5 < plain.len() * 2, "{} of {}", body.len(), plain.len());
                let mut read = String::new();
                GzDecoder::new(&body[..]).read_to_string(&mut read).unwrap();
                assert_eq!(read, plain);
            }
        }
    }

    #[tokio::test]
    async fn everything_has_strict_headers() {
        let stand = Stand::new(1, 64);
        for path in ["/", "/assets/style.css", "/api/tables", "/nowhere", "/table/9"] {
            let response = get(&stand, path, &[]).await;
            for (name, value) in super::super::HEADERS {
                assert_eq!(response.headers()[&name], value, "{path}");
            }
        }
        let foreign = [(ORIGIN.as_str(), "http://elsewhere"), ("host", "hall:8080")];
        assert_eq!(get(&stand, "/api/tables", &foreign).await.status(), StatusCode::FORBIDDEN);
    }
}
