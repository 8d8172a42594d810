//! The file that a scenario is spoken into: nothing that somebody needs is overwritten, and it holds what it must.

use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clock::{Duration, Instant};
use referee::At;
use voice::frame_at;

/// Frames that a WAV can hold: its sizes are of 32 bits.
const FRAMES_MAX: u64 = (u32::MAX as u64 - 64) / 2;

/// What may still sound behind the end.
const REST: Duration = Duration::from_secs(60);

/// Refuses a file that must not be overwritten, or that could not hold a script with this end.
///
/// # Errors
/// Why.
pub(super) fn check(path: &Path, scenario: &Path, end: Instant) -> Result<()> {
    let name = path.display();
    if frame_at(end.plus(REST)) > FRAMES_MAX {
        bail!("{name}: the scenario lasts {}, and a WAV holds at most 37 hours: nothing is written", At(end));
    }
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| name.to_string()),
    };
    let place = |file: &Metadata| (file.dev(), file.ino());
    if fs::metadata(scenario).is_ok_and(|read| place(&read) == place(&found)) {
        bail!("{name}: this is the scenario: expected another file for the WAV");
    }
    if !found.is_file() {
        bail!("{name}: expected a file for the WAV, found a folder, a pipe or a device");
    }
    let is_wav = || File::open(path).and_then(is_wav).with_context(|| name.to_string());
    if found.len() > 0 && !is_wav()? {
        bail!("{name}: this file is there and is no WAV: it is not overwritten");
    }
    Ok(())
}

/// Whether a file begins as a WAV does.
fn is_wav(file: File) -> std::io::Result<bool> {
    let mut head = Vec::new();
    file.take(12).read_to_end(&mut head)?;
    Ok(head.starts_with(b"RIFF") && head.ends_with(b"WAVE"))
}
