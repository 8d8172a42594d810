//! People at a table, draws and signatures, as text: cases with a script, and below each of its lines the events that
//! it brings. `people/README.txt` says how a case is written.

mod in_short;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use referee::{Event, EventKind, NoDesk, Scenario, Step, Table, Who, event_json, rehearse};
use serde_json::Value;

use in_short::{plain, refusal_name, state_words};

#[test]
fn every_case_of_people_holds() {
    every_case_holds("people", 40);
}

#[test]
fn every_case_of_draws_and_signatures_holds() {
    every_case_holds("draws", 25);
}

fn every_case_holds(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let (mut cases, mut wrong) = (0, String::new());
    for entry in fs::read_dir(folder).expect("a folder of cases") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a file of cases");
        if path.file_name().is_some_and(|name| name == "README.txt") {
            continue;
        }
        for case in text.split("\n== ").skip(1) {
            cases += 1;
            let found = played(case);
            if found.trim_end() != case.trim_end() {
                let _ = write!(wrong, "{}: it goes like this:\n== {found}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(cases >= least, "only {cases} cases");
}

/// The case as it goes: its own lines, with what really comes in the place of what was expected.
fn played(case: &str) -> String {
    let scenario = Scenario::read(&scenario(case))
        .unwrap_or_else(|faults| panic!("{faults:?}\n{}\n{case}", scenario(case)));
    let mut steps = Vec::new();
    let end = rehearse(&scenario, &mut NoDesk, |step, table| steps.push((step.clone(), table.clone())))
        .expect("nothing is sealed");
    applied_again_it_is_the_same(&scenario, &steps, &end);
    let (mut steps, mut now, mut found) = (steps.iter(), None, String::new());
    let mut lines = case.lines();
    let _ = writeln!(found, "{}", lines.next().unwrap_or_default());
    for line in lines {
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            now = steps.next();
            let _ = writeln!(found, "{line}");
            let (step, table) = now.unwrap_or_else(|| panic!("{line} was not reached\n{case}"));
            say_events(&mut found, step, table);
        } else if let (true, Some((_, table))) = (line.starts_with("    state "), now) {
            let keys = line.trim_start().trim_start_matches("state ");
            let _ = writeln!(found, "    state {}", state_words(table, keys));
        } else if !line.starts_with("    ") {
            let _ = writeln!(found, "{line}");
        }
    }
    found
}

/// The steps, written down and read, lead a new table to the same state.
fn applied_again_it_is_the_same(scenario: &Scenario, steps: &[(Step, Table)], end: &Table) {
    let mut again = Table::new(scenario.setup.clone());
    for (step, table) in steps {
        let text = serde_json::to_string(step).expect("a step is data");
        let read: Step = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        again.apply(&read);
        assert_eq!(again, *table, "{text}");
    }
    assert_eq!(again, *end);
}

/// The case as the text of a scenario: lines that are not of the script are keys, with the tables before them.
fn scenario(case: &str) -> String {
    let (mut keys, mut script) = (String::new(), String::new());
    for line in case.lines().skip(1) {
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            let _ = writeln!(script, "{line}");
        } else if line.starts_with(|first: char| first.is_ascii_lowercase()) {
            let _ = writeln!(keys, "{line}");
        }
    }
    if !keys.lines().any(|line| line.starts_with("control")) {
        keys += "control = \"1h\"\n";
    }
    format!("script = '''\n{script}'''\n{keys}")
}

fn say_events(found: &mut String, step: &Step, table: &Table) {
    for event in &step.events {
        let json = event_json(event, table.setup().game.kind);
        if !is_call_in_passing(event) {
            let _ = writeln!(found, "    {}", event_words(event, step, &json));
        }
    }
}

/// Whether it is a call that time alone brought: those are the clock's own affair.
fn is_call_in_passing(event: &Event) -> bool {
    event.by == Who::Clock && matches!(event.kind, EventKind::Clock(clock::EventKind::Call { .. }))
}

/// An event in short: its name, its fields, `by` whom; the time only where it is not that of the line.
fn event_words(event: &Event, step: &Step, json: &Value) -> String {
    let mut words = plain(&json["event"]);
    if event.at != step.at {
        let _ = write!(words, " t={}", json["t"]);
    }
    for (key, value) in json.as_object().into_iter().flatten() {
        match (key.as_str(), &event.kind) {
            // Of a correction only what it was; the readings after it stand in the state.
            ("t" | "event" | "command" | "choices" | "before" | "after", _) => {}
            ("why", EventKind::Refused { refusal, .. }) => {
                let _ = write!(words, " {}", refusal_name(refusal));
            }
            _ => {
                let _ = write!(words, " {key}={}", plain(value));
            }
        }
    }
    words
}

/// Whatever is said of people, draws and signatures, and whenever somebody looks at the clock.
mod at_random {
    use clock::{Duration, Instant};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use referee::{Order, Scenario, ScriptCommand, Setup, Step, Table, Who};

    const COMMANDS: [&str; 45] = [
        "start",
        "start",
        "press black",
        "press white",
        "press black",
        "press white",
        "pause",
        "resume",
        "move black unknown",
        "move white unknown",
        "take-back black",
        "turn white",
        "swap-sides",
        "add black -5s",
        "void-flag \"why\"",
        "summon black",
        "summon white \"why\"",
        "attend",
        "arrived black",
        "arrived white",
        "arrived white",
        "leave black",
        "leave white",
        "back black",
        "back white",
        "seen white",
        "talk black",
        "talk-end",
        "nigiri stones=7 shown=1",
        "violation black late",
        "rule 1 uphold",
        "rule 1 dismiss",
        "resign white",
        "draw-offer black",
        "draw-offer white",
        "draw-agree white",
        "draw-decline black",
        "claim-draw white",
        "result Draw \"why\" by chief",
        "result 0-0 \"why\" by chief",
        "confirm black",
        "confirm white",
        "confirm arbiter",
        "query black",
        "cleared",
    ];

    const POLICIES: [&str; 3] = [
        "extends = \"weiqi\"\nlate = { limit = \"2m\", factor = 2 }\ntalk = \"20s\"\nsummon_stops_clock = true",
        "extends = \"fide-2023\"\nlate = { limit = \"2m\", factor = 1, first_side_only = true }\ntalk = \"20s\"",
        "extends = \"club\"\nlate = { limit = \"1m\", factor = 3 }\ntalk = \"5s\"",
    ];

    type Said = Vec<(Order, Instant)>;

    fn table() -> impl Strategy<Value = Setup> {
        let kinds = select(vec!["go", "chess", "gomoku", "clock"]);
        let controls = select(vec!["3m", "20s+3x10s", "1m+2s", "0s+d9s", "hourglass 30s"]);
        let players = select(vec!["", "players.one.rank = '5d'\nplayers.two.rank = '1k'\n"]);
        let starts = select(vec!["arbiter", "press"]);
        (kinds, controls, players, starts, select(&POLICIES[..])).prop_map(
            |(kind, control, players, starts, policy)| {
                let text = format!(
                    "script = ''\ncontrol = '{control}'\n{players}[game]\nkind = '{kind}'\nstarts_by = '{starts}'\n\
                     [policy]\n{policy}\n"
                );
                Scenario::read(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}")).setup
            },
        )
    }

    fn said() -> impl Strategy<Value = Vec<(&'static str, Option<Who>, u64)>> {
        let givers = vec![Who::Black, Who::White, Who::Both, Who::Arbiter, Who::Chief, Who::Recorder];
        vec(
            (select(&COMMANDS[..]), proptest::option::weighted(0.3, select(givers)), 0_u64..12_000_000),
            1..60,
        )
    }

    fn orders(setup: &Setup, said: &[(&str, Option<Who>, u64)]) -> Said {
        let mut at = Instant::ZERO;
        let moves_from = setup.game.moves_from.who();
        let mut orders = Said::new();
        for (text, by, wait) in said {
            at = at.plus(Duration::from_micros(*wait));
            let kind = match setup.game.kind {
                referee::GameKind::Clock if text.starts_with("move") => continue,
                referee::GameKind::Clock => "clock",
                referee::GameKind::Go => "go",
                referee::GameKind::Chess => "chess",
                referee::GameKind::Gomoku => "gomoku",
            };
            let script = format!("control = '1h'\ngame.kind = '{kind}'\nscript = '''\n0 {text}\n'''");
            // What a kind of game does not know is not said there.
            let Ok(mut read) = Scenario::read(&script) else { continue };
            let line = read.script.remove(0);
            let ScriptCommand::Table(command) = line.command else { continue };
            let by = by.or(line.by).unwrap_or_else(|| command.usual_giver(moves_from));
            orders.push((Order { by, command }, at));
        }
        orders
    }

    fn live(setup: &Setup, orders: &Said, looks: bool) -> (Table, Vec<Step>) {
        let mut table = Table::new(setup.clone());
        let mut steps = Vec::new();
        for (order, at) in orders {
            while let Some(due) = table.poll_at().filter(|due| looks && due < at) {
                steps.push(table.poll(due).expect("time goes forwards"));
                assert!(table.poll_at().is_none_or(|next| next > due), "nothing happened at {due:?}");
            }
            steps.push(table.handle(order.clone(), *at).expect("time goes forwards"));
        }
        (table, steps)
    }

    proptest! {
        #[test]
        fn steps_applied_again_and_looks_at_the_clock_lead_to_the_same(setup in table(), said in said()) {
            let orders = orders(&setup, &said);
            let (table, steps) = live(&setup, &orders, false);
            let mut again = Table::new(setup.clone());
            for step in &steps {
                let text = serde_json::to_string(step).expect("a step is data");
                again.apply(&serde_json::from_str(&text).expect("what was written can be read"));
            }
            prop_assert_eq!(&again, &table);
            let (looked_at, _) = live(&setup, &orders, true);
            prop_assert_eq!(&looked_at, &table);
            let record = table.record();
            let signed = record.ending().is_signed();
            prop_assert!(!signed || record.outcome().is_some());
        }
    }
}
