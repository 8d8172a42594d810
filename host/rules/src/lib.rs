//! Go and gomoku: positions, moves, repetition, counting.
//!
//! Pure, no IO, no time. A [`go::Position`] is a value: playing a move gives a new one or says why not, and leaves
//! the old one as it was. Which positions stood before is kept apart, by a [`go::Game`]. Nothing panics or recurses
//! on any input, and the same input gives the same answer everywhere.
//!
//! It leaves to others whose turn it is and when two passes end a game (the referee), which stones are dead (the
//! players: [`go::propose_dead`] only proposes), clocks, and files.
//!
//! ```
//! use rules::go::{Game, Illegal, Move, Position, RuleSet, Terms, count};
//! use rules::{Color, Size};
//!
//! let rules = RuleSet::Chinese;
//! let mut game = Game::new(Position::empty(Size::new(5).ok_or("2 to 25 lines")?), rules.legality());
//! for (color, point) in [(Color::Black, "C3"), (Color::White, "E5"), (Color::Black, "D5")] {
//!     game.play(color, Move::Play(point.parse()?))?;
//! }
//! assert_eq!(game.play(Color::White, Move::Play("C3".parse()?)), Err(Illegal::Occupied));
//! game.play(Color::White, Move::Pass)?;
//! assert_eq!(game.play(Color::Black, Move::Play("E4".parse()?))?.captured, 1);
//!
//! let verdict = Terms::new(rules, 0).judge(&count(game.position(), &[])?);
//! assert_eq!((verdict.re().as_str(), verdict.in_chinese().as_str()), ("B+17.5", "黑胜8又3/4子"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod color;
pub mod go;
pub mod gomoku;
mod point;
mod quarters;

pub use color::{ByColor, Color};
pub use point::{Point, PointFault, Size};
pub use quarters::Quarters;
