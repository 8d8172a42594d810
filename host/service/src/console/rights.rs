//! What each request needs. **A route that is not in this table is nobody's**, so none is open because it was forgotten.

use axum::http::Method;

use crate::access::role::Right::{self, Arbiter, Clock, Everybody, OfTable, Orders, Recorder};

/// Each route with what it needs; `{n}` is the number of its table. GET also stands for HEAD.
pub(super) const RIGHTS: [(&str, &str, Right); 48] = [
    ("GET", "/", Everybody),
    ("GET", "/enter", Everybody),
    ("GET", "/devices", Arbiter),
    ("GET", "/cards", Arbiter),
    ("GET", "/assets/{name}", Everybody),
    ("GET", "/messages/{name}", Everybody),
    ("GET", "/table/{n}", Everybody),
    ("GET", "/table/{n}/clock", Clock),
    // A browser asks for it without saying who has entered.
    ("GET", "/table/{n}/clock.webmanifest", Everybody),
    ("GET", "/table/{n}/record", Recorder),
    ("GET", "/table/{n}/face", OfTable),
    ("GET", "/table/{n}/arbiter", Arbiter),
    ("GET", "/table/{n}/seal", Clock),
    ("GET", "/table/{n}/envelope", Arbiter),
    ("GET", "/voice/{tongue}/{name}", Everybody),
    ("GET", "/api/me", Everybody),
    ("POST", "/api/enter", Everybody),
    ("POST", "/api/leave", Everybody),
    ("GET", "/api/sessions", Arbiter),
    ("DELETE", "/api/sessions/{id}", Arbiter),
    ("POST", "/api/pairings", Arbiter),
    // Who follows what as what is looked at once more where the line is opened, and each order on it.
    ("GET", "/api/live", Everybody),
    ("GET", "/api/openapi.json", Everybody),
    ("GET", "/api/controls", Everybody),
    ("GET", "/api/control", Everybody),
    ("GET", "/api/tables", Everybody),
    ("GET", "/api/tables/{n}", Everybody),
    ("GET", "/api/tables/{n}/face", OfTable),
    // A face says who calls for the arbiter, and shows what is not on disk yet.
    ("GET", "/api/tables/{n}/face.png", OfTable),
    ("GET", "/api/tables/{n}/mirror", OfTable),
    ("GET", "/api/tables/{n}/positions/{k}", Everybody),
    ("GET", "/api/tables/{n}/policy", Orders),
    ("GET", "/api/tables/{n}/log", Arbiter),
    ("GET", "/api/tables/{n}/address", Everybody),
    ("GET", "/api/tables/{n}/commitment.svg", Clock),
    // In whose name an order is given is looked at where it is read.
    ("POST", "/api/tables/{n}/orders", Orders),
    ("POST", "/api/tables/{n}/seal", Clock),
    ("POST", "/api/tables/{n}/open-seal", Arbiter),
    ("POST", "/api/tables/{n}/new-game", Arbiter),
    ("POST", "/api/tables/{n}/give-up-unit", Arbiter),
    ("POST", "/api/tables/{n}/control", Arbiter),
    ("POST", "/api/tables/{n}/trial", Arbiter),
    ("POST", "/api/tables/{n}/voice", Arbiter),
    ("POST", "/api/round/orders", Arbiter),
    ("POST", "/api/round/control", Arbiter),
    ("GET", "/api/schedule", Arbiter),
    ("POST", "/api/schedule", Arbiter),
    ("DELETE", "/api/schedule/{id}", Arbiter),
];

/// What a request needs; none where nobody may send it.
pub(super) fn needed(method: &Method, route: &str) -> Option<Right> {
    let asked = if method == Method::HEAD { Method::GET } else { method.clone() };
    RIGHTS
        .into_iter()
        .find(|(method, path, _)| *method == asked.as_str() && *path == route)
        .map(|(_, _, right)| right)
}
