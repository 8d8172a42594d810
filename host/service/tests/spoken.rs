//! The seeds' count, spoken into a WAV: what is heard in it, and when, stands in `docs/voice.md`, line by line.
//!
//! The file is listened to apart from what the program says of it: sounds are found between silences, known by their
//! likeness to the recordings of all that can be called, and placed by where that is greatest.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here nothing is served")]
mod running;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clock::Call;
use running::flagfall;
use serde_json::Value;
use voice::{Pack, RATE, Saying, Stock, Tongue, Voice};

/// Frames without a sound between one call and the next: longer than the pause within a sentence.
const SILENCE: usize = RATE as usize * 18 / 100;

/// What is compared to find the place: 50 ms, as much as is heard of what a press cuts off.
const BEGINNING: usize = RATE as usize / 20;

/// How far around the beginning of a sound it is looked for: 10 ms.
const REACH: usize = RATE as usize / 100;

/// Frames by which a call may be off: 5 ms.
const OFF_MAX: usize = RATE as usize / 200;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A line of the list: when, what, and when it is cut off.
#[derive(Debug, PartialEq)]
struct Listed {
    at: usize,
    words: String,
    cut: Option<usize>,
}

/// The frame at a time such as `1:30.050`.
fn frame(time: &str) -> usize {
    let (minutes, seconds) = time.split_once(':').unwrap();
    let (seconds, millis) = seconds.split_once('.').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap();
    ((number(minutes) * 60 + number(seconds)) * 1_000 + number(millis)) * 16
}

/// The list in a page: `time words`, and behind `–` the time at which they are cut off.
fn listed(page: &str) -> Vec<Listed> {
    let text = fs::read_to_string(home().join("docs").join(page)).unwrap();
    let block = text.split("```").find(|block| block.starts_with("text\n1:00.000")).unwrap();
    let line = |line: &str| {
        let (at, rest) = line.split_once("  ").unwrap();
        let (words, cut) = rest.split_once(" – ").map_or((rest, None), |(words, cut)| (words, Some(cut)));
        Listed { at: frame(at), words: words.trim().to_owned(), cut: cut.map(frame) }
    };
    block.lines().skip(1).filter(|text| !text.is_empty()).map(line).collect()
}

/// All that can be called in the game, by its words.
fn recordings() -> BTreeMap<String, Vec<i16>> {
    let elapsed = [30, 40, 50, 55, 58].map(Call::Elapsed).into_iter();
    let calls =
        elapsed.chain((1..=4).map(Call::Left)).chain((1..=10).map(Call::Count)).chain([Call::Byoyomi]);
    let voice = Voice::of(Pack::shipped(Tongue::Chinese).unwrap().into());
    let recorded = |call| {
        let saying = Saying::Call(call, Stock::Minutes);
        let words = voice.pack().unwrap().words().words(&saying).unwrap();
        (words, voice.utter(&saying).samples.to_vec())
    };
    calls.map(recorded).collect()
}

/// Where sounds begin and end.
fn sounds(heard: &[i16]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (place, _) in heard.iter().enumerate().filter(|(_, sample)| **sample != 0) {
        match found.last_mut() {
            Some((_, end)) if place - *end < SILENCE => *end = place + 1,
            _ => found.push((place, place + 1)),
        }
    }
    found
}

/// How alike two sounds are, from −1 to 1 (the same but for how loud they are), as far as the shorter goes.
fn likeness(one: &[i16], other: &[i16]) -> f64 {
    let (mut product, mut ones, mut others) = (0_i64, 0_i64, 0_i64);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (i64::from(*a), i64::from(*b));
        product += a * b;
        ones += a * a;
        others += b * b;
    }
    product as f64 / ((ones as f64).sqrt() * (others as f64).sqrt()).max(1.0)
}

/// Where near the beginning of a sound a recording lies, and how alike the whole of the two are there.
fn placed(heard: &[i16], (begin, end): (usize, usize), recording: &[i16]) -> (usize, f64) {
    let places = begin.saturating_sub(REACH)..begin + REACH;
    let like = |place: &usize| likeness(&heard[*place..*place + BEGINNING], recording);
    let place = places.max_by(|one, other| like(one).total_cmp(&like(other))).unwrap();
    let length = recording.len().min(end.saturating_sub(place));
    (place, likeness(&heard[place..place + length], recording))
}

fn spoken(folder: &Path) -> (Vec<i16>, Vec<Value>) {
    recited(folder, &home().join("docs/scenarios/seeds-count.toml"))
}

/// What is heard of a scenario, and what the program says of it.
fn recited(folder: &Path, scenario: &Path) -> (Vec<i16>, Vec<Value>) {
    let wav = folder.join("count.wav");
    let mut command = flagfall(&["run", "--json", "--voice", "zh", "--wav"]);
    let output = command.arg(&wav).arg(scenario).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut reader = hound::WavReader::open(wav).unwrap();
    let spec = reader.spec();
    assert_eq!((spec.sample_rate, spec.channels, spec.bits_per_sample), (RATE, 1, 16));
    let samples = reader.samples().map(Result::unwrap).collect();
    (samples, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn every_call_of_the_seeds_is_heard_at_its_instant_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (heard, lines) = spoken(folder.path());
    let (listed, recordings) = (listed("voice.md"), recordings());
    let sounds = sounds(&heard);
    assert_eq!(sounds.len(), listed.len(), "{sounds:?}");
    for (line, sound) in listed.iter().zip(&sounds) {
        let all = recordings.iter().map(|(words, recording)| (words, placed(&heard, *sound, recording)));
        let (words, (place, like)) = all.max_by(|one, other| one.1.1.total_cmp(&other.1.1)).unwrap();
        let (place, like) = match line.cut {
            None => {
                assert_eq!(words, &line.words, "at {place}");
                assert_eq!(
                    sound.1 - place,
                    recordings[words].iter().rposition(|sample| *sample != 0).unwrap() + 1
                );
                (place, like)
            }
            // So little is heard of it that it could be the beginning of another; behind the press it fades.
            Some(cut) => placed(&heard, (sound.0, cut), &recordings[&line.words]),
        };
        assert!(like > 0.999, "{}: {like}", line.words);
        assert!(place.abs_diff(line.at) <= OFF_MAX, "{} at {place} in place of {}", line.words, line.at);
        if let Some(cut) = line.cut {
            assert!(
                sound.1 <= cut + RATE as usize * 30 / 1_000,
                "{} ends at {}, not {cut}",
                line.words,
                sound.1
            );
        }
    }
    let told: Vec<&Value> = lines.iter().filter(|line| line["event"] == "spoken").collect();
    let of_line = |line: &&Value| {
        let cut = line["cut"].as_bool().unwrap();
        (line["frame"].as_u64().unwrap() as usize, line["words"].as_str().unwrap().to_owned(), cut)
    };
    let told: Vec<_> = told.iter().map(of_line).collect();
    let expected: Vec<_> = listed.iter().map(|one| (one.at, one.words.clone(), one.cut.is_some())).collect();
    assert_eq!(told, expected, "what the program says of it");
}

#[test]
fn both_pages_list_the_same() {
    assert_eq!(listed("voice.md"), listed("voice.zh.md"));
}

/// What is said is told behind what happened at its instant, and nothing else is told otherwise than without a voice.
#[test]
fn what_is_said_is_told_in_the_order_of_its_instants() {
    let folder = tempfile::tempdir().unwrap();
    let (_, lines) = spoken(folder.path());
    let times: Vec<u64> = lines.iter().map(|line| line["t"].as_u64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    let silent =
        flagfall(&["run", "--json"]).arg(home().join("docs/scenarios/seeds-count.toml")).output().unwrap();
    let silent = String::from_utf8(silent.stdout).unwrap();
    let others = lines.iter().filter(|line| line["event"] != "spoken").map(ToString::to_string);
    assert_eq!(others.collect::<Vec<_>>(), silent.lines().collect::<Vec<_>>());
}

/// What the lines say was spoken, as `second side what`, with `–` and the second at which it was cut off.
fn told(lines: &[Value]) -> Vec<String> {
    let seconds = |frames: u64| frames as f64 / f64::from(RATE);
    let told = lines.iter().filter(|line| line["event"] == "spoken").map(|line| {
        let [at, length] = ["frame", "frames"].map(|key| line[key].as_u64().unwrap());
        let cut =
            if line["cut"] == true { format!(" – {:.3}", seconds(at + length)) } else { String::new() };
        let side = line["side"].as_str().unwrap_or("both");
        format!("{:.3} {side} {}{cut}", seconds(at), line["say"].as_str().unwrap())
    });
    told.collect()
}

#[test]
fn the_moves_of_a_section_that_a_press_begins_are_spoken() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["canadian-boundary", "canadian-carry", "canadian-fresh"] {
        let (_, lines) = recited(folder.path(), &home().join(format!("docs/scenarios/{name}.toml")));
        let of = |event: &str, key: &str| -> Vec<_> {
            let moves =
                |line: &&Value| line["event"] == event && line[key].as_str().unwrap().starts_with("moves:");
            let found = lines.iter().filter(moves);
            found.map(|line| (line["t"].clone(), line["side"].clone(), line[key].clone())).collect()
        };
        let (called, said) = (of("call", "call"), of("spoken", "say"));
        assert!(called.len() > 3, "{name}: {called:?}");
        assert_eq!(said, called, "{name}");
    }
}

/// A minute of the count during which both players ask: the calls keep their instants, the answers lie between them.
#[test]
fn queries_take_nothing_of_the_count_and_the_last_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("queries.toml");
    let script =
        "0 start\n5 query white\n6 query black\n6.1 query black\n29.9 query white\n51.1 query white\n";
    fs::write(
        &scenario,
        format!("control = \"0s+1x60s\"\nscript = \"\"\"\n{script}58 press black\n\"\"\"\n"),
    )
    .unwrap();
    let (_, lines) = recited(folder.path(), &scenario);
    let expected = [
        "5.000 white reading – 6.005",
        "6.000 black reading – 6.105",
        "6.100 black reading",
        "30.964 white reading",
        "30.000 black elapsed:30",
        "40.000 black elapsed:40",
        "50.000 black elapsed:50",
        // Of the answer that is asked for here nothing is heard: the seconds are counted.
        "51.000 black count:1",
        "52.000 black count:2",
        "53.000 black count:3",
        "54.000 black count:4",
        "55.000 black count:5",
        "56.000 black count:6",
        "57.000 black count:7",
    ];
    assert_eq!(told(&lines), expected);
}
