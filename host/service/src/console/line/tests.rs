//! Lines over real sockets, to a hall in virtual time.

mod public;
mod roles;
mod voice;

use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async, connect_async};

use super::{MESSAGE_MAX, ORDERS_MAX};
use crate::console::live::Pace;
use crate::console::stand::Stand;
use crate::console::stand::{app, app_at};
use crate::speech::Shelf;

/// How long a test waits for what must come, and for what must not.
const PATIENCE: Duration = Duration::from_secs(10);
const A_WHILE: Duration = Duration::from_millis(100);

/// What a socket holds: little, so that a page is soon too slow.
const BUFFER_LEN: u32 = 8 * 1_024;

/// The console on a port of its own.
async fn serve(stand: &Stand, pace: Pace) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(BUFFER_LEN).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(64).unwrap();
    let host = listener.local_addr().unwrap().to_string();
    // Small messages go out at once, as the service sends them.
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
    let app = app_at(stand.venue.clone(), pace);
    tokio::spawn(async { axum::serve(listener, app).await });
    host
}

/// A page of the test.
struct Page(WebSocketStream<TcpStream>);

impl Page {
    async fn open(host: &str, query: &str) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(BUFFER_LEN).unwrap();
        let stream = socket.connect(host.parse().unwrap()).await.unwrap();
        Self(client_async(format!("ws://{host}/api/live?{query}"), stream).await.unwrap().0)
    }

    async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn order(&mut self, id: &str, command: &str) {
        self.send(json!({ "type": "order", "id": id, "table": 1, "command": command })).await;
    }

    /// The next message that is no ping; none where the line was closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.0.next()).await.expect("nothing came")?.ok()?;
            let Message::Text(text) = message else { return None };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] != "ping" {
                return Some(message);
            }
        }
    }

    /// The next message of a type.
    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the line was closed");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The types of the messages that are on their way.
    async fn waiting(&mut self) -> Vec<String> {
        let mut kinds = Vec::new();
        while let Ok(message) = timeout(A_WHILE, self.next()).await {
            kinds.push(message.unwrap()["type"].as_str().unwrap().to_owned());
        }
        kinds
    }

    /// Answers the next ping after a while.
    async fn pong_after(&mut self, wait: Duration) {
        let n = loop {
            let Some(Ok(Message::Text(text))) = self.0.next().await else { panic!("no ping") };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "ping" {
                break message["n"].clone();
            }
        };
        tokio::time::sleep(wait).await;
        self.send(json!({ "type": "pong", "n": n })).await;
    }
}

/// A hall of tables 1 to `tables` and the console on it.
async fn hall(tables: u32) -> (Stand, String) {
    let stand = Stand::new(tables, 256);
    let host = serve(&stand, Pace::USUAL).await;
    (stand, host)
}

#[tokio::test]
async fn a_page_is_told_everything_when_it_comes() {
    let (stand, host) = hall(3).await;
    stand.pass(7);
    let mut page = Page::open(&host, "tables=1,3,9&role=table").await;
    let hello = json!({ "type": "hello", "boot": "boot-1", "rate": 1, "tables": [1, 3] });
    assert_eq!(page.next().await.unwrap(), hello);
    for table in [1, 3] {
        let told = page.next().await.unwrap();
        assert_eq!((&told["type"], &told["table"]), (&json!("table"), &json!(table)));
        assert_eq!((&told["now_ms"], &told["players"]["black"]["rank"]), (&json!(7), &json!("5d")));
    }
    assert!(page.waiting().await.is_empty());
    let mut all = Page::open(&host, "tables=all&role=hall").await;
    assert_eq!(all.next().await.unwrap()["tables"], json!([1, 2, 3]));
    let mut clock = Page::open(&host, "tables=2&role=clock").await;
    assert_eq!(clock.next_of("face").await["table"], 2);
}

#[tokio::test]
async fn an_order_is_answered_and_others_see_it_once_it_is_on_disk() {
    let (stand, host) = hall(2).await;
    let mut giver = Page::open(&host, "tables=1&role=hall").await;
    let mut other = Page::open(&host, "tables=all&role=hall").await;
    let mut clock = Page::open(&host, "tables=1&role=clock").await;
    assert_eq!(clock.next_of("face").await["state"]["status"], "waiting");
    other.next_of("table").await;
    other.next_of("table").await;
    giver.next_of("table").await;

    stand.disk(false);
    giver.order("a", "start").await;
    // The clock's own face does not wait for the disk, nor for touches that may be on their way.
    while clock.next_of("face").await["state"]["status"] != "running" {}
    assert_eq!(stand.pass_until(giver.next_of("alarm")).await["kind"], "disk");
    let alarm = other.next().await.unwrap();
    assert_eq!((&alarm["table"], &alarm["zh"]), (&Value::Null, &json!("目前没有写入任何记录")));
    assert!(giver.waiting().await.is_empty() && other.waiting().await.is_empty());

    stand.disk(true);
    assert_eq!(giver.next_of("answer").await, json!({ "type": "answer", "id": "a", "ok": true }));
    let events = other.next_of("events").await;
    assert_eq!((&events["table"], &events["version"]), (&json!(1), &json!(2)));
    assert_eq!(events["events"][0]["event"], "started");
    assert_eq!(events["state"]["status"], "running");
    assert_eq!(other.next().await.unwrap()["type"], "alarm-over");
}

#[tokio::test]
async fn refusals_come_in_both_languages_and_copies_are_answered_again() {
    let (_stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=recorder").await;
    page.order("a", "resume").await;
    let why = json!({ "en": "the game has not begun", "zh": "对局尚未开始" });
    let refused = page.next_of("answer").await;
    assert_eq!((&refused["ok"], &refused["id"]), (&json!(false), &json!("a")));
    page.order("b", "resign black").await;
    assert_eq!(page.next_of("answer").await["why"], why);
    page.order("c", "start").await;
    page.order("c", "start").await;
    for _ in 0..2 {
        assert_eq!(page.next_of("answer").await, json!({ "type": "answer", "id": "c", "ok": true }));
    }
    page.order("d", "dance").await;
    let why = page.next_of("answer").await["why"].clone();
    assert!(why["en"].as_str().unwrap().starts_with("unknown command dance"), "{why}");
    page.send(json!({ "type": "order", "id": "e", "table": 9, "command": "start" })).await;
    assert_eq!(page.next_of("answer").await["why"]["zh"], "没有这一桌");
    page.send(json!({ "type": "order", "id": "f", "table": 1, "command": "turn white", "turns": 4 })).await;
    assert_eq!(page.next_of("answer").await["why"]["zh"], "按钟在先，请看新的读数");
}

#[tokio::test]
async fn a_new_game_is_told_anew_and_keeps_its_touch_clock() {
    let (stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=clock").await;
    for (id, command) in [("a", "start"), ("b", "resign black")] {
        page.order(id, command).await;
        assert_eq!(stand.pass_until(page.next_of("answer")).await["ok"], true, "{command}");
    }
    page.send(json!({ "type": "new-game", "id": "c", "table": 1, "replace": true })).await;
    let told = page.next_of("table").await;
    assert_eq!((&told["state"]["status"], &told["touch"]), (&json!("waiting"), &json!({ "heard": true })));
}

#[tokio::test]
async fn what_is_missed_is_sent_again() {
    let (_stand, host) = hall(2).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    let first = page.next_of("table").await;
    page.send(json!({ "type": "resend", "table": 1 })).await;
    assert_eq!(page.next().await.unwrap(), first);
    for table in [2, 9] {
        page.send(json!({ "type": "resend", "table": table })).await;
        let what = format!("this line follows no table {table}");
        assert_eq!(page.next().await.unwrap(), json!({ "type": "fault", "what": what }));
    }
}

#[tokio::test]
async fn what_means_nothing_is_a_fault_and_the_line_goes_on() {
    let (_stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.next_of("table").await;
    let long = "x".repeat(MESSAGE_MAX + 1);
    let deep = "[".repeat(MESSAGE_MAX);
    for text in
        ["", "{", "null", "{}", "[1]", r#"{"type":"dance"}"#, r#"{"type":"pong","n":-1}"#, &long, &deep]
    {
        page.0.send(Message::text(text)).await.unwrap();
        assert_eq!(page.next().await.unwrap()["type"], "fault", "{text}");
    }
    page.0.send(Message::binary(vec![0, 255])).await.unwrap();
    assert_eq!(page.next().await.unwrap(), json!({ "type": "fault", "what": "messages are text" }));
    page.send(json!({ "type": "pong", "n": 99 })).await;
    page.order(&"n".repeat(65), "start").await;
    assert_eq!(page.next().await.unwrap()["ok"], false);
    page.order("a", "start").await;
    assert_eq!(page.next_of("answer").await["ok"], true);
}

#[tokio::test]
async fn a_line_on_which_something_secret_came_is_closed_behind_its_answer() {
    let order = |table: u32, command: &str| {
        json!({ "type": "order", "id": "a", "table": table, "command": command }).to_string()
    };
    let long = format!(r#"{{"type":"order","command":"seal white Q16 {}"}}"#, "x".repeat(MESSAGE_MAX));
    for text in [
        order(1, "seal white Q16"),
        order(1, "seal white Q16 zoo"),
        order(1, "\"seal\" white zoo"),
        order(1, "open-seal passphrase=zoo"),
        order(9, "seal white zoo"),
        r#"{"type":"order","command":"seal white zoo""#.to_owned(),
        long,
    ] {
        let (_stand, host) = hall(1).await;
        let mut page = Page::open(&host, "tables=1&role=table").await;
        page.next_of("table").await;
        page.0.send(Message::text(text.clone())).await.unwrap();
        // What comes behind it changes nothing.
        page.0.send(Message::text("{")).await.unwrap();
        page.order("b", "strat").await;
        let said = page.next().await.unwrap().to_string();
        assert!(!said.contains("zoo") && !said.contains("Q16"), "{said}");
        assert_eq!(page.next().await, None, "{text}");
    }
    let (_stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.next_of("table").await;
    page.order("a", "open-seal unreadable").await;
    assert_eq!(page.next_of("answer").await["ok"], false);
    page.order("b", "start").await;
    assert_eq!(page.next_of("answer").await["ok"], true);
}

#[tokio::test]
async fn a_press_is_credited_at_most_with_the_round_trip_and_on_the_tables_clock_alone() {
    let stand = Stand::new(1, 256);
    let pace = Pace { ping_every: Duration::from_millis(50), ..Pace::USUAL };
    let host = serve(&stand, pace).await;
    let mut clock = Page::open(&host, "tables=1&role=clock").await;
    let mut other = Page::open(&host, "tables=1&role=hall").await;
    clock.next_of("face").await;
    other.next_of("table").await;
    stand.pass(10_000);
    other.order("start", "start").await;
    // Only what the server measured itself counts, whatever the page says of the age.
    for page in [&mut clock, &mut other] {
        page.pong_after(Duration::from_millis(30)).await;
    }
    let press = |id: &str, command: &str, age_ms: u64| json!({ "type": "order", "id": id, "table": 1, "command": command, "age_ms": age_ms });
    clock.send(press("short", "press black", 5)).await;
    clock.send(press("long", "press white", 9_000)).await;
    clock.send(press("pause", "pause", 5)).await;
    other.send(press("other", "press black", 5)).await;
    stand.pass_until(async { while stand.receipts().await.len() < 5 {} }).await;
    let receipts = stand.receipts().await;
    let credit = |name: &str| {
        let receipt = receipts.iter().find(|receipt| receipt.name.as_deref() == Some(name)).unwrap();
        receipt.credit.as_millis_used()
    };
    assert_eq!((credit("start"), credit("short"), credit("pause"), credit("other")), (0, 5, 0, 0));
    assert!((30..=300).contains(&credit("long")), "{}", credit("long"));
}

#[tokio::test]
async fn a_page_that_was_too_slow_is_told_how_things_stand() {
    let stand = Stand::new(1, 2);
    let host = serve(&stand, Pace::USUAL).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.next_of("table").await;
    let mut giver = Page::open(&host, "tables=1&role=hall").await;
    giver.next_of("table").await;
    // What the disk brings at once is more than is kept: the events are lost.
    stand.disk(false);
    giver.order("a", "start").await;
    assert!(page.waiting().await.contains(&"alarm".to_owned()));
    stand.disk(true);
    let told = page.next().await.unwrap();
    assert_eq!((&told["type"], &told["version"]), (&json!("table"), &json!(2)));
    assert_eq!(told["state"]["status"], "running");
    assert_eq!(page.next().await.unwrap()["type"], "alarm-over");
}

#[tokio::test]
async fn a_page_that_reads_nothing_holds_nobody_up() {
    let stand = Stand::new(1, 8);
    let host = serve(&stand, Pace { dead_after: Duration::from_secs(300), ..Pace::USUAL }).await;
    let mut stuck = Page::open(&host, "tables=1&role=table").await;
    stuck.next_of("table").await;
    let mut giver = Page::open(&host, "tables=1&role=hall").await;
    giver.order("start", "start").await;
    giver.next_of("answer").await;
    // Far more than sockets hold.
    let refused = format!("void-flag \"{}\"", "x".repeat(3_000));
    for n in 0..300 {
        giver.order(&n.to_string(), &refused).await;
        giver.next_of("answer").await;
    }
    let mut messages = 1;
    while stuck.next().await.unwrap()["version"] != 302 {
        messages += 1;
    }
    assert!(messages < 300, "{messages} messages: it missed nothing");
}

#[tokio::test]
async fn too_many_orders_at_once_are_turned_away() {
    let (stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=hall").await;
    page.next_of("table").await;
    stand.disk(false);
    for n in 0..=ORDERS_MAX {
        page.order(&n.to_string(), "pause").await;
    }
    let turned_away = page.next_of("answer").await;
    assert_eq!((&turned_away["id"], &turned_away["ok"]), (&json!(ORDERS_MAX.to_string()), &json!(false)));
    stand.disk(true);
    for _ in 0..ORDERS_MAX {
        page.next_of("answer").await;
    }
}

#[tokio::test]
async fn a_page_that_is_not_heard_is_given_up() {
    let stand = Stand::new(1, 64);
    let pace = Pace { ping_every: Duration::from_millis(20), dead_after: Duration::from_millis(200) };
    let host = serve(&stand, pace).await;
    let mut page = Page::open(&host, "tables=1&role=clock").await;
    page.next_of("face").await;
    while page.next().await.is_some() {}
    // The hall knows that the page has left: after a while nobody waits for touches any more.
    let mut other = Page::open(&host, "tables=1&role=hall").await;
    other.next_of("table").await;
    stand.pass(4_000);
    other.order("a", "start").await;
    assert_eq!(other.next_of("answer").await["ok"], true);
}

#[tokio::test]
async fn only_pages_of_the_same_host_get_a_line() {
    let (_stand, host) = hall(1).await;
    let address = format!("ws://{host}/api/live?tables=1&role=table");
    for (origin, status) in
        [(format!("http://{host}"), 101), ("http://elsewhere".to_owned(), 403), ("null".to_owned(), 403)]
    {
        let mut request = address.as_str().into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let found = match connect_async(request).await {
            Ok((_, response)) => response.status(),
            Err(Error::Http(response)) => response.status(),
            Err(error) => panic!("{origin}: {error}"),
        };
        assert_eq!(found, status, "{origin}");
    }
    for query in ["", "tables=1", "tables=one&role=table", "tables=1&role=king", "tables=all&role=clock"] {
        let Err(Error::Http(response)) = connect_async(format!("ws://{host}/api/live?{query}")).await else {
            panic!("{query}")
        };
        assert_eq!(response.status(), 400, "{query}");
    }
}

#[tokio::test]
async fn without_the_halls_task_there_is_no_line() {
    use axum::body::Body;
    use tower::ServiceExt;

    let stand = Stand::new(1, 64);
    let host = serve(&stand, Pace { ping_every: Duration::from_millis(20), ..Pace::USUAL }).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.next_of("table").await;
    let venue = stand.venue.clone();
    stand.end().await;
    while page.next().await.is_some() {}
    let request = axum::http::Request::get("/api/tables").body(Body::empty()).unwrap();
    assert_eq!(app(venue).oneshot(request).await.unwrap().status(), 503);
}

#[tokio::test]
async fn a_press_does_not_wait_for_the_recordings_that_the_same_page_has_asked_for() {
    let mut stand = Stand::new(1, 256);
    stand.venue.shelf = Arc::new(Shelf::default());
    let read = stand.venue.shelf.being_read(::voice::Tongue::Chinese);
    let host = serve(&stand, Pace::USUAL).await;
    let mut page = Page::open(&host, "tables=1&role=clock").await;
    page.next_of("table").await;
    page.send(json!({ "type": "listen", "table": 1, "language": "zh" })).await;
    page.order("a", "start").await;
    page.order("b", "press black").await;
    for answered in ["a", "b"] {
        loop {
            let message = timeout(PATIENCE, page.next()).await.unwrap().unwrap();
            assert_ne!(message["type"], "voice", "the recordings are not read yet");
            if message["type"] == "answer" {
                assert_eq!((&message["id"], &message["ok"]), (&json!(answered), &json!(true)), "{message}");
                break;
            }
        }
        stand.pass(3_000);
    }
    read.send(()).unwrap();
    let told = page.next_of("voice").await;
    assert_eq!((&told["on"], &told["recordings"]), (&json!(true), &json!("/voice/zh/manifest.json")));
}
