//! A scenario spoken in virtual time into a WAV.
//!
//! What the clock calls, and what else is said aloud, begins at the frame of its own instant, counted from the zero of
//! the script; no silence is shortened. The file is written as time passes, so that hours take no memory.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clock::{Duration, Instant};
use hall::{Moment, calls_ahead, moments};
use hound::{SampleFormat, WavSpec, WavWriter};
use referee::{Step, Table};
use serde_json::{Value, json};
use voice::{Planned, RATE, Speaker, Spoken, Voice, frame_at, instant_of};

use crate::speech::saying;

/// The number of the one table.
const TABLE: u32 = 1;

/// How far ahead it matters when the next call comes: no answer lasts longer.
const FORESEEN: Duration = Duration::from_secs(20);

/// Frames that are filled at once.
const CHUNK: usize = 8_000;

/// A WAV that grows with the table's time.
pub(super) struct Recital {
    path: PathBuf,
    wav: WavWriter<BufWriter<File>>,
    voice: Voice,
    speaker: Speaker,
    /// Up to when it has heard of the table.
    heard: Instant,
    /// The first frame that is not written yet.
    edge: u64,
    /// How many things were said, and how many of them were cut off.
    said: u32,
    cut: u32,
}

impl Recital {
    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn create(path: &Path, voice: Voice) -> Result<Self> {
        let spec =
            WavSpec { channels: 1, sample_rate: RATE, bits_per_sample: 16, sample_format: SampleFormat::Int };
        let wav = WavWriter::create(path, spec).with_context(|| path.display().to_string())?;
        let speaker = Speaker::new(voice.clone(), false);
        Ok(Self {
            path: path.to_owned(),
            wav,
            voice,
            speaker,
            heard: Instant::ZERO,
            edge: 0,
            said: 0,
            cut: 0,
        })
    }

    /// Hears what has happened at the table.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn hear(&mut self, step: &Step, table: &Table) -> Result<()> {
        self.heard = table.clock().committed();
        let moments: Vec<Moment> = moments(step, table.clock()).collect();
        let ahead = calls_ahead(table.clock().clone(), table.clock().committed().plus(FORESEEN));
        let calls: Vec<Instant> = moments
            .iter()
            .flat_map(|moment| &moment.said)
            .chain(&ahead)
            .filter(|said| !said.what.is_answer())
            .map(|said| said.due)
            .collect();
        for Moment { at, hushes, said } in moments {
            self.until(frame_at(at))?;
            if hushes {
                self.speaker.hush(TABLE, at);
            }
            for said in said {
                let planned = saying(&said).map(|saying| Planned::new(at, said.what.side(), saying));
                planned.into_iter().for_each(|planned| self.speaker.say(TABLE, planned));
            }
            self.speaker.foresee(TABLE, calls.iter().copied().filter(|due| *due > at));
        }
        Ok(())
    }

    /// Writes what is heard up to a frame.
    fn until(&mut self, frame: u64) -> Result<()> {
        let mut chunk = [0; CHUNK];
        while self.edge < frame {
            let len = usize::try_from(frame - self.edge).unwrap_or(CHUNK).min(CHUNK);
            let part = &mut chunk[..len];
            self.speaker.fill(instant_of(self.edge), part);
            self.edge += len as u64;
            let mut writer = self.wav.get_i16_writer(len as u32);
            part.iter().for_each(|sample| writer.write_sample(*sample));
            writer.flush().with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }

    /// What has been said since this was last asked, by the instants at which it was due.
    pub(super) fn spoken(&mut self) -> Vec<(Instant, Value)> {
        let spoken = self.speaker.spoken();
        spoken.iter().filter_map(|one| self.told(one)).collect()
    }

    fn told(&mut self, spoken: &Spoken) -> Option<(Instant, Value)> {
        let (onset, end, cut) = spoken.heard.sound()?;
        self.said += 1;
        self.cut += u32::from(cut);
        let Planned { at, side, saying, .. } = spoken.planned;
        let mut line = json!({ "t": at.since_zero().as_millis_used(), "event": "spoken" });
        if let Some(side) = side {
            line["side"] = side.as_str().into();
        }
        line["say"] = saying.to_string().into();
        let words =
            self.voice.pack().filter(|_| !spoken.tones).and_then(|pack| pack.words().words(&saying).ok());
        line["words"] = words.into();
        line["frame"] = frame_at(onset).into();
        line["frames"] = (frame_at(end) - frame_at(onset)).into();
        line["cut"] = cut.into();
        Some((at, line))
    }

    /// The earliest instant of something of which it is not known yet how it ends.
    pub(super) fn open_since(&self) -> Option<Instant> {
        self.speaker.open_since()
    }

    /// Lets what sounds come to its end after the game's, and closes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn finish(mut self) -> Result<(Vec<(Instant, Value)>, Summary)> {
        self.until(frame_at(self.heard))?;
        while !self.speaker.is_idle() {
            self.until(self.edge + CHUNK as u64)?;
        }
        let told = self.spoken();
        let Self { path, wav, edge, said, cut, .. } = self;
        wav.finalize().with_context(|| path.display().to_string())?;
        Ok((told, Summary { path, length: instant_of(edge), said, cut }))
    }
}

/// What has become of it.
#[derive(Clone)]
pub(super) struct Summary {
    pub(super) path: PathBuf,
    pub(super) length: Instant,
    pub(super) said: u32,
    pub(super) cut: u32,
}
