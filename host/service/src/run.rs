//! `flagfall run`: a scenario in virtual time, printed.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use anyhow::{Context, Result};
use clock::{Language, Side};
use referee::{At, In, Scenario, Step, Table, event_json, event_words, rehearse, state_json};

/// Plays a scenario through and prints its events and the state at its end. `false` if it could not be read.
pub(crate) fn run(path: &Path, json: bool, language: Language) -> Result<bool> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let scenario = match Scenario::read(&text) {
        Ok(scenario) => scenario,
        Err(faults) => {
            for fault in faults {
                eprintln!("{}: {fault}", path.display());
            }
            return Ok(false);
        }
    };
    let mut out = BufWriter::new(stdout().lock());
    let mut printed = Ok(());
    let table = rehearse(&scenario, |step, _| {
        if printed.is_ok() {
            printed = print_step(&mut out, step, &scenario, json, language);
        }
    });
    printed?;
    if json {
        writeln!(out, "{}", state_json(&table))?;
    } else {
        print_state(&mut out, &table, language)?;
    }
    out.flush()?;
    Ok(true)
}

fn print_step(
    out: &mut impl Write,
    step: &Step,
    scenario: &Scenario,
    json: bool,
    language: Language,
) -> Result<()> {
    let kind = scenario.setup.game.kind;
    for event in &step.events {
        if json {
            writeln!(out, "{}", event_json(event, kind))?;
        } else {
            writeln!(out, "{:>12}  {}", At(event.at).to_string(), event_words(event, kind, language))?;
        }
    }
    Ok(())
}

fn print_state(out: &mut impl Write, table: &Table, language: Language) -> Result<()> {
    let standing = table.clock().standing();
    let at = At(table.clock().committed()).to_string();
    for side in Side::BOTH {
        writeln!(out, "{at:>12}  {}: {}", In(language, side), In(language, standing.readings.of(side)))?;
    }
    Ok(())
}
