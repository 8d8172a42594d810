//! Loudspeakers of this machine: a thread for each device, which plays what is said at its tables.
//!
//! A call begins at its instant on the device's own clock: what is written is reckoned from when the device says that it
//! will be heard, not from when this program wakes up. Little is written ahead, so that a press silences at once.
//! **A device that fails or is pulled out is an alarm at its tables, is opened anew, and holds up nobody**; meanwhile
//! the record says that nobody spoke. `device` is the only file that names ALSA, and is there with the feature
//! `speaker`.

#[cfg(feature = "speaker")]
mod device;
mod player;
mod thread;

use std::collections::BTreeMap;
use std::sync::Arc;

use tracing::warn;

use crate::opening::TablePlan;
use crate::timer::Axis;
use crate::venue::Venue;

#[cfg(feature = "speaker")]
pub(crate) use device::open;
pub(crate) use player::try_out;
use thread::Loudspeaker;

/// What sound is played through.
pub(crate) trait Sink {
    /// Where it stands.
    ///
    /// # Errors
    /// It has run dry, or does not play any more.
    fn stand(&mut self) -> Result<Stand, Fault>;

    /// How many frames are to lie ready in it.
    fn lead(&self) -> usize;

    /// Hands it sound; how much of it was taken.
    ///
    /// # Errors
    /// It has run dry, or does not play any more.
    fn write(&mut self, samples: &[i16]) -> Result<usize, Fault>;

    /// Begins anew after it has run dry.
    ///
    /// # Errors
    /// It does not play any more.
    fn begin_anew(&mut self) -> Result<(), Fault>;
}

/// How many microseconds of sound lie ready in a device: that long it is still heard after a press.
pub(crate) const LEAD: u32 = 25_000;

/// Where a device stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stand {
    /// When the frame that is written next will be heard, in nanoseconds of CLOCK_MONOTONIC.
    pub(crate) heard_at: u64,
    /// So many frames lie ready.
    pub(crate) queued: usize,
}

/// Why a device does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// Nothing was ready when it was to be heard.
    #[error("ran dry")]
    RanDry,
    /// It cannot be opened, or is gone.
    #[error("{0}")]
    Broken(String),
    /// It is open and takes no sound.
    #[error("takes no sound")]
    Stuck,
}

/// Opens a device.
///
/// # Errors
/// This program was built without loudspeakers.
#[cfg(not(feature = "speaker"))]
pub(crate) fn open(_device: &str, _lead: u32) -> Result<Box<dyn Sink>, Fault> {
    Err(Fault::Broken("this program was built without loudspeakers (feature \"speaker\")".to_owned()))
}

/// Starts a thread for each device of these tables.
pub(crate) fn start(venue: &Venue, tables: &[TablePlan], axis: Axis) {
    if venue.rate > 1 {
        // In time that runs faster no word finds its place.
        return;
    }
    let mut devices: BTreeMap<Arc<str>, Vec<&TablePlan>> = BTreeMap::new();
    for plan in tables.iter().filter(|plan| plan.voice.on) {
        if let Some(device) = &plan.speaker {
            devices.entry(Arc::clone(device)).or_default().push(plan);
        }
    }
    for (device, plans) in devices {
        let name = device.to_string();
        if let Err(error) = Loudspeaker::new(venue, device, &plans, axis).start() {
            warn!("speaker {name} has no thread: {error}");
        }
    }
}
