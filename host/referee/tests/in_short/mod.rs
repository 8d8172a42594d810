//! Refusals and the state in short, as the tables of cases have them.

use referee::{Refusal, Table, state_json};
use serde_json::Value;

/// A refusal by its name and the name of what it is about, not by its wording.
pub(crate) fn refusal_name(refusal: &Refusal) -> String {
    let json = serde_json::to_value(refusal).expect("a refusal is data");
    let (name, of) = (plain(&json["refusal"]), &json["of"]);
    match of.as_object() {
        Some(of) => format!("{name}:{}", of.values().map(plain).collect::<Vec<_>>().join("/")),
        None if of.is_null() => name,
        None => format!("{name}:{}", plain(of)),
    }
}

/// Of the state, the keys that a case asks for: `turn moves black.left_ms`.
pub(crate) fn state_words(table: &Table, keys: &str) -> String {
    let state = state_json(table);
    let value = |key: &str| key.split('.').fold(&state, |value, key| &value[key]).clone();
    let mut quoted = false;
    let in_quotes = |letter: char| {
        quoted ^= letter == '"';
        letter == ' ' && !quoted
    };
    let words = keys.split(in_quotes).map(|word| {
        let key = word.split('=').next().unwrap_or_default();
        format!("{key}={}", plain(&value(key)))
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(crate) fn plain(value: &Value) -> String {
    value.as_str().filter(|text| !text.contains(' ')).map_or_else(|| value.to_string(), str::to_owned)
}
