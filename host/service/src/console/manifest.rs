//! What a telephone or a tablet needs to install a table's touch clock as a program of its own.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use clock::Side;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::console::{Console, inquiry};

pub(super) fn router() -> Router<Console> {
    Router::new().route("/table/{n}/clock.webmanifest", get(manifest))
}

/// The part of the address behind the question mark.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Device {
    /// The side before whom the device lies; none for one that lies between both.
    side: Option<Side>,
}

async fn manifest(
    State(console): State<Console>,
    Path(number): Path<String>,
    device: Result<Query<Device>, QueryRejection>,
) -> Response {
    let Query(Device { side }) = match device {
        Ok(device) => device,
        Err(rejection) => return rejection.into_response(),
    };
    let view = match number.parse() {
        Ok(table) => inquiry::view(&console.venue, table).await,
        Err(_) => Ok(None),
    };
    match view {
        Ok(Some(view)) => {
            ([(CONTENT_TYPE, "application/manifest+json")], Json(content(view.table, side))).into_response()
        }
        Ok(None) => (StatusCode::NOT_FOUND, "There is no such table. 没有这一桌。").into_response(),
        Err(closed) => closed.into_response(),
    }
}

/// The manifest, in both languages: it is read once, when the clock is installed.
fn content(table: u32, side: Option<Side>) -> Value {
    let (whose, start) = match side {
        None => (format!("Table {table} 第{table}台"), format!("/table/{table}/clock")),
        Some(side) => {
            let name = match side {
                Side::Black => "Black 黑",
                Side::White => "White 白",
            };
            (format!("Table {table} {name}"), format!("/table/{table}/clock?side={side}"))
        }
    };
    let icon = |source: &str, sizes: &str, kind: &str| json!({ "src": source, "sizes": sizes, "type": kind, "purpose": "any" });
    json!({
        "id": start,
        "name": format!("Flagfall: {whose}"),
        "short_name": whose,
        "start_url": start,
        "scope": format!("/table/{table}/"),
        "display": "fullscreen",
        "background_color": "#15171b",
        "theme_color": "#15171b",
        "icons": [
            icon("/assets/icon-192.png", "192x192", "image/png"),
            icon("/assets/icon-512.png", "512x512", "image/png"),
            icon("/assets/icon.svg", "any", "image/svg+xml"),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_clock_is_installed_as_its_own() {
        let both = content(3, None);
        assert_eq!((&both["start_url"], &both["scope"]), (&json!("/table/3/clock"), &json!("/table/3/")));
        let white = content(3, Some(Side::White));
        assert_eq!(white["start_url"], "/table/3/clock?side=white");
        assert_eq!(white["short_name"], "Table 3 White 白");
        assert_ne!(both["id"], white["id"]);
        for size in ["192x192", "512x512"] {
            assert!(both["icons"].as_array().unwrap().iter().any(|icon| icon["sizes"] == size), "{size}");
        }
    }
}
