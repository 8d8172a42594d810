//! espeak-ng itself says of every phrase which sounds it makes, and other eyes look at the same words: Mandarin's tones
//! by pinyin, Japanese by kana, Korean by its syllables. Run by the gate's step `voice`, which installs espeak-ng.

use std::process::Command;

use voice::{Pack, Phrases, Tongue, Words};

#[path = "espeak/japanese.rs"]
mod japanese;
#[path = "espeak/mandarin.rs"]
mod mandarin;

/// How `--ipa` writes a text, or `-x` its phonemes, with one space between words.
fn ask(phrases: &Phrases, how: &str, text: &str) -> String {
    let voice = &phrases.synthesiser().voice;
    let output = Command::new("espeak-ng").args(["-q", "-v", voice, how, "--", text]).output();
    let output = output.expect("espeak-ng is needed here: apt install espeak-ng");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks every clip of a tongue, and tells all that are wrong at once.
fn each(tongue: Tongue, check: impl Fn(&Phrases, &Words) -> Result<(), String>) {
    let phrases = Pack::phrases(tongue).unwrap_or_else(|error| panic!("{error}"));
    let wrong: Vec<String> = (phrases.clips().iter())
        .filter_map(|(name, words)| check(&phrases, words).err().map(|why| format!("{name}: {why}")))
        .collect();
    assert!(wrong.is_empty(), "{tongue}:\n{}", wrong.join("\n"));
    println!("voice {tongue}: {} phrases sound as they are written down", phrases.clips().len());
}

fn same(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found}, expected {expected}")) }
}

#[test]
#[ignore = "needs espeak-ng: the gate's step voice"]
fn every_phrase_has_the_sounds_that_are_written_down() {
    for tongue in Tongue::ALL {
        each(tongue, |phrases, words| same(&ask(phrases, "--ipa", words.given()), &words.sounds));
    }
}

/// The phonetic signs alone do not tell the first tone from the fourth; the phonemes do.
#[test]
#[ignore = "needs espeak-ng: the gate's step voice"]
fn mandarin_has_its_tones() {
    each(Tongue::Chinese, |phrases, words| {
        same(
            &mandarin::tones_of_phonemes(&ask(phrases, "-x", words.given())),
            &mandarin::tones(&words.speech),
        )
    });
}

#[test]
fn mandarin_is_read_as_it_is_written() {
    each(Tongue::Chinese, |_, words| mandarin::readings(&words.text, &words.speech));
    each(Tongue::Chinese, |_, words| same(&mandarin::plain(&words.sounds), &mandarin::ipa(&words.speech)));
}

#[test]
fn japanese_is_read_as_its_kana() {
    each(Tongue::Japanese, |_, words| same(&japanese::plain(&words.sounds), &japanese::ipa(&words.speech)));
}

/// A letter that is spelled makes a word more.
#[test]
fn no_english_word_is_spelled() {
    let spoken = |text: &str| text.replace(',', "").split(' ').count();
    each(Tongue::English, |_, words| {
        let (found, expected) = (spoken(&words.sounds), spoken(&words.text));
        if found == expected {
            Ok(())
        } else {
            Err(format!("{found} words for {expected}: {}", words.sounds))
        }
    });
}

/// A vowel for each syllable: nothing is left out, and nothing is read by its name.
#[test]
fn korean_has_a_vowel_for_each_syllable() {
    each(Tongue::Korean, |_, words| {
        let syllables = words.speech.chars().filter(|letter| ('가'..='힣').contains(letter)).count();
        let vowels = words.sounds.chars().filter(|sound| "ɐʌouɯieɛ".contains(*sound)).count();
        if vowels == syllables {
            Ok(())
        } else {
            Err(format!("{vowels} vowels for {}: {}", words.speech, words.sounds))
        }
    });
}
