//! A short proof that two clocks are in the same state.

use clock::{Clock, State};
use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize};

use crate::frame::CRC;

/// The checksum of a clock's state. Two engines that were fed the same inputs have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Digest(pub u32);

/// The digest of a clock's state as committed.
#[must_use]
pub fn digest(clock: &Clock) -> Digest {
    digest_of(clock.state())
}

/// The digest of a state.
#[must_use]
pub fn digest_of(state: &State) -> Digest {
    // Writing into a checksum cannot fail; were it to, unequal digests would raise the alarm.
    Digest(postcard::serialize_with_flavor(state, Checksum(CRC.digest())).unwrap_or_default())
}

/// Takes the bytes of a serialised value and keeps only their checksum.
struct Checksum<'a>(crc::Digest<'a, u32>);

impl Flavor for Checksum<'_> {
    type Output = u32;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.update(&[byte]);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.update(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u32> {
        Ok(self.0.finalize())
    }
}
