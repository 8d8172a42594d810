//! Go (围棋).

mod legality;
mod position;

pub use legality::{Illegal, Legality, Move, Repetition, Suicide};
pub use position::{Position, RowsFault};
