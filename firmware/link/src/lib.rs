//! The line between a table unit and its host: messages, frames, and the session at both ends.
//!
//! [`frame`](Reader) packs a message into bytes that survive a bad line: stuffed (COBS), with a checksum, and read
//! in any pieces; **no bytes make a reader panic**. [`device::Session`] is the unit's end, [`host::Host`] the host's,
//! both sans-IO: bytes and the present in, bytes out, `poll_at()` when something is due. **What a unit numbered it
//! sends until it is acknowledged, and an acknowledgement means: on disk.** Every input reaches the host once, in
//! order, whatever the line loses, damages, repeats or reorders; the host's copy of the clock takes the same inputs,
//! and the digests of both are compared with every tick.
//!
//! The unit's engine and its buttons are the crate `unit`'s, what becomes of inputs the hall's. How it looks on the
//! line, byte by byte, stands in `docs/link.md`.
//!
//! ```
//! use clock::Instant;
//! use link::{FRAME_MAX, Reader, Serial, ToUnit, encode};
//!
//! let mut frame = [0; FRAME_MAX];
//! let length = encode(&ToUnit::BootLoader { serial: Serial(7) }, &mut frame).unwrap();
//! // The line damages the first copy; the second comes through.
//! let mut bytes = [frame[..length].to_vec(), frame[..length].to_vec()].concat();
//! bytes[2] ^= 0x40;
//!
//! let mut reader = Reader::default();
//! let read: Vec<_> = bytes.iter().filter_map(|&byte| reader.take::<ToUnit>(byte)).collect();
//! assert_eq!(read, [Err(link::Fault::Damaged), Ok(ToUnit::BootLoader { serial: Serial(7) })]);
//! ```
#![no_std]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::as_conversions,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub mod device;
mod digest;
mod frame;
pub mod host;
mod limits;
mod meant;
mod message;

pub use digest::{Digest, digest, digest_of};
pub use frame::{Fault, FrameBuffer, Reader, decode, encode};
pub use limits::{
    ANSWER_GRACE, ASK_AGAIN_AFTER, BODY_MAX, COMMAND_AGAIN_AFTER, COMMAND_LIFE, COMMANDS_IN_ONE,
    COMMANDS_KEPT, COMMANDS_WAITING, ENGINE, FILE_MAX, FRAME_MAX, GRANT_BEHIND_MAX, GRANT_STEP_MAX,
    GRANT_TIME_MAX, INPUTS_IN_FLIGHT, INPUTS_MAX, NAME_MAX, PROBE_EVERY, PROTOCOL, RESEND_AFTER,
    SILENT_AFTER, TAKEN_AFTER, TEXT_MAX, TICK_EVERY,
};
pub use meant::meant;
pub use message::{
    Acknowledge, Breakdown, Commands, Corrected, Echo, File, Game, Gesture, Grant, Granted, Hello, Identity,
    Input, Key, KeyReport, Name, Order, OrderRefusal, Play, Reason, Serial, Showing, Snapshot, Start, Text,
    Tick, ToHost, ToUnit, Trouble, TurnedAway, Versions, Welcome, What, WhiteAt,
};
