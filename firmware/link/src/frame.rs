//! Frames: version, message and checksum, stuffed so that a zero is only ever a boundary.
//!
//! A zero stands before and behind each frame: one damaged boundary never costs more than the frame that it bounds.

use cobs::{DecodeResult, DecoderState};
use crc::{CRC_32_ISCSI, Crc};
use postcard::ser_flavors::crc::CrcModifier;
use postcard::ser_flavors::{Cobs, Slice};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits::{BODY_MAX, FRAME_MAX, PROTOCOL};

/// The checksum of frames, digests and memories.
pub(crate) static CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);

/// The bytes of the checksum.
const CHECKSUM: usize = 4;

/// Room for any frame.
pub type FrameBuffer = [u8; FRAME_MAX];

/// Why the bytes between two boundaries are no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// They are not what was sent.
    #[error("a frame came damaged")]
    Damaged,
    /// There are more of them than a frame has.
    #[error("a frame is longer than {BODY_MAX} bytes")]
    TooLong,
    /// They came whole, from an end that speaks another version.
    #[error("a frame is of version {0} of the protocol, not {PROTOCOL}")]
    Version(u8),
    /// They came whole, and mean nothing in this version.
    #[error("a frame holds no message of this version")]
    Unknown,
}

/// Writes a message as a frame; gives back how many bytes it has, none if it is longer than a frame may be.
#[must_use]
pub fn encode<M: Serialize>(message: &M, frame: &mut FrameBuffer) -> Option<usize> {
    let (boundary, rest) = frame.split_first_mut()?;
    *boundary = 0;
    let stuffed = Cobs::try_new(Slice::new(rest)).ok()?;
    let checked = CrcModifier::new(stuffed, CRC.digest());
    let written = postcard::serialize_with_flavor(&(PROTOCOL, message), checked).ok()?;
    written.len().checked_add(1)
}

/// Reads a message from the body of a frame, without its checksum.
///
/// # Errors
/// What the body is instead.
pub fn decode<M: DeserializeOwned>(body: &[u8]) -> Result<M, Fault> {
    let (&version, message) = body.split_first().ok_or(Fault::Damaged)?;
    if version != PROTOCOL {
        return Err(Fault::Version(version));
    }
    match postcard::take_from_bytes(message) {
        Ok((message, [])) => Ok(message),
        Ok(_) | Err(_) => Err(Fault::Unknown),
    }
}

/// Takes bytes in any pieces and finds the frames in them.
#[derive(Debug)]
pub struct Reader {
    stuffing: DecoderState,
    body: heapless::Vec<u8, { BODY_MAX + CHECKSUM }>,
    /// What is wrong with the frame that is being read.
    fault: Option<Fault>,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader that stands at a boundary.
    #[must_use]
    pub const fn new() -> Self {
        Self { stuffing: DecoderState::Idle, body: heapless::Vec::new(), fault: None }
    }

    /// Takes a byte. At the boundary behind a frame: the message, or what is wrong with it.
    pub fn take<M: DeserializeOwned>(&mut self, byte: u8) -> Option<Result<M, Fault>> {
        let empty = matches!(self.stuffing, DecoderState::Idle) && self.fault.is_none();
        if byte == 0 && empty {
            return None;
        }
        if byte == 0 {
            let whole = matches!(self.stuffing.feed(0), Ok(DecodeResult::DataComplete));
            let fault = self.fault.or((!whole).then_some(Fault::Damaged));
            let read = fault.map_or_else(|| self.checked().and_then(decode), Err);
            self.body.clear();
            self.fault = None;
            return Some(read);
        }
        self.unstuff(byte);
        None
    }

    fn unstuff(&mut self, byte: u8) {
        match self.stuffing.feed(byte) {
            Ok(DecodeResult::DataContinue(data)) => {
                if self.body.push(data).is_err() {
                    self.fault = Some(Fault::TooLong);
                }
            }
            Ok(DecodeResult::NoData | DecodeResult::DataComplete) => {}
            Err(_) => self.fault = self.fault.or(Some(Fault::Damaged)),
        }
    }

    /// The body in front of a checksum that is right.
    fn checked(&self) -> Result<&[u8], Fault> {
        let (body, checksum) = self.body.split_last_chunk::<CHECKSUM>().ok_or(Fault::Damaged)?;
        if CRC.checksum(body) == u32::from_le_bytes(*checksum) { Ok(body) } else { Err(Fault::Damaged) }
    }
}
