//! The record of a game: moves, turns and result, as the events left them.

use clock::{CorrectionKind, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, Judged};
use crate::command::Played;
use crate::event::{Event, EventKind};
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::setup::Game;

/// The rule that a recorded move breaks. Moves are counted from 1; 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Breach {
    /// Own stones without liberties (禁着点).
    #[error("suicide: the stones have no liberties and nothing is taken")]
    Suicide,
    /// The immediate retake of a ko.
    #[error("a ko is retaken at once: the position after move {repeats} stands again")]
    Ko {
        /// The move after which the position first stood.
        repeats: u32,
    },
    /// A position stands again that the rules forbid to come back.
    #[error("the position after move {repeats} stands again")]
    Superko {
        /// The move after which the position first stood.
        repeats: u32,
    },
    /// Since an earlier move was set right, it cannot stand: its point is occupied.
    #[error("its point is occupied, since an earlier move was set right")]
    OutOfPlace,
    /// Chess: it was the opponent's turn.
    #[error("it is the opponent's turn")]
    OutOfTurn,
    /// Chess: no such piece can go there.
    #[error("no piece can make this move")]
    Impossible,
    /// Chess: the own king would stand in check.
    #[error("it leaves the king in check")]
    LeavesKing,
    /// Chess: castling is not possible.
    #[error("castling is not possible here")]
    Castling,
}

impl Breach {
    /// The word for it in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Suicide => "suicide",
            Self::OutOfPlace => "occupied",
            Self::Ko { .. } => "ko",
            Self::Superko { .. } => "superko",
            Self::OutOfTurn => "out-of-turn",
            Self::Impossible | Self::LeavesKing | Self::Castling => "illegal",
        }
    }

    /// The move after which the position first stood that stands again.
    #[must_use]
    pub const fn repeats(self) -> Option<u32> {
        match self {
            Self::Ko { repeats } | Self::Superko { repeats } => Some(repeats),
            Self::Suicide
            | Self::OutOfPlace
            | Self::OutOfTurn
            | Self::Impossible
            | Self::LeavesKing
            | Self::Castling => None,
        }
    }
}

/// A move on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Whose.
    pub side: Side,
    /// What was played.
    pub played: Played,
    /// Whether it was the opponent's turn by the record.
    pub out_of_turn: bool,
    /// The rule that it breaks, as the record stands now.
    pub illegal: Option<Breach>,
    /// The move after which the position first stood that this one brought back, where that is for the chief arbiter.
    pub cycle: Option<u32>,
    /// In chess the squares, in UCI.
    pub uci: Option<String>,
}

impl RecordedMove {
    const fn as_played(&self) -> (Side, &Played) {
        (self.side, &self.played)
    }
}

/// Which of clock and moves is ahead of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// Turns were pressed whose moves are not recorded yet.
    Clock(u32),
    /// Moves were recorded whose turns are not pressed yet.
    Moves(u32),
}

/// What the events of a table amount to, the clock apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board before the first move.
    opening: Board,
    /// The board after the last.
    board: Board,
    /// The moves in order.
    pub(crate) moves: Vec<RecordedMove>,
    /// Turns that the clock counts as played.
    pub(crate) turns: u32,
    /// The side that was on move at the start.
    pub(crate) first: Option<Side>,
    /// Why the clock is paused, if it is and a reason was given.
    pub(crate) pause_why: Option<String>,
    /// Whether play is over.
    pub(crate) ended: bool,
    /// The result.
    pub(crate) outcome: Option<Outcome>,
}

impl Record {
    /// The record of a game that has not begun.
    pub(crate) fn new(game: &Game) -> Self {
        let board = Board::new(game);
        Self {
            opening: board.clone(),
            board,
            moves: Vec::new(),
            turns: 0,
            first: None,
            pause_why: None,
            ended: false,
            outcome: None,
        }
    }

    /// The board after the last recorded move.
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// What the rules say of a move in the place of move `number`, counted from 1: the next one, or a correction.
    ///
    /// # Errors
    /// The move cannot mean anything on this board.
    pub(crate) fn judge(&self, number: u32, side: Side, played: &Played) -> Result<Judged, Refusal> {
        if number > self.move_count() {
            return self.board.judge(side, played);
        }
        let before = self.index(number).unwrap_or_default();
        self.board_of(self.moves.iter().take(before).map(RecordedMove::as_played)).judge(side, played)
    }

    /// What ends the game at once after one more move.
    pub(crate) fn ending_after(&self, side: Side, played: &Played) -> Option<Outcome> {
        let mut board = self.board.clone();
        board.play(side, played);
        board.ending()
    }

    /// What ends the game at once with another move in the place of move `number`, or without it.
    pub(crate) fn ending_with(&self, number: u32, instead: Option<&Played>) -> Option<Outcome> {
        let index = self.index(number)?;
        let moves = self.moves.iter().enumerate().filter_map(|(at, recorded)| {
            let (side, played) = recorded.as_played();
            if at == index { instead.map(|instead| (side, instead)) } else { Some((side, played)) }
        });
        self.board_of(moves).ending()
    }

    /// The board after these moves.
    fn board_of<'a>(&self, moves: impl Iterator<Item = (Side, &'a Played)>) -> Board {
        let mut board = self.opening.clone();
        moves.for_each(|(side, played)| board.play(side, played));
        board
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

    /// The result, if there is one.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
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

    /// Which is ahead, and by how many turns; `None` when they are in step.
    #[must_use]
    pub fn ahead(&self) -> Option<Ahead> {
        let moves = self.move_count();
        // A move that ended the game needs no press.
        let mated = self.outcome.is_some_and(Outcome::is_of_the_board);
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

    /// Enters an event. This cannot fail: what is on record has happened.
    pub(crate) fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Clock(kind) => self.apply_clock(kind, event.why.as_ref()),
            EventKind::Move { side, played, out_of_turn, .. } => self.add(*side, played, *out_of_turn),
            EventKind::TakenBack { number, .. } => {
                if let Some(index) = self.index(*number) {
                    let mut moves = std::mem::take(&mut self.moves);
                    moves.remove(index);
                    self.play_anew(moves);
                }
            }
            EventKind::MoveCorrected { number, after, .. } => {
                if let Some(index) = self.index(*number) {
                    let mut moves = std::mem::take(&mut self.moves);
                    moves[index].played = after.clone();
                    self.play_anew(moves);
                }
            }
            EventKind::Ended { .. } => self.ended = true,
            EventKind::Result(outcome) => self.outcome = Some(*outcome),
            EventKind::Reopened => {
                self.ended = false;
                self.outcome = None;
            }
            EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Undecided { .. }
            | EventKind::Refused { .. } => {}
        }
    }

    /// Puts a move behind the others. What the rules say of it follows from the moves before it.
    fn add(&mut self, side: Side, played: &Played, out_of_turn: bool) {
        let judged = self.board.judge(side, played).unwrap_or_else(|_| Judged::out_of_place(played));
        self.board.play(side, played);
        let Judged { uci, illegal, cycle, .. } = judged;
        self.moves.push(RecordedMove { side, played: played.clone(), out_of_turn, illegal, cycle, uci });
    }

    /// After a slip was set right, the moves behind it may mean something else.
    fn play_anew(&mut self, moves: Vec<RecordedMove>) {
        self.board = self.opening.clone();
        for recorded in moves {
            self.add(recorded.side, &recorded.played, recorded.out_of_turn);
        }
    }

    fn apply_clock(&mut self, kind: &clock::EventKind, why: Option<&String>) {
        match kind {
            clock::EventKind::Started { side } => self.first = Some(*side),
            clock::EventKind::Pressed { .. } => self.turns = self.turns.saturating_add(1),
            clock::EventKind::Corrected(correction) => self.apply_correction(correction.kind),
            clock::EventKind::Paused => self.pause_why = why.cloned(),
            clock::EventKind::Resumed => self.pause_why = None,
            clock::EventKind::Ignored { .. }
            | clock::EventKind::Overtime { .. }
            | clock::EventKind::Stage { .. }
            | clock::EventKind::Period { .. }
            | clock::EventKind::Section { .. }
            | clock::EventKind::Call { .. }
            | clock::EventKind::Flag { .. }
            | clock::EventKind::FlagVoid { .. } => {}
        }
    }

    /// A turn handed over by the arbiter: forgotten presses are made up for, mistaken ones undone.
    fn apply_correction(&mut self, kind: CorrectionKind) {
        match kind {
            CorrectionKind::Turn(_) if self.move_count() > self.turns => {
                self.turns = self.turns.saturating_add(1);
            }
            CorrectionKind::Turn(_) => self.turns = self.turns.saturating_sub(1),
            CorrectionKind::Set(_)
            | CorrectionKind::Add(_)
            | CorrectionKind::Subtract(_)
            | CorrectionKind::SwapSides
            | CorrectionKind::Recount(_) => {}
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
        (1..).zip(&self.moves).filter(|(_, recorded)| recorded.side == side).last()
    }

    /// Where the move of this number, counted from 1, stands.
    fn index(&self, number: u32) -> Option<usize> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        (index < self.moves.len()).then_some(index)
    }
}
