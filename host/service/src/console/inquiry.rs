//! What the console asks of the hall's task.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use clock::Instant;
use hall::Alarm;
use referee::Table;
use tokio::sync::{oneshot, watch};

use crate::past::{PastEvent, PastSpeech};
use crate::sight::Sight;
use crate::venue::{FaceView, PositionView, Request, TableView, Venue};

/// The hall's task is gone: the service is being shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

impl IntoResponse for Closed {
    fn into_response(self) -> Response {
        (StatusCode::SERVICE_UNAVAILABLE, "The service is being shut down. 服务正在关闭。").into_response()
    }
}

/// Tells the hall's task something, or asks it.
pub(crate) async fn send(venue: &Venue, request: Request) -> Result<(), Closed> {
    venue.requests.send(request).await.map_err(|_| Closed)
}

/// Asks the hall's task something, and waits for the answer.
pub(crate) async fn ask<T>(
    venue: &Venue,
    request: impl FnOnce(oneshot::Sender<T>) -> Request,
) -> Result<T, Closed> {
    let (reply, answer) = oneshot::channel();
    send(venue, request(reply)).await?;
    answer.await.map_err(|_| Closed)
}

/// All tables as on disk, by number.
pub(crate) async fn views(venue: &Venue) -> Result<Vec<Arc<TableView>>, Closed> {
    let mut views = ask(venue, |reply| Request::Views { table: None, reply }).await?;
    views.sort_by_key(|view| view.table);
    Ok(views)
}

/// A table as on disk, if there is one of that number.
pub(crate) async fn view(venue: &Venue, table: u32) -> Result<Option<Arc<TableView>>, Closed> {
    let views = ask(venue, |reply| Request::Views { table: Some(table), reply }).await?;
    Ok(views.into_iter().find(|view| view.table == table))
}

/// A copy of a table as on disk with its time, to try something on, if there is a table of that number.
pub(crate) async fn copy(venue: &Venue, table: u32) -> Result<Option<(Table, Instant)>, Closed> {
    ask(venue, |reply| Request::Copy { table, reply }).await
}

/// What a table's own clock shows, if there is a table of that number.
pub(crate) async fn face(venue: &Venue, table: u32) -> Result<Option<FaceView>, Closed> {
    ask(venue, |reply| Request::Face { table, reply }).await
}

/// What a table's face shows, now and whenever it changes, if there is a table of that number.
pub(crate) async fn watch(venue: &Venue, table: u32) -> Result<Option<watch::Receiver<Arc<Sight>>>, Closed> {
    ask(venue, |reply| Request::Watch { table, reply }).await
}

/// How a table's board stood after the first so many moves, if there is a table of that number; after all of them
/// where fewer are on record.
pub(crate) async fn position(venue: &Venue, table: u32, number: u32) -> Result<Option<PositionView>, Closed> {
    ask(venue, |reply| Request::Position { table, number, reply }).await
}

/// The latest that happened at a table, and to its voice, the oldest first.
pub(crate) async fn past(venue: &Venue, table: u32) -> Result<(Vec<PastEvent>, Vec<PastSpeech>), Closed> {
    ask(venue, |reply| Request::Past { table, reply }).await
}

/// The alarms that stand, with the milliseconds since each was raised.
pub(crate) async fn alarms(venue: &Venue) -> Result<Vec<(Alarm, u64)>, Closed> {
    ask(venue, |reply| Request::Alarms { reply }).await
}
