//! `flagfall export`: a game out of a journal as its whole event log, and records as strict SGF or PGN.

mod files;

pub(crate) use files::{pgn_of, sgf_of};
