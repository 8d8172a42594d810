//! Go (围棋).

mod position;

pub use position::{Position, RowsFault};
