//! The trial of a game: it is played on a table of its own, turn by turn, before anybody is shown it.

use clock::{Instant, Side};
use referee::{
    Breach, Command, EndsTurn, Game, GameKind, Order, Outcome, Refusal, Setup, StartsBy, Table, Who,
};

use super::game::{Board, Turn};

/// Why a game cannot be played on a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unplayable {
    /// There is nothing to play.
    #[error("it has no moves")]
    NoMoves,
    /// The record's own reader understands no game.
    #[error("{0}")]
    NoGame(#[from] records::sgf::NoGame),
    /// Chess by other rules.
    #[error("it is played by the rules of {0:?}, not by those of chess")]
    Variant(String),
    /// A position that is none.
    #[error("its FEN: {0}")]
    Fen(String),
    /// Stones put by hand where the table takes only moves.
    #[error("stones are put by hand, at move {0}")]
    SetUp(usize),
    /// A move that is on no point.
    #[error("move {number}: {text:?} is not on the board")]
    OffBoard { number: usize, text: String },
    /// The turns do not alternate.
    #[error("move {number}: it is not the turn of {side}")]
    OutOfTurn { number: usize, side: Side },
    /// In chess nothing can follow on a move that is against the rules.
    #[error("move {number}: {breach}")]
    Breach { number: usize, breach: Breach },
    /// The table does not take it.
    #[error("move {number}: {refusal}")]
    Refused { number: usize, refusal: Refusal },
}

/// Plays all turns, each pressed and then recorded, and writes each move as the table does. The result, if the
/// last one ends the game.
pub(super) fn play(board: &Board, turns: &mut [Turn]) -> Result<Option<Outcome>, Unplayable> {
    if turns.is_empty() {
        return Err(Unplayable::NoMoves);
    }
    let usual =
        Game { ends_turn: EndsTurn::Press, starts_by: StartsBy::Arbiter, ..Game::of_kind(board.kind) };
    let control = "1h".parse().expect("an hour is a control");
    let mut table = Table::new(Setup::new(board.at(&usual), control));
    let mut on_move = table.setup().game.first_side();
    order(&mut table, 0, Who::Arbiter, Command::Start { side: None })?;
    for (number, turn) in (1..).zip(turns) {
        let Turn { side, .. } = *turn;
        if side != on_move {
            return Err(Unplayable::OutOfTurn { number, side });
        }
        order(&mut table, number, side.into(), Command::Press { side })?;
        order(&mut table, number, Who::Recorder, Command::Move { side, played: turn.played.clone() })?;
        if let Some(recorded) = table.record().moves().last() {
            if let Some(breach) = recorded.illegal.filter(|_| board.kind == GameKind::Chess) {
                return Err(Unplayable::Breach { number, breach });
            }
            turn.played = recorded.played.clone();
        }
        on_move = side.other();
    }
    Ok(table.record().outcome())
}

/// Gives an order; none of them takes time.
fn order(table: &mut Table, number: usize, by: Who, command: Command) -> Result<(), Unplayable> {
    let Ok(step) = table.handle(Order { by, command }, Instant::ZERO) else { return Ok(()) };
    step.refusal().cloned().map_or(Ok(()), |refusal| Err(Unplayable::Refused { number, refusal }))
}
