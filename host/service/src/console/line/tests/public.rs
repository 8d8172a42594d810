//! An event that shows moves to the public later.

use clock::Duration as Time;
use serde_json::{Value, json};

use super::{PATIENCE, Page, serve, timeout};
use crate::console::live::Pace;
use crate::console::stand::Stand;

/// The moves on a page, and the first row of its board from below.
fn board(told: &Value) -> (Vec<&str>, &str) {
    let moves = told["moves"].as_array().unwrap().iter().map(|one| one["move"].as_str().unwrap());
    let row = told["state"]["position"].as_array().unwrap().last().unwrap().as_str().unwrap();
    (moves.collect(), row.get(..3).unwrap())
}

/// A hall whose moves are public a minute later, by the hall's time; pages are measured fifty times a second.
async fn hall() -> (Stand, String) {
    let mut stand = Stand::new(1, 64);
    stand.venue.rate = 100_000;
    stand.delay_moves(Time::from_secs(60));
    let pace = Pace { ping_every: std::time::Duration::from_millis(20), ..Pace::USUAL };
    let host = serve(&stand, pace).await;
    stand.order("start").await;
    (stand, host)
}

#[tokio::test]
async fn whoever_looks_on_is_shown_each_move_when_it_is_due_and_not_before() {
    let (stand, host) = hall().await;
    let mut public = Page::open(&host, "tables=1&role=table").await;
    let mut recorder = Page::open(&host, "tables=1&role=recorder").await;
    public.next_of("table").await;
    recorder.next_of("table").await;
    stand.order("move black A1").await;
    stand.pass(30_000);
    stand.order("move white B1").await;
    for page in [&mut public, &mut recorder] {
        page.send(json!({ "type": "resend", "table": 1 })).await;
    }
    assert_eq!(board(&recorder.next_of("table").await), (vec!["A1", "B1"], "XO."));
    let mut told = 0;
    let resent = loop {
        let message = public.next().await.unwrap();
        if message["type"] == "table" {
            break message;
        }
        told += 1;
        assert!(!message.to_string().contains("A1"), "{message}");
        assert_eq!(
            (&message["state"]["moves"], message["state"]["black"].get("captures")),
            (&json!(0), None)
        );
        assert!(message["events"].as_array().unwrap().is_empty());
    };
    assert_eq!((told, board(&resent)), (2, (vec![], "...")));
    // The first is a minute old, the second is not.
    stand.pass(30_000);
    let message = public.next_of("table").await;
    assert_eq!((board(&message), &message["state"]["moves"]), ((vec!["A1"], "X.."), &json!(1)));
    stand.pass(29_999);
    let early = timeout(std::time::Duration::from_millis(100), public.next_of("table")).await;
    if let Ok(message) = early {
        assert_eq!(board(&message).0, ["A1"], "a millisecond too early");
    }
    stand.pass(1);
    let both = async {
        loop {
            let message = public.next_of("table").await;
            if board(&message) == (vec!["A1", "B1"], "XO.") {
                return;
            }
        }
    };
    timeout(PATIENCE, both).await.unwrap();
}

#[tokio::test]
async fn what_was_public_and_is_corrected_is_told_anew_and_a_game_that_is_over_whole() {
    let (stand, host) = hall().await;
    stand.order("move black A1").await;
    stand.pass(60_000);
    let mut public = Page::open(&host, "tables=1&role=table").await;
    assert_eq!(board(&public.next_of("table").await), (vec!["A1"], "X.."));
    stand.order("move white B1").await;
    assert!(public.next_of("events").await["events"].as_array().unwrap().is_empty());
    stand.order("take-back white").await;
    let told = public.next_of("events").await;
    assert_eq!(told["events"], json!([]), "nobody knew of it");
    stand.order("move white C1").await;
    public.next_of("events").await;
    stand.order("correct 1 B1").await;
    assert_eq!(
        board(&public.next_of("table").await),
        (vec!["B1"], ".X."),
        "a slip is not shown for a minute more"
    );
    stand.order("resign white").await;
    let over = public.next_of("table").await;
    assert_eq!((board(&over), &over["state"]["result"]), ((vec!["B1", "C1"], ".XO"), &json!("B+R")));
}
