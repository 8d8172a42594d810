//! Orders for many tables: at once, and at a set time.

use std::collections::BTreeSet;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use chrono::{DateTime, FixedOffset, SecondsFormat};
use hall::Arrival;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::Console;
use crate::console::api::{Failure, Outcome};
use crate::console::inquiry::{self, Closed, ask};
use crate::console::orders::{self, Fate, Pending};
use crate::console::words::Words;
use crate::schedule::{Change, ScheduleError, ScheduleView, Scheduled, check_for_several};
use crate::venue::{Request, TableView};

/// The longest request, in bytes: a thousand tables can be named in it.
pub(super) const BODY_MAX: usize = 16 * 1_024;

/// The longest command.
const COMMAND_MAX: usize = 512;

/// Tables that may be named.
const TABLES_MAX: usize = 1_000;

/// An order for many tables.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct RoundBody {
    /// `start`, `pause "why"`, `resume`, `adjourn` or `resume-session`.
    command: String,
    /// The tables; without it, all whose game is not over.
    tables: Option<Vec<u32>>,
    /// Who gives it; the arbiter where nobody is named.
    by: Option<String>,
}

/// What became of an order at each table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RoundMessage {
    outcomes: Vec<TableOutcome>,
}

/// What became of an order at one table.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct TableOutcome {
    table: u32,
    /// Whether it was carried out; none while that is not on disk yet.
    ok: Option<bool>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Words>,
}

/// An order for a set time.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct ScheduleBody {
    /// `start`, `pause "why"`, `resume`, `adjourn` or `resume-session`.
    command: String,
    /// The tables; without it, all whose game is not over at that time.
    tables: Option<Vec<u32>>,
    /// The set time, RFC 3339 with its offset: `2026-11-29T12:00:00+08:00`.
    #[schema(value_type = String)]
    at: DateTime<FixedOffset>,
}

/// The schedule as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ScheduleMessage {
    /// The service's wall clock.
    wall: String,
    /// Whether it may be believed: else nothing can be set for a time, and what is set waits.
    trusted: bool,
    /// Not given yet, the earliest first.
    waiting: Vec<ScheduledMessage>,
    /// Due while the service was down, and not given; the latest first.
    missed: Vec<ScheduledMessage>,
    /// Given in this run of the service, the latest first.
    carried: Vec<CarriedMessage>,
}

/// An order for a set time, as it stands in the schedule.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ScheduledMessage {
    id: String,
    command: String,
    /// None: all whose game is not over at that time.
    tables: Option<Vec<u32>>,
    at: String,
}

/// An order that was given at its time.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct CarriedMessage {
    #[serde(flatten)]
    order: ScheduledMessage,
    outcomes: Vec<TableOutcome>,
}

pub(super) fn router() -> Router<Console> {
    Router::new()
        .route("/api/round/orders", post(round_orders))
        .route("/api/schedule", get(schedule))
        .route("/api/schedule", post(add))
        .route("/api/schedule/{id}", delete(remove))
        .layer(DefaultBodyLimit::max(BODY_MAX))
}

/// Gives an order to many tables at once; the answer comes when all of it is on disk.
#[utoipa::path(
    post,
    path = "/api/round/orders",
    request_body = RoundBody,
    responses(
        (status = 200, description = "What became of it, table by table", body = RoundMessage),
        (status = 400, description = "It means nothing, or is not for many tables", body = Outcome),
    )
)]
pub(super) async fn round_orders(
    State(console): State<Console>,
    body: Result<Json<RoundBody>, JsonRejection>,
) -> Result<Json<RoundMessage>, Failure> {
    let Json(RoundBody { command, tables, by }) = read(body)?;
    let tables = tables.map(distinct);
    let views = inquiry::views(&console.venue).await?;
    check(&command, tables.as_deref(), by.as_deref(), views.iter().map(AsRef::as_ref))?;
    let named =
        tables.unwrap_or_else(|| views.iter().filter(|view| plays(view)).map(|view| view.table).collect());
    let mut given = Vec::with_capacity(named.len());
    for table in named {
        let view = views.iter().find(|view| view.table == table);
        let order = view
            .ok_or(Fate::NoTable)
            .and_then(|view| orders::read_order(&command, by.as_deref(), &view.setup));
        let pending = match order {
            Ok(order) => Ok(orders::give(&console.venue, table, order, Arrival::default()).await?),
            Err(fate) => Err(fate),
        };
        given.push((table, pending));
    }
    Ok(Json(RoundMessage::of(given).await?))
}

/// What is set for a time of day, what was given, and what was missed.
#[utoipa::path(get, path = "/api/schedule", responses((status = 200, body = ScheduleMessage)))]
pub(super) async fn schedule(State(console): State<Console>) -> Result<Json<ScheduleMessage>, Failure> {
    change(&console, Change::Look).await
}

/// Sets an order for a time of day. It is given at the very instant, also if the service has been started again
/// meanwhile; what is due while it is down is reported and not given.
#[utoipa::path(
    post,
    path = "/api/schedule",
    request_body = ScheduleBody,
    responses(
        (status = 200, description = "It is set; the schedule as it stands", body = ScheduleMessage),
        (status = 400, description = "It means nothing, or is not for many tables", body = Outcome),
        (status = 409, description = "The time is over, or is not known for certain", body = Outcome),
        (status = 503, description = "It could not be written down", body = Outcome),
    )
)]
pub(super) async fn add(
    State(console): State<Console>,
    body: Result<Json<ScheduleBody>, JsonRejection>,
) -> Result<Json<ScheduleMessage>, Failure> {
    let Json(ScheduleBody { command, tables, at }) = read(body)?;
    let tables = tables.map(distinct);
    let views = inquiry::views(&console.venue).await?;
    check(&command, tables.as_deref(), None, views.iter().map(AsRef::as_ref))?;
    // A number that nobody can guess is one that nobody has had: copies of orders are known by it.
    let id = journal::Salt::random().map_err(|_| Fate::from(ScheduleError::NotNamed))?.to_string();
    let id = id.chars().take(orders::NAME_MAX / 2).collect();
    change(&console, Change::Add(Scheduled { id, command, tables, at })).await
}

/// Takes an order from the schedule, or one that was missed from the list.
#[utoipa::path(
    delete,
    path = "/api/schedule/{id}",
    params(("id" = String, Path, description = "The order's id")),
    responses(
        (status = 200, description = "It is gone; the schedule as it stands", body = ScheduleMessage),
        (status = 409, description = "There is none: it was given, or taken away", body = Outcome),
    )
)]
pub(super) async fn remove(
    State(console): State<Console>,
    Path(id): Path<String>,
) -> Result<Json<ScheduleMessage>, Failure> {
    change(&console, Change::Remove(id)).await
}

async fn change(console: &Console, change: Change) -> Result<Json<ScheduleMessage>, Failure> {
    let changed = ask(&console.venue, |reply| Request::Schedule { change, reply }).await?;
    Ok(Json(changed.map_err(Fate::from)?.into()))
}

fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<Json<T>, Fate> {
    body.map_err(|rejection| orders::unreadable(rejection.body_text()))
}

/// A table that is named twice is meant once.
pub(super) fn distinct(mut tables: Vec<u32>) -> Vec<u32> {
    let mut named = BTreeSet::new();
    tables.retain(|table| named.insert(*table));
    tables
}

fn plays(view: &TableView) -> bool {
    !matches!(view.state["status"].as_str(), Some("ended" | "signed"))
}

/// Makes sure that the tables that are named are not none, and not too many.
pub(super) fn check_tables(tables: Option<&[u32]>) -> Result<(), Fate> {
    if tables.is_some_and(|tables| !(1..=TABLES_MAX).contains(&tables.len())) {
        return Err(orders::unreadable(format!("expected 1 to {TABLES_MAX} tables, or none for all")));
    }
    Ok(())
}

/// Makes sure that a command is for many tables and can be read.
fn check<'a>(
    command: &str,
    tables: Option<&[u32]>,
    by: Option<&str>,
    mut views: impl Iterator<Item = &'a TableView>,
) -> Result<(), Fate> {
    check_for_several(command).map_err(orders::unreadable)?;
    if command.len() > COMMAND_MAX {
        return Err(orders::unreadable(format!("expected a command of at most {COMMAND_MAX} bytes")));
    }
    check_tables(tables)?;
    views.next().map_or(Err(Fate::NoTable), |view| orders::read_order(command, by, &view.setup).map(drop))
}

impl RoundMessage {
    /// What became of all that was given; what waits for the disk is waited for.
    pub(super) async fn of(given: Vec<(u32, Result<Pending, Fate>)>) -> Result<Self, Closed> {
        let mut outcomes = Vec::with_capacity(given.len());
        for (table, pending) in given {
            let fate = match pending {
                Ok(pending) => pending.fate().await?,
                Err(fate) => fate,
            };
            outcomes.push(TableOutcome::of((table, Some(fate))));
        }
        Ok(Self { outcomes })
    }
}

impl TableOutcome {
    fn of((table, fate): (u32, Option<Fate>)) -> Self {
        let ok = fate.as_ref().map(|fate| *fate == Fate::Done);
        Self { table, ok, why: fate.and_then(Fate::why) }
    }
}

impl From<Scheduled> for ScheduledMessage {
    fn from(order: Scheduled) -> Self {
        let Scheduled { id, command, tables, at } = order;
        Self { id, command, tables, at: at.to_rfc3339_opts(SecondsFormat::AutoSi, true) }
    }
}

impl From<ScheduleView> for ScheduleMessage {
    fn from(view: ScheduleView) -> Self {
        let ScheduleView { wall, trusted, waiting, missed, carried } = view;
        let carried = carried.into_iter().map(|(order, tables)| CarriedMessage {
            order: order.into(),
            outcomes: tables.into_iter().map(TableOutcome::of).collect(),
        });
        Self {
            wall: wall.to_rfc3339_opts(SecondsFormat::Millis, true),
            trusted,
            waiting: waiting.into_iter().map(Into::into).collect(),
            missed: missed.into_iter().map(Into::into).collect(),
            carried: carried.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clock::Instant;
    use serde_json::{Value, json};

    use crate::console::stand::{Stand, ask};

    async fn round(stand: &Stand, body: Value) -> Vec<(u64, bool)> {
        let (status, answer) = ask(stand, "POST", "/api/round/orders", body).await;
        assert_eq!(status, 200, "{answer}");
        outcomes(&answer)
    }

    fn outcomes(answer: &Value) -> Vec<(u64, bool)> {
        let outcomes = answer["outcomes"].as_array().unwrap().iter();
        outcomes.map(|one| (one["table"].as_u64().unwrap(), one["ok"].as_bool().unwrap())).collect()
    }

    async fn status(stand: &Stand, table: u32) -> Value {
        ask(stand, "GET", &format!("/api/tables/{table}"), Value::Null).await.1["state"]["status"].clone()
    }

    #[tokio::test]
    async fn one_order_goes_to_all_tables_and_each_answers_for_itself() {
        let stand = Stand::new(3, 64);
        assert_eq!(
            round(&stand, json!({ "command": "start", "tables": [1, 2] })).await,
            [(1, true), (2, true)]
        );
        let (_, answer) =
            ask(&stand, "POST", "/api/round/orders", json!({ "command": "pause \"fire alarm\"" })).await;
        assert_eq!(outcomes(&answer), [(1, true), (2, true), (3, false)]);
        let why = &answer["outcomes"][2]["why"];
        assert!(why["en"].is_string() && why["zh"].is_string(), "{answer}");
        assert_eq!(status(&stand, 2).await, "paused");
        let resumed = round(&stand, json!({ "command": "resume", "tables": [2, 7, 2], "by": "chief" })).await;
        assert_eq!(resumed, [(2, true), (7, false)], "there is no table 7, and 2 is meant once");
        assert_eq!([status(&stand, 1).await, status(&stand, 2).await], ["paused", "running"]);
    }

    #[tokio::test]
    async fn a_table_whose_game_is_over_is_not_meant_by_all() {
        let stand = Stand::new(2, 64);
        round(&stand, json!({ "command": "start" })).await;
        ask(&stand, "POST", "/api/tables/1/orders", json!({ "command": "resign black" })).await;
        assert_eq!(round(&stand, json!({ "command": "pause" })).await, [(2, true)]);
    }

    #[tokio::test]
    async fn what_is_not_for_many_tables_is_not_taken() {
        let stand = Stand::new(2, 64);
        for body in [
            json!({ "command": "resign black" }),
            json!({ "command": "pause fire" }),
            json!({ "command": "adjourn until 18:00" }),
            json!({ "command": "pause", "tables": [] }),
            json!({ "command": "pause", "by": "nobody" }),
            json!({ "command": "pause", "tables": "all" }),
            json!({ "command": format!("pause \"{}\"", "x".repeat(600)) }),
            json!({}),
        ] {
            let (status, answer) = ask(&stand, "POST", "/api/round/orders", body.clone()).await;
            assert_eq!((status, answer["what"].is_string()), (400, true), "{body}: {answer}");
        }
        for body in [json!({ "command": "pause" }), json!({ "command": "pause", "at": "12:00" })] {
            assert_eq!(ask(&stand, "POST", "/api/schedule", body.clone()).await.0, 400, "{body}");
        }
    }

    #[tokio::test]
    async fn a_pause_at_a_set_time_is_stamped_with_it_to_the_microsecond() {
        let stand = Stand::new(3, 64);
        round(&stand, json!({ "command": "start", "tables": [1, 2] })).await;
        let set = json!({ "command": "pause \"lunch\"", "at": "2026-11-29T17:00:10.250003+08:00" });
        let (code, answer) = ask(&stand, "POST", "/api/schedule", set).await;
        assert_eq!((code, &answer["waiting"][0]["at"]), (200, &json!("2026-11-29T17:00:10.250003+08:00")));
        stand.pass(10_250);
        assert_eq!(status(&stand, 1).await, "running");
        // The service wakes up late.
        stand.pass(731);
        assert_eq!([status(&stand, 1).await, status(&stand, 2).await], ["paused", "paused"]);
        let (_, answer) = ask(&stand, "GET", "/api/schedule", Value::Null).await;
        assert_eq!(answer["waiting"], json!([]));
        assert_eq!(outcomes(&answer["carried"][0]), [(1, true), (2, true), (3, false)]);
        let receipts = stand.receipts().await;
        let set: Vec<_> = receipts.iter().filter(|receipt| receipt.name.is_some()).collect();
        assert_eq!(set.len(), 3);
        for receipt in set {
            assert_eq!((receipt.stamp, receipt.late.is_zero()), (Instant::from_micros(10_250_003), true));
        }
        let left =
            ask(&stand, "GET", "/api/tables/1", Value::Null).await.1["state"]["black"]["left_ms"].clone();
        assert_eq!(left, 600_000 - 10_250, "the 3 µs are shown as a whole millisecond");
    }

    #[tokio::test]
    async fn nothing_is_set_while_nobody_knows_the_time() {
        let stand = Stand::new(1, 64);
        let set = |at: &str| json!({ "command": "pause", "at": at });
        let refused = async |at: &str| {
            let (code, answer) = ask(&stand, "POST", "/api/schedule", set(at)).await;
            assert_eq!(code, 409, "{answer}");
            answer["why"]["en"].as_str().unwrap().to_owned()
        };
        assert_eq!(refused("2026-11-29T08:59:59Z").await, "that time is over");
        stand.trust(false);
        assert!(refused("2026-11-29T12:00:00Z").await.contains("does not know for certain what time it is"));
        stand.trust(true);
        let (_, answer) = ask(&stand, "POST", "/api/schedule", set("2026-11-29T12:00:00Z")).await;
        let path = format!("/api/schedule/{}", answer["waiting"][0]["id"].as_str().unwrap());
        assert_eq!(ask(&stand, "DELETE", &path, Value::Null).await.1["waiting"], json!([]));
        assert_eq!(ask(&stand, "DELETE", &path, Value::Null).await.0, 409);
    }
}
