//! Reads a file of phrases, with everything that is wrong in it by its line.

use std::collections::BTreeMap;

use referee::document::{Document, Entry, Table};
use referee::{Fault, FaultKind};

use crate::Tongue;
use crate::phrases::wording::{FROM_TWO, Need, Part, SLOTS, Template, Values, WORDINGS};
use crate::phrases::{Phrases, Synthesiser, Words};

/// Numbers with which every wording is tried: each digit and ten, and what is made in several pieces.
const TRIED: [u32; 47] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 30, 40, 47, 50, 60, 70, 80,
    90, 99, 100, 101, 110, 112, 300, 456, 789, 999, 1_000, 1_001, 1_010, 2_222, 3_678, 8_345, 10_000, 65_535,
];

const CLIP: &str = "{ text = \"一\", speech = \"yi1\", sounds = \"jˈi5\" }";

pub(super) fn is_meant(text: &str) -> bool {
    Document::parse(text).is_ok_and(|document| document.root().has("tongue"))
}

pub(super) fn read(text: &str) -> Result<Phrases, Vec<Fault>> {
    let document = Document::parse(text)?;
    let mut root = document.root();
    let names = Tongue::ALL.map(|tongue| (tongue.code(), tongue));
    let tongue = root.require("tongue", "tongue = \"zh\"").and_then(|entry| entry.one_of(&names));
    let synthesiser = root.require("synthesiser", "[synthesiser]").and_then(|entry| synthesiser(&entry));
    let clips = root.require("clips", "[clips]").and_then(|entry| clips(&entry));
    let sayings = root.require("sayings", "[sayings]").and_then(|entry| entry.table("[sayings]"));
    let phrases = tongue.zip(synthesiser).zip(clips).map(|((tongue, synthesiser), clips)| Phrases {
        tongue,
        synthesiser,
        clips,
        sayings: BTreeMap::new(),
    });
    let read = match (phrases, sayings) {
        (Some(phrases), Some(table)) => Some(wordings(phrases, table)),
        _ => None,
    };
    root.finish();
    document.finish(read)
}

fn synthesiser(entry: &Entry<'_>) -> Option<Synthesiser> {
    let mut table = entry.table("[synthesiser]")?;
    let voice = table.require("voice", "voice = \"en-gb\"").and_then(|entry| entry.text());
    let speed = table.require("speed", "speed = 160").and_then(|entry| entry.whole(80_u32, 450));
    let pitch = table.require("pitch", "pitch = 45").and_then(|entry| entry.whole(0_u32, 99));
    table.finish();
    Some(Synthesiser { voice: voice?.to_owned(), speed: speed?, pitch: pitch? })
}

fn clips(entry: &Entry<'_>) -> Option<BTreeMap<String, Words>> {
    let mut clips = BTreeMap::new();
    for (name, entry) in entry.table("[clips]")?.entries() {
        if name.is_empty()
            || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        {
            entry.note(FaultKind::Said("expected a name of small letters, digits and -".into()));
        }
        if let Some(words) = words(&entry) {
            clips.insert(name.to_owned(), words);
        }
    }
    Some(clips)
}

fn words(entry: &Entry<'_>) -> Option<Words> {
    let mut table = entry.table(CLIP)?;
    let text = table.require("text", "text = \"…\"").and_then(|entry| filled(&entry));
    let speech = table.take("speech").map(|entry| filled(&entry));
    let signs = table.take("signs").and_then(|entry| filled(&entry));
    let sounds = table.require("sounds", "sounds = \"…\"").and_then(|entry| filled(&entry));
    table.finish();
    let speech = speech.unwrap_or_else(|| text.clone());
    Some(Words { text: text?, speech: speech?, signs, sounds: sounds? })
}

/// A text with something in it.
fn filled(entry: &Entry<'_>) -> Option<String> {
    let text = entry.text()?;
    if text.trim().is_empty() {
        entry.note(FaultKind::Said("expected something to be said, found nothing".into()));
        return None;
    }
    Some(text.to_owned())
}

/// Reads the wordings, and tries each with all kinds of numbers.
fn wordings(mut phrases: Phrases, mut table: Table<'_>) -> Phrases {
    for (key, needs) in WORDINGS {
        let Some(entry) = table.require(key, "what is said, as names of clips") else { continue };
        let Some(template) = template(&entry, needs) else { continue };
        if let Some(piece) = first_missing(&phrases, key, &template, needs) {
            entry.note(FaultKind::Said(format!("no clip holds {piece}: write it under [clips]")));
        }
        phrases.sayings.insert(key, template);
    }
    table.finish();
    phrases
}

fn template(entry: &Entry<'_>, needs: &[Need]) -> Option<Template> {
    let (mut parts, mut filled) = (Vec::new(), Vec::new());
    for word in entry.text()?.split_whitespace() {
        parts.push(match word {
            "," => Part::Pause,
            _ if !word.starts_with('{') => Part::Word(word.to_owned()),
            _ => {
                let slot = SLOTS.iter().find(|(name, slot)| *name == word && needs.contains(&slot.need()));
                let Some(&(_, slot)) = slot else {
                    return refused(entry, &format!("{word} cannot stand here"), needs);
                };
                filled.push(slot.need());
                Part::Slot(slot)
            }
        });
    }
    if needs.iter().all(|need| filled.contains(need)) {
        return Some(Template(parts));
    }
    refused(entry, "not everything is filled in", needs)
}

fn refused(entry: &Entry<'_>, what: &str, needs: &[Need]) -> Option<Template> {
    let example = |need: &Need| match need {
        Need::Time => "{time}",
        Need::Count => "{count}",
        Need::Number => "one of {number}, {minutes}, {periods}, {considerations}, {moves}, {blocks}",
    };
    let wanted: Vec<&str> = needs.iter().map(example).collect();
    let wanted = if wanted.is_empty() { "nothing to fill in".to_owned() } else { wanted.join(" and ") };
    entry.note(FaultKind::Said(format!("{what}: expected {wanted}")));
    None
}

fn first_missing(phrases: &Phrases, key: &str, template: &Template, needs: &[Need]) -> Option<String> {
    let counted = needs.contains(&Need::Count);
    let meant = |number: u32| {
        let apart = number < 2 && FROM_TWO.contains(&key);
        !apart && (!counted || (1..=10).contains(&number))
    };
    let tried = TRIED.iter().filter(|number| meant(**number));
    let mut values = tried
        .flat_map(|&number| [number, 3_600 * number.min(999) + 61].map(|seconds| Values { seconds, number }));
    values.find_map(|values| phrases.spell(template, &values).err())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped_phrases;

    /// What is wrong in the English phrases with one line changed.
    fn faults(from: &str, to: &str) -> Vec<String> {
        let text = shipped_phrases(Tongue::English);
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let faults = read(&text.replace(from, to)).map(|_| Vec::new()).unwrap_or_else(|faults| faults);
        faults
            .iter()
            .map(|fault| fault.to_string().split_once(": ").map_or("", |(_, what)| what).to_owned())
            .collect()
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        for (from, to, told) in [
            ("tongue = \"en\"", "tongue = \"fr\"", "tongue: expected one of zh, en, ja, ko, found \"fr\""),
            (
                "speed = 160",
                "speed = 20",
                "synthesiser.speed: expected a whole number from 80 to 450, found 20",
            ),
            (
                "byoyomi = \"byoyomi\"\n",
                "",
                "sayings.byoyomi: is missing: write what is said, as names of clips",
            ),
            (
                "paused = \"paused\"",
                "paused = \"pasued\"",
                "sayings.paused: no clip holds pasued: write it under [clips]",
            ),
            (
                "elapsed = \"{time}\"",
                "elapsed = \"{minutes}\"",
                "sayings.elapsed: {minutes} cannot stand here: expected {time}",
            ),
            (
                "\nmoves = \"{moves} to-play\"",
                "\nmoves = \"to-play\"",
                "sayings.moves: not everything is filled in: expected one of {number}, {minutes}, {periods}, \
                 {considerations}, {moves}, {blocks}",
            ),
            (
                "count-1 = { text = \"one\", sounds = \"wˈɒn\" }",
                "count-1 = { text = \"one\" }",
                "clips.count-1.sounds: is missing: write sounds = \"…\"",
            ),
            (
                "count-1 = { text = \"one\", sounds = \"wˈɒn\" }",
                "count-1 = { text = \" \", sounds = \"wˈɒn\" }",
                "clips.count-1.text: expected something to be said, found nothing",
            ),
        ] {
            let found = faults(from, to);
            assert!(found.iter().any(|fault| fault == told), "{told}\n{found:#?}");
        }
    }

    #[test]
    fn a_clip_has_a_name_that_a_file_can_have() {
        let found = faults("\n[clips]\n", "\n[clips]\n\"../One\" = { text = \"one\", sounds = \"wˈɒn\" }\n");
        assert_eq!(found, ["clips.../One: expected a name of small letters, digits and -"]);
    }

    /// The line is that of the key.
    #[test]
    fn lines_are_counted() {
        let text = shipped_phrases(Tongue::English).replace("paused = \"paused\"", "paused = \"pasued\"");
        let line = text.lines().position(|line| line.starts_with("paused =")).map(|at| at + 1);
        assert_eq!(read(&text).map(|_| ()).unwrap_err().first().map(|fault| fault.line), line);
    }
}
