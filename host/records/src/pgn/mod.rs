//! PGN, the record of chess games: forgiving in, strict out.
//!
//! [`read`] takes whatever bytes and gives the games it finds, with a [`Warning`] for everything that is not
//! as it should be. It goes once from left to right: time is linear in the file, memory a multiple of it,
//! nothing recurses. Moves are kept as text and not checked: that is for who knows the rules. Of variations
//! nothing is kept.
//!
//! What is not UTF-8 is read in the encoding that is most plausible for the file: Windows-1252, or one of the Chinese,
//! Japanese, Korean and Cyrillic ones; a warning says which.
//!
//! [`write()`] gives the export format with a clock reading after every move that has one. What was written
//! is read back equal: `read(write(game))` is `game.standard()`, places in the file aside.
//!
//! The reader is our own: pgn-reader gives neither moves as written, nor their places, nor a word on what it
//! left out, splits a game at an empty line, and loses the rest of a file after a comment without end. The
//! tests compare with it where both must agree.
//!
//! ```
//! use records::pgn::{self, Game, Move};
//!
//! let mut game = Game::default();
//! game.set_tag("White", "Deng, Xiaoming");
//! game.moves.push(Move { clock_ms: Some(5_400_000), ..Move::from("e4".parse::<pgn::MoveText>()?) });
//! game.adjourn(5_400_000, 5_400_000);
//!
//! let text = pgn::write(&game);
//! assert!(text.ends_with("1. e4 {[%clk 1:30:00]} *\n"));
//! assert_eq!(pgn::read(text.as_bytes()).games[0].moves[0].clock_ms, Some(5_400_000));
//! # Ok::<(), pgn::NotAMove>(())
//! ```

mod collection;
mod converted;
mod game;
mod move_text;
mod movetext;
mod read;
mod reading;
mod scan;
mod sign;
mod standard;
mod tag;
mod text;
mod time_control;
mod warning;
mod write;

pub use collection::Collection;
pub use game::{Game, Move, ROSTER, Score, Tag};
pub use move_text::{MoveText, NotAMove};
pub use read::read;
pub use reading::{format_clock, parse_clock};
pub use time_control::{Period, TimeControl, TimeControlFault};
pub use warning::{MOST_WARNINGS, Warning, What};
pub use write::{COLUMNS, write, write_all};
