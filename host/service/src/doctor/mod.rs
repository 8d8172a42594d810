//! `flagfall doctor`: tries the machine and the hardware, and says in words what is right, what is not, and what to
//! do about it.
//!
//! Each thing that is tried is measured first and judged then, by functions that take what was measured: so what is
//! said of a slow disk is tested without one. **Nothing here disturbs a service that runs**: a port or a line that is
//! in use is said to be in use.

mod address;
mod clocks;
mod displays;
mod finding;
mod folder;
mod medium;
mod pins;
mod speakers;
mod spread;
mod units;
mod unused;
mod voice;

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use clock::Language;

use crate::Lang;
use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::pins::Header;
use crate::serve::{ServeArguments, configuration, data_folder};

/// What the command line asks of the doctor.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArguments {
    /// The configuration; without it, that of the demonstration tables.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder of the journal, where it is not the configuration's.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Ask somebody to press each key on this machine's lines in turn, and say what came.
    #[arg(long)]
    press: bool,
    /// Print one JSON object a line and finding.
    #[arg(long)]
    json: bool,
    /// The language of the words.
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
}

/// Tries everything and says what was found. `false` if something that the configuration needs is not there.
pub(crate) fn doctor(arguments: &DoctorArguments) -> Result<bool> {
    let mut report = Report { json: arguments.json, language: arguments.lang.into(), counts: [0; 4] };
    let asked = ServeArguments {
        config: arguments.config.clone(),
        data: arguments.data.clone(),
        ..ServeArguments::default()
    };
    match configuration(&asked)? {
        None => report.say(&[unreadable()])?,
        Some(config) => {
            report.say(&[readable(&config, &arguments.config)])?;
            machine(&config, arguments, &mut report)?;
        }
    }
    report.finish()
}

/// The machine, and what hangs on it. What a service that runs already holds is left alone.
fn machine(config: &Config, arguments: &DoctorArguments, report: &mut Report) -> Result<()> {
    let (addresses, runs) = address::try_addresses(config);
    report.say(&addresses)?;
    match data_folder(config.data.clone()) {
        Ok(data) => report.say(&folder::try_folders(&data, config.mirror.as_deref()))?,
        Err(error) => report.say(&[no_folder(&error)])?,
    }
    report.say(&clocks::try_clocks(config))?;
    report.say(&pins::try_pins(config, runs, arguments.press, report.language))?;
    report.say(&speakers::try_speakers(config, runs))?;
    report.say(&displays::try_displays(config, &Header, runs))?;
    report.say(&voice::try_voices(config))?;
    report.say(&units::try_units(config, runs)?)
}

/// The faults themselves were told by whoever read it.
fn unreadable() -> Finding {
    Finding::new("configuration", Mark::Wrong, both("has faults, told above", "有误，见上")).advise(both(
        "mend them; flagfall check says what it means",
        "请改正；flagfall check 用文字说明其含义",
    ))
}

fn readable(config: &Config, path: &Option<PathBuf>) -> Finding {
    let count = config.tables.len();
    let found = match path {
        Some(path) => both(
            format!("{}: {count} table{}", path.display(), if count == 1 { "" } else { "s" }),
            format!("{}：{count} 台", path.display()),
        ),
        None => both("none given: the demonstration tables", "未指定：演示棋桌"),
    };
    Finding::new("configuration", Mark::Right, found)
}

fn no_folder(error: &anyhow::Error) -> Finding {
    Finding::new("data", Mark::Wrong, Both::same(error.to_string()))
        .advise(both("write data = \"…\" in the configuration", "在配置中写 data = \"…\""))
}

/// What is said, and how often what.
#[derive(Debug)]
struct Report {
    json: bool,
    language: Language,
    /// By mark.
    counts: [u32; 4],
}

impl Report {
    fn say(&mut self, findings: &[Finding]) -> Result<()> {
        let mut out = stdout().lock();
        for finding in findings {
            self.counts[finding.mark as usize] += 1;
            if self.json {
                writeln!(out, "{}", finding.json(self.language))?;
            } else {
                writeln!(out, "{}", finding.line(self.language))?;
            }
        }
        Ok(out.flush()?)
    }

    /// The last line; `true` if nothing was wrong.
    fn finish(&self) -> Result<bool> {
        let [right, doubtful, unknown, wrong] = self.counts;
        if !self.json {
            let line = both(
                format!("{right} right, {doubtful} doubtful, {unknown} unknown, {wrong} wrong"),
                format!("正常 {right} 项，存疑 {doubtful} 项，未知 {unknown} 项，有误 {wrong} 项"),
            );
            writeln!(stdout().lock(), "{}", line.of(self.language))?;
        }
        Ok(wrong == 0)
    }
}
