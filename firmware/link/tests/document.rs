//! `docs/link.md` says what the code does: its bytes are those of the code, its times and limits too. `BLESS=1` writes
//! the bytes anew.

mod samples;

use std::fmt::Write as _;
use std::fs;

use clock::Duration;
use link::{FRAME_MAX, Reader, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/link.md");

fn frame<M: Serialize>(message: &M) -> Vec<u8> {
    let mut frame = [0; FRAME_MAX];
    let length = encode(message, &mut frame).expect("it fits");
    frame[..length].to_vec()
}

fn read_back<M: Serialize + DeserializeOwned>(message: &M) -> M {
    let mut reader = Reader::new();
    let read = frame(message).into_iter().find_map(|byte| reader.take::<M>(byte));
    read.and_then(Result::ok).expect("a frame")
}

fn document() -> String {
    fs::read_to_string(DOCUMENT).expect("the document")
}

/// The bytes in the block behind the mark of a frame.
fn block(bytes: &[u8]) -> String {
    let mut text = String::from("```text\n");
    for line in bytes.chunks(24) {
        let line: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(text, "{}", line.join(" ")).expect("a string takes everything");
    }
    text + "```\n"
}

/// The document with the right bytes behind the mark of a frame.
fn with_bytes(document: &str, name: &str, bytes: &[u8]) -> String {
    let mark = format!("<!-- frame: {name} -->\n");
    let (before, after) = document.split_once(&mark).unwrap_or_else(|| panic!("no mark for {name}"));
    let old = after.strip_prefix("```text\n").and_then(|rest| rest.split_once("```\n"));
    format!("{before}{mark}{}{}", block(bytes), old.map_or(after, |(_, behind)| behind))
}

#[test]
fn the_bytes_in_the_document_are_those_of_the_code() {
    let document = document();
    let mut right = document.clone();
    for (name, message) in samples::to_host() {
        right = with_bytes(&right, name, &frame(&message));
    }
    for (name, message) in samples::to_unit() {
        right = with_bytes(&right, name, &frame(&message));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(DOCUMENT, &right).expect("the document can be written");
        return;
    }
    assert!(document == right, "docs/link.md shows other bytes than the code writes; BLESS=1 writes them");
}

#[test]
fn every_message_comes_back_as_it_was() {
    for (name, message) in samples::to_host() {
        assert_eq!(read_back(&message), message, "{name}");
    }
    for (name, message) in samples::to_unit() {
        assert_eq!(read_back(&message), message, "{name}");
    }
}

#[test]
fn the_times_and_limits_in_the_document_are_those_of_the_code() {
    let time = |duration: Duration| match duration {
        whole if whole.is_whole_secs() => format!("{} s", whole.as_secs()),
        part => format!("{} ms", part.as_millis_used()),
    };
    let times = [
        ("TICK_EVERY", link::TICK_EVERY),
        ("RESEND_AFTER", link::RESEND_AFTER),
        ("ASK_AGAIN_AFTER", link::ASK_AGAIN_AFTER),
        ("COMMAND_AGAIN_AFTER", link::COMMAND_AGAIN_AFTER),
        ("PROBE_EVERY", link::PROBE_EVERY),
        ("SILENT_AFTER", link::SILENT_AFTER),
        ("TAKEN_AFTER", link::TAKEN_AFTER),
        ("COMMAND_LIFE", link::COMMAND_LIFE),
        ("ANSWER_GRACE", link::ANSWER_GRACE),
        ("GRANT_BEHIND_MAX", link::GRANT_BEHIND_MAX),
    ];
    let limits = [
        ("INPUTS_MAX", link::INPUTS_MAX),
        ("INPUTS_IN_FLIGHT", link::INPUTS_IN_FLIGHT),
        ("GRANT_STEP_MAX", usize::try_from(link::GRANT_STEP_MAX).expect("small")),
        ("COMMANDS_IN_ONE", link::COMMANDS_IN_ONE),
        ("COMMANDS_KEPT", link::COMMANDS_KEPT),
        ("COMMANDS_WAITING", link::COMMANDS_WAITING),
        ("NAME_MAX", link::NAME_MAX),
        ("TEXT_MAX", link::TEXT_MAX),
        ("FILE_MAX", link::FILE_MAX),
        ("BODY_MAX", link::BODY_MAX),
    ];
    let rows = times.map(|(name, value)| (name, time(value))).into_iter();
    let document = document();
    for (name, value) in rows.chain(limits.map(|(name, value)| (name, value.to_string()))) {
        assert!(document.contains(&format!("| `{name}` | {value} |")), "{name} is {value}");
    }
    assert_eq!(link::GRANT_TIME_MAX.as_micros(), (1 << 63) - 1);
    assert!(document.contains("| `GRANT_TIME_MAX` | 2^63 − 1 µs |"));
}
