//! Who sends a request, and whether that one may.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{COOKIE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use referee::Who;

use crate::access::role::{Right, Role};
use crate::access::{Access, Line, Session};
use crate::console::api::Outcome;
use crate::console::rights;
use crate::console::transport::Transport;
use crate::console::words::Words;
use crate::timer::wall_text;

/// By these a program says that it passes on what another machine has asked.
const PASSED_ON: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Who sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Badge {
    pub(crate) role: Role,
    /// The session; none for whoever sits at this machine, and for whoever looks on.
    pub(crate) session: Option<Session>,
    /// Where it comes from, as far as that is known.
    pub(crate) from: Option<IpAddr>,
}

impl Default for Badge {
    /// Of whom nothing is known looks on.
    fn default() -> Self {
        Self { role: Role::Spectator, session: None, from: None }
    }
}

impl Badge {
    /// Whoever shows a session's token has its role; whoever sits at this machine is the arbiter; others look on.
    fn of(request: &Request, access: &Access) -> Self {
        let transport = request.extensions().get::<Transport>().copied().unwrap_or_default();
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let from = peer.map(|ConnectInfo(peer)| peer.ip().to_canonical());
        let session = token(request.headers(), transport).and_then(|token| access.session(token));
        let role = match &session {
            Some(session) => session.role,
            None if from.is_some_and(|from| from.is_loopback()) && is_at_this_machine(request.headers()) => {
                Role::Arbiter
            }
            None => Role::Spectator,
        };
        Self { role, session, from }
    }

    /// Puts down that this one orders something.
    pub(super) fn put_down(&self, access: &Access, table: Option<u32>, order: String) {
        let from = self.from.map(|from| from.to_string()).unwrap_or_default();
        let line = Line { wall: wall_text(), what: "order", from, table, order, ..Line::default() };
        access.note(line, self.role, self.session.as_ref());
    }

    /// Whether an order in that name is this one's to give at a table.
    pub(crate) fn may_give(&self, by: Who, table: u32) -> bool {
        match (self.role, by) {
            (Role::Arbiter, _) => true,
            (Role::Recorder { table: own }, Who::Recorder) => own == table,
            (Role::Clock { table: own }, Who::Black | Who::White | Who::Both) => own == table,
            (Role::Recorder { .. } | Role::Clock { .. } | Role::Display { .. } | Role::Spectator, _) => false,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Badge {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// The cookie of a session: over TLS one that no other name and no plain page can have set.
pub(super) const fn cookie_name(transport: Transport) -> &'static str {
    match transport {
        Transport::Tls => "__Host-flagfall",
        Transport::Loopback | Transport::Plain => "flagfall",
    }
}

/// The token that a browser shows.
fn token(headers: &HeaderMap, transport: Transport) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|cookie| cookie.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == cookie_name(transport)).map(|(_, token)| token)
}

/// Where orders are given as text.
const ORDERS: &str = "/api/tables/{n}/orders";

/// Whether whoever asks from an address of this machine sits at it: what somebody passed on says so.
fn is_at_this_machine(headers: &HeaderMap) -> bool {
    names_this_machine(headers) && !PASSED_ON.iter().any(|name| headers.contains_key(*name))
}

/// Whether a request is for this machine by a name that only it can use. A page from elsewhere whose own name was made
/// to lead here still says that name.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let host = host.to_str().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Lets through what the sender may do, and pins the badge to it.
pub(super) async fn check(State(access): State<Access>, mut request: Request, next: Next) -> Response {
    let badge = Badge::of(&request, &access);
    let Some(route) = request.extensions().get::<MatchedPath>().cloned() else {
        return next.run(request).await;
    };
    let needed = rights::needed(request.method(), route.as_str());
    // A method that the route does not have is answered as that.
    let is_known = rights::RIGHTS.iter().any(|(_, path, _)| *path == route.as_str());
    let table = table_of(route.as_str(), request.uri().path());
    let may = match needed {
        Some(right) => badge.role.may(right, table),
        None => is_known && badge.role == Role::Arbiter,
    };
    if may {
        // Of an order its command is put down, once it is read.
        let is_order = route.as_str() == ORDERS;
        if request.method() != Method::GET && needed != Some(Right::Everybody) && !is_order {
            // What exactly, the journal says.
            badge.put_down(&access, table, format!("{} {}", request.method(), request.uri().path()));
        }
        request.extensions_mut().insert(badge);
        return next.run(request).await;
    }
    let is_page = request.method() == Method::GET && !route.as_str().starts_with("/api/");
    if is_page && needed.is_some_and(|right| right != Right::Everybody) {
        return Redirect::to(&format!("/enter?to={}", request.uri().path())).into_response();
    }
    forbidden()
}

/// What is said to whoever may not do something.
pub(super) fn forbidden() -> Response {
    (StatusCode::FORBIDDEN, Json(Outcome::refused(Words::forbidden()))).into_response()
}

/// The table in an address, where its route has one.
fn table_of(route: &str, path: &str) -> Option<u32> {
    let place = route.split('/').position(|part| part == "{n}")?;
    path.split('/').nth(place)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for (host, own) in [
            (None, true),
            (Some("127.0.0.1:8000"), true),
            (Some("127.0.0.1"), true),
            (Some("localhost:8000"), true),
            (Some("LocalHost"), true),
            (Some("[::1]:8000"), true),
            (Some("[::ffff:127.0.0.1]:8000"), true),
            (Some("evil.example:8000"), false),
            (Some("127.0.0.1.evil.example"), false),
            (Some("localhost.evil.example:80"), false),
            (Some("192.168.1.5:8443"), false),
            (Some(""), false),
        ] {
            let mut headers = HeaderMap::new();
            host.map(|host| headers.insert(HOST, HeaderValue::from_static(host)));
            assert_eq!(is_at_this_machine(&headers), own, "{host:?}");
            headers.insert("x-forwarded-for", HeaderValue::from_static("192.168.1.9"));
            assert!(!is_at_this_machine(&headers), "what is passed on comes from elsewhere");
        }
    }

    #[test]
    fn a_token_is_read_from_the_cookie_of_its_transport() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static("a=b; flagfall=plain; __Host-flagfall=secure; c"));
        assert_eq!(token(&headers, Transport::Tls), Some("secure"));
        assert_eq!(token(&headers, Transport::Loopback), Some("plain"));
        assert_eq!(token(&HeaderMap::new(), Transport::Tls), None);
    }

    #[test]
    fn the_table_stands_where_the_route_says() {
        assert_eq!(table_of("/api/tables/{n}/orders", "/api/tables/12/orders"), Some(12));
        assert_eq!(table_of("/table/{n}", "/table/x"), None);
        assert_eq!(table_of("/", "/"), None);
    }

    #[test]
    fn orders_are_given_in_ones_own_name_at_ones_own_table() {
        let badge = |role| Badge { role, ..Badge::default() };
        let all = [
            Who::Black,
            Who::White,
            Who::Both,
            Who::Recorder,
            Who::Sensor,
            Who::Arbiter,
            Who::Chief,
            Who::Clock,
        ];
        let given = |role, table| all.map(|by| badge(role).may_give(by, table));
        assert_eq!(given(Role::Arbiter, 3), [true; 8]);
        assert_eq!(given(Role::Clock { table: 3 }, 3), [true, true, true, false, false, false, false, false]);
        assert_eq!(
            given(Role::Recorder { table: 3 }, 3),
            [false, false, false, true, false, false, false, false]
        );
        for role in [Role::Clock { table: 3 }, Role::Recorder { table: 3 }] {
            assert_eq!(given(role, 4), [false; 8]);
        }
        for role in [Role::Display { table: 3 }, Role::Spectator] {
            assert_eq!(given(role, 3), [false; 8]);
        }
    }
}
