//! `speaker` of a table: the loudspeaker of this machine through which it speaks.

use std::sync::Arc;

use referee::document::Table;

use crate::config::said;

pub(super) const SPEAKER: &str = "speaker.device = \"default\"";

/// Bytes in the name of a device.
const NAME_MAX: usize = 48;

/// Reads the device's name, as ALSA has it.
pub(super) fn read_speaker(mut table: Table<'_>) -> Option<Arc<str>> {
    let entry = table.require("device", "device = \"default\"");
    table.finish();
    let entry = entry?;
    let name = entry.text()?;
    if name.is_empty() || name.len() > NAME_MAX || name.chars().any(char::is_control) {
        let expected =
            "expected the name of an ALSA device, such as \"default\" or \"plughw:CARD=Headphones\"";
        return said(&entry, format!("{expected}, found \"{name}\""));
    }
    Some(name.into())
}
