//! What an order would come to, before anybody gives it: tried on a copy of the table, by the code that decides.

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use referee::{Table, state_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::console::api::{Failure, Number, Outcome, number};
use crate::console::line::MESSAGE_MAX;
use crate::console::orders::{self, Fate};
use crate::console::{Console, inquiry};

/// What of a table's state an order about its clock may change.
const TOLD: [&str; 4] = ["status", "turn", "black", "white"];

/// An order that is only tried.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TrialBody {
    /// As in a scenario's script: `add white +2m "a clap of thunder"`.
    command: String,
    /// Who would give it; the usual giver where nobody is named.
    by: Option<String>,
}

/// The clocks before and after, at the same instant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TrialMessage {
    /// `status`, `turn`, `black` and `white` as `flagfall run --json` prints them.
    #[schema(value_type = Object)]
    before: Map<String, Value>,
    #[schema(value_type = Object)]
    after: Map<String, Value>,
}

pub(super) fn router() -> Router<Console> {
    Router::new().route("/api/tables/{n}/trial", post(trial)).layer(DefaultBodyLimit::max(MESSAGE_MAX))
}

/// Tries an order on a copy of the table as on disk; nothing of it is kept.
#[utoipa::path(
    post,
    path = "/api/tables/{n}/trial",
    params(("n" = u32, Path, description = "The table's number")),
    request_body = TrialBody,
    responses(
        (status = 200, body = TrialMessage),
        (status = 400, description = "It means nothing", body = Outcome),
        (status = 404, description = "There is no such table", body = Outcome),
        (status = 409, description = "It would be refused", body = Outcome),
    )
)]
pub(super) async fn trial(
    State(console): State<Console>,
    path: Number,
    body: Result<Json<TrialBody>, JsonRejection>,
) -> Result<Json<TrialMessage>, Failure> {
    let table = number(path)?;
    let Json(TrialBody { command, by }) =
        body.map_err(|rejection| orders::unreadable(rejection.body_text()))?;
    let (mut before, now) = inquiry::copy(&console.venue, table).await?.ok_or(Fate::NoTable)?;
    let order = orders::read_order(&command, by.as_deref(), before.setup())?;
    // The copy has decided nothing beyond its own time, which is never before what is on disk.
    before.poll(now).map_err(|_| Fate::from(hall::HallError::NotSaved))?;
    let mut after = before.clone();
    let step = after.handle(order, now).map_err(|_| Fate::from(hall::HallError::NotSaved))?;
    match step.refusal() {
        Some(refusal) => Err(Fate::Refused(refusal.into()).into()),
        None => Ok(Json(TrialMessage { before: clocks(&before), after: clocks(&after) })),
    }
}

fn clocks(table: &Table) -> Map<String, Value> {
    let Value::Object(state) = state_json(table) else { return Map::new() };
    state.into_iter().filter(|(name, _)| TOLD.contains(&name.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::console::stand::{Stand, ask};

    async fn trial(stand: &Stand, command: &str) -> (u16, Value) {
        ask(stand, "POST", "/api/tables/1/trial", json!({ "command": command })).await
    }

    #[tokio::test]
    async fn a_correction_is_seen_before_it_is_made_and_nothing_of_it_is_kept() {
        let stand = Stand::new(1, 64);
        ask(&stand, "POST", "/api/tables/1/orders", json!({ "command": "start" })).await;
        stand.pass(10_250);
        let (status, answer) = trial(&stand, "add black +2m").await;
        let left = |which: &str, side: &str| answer[which][side]["left_ms"].clone();
        assert_eq!(
            (status, left("before", "black"), left("after", "black")),
            (200, json!(589_750), json!(709_750))
        );
        assert_eq!(left("before", "white"), left("after", "white"));
        assert_eq!(
            (&answer["after"]["turn"], &answer["after"]["status"]),
            (&json!("black"), &json!("running"))
        );
        assert!(answer["after"].get("position").is_none(), "the board is not asked for");
        let (_, table) = ask(&stand, "GET", "/api/tables/1/log", Value::Null).await;
        assert!(!table.to_string().contains("corrected"), "{table}");
        let done = ask(&stand, "POST", "/api/tables/1/orders", json!({ "command": "add black +2m" })).await;
        assert_eq!(done.0, 200);
        assert_eq!(trial(&stand, "add black -1s").await.1["before"]["black"]["left_ms"], 709_750);
    }

    #[tokio::test]
    async fn what_would_be_refused_or_means_nothing_is_told() {
        let stand = Stand::new(1, 64);
        let (status, answer) = trial(&stand, "resume").await;
        assert!(status == 409 && answer["why"]["zh"].is_string(), "{answer}");
        for command in ["add black", "seal black D4", ""] {
            assert!([400, 409].contains(&trial(&stand, command).await.0), "{command}");
        }
        assert_eq!(ask(&stand, "POST", "/api/tables/9/trial", json!({ "command": "resume" })).await.0, 404);
    }
}
