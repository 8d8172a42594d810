//! The mirror of a table's face: what its display shows, pixel for pixel, drawn here by the panel's own code.
//!
//! A page is sent the whole once and then what changes. **A page that does not read is sent nothing more until it
//! does, and then what holds**: it keeps back nobody but itself.

use std::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use clock::Language;
use embedded_graphics::primitives::Rectangle;
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use panel::face::Screen;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::config::LANGUAGES;
use crate::console::api::{Failure, Number, number};
use crate::console::{Console, inquiry};
use crate::picture::{Picture, SCREENS, colours};
use crate::sight::Sight;

/// Mirrors that are open at once.
pub(super) const MIRRORS_MAX: usize = 256;

/// A mirror sends nothing that is read.
const FRAME_MAX: usize = 1_024;

/// How long a picture stands at least.
const STANDS: Duration = Duration::from_millis(40);

/// How many pixels of one kind in a row are written as one.
const RUN_MAX: u8 = u8::MAX;

/// The display and the language that are asked for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct FaceQuery {
    /// Width and height.
    size: Option<String>,
    language: Option<String>,
}

/// The same, understood.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    screen: Screen,
    /// None: as the table's own display.
    language: Option<Language>,
}

impl TryFrom<FaceQuery> for Wanted {
    type Error = &'static str;

    fn try_from(query: FaceQuery) -> Result<Self, Self::Error> {
        let named = |size: &str| SCREENS.into_iter().find(|(name, _)| *name == size);
        let screen = match query.size.as_deref() {
            None => Screen::Wide,
            Some(size) => named(size).ok_or("size: expected 128x64, 240x240, 320x240 or 480x320")?.1,
        };
        let spoken =
            |code: &str| LANGUAGES.into_iter().find(|(name, _)| *name == code).map(|(_, language)| language);
        let language =
            query.language.as_deref().map(|code| spoken(code).ok_or("language: expected en or zh"));
        Ok(Self { screen, language: language.transpose()? })
    }
}

pub(super) fn router() -> Router<Console> {
    Router::new().route("/api/tables/{n}/face.png", get(picture)).route("/api/tables/{n}/mirror", get(mirror))
}

type Sights = watch::Receiver<Arc<Sight>>;

/// What is asked for, and the table's face.
async fn asked(
    console: &Console,
    table: Number,
    query: Result<Query<FaceQuery>, QueryRejection>,
) -> Result<(Wanted, Sights), Response> {
    let Query(query) = query.map_err(IntoResponse::into_response)?;
    let wanted = Wanted::try_from(query).map_err(|what| (StatusCode::BAD_REQUEST, what).into_response())?;
    let table = number(table).map_err(IntoResponse::into_response)?;
    match inquiry::watch(&console.venue, table).await {
        Ok(Some(sights)) => Ok((wanted, sights)),
        Ok(None) => Err(Failure::from(crate::console::orders::Fate::NoTable).into_response()),
        Err(closed) => Err(closed.into_response()),
    }
}

/// A table's face as a picture: what a display of that size shows at this moment.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/face.png",
    params(
        ("n" = u32, Path, description = "The table's number"),
        ("size" = Option<String>, Query, description = "128x64, 240x240, 320x240 (usual) or 480x320"),
        ("language" = Option<String>, Query, description = "en or zh; otherwise that of the table's display"),
    ),
    responses(
        (status = 200, description = "The face, on disk or not", body = Vec<u8>, content_type = "image/png"),
        (status = 400, description = "Size or language not understood", body = String),
        (status = 404, description = "No such table", body = Object),
    )
)]
pub(super) async fn picture(
    State(console): State<Console>,
    table: Number,
    query: Result<Query<FaceQuery>, QueryRejection>,
) -> Response {
    let (wanted, sights) = match asked(&console, table, query).await {
        Ok(asked) => asked,
        Err(response) => return response,
    };
    let sight = Arc::clone(&sights.borrow());
    let drawing = Arc::clone(&console.drawing);
    let drawn = draw(&drawing, move || {
        let mut picture = Picture::new(wanted.screen);
        if let Some(face) = sight.drawn(wanted.screen, wanted.language) {
            picture.show(face);
        }
        picture.png()
    });
    match drawn.await {
        Ok(png) => ([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "no-store")], png).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Draws beside the hall's task and the lines, one picture at a time: **however many mirrors are open, they wait for each
/// other and no table for them.**
async fn draw<T: Send + 'static>(drawing: &Semaphore, work: impl FnOnce() -> T + Send + 'static) -> T {
    let _turn = drawing.acquire().await.expect("nobody closes it");
    match spawn_blocking(work).await {
        Ok(drawn) => drawn,
        Err(ended) => resume_unwind(ended.into_panic()),
    }
}

/// The line on which a table's face is told, pixel for pixel, as it changes.
#[utoipa::path(
    get,
    path = "/api/tables/{n}/mirror",
    params(
        ("n" = u32, Path, description = "The table's number"),
        ("size" = Option<String>, Query, description = "128x64, 240x240, 320x240 (usual) or 480x320"),
        ("language" = Option<String>, Query, description = "en or zh; otherwise that of the table's display"),
    ),
    responses(
        (status = 101, description = "A text with width, height and the colours by number; then, binary, a byte that is 1 \
            where something is not on disk yet, and areas: x, y, width, height of two bytes each, the high one first, \
            then runs of pixels row by row: colour, and how many less one. An empty text each second"),
        (status = 400, description = "No WebSocket, or size or language not understood", body = String),
        (status = 404, description = "No such table", body = Object),
        (status = 503, description = "Too many mirrors are open", body = String),
    )
)]
pub(super) async fn mirror(
    State(console): State<Console>,
    table: Number,
    query: Result<Query<FaceQuery>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (wanted, sights) = match asked(&console, table, query).await {
        Ok(asked) => asked,
        Err(response) => return response,
    };
    let Ok(place) = Arc::clone(&console.mirrors).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many mirrors are open. 打开的钟面太多。")
            .into_response();
    };
    let pace = console.pace;
    upgrade.max_message_size(FRAME_MAX).max_frame_size(FRAME_MAX).on_upgrade(async move |socket| {
        let (beat, dead) = (pace.ping_every, pace.dead_after);
        let (drawing, picture) = (console.drawing, Picture::new(wanted.screen));
        let mirror = Mirror { wanted, sights, picture, drawing, beat, dead, _place: place };
        mirror.run(socket).await;
    })
}

/// The page has left, takes nothing any more, or the hall's task has ended.
#[derive(Debug)]
struct Over;

/// One open mirror.
#[derive(Debug)]
struct Mirror {
    wanted: Wanted,
    sights: Sights,
    /// As the page has it.
    picture: Picture,
    /// The turn to draw.
    drawing: Arc<Semaphore>,
    beat: Duration,
    dead: Duration,
    _place: OwnedSemaphorePermit,
}

impl Mirror {
    async fn run(mut self, socket: WebSocket) {
        let (mut sink, mut stream) = socket.split();
        // What a page sends is read past, so that its going is noticed.
        let left = async { while let Some(Ok(_)) = stream.next().await {} };
        tokio::select! {
            () = left => {}
            Err(Over) = self.show(&mut sink) => {}
        }
        drop(timeout(self.dead, sink.close()).await);
    }

    async fn show(&mut self, sink: &mut SplitSink<WebSocket, Message>) -> Result<Infallible, Over> {
        self.send(sink, Message::text(about(self.wanted.screen))).await?;
        let mut beat = interval(self.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.sights.mark_changed();
        loop {
            tokio::select! {
                changed = self.sights.changed() => {
                    changed.map_err(|_| Over)?;
                    let message = self.message().await;
                    self.send(sink, Message::binary(message)).await?;
                    tokio::time::sleep(STANDS).await;
                }
                _ = beat.tick() => self.send(sink, Message::text("")).await?,
            }
        }
    }

    async fn send(&self, sink: &mut SplitSink<WebSocket, Message>, message: Message) -> Result<(), Over> {
        timeout(self.dead, sink.send(message)).await.map_err(|_| Over)?.map_err(|_| Over)
    }

    /// What has changed since the last message.
    async fn message(&mut self) -> Vec<u8> {
        let sight = Arc::clone(&self.sights.borrow_and_update());
        let Wanted { screen, language } = self.wanted;
        let mut picture = std::mem::replace(&mut self.picture, Picture::new(screen));
        let (picture, message) = draw(&self.drawing, move || {
            let mut message = vec![u8::from(sight.unsaved > 0)];
            if let Some(face) = sight.drawn(screen, language) {
                for area in picture.show(face) {
                    write_area(&mut message, area, picture.pixels(area));
                }
            }
            (picture, message)
        })
        .await;
        self.picture = picture;
        message
    }
}

fn about(screen: Screen) -> String {
    let size = screen.size();
    json!({ "width": size.width, "height": size.height, "colours": colours(screen) }).to_string()
}

/// An area and its pixels, those alike that follow each other as one.
fn write_area(message: &mut Vec<u8>, area: Rectangle, pixels: impl Iterator<Item = u8>) {
    let place = [area.top_left.x, area.top_left.y].map(|at| u16::try_from(at).unwrap_or(0));
    let size = [area.size.width, area.size.height].map(|length| u16::try_from(length).unwrap_or(0));
    message.extend(place.into_iter().chain(size).flat_map(u16::to_be_bytes));
    let mut run: Option<(u8, u8)> = None;
    for pixel in pixels {
        run = match run {
            Some((colour, more)) if colour == pixel && more < RUN_MAX => Some((colour, more + 1)),
            before => {
                message.extend(before.into_iter().flat_map(<[u8; 2]>::from));
                Some((pixel, 0))
            }
        };
    }
    message.extend(run.into_iter().flat_map(<[u8; 2]>::from));
}

#[cfg(test)]
mod tests;
