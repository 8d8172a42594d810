//! The cases in the text files.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use referee::{Ahead, Event, EventKind, NoDesk, Refusal, Scenario, Step, Table, event_json, rehearse};
use serde_json::Value;

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/endings");
    let (mut cases, mut wrong) = (0, String::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_case = path.extension().is_some_and(|ends| ends == "txt") && !path.ends_with("README.txt");
        if !is_case {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let heads: Vec<usize> = text.match_indices("== ").map(|(at, _)| at).collect();
        let ends = heads.iter().skip(1).copied().chain([text.len()]);
        for (from, to) in heads.iter().copied().zip(ends) {
            cases += 1;
            let case = &text[from..to];
            let found = played(case);
            if found != case {
                let line = text[..from].lines().count() + 1;
                let _ = write!(wrong, "{}:{line}: it goes like this:\n{found}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(cases >= 45, "only {cases} cases");
}

/// The case as it goes: its own lines, with what really comes in the place of what was expected.
fn played(text: &str) -> String {
    let scenario = scenario(text);
    let scenario = Scenario::read(&scenario).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let mut steps = Vec::new();
    rehearse(&scenario, &mut NoDesk, |step, table| steps.push((step.clone(), table.clone())))
        .expect("nothing is sealed");
    let (mut steps, mut now, mut found) = (steps.iter(), None, String::new());
    for line in text.lines() {
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            now = steps.next();
            let _ = writeln!(found, "{line}");
            for event in now.iter().flat_map(|(step, _)| step.events.iter()) {
                let step = &now.expect("there is one").0;
                if let Some(words) = event_words(event, step) {
                    let _ = writeln!(found, "    {words}");
                }
            }
        } else if let (Some(keys), Some((_, table))) = (line.strip_prefix("    state "), now) {
            let words =
                keys.split(' ').map(|word| state_words(word.split('=').next().unwrap_or_default(), table));
            let _ = writeln!(found, "    state {}", words.collect::<Vec<_>>().join(" "));
        } else if !line.starts_with("    ") {
            let _ = writeln!(found, "{line}");
        }
    }
    found
}

/// The case as the text of a scenario.
fn scenario(text: &str) -> String {
    let (mut control, mut game, mut policy, mut script) =
        ("control = \"10m\"", String::new(), String::new(), String::new());
    for line in text.lines().skip(1) {
        if line.starts_with("control = ") {
            control = line;
        } else if line.starts_with("warning") {
            policy += &format!("{line}\n");
        } else if line.starts_with(|first: char| first.is_ascii_digit()) {
            script += &format!("{line}\n");
        } else if line.starts_with(|first: char| first.is_ascii_lowercase()) {
            game += &format!("{line}\n");
        }
    }
    format!("{control}\nscript = '''\n{script}'''\n[game]\n{game}[policy]\n{policy}")
}

/// An event in short; none where it is not of the end.
fn event_words(event: &Event, step: &Step) -> Option<String> {
    let json = match &event.kind {
        EventKind::Move { .. } => return None,
        EventKind::Clock(
            clock::EventKind::Pressed { .. }
            | clock::EventKind::Started { .. }
            | clock::EventKind::Call { .. }
            | clock::EventKind::Resumed,
        ) => return None,
        EventKind::Refused { refusal, .. } => return Some(format!("refused {}", refusal_name(refusal))),
        EventKind::Ending(ending) => serde_json::to_value(ending),
        EventKind::Adjournment(adjournment) => serde_json::to_value(adjournment),
        EventKind::Incident(incident) => serde_json::to_value(incident),
        EventKind::Clock(_)
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Told { .. }
        | EventKind::Resigned { .. }
        | EventKind::Ended { .. }
        | EventKind::Undecided { .. }
        | EventKind::Result(_)
        | EventKind::Reopened
        | EventKind::UnitClock { .. }
        | EventKind::People(_) => return Some(other_words(event)),
    };
    let json = json.expect("an event is data");
    let (name, fields) = match json.as_object().and_then(|named| named.iter().next()) {
        Some((name, fields)) => (name.clone(), fields.clone()),
        None => (plain(&json), Value::Null),
    };
    let mut words = name;
    if let Value::Object(fields) = fields {
        for (key, value) in fields {
            let _ = write!(words, " {key}={}", plain(&value));
        }
    } else if !fields.is_null() {
        let _ = write!(words, " {}", plain(&fields));
    }
    let giver = step.order.as_ref().map(|order| order.by);
    if giver != Some(event.by) {
        let _ = write!(words, " by={}", event.by);
    }
    Some(words)
}

fn other_words(event: &Event) -> String {
    let json = event_json(event, referee::GameKind::Go);
    let mut words = plain(&json["event"]);
    for key in ["side", "turn", "unrecorded", "result"] {
        if !json[key].is_null() {
            let _ = write!(words, " {key}={}", plain(&json[key]));
        }
    }
    words
}

fn refusal_name(refusal: &Refusal) -> String {
    let json = serde_json::to_value(refusal).expect("a refusal is data");
    let (name, of) = (plain(&json["refusal"]), &json["of"]);
    match of.as_object() {
        Some(of) => format!("{name}:{}", of.values().map(plain).collect::<Vec<_>>().join("/")),
        None if of.is_null() => name,
        None => format!("{name}:{}", plain(of)),
    }
}

fn state_words(key: &str, table: &Table) -> String {
    let record = table.record();
    let ending = record.ending();
    let value = match key {
        "turn" => format!("{:?}", table.clock().turn()),
        "clock" => format!("{:?}", table.clock().status()),
        "moves" => record.move_count().to_string(),
        "ahead" => match table.ahead() {
            None => "none".to_owned(),
            Some(Ahead::Clock(turns)) => format!("clock:{turns}"),
            Some(Ahead::Moves(turns)) => format!("moves:{turns}"),
        },
        "proposed" => format!("{:?}", ending.proposed),
        "stopped" => format!("{:?}", ending.stopped.map(|(by, _)| by)),
        "ended" => record.is_ended().to_string(),
        "result" => {
            record.outcome().map_or("none".to_owned(), |outcome| outcome.notation(referee::GameKind::Go))
        }
        "black" => format!("{:?}", ending.marks.black),
        "white" => format!("{:?}", ending.marks.white),
        "left" => {
            let left = table.clock().standing().readings;
            format!("{}/{}", left.black.left.as_secs(), left.white.left.as_secs())
        }
        other => panic!("no such state: {other}"),
    };
    format!("{key}={}", value.replace([' ', '"'], "").to_lowercase())
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "-".to_owned(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join("/"),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!("{key}:{}", plain(value))).collect::<Vec<_>>().join(",")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
