//! Mirrors over real sockets, of tables in virtual time.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::{Error, Message as Heard};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

use super::*;
use crate::console::stand::Stand;
use crate::console::stand::app;

const PATIENCE: Duration = Duration::from_secs(60);

async fn serve(stand: &Stand) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let app = app(stand.venue.clone());
    tokio::spawn(async { axum::serve(listener, app).await });
    host
}

async fn get(stand: &Stand, path: &str) -> (StatusCode, Vec<u8>) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let response = app(stand.venue.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    (status, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
}

/// A mirror as a page keeps it: its pixels as red, green and blue.
struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    width: usize,
    colours: Vec<[u8; 3]>,
    pixels: Vec<[u8; 3]>,
    unsaved: bool,
}

impl Page {
    async fn open(host: &str, query: &str) -> Self {
        let (mut socket, _) =
            connect_async(format!("ws://{host}/api/tables/1/mirror?{query}")).await.unwrap();
        let Heard::Text(about) = socket.next().await.unwrap().unwrap() else { panic!("a text comes first") };
        let about: Value = serde_json::from_str(&about).unwrap();
        let [width, height] =
            ["width", "height"].map(|name| usize::try_from(about[name].as_u64().unwrap()).unwrap());
        let colours = serde_json::from_value(about["colours"].clone()).unwrap();
        Self { socket, width, colours, pixels: vec![[1, 2, 3]; width * height], unsaved: false }
    }

    /// Hears the next change; gives back how many bytes it came in.
    async fn hear(&mut self) -> usize {
        loop {
            let heard = timeout(PATIENCE, self.socket.next()).await.expect("nothing came").unwrap().unwrap();
            match heard {
                Heard::Binary(bytes) => {
                    self.draw(&bytes);
                    return bytes.len();
                }
                Heard::Text(text) => assert_eq!(text.as_str(), "", "nothing but that it lives"),
                Heard::Ping(_) | Heard::Pong(_) => {}
                Heard::Close(_) | Heard::Frame(_) => panic!("the mirror was closed"),
            }
        }
    }

    fn draw(&mut self, bytes: &[u8]) {
        let (unsaved, mut rest) = bytes.split_first().unwrap();
        self.unsaved = *unsaved == 1;
        while let Some((head, after)) = rest.split_at_checked(8) {
            let word = |at: usize| usize::from(u16::from_be_bytes([head[at], head[at + 1]]));
            let (x, y, width, height) = (word(0), word(2), word(4), word(6));
            let mut runs = after.chunks(2);
            let mut done = 0;
            while done < width * height {
                let &[colour, more] = runs.next().unwrap() else { panic!("half a run") };
                for pixel in done..=done + usize::from(more) {
                    let place = (y + pixel / width) * self.width + x + pixel % width;
                    self.pixels[place] = self.colours[usize::from(colour)];
                }
                done += usize::from(more) + 1;
            }
            assert_eq!(done, width * height, "no run goes on in the next area");
            rest = &after[after.len() - runs.map(<[u8]>::len).sum::<usize>()..];
        }
        assert!(rest.is_empty());
    }

    /// Whether it shows the picture that is served at this moment.
    async fn is(&self, stand: &Stand, query: &str) -> bool {
        let (status, png) = get(stand, &format!("/api/tables/1/face.png?{query}")).await;
        assert_eq!(status, StatusCode::OK);
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        bytes.as_chunks::<3>().0 == self.pixels
    }

    /// Hears changes until it shows the picture that is served.
    async fn becomes(&mut self, stand: &Stand, query: &str) {
        while !self.is(stand, query).await {
            self.hear().await;
        }
    }
}

#[tokio::test]
async fn a_mirror_shows_the_picture_pixel_for_pixel_whatever_happens() {
    for query in
        ["size=128x64", "size=240x240&language=zh", "size=320x240&language=en", "size=480x320&language=zh"]
    {
        let stand = Stand::new(1, 64);
        let host = serve(&stand).await;
        let mut page = Page::open(&host, query).await;
        page.hear().await;
        assert!(page.is(&stand, query).await, "{query}");
        for (order, millis) in [
            ("start", 1_000),
            ("press black", 700),
            ("pause \"lunch\"", 0),
            ("add white +2m", 3_000),
            ("add white +1m", 9_000),
            ("resume", 599_000),
            ("press white", 31_000),
            ("resign black", 1_000),
        ] {
            stand.order(order).await;
            page.becomes(&stand, query).await;
            stand.pass(millis);
            page.becomes(&stand, query).await;
        }
    }
}

#[tokio::test]
async fn a_second_costs_less_than_two_kilobytes_and_what_is_not_on_disk_is_marked() {
    let stand = Stand::new(1, 64);
    let host = serve(&stand).await;
    let mut page = Page::open(&host, "size=480x320&language=en").await;
    let whole = page.hear().await;
    assert!(whole < 20_000, "{whole} bytes for the whole");
    stand.order("start").await;
    page.becomes(&stand, "size=480x320&language=en").await;
    // 10:00 becomes 9:59, and then 9:58.
    stand.pass(1_000);
    page.becomes(&stand, "size=480x320&language=en").await;
    stand.pass(1_000);
    let second = page.hear().await;
    assert!(page.is(&stand, "size=480x320&language=en").await);
    assert!((100..2_000).contains(&second), "{second} bytes for a second");
    assert!(!page.unsaved);
    stand.disk(false);
    stand.send("press black").await;
    while !page.unsaved {
        page.hear().await;
    }
    assert!(page.is(&stand, "size=480x320&language=en").await, "it does not wait for the disk");
    stand.disk(true);
    while page.unsaved {
        page.hear().await;
    }
}

#[tokio::test]
async fn a_page_that_does_not_read_holds_up_nobody_and_sees_what_holds() {
    let stand = Stand::new(1, 64);
    let host = serve(&stand).await;
    let mut lazy = Page::open(&host, "size=480x320").await;
    let mut eager = Page::open(&host, "size=128x64").await;
    stand.order("start").await;
    for turn in 0..300 {
        stand.pass(1_000);
        if turn % 50 == 0 {
            eager.becomes(&stand, "size=128x64").await;
        }
    }
    eager.becomes(&stand, "size=128x64").await;
    lazy.becomes(&stand, "size=480x320").await;
}

#[tokio::test]
async fn what_cannot_be_shown_is_turned_away() {
    let stand = Stand::new(1, 64);
    for (path, status) in [
        ("/api/tables/1/face.png", StatusCode::OK),
        ("/api/tables/2/face.png", StatusCode::NOT_FOUND),
        ("/api/tables/x/face.png", StatusCode::NOT_FOUND),
        ("/api/tables/1/face.png?size=640x480", StatusCode::BAD_REQUEST),
        ("/api/tables/1/face.png?language=fr", StatusCode::BAD_REQUEST),
        ("/api/tables/1/mirror", StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(get(&stand, path).await.0, status, "{path}");
    }
    let host = serve(&stand).await;
    let mut open = Vec::new();
    for _ in 0..MIRRORS_MAX {
        open.push(Page::open(&host, "size=128x64").await);
    }
    let refused = connect_async(format!("ws://{host}/api/tables/1/mirror")).await;
    assert!(
        matches!(refused, Err(Error::Http(response)) if response.status() == StatusCode::SERVICE_UNAVAILABLE)
    );
    drop(open);
    let again = async { while connect_async(format!("ws://{host}/api/tables/1/mirror")).await.is_err() {} };
    timeout(PATIENCE, again).await.expect("there is room again");
}
