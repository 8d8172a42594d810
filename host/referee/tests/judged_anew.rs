//! What the rules say of recorded moves after earlier ones were set right or ruled on stands in the event that changed
//! it: whoever applies the event asks no rules.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use referee::{Breach, Event, JudgedAnew, NoDesk, Scenario, Step, Table, rehearse};

/// White retakes a ko at once and is ruled to have passed; Black fills it; then the ruling is reversed.
const FILLED_KO: &str = r#"
control = "10m"
script = """
0 start
1 move black C4
1 press black
2 move white B4
2 press white
3 rule 1 uphold
4 move black B4
5 rule 1 dismiss
"""
[game]
size = 5
setup = [".XO..", "XO.O.", ".XO..", ".....", "....."]
"#;

/// A slip of the recorder is set right to where a later stone stands.
const SLIP: &str = r#"
control = "10m"
script = """
0 start
1 move black C3
1 press black
2 move white B4
3 correct 1 B4
"""
[game]
size = 5
"#;

fn lived_through(text: &str) -> (Table, Vec<Step>) {
    let scenario = Scenario::read(text).unwrap();
    let mut steps = Vec::new();
    let table = rehearse(&scenario, &mut NoDesk, |step, _| steps.push(step.clone())).unwrap();
    (table, steps)
}

/// The table that these steps make, each event changed in this way before it is entered.
fn entered(lived: &Table, steps: &[Step], change: impl Fn(&mut Event)) -> Table {
    let mut table = Table::new(lived.setup().clone());
    for step in steps {
        let mut step = step.clone();
        step.events.iter_mut().for_each(&change);
        table.apply(&step);
    }
    table
}

fn judged(steps: &[Step]) -> Vec<JudgedAnew> {
    let events = steps.iter().flat_map(|step| &step.events);
    events.filter_map(|event| event.judged_anew.clone()).flatten().collect()
}

fn occupied(number: u32) -> JudgedAnew {
    JudgedAnew { number, illegal: Some(Breach::OutOfPlace), cycle: None, uci: None }
}

#[test]
fn what_changes_stands_in_the_event() {
    let (table, steps) = lived_through(FILLED_KO);
    assert_eq!(judged(&steps), [occupied(3)]);
    assert_eq!(table.record().get(3).unwrap().illegal, Some(Breach::OutOfPlace));
    let (table, steps) = lived_through(SLIP);
    assert_eq!(judged(&steps), [occupied(2)]);
    assert_eq!(entered(&table, &steps, |_| {}), table);
}

#[test]
fn the_event_is_believed() {
    let (table, steps) = lived_through(FILLED_KO);
    let nothing_changed = entered(&table, &steps, |event| {
        event.judged_anew.iter_mut().for_each(Vec::clear);
    });
    assert_eq!(nothing_changed.record().get(3).unwrap().illegal, None);
    assert_eq!(nothing_changed.position(), table.position());
}

#[test]
fn events_of_before_are_judged_when_they_are_entered() {
    for text in [FILLED_KO, SLIP] {
        let (table, steps) = lived_through(text);
        let of_before = entered(&table, &steps, |event| {
            let mut kept = serde_json::to_value(&*event).unwrap();
            kept.as_object_mut().unwrap().remove("judged_anew");
            *event = serde_json::from_value(kept).unwrap();
            assert_eq!(event.judged_anew, None);
        });
        assert_eq!(of_before, table);
    }
}
