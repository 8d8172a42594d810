//! The unit's end of the line.

mod log;
mod memory;
mod ports;
mod session;

pub use memory::{MEMORY_MAX, Memory, MemoryFault, remember};
pub use ports::Ports;
pub use session::{Heard, Line, Mark, Session, View};
