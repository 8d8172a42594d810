//! The JSON API: the same tables and orders for programs, one request each.

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hall::Arrival;
use serde::{Deserialize, Serialize};
use utoipa::openapi::OpenApi as Document;
use utoipa::{OpenApi, ToSchema};

use crate::console::inquiry::{self, Closed};
use crate::console::line::MESSAGE_MAX;
use crate::console::message::{FaceMessage, FromPage, TableMessage, ToPage};
use crate::console::orders::{self, Fate};
use crate::console::words::Words;
use crate::console::{Console, live};

/// The API in the words of OpenAPI.
#[derive(OpenApi)]
#[openapi(
    info(title = "Flagfall", description = "Referee and clock for tournaments on physical boards"),
    paths(tables, table, face, order, new_game, openapi, live::live),
    components(schemas(ToPage, FromPage))
)]
struct Api;

/// An order as a program gives it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
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
struct Outcome {
    ok: bool,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Words>,
    /// What was expected, where it means nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
}

impl IntoResponse for Fate {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Done => StatusCode::OK,
            Self::Refused(_) => StatusCode::CONFLICT,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::NoTable => StatusCode::NOT_FOUND,
        };
        let outcome = match self {
            Self::Unreadable(what) => Outcome { what: Some(what.to_string()), ..Outcome::default() },
            fate @ (Self::Done | Self::Refused(_) | Self::Busy(_) | Self::NoTable) => {
                let why = fate.why();
                Outcome { ok: why.is_none(), why, what: None }
            }
        };
        (status, Json(outcome)).into_response()
    }
}

/// What a handler gives where it has no answer of its own.
enum Failure {
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

type Number = Result<Path<u32>, PathRejection>;

/// A path that names no number names no table.
fn number(path: Number) -> Result<u32, Fate> {
    path.map(|Path(number)| number).map_err(|_| Fate::NoTable)
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/tables", get(tables))
        .route("/api/tables/{n}", get(table))
        .route("/api/tables/{n}/face", get(face))
        .route("/api/tables/{n}/orders", post(order))
        .route("/api/tables/{n}/new-game", post(new_game))
        .route("/api/openapi.json", get(openapi))
        .layer(DefaultBodyLimit::max(MESSAGE_MAX))
}

/// All tables as they stand on disk.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<TableMessage>)))]
async fn tables(State(console): State<Console>) -> Result<Json<Vec<ToPage>>, Closed> {
    let views = inquiry::views(&console.venue).await?;
    Ok(Json(views.iter().map(|view| ToPage::table(view)).collect()))
}

/// A table as it stands on disk.
#[utoipa::path(
    get,
    path = "/api/tables/{n}",
    params(("n" = u32, Path, description = "The table's number")),
    responses((status = 200, body = TableMessage), (status = 404, body = Outcome))
)]
async fn table(State(console): State<Console>, path: Number) -> Result<Json<ToPage>, Failure> {
    let view = inquiry::view(&console.venue, number(path)?).await?.ok_or(Fate::NoTable)?;
    Ok(Json(ToPage::table(&view)))
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

/// Gives an order; the answer comes when what it brought is on disk.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/orders",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = OrderBody,
    responses(
        (status = 200, description = "It was carried out", body = Outcome),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "It was refused", body = Outcome),
        (status = 503, description = "It cannot be taken at present", body = Outcome),
    )
)]
async fn order(
    State(console): State<Console>,
    path: Number,
    body: Result<Json<OrderBody>, JsonRejection>,
) -> Result<Fate, Failure> {
    let table = number(path)?;
    let Json(body) = body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    let OrderBody { command, by, id, turns } = body;
    id.as_deref().map_or(Ok(()), orders::check_name)?;
    let view = inquiry::view(&console.venue, table).await?.ok_or(Fate::NoTable)?;
    let order = orders::read(&command, by.as_deref(), &view.setup.game)?;
    let arrival = Arrival { turns, name: id, ..Arrival::default() };
    Ok(orders::give(&console.venue, table, order, arrival).await?.fate().await?)
}

/// Opens the next game at a table whose game is over.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/new-game",
    params(("n" = u32, Path, description = "The table's number")),
    responses(
        (status = 200, description = "It is open", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "A game is going on there", body = Outcome),
    )
)]
async fn new_game(State(console): State<Console>, path: Number) -> Result<Fate, Failure> {
    Ok(orders::new_game(&console.venue, number(path)?).await?.fate().await?)
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
async fn openapi() -> Json<Document> {
    Json(Api::openapi())
}
