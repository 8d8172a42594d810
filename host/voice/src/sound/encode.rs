//! Samples to FLAC of 16 bits, the lowest four of which are empty: half as large, and what is lost is 57 dB below the
//! voice.

use std::io::Cursor;

use flac_codec::encode::{FlacSampleWriter, Options};

use crate::RATE;

/// Full scale without the lowest four bits.
const FULL: f64 = 2047.0;
const EMPTY_BITS: u32 = 4;

pub(super) fn encode(samples: &[f64]) -> Option<Vec<u8>> {
    let whole = |sample: &f64| ((sample * FULL).round().clamp(-FULL, FULL) as i32) << EMPTY_BITS;
    let samples: Vec<i32> = samples.iter().map(whole).collect();
    let mut bytes = Cursor::new(Vec::new());
    let options = Options::best().no_padding().no_seektable();
    let mut writer =
        FlacSampleWriter::new(&mut bytes, options, RATE, 16_u32, 1, Some(samples.len() as u64)).ok()?;
    writer.write(&samples).ok()?;
    writer.finalize().ok()?;
    Some(bytes.into_inner())
}
