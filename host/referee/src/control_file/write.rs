//! A time control written as the table `[control]`, so that it reads back equal.

use std::fmt::Write as _;

use clock::{Bonus, CallList, CallTable, Control, Count, Overtime, SideControl, Stage};

use crate::control_file::table::COUNTS;

/// A control as the tables `[control]`, and `[control.black]` and `[control.white]` where the sides differ.
pub(crate) fn write_control(control: &Control) -> String {
    let mut text = String::new();
    if control.black == control.white {
        write_side(&mut text, "control", &control.black);
    } else {
        write_side(&mut text, "control.black", &control.black);
        write_side(&mut text, "control.white", &control.white);
    }
    text
}

fn write_side(text: &mut String, name: &str, control: &SideControl) {
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(format!("[{name}]"));
    match control.stages() {
        [] if matches!(control.overtime(), Overtime::Hourglass { .. }) => {}
        [] => line("main = \"0s\"".to_owned()),
        [Stage { time, moves: None, bonus }] => {
            line(format!("main = \"{time}\""));
            bonus_text(*bonus).into_iter().for_each(&mut line);
        }
        stages => {
            let stages: Vec<String> = stages.iter().map(stage_text).collect();
            line(format!("stages = [{}]", stages.join(", ")));
        }
    }
    if !control.first_move_bonus() {
        line("first_move_bonus = false".to_owned());
    }
    line(format!("overtime = {{ {} }}", overtime_text(control.overtime())));
    if *control.calls() != CallTable::default() {
        calls_text(control.calls()).into_iter().for_each(line);
    }
}

fn bonus_text(bonus: Bonus) -> Option<String> {
    match bonus {
        Bonus::None => None,
        Bonus::Increment(length) => Some(format!("increment = \"{length}\"")),
        Bonus::Delay(length) => Some(format!("delay = \"{length}\"")),
        Bonus::Bronstein(length) => Some(format!("bronstein = \"{length}\"")),
    }
}

fn stage_text(stage: &Stage) -> String {
    let mut text = format!("{{ time = \"{}\"", stage.time);
    if let Some(moves) = stage.moves {
        let _ = write!(text, ", moves = {moves}");
    }
    if let Some(bonus) = bonus_text(stage.bonus) {
        let _ = write!(text, ", {bonus}");
    }
    text + " }"
}

fn overtime_text(overtime: Overtime) -> String {
    match overtime {
        Overtime::None => "kind = \"none\"".to_owned(),
        Overtime::Byoyomi { periods, period } => {
            format!("kind = \"byoyomi\", periods = {periods}, period = \"{period}\"")
        }
        Overtime::Reserve { reserve, period } => {
            format!("kind = \"reserve\", reserve = \"{reserve}\", period = \"{period}\"")
        }
        Overtime::Canadian { moves, time, carry_over } => {
            format!("kind = \"canadian\", moves = {moves}, time = \"{time}\", carry_over = {carry_over}")
        }
        Overtime::Ing { periods, period, penalty } => {
            format!("kind = \"ing\", periods = {periods}, period = \"{period}\", penalty = {penalty}")
        }
        Overtime::Consideration { period, units, unit } => {
            format!("kind = \"consideration\", period = \"{period}\", units = {units}, unit = \"{unit}\"")
        }
        Overtime::Hourglass { time } => format!("kind = \"hourglass\", time = \"{time}\""),
    }
}

fn calls_text(calls: &CallTable) -> Vec<String> {
    let list = |key: &str, list: &Option<CallList>| {
        let seconds: Vec<String> = list.as_ref()?.iter().map(ToString::to_string).collect();
        Some(format!("calls.{key} = [{}]", seconds.join(", ")))
    };
    let count = COUNTS.iter().find(|(_, count)| *count == calls.count && *count != Count::Up);
    [
        list("before_last", &calls.before_last),
        list("last", &calls.last),
        count.map(|(name, _)| format!("calls.count = \"{name}\"")),
        list("remaining", &calls.remaining),
    ]
    .into_iter()
    .flatten()
    .collect()
}
