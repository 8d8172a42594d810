//! Whole scenarios in words: what people read who read along.

mod desk;

use std::fs;
use std::path::Path;

use clock::{Call, Language};
use desk::TestDesk;
use referee::{Event, EventKind, Scenario, event_words, rehearse};

/// What a table tells of the events that are wanted.
fn told(scenario: &Scenario, language: Language, wanted: fn(&Event) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    rehearse(scenario, &mut TestDesk::default(), |step, _| {
        let events = step.events.iter().filter(|event| wanted(event));
        lines.extend(events.map(|event| event_words(event, &scenario.setup, language)));
    })
    .expect("the desk seals");
    lines
}

fn read(text: &str) -> Scenario {
    Scenario::read(text).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// The same in both languages, line by line.
fn both(scenario: &Scenario, wanted: fn(&Event) -> bool) -> String {
    let [english, chinese] =
        [Language::English, Language::Chinese].map(|language| told(scenario, language, wanted));
    let lines = english.into_iter().zip(chinese);
    lines.map(|(english, chinese)| format!("{english}\n    {chinese}\n")).collect()
}

/// Everything but the seconds that are read on the way.
fn is_more_than_a_second(event: &Event) -> bool {
    let EventKind::Clock(clock::EventKind::Call { call, .. }) = &event.kind else { return true };
    !matches!(call, Call::Elapsed(_) | Call::Count(0..=9) | Call::Remaining(0..=30))
}

#[test]
fn a_table_with_moves() {
    let text = r#"script = """
0   press white
1   start
2   set black periods=6
3   press black
4   move black Q16
5   press white
6   move white pass
7   press black
8   move black unknown
9   correct 1 R16
10  take-back black
11  move white D4
12  take-back white
13  pause "fire, again"
14  pause "it's late"
15  press white
16  turn black
17  add black +1m "noise"
18  swap-sides by recorder
19  swap-sides
20  query white
21  resume
22  resign white by arbiter
"""
control = "1h+3x30s"
"#;
    insta::assert_snapshot!("a_table_with_moves", both(&read(text), |_| true));
}

#[test]
fn what_runs_out_by_the_control() {
    let mut lines = String::new();
    for (control, end) in [
        ("1h reserve 2m/60s", "1:00:00"),
        ("10s+2x30s", "1:10"),
        ("10s+ing 2x5m 2p", "10:10"),
        ("10s+consider 10s 2x60s", "2:20"),
        ("10s+15/1m carry", "1:10"),
        ("hourglass 3m", "3:00"),
        ("5s>5s", "10"),
        ("0s+d3s", "3"),
    ] {
        let text = format!("script = \"\"\"\n0 start\n{end} end\n\"\"\"\ncontrol = \"{control}\"\n");
        lines += &format!("{control}\n{}\n", both(&read(&text), is_more_than_a_second));
    }
    insta::assert_snapshot!("what_runs_out_by_the_control", lines);
}

/// Marks of the other script, but for what stands in a time, in a quotation or in SGF's result.
fn foreign_marks(line: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut quoted = false;
    let letters: Vec<char> = line.chars().collect();
    for (index, &letter) in letters.iter().enumerate() {
        match letter {
            '“' => quoted = true,
            '”' => quoted = false,
            _ => {}
        }
        let in_time = letters.get(index + 1).is_some_and(char::is_ascii_digit);
        let stop =
            matches!(letter, ',' | ';' | '(' | ')' | '[' | ']' | '"') || ":.".contains(letter) && !in_time;
        let gap = letter == ' ' && index > 0 && "，：；）”".contains(letters[index - 1]);
        if !quoted && (stop || gap) {
            found.push(letter);
        }
    }
    found
}

#[test]
fn chinese_lines_have_chinese_marks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenarios");
    let mut lines = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // What people say stands in their own words.
        let said: Vec<&str> = text.lines().filter_map(|line| line.split('"').nth(1)).collect();
        for line in told(&read(&text), Language::Chinese, |_| true) {
            let reason = said.iter().find_map(|said| line.strip_suffix(&format!("：{said}")));
            let line = reason.unwrap_or(&line);
            assert!(foreign_marks(line).is_empty(), "{}: {line}", path.display());
            // A gap stands before a number only: 黑方 45 子.
            let number = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
            let gap = line.split("方 ").skip(1).any(|rest| !number(rest));
            assert!(!gap, "{}: {line}", path.display());
            lines += 1;
        }
    }
    assert!(lines > 500, "only {lines} lines");
}
