//! Where people enter and leave, and where the arbiter lets devices in.

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use crate::access::pairing::GOOD_FOR;
use crate::access::role::Role;
use crate::access::{Key, Session, Stopped};
use crate::console::Console;
use crate::console::api::Outcome;
use crate::console::badge::{Badge, cookie_name};
use crate::console::code;
use crate::console::orders::{self, Fate};
use crate::console::transport::Transport;
use crate::console::words::Words;

/// Bytes of a request to enter.
const BODY_MAX: usize = 1_024;

/// A browser keeps its session for so many seconds: an event and what follows it.
const COOKIE_AGE: u64 = 30 * 24 * 3_600;

/// Somebody asks to be let in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EnterBody {
    /// As what; not with a code, which says it itself.
    role: Option<Role>,
    /// The role's PIN.
    #[schema(value_type = Option<String>)]
    pin: Option<Zeroizing<String>>,
    /// Or a code that the arbiter shows.
    #[schema(value_type = Option<String>)]
    code: Option<Zeroizing<String>>,
    /// What the person is called.
    #[serde(default)]
    name: String,
}

/// Who somebody is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct MeMessage {
    #[serde(flatten)]
    role: Role,
    /// Absent for whoever sits at this machine, and for whoever looks on.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<Session>,
}

/// What a device is to be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct PairingBody {
    #[serde(flatten)]
    role: Role,
    /// Where the device finds the pages: `https://192.168.1.5:8443`. The address by which the arbiter sees them where
    /// nothing is said.
    at: Option<String>,
}

/// A code by which one device becomes that.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PairingMessage {
    code: String,
    /// The address to open.
    address: String,
    /// The same as a QR code, an SVG picture.
    svg: String,
    /// How long it is good, in seconds.
    good_for: u64,
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/enter", post(enter))
        .route("/api/leave", post(leave))
        .route("/api/sessions", get(sessions))
        .route("/api/sessions/{id}", delete(end))
        .route("/api/pairings", post(pair))
        .layer(DefaultBodyLimit::max(BODY_MAX))
}

/// Who the asker is.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = MeMessage)))]
pub(super) async fn me(badge: Badge) -> Json<MeMessage> {
    Json(MeMessage { role: badge.role, session: badge.session })
}

/// Lets somebody in who has a role's PIN or a pairing code, over TLS or on this machine.
#[utoipa::path(
    post,
    path = "/api/enter",
    request_body = EnterBody,
    responses(
        (status = 200, description = "The session is in the cookie", body = MeMessage),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 401, description = "No such PIN or code, or it was used", body = Outcome),
        (status = 403, description = "Not over a line that others can read", body = Outcome),
        (status = 429, description = "Too many tries; Retry-After says how long to wait", body = Outcome),
        (status = 503, description = "Nobody can be let in at present", body = Outcome),
    )
)]
pub(super) async fn enter(
    State(console): State<Console>,
    transport: Transport,
    badge: Badge,
    body: Result<Json<EnterBody>, JsonRejection>,
) -> Result<Response, Fate> {
    let Json(EnterBody { role, pin, code, name }) = body
        .map_err(|_| orders::unreadable("expected a role with its PIN, or a code, and a name".to_owned()))?;
    let key = match (role, pin, code) {
        (Some(role), Some(pin), None) => Key::Pin(role, pin),
        (None, None, Some(code)) => Key::Code(code),
        _ => return Err(orders::unreadable("expected a role with its PIN, or a code alone".to_owned())),
    };
    let Some(from) = badge.from.filter(|_| transport.is_private()) else {
        return Ok(refused(StatusCode::FORBIDDEN, Words::not_private()));
    };
    Ok(match console.access.enter(key, &name, from).await {
        Ok((token, session)) => {
            // A device is one thing at a time.
            if let Some(before) = badge.session {
                console.access.end(&before.id, "left").await;
            }
            let cookie = cookie(transport, &token, COOKIE_AGE);
            ([(SET_COOKIE, cookie)], Json(MeMessage { role: session.role, session: Some(session) }))
                .into_response()
        }
        Err(Stopped::Wrong) => refused(StatusCode::UNAUTHORIZED, Words::wrong_key()),
        Err(Stopped::Wait(wait)) => {
            let seconds = wait.as_secs().saturating_add(1);
            let mut response = refused(StatusCode::TOO_MANY_REQUESTS, Words::wait(seconds));
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
            response
        }
        Err(Stopped::Broken) => refused(StatusCode::SERVICE_UNAVAILABLE, Words::nobody_enters()),
    })
}

/// Ends the asker's own session.
#[utoipa::path(post, path = "/api/leave", responses((status = 200, body = Outcome)))]
pub(super) async fn leave(State(console): State<Console>, transport: Transport, badge: Badge) -> Response {
    if let Some(session) = badge.session {
        console.access.end(&session.id, "left").await;
    }
    ([(SET_COOKIE, cookie(transport, "", 0))], Json(Outcome::done())).into_response()
}

/// Who has entered, the latest first.
#[utoipa::path(get, path = "/api/sessions", responses((status = 200, body = Vec<Session>)))]
pub(super) async fn sessions(State(console): State<Console>) -> Json<Vec<Session>> {
    Json(console.access.sessions())
}

/// Ends somebody's session.
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}",
    params(("id" = String, Path, description = "The session's")),
    responses((status = 200, body = Outcome), (status = 409, description = "There is none", body = Outcome))
)]
pub(super) async fn end(State(console): State<Console>, Path(id): Path<String>) -> Response {
    if console.access.end(&id, "ended").await {
        Json(Outcome::done()).into_response()
    } else {
        refused(StatusCode::CONFLICT, Words::no_session())
    }
}

/// Makes a code by which one device becomes something at a table: good once, for some minutes.
#[utoipa::path(
    post,
    path = "/api/pairings",
    request_body = PairingBody,
    responses(
        (status = 200, body = PairingMessage),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 503, description = "The system gives no random bytes", body = Outcome),
    )
)]
pub(super) async fn pair(
    State(console): State<Console>,
    transport: Transport,
    headers: HeaderMap,
    body: Result<Json<PairingBody>, JsonRejection>,
) -> Result<Response, Fate> {
    let Json(PairingBody { role, at }) =
        body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    if role == Role::Spectator {
        return Err(orders::unreadable("expected a role that has to be let in, found spectator".to_owned()));
    }
    let Ok(code) = console.access.offer(role) else {
        return Ok(refused(StatusCode::SERVICE_UNAVAILABLE, Words::nobody_enters()));
    };
    let address = format!("{}/enter#{code}", code::place(&console, at, transport, &headers));
    let svg = code::qr_code(&address)?;
    Ok(Json(PairingMessage { code, address, svg, good_for: GOOD_FOR.as_secs() }).into_response())
}

/// The cookie of a session: no script can read it, and no page from elsewhere has it sent.
fn cookie(transport: Transport, token: &str, age: u64) -> HeaderValue {
    let secure = if transport == Transport::Tls { "; Secure" } else { "" };
    let name = cookie_name(transport);
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let mut value = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

fn refused(status: StatusCode, why: Words) -> Response {
    (status, Json(Outcome::refused(why))).into_response()
}
