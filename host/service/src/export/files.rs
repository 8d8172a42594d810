//! Records as others wrote them, written anew: strict SGF, strict PGN.

use std::path::Path;

use anyhow::{Context, Result, bail};
use records::pgn::{self, Move};
use records::sgf;

use crate::complain;
use crate::replay::is_pgn;

/// All games of an SGF file, as `FF[4]`.
pub(crate) fn sgf_of(path: &Path, bytes: &[u8]) -> Result<String> {
    if is_pgn(path, bytes) {
        bail!("{}: a game of chess is written with --pgn", path.display());
    }
    let collection = sgf::read(bytes).with_context(|| path.display().to_string())?;
    let mut text = String::new();
    for game in collection.games() {
        let game = game.with_context(|| path.display().to_string())?;
        for warning in &game.warnings {
            complain(format_args!("{}: {warning}", path.display()));
        }
        text += &sgf::write(&game.record);
    }
    Ok(text)
}

/// All games of a PGN file, every move played and written as strict SAN.
pub(crate) fn pgn_of(path: &Path, bytes: &[u8]) -> Result<String> {
    if !is_pgn(path, bytes) {
        bail!("{}: a game of Go is written with --sgf", path.display());
    }
    let mut collection = pgn::read(bytes);
    if collection.games.is_empty() {
        bail!("{}: no game: expected PGN, such as [White \"…\"] and moves", path.display());
    }
    for (number, game) in collection.games.iter_mut().enumerate() {
        if let Err(fault) = strict(game) {
            complain(format_args!("{}: game {number}: {fault}", path.display()));
        }
    }
    Ok(pgn::write_all(&collection.games))
}

/// Writes each move as strict SAN. At a move that cannot be played the record ends, with a comment on what stood there.
fn strict(game: &mut pgn::Game) -> Result<()> {
    let mut board = match game.fen() {
        Some(fen) => chess::Game::from_fen(fen).context("FEN")?,
        None => chess::Game::new(),
    };
    for at in 0..game.moves.len() {
        let text = game.moves[at].text.as_str().to_owned();
        match board.play(&text) {
            Ok(played) => game.moves[at].text = played.san.parse().context("strict SAN")?,
            Err(illegal) => {
                game.moves.truncate(at);
                let said = format!("{text}: {illegal}");
                say(game.moves.last_mut(), &mut game.comment, &said);
                bail!("ply {}: {said}", at + 1);
            }
        }
    }
    Ok(())
}

/// Adds a comment to a move, or to the game where there is none.
fn say(last: Option<&mut Move>, before: &mut String, text: &str) {
    let comment = last.map_or(before, |last| &mut last.comment);
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}
