//! Each role at every route, in all names, and over the line.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::access::Access;
use crate::access::role::Role;
use crate::console::rights::RIGHTS;
use crate::console::stand::{Stand, cookie_of};
use crate::console::transport::Transport;
use crate::console::{app_at, live::Pace};

const ROLES: [Role; 6] = [
    Role::Arbiter,
    Role::Recorder { table: 1 },
    Role::Clock { table: 1 },
    Role::Display { table: 1 },
    Role::Clock { table: 2 },
    Role::Spectator,
];

/// A hall on its network, and somebody in each role there.
struct Hall {
    stand: Stand,
    access: Access,
    app: Router,
}

impl Hall {
    fn new() -> Self {
        Self::with(Access::kept_nowhere())
    }

    fn with(access: Access) -> Self {
        let stand = Stand::new(2, 64);
        let app = app_at(stand.venue.clone(), access.clone(), Some("https://hall:8443".into()), Pace::USUAL);
        Self { stand, access, app }
    }

    /// A cookie of that role; none for whoever looks on.
    async fn cookie(&self, role: Role) -> Option<String> {
        cookie_of(&self.access, role).await
    }

    /// A request from the hall's network over TLS.
    async fn ask(&self, method: &str, path: &str, cookie: Option<&str>, body: Value) -> Response {
        let mut request =
            Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
        request = request.header(HOST, "hall:8443").extension(Transport::Tls);
        request = request.extension(ConnectInfo(SocketAddr::from(([192, 168, 1, 20], 5_000))));
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        self.app.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap()
    }
}

async fn text(response: Response) -> String {
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

/// The methods and paths in a router's source.
pub(super) fn routes(source: &str) -> impl Iterator<Item = (String, String)> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    source.split(".route(\"").skip(1).filter_map(|rest| {
        let (path, rest) = rest.split_once("\", ")?;
        let method: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        Some((method.to_uppercase(), path.to_owned()))
    })
}

/// The routes in the console's own source, so that none is forgotten here.
fn routed() -> BTreeSet<(String, String)> {
    let sources = [
        include_str!("api.rs"),
        include_str!("code.rs"),
        include_str!("control.rs"),
        include_str!("enter.rs"),
        include_str!("live.rs"),
        include_str!("manifest.rs"),
        include_str!("mirror.rs"),
        include_str!("pages.rs"),
        include_str!("round.rs"),
        include_str!("sealing.rs"),
        include_str!("trial.rs"),
        include_str!("voice.rs"),
    ];
    let routes = sources.into_iter().flat_map(routes);
    let pages = super::pages::TABLE_PAGES.iter().map(|(path, _)| ("GET".to_owned(), (*path).to_owned()));
    routes.chain(pages).collect()
}

#[test]
fn every_route_has_its_right_and_no_right_is_without_a_route() {
    let known: BTreeSet<_> =
        RIGHTS.iter().map(|(method, path, _)| ((*method).into(), (*path).into())).collect();
    assert_eq!(known.len(), RIGHTS.len(), "each stands there once");
    assert_eq!(routed(), known);
}

#[tokio::test]
async fn each_role_at_every_route_is_let_in_or_turned_away_as_the_table_says() {
    let hall = Hall::new();
    for role in ROLES {
        let cookie = hall.cookie(role).await;
        for (method, route, right) in RIGHTS {
            let path = route
                .replace("{n}", "1")
                .replace("{k}", "0")
                .replace("{id}", "none")
                .replace("{tongue}", "zh")
                .replace("{name}", "none");
            if ["/api/live", "/api/tables/{n}/mirror", "/api/leave"].contains(&route) {
                continue;
            }
            let response = hall.ask(method, &path, cookie.as_deref(), json!({})).await;
            let status = response.status();
            let is_page = method == "GET" && !route.starts_with("/api/");
            let table = route.contains("{n}").then_some(1);
            let turned_away = status == StatusCode::FORBIDDEN || status == StatusCode::SEE_OTHER;
            assert_eq!(!turned_away, role.may(right, table), "{role} at {method} {route}: {status}");
            if turned_away {
                let expected = if is_page { StatusCode::SEE_OTHER } else { StatusCode::FORBIDDEN };
                assert_eq!(status, expected, "{role} at {method} {route}");
            }
        }
    }
}

#[tokio::test]
async fn orders_are_given_in_ones_own_name_at_ones_own_table() {
    let hall = Hall::new();
    hall.ask(
        "POST",
        "/api/tables/1/orders",
        hall.cookie(Role::Arbiter).await.as_deref(),
        json!({ "command": "start" }),
    )
    .await;
    for (role, command, by, expected) in [
        (Role::Recorder { table: 1 }, "move black D4", "recorder", 200),
        (Role::Recorder { table: 1 }, "move black D4", "arbiter", 403),
        (Role::Recorder { table: 1 }, "press black", "black", 403),
        (Role::Recorder { table: 2 }, "move black D4", "recorder", 403),
        (Role::Clock { table: 1 }, "press black", "black", 200),
        (Role::Clock { table: 1 }, "pause", "arbiter", 403),
        (Role::Clock { table: 1 }, "pause", "chief", 403),
        (Role::Clock { table: 1 }, "add white +2m", "arbiter", 403),
        (Role::Clock { table: 2 }, "press white", "white", 403),
        (Role::Display { table: 1 }, "press white", "white", 403),
        (Role::Spectator, "press white", "white", 403),
        (Role::Arbiter, "pause", "arbiter", 200),
    ] {
        let cookie = hall.cookie(role).await;
        let body = json!({ "command": command, "by": by });
        let response = hall.ask("POST", "/api/tables/1/orders", cookie.as_deref(), body).await;
        assert_eq!(
            response.status().as_u16(),
            expected,
            "{role}: {command} by {by}: {}",
            text(response).await
        );
    }
}

#[tokio::test]
async fn who_ordered_what_by_which_device_is_put_down_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::with(Access::open(folder.path()).unwrap());
    let arbiter = hall.cookie(Role::Arbiter).await;
    for body in [
        json!({ "command": "start" }),
        json!({ "command": "add white +2m \"a clap of thunder\"" }),
        json!({ "command": "seal black D4 passphrase=\"one two three\"", "by": "black" }),
    ] {
        hall.ask("POST", "/api/tables/1/orders", arbiter.as_deref(), body).await;
    }
    let wanted = ["start", "add white +2m \"a clap of thunder\"", "seal"];
    let put_down = || {
        let text = std::fs::read_to_string(folder.path().join("audit.jsonl")).unwrap_or_default();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let orders = lines.filter(|line| line["what"] == "order" && line["table"] == 1);
        orders
            .map(|line| (line["role"].clone(), line["order"].as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    while put_down().len() < wanted.len() {
        tokio::task::yield_now().await;
    }
    assert_eq!(put_down(), wanted.map(|order| (json!("arbiter"), order.to_owned())));
}

#[tokio::test]
async fn who_looks_on_sees_nothing_that_is_between_players_and_arbiter() {
    let hall = Hall::new();
    let arbiter = hall.cookie(Role::Arbiter).await;
    for command in ["start", "summon black", "claim white disturbing \"he hums\""] {
        let by = command
            .split(' ')
            .nth(1)
            .filter(|side| *side == "black" || *side == "white")
            .unwrap_or("arbiter");
        let body = json!({ "command": command, "by": by });
        assert_eq!(
            hall.ask("POST", "/api/tables/1/orders", arbiter.as_deref(), body).await.status(),
            200,
            "{command}"
        );
    }
    for (role, sees) in [
        (Role::Arbiter, true),
        (Role::Clock { table: 1 }, true),
        (Role::Clock { table: 2 }, false),
        (Role::Spectator, false),
    ] {
        let cookie = hall.cookie(role).await;
        for path in ["/api/tables/1", "/api/tables"] {
            let told = text(hall.ask("GET", path, cookie.as_deref(), Value::Null).await).await;
            assert_eq!(
                told.contains("disturbing") && told.contains("summoned"),
                sees,
                "{role} at {path}: {told}"
            );
            assert!(told.contains("Shen Qing") && told.contains("left_ms"), "what is public is told");
        }
    }
}

#[tokio::test]
async fn moves_that_are_not_public_yet_are_told_to_the_table_and_its_arbiter_alone() {
    let hall = Hall::new();
    hall.stand.delay_moves(clock::Duration::from_mins(15));
    let arbiter = hall.cookie(Role::Arbiter).await;
    for command in ["start", "move black A1"] {
        hall.stand.order(command).await;
    }
    for (role, sees) in [
        (Role::Arbiter, true),
        (Role::Recorder { table: 1 }, true),
        (Role::Display { table: 1 }, true),
        (Role::Clock { table: 2 }, false),
        (Role::Spectator, false),
    ] {
        let cookie = hall.cookie(role).await;
        for path in ["/api/tables/1", "/api/tables"] {
            let told = text(hall.ask("GET", path, cookie.as_deref(), Value::Null).await).await;
            assert_eq!(told.contains("A1"), sees, "{role} at {path}: {told}");
        }
        let position = hall.ask("GET", "/api/tables/1/positions/1", cookie.as_deref(), Value::Null).await;
        let status = position.status();
        let told = text(position).await;
        assert_eq!((status == 200, told.contains("A1")), (sees, sees), "{role}: {told}");
        let start = hall.ask("GET", "/api/tables/1/positions/0", cookie.as_deref(), Value::Null).await;
        let start: Value = serde_json::from_str(&text(start).await).unwrap();
        assert_eq!(start["moves"], json!(u32::from(sees)), "{role}");
    }
    hall.ask("POST", "/api/tables/1/orders", arbiter.as_deref(), json!({ "command": "resign white" })).await;
    assert!(
        text(hall.ask("GET", "/api/tables/1", None, Value::Null).await).await.contains("A1"),
        "it is over"
    );
}

#[tokio::test]
async fn somebody_enters_by_a_code_is_known_by_the_cookie_and_leaves() {
    let hall = Hall::new();
    let arbiter = hall.cookie(Role::Arbiter).await;
    let offered =
        hall.ask("POST", "/api/pairings", arbiter.as_deref(), json!({ "role": "clock", "table": 2 })).await;
    let offered: Value = serde_json::from_str(&text(offered).await).unwrap();
    let code = offered["code"].as_str().unwrap();
    assert_eq!(offered["address"], format!("https://hall:8443/enter#{code}"));
    assert!(offered["svg"].as_str().unwrap().contains("<svg"));
    let entered = hall.ask("POST", "/api/enter", None, json!({ "code": code, "name": "Mei" })).await;
    let cookie = entered.headers()[SET_COOKIE].to_str().unwrap().to_owned();
    for part in ["__Host-flagfall=", "Path=/", "HttpOnly", "SameSite=Strict", "Secure", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let me: Value =
        serde_json::from_str(&text(hall.ask("GET", "/api/me", Some(&cookie), Value::Null).await).await)
            .unwrap();
    assert_eq!(
        (&me["role"], &me["table"], &me["session"]["name"]),
        (&json!("clock"), &json!(2), &json!("Mei"))
    );
    let again = hall.ask("POST", "/api/enter", None, json!({ "code": code })).await;
    assert_eq!(again.status(), StatusCode::UNAUTHORIZED, "a code is good once");
    let all = text(hall.ask("GET", "/api/sessions", arbiter.as_deref(), Value::Null).await).await;
    assert!(all.contains("Mei") && !all.contains(cookie.split('=').nth(1).unwrap()), "{all}");
    hall.ask("POST", "/api/leave", Some(&cookie), Value::Null).await;
    let me = text(hall.ask("GET", "/api/me", Some(&cookie), Value::Null).await).await;
    assert_eq!(me, r#"{"role":"spectator"}"#);
    let other = hall.cookie(Role::Clock { table: 2 }).await.unwrap();
    let id = hall.access.sessions()[0].id.clone();
    assert_eq!(
        hall.ask("DELETE", &format!("/api/sessions/{id}"), arbiter.as_deref(), Value::Null).await.status(),
        200
    );
    let me = text(hall.ask("GET", "/api/me", Some(&other), Value::Null).await).await;
    assert_eq!(me, r#"{"role":"spectator"}"#, "the arbiter has ended it");
}

#[tokio::test]
async fn what_cannot_be_a_way_in_is_none() {
    let hall = Hall::new();
    for (body, expected) in [
        (json!({}), 400),
        (json!({ "code": "AAAAAAAAAA", "pin": "123456" }), 400),
        (json!({ "role": { "role": "arbiter" } }), 400),
        (json!({ "code": 7 }), 400),
        (json!({ "code": "x".repeat(2_000) }), 400),
        (json!({ "code": "AAAAAAAAAA" }), 401),
        (json!({ "role": { "role": "arbiter" }, "pin": "" }), 401),
        (json!({ "role": { "role": "spectator" }, "pin": "123456" }), 401),
        (json!({ "code": "" }), 401),
        (json!({ "code": "AAAAAAAAAA" }), 429),
    ] {
        let response = hall.ask("POST", "/api/enter", None, body.clone()).await;
        assert_eq!(response.status().as_u16(), expected, "{body}");
        assert!(!response.headers().contains_key(SET_COOKIE));
    }
    let response = hall.ask("POST", "/api/enter", None, json!({ "code": "AAAAAAAAAA" })).await;
    assert!(response.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
    for cookie in ["__Host-flagfall=", "__Host-flagfall=00", "flagfall=00", "__Host-flagfall=%00; =;;"] {
        let me = text(hall.ask("GET", "/api/me", Some(cookie), Value::Null).await).await;
        assert_eq!(me, r#"{"role":"spectator"}"#, "{cookie}");
    }
}

#[tokio::test]
async fn this_machine_is_the_arbiter_by_its_own_name_alone_and_no_page_from_elsewhere_acts_for_it() {
    let hall = Hall::new();
    let ask = async |peer: [u8; 4], host: &'static str, origin: Option<&'static str>| {
        let mut request =
            Request::post("/api/tables/1/orders").header(CONTENT_TYPE, "application/json").header(HOST, host);
        request =
            request.extension(ConnectInfo(SocketAddr::from((peer, 5_000)))).extension(Transport::Loopback);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        let body = Body::from(json!({ "command": "query black" }).to_string());
        hall.app.clone().oneshot(request.body(body).unwrap()).await.unwrap().status().as_u16()
    };
    assert_eq!(ask([127, 0, 0, 1], "127.0.0.1:8000", None).await, 200);
    assert_eq!(ask([127, 0, 0, 1], "localhost:8000", Some("http://localhost:8000")).await, 200);
    assert_eq!(ask([127, 0, 0, 1], "localhost:8000", Some("https://evil.example")).await, 403, "cross-site");
    assert_eq!(
        ask([127, 0, 0, 1], "evil.example:8000", Some("http://evil.example:8000")).await,
        403,
        "rebound name"
    );
    assert_eq!(ask([192, 168, 1, 20], "localhost:8000", None).await, 403, "another machine that says so");
    drop(hall.stand);
}
