//! Go (围棋).

mod board;
mod counting;
mod field;
mod game;
mod handicap;
mod history;
mod keys;
mod legality;
mod position;
mod proposal;
mod rule_set;
mod verdict;

pub use counting::{Count, InSeki, NoStone, count};
pub use game::{Game, Played};
pub use handicap::handicap_points;
pub use legality::{Illegal, Legality, Move, Repetition, Suicide};
pub use position::{Position, RowsFault};
pub use proposal::propose_dead;
pub use rule_set::{Counting, LongCycle, RuleSet, Unit};
pub use verdict::{CountFault, Terms, Verdict};
