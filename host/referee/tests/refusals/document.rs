//! The lists of refusals that are kept in `docs`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use clock::Language;
use referee::{In, Refusal};

use crate::list::groups;

const ENGLISH: &str = "\
# Refusals

For arbiters and for those who write programs: everything that a table says when it does not do what it was told. A \
refusal changes nothing; it is put on record beside the command. [中文](refusals.zh.md)

The name is that in records and scripts. Numbers, points and names are examples. Written by \
`host/referee/tests/refusals`.
";

const CHINESE: &str = "\
# 未予执行的说明

供裁判员和编写程序的人使用：棋桌没有照命令办时所说的每一句话。未予执行不改变任何东西，只与命令一起记录在案。\
[English](refusals.md)

“名称”是记录和脚本中的名称。数字、点和名字都是举例。由 `host/referee/tests/refusals` 写成。
";

/// The list in a language.
fn document(language: Language) -> String {
    let (head, columns) = match language {
        Language::English => (ENGLISH, "| said | when | name |"),
        Language::Chinese => (CHINESE, "| 说什么 | 什么时候 | 名称 |"),
    };
    let mut text = head.to_owned();
    for group in groups() {
        let _ = write!(text, "\n## {}\n\n{columns}\n|---|---|---|\n", group.title(language));
        for entry in group.entries {
            let said: Vec<String> =
                entry.examples.iter().map(|refusal| In(language, refusal).to_string()).collect();
            let (said, when) = (said.join("<br>"), entry.when(language));
            let _ = writeln!(text, "| {said} | {when} | `{}` |", name(&entry.examples[0]));
        }
    }
    text
}

/// The name in records: `no-board`, `clock flag-fallen`.
fn name(refusal: &Refusal) -> String {
    let json = serde_json::to_value(refusal).unwrap();
    let name = |value: &serde_json::Value| {
        let inner = value.as_object().and_then(|object| object.keys().next().cloned());
        value.as_str().map(str::to_owned).or(inner).unwrap_or_default()
    };
    if matches!(refusal, Refusal::Clock(_)) {
        format!("clock {}", name(&json["of"]))
    } else if matches!(refusal, Refusal::Adjournment(_)) {
        format!("adjournment {}", name(&json["of"]))
    } else {
        name(&json["refusal"])
    }
}

#[test]
fn the_documents_are_fresh() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (file, language) in [("refusals.md", Language::English), ("refusals.zh.md", Language::Chinese)] {
        let (path, found) = (docs.join(file), document(language));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == found, "{file}: BLESS=1 keeps what was meant");
    }
}
