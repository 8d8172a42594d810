//! What a machine is set up with, in `config/units`, is well formed and fits the program and its examples.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn units() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/units")
}

fn text(name: &str) -> String {
    fs::read_to_string(units().join(name)).unwrap()
}

/// The lines of a file that say something.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a tool is content with a file; where it is not installed, or too old for this, that is said.
fn content(tool: &str, arguments: &[&str], unable: &str) {
    match Command::new(tool).args(arguments).output() {
        Err(error) => println!("not tried: {tool}: {error}"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if said.contains(unable) {
                println!("not tried: {tool}: {said}");
            } else {
                assert!(
                    output.status.success() && !said.contains(".service:"),
                    "{tool} {arguments:?}: {said}"
                );
            }
        }
    }
}

#[test]
fn systemd_is_content_with_the_service() {
    let folder = tempfile::tempdir().unwrap();
    // The program is not where it will be: everything else is looked at as it is.
    let service = text("flagfall.service");
    let placed = "/usr/local/bin/flagfall serve --config /etc/flagfall/flagfall.toml";
    assert!(service.contains(&format!("\nExecStart={placed}\n")));
    let path = folder.path().join("flagfall.service");
    fs::write(&path, service.replace("/usr/local/bin/flagfall", env!("CARGO_BIN_EXE_flagfall"))).unwrap();
    content("systemd-analyze", &["verify", path.to_str().unwrap()], "no such verb");
    let users = units().join("flagfall.sysusers");
    content("systemd-sysusers", &["--dry-run", users.to_str().unwrap()], "no such option");
}

#[test]
fn the_service_is_in_groups_that_are_made_and_own_the_devices() {
    let service = text("flagfall.service");
    let users = text("flagfall.sysusers");
    let rules = text("70-flagfall.rules");
    let groups = lines(&service).find_map(|line| line.strip_prefix("SupplementaryGroups=")).unwrap();
    for group in groups.split(' ') {
        assert!(lines(&users).any(|line| line.split_whitespace().take(2).eq(["g", group])), "{group}");
        assert!(rules.contains(&format!("GROUP=\"{group}\"")), "{group}");
    }
    assert!(
        lines(&users).any(|line| line.starts_with("u flagfall ")) && service.contains("\nUser=flagfall\n")
    );
}

/// The keys of udev's rules that are used here, with the operators that they may have.
const KEYS: [(&str, &[&str]); 8] = [
    ("SUBSYSTEM", &["=="]),
    ("KERNEL", &["=="]),
    ("ACTION", &["=="]),
    ("ENV{…}", &["==", "="]),
    ("SYMLINK", &["+="]),
    ("GROUP", &["="]),
    ("MODE", &["="]),
    ("RUN", &["+="]),
];

/// What is wrong with a rule of udev's.
fn fault(rule: &str) -> Option<String> {
    let mut rest = rule;
    loop {
        let (before, after) = rest.split_once('"')?;
        let (value, after) = match after.split_once('"') {
            Some(split) => split,
            None => return Some(format!("no end of text: {after}")),
        };
        let operator = before.trim_start_matches(|c: char| c.is_alphanumeric() || "_{}".contains(c));
        let key = &before[..before.len() - operator.len()];
        let name = if key.starts_with("ENV{") && key.ends_with('}') { "ENV{…}" } else { key };
        match KEYS.iter().find(|(of, _)| *of == name) {
            Some((_, operators)) if operators.contains(&operator) && !value.is_empty() => {}
            Some(_) | None => return Some(format!("{key}{operator}\"{value}\"")),
        }
        match after.strip_prefix(", ") {
            Some(next) => rest = next,
            None => return (!after.is_empty()).then(|| format!("after the last text: {after}")),
        }
    }
}

#[test]
fn the_rules_of_udev_are_well_formed_also_those_that_are_to_be_filled_in() {
    for wrong in ["KERNEL=\"a\"", "NAME=\"a\"", "KERNEL==\"a\" GROUP=\"b\"", "KERNEL==\"a", "MODE=\"\""] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
    let rules = text("70-flagfall.rules");
    let filled_in =
        rules.lines().map(|line| line.strip_prefix("#SUB").map_or(line.into(), |rest| format!("SUB{rest}")));
    let filled_in = filled_in.collect::<Vec<String>>().join("\n");
    assert!(lines(&filled_in).count() > lines(&rules).count());
    for rule in lines(&filled_in) {
        assert_eq!(fault(rule), None, "{rule}");
    }
    content(
        "udevadm",
        &["verify", units().join("70-flagfall.rules").to_str().unwrap()],
        "Unknown command verb",
    );
}

#[test]
fn units_have_the_names_that_the_example_gives_them() {
    let rules = text("70-flagfall.rules");
    let example = fs::read_to_string(units().join("../../docs/hardware/twenty-units.toml")).unwrap();
    for number in 1..=20 {
        assert!(example.contains(&format!("\nnumber = {number}\n")), "{number}");
        assert!(example.contains(&format!("\nunit = \"/dev/flagfall/table-{number}\"")), "{number}");
    }
    assert!(
        rules.contains("SYMLINK+=\"flagfall/table-1\"") && rules.contains("SYMLINK+=\"flagfall/table-2\"")
    );
}

#[test]
fn the_examples_of_builds_are_read() {
    let examples = units().join("../../docs/hardware");
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--json"])
        .arg(&examples)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let six = said.lines().find(|line| line.contains("six-ssd1306")).unwrap();
    assert!(six.contains("Black's key 4, White's key 17, Black's lamp 27, White's lamp 22"), "{six}");
}
