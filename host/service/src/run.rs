//! `flagfall run`: a scenario in virtual time, printed, and spoken if that is wanted.

mod recital;
mod wav_file;

use std::collections::VecDeque;
use std::io::{BufWriter, StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clock::{Instant, Language, Side};
use referee::{
    At, Fault, FaultKind, In, Scenario, Step, Table, event_json, event_words, reading_words, rehearse,
    state_json,
};
use serde_json::Value;
use voice::{Pack, Tongue, Voice};

use crate::sealing::desk::AgeDesk;
use crate::text::read_text;
use crate::{Lang, complain};
use recital::{Recital, Summary};

/// What the command line says of a run.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArguments {
    /// The scenario, a TOML file.
    scenario: PathBuf,
    /// Print one JSON object a line: each event, then the state.
    #[arg(long)]
    json: bool,
    /// The language of the words.
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
    /// Write a WAV in which everything is said at its instant, from second 0 on; no silence is shortened.
    #[arg(long, value_name = "FILE")]
    wav: Option<PathBuf>,
    /// Whose voice speaks in the WAV; without it, one in the language of the words.
    #[arg(long, value_enum, requires = "wav")]
    voice: Option<Speaks>,
}

/// Whose voice speaks.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Speaks {
    /// Mandarin.
    Zh,
    /// English.
    En,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Nobody: tones.
    Tones,
}

impl Speaks {
    fn voice(self) -> Result<Voice> {
        let tongue = match self {
            Self::Zh => Tongue::Chinese,
            Self::En => Tongue::English,
            Self::Ja => Tongue::Japanese,
            Self::Ko => Tongue::Korean,
            Self::Tones => return Ok(Voice::tones()),
        };
        let pack = Pack::shipped(tongue).with_context(|| format!("the voice {tongue}"))?;
        Ok(Voice::of(Arc::new(pack)))
    }
}

impl From<Lang> for Speaks {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::En,
            Lang::Zh => Self::Zh,
        }
    }
}

/// Plays a scenario through and prints its events and the state at its end. `false` if it could not be read.
pub(crate) fn run(arguments: &RunArguments) -> Result<bool> {
    let RunArguments { scenario: path, json, lang, wav, voice } = arguments;
    let Some(scenario) = read_scenario(path) else { return Ok(false) };
    let speaks = voice.unwrap_or_else(|| (*lang).into());
    let recital = wav.as_deref().map(|wav| recital(wav, path, &scenario, speaks)).transpose()?;
    let mut printer = Printer {
        out: BufWriter::new(stdout().lock()),
        scenario: &scenario,
        json: *json,
        language: (*lang).into(),
        recital,
        held: VecDeque::new(),
    };
    let mut printed = Ok(());
    let played = rehearse(&scenario, &mut AgeDesk, |step, table| {
        if printed.is_ok() {
            printed = printer.step(step, table);
        }
    });
    // However it ends, what was played is told, and the WAV holds it.
    printer.finish(printed.is_ok().then_some(played.as_ref().ok()).flatten())?;
    printed?;
    let Err(unrehearsed) = played else { return Ok(true) };
    complain(format_args!("{}: {unrehearsed}", path.display()));
    Ok(false)
}

/// Begins a WAV, where it overwrites nothing and can hold the scenario.
fn recital(wav: &Path, path: &Path, scenario: &Scenario, speaks: Speaks) -> Result<Recital> {
    let end = scenario.script.last().map(|line| line.at).unwrap_or_default();
    wav_file::check(wav, path, end)?;
    Recital::create(wav, speaks.voice()?)
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

/// Prints what happens. A line waits while something sounds that began before it: what was said stands at its instant,
/// and says how it ended.
struct Printer<'a> {
    out: BufWriter<StdoutLock<'a>>,
    scenario: &'a Scenario,
    json: bool,
    language: Language,
    recital: Option<Recital>,
    held: VecDeque<(Instant, String)>,
}

impl Printer<'_> {
    fn step(&mut self, step: &Step, table: &Table) -> Result<()> {
        let setup = &self.scenario.setup;
        for event in &step.events {
            let line = if self.json {
                event_json(event, setup.game.kind).to_string()
            } else {
                format!("{:>12}  {}", At(event.at).to_string(), event_words(event, setup, self.language))
            };
            self.held.push_back((event.at, line));
        }
        if let Some(recital) = &mut self.recital {
            recital.hear(step, table)?;
            let spoken = recital.spoken();
            self.hold_spoken(spoken);
        }
        let since = self.recital.as_ref().and_then(Recital::open_since);
        self.release(since)
    }

    /// Puts what was said behind what happened at the instant at which it was due.
    fn hold_spoken(&mut self, spoken: Vec<(Instant, Value)>) {
        for (due, line) in spoken.into_iter().filter(|_| self.json) {
            let place = self.held.partition_point(|(at, _)| *at <= due);
            self.held.insert(place, (due, line.to_string()));
        }
    }

    /// Prints what lies before an instant, or all.
    fn release(&mut self, until: Option<Instant>) -> Result<()> {
        while let Some((_, line)) = self.held.pop_front_if(|(at, _)| until.is_none_or(|until| *at < until)) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Prints what is left, and the table at the end; none where the script did not come to its end.
    fn finish(mut self, table: Option<&Table>) -> Result<()> {
        let finished = self.recital.take().map(Recital::finish).transpose();
        let (spoken, summary) = finished.as_ref().ok().cloned().flatten().unzip();
        self.hold_spoken(spoken.unwrap_or_default());
        self.release(None)?;
        match table {
            Some(table) if self.json => writeln!(self.out, "{}", state_json(table))?,
            Some(table) => print_state(&mut self.out, table, self.language)?,
            None => {}
        }
        if let Some(summary) = summary.filter(|_| !self.json) {
            writeln!(self.out, "{:>12}  {}", "", summary_words(&summary, self.language))?;
        }
        self.out.flush()?;
        finished.map(drop)
    }
}

fn summary_words(summary: &Summary, language: Language) -> String {
    let Summary { path, length, said, cut } = summary;
    let (path, length) = (path.display(), At(*length));
    match language {
        Language::English => {
            format!("{path}: {length}, {said} times something is said, {cut} of them cut off")
        }
        Language::Chinese => format!("{path}：时长 {length}，播报 {said} 次，其中 {cut} 次中途停止"),
    }
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
