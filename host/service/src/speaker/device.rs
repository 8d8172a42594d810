//! ALSA: the only file that names its crate.
//!
//! The device's own clock is read with `snd_pcm_status`: its stamp is CLOCK_MONOTONIC's, and the delay says how many
//! frames will be heard before the one that is written next.

use alsa::pcm::{Access, Format, HwParams, PCM, State, TstampType};
use alsa::{Direction, ValueOr};
use voice::RATE;

use super::{Fault, Sink, Stand};
use crate::timer::monotonic_nanos;

const NANOS_PER_SEC: i64 = 1_000_000_000;

/// A device that is open.
struct Device {
    pcm: PCM,
    /// Frames that it can hold.
    size: usize,
    lead: usize,
}

impl From<alsa::Error> for Fault {
    fn from(error: alsa::Error) -> Self {
        match error.errno() {
            EPIPE => Self::RanDry,
            _ => Self::Broken(error.to_string()),
        }
    }
}

/// What ALSA answers where nothing was ready.
const EPIPE: i32 = 32;
/// What it answers where there is no room.
const EAGAIN: i32 = 11;

/// Opens a device by its name in ALSA, such as `default` or `plughw:CARD=Headphones`, for so many microseconds to lie
/// ready in it.
///
/// # Errors
/// Why it cannot be opened.
pub(crate) fn open(device: &str, lead: u32) -> Result<Box<dyn Sink>, Fault> {
    let pcm = PCM::new(device, Direction::Playback, true)?;
    let (size, period) = set_up(&pcm, lead)?;
    let frames = usize::try_from(u64::from(lead) * u64::from(RATE) / 1_000_000).unwrap_or_default();
    Ok(Box::new(Device { pcm, size, lead: frames.max(2 * period).min(size) }))
}

/// Agrees with the device on what it is given; how many frames it holds, and takes at once.
fn set_up(pcm: &PCM, lead: u32) -> Result<(usize, usize), Fault> {
    let hardware = HwParams::any(pcm)?;
    hardware.set_rate_resample(true)?;
    hardware.set_access(Access::RWInterleaved)?;
    hardware.set_format(Format::s16())?;
    let plain = |what: &str| Fault::Broken(format!("does not play {what}: write plughw:… in place of hw:…"));
    hardware.set_channels(1).map_err(|_| plain("one channel"))?;
    hardware.set_rate(RATE, ValueOr::Nearest).map_err(|_| plain("16,000 frames a second"))?;
    hardware.set_period_time_near(lead / 4, ValueOr::Nearest)?;
    hardware.set_buffer_time_near(lead * 2, ValueOr::Nearest)?;
    pcm.hw_params(&hardware)?;
    let frames = |frames: i64| usize::try_from(frames).unwrap_or_default();
    let agreed = (frames(hardware.get_buffer_size()?), frames(hardware.get_period_size()?));
    let software = pcm.sw_params_current()?;
    software.set_start_threshold(1)?;
    software.set_tstamp_mode(true)?;
    software.set_tstamp_type(TstampType::Monotonic)?;
    pcm.sw_params(&software)?;
    Ok(agreed)
}

impl Sink for Device {
    fn stand(&mut self) -> Result<Stand, Fault> {
        let status = self.pcm.status()?;
        match status.get_state() {
            State::XRun => return Err(Fault::RanDry),
            State::Disconnected => return Err(Fault::Broken("is gone".to_owned())),
            State::Suspended => return Err(Fault::Broken("is asleep".to_owned())),
            State::Open
            | State::Setup
            | State::Prepared
            | State::Running
            | State::Draining
            | State::Paused => {}
        }
        let stamp = status.get_htstamp();
        let nanos = stamp.tv_sec * NANOS_PER_SEC + stamp.tv_nsec;
        // Some plugins give no stamp: then it is now.
        let nanos = if nanos > 0 { nanos.unsigned_abs() } else { monotonic_nanos() };
        let delay = status.get_delay().max(0).unsigned_abs();
        let free = usize::try_from(status.get_avail()).unwrap_or_default();
        let heard_at = nanos + delay * 1_000_000_000 / u64::from(RATE);
        Ok(Stand { heard_at, queued: self.size.saturating_sub(free) })
    }

    fn lead(&self) -> usize {
        self.lead
    }

    fn write(&mut self, samples: &[i16]) -> Result<usize, Fault> {
        match self.pcm.io_i16()?.writei(samples) {
            Ok(taken) => Ok(taken),
            Err(error) if error.errno() == EAGAIN => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    fn begin_anew(&mut self) -> Result<(), Fault> {
        self.pcm.prepare().map_err(|error| Fault::Broken(error.to_string()))
    }
}
