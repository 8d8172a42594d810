//! Addresses as QR codes, for whoever comes with a telephone.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::routing::get;
use axum::{Json, Router};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::Console;
use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::inquiry;
use crate::console::orders::{self, Fate};
use crate::console::transport::Transport;

/// The least that a picture measures, in its own units.
const SIDE_LEAST: u32 = 200;

pub(super) fn router() -> Router<Console> {
    Router::new().route("/api/tables/{n}/address", get(address))
}

/// Where a table is watched.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct AddressMessage {
    /// The address to open.
    address: String,
    /// The same as a QR code, an SVG picture.
    svg: String,
}

/// Where a table is watched from a telephone, as text and as a QR code to print and put up at the table.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/address",
    params(("n" = u32, Path, description = "The table's number")),
    responses(
        (status = 200, body = AddressMessage),
        (status = 404, description = "There is no such table", body = Outcome),
    )
)]
pub(super) async fn address(
    State(console): State<Console>,
    transport: Transport,
    headers: HeaderMap,
    path: Number,
) -> Result<Json<AddressMessage>, Failure> {
    let table = number(path)?;
    inquiry::view(&console.venue, table).await?.ok_or(Fate::NoTable)?;
    let address = format!("{}/table/{table}", place(&console, None, transport, &headers));
    let svg = qr_code(&address)?;
    Ok(Json(AddressMessage { address, svg }))
}

/// Where the pages are found, without a stroke at the end: at the address that somebody names, or in the network, or where
/// whoever asks sees them.
pub(super) fn place(
    console: &Console,
    named: Option<String>,
    transport: Transport,
    headers: &HeaderMap,
) -> String {
    let place = named.or_else(|| console.network.clone()).or_else(|| own_place(transport, headers));
    place.unwrap_or_default().trim_end_matches('/').to_owned()
}

fn own_place(transport: Transport, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let scheme = if transport == Transport::Tls { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

/// A text as a QR code, an SVG picture.
///
/// # Errors
/// It is longer than a code can hold.
pub(super) fn qr_code(text: &str) -> Result<String, Fate> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|_| orders::unreadable("expected an address that a QR code can hold".to_owned()))?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(SIDE_LEAST, SIDE_LEAST).build())
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use serde_json::Value;
    use tower::ServiceExt;

    use crate::console::stand::{Stand, app};

    #[tokio::test]
    async fn a_table_is_watched_at_the_address_by_which_it_is_asked_for() {
        let stand = Stand::new(2, 64);
        let ask = async |path: &str| {
            let request = Request::get(path).header("host", "192.168.1.5:8000");
            app(stand.venue.clone()).oneshot(request.body(axum::body::Body::empty()).unwrap()).await.unwrap()
        };
        let answer = ask("/api/tables/2/address").await;
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let told: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(told["address"], "http://192.168.1.5:8000/table/2");
        assert!(told["svg"].as_str().unwrap().contains("<svg"));
        assert_eq!(ask("/api/tables/9/address").await.status(), 404);
    }
}
