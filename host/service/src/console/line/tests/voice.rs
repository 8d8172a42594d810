//! A page that plays what is said.

use serde_json::{Value, json};

use super::{Page, hall};
use crate::console::stand::Stand;

/// What of the voice is on record, as `say played`.
async fn spoken(stand: &Stand) -> Vec<String> {
    let (_, speech) = crate::console::inquiry::past(&stand.venue, 1).await.unwrap();
    let entries = speech.iter().map(|past| json!(past.entry)).filter(|entry| entry["entry"] == "spoken");
    let word = |entry: Value| format!("{} {}", entry["say"], entry["played"]).replace('"', "");
    entries.map(word).collect()
}

#[tokio::test]
async fn a_page_that_listens_is_told_all_that_is_said_and_tells_what_it_has_played() {
    let (stand, host) = hall(2).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.next_of("table").await;
    page.send(json!({ "type": "listen", "table": 1, "language": "zh" })).await;
    let told = page.next_of("voice").await;
    assert_eq!((&told["on"], &told["volume"], &told["say"]), (&json!(true), &json!(80), &json!([])));
    assert_eq!(told["recordings"], "/voice/zh/manifest.json");
    stand.order("start").await;
    stand.order("query black").await;
    let said = loop {
        let told = page.next_of("voice").await;
        if let Some(said) = told["say"].as_array().unwrap().first() {
            break said.clone();
        }
    };
    assert_eq!((&said["what"]["say"], &said["what"]["side"]), (&json!("reading"), &json!("black")));
    assert!(!said["clips"].as_array().unwrap().is_empty(), "{said}");
    assert!(said["text"].as_str().unwrap().contains("十分"), "{said}");
    let due = said["due"].as_u64().unwrap();
    let played = |table: u32, due: u64| {
        json!({ "type": "played", "table": table, "due": due, "what": said["what"], "onset": due + 3_000,
                "end": due + 900_000, "cut": false })
    };
    // Of another table than it listens to, and at a time that cannot be: neither is on record.
    page.send(played(2, due)).await;
    page.send(played(1, due + 3_600_000_000)).await;
    page.send(played(1, due)).await;
    page.send(played(1, due)).await;
    page.send(json!({ "type": "listen", "table": null })).await;
    stand
        .pass_until(async {
            while spoken(&stand).await.is_empty() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    assert_eq!(spoken(&stand).await, ["reading whole"]);
    page.send(json!({ "type": "listen", "table": 2 })).await;
    assert!(page.next_of("fault").await["what"].as_str().unwrap().contains("no such table"));
}
