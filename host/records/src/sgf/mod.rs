//! SGF: the Smart Game Format of Go and gomoku records.
//!
//! [`read`] makes a [`Collection`], a tree without any meaning yet; [`Collection::game`] understands one game's main
//! line as a [`Record`]; [`write()`] makes strict `FF[4]` of a record. `read(write(record))` gives the record again.

mod game;
mod header;
mod key;
mod komi;
mod nodes;
mod points;
mod record;
mod scan;
mod time;
mod tree;
mod warning;
mod write;

pub use game::{Game, NoGame};
pub use record::{Kind, Node, Place, Played, Player, Property, Record, Setup, TimeLeft};
pub use time::Overtime;
pub use tree::{Collection, Unreadable};
pub use warning::{Fault, Warning};
pub use write::write;

/// Reads a file's bytes, whatever their encoding: what of it can be read, with warnings for the rest.
///
/// # Errors
///
/// If nothing in it is SGF, or if it is larger than 32 MiB.
pub fn read(bytes: &[u8]) -> Result<Collection<'_>, Unreadable> {
    Collection::read(bytes)
}
