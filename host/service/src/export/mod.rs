//! `flagfall export`: a game out of a journal as its whole event log, and records as strict SGF or PGN.

mod control;
mod files;
mod pgn;
mod sgf;
mod story;

pub(crate) use files::{pgn_of, sgf_of};
pub(crate) use pgn::pgn_of_story;
pub(crate) use sgf::sgf_of_story;
pub(crate) use story::Story;
