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

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone of a loudness, with silence around it.
    fn tone(before: usize, millis: usize, behind: usize, loudness: f64) -> Sound {
        let silence = |millis: usize| std::iter::repeat_n(0.0, RATE as usize * millis / 1_000);
        let wave = (0..RATE as usize * millis / 1_000).map(|at| (at as f64 * 0.3).sin() * loudness);
        Sound { samples: silence(before).chain(wave).chain(silence(behind)).collect() }
    }

    #[test]
    fn silence_is_cut_off_at_both_ends() {
        for (before, behind) in [(0, 0), (300, 700), (5, 1_000)] {
            let millis = tone(before, 400, behind, 0.5).trimmed().millis();
            assert!((400..=432).contains(&millis), "{before} {behind}: {millis}");
        }
        assert_eq!(tone(500, 0, 0, 0.5).trimmed().millis(), 0);
    }

    #[test]
    fn whatever_is_cut_begins_and_ends_without_a_click() {
        let samples = tone(0, 400, 0, 0.5).trimmed().samples();
        let steps = samples.windows(2).map(|two| (i32::from(two[0]) - i32::from(two[1])).abs());
        assert!(samples[0] == 0 && samples[samples.len() - 1] == 0);
        assert!(steps.max() <= Some(5_000), "as steep as the tone itself");
    }

    #[test]
    fn quiet_and_loud_become_equally_loud() {
        for loudness in [0.01, 0.2, 1.0] {
            let evened = tone(100, 400, 100, loudness).trimmed().evened();
            assert!((evened.loudness() / LOUDNESS - 1.0).abs() < 0.01, "{loudness}: {}", evened.loudness());
        }
        let mut peaked = tone(0, 400, 0, 0.02);
        peaked.samples[3_000] = 1.0;
        assert!(peaked.evened().peak() <= PEAK, "nothing is cut off");
        assert_eq!(tone(10, 0, 0, 1.0).evened().loudness(), 0.0);
    }

    #[test]
    fn flac_gives_back_what_it_was_given() {
        let sound = tone(20, 300, 20, 0.3);
        let again = Sound::decode(sound.flac().unwrap()).unwrap();
        let farthest = sound.samples.iter().zip(&again.samples).map(|(one, other)| (one - other).abs());
        assert!(farthest.fold(0.0, f64::max) < 1.0 / 2_000.0);
        assert_eq!(again.samples.len(), sound.samples.len());
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        let wav = |rate: u32, frames: u32| {
            let mut bytes = b"RIFF".to_vec();
            bytes.extend((36 + frames * 2).to_le_bytes());
            bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
            bytes.extend([rate.to_le_bytes(), (rate * 2).to_le_bytes()].concat());
            bytes.extend(b"\x02\0\x10\0data");
            bytes.extend((frames * 2).to_le_bytes());
            bytes.extend(vec![7; frames as usize * 2]);
            bytes
        };
        assert!(matches!(Sound::decode(b"nonsense".to_vec()), Err(SoundError::Format(_))));
        assert_eq!(Sound::decode(wav(8_000, 8_000)).unwrap().millis(), 1_000);
        assert_eq!(Sound::decode(wav(48_000, 48_000)).unwrap().millis(), 1_000);
        assert_eq!(Sound::decode(wav(8_000, 8_000 * 130)), Err(SoundError::TooLong));
    }
}
