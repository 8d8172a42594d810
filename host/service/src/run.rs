//! `flagfall run`: a scenario in virtual time, printed.

use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use anyhow::Result;
use clock::{Language, Side};
use referee::{
    At, Fault, FaultKind, In, Scenario, Step, Table, event_json, event_words, reading_words, rehearse,
    state_json,
};

use crate::complain;
use crate::sealing::desk::AgeDesk;
use crate::text::read_text;

/// Plays a scenario through and prints its events and the state at its end. `false` if it could not be read.
pub(crate) fn run(path: &Path, json: bool, language: Language) -> Result<bool> {
    let Some(scenario) = read_scenario(path) else { return Ok(false) };
    let mut out = BufWriter::new(stdout().lock());
    let mut printed = Ok(());
    let played = rehearse(&scenario, &mut AgeDesk, |step, _| {
        if printed.is_ok() {
            printed = print_step(&mut out, step, &scenario, json, language);
        }
    });
    printed?;
    let table = match played {
        Ok(table) => table,
        Err(unrehearsed) => {
            complain(format_args!("{}: {unrehearsed}", path.display()));
            return Ok(false);
        }
    };
    if json {
        writeln!(out, "{}", state_json(&table))?;
    } else {
        print_state(&mut out, &table, language)?;
    }
    out.flush()?;
    Ok(true)
}

/// The scenario of a file; where there is none, says why.
fn read_scenario(path: &Path) -> Option<Scenario> {
    let name = path.display();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(unread) => {
            complain(format_args!("{name}: {unread}"));
            return None;
        }
    };
    match Scenario::read(&text) {
        Ok(scenario) => Some(scenario),
        Err(faults) if is_of_control(&faults) => {
            complain(format_args!("{name}: this is a time control, not a scenario: see flagfall check"));
            None
        }
        Err(faults) => {
            faults.iter().for_each(|fault| complain(format_args!("{name}: {fault}")));
            None
        }
    }
}

/// Whether these are the faults of a control file taken for a scenario: it has a name, and no script.
fn is_of_control(faults: &[Fault]) -> bool {
    let named = |fault: &Fault| fault.key == "name" && matches!(fault.what, FaultKind::Unknown { .. });
    let scriptless = |fault: &Fault| fault.key == "script" && matches!(fault.what, FaultKind::Missing { .. });
    faults.iter().any(named) && faults.iter().any(scriptless)
}

fn print_step(
    out: &mut impl Write,
    step: &Step,
    scenario: &Scenario,
    json: bool,
    language: Language,
) -> Result<()> {
    let setup = &scenario.setup;
    for event in &step.events {
        if json {
            writeln!(out, "{}", event_json(event, setup.game.kind))?;
        } else {
            writeln!(out, "{:>12}  {}", At(event.at).to_string(), event_words(event, setup, language))?;
        }
    }
    Ok(())
}

fn print_state(out: &mut impl Write, table: &Table, language: Language) -> Result<()> {
    let standing = table.clock().standing();
    let at = At(table.clock().committed()).to_string();
    let colon = match language {
        Language::English => ": ",
        Language::Chinese => "：",
    };
    for side in Side::BOTH {
        let control = table.setup().control.of(side);
        let reading = reading_words(standing.readings.of(side), control, language);
        writeln!(out, "{at:>12}  {}{colon}{reading}", In(language, side))?;
    }
    Ok(())
}
