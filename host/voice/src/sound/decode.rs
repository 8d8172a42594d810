//! WAV and FLAC to samples at the crate's rate.

use std::io::Cursor;

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Resampler};
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;

use crate::RATE;

/// Samples that are resampled at once.
const CHUNK: usize = 1_024;

/// A recording lasts two minutes at most: whoever drops in more has dropped in something else.
const SECONDS_MAX: usize = 120;

/// Why a file is no recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SoundError {
    /// It is neither WAV nor FLAC, or is damaged.
    #[error("expected WAV or FLAC, found something else: {0}")]
    Format(String),
    /// There is no sound in it.
    #[error("expected a recording, found no sound in it")]
    Silent,
    /// It lasts more than two minutes.
    #[error("expected a recording of at most two minutes")]
    TooLong,
    /// Its rate cannot be changed to the crate's.
    #[error("a rate of {0} samples a second cannot be used")]
    Rate(u32),
}

pub(super) fn decode(bytes: Vec<u8>) -> Result<Vec<f64>, SoundError> {
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let mut format = symphonia::default::get_probe()
        .probe(&Hint::new(), stream, Default::default(), Default::default())
        .map_err(format_error)?;
    let track = format.default_track(TrackType::Audio).ok_or(SoundError::Silent)?;
    let id = track.id;
    let settings =
        track.codec_params.as_ref().and_then(|settings| settings.audio()).ok_or(SoundError::Silent)?;
    let mut decoder = symphonia::default::get_codecs()
        .make_audio_decoder(settings, &AudioDecoderOptions::default())
        .map_err(format_error)?;
    let (samples, rate) = mono(format.as_mut(), id, decoder.as_mut())?;
    if samples.is_empty() {
        return Err(SoundError::Silent);
    }
    if rate == RATE { Ok(samples) } else { resampled(&samples, rate) }
}

/// All channels as one, and their rate.
fn mono(
    format: &mut dyn FormatReader,
    track: u32,
    decoder: &mut dyn AudioDecoder,
) -> Result<(Vec<f64>, u32), SoundError> {
    let (mut samples, mut rate, mut interleaved) = (Vec::new(), RATE, Vec::<f64>::new());
    while let Some(packet) = format.next_packet().map_err(format_error)? {
        if packet.track_id != track {
            continue;
        }
        let decoded = decoder.decode(&packet).map_err(format_error)?;
        rate = decoded.spec().rate();
        let channels = decoded.spec().channels().count().max(1);
        decoded.copy_to_vec_interleaved(&mut interleaved);
        samples.extend(interleaved.chunks(channels).map(|frame| frame.iter().sum::<f64>() / channels as f64));
        if samples.len() > SECONDS_MAX * rate as usize {
            return Err(SoundError::TooLong);
        }
    }
    Ok((samples, rate))
}

fn resampled(samples: &[f64], rate: u32) -> Result<Vec<f64>, SoundError> {
    let refused = |_| SoundError::Rate(rate);
    let mut resampler = Fft::<f64>::new(rate as usize, RATE as usize, CHUNK, 1, FixedSync::Both)
        .map_err(|_| SoundError::Rate(rate))?;
    let input = InterleavedSlice::new(samples, 1, samples.len()).map_err(|_| SoundError::Rate(rate))?;
    resampler.process_all(&input, samples.len(), None).map_err(refused).map(|output| output.take_data())
}

fn format_error(error: Error) -> SoundError {
    SoundError::Format(error.to_string())
}
