//! Game records, forgiving in and strict out.
//!
//! [`sgf`] reads whatever calls itself SGF, in any encoding that is found in the wild, and writes `FF[4]`; [`pgn`]
//! does the same for chess. What could not be understood is a warning that names the byte; no input makes them
//! panic, recurse, or take more memory than a small multiple of it. Whether Go's moves are legal is for `rules` to
//! say.
//!
//! ```
//! let file = b"(;GM[1]SZ[9]PB[Ke Jie]KM[7.5]RE[B+Resign];B[ee];W[])";
//! let collection = records::sgf::read(file)?;
//! let game = collection.game(0)?;
//! assert_eq!(game.record.players.black.name, "Ke Jie");
//! assert_eq!(game.record.result.unwrap().to_string(), "B+R");
//! assert_eq!(game.record.moves().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amount;
pub mod pgn;
mod result;
pub mod sgf;
pub mod text;

pub use result::{GameResult, Manner, ReadResult};
