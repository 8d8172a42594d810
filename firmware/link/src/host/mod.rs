//! The host's end of the line.

mod copy;
mod distance;
mod session;
mod told;

pub use distance::{Distance, Estimate};
pub use session::{Host, Known, KnownTable};
pub use told::{Application, OrderError, Told, Why};
