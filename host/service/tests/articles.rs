//! The scenarios named after articles end as the articles say, and `docs/articles.md` leads to each of them.
//!
//! `scenarios.rs` keeps every event of every scenario; here stands what was expected before they were run.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// How the names of scenarios begin that show an article, a ruling or a policy.
const BY_ARTICLE: [&str; 7] = ["1988-", "2002-", "fide-", "intro-", "policy-", "ruling-", "warning"];

const ENDS: &str = include_str!("articles/ends.txt");

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The names of the scenarios that are there.
fn scenarios() -> BTreeSet<String> {
    let paths = fs::read_dir(docs().join("scenarios")).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

fn by_article() -> BTreeSet<String> {
    let named = |name: &String| BY_ARTICLE.iter().any(|begin| name.starts_with(begin));
    scenarios().into_iter().filter(named).collect()
}

fn played(name: &str) -> String {
    let file = docs().join(format!("scenarios/{name}.toml"));
    let output =
        Command::new(env!("CARGO_BIN_EXE_flagfall")).args(["run", "--json"]).arg(file).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// How a scenario ended, as the table of ends writes it.
fn end_of(played: &str) -> String {
    let state: Value = serde_json::from_str(played.lines().last().unwrap()).unwrap();
    let refused = played.lines().filter(|line| line.contains(r#""event":"refused""#)).count();
    let (black, white) = (&state["black"]["warnings"], &state["white"]["warnings"]);
    let result = state["result"].as_str().unwrap_or("-");
    format!("{} | {result} | {black} {white} | {refused}", state["status"].as_str().unwrap())
}

/// Whether the events and the state say all this; after `!`, whether they say none of it.
fn says(played: &str, wanted: &str) -> bool {
    match wanted.strip_prefix('!') {
        Some(unwanted) => unwanted.split_whitespace().all(|text| !played.contains(text)),
        None => wanted.split_whitespace().all(|text| played.contains(text)),
    }
}

#[test]
fn every_scenario_ends_as_its_article_says() {
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in ENDS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, rest) = line.split_once(" | ").unwrap();
        let (end, wanted) = rest.rsplit_once(" |").unwrap();
        let played = played(name);
        if end_of(&played) != end {
            wrong.push(format!("{name}: expected {end}, ended {}", end_of(&played)));
        }
        if !says(&played, wanted.trim()) {
            wrong.push(format!("{name}: does not say {wanted}"));
        }
        assert!(known.insert(name.to_owned()), "{name} stands there twice");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = by_article().difference(&known).cloned().collect();
    assert!(missing.is_empty(), "not in ends.txt: {missing:?}");
}

/// What a page links to, without the texts of the links.
fn links(page: &str) -> BTreeSet<String> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(link, _)| link.to_owned())
        .collect()
}

#[test]
fn the_pages_of_articles_lead_to_every_scenario_and_nowhere_else() {
    let mut pages = Vec::new();
    for page in ["articles.md", "articles.zh.md"] {
        let links = links(&fs::read_to_string(docs().join(page)).unwrap());
        for link in links.iter().map(|link| link.split('#').next().unwrap_or_default()) {
            assert!(docs().join(link).exists(), "{page}: there is no {link}");
        }
        let named: BTreeSet<String> = links
            .iter()
            .filter_map(|link| link.strip_prefix("scenarios/")?.strip_suffix(".toml"))
            .map(str::to_owned)
            .collect();
        let missing: Vec<_> = by_article().difference(&named).cloned().collect();
        assert!(missing.is_empty(), "{page}: {missing:?}");
        pages.push(named);
    }
    assert_eq!(pages[0], pages[1], "the two languages");
}

#[test]
fn the_list_of_scenarios_is_whole() {
    let list = links(&fs::read_to_string(docs().join("scenarios/README.md")).unwrap());
    let missing: Vec<_> =
        scenarios().into_iter().filter(|name| !list.contains(&format!("{name}.toml"))).collect();
    assert!(missing.is_empty(), "docs/scenarios/README.md: {missing:?}");
}
