//! Table units behind serial lines.

pub(crate) mod line;
pub(crate) mod process;
mod pty;
