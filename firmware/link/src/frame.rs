//! Frames: version, message and checksum, stuffed so that a zero is only ever a boundary.
//!
//! A zero stands before and behind each frame: one damaged boundary never costs more than the frame that it bounds.

use core::ops::{Index, IndexMut};

use cobs::{DecodeResult, DecoderState};
use crc::{CRC_32_ISCSI, Crc};
use postcard::ser_flavors::crc::CrcModifier;
use postcard::ser_flavors::{Cobs, Flavor};
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
    let stuffed = Cobs::try_new(Room { bytes: rest, written: 0, beyond: 0 }).ok()?;
    let checked = CrcModifier::new(stuffed, CRC.digest());
    let written = postcard::serialize_with_flavor(&(PROTOCOL, message), checked).ok()?;
    written.checked_add(1)
}

/// Where a frame is written. What stuffing might ask for beyond its end, it gets a byte of that is not sent.
struct Room<'a> {
    bytes: &'a mut [u8],
    written: usize,
    beyond: u8,
}

impl Flavor for Room<'_> {
    type Output = usize;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        let place = self.bytes.get_mut(self.written).ok_or(postcard::Error::SerializeBufferFull)?;
        *place = byte;
        self.written = self.written.saturating_add(1);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<usize> {
        Ok(self.written)
    }
}

impl Index<usize> for Room<'_> {
    type Output = u8;

    fn index(&self, place: usize) -> &u8 {
        self.bytes.get(place).unwrap_or(&self.beyond)
    }
}

impl IndexMut<usize> for Room<'_> {
    fn index_mut(&mut self, place: usize) -> &mut u8 {
        self.bytes.get_mut(place).unwrap_or(&mut self.beyond)
    }
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::message::{Serial, ToUnit};
    use clock::Instant;
    use proptest::prelude::*;
    use std::vec::Vec;

    fn framed(message: &ToUnit) -> Vec<u8> {
        let mut frame = [0; FRAME_MAX];
        let length = encode(message, &mut frame).unwrap();
        frame[..length].to_vec()
    }

    fn read(bytes: &[u8]) -> Vec<Result<ToUnit, Fault>> {
        let mut reader = Reader::new();
        bytes.iter().filter_map(|&byte| reader.take(byte)).collect()
    }

    fn probe(micros: u64) -> ToUnit {
        ToUnit::Probe { sent: Instant::from_micros(micros) }
    }

    /// A body in a frame of its own, whatever stands in it.
    fn framed_body(body: &[u8]) -> Vec<u8> {
        let mut checked = body.to_vec();
        checked.extend(CRC.checksum(body).to_le_bytes());
        let mut stuffed = std::vec![0; cobs::max_encoding_length(checked.len())];
        let length = cobs::encode(&checked, &mut stuffed);
        stuffed.truncate(length);
        [&[0], stuffed.as_slice(), &[0]].concat()
    }

    #[test]
    fn zeros_stand_only_at_the_boundaries() {
        let frame = framed(&ToUnit::BootLoader { serial: Serial(0) });
        let zeros: Vec<_> = (0..frame.len()).filter(|&at| frame[at] == 0).collect();
        assert_eq!(zeros, [0, frame.len() - 1]);
    }

    #[test]
    fn each_fault_has_its_name() {
        let unknown = framed_body(&[PROTOCOL, 200, 1, 2]);
        let newer = framed_body(&[PROTOCOL + 1, 0]);
        let longer = framed_body(&[PROTOCOL, 6, 5, 99]);
        let endless = [7; BODY_MAX + 40];
        let mut damaged = framed(&probe(5));
        damaged[3] ^= 1;
        for (bytes, fault) in [
            (unknown.as_slice(), Fault::Unknown),
            (&newer, Fault::Version(PROTOCOL + 1)),
            // What a later version may add to a message is not half understood.
            (&longer, Fault::Unknown),
            (&[endless.as_slice(), &[0]].concat(), Fault::TooLong),
            (&damaged, Fault::Damaged),
            (&framed_body(&[]), Fault::Damaged),
            (&[1, 0], Fault::Damaged),
            (&[9, 1, 0], Fault::Damaged),
        ] {
            let followed = [bytes, &framed(&probe(7))].concat();
            assert_eq!(read(&followed), [Err(fault), Ok(probe(7))], "{bytes:02x?}");
        }
    }

    proptest! {
        /// In any pieces, with anything in front, a whole frame is read.
        #[test]
        fn a_frame_is_read_behind_anything(before in proptest::collection::vec(any::<u8>(), 0..2_000), sent in any::<u64>()) {
            let bytes = [before.as_slice(), &framed(&probe(sent))].concat();
            let read = read(&bytes);
            prop_assert_eq!(read.last(), Some(&Ok(probe(sent))));
        }

        /// Whatever happens to the bytes of a frame, it is read as what was sent or not at all.
        #[test]
        fn a_damaged_frame_is_never_another_message(sent in any::<u64>(), place in 0_usize..20, with in 1_u8..=255) {
            let mut frame = framed(&probe(sent));
            let place = place % frame.len();
            frame[place] ^= with;
            frame.push(0);
            prop_assert!(read(&frame).iter().all(|read| read.is_err() || *read == Ok(probe(sent))));
        }
    }
}
