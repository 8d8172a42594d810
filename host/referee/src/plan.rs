//! Whether an order may be carried out as a table stands, and what it asks of the clock.

use clock::{Side, Status};

use crate::command::{Command, Played, Who};
use crate::event::Order;
use crate::outcome::Outcome;
use crate::record::Ahead;
use crate::refusal::{Entitled, Refusal};
use crate::setup::{EndsTurn, GameKind, StartsBy};
use crate::table::Table;

impl Table {
    /// What an order asks of the clock, as the table stands; `None` for what concerns the record alone. The clock
    /// may still refuse.
    ///
    /// # Errors
    /// Why the order cannot be carried out now.
    pub fn clock_command(&self, order: &Order) -> Result<Option<clock::Command>, Refusal> {
        let by = order.by;
        let asked = match &order.command {
            Command::Start { side } => {
                self.require_starter(by)?;
                clock::Command::Start { side: side.unwrap_or_else(|| self.setup().game.first_side()) }
            }
            Command::Press { side } => self.press(*side, by)?,
            Command::Pause { .. } => clock::Command::Pause,
            Command::Resume => {
                self.require_starter(by)?;
                clock::Command::Resume
            }
            Command::Move { side, played } => return self.recorded_move(*side, played, by),
            Command::TakeBack { side } => return self.take_back(*side, by),
            Command::Correct { number, played } => return self.corrected_move(*number, played, by),
            Command::Query { .. } => return Ok(None),
            Command::Set { side, setting, .. } => {
                self.correction(by, clock::Command::Set { side: *side, setting: *setting })?
            }
            Command::Add { side, amount, .. } => {
                self.correction(by, clock::Command::Add { side: *side, amount: *amount })?
            }
            Command::Subtract { side, amount, .. } => {
                self.correction(by, clock::Command::Subtract { side: *side, amount: *amount })?
            }
            Command::Turn { side, .. } => self.correction(by, clock::Command::Turn { side: *side })?,
            Command::SwapSides { .. } => self.correction(by, clock::Command::SwapSides)?,
            Command::Recount { side, elapsed, .. } => {
                require(Entitled::Player, by, Some(*side))?;
                clock::Command::Recount { side: *side, elapsed: *elapsed }
            }
            Command::VoidFlag { .. } => {
                require(Entitled::Chief, by, None)?;
                clock::Command::VoidFlag
            }
            Command::Resign { side } => self.resignation(*side, by)?,
        };
        Ok(Some(asked))
    }

    fn press(&self, side: Side, by: Who) -> Result<clock::Command, Refusal> {
        require(Entitled::Player, by, Some(side))?;
        let first = self.setup().game.first_side();
        let starts = self.clock().status() == Status::Waiting && self.without_arbiter() && side != first;
        Ok(if starts { clock::Command::Start { side: first } } else { clock::Command::Press { side } })
    }

    fn recorded_move(&self, side: Side, played: &Played, by: Who) -> Result<Option<clock::Command>, Refusal> {
        self.require_mover(side, by)?;
        let record = self.record();
        let judged = record.judge(record.move_count().saturating_add(1), side, played)?;
        if self.clock().status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        if record.is_ended() {
            // A recorder who lags behind may still write down what was pressed.
            let lagging = matches!(self.ahead(), Some(Ahead::Clock(_)));
            return if lagging { Ok(None) } else { Err(Refusal::GameOver) };
        }
        // A move that ends the game ends it at once, even before the press (FIDE 5.1.1).
        if record.ending_after(side, &judged.played).is_some() {
            return Ok(Some(clock::Command::Stop));
        }
        Ok(match self.setup().game.ends_turn {
            EndsTurn::Press => None,
            EndsTurn::Record | EndsTurn::Touch => Some(clock::Command::Press { side }),
        })
    }

    fn take_back(&self, side: Side, by: Who) -> Result<Option<clock::Command>, Refusal> {
        self.require_keeper(by)?;
        let (number, _) = self.record().last_of(side).ok_or(Refusal::NoMoveOfSide)?;
        Ok(self.slip(number, None))
    }

    fn corrected_move(
        &self,
        number: u32,
        played: &Played,
        by: Who,
    ) -> Result<Option<clock::Command>, Refusal> {
        self.require_keeper(by)?;
        if self.setup().game.kind == GameKind::Clock {
            return Err(Refusal::NoBoard);
        }
        let recorded = self.record().get(number).ok_or(Refusal::NoSuchMove { number })?;
        let judged = self.record().judge(number, recorded.side, played)?;
        Ok(self.slip(number, Some(&judged.played)))
    }

    /// What it asks of the clock that a slip on the record is set right: the position may end the game now, or not
    /// have ended it after all.
    fn slip(&self, number: u32, instead: Option<&Played>) -> Option<clock::Command> {
        let record = self.record();
        let ends = record.ending_with(number, instead).is_some();
        let by_board = record.outcome().is_some_and(Outcome::is_of_the_board);
        if ends && !record.is_ended() {
            Some(clock::Command::Stop)
        } else if by_board && !ends {
            Some(clock::Command::Reopen)
        } else {
            None
        }
    }

    /// Corrections are the arbiter's; where there is none, both players agree on them.
    fn correction(&self, by: Who, command: clock::Command) -> Result<clock::Command, Refusal> {
        let agreed = self.without_arbiter() && by == Who::Both;
        if !agreed {
            require(Entitled::Arbiter, by, None)?;
        }
        Ok(command)
    }

    fn resignation(&self, side: Side, by: Who) -> Result<clock::Command, Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if self.record().is_ended() {
            Err(Refusal::GameOver)
        } else if self.clock().status() == Status::Waiting {
            Err(Refusal::NotBegun)
        } else {
            Ok(clock::Command::Stop)
        }
    }

    fn without_arbiter(&self) -> bool {
        self.setup().game.starts_by == StartsBy::Press
    }

    /// Moves are put on record by whoever keeps the record; by the player who made them where players enter their
    /// own; by anybody where there is no arbiter. But **no player ends the other's turn**: where the recorded move
    /// is what ends it, the opponent may not record it.
    fn require_mover(&self, side: Side, by: Who) -> Result<(), Refusal> {
        let ends_turn = self.setup().game.ends_turn;
        let players_enter = self.without_arbiter() || ends_turn == EndsTurn::Touch;
        match by {
            Who::Black | Who::White if players_enter && by == side.into() => Ok(()),
            Who::Black | Who::White if players_enter && ends_turn != EndsTurn::Press => {
                Err(Refusal::NotEntitled { allowed: Entitled::Player })
            }
            Who::Black
            | Who::White
            | Who::Both
            | Who::Recorder
            | Who::Sensor
            | Who::Arbiter
            | Who::Chief
            | Who::Clock => self.require_keeper(by),
        }
    }

    /// A slip on the record is set right by whoever keeps the record, or by anybody where there is no arbiter. A
    /// player's own entry on a screen is the move itself: taking it back is not for that player alone.
    fn require_keeper(&self, by: Who) -> Result<(), Refusal> {
        let player = matches!(by, Who::Black | Who::White);
        if self.without_arbiter() && player { Ok(()) } else { require(Entitled::Recorder, by, None) }
    }

    /// Starting and going on are the arbiter's, or anybody's where there is none.
    fn require_starter(&self, by: Who) -> Result<(), Refusal> {
        if self.without_arbiter() { Ok(()) } else { require(Entitled::Arbiter, by, None) }
    }
}

fn require(allowed: Entitled, by: Who, player: Option<Side>) -> Result<(), Refusal> {
    if allowed.covers(by, player.map(Who::from)) { Ok(()) } else { Err(Refusal::NotEntitled { allowed }) }
}
