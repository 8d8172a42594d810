//! Chess: moves, endings, claims, and who can still mate.
//!
//! A [`Game`] is a position with what stood before it. It reads moves as people and programs write them (SAN, UCI),
//! says why a move is illegal, and writes strict SAN; it knows what ends a game at once, what may be claimed, and
//! how often a position has stood (FIDE 9.2.3). Pure, no IO, no time; no text makes it panic. Chess960 positions
//! are understood too. It promises that a refused move leaves the game as it was. Whose turn it was, clocks and
//! penalties are the referee's business; the moves themselves are shakmaty's.
//!
//! ```
//! let mut game = chess::Game::new();
//! for text in ["f3", "e7e5", "g4"] {
//!     game.play(text).unwrap();
//! }
//! let played = game.play("Qh4").unwrap();
//! assert_eq!((played.san.as_str(), played.uci.as_str()), ("Qh4#", "d8h4"));
//! assert_eq!(game.status().as_str(), "checkmate");
//! ```

mod claim;
mod color;
mod fen;
mod game;
mod illegal;
mod key;
mod loss;
mod mate;
mod perft;
mod read;
mod status;
mod written;

pub use claim::{Claim, ClaimKind, ClaimRefused};
pub use fen::{FenFault, FenField, Impossible};
pub use game::{Game, Played};
pub use illegal::{Illegal, NoCastling};
pub use loss::Decision;
pub use mate::{BOUND, CanMate, Dead, can_mate, is_dead};
pub use status::{Ending, Status};
