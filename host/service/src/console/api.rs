//! The JSON API: the same tables and orders for programs, one request each.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hall::Arrival;
use referee::Setup;
use serde::{Deserialize, Serialize};
use utoipa::openapi::OpenApi as Document;
use utoipa::{OpenApi, ToSchema};
use zeroize::Zeroizing;

use crate::access::role::Role;
use crate::console::badge::Badge;
use crate::console::inquiry::{self, Closed};
use crate::console::line::MESSAGE_MAX;
use crate::console::log::LogMessage;
use crate::console::message::{FaceMessage, FromPage, PositionMessage, TableMessage, ToPage};
use crate::console::next::NextGame;
use crate::console::orders::{self, Fate, Given};
use crate::console::policy::PolicyMessage;
use crate::console::public::Share;
use crate::console::transport::Transport;
use crate::console::words::Words;
use crate::console::{Console, code, control, enter, live, mirror, round, sealing, trial, voice};
use crate::sealing::counter::SecretOrder;
use crate::venue::Venue;

/// The API in the words of OpenAPI.
#[derive(OpenApi)]
#[openapi(
    info(title = "Flagfall", description = "Referee and clock for tournaments on physical boards"),
    paths(
        tables,
        table,
        face,
        position,
        policy,
        log,
        order,
        new_game,
        give_up_unit,
        openapi,
        live::live,
        mirror::picture,
        mirror::mirror,
        round::round_orders,
        round::schedule,
        round::add,
        round::remove,
        code::address,
        control::shipped,
        control::words,
        control::put,
        control::put_round,
        trial::trial,
        enter::me,
        enter::enter,
        enter::leave,
        enter::sessions,
        enter::end,
        enter::pair,
        sealing::seal,
        sealing::open_seal,
        sealing::commitment,
        voice::set_voice
    ),
    components(schemas(ToPage, FromPage))
)]
struct Api;

/// An order as a program gives it.
#[derive(Deserialize, ToSchema)]
struct OrderBody {
    /// As in a scenario's script: `press black`, `add white +2m "a clap of thunder"`.
    command: String,
    /// Who gives it; the usual giver where nobody is named.
    by: Option<String>,
    /// A name for it, by which a second copy is known.
    id: Option<String>,
    /// The number of turns completed when it was given, if that matters.
    turns: Option<u32>,
}

/// What became of an order.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(super) struct Outcome {
    ok: bool,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Words>,
    /// What was expected, where it means nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
}

impl Outcome {
    /// It was done.
    pub(super) fn done() -> Self {
        Self { ok: true, ..Self::default() }
    }

    /// It was not, for this reason.
    pub(super) fn refused(why: Words) -> Self {
        Self { why: Some(why), ..Self::default() }
    }
}

impl IntoResponse for Fate {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Done => StatusCode::OK,
            Self::Refused(_) => StatusCode::CONFLICT,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::NoTable => StatusCode::NOT_FOUND,
            Self::Forbidden => StatusCode::FORBIDDEN,
        };
        let outcome = match self {
            Self::Unreadable(what) => Outcome { what: Some(what.to_string()), ..Outcome::default() },
            fate @ (Self::Done | Self::Refused(_) | Self::Busy(_) | Self::NoTable | Self::Forbidden) => {
                let why = fate.why();
                Outcome { ok: why.is_none(), why, what: None }
            }
        };
        (status, Json(outcome)).into_response()
    }
}

/// What a handler gives where it has no answer of its own.
pub(super) enum Failure {
    Fate(Fate),
    Closed(Closed),
}

impl From<Fate> for Failure {
    fn from(fate: Fate) -> Self {
        Self::Fate(fate)
    }
}

impl From<Closed> for Failure {
    fn from(closed: Closed) -> Self {
        Self::Closed(closed)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self {
            Self::Fate(fate) => fate.into_response(),
            Self::Closed(closed) => closed.into_response(),
        }
    }
}

pub(super) type Number = Result<Path<u32>, PathRejection>;

/// A path that names no number names no table.
pub(super) fn number(path: Number) -> Result<u32, Fate> {
    path.map(|Path(number)| number).map_err(|_| Fate::NoTable)
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/tables", get(tables))
        .route("/api/tables/{n}", get(table))
        .route("/api/tables/{n}/face", get(face))
        .route("/api/tables/{n}/positions/{k}", get(position))
        .route("/api/tables/{n}/policy", get(policy))
        .route("/api/tables/{n}/log", get(log))
        .route("/api/tables/{n}/orders", post(order))
        .route("/api/tables/{n}/new-game", post(new_game))
        .route("/api/tables/{n}/give-up-unit", post(give_up_unit))
        .route("/api/openapi.json", get(openapi))
        .layer(DefaultBodyLimit::max(MESSAGE_MAX))
}

/// All tables as they stand on disk.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<TableMessage>)))]
async fn tables(State(console): State<Console>, badge: Badge) -> Result<Json<Vec<ToPage>>, Closed> {
    let views = inquiry::views(&console.venue).await?;
    Ok(Json(views.iter().map(|view| ToPage::table(view, Share::of(badge.role, view.table))).collect()))
}

/// A table as it stands on disk.
#[utoipa::path(
    get,
    path = "/api/tables/{n}",
    params(("n" = u32, Path, description = "The table's number")),
    responses((status = 200, body = TableMessage), (status = 404, body = Outcome))
)]
async fn table(State(console): State<Console>, badge: Badge, path: Number) -> Result<Json<ToPage>, Failure> {
    let view = inquiry::view(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    Ok(Json(ToPage::table(&view, Share::of(badge.role, view.table))))
}

/// What a table's own clock shows at once, on disk or not.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/face",
    params(("n" = u32, Path, description = "The table's number")),
    responses((status = 200, body = FaceMessage), (status = 404, body = Outcome))
)]
async fn face(State(console): State<Console>, path: Number) -> Result<Json<ToPage>, Failure> {
    let face = inquiry::face(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    Ok(Json(ToPage::Face(face.into())))
}

/// How a table's board stood after the first so many recorded moves: to set up an upset board again, step by step.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/positions/{k}",
    params(
        ("n" = u32, Path, description = "The table's number"),
        ("k" = u32, Path, description = "After so many moves; 0 is the start"),
    ),
    responses(
        (status = 200, body = PositionMessage),
        (status = 400, description = "It is no number, or more than the moves on record", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
    )
)]
async fn position(
    State(console): State<Console>,
    badge: Badge,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<PositionMessage>, Failure> {
    let Path((table, number)) = path.map_err(|_| Fate::NoTable)?;
    let table = table.parse().map_err(|_| Fate::NoTable)?;
    // A number that is none asks for the last: what is said of it names how many moves there are.
    let asked: Option<u32> = number.parse().ok();
    let public = public_count(&console.venue, badge.role, table).await?;
    let view = inquiry::position(&console.venue, table, asked.unwrap_or(u32::MAX).min(public)).await?;
    let mut view = view.ok_or(Fate::NoTable)?;
    view.moves = view.moves.min(public);
    if asked != Some(view.number) {
        let found: String = number.chars().take(orders::NAME_MAX).collect();
        let what = format!("expected a number of moves from 0 to {}, found {found}", view.moves);
        return Err(orders::unreadable(what).into());
    }
    Ok(Json(view.into()))
}

/// So many moves of a table are told to somebody.
async fn public_count(venue: &Venue, role: Role, table: u32) -> Result<u32, Closed> {
    if Share::of(role, table).at_once {
        return Ok(u32::MAX);
    }
    let view = inquiry::view(venue, table).await?;
    let held = view.and_then(|view| view.held.as_ref().map(|held| held.public));
    Ok(held.and_then(|public| u32::try_from(public).ok()).unwrap_or(u32::MAX))
}

/// By what incidents at a table are judged: each kind with its article, who decides it, and what may be ruled.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/policy",
    params(("n" = u32, Path, description = "The table's number")),
    responses((status = 200, body = PolicyMessage), (status = 404, body = Outcome))
)]
async fn policy(State(console): State<Console>, path: Number) -> Result<Json<PolicyMessage>, Failure> {
    let view = inquiry::view(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    Ok(Json((&view.setup).into()))
}

/// The latest that happened in the game at a table, in words.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/log",
    params(("n" = u32, Path, description = "The table's number")),
    responses((status = 200, body = LogMessage), (status = 404, body = Outcome))
)]
async fn log(State(console): State<Console>, path: Number) -> Result<Json<LogMessage>, Failure> {
    let view = inquiry::view(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    let (past, speech) = inquiry::past(&console.venue, view.table).await?;
    Ok(Json(LogMessage::new(view.table, &view.setup, &past, &speech)))
}

/// Gives an order; the answer comes when what it brought is on disk.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/orders",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = OrderBody,
    responses(
        (status = 200, description = "It was carried out; a seal is answered as by `/seal`", body = Outcome),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "It was refused", body = Outcome),
        (status = 503, description = "It cannot be taken at present", body = Outcome),
    )
)]
async fn order(
    State(console): State<Console>,
    transport: Transport,
    badge: Badge,
    path: Number,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let secret = body.as_ref().is_ok_and(|body| orders::may_be_secret(body));
    let answer = async {
        let table = number(path)?;
        check_json(&headers)?;
        let body = body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
        let view = inquiry::view(&console.venue, table).await?.ok_or(Fate::NoTable)?;
        let (given, arrival) = if secret {
            console.counter.room.work(move || read_order(&body, &view.setup)).await.map_err(Fate::from)??
        } else {
            read_order(&body, &view.setup)?
        };
        if !badge.may_give(given.by(), table) {
            return Err(Fate::Forbidden.into());
        }
        badge.put_down(&console.access, Some(table), given.name());
        carry_out(&console, transport, table, given, arrival).await
    };
    if secret {
        sealing::closing(answer).await
    } else {
        answer.await.unwrap_or_else(IntoResponse::into_response)
    }
}

/// What comes from a form of another page is not JSON.
fn check_json(headers: &HeaderMap) -> Result<(), Fate> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json =
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if is_json {
        Ok(())
    } else {
        Err(orders::unreadable("expected Content-Type: application/json".to_owned()))
    }
}

/// Reads an order, and how it is given.
fn read_order(body: &[u8], setup: &Setup) -> Result<(Given, Arrival), Fate> {
    let Json(OrderBody { command, by, id, turns }) = Json::from_bytes(body).map_err(|rejection| {
        if orders::may_be_secret(body) {
            orders::unreadable_seal()
        } else {
            orders::unreadable(rejection.body_text())
        }
    })?;
    id.as_deref().map_or(Ok(()), orders::check_name)?;
    let given = orders::read(&Zeroizing::new(command), by.as_deref(), setup)?;
    Ok((given, Arrival { turns, name: id, ..Arrival::default() }))
}

async fn carry_out(
    console: &Console,
    transport: Transport,
    table: u32,
    given: Given,
    arrival: Arrival,
) -> Result<Response, Failure> {
    match given {
        Given::Order(order) => {
            Ok(orders::give(&console.venue, table, order, arrival).await?.fate().await?.into_response())
        }
        Given::Secret(secret, by) => {
            let order = SecretOrder { table, secret, by, turns: arrival.turns };
            sealing::take(console, transport, order).await
        }
    }
}

/// Opens the next game at a table whose game is over.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/new-game",
    params(("n" = u32, Path, description = "The table's number")),
    request_body(content = NextGame, description = "What is not as planned; may be left out"),
    responses(
        (status = 200, description = "It is open", body = Outcome),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "A game is going on there", body = Outcome),
    )
)]
async fn new_game(
    State(console): State<Console>,
    path: Number,
    body: Result<Bytes, BytesRejection>,
) -> Result<Fate, Failure> {
    let table = number(path)?;
    let body = body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    let wish = NextGame::read(&body)?.wish()?;
    Ok(orders::new_game(&console.venue, table, wish).await?.fate().await?)
}

/// Gives up a table's unit of which there is no word: a few seconds later the clock is in the service, paused as it was
/// last known, until the next game there.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/give-up-unit",
    params(("n" = u32, Path, description = "The table's number")),
    responses(
        (status = 200, description = "It is given up", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "The clock is in no unit, or its unit is heard", body = Outcome),
    )
)]
async fn give_up_unit(State(console): State<Console>, path: Number) -> Result<Fate, Failure> {
    Ok(orders::give_up_unit(&console.venue, number(path)?).await?.fate().await?)
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
async fn openapi() -> Json<Document> {
    Json(Api::openapi())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::body::Body;
    use axum::http::Request;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;
    use crate::console::rights_tests::routes;
    use crate::console::stand::app;
    use crate::console::stand::{Stand, send};

    async fn get(stand: &Stand, path: &str) -> (u16, Value) {
        send(stand, "GET", path, Body::empty()).await
    }

    async fn order(stand: &Stand, body: Value) -> (u16, Value) {
        send(stand, "POST", "/api/tables/1/orders", body.to_string()).await
    }

    #[tokio::test]
    async fn tables_are_told_as_on_the_line() {
        let stand = Stand::new(2, 64);
        stand.pass(12);
        let (status, all) = get(&stand, "/api/tables").await;
        assert_eq!((status, all.as_array().unwrap().len()), (200, 2));
        let (_, table) = get(&stand, "/api/tables/1").await;
        assert_eq!(table, all[0]);
        let state = &table["state"];
        assert_eq!(state["status"], "waiting");
        let told = json!({
            "type": "table",
            "table": 1,
            "version": 1,
            "game": { "kind": "go", "size": 19, "ends_turn": "press", "starts_by": "arbiter", "handicap": 0 },
            "players": { "black": { "name": "Shen Qing", "rank": "5d" }, "white": {} },
            "control": {
                "notation": "10m+3x30s",
                "en": "10 min, then 3 periods of 30 s",
                "zh": "基本用时 10 分，读秒 3 次，每次 30 秒",
            },
            "moves": [],
            "state": state,
            "at_ms": 0,
            "now_ms": 12,
            "on_disk": true,
            "touch": { "heard": false },
            "voice": { "on": true, "muted": false, "quiet": false, "volume": 80 },
        });
        assert_eq!(table, told);
        for path in ["/api/tables/9", "/api/tables/9/face", "/api/tables/-1", "/api/tables/one"] {
            let (status, answer) = get(&stand, path).await;
            assert_eq!((status, &answer["why"]["en"]), (404, &json!("there is no such table")), "{path}");
        }
    }

    #[tokio::test]
    async fn an_order_is_answered_with_what_became_of_it() {
        let stand = Stand::new(1, 64);
        assert_eq!(order(&stand, json!({ "command": "start" })).await, (200, json!({ "ok": true })));
        let press = json!({ "command": "press black", "by": "white" });
        let why = json!({ "en": "only the player concerned may do this", "zh": "只有该棋手本人可以这样做" });
        assert_eq!(order(&stand, press).await, (409, json!({ "ok": false, "why": why })));
        let what = "expected a side, black or white, found blak";
        assert_eq!(
            order(&stand, json!({ "command": "press blak" })).await,
            (400, json!({ "ok": false, "what": what }))
        );
        let twice = json!({ "command": "move black Q16", "id": "a1" });
        for _ in 0..2 {
            assert_eq!(order(&stand, twice.clone()).await, (200, json!({ "ok": true })));
        }
        let (_, table) = get(&stand, "/api/tables/1").await;
        assert_eq!(table["moves"], json!([{ "side": "black", "move": "Q16" }]));
        let turn = json!({ "command": "turn white", "turns": 7 });
        assert_eq!(order(&stand, turn).await.0, 409);
    }

    #[tokio::test]
    async fn the_board_is_told_as_it_stood_after_each_move() {
        let stand = Stand::new(1, 64);
        for command in ["start", "move black A2", "move white A1", "move black B1"] {
            assert_eq!(order(&stand, json!({ "command": command })).await.0, 200, "{command}");
        }
        // The last move takes the white stone.
        for (number, last, corner) in [
            (0, Value::Null, [".", ".."]),
            (1, json!({ "side": "black", "move": "A2" }), ["X", ".."]),
            (2, json!({ "side": "white", "move": "A1" }), ["X", "O."]),
            (3, json!({ "side": "black", "move": "B1" }), ["X", ".X"]),
        ] {
            let (status, told) = get(&stand, &format!("/api/tables/1/positions/{number}")).await;
            assert_eq!((status, &told["last"], &told["moves"]), (200, &last, &json!(3)), "{number}");
            let rows = told["position"].as_array().unwrap();
            let corners = [rows[17].as_str().unwrap().get(..1), rows[18].as_str().unwrap().get(..2)];
            assert_eq!(corners.map(Option::unwrap), corner, "{number}");
        }
        for number in ["4", "-1", "one", "99999999999"] {
            let (status, answer) = get(&stand, &format!("/api/tables/1/positions/{number}")).await;
            let what = format!("expected a number of moves from 0 to 3, found {number}");
            assert_eq!((status, &answer["what"]), (400, &json!(what)));
        }
        for path in ["/api/tables/9/positions/0", "/api/tables/one/positions/0", "/api/tables/9/policy"] {
            let (status, answer) = get(&stand, path).await;
            assert_eq!((status, &answer["why"]["en"]), (404, &json!("there is no such table")), "{path}");
        }
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_turned_away() {
        let stand = Stand::new(1, 64);
        let path = "/api/tables/1/orders";
        let long = json!({ "command": "pause", "id": "x".repeat(65) }).to_string();
        for body in ["", "{", "[]", "{}", "null", "{\"command\":1}", &long, &"x".repeat(5_000)] {
            let (status, answer) = send(&stand, "POST", path, body.to_owned()).await;
            assert_eq!((status, &answer["ok"]), (400, &json!(false)), "{body}");
            assert!(answer["what"].is_string(), "{body}");
        }
        let pause = json!({ "command": "pause" }).to_string();
        assert_eq!(send(&stand, "POST", "/api/tables/9/orders", pause).await.0, 404);
    }

    #[tokio::test]
    async fn what_is_no_silent_unit_is_not_given_up() {
        let stand = Stand::new(1, 64);
        let (status, answer) = send(&stand, "POST", "/api/tables/1/give-up-unit", "").await;
        assert_eq!((status, &answer["why"]["zh"]), (409, &json!("本桌棋钟不在单元上")));
        assert_eq!(send(&stand, "POST", "/api/tables/9/give-up-unit", "").await.0, 404);
    }

    #[tokio::test]
    async fn the_next_game_is_opened_when_one_is_over() {
        let stand = Stand::new(1, 64);
        let path = "/api/tables/1/new-game";
        assert_eq!(order(&stand, json!({ "command": "start" })).await.0, 200);
        let (status, answer) = send(&stand, "POST", path, "").await;
        assert_eq!((status, &answer["why"]["zh"]), (409, &json!("本桌对局尚未结束")));
        assert_eq!(order(&stand, json!({ "command": "resign black" })).await.0, 200);
        assert_eq!(get(&stand, "/api/tables/1").await.1["state"]["result"], "W+R");
        let (status, answer) = send(&stand, "POST", path, "").await;
        assert_eq!(
            (status, &answer["why"]["zh"]),
            (409, &json!("本桌结果尚未签字；须写明替换，才能开始下一局"))
        );
        let replace = json!({ "replace": true }).to_string();
        assert_eq!(send(&stand, "POST", path, replace.clone()).await, (200, json!({ "ok": true })));
        assert_eq!(get(&stand, "/api/tables/1").await.1["state"]["status"], "waiting");
        assert_eq!(send(&stand, "POST", "/api/tables/9/new-game", "").await.0, 404);
        // Signed, it is replaced only once the table is cleared.
        for command in ["start", "resign black", "confirm black", "confirm white", "confirm arbiter"] {
            assert_eq!(order(&stand, json!({ "command": command })).await.0, 200, "{command}");
        }
        let (status, answer) = send(&stand, "POST", path, replace).await;
        assert_eq!((status, &answer["why"]["zh"]), (409, &json!("本桌已签字，但棋具尚未整理")));
        assert_eq!(order(&stand, json!({ "command": "cleared" })).await.0, 200);
        assert_eq!(send(&stand, "POST", path, "").await.0, 200);
    }

    #[tokio::test]
    async fn the_face_does_not_wait_for_the_disk() {
        let stand = Stand::new(1, 64);
        order(&stand, json!({ "command": "start" })).await;
        stand.disk(false);
        stand.pass(3_000);
        let seen = async {
            loop {
                let (_, face) = get(&stand, "/api/tables/1/face").await;
                if face["pending"] == 1 {
                    return (face, get(&stand, "/api/tables/1").await.1);
                }
            }
        };
        let (face, table) = tokio::select! {
            answer = order(&stand, json!({ "command": "press black" })) => panic!("before the disk: {answer:?}"),
            seen = seen => seen,
        };
        assert_eq!((&face["type"], &face["state"]["turn"]), (&json!("face"), &json!("white")));
        assert_eq!(table["state"]["turn"], "black");
    }

    /// The methods and paths of the API in a router's source.
    fn routed(source: &str) -> BTreeSet<String> {
        let of_api = routes(source).filter(|(_, path)| path.starts_with("/api"));
        of_api.map(|(method, path)| format!("{} {path}", method.to_lowercase())).collect()
    }

    #[tokio::test]
    async fn the_description_names_every_route_and_no_other() {
        let stand = Stand::new(1, 64);
        let (_, document) = get(&stand, "/api/openapi.json").await;
        let paths = document["paths"].as_object().unwrap();
        let described = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        });
        let described: BTreeSet<String> = described.collect();
        let mut all = routed(include_str!("api.rs"));
        all.extend(routed(include_str!("code.rs")));
        all.extend(routed(include_str!("control.rs")));
        all.extend(routed(include_str!("trial.rs")));
        all.extend(routed(include_str!("enter.rs")));
        all.extend(routed(include_str!("live.rs")));
        all.extend(routed(include_str!("mirror.rs")));
        all.extend(routed(include_str!("round.rs")));
        all.extend(routed(include_str!("sealing.rs")));
        all.extend(routed(include_str!("voice.rs")));
        assert_eq!(described, all);
        for route in described {
            let (method, path) = route.split_once(' ').unwrap();
            let path = path.replace("{n}", "1").replace("{k}", "0").replace("{id}", "none");
            let request = Request::builder().method(method.to_uppercase().as_str()).uri(&path);
            let request = request.body(Body::empty()).unwrap();
            let status = app(stand.venue.clone()).oneshot(request).await.unwrap().status();
            assert!(
                ![StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&status),
                "{route}: {status}"
            );
        }
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for name in [
            "ToPage",
            "FromPage",
            "TableMessage",
            "FaceMessage",
            "PositionMessage",
            "PolicyMessage",
            "LogMessage",
            "OrderBody",
            "Outcome",
            "Words",
        ] {
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
