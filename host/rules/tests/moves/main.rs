//! Moves, judged as plain rules judge them: games at random, and whole trees of moves.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

mod games;
mod naive;
mod trees;
