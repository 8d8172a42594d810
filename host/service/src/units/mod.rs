//! Table units behind serial lines.

mod line;
pub(crate) mod process;
mod pty;
