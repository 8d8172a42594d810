//! The unit's end of the line.

mod log;
mod memory;
mod session;

pub use memory::{MEMORY_MAX, Memory, MemoryFault, remember};
pub use session::{Heard, Line, Mark, Session, View};
