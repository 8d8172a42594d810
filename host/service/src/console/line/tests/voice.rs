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
                "end": due + 300_000, "cut": false, "in": "zh" })
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
    let (_, speech) = crate::console::inquiry::past(&stand.venue, 1).await.unwrap();
    let stood: Vec<Value> = speech.iter().map(|past| json!(past.entry)).collect();
    let played = stood.iter().find(|entry| entry["entry"] == "spoken").unwrap();
    assert_eq!((&played["in"], &played["by"]), (&json!("zh"), &json!("page -1")), "{played}");
    page.send(json!({ "type": "listen", "table": 2 })).await;
    assert!(page.next_of("fault").await["what"].as_str().unwrap().contains("no such table"));
}

/// How the voice stands on record: who is heard, and who stands at volume 0.
async fn stands(stand: &Stand) -> Vec<(Value, Value)> {
    let (_, speech) = crate::console::inquiry::past(&stand.venue, 1).await.unwrap();
    let entries = speech.iter().map(|past| json!(past.entry)).filter(|entry| entry["entry"] == "voice");
    entries.map(|entry| (entry["speakers"].clone(), entry["silent"].clone())).collect()
}

#[tokio::test]
async fn where_sixteen_pages_speak_another_is_told_to_wait_and_the_tables_clock_is_not() {
    let (_stand, host) = hall(1).await;
    let listen = |number: usize| json!({ "type": "listen", "table": 1, "page": format!("sign {number}") });
    let mut pages = Vec::new();
    for number in 0..16 {
        let mut page = Page::open(&host, "tables=1&role=table").await;
        page.send(listen(number)).await;
        page.next_of("voice").await;
        pages.push(page);
    }
    let mut another = Page::open(&host, "tables=1&role=table").await;
    another.send(listen(16)).await;
    assert_eq!(another.next_of("crowded").await, json!({ "type": "crowded", "table": 1 }));
    let mut clock = Page::open(&host, "tables=1&role=clock").await;
    clock.send(listen(17)).await;
    clock.next_of("voice").await;
    pages[5].send(json!({ "type": "listen", "table": null })).await;
    // Once its leaving is known there is room.
    loop {
        another.send(listen(16)).await;
        let told = another.next().await.unwrap();
        match told["type"].as_str().unwrap() {
            "voice" => break,
            _ => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    }
}

#[tokio::test]
async fn a_page_at_volume_0_is_muted_for_all_to_see_and_keeps_its_name_over_its_lines() {
    let (stand, host) = hall(1).await;
    let mut watcher = Page::open(&host, "tables=1&role=hall").await;
    watcher.next_of("table").await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.send(json!({ "type": "listen", "table": 1, "page": "sign", "volume": 0 })).await;
    page.next_of("voice").await;
    assert_eq!(watcher.next_of("table").await["silenced"], "muted");
    page.send(json!({ "type": "volume", "volume": 30 })).await;
    assert_eq!(watcher.next_of("table").await["silenced"], Value::Null);
    // Its line is opened anew; the old one, given up later, does not take it away.
    let mut again = Page::open(&host, "tables=1&role=table").await;
    again.send(json!({ "type": "listen", "table": 1, "page": "sign", "volume": 0 })).await;
    again.next_of("voice").await;
    watcher.next_of("table").await;
    drop(page);
    drop(again);
    watcher.next_of("table").await;
    let (one, none) = (json!(["page -1"]), Value::Null);
    let expected = [(&none, &one), (&one, &none), (&none, &one), (&none, &none)];
    let found = stands(&stand).await;
    assert_eq!(found.iter().map(|(heard, silent)| (heard, silent)).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn what_a_page_has_left_out_stands_with_its_reason() {
    let (stand, host) = hall(1).await;
    let mut page = Page::open(&host, "tables=1&role=table").await;
    page.send(json!({ "type": "listen", "table": 1 })).await;
    page.next_of("voice").await;
    stand.order("start").await;
    stand.order("query black").await;
    let said = loop {
        let told = page.next_of("voice").await;
        if let Some(said) = told["say"].as_array().unwrap().first() {
            break said.clone();
        }
    };
    let omitted = |why: &str| json!({ "type": "omitted", "table": 1, "due": said["due"], "what": said["what"], "why": why });
    page.send(omitted("muted")).await;
    assert!(page.next_of("fault").await["what"].as_str().unwrap().contains("unknown variant"));
    page.send(omitted("no-gap")).await;
    stand
        .pass_until(async {
            while spoken(&stand).await.is_empty() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    let (_, speech) = crate::console::inquiry::past(&stand.venue, 1).await.unwrap();
    let entry = speech.iter().map(|past| json!(past.entry)).find(|entry| entry["entry"] == "spoken").unwrap();
    assert_eq!((&entry["played"], &entry["why"]), (&json!("not"), &json!("no-gap")), "{entry}");
    assert!(entry["reading"].is_object(), "{entry}");
}
