//! Every refusal in both languages, as an arbiter says it aloud, and when it is said: `docs/refusals.md` and
//! `docs/refusals.zh.md`.
//!
//! After a change that was meant, `BLESS=1 cargo test -p referee --test refusals` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

mod adjournment_list;
mod clock_list;
mod document;
mod list;

use clock::Language;
use referee::{In, Refusal};

/// A refusal, by one example for each thing that it may be about, and when it is said.
struct Entry {
    /// The variant is that of the examples.
    matches: fn(&Refusal) -> bool,
    examples: Vec<Refusal>,
    when: [&'static str; 2],
}

/// Refusals that belong together.
struct Group {
    title: [&'static str; 2],
    entries: Vec<Entry>,
}

impl Entry {
    fn when(&self, language: Language) -> &'static str {
        self.when[usize::from(language == Language::Chinese)]
    }
}

impl Group {
    fn title(&self, language: Language) -> &'static str {
        self.title[usize::from(language == Language::Chinese)]
    }
}

fn entries() -> impl Iterator<Item = Entry> {
    list::groups().into_iter().flat_map(|group| group.entries)
}

#[test]
fn every_entry_has_examples_of_its_own() {
    for entry in entries() {
        assert!(!entry.examples.is_empty(), "{}", entry.when[0]);
        assert!(entry.examples.iter().all(entry.matches), "{:?}", entry.examples);
    }
}

#[test]
fn no_two_refusals_are_said_alike() {
    for language in [Language::English, Language::Chinese] {
        let all: Vec<Refusal> = entries().flat_map(|entry| entry.examples).collect();
        let mut said: Vec<String> = all.iter().map(|refusal| In(language, refusal).to_string()).collect();
        said.sort();
        let twice = said.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None);
    }
}

#[test]
fn no_chinese_refusal_has_a_foreign_mark() {
    for refusal in entries().flat_map(|entry| entry.examples) {
        let words = In(Language::Chinese, &refusal).to_string();
        assert!(!words.is_empty(), "{refusal:?} has no Chinese words");
        assert!(!words.contains([',', ':', ';', '(', ')', '"', '.']), "{words}");
        assert!(!words.contains("， ") && !words.contains("： "), "{words}");
        assert!(!words.contains("方 "), "{words}");
    }
}

/// One sentence without its full stop, and no word of the program's own.
#[test]
fn every_refusal_can_be_said_aloud() {
    for refusal in entries().flat_map(|entry| entry.examples) {
        let words = In(Language::English, &refusal).to_string();
        assert!(!words.is_empty() && !words.ends_with(['.', ':', ' ']), "{words}");
        assert!(!words.contains(['_', '{', '<', '`']) && !words.contains("None"), "{words}");
    }
}
