//! Each role with each message that a page may send.

use std::net::SocketAddr;

use axum::Extension;
use axum::extract::ConnectInfo;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::Page;
use crate::access::Access;
use crate::access::role::Role;
use crate::console::app_at;
use crate::console::live::Pace;
use crate::console::stand::{Stand, cookie_of};
use crate::console::transport::Transport;

/// A hall on its network.
struct Network {
    stand: Stand,
    access: Access,
    port: u16,
}

impl Network {
    async fn new() -> Self {
        let (stand, access) = (Stand::new(2, 64), Access::kept_nowhere());
        let app = app_at(stand.venue.clone(), access.clone(), Some("https://hall:8443".into()), Pace::USUAL);
        let from = ConnectInfo(SocketAddr::from(([192, 168, 1, 20], 5_000)));
        let app = app.layer(Extension(Transport::Tls)).layer(Extension(from));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async { axum::serve(listener, app).await });
        Self { stand, access, port }
    }

    async fn cookie(&self, role: Role) -> Option<String> {
        cookie_of(&self.access, role).await
    }

    /// A line for that purpose at table 1; the status where there is none.
    async fn open(&self, purpose: &str, cookie: Option<&str>) -> Result<Page, u16> {
        let address = format!("ws://hall:8443/api/live?tables=1&role={purpose}");
        let mut request = address.as_str().into_client_request().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Page(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// What is answered to an order: `done`, `forbidden`, or `refused` for another reason.
async fn answered(page: &mut Page, message: Value) -> &'static str {
    page.send(message).await;
    let answer = page.next_of("answer").await;
    let forbidden = answer["why"]["en"] == crate::console::words::Words::forbidden().en;
    match (answer["ok"].as_bool().unwrap(), forbidden) {
        (true, _) => "done",
        (false, true) => "forbidden",
        (false, false) => "refused",
    }
}

#[tokio::test]
async fn a_line_for_each_purpose_is_open_to_whom_it_is_for() {
    let network = Network::new().await;
    for (role, clock, recorder, desk) in [
        (Role::Arbiter, true, true, true),
        (Role::Recorder { table: 1 }, false, true, false),
        (Role::Clock { table: 1 }, true, false, true),
        (Role::Display { table: 1 }, false, false, false),
        (Role::Recorder { table: 2 }, false, false, false),
        (Role::Clock { table: 2 }, false, false, false),
        (Role::Spectator, false, false, false),
    ] {
        let cookie = network.cookie(role).await;
        let purposes =
            [("hall", true), ("table", true), ("clock", clock), ("recorder", recorder), ("desk", desk)];
        for (purpose, open) in purposes {
            let status = network.open(purpose, cookie.as_deref()).await.err();
            assert_eq!(status, (!open).then_some(403), "{role} as {purpose}");
        }
    }
}

#[tokio::test]
async fn each_role_is_answered_to_each_message_by_what_it_may() {
    let network = Network::new().await;
    network.stand.order("start").await;
    let mut number = 0;
    let mut order = |command: &str, by: &str| {
        number += 1;
        json!({ "type": "order", "id": format!("o{number}"), "table": 1, "command": command, "by": by })
    };
    for (role, press, moves, pauses, opens, hears) in [
        (Role::Spectator, "forbidden", "forbidden", "forbidden", "forbidden", false),
        (Role::Display { table: 1 }, "forbidden", "forbidden", "forbidden", "forbidden", true),
        (Role::Clock { table: 2 }, "forbidden", "forbidden", "forbidden", "forbidden", false),
        (Role::Recorder { table: 2 }, "forbidden", "forbidden", "forbidden", "forbidden", false),
        (Role::Recorder { table: 1 }, "forbidden", "done", "forbidden", "forbidden", true),
        (Role::Clock { table: 1 }, "done", "forbidden", "forbidden", "forbidden", true),
        (Role::Arbiter, "done", "done", "done", "refused", true),
    ] {
        let cookie = network.cookie(role).await;
        let mut page = network.open("table", cookie.as_deref()).await.unwrap();
        page.next_of("table").await;
        let side = if role == Role::Arbiter { "white" } else { "black" };
        assert_eq!(answered(&mut page, order(&format!("press {side}"), side)).await, press, "{role}");
        let moved = if role == Role::Arbiter { "move white C3" } else { "move black D4" };
        assert_eq!(answered(&mut page, order(moved, "recorder")).await, moves, "{role}");
        let pause = answered(&mut page, order("pause", "arbiter")).await;
        assert_eq!(pause, pauses, "{role}");
        let wish = json!({ "type": "new-game", "id": format!("n{role}"), "table": 1 });
        assert_eq!(answered(&mut page, wish).await, opens, "{role}");
        // Of a table that the line does not follow nothing is told, whoever asks.
        page.send(json!({ "type": "resend", "table": 2 })).await;
        assert!(page.next_of("fault").await["what"].as_str().unwrap().contains("follows no table 2"));
        page.send(json!({ "type": "resend", "table": 1 })).await;
        page.next_of("table").await;
        page.send(json!({ "type": "listen", "table": 1, "page": "sign" })).await;
        let told = loop {
            let told = page.next().await.unwrap();
            if ["voice", "fault"].contains(&told["type"].as_str().unwrap()) {
                break told["type"] == "voice";
            }
        };
        assert_eq!(told, hears, "{role}");
        // What nobody told it to play, or whoever does not listen says of itself, is on no record and ends no line.
        for message in [
            json!({ "type": "volume", "volume": 30 }),
            json!({ "type": "played", "table": 1, "due": 5_000_000, "what": { "say": "call", "side": "black",
                    "call": { "elapsed": 30 } }, "onset": 5_000_000, "end": 5_100_000, "cut": false, "in": "zh" }),
            json!({ "type": "pong", "n": 77 }),
        ] {
            page.send(message).await;
        }
        page.send(json!({ "type": "resend", "table": 1 })).await;
        page.next_of("table").await;
    }
    let (_, speech) = crate::console::inquiry::past(&network.stand.venue, 1).await.unwrap();
    let spoken = speech.iter().filter(|past| matches!(past.entry, hall::SpeechEntry::Spoken(_)));
    assert_eq!(spoken.count(), 0);
}
