//! `flagfall perft`: how many positions the moves of a position lead to.

use std::io::{Write, stdout};

use anyhow::{Context, Result};

/// What the command line says of a count of positions.
#[derive(Debug, clap::Args)]
pub(crate) struct PerftArguments {
    /// The position in Forsyth–Edwards notation, in quotes.
    fen: String,
    /// How many plies deep.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Counts the positions at a depth.
pub(crate) fn perft(arguments: &PerftArguments) -> Result<bool> {
    let PerftArguments { fen, depth, json } = arguments;
    let game = chess::Game::from_composed_fen(fen).context("FEN")?;
    let nodes = game.perft(*depth);
    if *json {
        writeln!(stdout(), "{}", serde_json::json!({ "fen": fen, "depth": depth, "nodes": nodes }))?;
    } else {
        writeln!(stdout(), "{nodes}")?;
    }
    Ok(true)
}
