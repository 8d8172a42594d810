//! What the guides show can be written like that: every example reads, and says what its short notation says.

mod desk;

use std::fs;
use std::path::Path;

use clock::{Control, Language};
use desk::TestDesk;
use referee::{Checked, Policy, PolicyFile, Scenario, event_json, rehearse, state_json};

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

fn control_of(checked: &Checked) -> Option<&Control> {
    match checked {
        Checked::Scenario(scenario) => Some(&scenario.setup.control),
        Checked::Control(file) => Some(&file.control),
        Checked::Policy(_) => None,
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
        let examples = blocks(&text, "toml")
            .into_iter()
            .filter(|(_, block, _)| !block.contains("[[table]]") && !block.contains("[unit]"));
        for (line, block, after) in examples {
            let checked =
                Checked::read(block).unwrap_or_else(|faults| panic!("{name}:{line}: {}\n{block}", faults[0]));
            let short = after.lines().find(|line| line.starts_with("Short: ") || line.starts_with("简写："));
            if let Some(short) = short.and_then(|line| quoted(line).next()) {
                assert_eq!(short.parse().ok().as_ref(), control_of(&checked), "{name}:{line}: {short}");
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
    for name in ["time-controls", "rehearsal", "policies"] {
        let controls = |ending: &str| {
            let text = guide(&format!("docs/guides/{name}{ending}"));
            let controls = blocks(&text, "toml").into_iter().filter_map(|(_, block, _)| {
                let checked = Checked::read(block).unwrap();
                control_of(&checked).cloned()
            });
            controls.collect::<Vec<_>>()
        };
        assert_eq!(controls(".md"), controls(".zh.md"), "{name}");
    }
}

/// The names that a fault lists behind a mark, up to where the list ends.
fn listed(text: &str, mark: &str) -> Vec<String> {
    let faults = PolicyFile::read(text).expect_err("a key that is not known");
    let fault = faults[0].to_string();
    let (_, list) = fault.split_once(mark).unwrap_or_else(|| panic!("{fault}"));
    let list = list.split_once(", found").map_or(list, |(list, _)| list).replace(" or ", ", ");
    list.split(", ").map(str::to_owned).collect()
}

/// The guide to policies names every key, every effect and every shipped policy.
#[test]
fn the_guide_to_policies_names_every_key_and_effect() {
    let keys = |text: &str| listed(&format!("extends = 'weiqi'\n{text}"), "known here: ");
    let effects = listed("extends = 'weiqi'\nkinds.phone.outcome = ['x']", "expected ");
    let mut names: Vec<String> = ["xyz = 1", "late.xyz = 1", "[kinds.phone]\nxyz = 1"].map(keys).concat();
    assert!(names.len() >= 25 && effects.len() >= 16, "{names:?} {effects:?}");
    names.extend(effects);
    names.extend(Policy::shipped_ids().map(str::to_owned));
    for name in ["docs/guides/policies.md", "docs/guides/policies.zh.md"] {
        let text = guide(name);
        let missing: Vec<&String> = names.iter().filter(|key| !text.contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}

/// What the table of shipped policies says of warnings and lateness is what they say.
#[test]
fn the_guide_to_policies_says_what_the_shipped_ones_say() {
    let text = guide("docs/guides/policies.md");
    for id in Policy::shipped_ids().filter(|id| *id != "korea-2025") {
        let policy = Policy::shipped(id).unwrap();
        let row = text.lines().find(|line| line.starts_with(&format!("| `{id}` |"))).unwrap();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let warnings = match policy.warnings_lose {
            0 => "none".to_owned(),
            count => count.to_string(),
        };
        assert_eq!(cells[3].split(',').next(), Some(warnings.as_str()), "{row}");
        let limit = match policy.late.limit {
            limit if limit.is_zero() => "any lateness",
            limit if limit == clock::Duration::from_mins(60) => "1 h",
            limit if limit == clock::Duration::from_mins(30) => "30 min",
            limit => panic!("{id}: {limit}"),
        };
        assert!(cells[4].starts_with(limit), "{row}");
        assert_eq!(policy.late.factor == 2, cells[4].contains("twice"), "{row}");
    }
}

/// What the guide to policies shows of `check` is what it says of the example above it.
#[test]
fn the_guide_to_policies_shows_what_check_says() {
    for (name, language, first) in [
        ("docs/guides/policies.md", Language::English, "policy: "),
        ("docs/guides/policies.zh.md", Language::Chinese, "判罚规定："),
    ] {
        let text = guide(name);
        let examples = blocks(&text, "toml");
        let (_, example, _) = examples.last().unwrap();
        let words = Checked::read(example).unwrap().words(language).to_string();
        let shown = text.split("```\n").find(|block| block.starts_with(first)).unwrap();
        for line in shown.lines().filter(|line| *line != "…") {
            assert!(words.lines().any(|said| said == line), "{name}: {line}\n{words}");
        }
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
        let table = rehearse(&scenario, &mut TestDesk::default(), |step, _| {
            lines.extend(step.events.iter().map(|event| event_json(event, kind)));
        })
        .unwrap();
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
