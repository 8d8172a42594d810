//! The speech synthesiser espeak-ng, as a process.

use std::process::{Command, Output};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;
use voice::{Sound, Synthesiser};

const PROGRAM: &str = "espeak-ng";

/// What it calls itself.
pub(super) fn version() -> Result<String> {
    let output = run(Command::new(PROGRAM).arg("--version"))?;
    let line = String::from_utf8_lossy(&output.stdout);
    Ok(line.split("Data at").next().unwrap_or_default().trim().to_owned())
}

/// A text spoken, at a number of words a minute.
pub(super) fn speak(synthesiser: &Synthesiser, speed: u32, text: &str) -> Result<Sound> {
    let file = NamedTempFile::with_suffix(".wav")?;
    run(Command::new(PROGRAM)
        .args(["-v", &synthesiser.voice])
        .args(["-s", &speed.to_string(), "-p", &synthesiser.pitch.to_string()])
        .arg("-w")
        .arg(file.path())
        .args(["--", text]))?;
    let bytes = std::fs::read(file.path())?;
    Sound::decode(bytes).with_context(|| format!("{PROGRAM} spoke {text}"))
}

fn run(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| {
        format!("{PROGRAM} could not be started: apt install espeak-ng puts it on a Debian machine")
    })?;
    if !output.status.success() {
        bail!("{PROGRAM}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output)
}
