//! What a table does with each command. Everything happens on a walk's copy: what is refused half way has not happened.

use clock::{Reading, Side, Status};

use crate::board::Judged;
use crate::command::{Command, Played, Who};
use crate::event::{EventKind, Order};
use crate::outcome::{Decision, Outcome, WonBy};
use crate::refusal::{Entitled, Refusal};
use crate::setup::{EndsTurn, GameKind, StartsBy};
use crate::walk::Walk;

impl Walk {
    /// Does what was ordered.
    ///
    /// # Errors
    /// Why it cannot be done now.
    pub(crate) fn act(&mut self, order: &Order) -> Result<(), Refusal> {
        let by = order.by;
        self.require_unsigned(&order.command)?;
        self.require_place(&order.command)?;
        match &order.command {
            Command::Start { side } => self.start(*side, by),
            Command::Press { side } => self.press(*side, by),
            Command::Pause { .. } => self.clock(clock::Command::Pause),
            Command::Resume => {
                self.require_starter(by)?;
                if self.record().is_ended() {
                    return Err(Refusal::GameOver);
                }
                self.clock(clock::Command::Resume)
            }
            Command::Move { side, played } => self.record_move(*side, played, by),
            Command::TakeBack { side } => self.take_back(*side, by),
            Command::Correct { number, played } => self.correct_move(*number, played, by),
            Command::Query { side } => self.tell(*side),
            Command::Set { side, setting, .. } => {
                self.correction(by, clock::Command::Set { side: *side, setting: *setting })
            }
            Command::Add { side, amount, .. } => {
                self.correction(by, clock::Command::Add { side: *side, amount: *amount })
            }
            Command::Subtract { side, amount, .. } => {
                self.correction(by, clock::Command::Subtract { side: *side, amount: *amount })
            }
            Command::Turn { side, .. } => self.correction(by, clock::Command::Turn { side: *side }),
            Command::SwapSides { .. } => self.correction(by, clock::Command::SwapSides),
            Command::Recount { side, elapsed, .. } => {
                require(Entitled::Player, by, Some(*side))?;
                self.clock(clock::Command::Recount { side: *side, elapsed: *elapsed })
            }
            Command::VoidFlag { .. } => self.void_flag(by),
            Command::Resign { side } => self.resign(*side, by),
            Command::Incident(command) => self.incident(command, by),
            Command::People(command) => self.people(command, by),
            Command::Ending(command) => self.ending(command, by),
            Command::Adjournment(command) => self.adjournment(command, by),
        }
    }

    fn start(&mut self, side: Option<Side>, by: Who) -> Result<(), Refusal> {
        self.require_starter(by)?;
        // The replier's clock runs with the envelope shut.
        if let Some(adjournment) = self.awaited_session() {
            if side.is_some_and(|side| side != adjournment.replier()) {
                return Err(Refusal::NotToMove);
            }
            return self.clock(clock::Command::Resume);
        }
        let side = side.unwrap_or_else(|| self.setup().game.first_side());
        self.clock(clock::Command::Start { side })
    }

    fn press(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        let first = self.setup().game.first_side();
        if self.status() == Status::Waiting && self.without_arbiter() && side != first {
            return self.clock(clock::Command::Start { side: first });
        }
        self.press_clock(side)
    }

    /// A side has pressed, or what it did counts as a press.
    fn press_clock(&mut self, side: Side) -> Result<(), Refusal> {
        let counts = self.status() == Status::Running && self.table.clock().turn() == Some(side);
        self.clock(clock::Command::Press { side })?;
        if counts {
            self.after_press(side)?;
        }
        Ok(())
    }

    fn record_move(&mut self, side: Side, played: &Played, by: Who) -> Result<(), Refusal> {
        self.require_mover(side, by)?;
        self.require_made(played)?;
        let record = self.record();
        let number = record.move_count().saturating_add(1);
        let Judged { played, uci, illegal, cycle } = record.judge(number, side, played)?;
        if self.status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        let stopped = record.ending().stopped.is_some();
        let over = record.is_ended() || stopped;
        // A recorder who lags behind may still write down what was pressed.
        if over && self.table.missing_moves() == 0 {
            return Err(if stopped { Refusal::PlayHasStopped } else { Refusal::GameOver });
        }
        let out_of_turn = side != self.table.side_to_record();
        let laid = self.sensed(side, &played);
        self.enter(EventKind::Move { side, played, number, out_of_turn, illegal, cycle, uci });
        self.after_move(side, number, laid);
        if over {
            self.judge_loss_anew();
            return Ok(());
        }
        if self.end_by_board()? {
            return Ok(());
        }
        match self.setup().game.ends_turn {
            EndsTurn::Press => self.stop_after_passes(),
            EndsTurn::Record | EndsTurn::Touch => self.press_clock(side),
        }
    }

    /// Whether a side whose time was used up, or that resigned, has lost to an opponent who could mate is told by the
    /// position, and that is known only now that the moves are on record (FIDE 5.1.2, 6.9).
    pub(crate) fn judge_loss_anew(&mut self) {
        let Some(Outcome::Won { side, by: by @ (WonBy::Time | WonBy::Resignation) }) =
            self.record().outcome_by_play()
        else {
            return;
        };
        if self.setup().game.kind != GameKind::Chess || self.table.ahead().is_some() {
            return;
        }
        if let Decision::Outcome(outcome @ Outcome::Drawn { .. }) = self.loss(side.other(), by) {
            self.enter(EventKind::Result(outcome));
        }
    }

    /// Nobody passes in gomoku; a sealed move that cannot be laid may still count as a pass there.
    fn require_made(&self, played: &Played) -> Result<(), Refusal> {
        let passes = *played == Played::Pass && self.setup().game.kind == GameKind::Gomoku;
        if passes { Err(Refusal::NoPassInGomoku) } else { Ok(()) }
    }

    /// The position on the board may end the game at once, even before the press (FIDE 5.1.1).
    pub(crate) fn end_by_board(&mut self) -> Result<bool, Refusal> {
        let Some(outcome) = self.record().board().ending() else { return Ok(false) };
        self.stop_clock()?;
        self.enter_end(self.at);
        self.enter(EventKind::Result(outcome));
        Ok(true)
    }

    fn take_back(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_keeper(by)?;
        let (number, recorded) = self.record().last_of(side).ok_or(Refusal::NoMoveOfSide)?;
        let played = recorded.played.clone();
        self.enter_slip(EventKind::TakenBack { side, played, number })
    }

    fn correct_move(&mut self, number: u32, played: &Played, by: Who) -> Result<(), Refusal> {
        self.require_keeper(by)?;
        if self.setup().game.kind == GameKind::Clock {
            return Err(Refusal::NoBoard);
        }
        self.require_made(played)?;
        let recorded = self.record().get(number).ok_or(Refusal::NoSuchMove { number })?;
        let (side, before) = (recorded.side, recorded.played.clone());
        let Judged { played: after, illegal, .. } = self.record().judge(number, side, played)?;
        self.enter_slip(EventKind::MoveCorrected { side, number, before, after, illegal })
    }

    /// Sets a slip right. The position may end the game now, or not have ended it after all.
    fn enter_slip(&mut self, slip: EventKind) -> Result<(), Refusal> {
        let before = self.record().outcome_by_play().filter(|outcome| outcome.is_of_the_board());
        self.enter(slip);
        self.review_moves();
        self.judge_position(before)
    }

    /// Plays on, or ends the game, as the position demands after it has changed.
    pub(crate) fn judge_position(&mut self, before: Option<Outcome>) -> Result<(), Refusal> {
        let now = self.record().board().ending();
        match (before, now) {
            (Some(_), None) => self.reopen(),
            (None, Some(_)) if !self.record().is_ended() => self.end_by_board().map(|_| ()),
            (Some(before), Some(now)) if before != now => {
                self.enter(EventKind::Result(now));
                Ok(())
            }
            (Some(_) | None, Some(_)) | (None, None) => Ok(()),
        }
    }

    /// The game was not over after all: it stands paused.
    pub(crate) fn reopen(&mut self) -> Result<(), Refusal> {
        if self.status() == Status::Stopped && !self.record().is_ruled() {
            self.clock(clock::Command::Reopen)?;
        }
        self.enter(EventKind::Reopened);
        Ok(())
    }

    fn tell(&mut self, side: Side) -> Result<(), Refusal> {
        let reading: Reading = *self.table.clock().standing().readings.of(side);
        self.enter(EventKind::Told { side, reading });
        Ok(())
    }

    fn void_flag(&mut self, by: Who) -> Result<(), Refusal> {
        require(Entitled::Chief, by, None)?;
        if self.record().is_ruled() {
            return Err(Refusal::RulingStands);
        }
        self.clock(clock::Command::VoidFlag)?;
        self.enter(EventKind::Reopened);
        Ok(())
    }

    fn resign(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        if self.record().is_ended() {
            return Err(Refusal::GameOver);
        }
        if self.status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        self.enter(EventKind::Resigned { side });
        self.stop_clock()?;
        self.lose(self.at, side, WonBy::Resignation);
        Ok(())
    }

    /// Corrections are the arbiter's; where there is none, both players agree on them.
    fn correction(&mut self, by: Who, command: clock::Command) -> Result<(), Refusal> {
        let agreed = self.without_arbiter() && by == Who::Both;
        if !agreed {
            require(Entitled::Arbiter, by, None)?;
        }
        self.clock(command)
    }

    pub(crate) fn without_arbiter(&self) -> bool {
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

/// Makes sure that somebody has a right to something.
pub(crate) fn require(allowed: Entitled, by: Who, player: Option<Side>) -> Result<(), Refusal> {
    if allowed.covers(by, player.map(Who::from)) { Ok(()) } else { Err(Refusal::NotEntitled { allowed }) }
}
