//! Every scenario of `docs/scenarios` gives exactly the events and the state that are kept in `scenarios/`.
//!
//! After a change that was meant, `BLESS=1 cargo test -p service --test scenarios` writes them anew; the
//! difference is then read against the scenario's remark on how it should end.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of the files in a folder that end so, without the ending.
fn names(folder: &Path, extension: &str) -> BTreeSet<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    found.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// What the program prints, or another than the one that was built beside this, if `FLAGFALL` names it.
fn played(scenario: &Path) -> String {
    let program = env::var_os("FLAGFALL").unwrap_or_else(|| env!("CARGO_BIN_EXE_flagfall").into());
    let mut command = Command::new(program);
    let output = command.args(["run", "--json"]).arg(scenario).output().unwrap();
    assert!(output.status.success(), "{}: {}", scenario.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The first line that differs.
fn difference(kept: &str, played: &str) -> String {
    let (mut kept, mut played) = (kept.lines(), played.lines());
    for number in 1.. {
        let (kept, played) = (kept.next(), played.next());
        if kept != played || kept.is_none() {
            let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
            return format!("line {number}:\n  kept   {}\n  played {}", text(kept), text(played));
        }
    }
    String::new()
}

#[test]
fn every_scenario_gives_the_events_that_are_kept() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (scenarios, kept) = (home.join("../../docs/scenarios"), home.join("tests/scenarios"));
    let bless = env::var_os("BLESS").is_some();
    let path = |name: &str| -> PathBuf { kept.join(format!("{name}.jsonl")) };
    if bless {
        fs::create_dir_all(&kept).unwrap();
        names(&kept, "jsonl").iter().for_each(|name| fs::remove_file(path(name)).unwrap());
    }
    let mut wrong = Vec::new();
    for name in names(&scenarios, "toml") {
        let played = played(&scenarios.join(format!("{name}.toml")));
        if bless {
            fs::write(path(&name), &played).unwrap();
        }
        let kept = fs::read_to_string(path(&name)).unwrap_or_default();
        if kept != played {
            wrong.push(format!("{name}, {}", difference(&kept, &played)));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 keeps what was meant:\n{}", wrong.join("\n"));
    assert_eq!(names(&kept, "jsonl"), names(&scenarios, "toml"), "kept of scenarios that are gone");
}
