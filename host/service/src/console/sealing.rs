//! Where a move is sealed and an envelope opened: requests of their own, whose connections are closed behind them.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::Side;
use referee::{Commitment, Envelope, Secret, Who};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use crate::console::Console;
use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::code;
use crate::console::inquiry;
use crate::console::line::MESSAGE_MAX;
use crate::console::orders::{self, Fate};
use crate::console::transport::Transport;
use crate::sealing::counter::{CounterRefusal, SecretOrder, Taken};

/// What a move to be sealed looks like.
#[derive(Deserialize, ToSchema)]
pub(super) struct SealBody {
    /// `black` or `white`.
    #[schema(value_type = String)]
    side: Side,
    /// A move, `pass`, `resign`, or what the player writes.
    #[serde(rename = "move")]
    written: String,
    /// Six words are drawn where none is given.
    passphrase: Option<String>,
    /// Who gives it: the side itself where nobody is named.
    by: Option<String>,
}

/// What an envelope is opened with.
#[derive(Deserialize, ToSchema)]
pub(super) struct OpenBody {
    /// From the slip.
    passphrase: Option<String>,
    /// What the paper says, or what the sealer states: a move, `pass`, `resign`.
    #[serde(rename = "move")]
    written: Option<String>,
    /// With which the commitment checks what is typed: 32 hex digits.
    salt: Option<String>,
    /// Who gives it: the arbiter where nobody is named.
    by: Option<String>,
}

/// A move is sealed. The passphrase is given back this once and kept nowhere.
#[derive(Serialize, ToSchema)]
pub(super) struct SealedMessage<'a> {
    ok: bool,
    /// For the slip that goes into the paper envelope.
    passphrase: &'a str,
    /// SHA-256 of the sealed text, 64 hex digits: everybody may know it.
    #[schema(value_type = String)]
    commitment: Commitment,
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/tables/{n}/seal", post(seal))
        .route("/api/tables/{n}/open-seal", post(open_seal))
        .route("/api/tables/{n}/commitment.svg", get(commitment))
        .layer(DefaultBodyLimit::max(MESSAGE_MAX))
}

/// Seals a move on the table's screen; until it is handed over it may be sealed again. Only over TLS or on the computer
/// itself.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/seal",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = SealBody,
    responses(
        (status = 200, description = "It is sealed; the passphrase is said this once", body = SealedMessage),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "It was refused", body = Outcome),
        (status = 503, description = "It cannot be taken at present", body = Outcome),
    )
)]
pub(super) async fn seal(
    State(console): State<Console>,
    transport: Transport,
    path: Number,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    closing(bring(&console, transport, path, body, SealBody::read)).await
}

/// Opens the envelope with its passphrase, or with what the paper says.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/open-seal",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = OpenBody,
    responses(
        (status = 200, description = "It is open", body = Outcome),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "It was refused, or the passphrase does not open it", body = Outcome),
        (status = 503, description = "The passphrase is not tried yet", body = Outcome),
    )
)]
pub(super) async fn open_seal(
    State(console): State<Console>,
    transport: Transport,
    path: Number,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    closing(bring(&console, transport, path, body, OpenBody::read)).await
}

/// The commitment of the move that is sealed, as a QR code.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/commitment.svg",
    params(("n" = u32, Path, description = "The table's number")),
    responses(
        (status = 200, description = "A QR code of the 64 hex digits", content_type = "image/svg+xml"),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "No move is sealed on its screen", body = Outcome),
    )
)]
pub(super) async fn commitment(State(console): State<Console>, path: Number) -> Result<Response, Failure> {
    let (table, _) = inquiry::copy(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    let seal = table.record().adjournment().and_then(|adjournment| adjournment.seal.as_ref());
    let commitment = seal.ok_or(Fate::from(CounterRefusal::NoSeal))?.commitment;
    let picture = qr_code(commitment).ok_or(Fate::from(CounterRefusal::NoSeal))?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "no-store")];
    Ok((headers, picture).into_response())
}

/// In capitals a QR code has less to hold, and is coarser: 64 hex digits fit into 33 by 33.
fn qr_code(commitment: Commitment) -> Option<String> {
    code::qr_code(&commitment.to_string().to_uppercase()).ok()
}

/// What a body says, and who says it where somebody is named.
type Read = fn(&[u8]) -> Result<(Secret, Option<Who>), Fate>;

/// Reads a body in the counter's room, of which nothing is left, and takes what it says to the counter.
async fn bring(
    console: &Console,
    transport: Transport,
    path: Number,
    body: Result<Bytes, BytesRejection>,
    read: Read,
) -> Result<Response, Failure> {
    let table = number(path)?;
    let body = body.map_err(|_| orders::unreadable_seal())?;
    let (secret, by) = console.counter.room.work(move || read(&body)).await.map_err(Fate::from)??;
    let by = by.unwrap_or_else(|| secret.usual_giver());
    take(console, transport, SecretOrder { table, secret, by, turns: None }).await
}

/// Takes something secret to the counter, where nobody on the way could read it.
pub(super) async fn take(
    console: &Console,
    transport: Transport,
    order: SecretOrder,
) -> Result<Response, Failure> {
    if is_secret(&order.secret) && !transport.is_private() {
        return Ok(Fate::from(CounterRefusal::NotPrivate).into_response());
    }
    Ok(console.counter.take(&console.venue, order).await?.into_response())
}

/// Whether it must not be read on the way. What is typed from the paper is said aloud at the board.
fn is_secret(secret: &Secret) -> bool {
    match secret {
        Secret::Seal { .. } | Secret::Open { passphrase: Some(_), .. } => true,
        Secret::Open { passphrase: None, .. } => false,
    }
}

impl IntoResponse for Taken {
    fn into_response(self) -> Response {
        match self {
            Self::Sealed(Envelope { commitment, passphrase, .. }) => {
                Json(SealedMessage { ok: true, passphrase: &passphrase, commitment }).into_response()
            }
            Self::Fate(fate) => fate.into_response(),
        }
    }
}

/// The answer to a request with something secret in it: nobody keeps it, and the connection is closed behind it, so
/// that the buffers through which it came are given back and blank.
pub(super) async fn closing(answer: impl Future<Output = Result<Response, Failure>>) -> Response {
    let mut response = answer.await.unwrap_or_else(IntoResponse::into_response);
    let headers: [(HeaderName, HeaderValue); 2] = [
        (CONNECTION, HeaderValue::from_static("close")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    response.headers_mut().extend(headers);
    response
}

impl SealBody {
    fn read(body: &[u8]) -> Result<(Secret, Option<Who>), Fate> {
        let body: Self = serde_json::from_slice(body).map_err(|_| orders::unreadable_seal())?;
        let by = body.by.as_deref().map(orders::giver).transpose()?;
        let (written, passphrase) = (Zeroizing::new(body.written), body.passphrase.map(Zeroizing::new));
        Ok((Secret::Seal { side: body.side, written, passphrase }, by))
    }
}

impl OpenBody {
    fn read(body: &[u8]) -> Result<(Secret, Option<Who>), Fate> {
        let body: Self = serde_json::from_slice(body).map_err(|_| orders::unreadable_seal())?;
        let by = body.by.as_deref().map(orders::giver).transpose()?;
        let salt = body
            .salt
            .as_deref()
            .map(|salt| salt.parse().map_err(|_| orders::unreadable_seal()))
            .transpose()?;
        let (passphrase, typed) = (body.passphrase.map(Zeroizing::new), body.written.map(Zeroizing::new));
        Ok((Secret::Open { passphrase, typed, salt }, by))
    }
}
