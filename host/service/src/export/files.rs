//! Records as others wrote them, written anew: strict SGF, strict PGN.

use std::path::Path;

use anyhow::{Context, Result, bail};
use records::pgn::{self, Move};
use records::sgf;

use crate::complain;
use crate::replay::{fen_byte, is_pgn, other_variant};

/// All games of an SGF file, as `FF[4]`.
pub(crate) fn sgf_of(path: &Path, bytes: &[u8]) -> Result<String> {
    if is_pgn(path, bytes) {
        bail!("{}: a game of chess is written with --pgn", path.display());
    }
    let collection = sgf::read(bytes).with_context(|| path.display().to_string())?;
    let mut text = String::new();
    for warning in collection.warnings() {
        complain(format_args!("{}: {warning}", path.display()));
    }
    for (number, game) in collection.games().enumerate() {
        let game = game.with_context(|| format!("{}: game {}", path.display(), number + 1))?;
        main_line_only(path, number, collection.variations(number));
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
    for warning in &collection.warnings {
        complain(format_args!("{}: byte {}: {}", path.display(), warning.byte, warning.what));
    }
    for (number, game) in collection.games.iter_mut().enumerate() {
        main_line_only(path, number, game.variations);
        if let Some(said) = other_variant(game) {
            complain(format_args!("{}: game {}: {said}", path.display(), number + 1));
        }
        if let Err(fault) = strict(game, bytes) {
            complain(format_args!("{}: game {}: {fault:#}", path.display(), number + 1));
        }
    }
    Ok(pgn::write_all(&collection.games))
}

/// Says that variations are not written, if there are any.
fn main_line_only(path: &Path, number: usize, variations: usize) {
    if variations > 0 {
        complain(format_args!("{}: game {}: {}", path.display(), number + 1, left_out(variations)));
    }
}

fn left_out(variations: usize) -> String {
    let s = if variations == 1 { "" } else { "s" };
    format!("the main line only: {variations} variation{s} left out")
}

/// Writes each move as strict SAN. At a move that cannot be played the record ends, with a comment on what stood there.
fn strict(game: &mut pgn::Game, bytes: &[u8]) -> Result<()> {
    let mut board = match game.fen().map(chess::Game::from_fen) {
        Some(Ok(board)) => board,
        Some(Err(fault)) => {
            let byte = fen_byte(game, bytes);
            without_start(game);
            bail!("byte {byte}: FEN: {fault}; the game is written without it, its moves as a comment");
        }
        None => chess::Game::new(),
    };
    for at in 0..game.moves.len() {
        let Move { text, byte, .. } = &game.moves[at];
        let (text, byte) = (text.as_str().to_owned(), *byte);
        match board.play(&text) {
            Ok(played) => game.moves[at].text = played.san.parse().context("strict SAN")?,
            Err(illegal) => {
                let behind = game.moves.len() - at - 1;
                game.moves.truncate(at);
                let said = format!("{text}: {illegal}");
                say(game.moves.last_mut(), &mut game.comment, &said);
                bail!(
                    "byte {byte}: ply {}: {said}; left out with what is behind it, plies: {behind}",
                    at + 1
                );
            }
        }
    }
    Ok(())
}

/// Nobody knows from where the moves of such a game are played: they and the FEN are kept in words.
fn without_start(game: &mut pgn::Game) {
    let fen = game.fen().unwrap_or_default().to_owned();
    game.tags.retain(|tag| tag.name != "FEN" && tag.name != "SetUp");
    say(None, &mut game.comment, &format!("FEN {fen}"));
    for played in std::mem::take(&mut game.moves) {
        say(None, &mut game.comment, played.text.as_str());
        if !played.comment.is_empty() {
            say(None, &mut game.comment, &format!("({})", played.comment));
        }
    }
}

/// Adds a comment to a move, or to the game where there is none.
fn say(last: Option<&mut Move>, before: &mut String, text: &str) {
    let comment = last.map_or(before, |last| &mut last.comment);
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        pgn_of(Path::new("a.pgn"), text.as_bytes()).unwrap()
    }

    #[test]
    fn a_rejected_fen_and_what_was_played_from_it_become_words() {
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        let file = format!("[White \"a\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 {{well}} e5 1-0\n");
        let text = written(&file);
        assert!(!text.contains("[FEN") && !text.contains("[SetUp"), "{text}");
        assert!(text.ends_with(&format!("\n\n{{FEN {fen} e4 (well) e5}} 1-0\n")), "{text}");
        assert_eq!(written(&text), text);
        let mut game = pgn::read(file.as_bytes()).games.remove(0);
        let warning = strict(&mut game, file.as_bytes()).unwrap_err().to_string();
        assert!(warning.starts_with(&format!("byte {}: FEN: ", file.find("[FEN").unwrap())), "{warning}");
    }

    #[test]
    fn what_is_left_out_is_told() {
        let file = "1. e4 e5 2. Ke5 {so} Nc6 3. Nf3 *\n";
        let mut game = pgn::read(file.as_bytes()).games.remove(0);
        let warning = strict(&mut game, file.as_bytes()).unwrap_err().to_string();
        assert!(warning.starts_with("byte 12: ply 3: Ke5: "), "{warning}");
        assert!(warning.ends_with("; left out with what is behind it, plies: 2"), "{warning}");
        let varied = pgn::read(b"1. e4 (1. d4 (1. c4) d5) e5 (1... c5) *\n\n1. d4 *\n").games;
        assert_eq!(varied.iter().map(|game| game.variations).collect::<Vec<_>>(), [3, 0]);
        let sgf =
            "(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))(;SZ[9];B[aa])(;SZ[9](;B[aa])(;B[bb]))";
        let sgf = sgf::read(sgf.as_bytes()).unwrap();
        assert_eq!([0, 1, 2, 3].map(|game| sgf.variations(game)), [2, 0, 1, 0]);
        assert_eq!(left_out(1), "the main line only: 1 variation left out");
    }

    /// Other programs would take them for what they are not.
    #[test]
    fn unreadable_clock_readings_are_written_as_words() {
        let text = written("1. e4 {[%clk 59:59] so} e5 {[%clk 0:00:05] [%clk 0:00:06] [%emt ?]} *");
        assert!(text.contains("1. e4 {(%clk 59:59) so} "), "{text}");
        assert!(text.contains("e5 {[%clk 0:00:05] (%clk 0:00:06) (%emt ?)}"), "{text}");
        assert_eq!(written(&text), text);
    }
}
