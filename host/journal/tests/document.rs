//! `docs/record-format.md` is enough to check a record without this crate.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no disk")]
mod backends;

use std::fs;
use std::process::Command;

use backends::{beat, begin, entry, person};
use journal::{GameId, Ledger, MemoryLedger, Names, export};

const DOCUMENT: &str = include_str!("../../../docs/record-format.md");

fn block(language: &str) -> &'static str {
    let (_, rest) = DOCUMENT.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// What the program in the document says of an export, if there is Python to run it.
fn python(text: &str) -> Option<(bool, String)> {
    let folder = tempfile::tempdir().unwrap();
    let (program, file) = (folder.path().join("check.py"), folder.path().join("game.jsonl"));
    fs::write(&program, block("python")).unwrap();
    fs::write(&file, text).unwrap();
    let output = Command::new("python3").arg(&program).arg(&file).output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8(said).unwrap().trim().to_owned()))
}

#[test]
fn the_python_of_the_document_agrees() {
    let mut ledger = MemoryLedger::default();
    let people = vec![person("black", "Shen Qing")];
    let bodies =
        ["{\"line\": \"\u{2028}\u{85}\\r\"}\r\n".as_bytes(), b"", &[0xff, 0xfe], "超时判负".as_bytes()];
    ledger.append(&[begin(1, people), beat(1, 5)]).unwrap();
    ledger.append(&bodies.map(|body| entry(1, body))).unwrap();
    let text = export(&ledger, GameId(1), Names::Included).unwrap();
    let Some(answer) = python(&text) else {
        eprintln!("skipped: there is no python3");
        return;
    };
    assert_eq!(answer, (true, ledger.head(GameId(1)).unwrap().hash.to_string()));
    let tampered = text.replace("超时判负", "超时判胜");
    assert_eq!(python(&tampered), Some((false, "entry 4 does not hold".to_owned())));
    let lines: Vec<_> = text.lines().collect();
    let shorter = [&lines[..lines.len() - 2], &lines[lines.len() - 1..]].concat().join("\n");
    assert_eq!(python(&shorter), Some((false, "the head does not hold".to_owned())));
}

#[test]
fn the_shell_of_the_document_agrees() {
    let script = block("sh");
    let (_, expected) = script.split_once("# ").unwrap();
    let Ok(output) = Command::new("sh").args(["-c", script]).output() else {
        eprintln!("skipped: there is no shell");
        return;
    };
    assert_eq!(String::from_utf8(output.stdout).unwrap().split(' ').next(), Some(expected.trim()));
}
