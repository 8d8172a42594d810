//! The record of a game: moves, turns and result, as the events left them.

mod apply;
mod moves;
mod recorded;

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::{BySide, Instant, Side};

use crate::adjournment::Adjournment;
use crate::board::{Board, Judged};
use crate::command::Played;
use crate::ending::Ending;
use crate::incident::Incidents;
use crate::outcome::Outcome;
use crate::people::People;
use crate::refusal::Refusal;
use crate::setup::Game;

pub use recorded::{Ahead, Breach, JudgedAnew, RecordedMove};

/// What the ruling on an incident took off the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Gone {
    /// The moves, the last one first, and at which index each stood.
    moves: Vec<(usize, RecordedMove)>,
    /// The pressed turns that went with them.
    turns: u32,
    /// So many moves were left.
    left: usize,
}

/// The record of a table's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board before the first move.
    opening: Board,
    /// The board after the last.
    board: Board,
    /// The moves in order.
    moves: Arc<Vec<RecordedMove>>,
    /// Moves that are off the record by ruling, by incident.
    gone: BTreeMap<u32, Gone>,
    /// Turns that the clock counts as played.
    turns: u32,
    /// When each side pressed last.
    pressed: BySide<Option<Instant>>,
    /// Whether each side has pressed since the last recorded move.
    pressed_since_move: BySide<bool>,
    /// The side that was on move at the start.
    first: Option<Side>,
    /// Why the clock is paused, if it is and a reason was given.
    pause_why: Option<String>,
    /// Whether play is over.
    ended: bool,
    /// The result that play, the clock or a count has brought.
    by_play: Option<Outcome>,
    incidents: Incidents,
    people: People,
    ending: Ending,
    adjournment: Option<Adjournment>,
}

impl Record {
    /// The record of a game that has not begun.
    pub(crate) fn new(game: &Game) -> Self {
        let board = Board::new(game);
        Self {
            opening: board.clone(),
            board,
            moves: Arc::default(),
            gone: BTreeMap::new(),
            turns: 0,
            pressed: BySide::default(),
            pressed_since_move: BySide::default(),
            first: None,
            pause_why: None,
            ended: false,
            by_play: None,
            incidents: Incidents::default(),
            people: People::default(),
            ending: Ending::default(),
            adjournment: None,
        }
    }

    /// The board after the last recorded move.
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// The board as it stood after the first so many moves.
    pub(crate) fn board_after(&self, number: u32) -> Board {
        let count = usize::try_from(number).unwrap_or(usize::MAX);
        let mut board = self.opening.clone();
        for recorded in self.moves.iter().take(count) {
            let (side, played) = recorded.as_played();
            board.play(side, played);
        }
        board
    }

    /// What the rules say of a move in the place of move `number`, counted from 1: the next one, or a correction.
    ///
    /// # Errors
    /// The move cannot mean anything on this board.
    pub(crate) fn judge(&self, number: u32, side: Side, played: &Played) -> Result<Judged, Refusal> {
        if number > self.move_count() {
            return self.board.judge(side, played);
        }
        self.board_after(number.saturating_sub(1)).judge(side, played)
    }

    /// The recorded moves in order.
    #[must_use]
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The number of recorded moves.
    #[must_use]
    pub fn move_count(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Turns that the clock counts as played.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The side that was on move at the start; none before it.
    #[must_use]
    pub const fn first(&self) -> Option<Side> {
        self.first
    }

    /// When a side pressed last.
    pub(crate) fn pressed_at(&self, side: Side) -> Option<Instant> {
        *self.pressed.of(side)
    }

    /// Whether a side has pressed since the last recorded move.
    pub(crate) fn has_pressed_since_move(&self, side: Side) -> bool {
        *self.pressed_since_move.of(side)
    }

    /// The result, if there is one: the chief arbiter's, else that of the rulings, else that of play.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_under(self.incidents.verdict())
    }

    /// The result that there would be if the rulings came to this.
    pub(crate) fn outcome_under(&self, verdict: Option<Outcome>) -> Option<Outcome> {
        self.ending.decreed.or(verdict).or(self.by_play)
    }

    /// Whether the result is a ruling's or the chief arbiter's.
    #[must_use]
    pub const fn is_ruled(&self) -> bool {
        self.ending.decreed.is_some() || self.incidents.verdict().is_some()
    }

    /// The result that play, the clock or a count has brought, whatever was ruled.
    #[must_use]
    pub const fn outcome_by_play(&self) -> Option<Outcome> {
        self.by_play
    }

    /// Incidents and rulings.
    #[must_use]
    pub const fn incidents(&self) -> &Incidents {
        &self.incidents
    }

    /// The people at the table.
    #[must_use]
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// How far the end of the game has come.
    #[must_use]
    pub const fn ending(&self) -> &Ending {
        &self.ending
    }

    /// The last adjournment, if there was one.
    #[must_use]
    pub const fn adjournment(&self) -> Option<&Adjournment> {
        self.adjournment.as_ref()
    }

    /// Why the clock is paused, if it is and a reason was given.
    #[must_use]
    pub fn pause_why(&self) -> Option<&str> {
        self.pause_why.as_deref()
    }

    /// Whether play is over.
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Which is ahead, and by how many turns; `None` when they are in step. A move that lies in an envelope is not
    /// missing.
    #[must_use]
    pub fn ahead(&self) -> Option<Ahead> {
        let sealed = self.adjournment.as_ref().is_some_and(Adjournment::is_shut);
        let moves = self.move_count().saturating_add(sealed.into());
        // A move that ended the game needs no press.
        let mated = self.by_play.is_some_and(Outcome::is_of_the_board);
        if mated && moves == self.turns.saturating_add(1) {
            None
        } else if self.turns > moves {
            Some(Ahead::Clock(self.turns.saturating_sub(moves)))
        } else if moves > self.turns {
            Some(Ahead::Moves(moves.saturating_sub(self.turns)))
        } else {
            None
        }
    }

    /// The recorded move of this number, counted from 1.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&RecordedMove> {
        self.moves.get(self.index(number)?)
    }

    /// The last recorded move of a side, and its number.
    #[must_use]
    pub fn last_of(&self, side: Side) -> Option<(u32, &RecordedMove)> {
        (1..).zip(self.moves.iter()).filter(|(_, recorded)| recorded.side == side).last()
    }

    /// The move that an incident is about, and its number now.
    #[must_use]
    pub fn about(&self, incident: u32) -> Option<(u32, &RecordedMove)> {
        (1..).zip(self.moves.iter()).find(|(_, recorded)| recorded.incident == Some(incident))
    }

    /// Whether the ruling on an incident took a move off.
    pub(crate) fn has_taken_off(&self, incident: u32) -> bool {
        self.gone.contains_key(&incident)
    }

    /// The move of this number that a side has announced with a claim which was not good, and has to play (FIDE 9.5.3).
    pub(crate) fn announced(&self, side: Side, number: u32) -> Option<&Played> {
        let claims = self.ending.claimed_in_vain.iter();
        let of_turn = claims.filter(|claim| claim.side == side && claim.moves.checked_add(1) == Some(number));
        of_turn.filter_map(|claim| claim.played.as_ref()).next()
    }

    /// Whether the move of this number is another than the one that was announced. A move that nobody saw may be it.
    pub(crate) fn departs_from_announced(&self, number: u32, recorded: &RecordedMove) -> bool {
        let announced = self.announced(recorded.side, number);
        announced.is_some_and(|played| ![played, &Played::Unknown].contains(&recorded.counts_as()))
    }

    /// Whether moves were recorded behind the place of one that the ruling on an incident took off.
    pub(crate) fn has_played_on_since(&self, incident: u32) -> bool {
        self.gone.get(&incident).is_some_and(|gone| self.moves.len() > gone.left)
    }

    /// Where the move of this number, counted from 1, stands.
    fn index(&self, number: u32) -> Option<usize> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        (index < self.moves.len()).then_some(index)
    }
}
