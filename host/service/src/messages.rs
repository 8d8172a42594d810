//! A catalogue of messages, as far as `flagfall check` goes: tables of texts, one for each page.

use std::collections::BTreeMap;

use clock::Language;
use referee::{Fault, FaultKind};

/// Tables of texts.
type Catalogue = BTreeMap<String, BTreeMap<String, String>>;

/// Whether a text is meant to be a catalogue: all pages share the table of common words.
pub(crate) fn is_meant(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|tables| tables.get("common").is_some_and(toml::Value::is_table))
}

/// Reads a catalogue; gives back in words what it is.
///
/// # Errors
/// The first thing in it that is no text in a table.
pub(crate) fn read(text: &str, language: Language) -> Result<String, Vec<Fault>> {
    let catalogue: Catalogue = toml::from_str(text).map_err(|error| vec![fault(text, &error)])?;
    let messages: usize = catalogue.values().map(BTreeMap::len).sum();
    Ok(match language {
        Language::English => format!("messages: {messages}, in {} tables", catalogue.len()),
        Language::Chinese => format!("界面用语：{messages} 条，分 {} 节", catalogue.len()),
    })
}

fn fault(text: &str, error: &toml::de::Error) -> Fault {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count().saturating_add(1);
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()).saturating_add(1);
    let what =
        FaultKind::Said(format!("expected tables of texts, found something else: {}", error.message()));
    Fault { line, column, key: String::new(), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_counted_and_its_faults_are_told_by_line() {
        let sound = "[common]\nhall = \"Hall\"\n[clock]\npause = \"Pause\"\n";
        assert!(is_meant(sound) && !is_meant("[control]\nmain = \"1h\"\n"));
        assert_eq!(read(sound, Language::English).unwrap(), "messages: 2, in 2 tables");
        let faults = read("[common]\nhall = \"Hall\"\npause = 3\n", Language::English).unwrap_err();
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3]);
    }
}
