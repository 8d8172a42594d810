//! Sealed moves: envelopes that one passphrase opens, and the counter at which they are sealed and opened.
//!
//! **Neither the move, nor its salt, nor the passphrase is in a log, a database, a socket or a file until the envelope
//! is opened**; the passphrase is given back once, for the slip, and kept nowhere. What is secret is worked on by
//! threads that end with it, from buffers that are blank once they are given back (the allocator in `main`).

pub(crate) mod counter;
pub(crate) mod desk;
mod envelope;
pub(crate) mod passphrase;
mod patience;
pub(crate) mod room;
pub(crate) mod unseal;

pub(crate) use envelope::OpenError;
