//! What a table does, as text: cases with a script, and below each of its lines the events that it brings.
//! `table/README.txt` says how a case is written.

mod desk;
mod in_short;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use referee::{Event, EventKind, Scenario, Step, Table, Who, event_json, rehearse, state_json};
use serde_json::Value;

use desk::TestDesk;
use in_short::{plain, refusal_name, state_words};

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table");
    let (mut cases, mut wrong) = (0, String::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        if path.file_name().is_some_and(|name| name == "README.txt") {
            continue;
        }
        for case in cases_of(&text) {
            cases += 1;
            let found = case.played();
            if found != case.text {
                let _ = write!(wrong, "{}:{}: it goes like this:\n{found}\n", path.display(), case.line);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(cases >= 50, "only {cases} cases");
}

/// A case: its text from `==` on, and the line in its file.
struct Case<'a> {
    line: usize,
    text: &'a str,
}

fn cases_of(text: &str) -> Vec<Case<'_>> {
    let heads: Vec<usize> = text.match_indices("== ").map(|(at, _)| at).collect();
    let ends = heads.iter().skip(1).copied().chain([text.len()]);
    heads
        .iter()
        .zip(ends)
        .map(|(&from, to)| Case { line: text[..from].lines().count() + 1, text: &text[from..to] })
        .collect()
}

impl Case<'_> {
    /// The case as it goes: its own lines, with what really comes in the place of what was expected.
    fn played(&self) -> String {
        let scenario = Scenario::read(&self.scenario())
            .unwrap_or_else(|faults| panic!("line {}: {faults:?}\n{}", self.line, self.text));
        let mut steps = Vec::new();
        rehearse(&scenario, &mut TestDesk::default(), |step, table| {
            steps.push((step.clone(), table.clone()))
        })
        .expect("the desk seals");
        let (mut steps, mut now, mut found) = (steps.iter(), None, String::new());
        for line in self.text.lines() {
            if line.starts_with(|first: char| first.is_ascii_digit()) {
                now = steps.next();
                let _ = writeln!(found, "{line}");
                now.into_iter().for_each(|(step, table)| self.say_events(&mut found, step, table));
            } else if let (true, Some((_, table))) = (line.starts_with("    {\"event\":\"state\""), now) {
                let _ = writeln!(found, "    {}", state_json(table));
            } else if let (Some(keys), Some((_, table))) = (line.strip_prefix("    state "), now) {
                let _ = writeln!(found, "    state {}", state_words(table, keys));
            } else if !line.starts_with("    ") {
                let _ = writeln!(found, "{line}");
            }
        }
        found
    }

    /// The case as the text of a scenario. Head lines are keys of `[game]`, but for the control
    /// and the policy.
    fn scenario(&self) -> String {
        let (mut control, mut game, mut script) = ("control = \"10m\"", String::new(), String::new());
        let mut policy = "";
        for line in self.text.lines().skip(1) {
            if line.starts_with("control = ") {
                control = line;
            } else if line.starts_with("policy = ") {
                policy = line;
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                script += &format!("{line}\n");
            } else if line.starts_with(|first: char| first.is_ascii_lowercase()) {
                game += &format!("{line}\n");
            }
        }
        format!("{control}\n{policy}\nscript = '''\n{script}'''\n[game]\n{game}")
    }

    /// Whether it shows the very lines of `run --json`.
    fn is_json(&self) -> bool {
        self.text.lines().next().is_some_and(|title| title.ends_with("(json)"))
    }

    fn say_events(&self, found: &mut String, step: &Step, table: &Table) {
        for event in &step.events {
            let json = event_json(event, table.setup().game.kind);
            if self.is_json() {
                let _ = writeln!(found, "    {json}");
            } else if !is_call_in_passing(event) {
                let _ = writeln!(found, "    {}", event_words(event, step, &json));
            }
        }
    }
}

/// Whether it is a call that time alone brought: those are the clock's own affair.
fn is_call_in_passing(event: &Event) -> bool {
    event.by == Who::Clock && matches!(event.kind, EventKind::Clock(clock::EventKind::Call { .. }))
}

/// An event in short: its name, its fields, `by` whom; the time only where it is not that of the line.
fn event_words(event: &Event, step: &Step, json: &Value) -> String {
    let mut words = json["event"].as_str().unwrap_or_default().to_owned();
    if event.at != step.at {
        let _ = write!(words, " t={}", json["t"]);
    }
    for (key, value) in json.as_object().into_iter().flatten() {
        match (key.as_str(), &event.kind) {
            ("t" | "event", _) => {}
            ("why", EventKind::Refused { refusal, .. }) => {
                let _ = write!(words, " {}", refusal_name(refusal));
            }
            _ => {
                let _ = write!(words, " {key}={}", plain(value));
            }
        }
    }
    words
}
