//! Recordings as samples: silence trimmed, all equally loud, at the crate's rate.

mod decode;
mod encode;

use crate::RATE;

pub use decode::SoundError;

/// The loudness of every clip: the mean power of what is heard, in parts of full scale (−20 dBFS).
const LOUDNESS: f64 = 0.1;

/// No sample is louder than this, in parts of full scale (−1 dBFS).
const PEAK: f64 = 0.89;

/// Windows in which loudness is measured: 10 ms.
const WINDOW: usize = RATE as usize / 100;

/// Of a window quieter than this part of the loudest (−40 dB) nothing is heard.
const SILENCE: f64 = 0.01;

/// Quieter than this part of the loudest (−26 dB), a window does not count as speech when loudness is measured.
const QUIET: f64 = 0.05;

/// What stays in front of the first sound and behind the last, and fades: 4 ms and 20 ms.
const BEFORE: usize = RATE as usize * 4 / 1_000;
const BEHIND: usize = RATE as usize * 20 / 1_000;

/// Sound at [`RATE`], mono, in parts of full scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    samples: Vec<f64>,
}

impl Sound {
    /// Sound at [`RATE`] in 16 bits.
    #[must_use]
    pub fn of(samples: &[i16]) -> Self {
        Self { samples: samples.iter().map(|&sample| f64::from(sample) / FULL).collect() }
    }

    /// Reads WAV or FLAC of any rate and number of channels.
    ///
    /// # Errors
    /// What it is that cannot be read.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, SoundError> {
        decode::decode(bytes).map(|samples| Self { samples })
    }

    /// As FLAC; none where there is nothing to encode.
    #[must_use]
    pub fn flac(&self) -> Option<Vec<u8>> {
        encode::encode(&self.samples)
    }

    /// Without the silence at both ends; nothing is left of silence.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let loudest = self.windows().fold(0.0, f64::max);
        let heard: Vec<usize> = self
            .windows()
            .enumerate()
            .filter(|(_, loud)| *loud > loudest * SILENCE)
            .map(|(at, _)| at)
            .collect();
        let (Some(first), Some(last)) = (heard.first(), heard.last()) else {
            return Self { samples: Vec::new() };
        };
        let from = (first * WINDOW).saturating_sub(BEFORE);
        let to = ((last + 1) * WINDOW + BEHIND).min(self.samples.len());
        let mut samples = self.samples[from..to].to_vec();
        fade(samples.iter_mut(), BEFORE);
        fade(samples.iter_mut().rev(), BEHIND);
        Self { samples }
    }

    /// As loud as every clip, as far as nothing is cut off.
    #[must_use]
    pub fn evened(&self) -> Self {
        let (loudness, peak) = (self.loudness(), self.peak());
        if loudness == 0.0 {
            return self.clone();
        }
        let gain = (LOUDNESS / loudness).min(PEAK / peak);
        Self { samples: self.samples.iter().map(|sample| sample * gain).collect() }
    }

    /// The mean power of what is heard, as the root of it in parts of full scale.
    #[must_use]
    pub fn loudness(&self) -> f64 {
        let loudest = self.windows().fold(0.0, f64::max);
        let heard: Vec<f64> =
            self.windows().filter(|loud| *loud > loudest * QUIET).map(|loud| loud * loud).collect();
        if heard.is_empty() { 0.0 } else { (heard.iter().sum::<f64>() / heard.len() as f64).sqrt() }
    }

    /// The loudest sample, in parts of full scale.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.samples.iter().fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    /// How long it lasts, in milliseconds.
    #[must_use]
    pub fn millis(&self) -> u64 {
        self.samples.len() as u64 * 1_000 / u64::from(RATE)
    }

    /// In 16 bits.
    #[must_use]
    pub fn samples(&self) -> Vec<i16> {
        self.samples.iter().map(|sample| (sample * FULL).round().clamp(-FULL, FULL) as i16).collect()
    }

    /// The root of the mean power of each window.
    fn windows(&self) -> impl Iterator<Item = f64> {
        let power = |window: &[f64]| window.iter().map(|sample| sample * sample).sum::<f64>();
        self.samples.chunks(WINDOW).map(move |window| (power(window) / window.len() as f64).sqrt())
    }
}

/// Full scale in 16 bits.
const FULL: f64 = i16::MAX as f64;

/// Lets the first of these samples grow from nothing.
fn fade<'a>(samples: impl Iterator<Item = &'a mut f64>, length: usize) {
    for (at, sample) in samples.take(length).enumerate() {
        *sample *= at as f64 / length as f64;
    }
}
