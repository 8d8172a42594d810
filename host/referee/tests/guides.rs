//! What the guides show can be written like that: every example reads, and says what its short notation says.

use std::fs;
use std::path::Path;

use clock::Control;
use referee::{Checked, Scenario, event_json, rehearse, state_json};

/// A guide's text.
fn guide(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(name)).expect("a guide")
}

/// The texts that may show examples: the guides and the first page.
fn guides() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides");
    let entries = fs::read_dir(folder).expect("the folder of the guides");
    let names = entries.map(|entry| entry.expect("a guide").file_name());
    let mut names: Vec<String> =
        names.map(|name| format!("docs/guides/{}", name.to_string_lossy())).collect();
    names.push("README.md".to_owned());
    names.into_iter().map(|name| (name.clone(), guide(&name))).collect()
}

/// The blocks of a kind in a text, each with its line and with what follows up to the next block or heading.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<(usize, &'a str, &'a str)> {
    let fence = format!("```{kind}\n");
    let starts = text.match_indices(&fence).map(|(at, _)| at + fence.len());
    let found = starts.map(|start| {
        let length = text[start..].find("```").expect("a block ends");
        let after = &text[start + length + 3..];
        let end = ["\n```", "\n#"].iter().filter_map(|mark| after.find(mark)).min().unwrap_or(after.len());
        (text[..start].lines().count(), &text[start..start + length], &after[..end])
    });
    found.collect()
}

fn control_of(checked: &Checked) -> &Control {
    match checked {
        Checked::Scenario(scenario) => &scenario.setup.control,
        Checked::Control(file) => &file.control,
    }
}

/// The texts between back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_example_reads() {
    let mut read = 0;
    for (name, text) in guides() {
        // Configurations are the service's to read.
        let examples = blocks(&text, "toml").into_iter().filter(|(_, block, _)| !block.contains("[[table]]"));
        for (line, block, after) in examples {
            let checked =
                Checked::read(block).unwrap_or_else(|faults| panic!("{name}:{line}: {}\n{block}", faults[0]));
            let short = after.lines().find(|line| line.starts_with("Short: ") || line.starts_with("简写："));
            if let Some(short) = short.and_then(|line| quoted(line).next()) {
                assert_eq!(short.parse().as_ref(), Ok(control_of(&checked)), "{name}:{line}: {short}");
            }
            read += 1;
        }
    }
    assert!(read >= 40, "only {read} examples");
}

#[test]
fn every_short_notation_at_a_glance_reads() {
    for name in ["docs/guides/time-controls.md", "docs/guides/time-controls.zh.md"] {
        let text = guide(name);
        let rows = text.lines().skip_while(|line| !["| short | meaning |", "| 简写 | 含义 |"].contains(line));
        let rows: Vec<&str> = rows.skip(2).take_while(|line| line.starts_with('|')).collect();
        for row in &rows {
            let short = quoted(row).next().unwrap();
            assert!(short.parse::<Control>().is_ok(), "{name}: {row}");
        }
        assert!(rows.len() >= 15, "{name}: only {} rows", rows.len());
    }
}

/// Both languages show the same controls, in the same order.
#[test]
fn the_guides_show_the_same_in_both_languages() {
    for name in ["time-controls", "rehearsal"] {
        let controls = |ending: &str| {
            let text = guide(&format!("docs/guides/{name}{ending}"));
            let controls = blocks(&text, "toml").into_iter().map(|(_, block, _)| {
                let checked = Checked::read(block).unwrap();
                control_of(&checked).clone()
            });
            controls.collect::<Vec<_>>()
        };
        assert_eq!(controls(".md"), controls(".zh.md"), "{name}");
    }
}

/// The fields that the guide to rehearsals names are those that a run prints.
#[test]
fn the_guide_names_every_field() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenarios");
    let guides = [guide("docs/guides/rehearsal.md"), guide("docs/guides/rehearsal.zh.md")];
    let (mut files, mut missing) = (0, Vec::new());
    for entry in fs::read_dir(scenarios).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        files += 1;
        let scenario = Scenario::read(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut lines = Vec::new();
        let kind = scenario.setup.game.kind;
        let table = rehearse(&scenario, |step, _| {
            lines.extend(step.events.iter().map(|event| event_json(event, kind)));
        });
        lines.push(state_json(&table));
        let mut keys = Vec::new();
        for line in &lines {
            keys_of(line, &mut keys);
            keys.extend(line["event"].as_str().map(str::to_owned));
        }
        // A line that is shown whole names its keys in double quotes.
        let named = |guide: &String, key: &str| {
            guide.contains(&format!("`{key}`")) || guide.contains(&format!("\"{key}\":"))
        };
        keys.retain(|key| key != "state" && !guides.iter().all(|guide| named(guide, key)));
        missing.extend(keys);
    }
    missing.sort();
    missing.dedup();
    assert_eq!(missing, Vec::<String>::new());
    assert!(files >= 30, "only {files} scenarios");
}

fn keys_of(value: &serde_json::Value, keys: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        keys.push(key.clone());
        keys_of(value, keys);
    }
}
