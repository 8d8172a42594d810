//! The position from which a game is played: `fen` in chess, `setup` and `to_move` in Go.

use clock::Side;
use rules::go::Position;

use crate::document::fault::FaultKind;
use crate::document::{Entry, Table};
use crate::setup::{GameKind, Opening};

const TO_MOVE: [(&str, Side); 2] = [("black", Side::Black), ("white", Side::White)];

const ROWS: &str = "[\"...\", \".X.\", \"...\"], the rows of the board from the top";

/// Takes the keys of the opening position; what cannot be read is noted.
pub(crate) fn read_opening(table: &mut Table<'_>, kind: GameKind, size: Option<u8>) -> Option<Opening> {
    let fen = table.take("fen");
    let setup = table.take("setup");
    let to_move = table.take("to_move");
    for (entry, game) in [(&fen, GameKind::Chess), (&setup, GameKind::Go), (&to_move, GameKind::Go)] {
        if let Some(entry) = entry.as_ref().filter(|_| kind != game) {
            entry.note(FaultKind::NotIn(kind));
        }
    }
    match kind {
        GameKind::Chess => read_fen(&fen?),
        GameKind::Go => read_stones(setup, to_move, size),
        GameKind::Gomoku | GameKind::Clock => None,
    }
}

fn read_fen(entry: &Entry<'_>) -> Option<Opening> {
    let fen = entry.text()?;
    match chess::Game::from_fen(fen) {
        Ok(game) => Some(Opening::Fen(game.fen())),
        Err(fault) => {
            entry.note(FaultKind::Said(fault.to_string()));
            None
        }
    }
}

fn read_stones(setup: Option<Entry<'_>>, to_move: Option<Entry<'_>>, size: Option<u8>) -> Option<Opening> {
    let Some(setup) = setup else {
        if let Some(entry) = to_move {
            entry.note(FaultKind::Said("means nothing without setup, the rows of the board".into()));
        }
        return None;
    };
    let to_move = to_move.and_then(|entry| entry.one_of(&TO_MOVE)).unwrap_or(Side::Black);
    let rows = setup.list(ROWS)?;
    let rows: Vec<String> = rows.iter().map(|row| row.text().map(str::to_owned)).collect::<Option<_>>()?;
    let fault = match Position::from_rows(&rows) {
        Err(fault) => fault.to_string(),
        Ok(position) => match size.filter(|size| *size != position.size().lines()) {
            None => return Some(Opening::Stones { rows, to_move }),
            Some(size) => format!("expected {size} rows, as size says, found {}", rows.len()),
        },
    };
    setup.note(FaultKind::Said(fault));
    None
}

impl Opening {
    /// The lines of the board of a set-up position.
    pub(crate) fn size(&self) -> Option<u8> {
        match self {
            Self::Stones { rows, .. } => u8::try_from(rows.len()).ok(),
            Self::Fen(_) => None,
        }
    }
}
