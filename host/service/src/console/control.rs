//! A time control is put on tables whose games wait: on one, or on a whole round.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::Control;
use referee::ControlName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::message::ControlMessage;
use crate::console::orders::{self, Fate};
use crate::console::round::{BODY_MAX, RoundMessage, check_tables, distinct};
use crate::console::{Console, inquiry};
use crate::controls::{self, SHIPPED, Shipped};
use crate::venue::Wish;

/// A control to be told in words.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Asked {
    text: String,
}

/// A control for a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ControlBody {
    /// In short notation, or the key of one that the program brings along: `55m+5x60s`, `chinese-hour`.
    control: String,
}

/// A control for many tables.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundControlBody {
    /// In short notation, or the key of one that the program brings along: `55m+5x60s`, `chinese-hour`.
    control: String,
    /// The tables; without it, all whose game waits for its start.
    tables: Option<Vec<u32>>,
}

/// A control that the program brings along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ShippedMessage {
    /// What it is asked for by.
    key: String,
    /// What people call it.
    name: Option<NameMessage>,
    #[serde(flatten)]
    control: ControlMessage,
}

/// A control's name in both languages.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct NameMessage {
    en: String,
    zh: String,
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/controls", get(shipped))
        .route("/api/control", get(words))
        .route("/api/tables/{n}/control", post(put))
        .route("/api/round/control", post(put_round))
        .layer(DefaultBodyLimit::max(BODY_MAX))
}

/// The controls that the program brings along, in words.
#[utoipa::path(get, path = "/api/controls", responses((status = 200, body = Vec<ShippedMessage>)))]
pub(super) async fn shipped() -> Json<Vec<ShippedMessage>> {
    Json(SHIPPED.iter().map(ShippedMessage::from).collect())
}

/// A control in words, before anything is done with it.
#[utoipa::path(
    get,
    path = "/api/control",
    params(("text" = String, Query, description = "In short notation, or the key of one that is brought along")),
    responses(
        (status = 200, body = ControlMessage),
        (status = 400, description = "It is no control", body = Outcome),
    )
)]
pub(super) async fn words(asked: Result<Query<Asked>, QueryRejection>) -> Result<Json<ControlMessage>, Fate> {
    let Query(Asked { text }) = asked.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    Ok(Json((&read(&text)?).into()))
}

/// Puts a control on the game that waits at a table; its players stay, and so do the colours that were drawn.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/control",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = ControlBody,
    responses(
        (status = 200, description = "It is on record", body = Outcome),
        (status = 400, description = "It is no control", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "The game there has begun", body = Outcome),
    )
)]
pub(super) async fn put(
    State(console): State<Console>,
    path: Number,
    body: Result<Json<ControlBody>, JsonRejection>,
) -> Result<Fate, Failure> {
    let table = number(path)?;
    let Json(ControlBody { control }) =
        body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    Ok(orders::new_game(&console.venue, table, wish(read(&control)?)).await?.fate().await?)
}

/// Puts a control on the games that wait at many tables.
#[utoipa::path(
    post,
    path = "/api/round/control",
    request_body = RoundControlBody,
    responses(
        (status = 200, description = "What became of it, table by table", body = RoundMessage),
        (status = 400, description = "It is no control", body = Outcome),
    )
)]
pub(super) async fn put_round(
    State(console): State<Console>,
    body: Result<Json<RoundControlBody>, JsonRejection>,
) -> Result<Json<RoundMessage>, Failure> {
    let Json(RoundControlBody { control, tables }) =
        body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    let control = read(&control)?;
    let tables = tables.map(distinct);
    check_tables(tables.as_deref())?;
    let tables = match tables {
        Some(tables) => tables,
        None => waiting(&console).await?,
    };
    let mut asked = Vec::with_capacity(tables.len());
    for table in tables {
        asked.push((table, Ok(orders::new_game(&console.venue, table, wish(control.clone())).await?)));
    }
    Ok(Json(RoundMessage::of(asked).await?))
}

async fn waiting(console: &Console) -> Result<Vec<u32>, Failure> {
    let views = inquiry::views(&console.venue).await?;
    Ok(views.iter().filter(|view| view.state["status"] == "waiting").map(|view| view.table).collect())
}

fn read(text: &str) -> Result<Control, Fate> {
    controls::read(text).map_err(orders::unreadable)
}

fn wish(control: Control) -> Wish {
    Wish { control: Some(control), ..Wish::default() }
}

impl From<&Shipped> for ShippedMessage {
    fn from(shipped: &Shipped) -> Self {
        let name = shipped.file.name.clone().map(|ControlName { en, zh }| NameMessage { en, zh });
        Self { key: shipped.key.clone(), name, control: (&shipped.file.control).into() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::console::stand::{Stand, ask};

    async fn get(stand: &Stand, path: &str) -> (u16, Value) {
        ask(stand, "GET", path, Value::Null).await
    }

    async fn put(stand: &Stand, path: &str, body: Value) -> (u16, Value) {
        ask(stand, "POST", path, body).await
    }

    #[tokio::test]
    async fn a_control_is_told_in_words_before_it_is_put_anywhere() {
        let stand = Stand::new(1, 64);
        let told = json!({
            "notation": "1h reserve 5m/60s",
            "en": "1 h, the last 5 min of it counted in periods of 60 s",
            "zh": "基本用时 1 小时，其中保留 5 分读秒，每次 60 秒",
        });
        for text in ["1h%20reserve%205m/60s", "chinese-hour"] {
            assert_eq!(
                get(&stand, &format!("/api/control?text={text}")).await,
                (200, told.clone()),
                "{text}"
            );
        }
        for (path, expected) in [
            ("/api/control?text=55n", "at byte 2: expected a stage or an overtime"),
            ("/api/control?text=", "expected"),
            ("/api/control", "text"),
        ] {
            let (status, answer) = get(&stand, path).await;
            let what = answer["what"].as_str().unwrap_or_default();
            assert!(status == 400 && what.contains(expected), "{path}: {answer}");
        }
        let (_, all) = get(&stand, "/api/controls").await;
        let hour = all.as_array().unwrap().iter().find(|one| one["key"] == "chinese-hour").unwrap();
        assert_eq!(
            (&hour["notation"], &hour["name"]["zh"]),
            (&told["notation"], &json!("1 小时，保留 5 分钟读秒"))
        );
    }

    #[tokio::test]
    async fn a_game_that_waits_gets_another_control_and_keeps_its_players() {
        let stand = Stand::new(3, 64);
        assert_eq!(
            put(&stand, "/api/tables/1/control", json!({ "control": "20m" })).await,
            (200, json!({ "ok": true }))
        );
        let (_, table) = get(&stand, "/api/tables/1").await;
        assert_eq!(
            (&table["control"]["notation"], &table["players"]["black"]["name"]),
            (&json!("20m"), &json!("Shen Qing"))
        );
        assert_eq!(
            (&table["state"]["black"]["left_ms"], &table["state"]["status"]),
            (&json!(1_200_000), &json!("waiting"))
        );
        ask(&stand, "POST", "/api/tables/2/orders", json!({ "command": "start" })).await;
        let (status, answer) = put(&stand, "/api/tables/2/control", json!({ "control": "20m" })).await;
        assert_eq!(status, 409, "{answer}");
        assert!(answer["why"]["zh"].as_str().unwrap().contains("已经开始"));
        for (path, body, expected) in [
            ("/api/tables/1/control", json!({ "control": "20n" }), 400),
            ("/api/tables/1/control", json!({}), 400),
            ("/api/tables/9/control", json!({ "control": "20m" }), 404),
            ("/api/round/control", json!({ "control": "20m", "tables": [] }), 400),
            ("/api/round/control", json!({ "control": "20m", "table": 1 }), 400),
        ] {
            assert_eq!(put(&stand, path, body.clone()).await.0, expected, "{path} {body}");
        }
    }

    #[tokio::test]
    async fn what_is_on_record_of_a_game_is_never_lost_for_a_control() {
        let stand = Stand::new(2, 64);
        for (table, command) in [(1, "arrived black"), (2, "violation black disturbing")] {
            let path = format!("/api/tables/{table}/orders");
            assert_eq!(put(&stand, &path, json!({ "command": command })).await.0, 200, "{command}");
            let (status, answer) =
                put(&stand, &format!("/api/tables/{table}/control"), json!({ "control": "20m" })).await;
            assert_eq!(status, 409, "{command}: {answer}");
        }
    }

    #[tokio::test]
    async fn a_round_gets_a_control_wherever_a_game_waits() {
        let stand = Stand::new(3, 64);
        ask(&stand, "POST", "/api/tables/2/orders", json!({ "command": "start" })).await;
        let (status, answer) = put(&stand, "/api/round/control", json!({ "control": "sections" })).await;
        let outcomes: Vec<_> = answer["outcomes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["table"].as_u64(), one["ok"].as_bool()))
            .collect();
        assert_eq!((status, outcomes), (200, vec![(Some(1), Some(true)), (Some(3), Some(true))]));
        let (_, answer) =
            put(&stand, "/api/round/control", json!({ "control": "1h", "tables": [2, 3, 9, 3] })).await;
        let done: Vec<_> =
            answer["outcomes"].as_array().unwrap().iter().map(|one| one["ok"].as_bool()).collect();
        assert_eq!(done, [Some(false), Some(true), Some(false)]);
        assert_eq!(get(&stand, "/api/tables/3").await.1["control"]["notation"], "1h");
    }
}
