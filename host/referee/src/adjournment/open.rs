//! An envelope is opened: its move is checked, read as the rules say, and laid on the board.

use clock::Status;

use super::state::{ILLEGAL, LOST, MISMATCH, UNREADABLE};
use super::{
    Adjournment, AdjournmentEvent, AdjournmentRefusal, ComesTo, Salt, SealFault, SealOpening, SealedText,
    SealedTextError, Stage,
};
use crate::board::Judged;
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::incident::{IncidentEvent, Sensed};
use crate::outcome::{DrawnBy, Outcome, WonBy};
use crate::refusal::Refusal;
use crate::setup::GameKind;
use crate::table::Table;
use crate::walk::Walk;

/// How people write a resignation, and a pass.
const RESIGNATIONS: [&str; 5] = ["resign", "resigns", "认输", "認輸", "认负"];
const PASSES: [&str; 5] = ["pass", "虚着", "虛著", "虚手", "停一手"];

impl Table {
    /// What is written as the move of a side, in its usual notation where it can be read as one on this board.
    #[must_use]
    pub fn sealed_notation(&self, side: clock::Side, written: &str) -> String {
        match self.read_sealed(side, written) {
            Reading::Resignation => "resign".to_owned(),
            Reading::Move(judged) => judged.played.to_string(),
            Reading::Occupied | Reading::Unreadable => written.to_owned(),
        }
    }

    /// The text of a move to be sealed now, for a desk: this game's, and the number of the move that is to be sealed.
    ///
    /// # Errors
    /// What is written does not fit on a line, or the game's name is no line.
    pub fn sealed_text(&self, salt: Salt, written: &str) -> Result<SealedText, SealedTextError> {
        let game = self.setup().game.id.clone().unwrap_or_default();
        SealedText::new(salt, game, self.sealed_number(), written)
    }

    /// The number of the move that is sealed, or would be if play were adjourned now.
    #[must_use]
    pub fn sealed_number(&self) -> u32 {
        let under_way = self.record().adjournment().filter(|adjournment| adjournment.is_under_way());
        under_way.map_or(self.record().turns().saturating_add(1), |adjournment| adjournment.number)
    }

    fn read_sealed(&self, side: clock::Side, written: &str) -> Reading {
        let written = &narrow(written.trim());
        let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(written));
        if is_one_of(&RESIGNATIONS) {
            return Reading::Resignation;
        }
        let chess = self.setup().game.kind == GameKind::Chess;
        let played = if !chess && is_one_of(&PASSES) {
            Played::Pass
        } else if chess {
            Played::At(written.to_owned())
        } else {
            Played::At(written.to_uppercase())
        };
        match self.record().board().judge(side, &played) {
            Ok(judged) => Reading::Move(judged),
            // A table with nothing but a clock has no board that could refuse a move.
            Err(Refusal::NoBoard) => Reading::Move(Judged::legal(played)),
            Err(Refusal::Occupied { .. }) => Reading::Occupied,
            Err(_) => Reading::Unreadable,
        }
    }
}

/// Letters, digits and signs of a Chinese keyboard, which are as wide as characters, as the plain ones that they are.
fn narrow(written: &str) -> String {
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    written.chars().map(plain).collect()
}

/// What a written move means on the board.
enum Reading {
    Move(Judged),
    Resignation,
    Occupied,
    Unreadable,
}

impl Walk {
    /// The envelope is opened.
    pub(super) fn open_seal(&mut self, opening: &SealOpening, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let adjournment = self.require_openable()?;
        let proved = adjournment.seal.is_some() && opening.salt().is_some();
        match self.open_incident(&adjournment) {
            Some(number) if !proved => return Err(Refusal::RulingOwed { number }),
            Some(_) | None => {}
        }
        match opening {
            SealOpening::Withheld => Err(AdjournmentRefusal::NothingOpened.into()),
            SealOpening::Lost => self.leave_to_incident(&adjournment, LOST, by),
            SealOpening::Unreadable => {
                self.tell_opened(&adjournment, None, None, None, ComesTo::Incident(SealFault::Unreadable));
                self.leave_to_incident(&adjournment, UNREADABLE, by)
            }
            SealOpening::Unsealed { written, .. } | SealOpening::Typed { written, .. } => {
                self.open_written(&adjournment, written, opening.salt(), by)
            }
        }
    }

    /// The envelope can be opened now.
    pub(super) fn require_openable(&self) -> Result<Adjournment, Refusal> {
        let adjournment = self.under_way().ok_or(AdjournmentRefusal::NotAdjourned)?;
        match adjournment.stage {
            Stage::Sealing | Stage::Closed if self.record().is_ended() => return Err(Refusal::GameOver),
            Stage::Sealing => return Err(AdjournmentRefusal::NotHandedOver.into()),
            Stage::Closed => return Err(AdjournmentRefusal::SessionNotResumed.into()),
            Stage::Resumed | Stage::Over => {}
        }
        if adjournment.on_board {
            return Err(AdjournmentRefusal::MadeOnBoard { number: adjournment.number }.into());
        }
        if self.record().is_ended() && !self.may_open_after_end() {
            return Err(Refusal::GameOver);
        }
        match self.table.missing_moves() {
            turns if turns > 0 && self.setup().game.kind == GameKind::Chess => {
                Err(Refusal::MovesMissing { turns })
            }
            _ => Ok(adjournment.clone()),
        }
    }

    /// Whether the game was over by the replier's absence alone: if the sealed move ended it, that holds (FIDE
    /// Guidelines I.10).
    pub(super) fn may_open_after_end(&self) -> bool {
        let record = self.record();
        let Some(adjournment) = record.adjournment().filter(|adjournment| adjournment.started) else {
            return false;
        };
        let by_flag = matches!(self.status(), Status::Flagged(side) if side == adjournment.replier());
        by_flag && !record.is_ruled()
    }

    /// The incident about this sealed move that waits for a ruling.
    pub(super) fn open_incident(&self, adjournment: &Adjournment) -> Option<u32> {
        let incidents = self.record().incidents();
        adjournment
            .incident
            .filter(|number| incidents.get(*number).is_some_and(|incident| incident.is_open()))
    }

    fn open_written(
        &mut self,
        adjournment: &Adjournment,
        written: &str,
        salt: Option<&Salt>,
        by: Who,
    ) -> Result<(), Refusal> {
        let matches = self.matches(adjournment, written, salt);
        let side = adjournment.sealer;
        let comes_to = if matches == Some(false) {
            ComesTo::Incident(SealFault::Mismatch)
        } else {
            self.comes_to(self.table.read_sealed(side, written))
        };
        if matches!(comes_to, ComesTo::Move(_) | ComesTo::Pass(_) | ComesTo::Resignation)
            && let Some(number) = self.open_incident(adjournment)
        {
            // The commitment has proved what the incident was about.
            self.enter(EventKind::Incident(IncidentEvent::Withdrawn { number, proved: true }));
        }
        self.tell_opened(adjournment, Some(written), salt, matches, comes_to.clone());
        match comes_to {
            ComesTo::Move(played) => self.lay(adjournment, &played),
            ComesTo::Pass(_) => self.lay(adjournment, &Played::Pass),
            ComesTo::Resignation => self.resign_sealed(adjournment),
            ComesTo::Incident(fault) => self.leave_to_incident(adjournment, self.kind_of(fault), by),
        }
    }

    /// Whether a text is the one to which the sealer is committed.
    fn matches(&self, adjournment: &Adjournment, written: &str, salt: Option<&Salt>) -> Option<bool> {
        let (seal, salt) = (adjournment.seal.as_ref()?, salt?);
        let game = self.setup().game.id.clone().unwrap_or_default();
        let usual = self.table.sealed_notation(adjournment.sealer, written);
        let is_it = |written: &str| {
            let text = SealedText::new(salt.clone(), game.clone(), adjournment.number, written);
            text.is_ok_and(|text| text.commitment() == seal.commitment)
        };
        Some(is_it(written) || is_it(&usual))
    }

    /// What a sealed move comes to by the rules of its game.
    fn comes_to(&self, reading: Reading) -> ComesTo {
        let chess = self.setup().game.kind == GameKind::Chess;
        match reading {
            Reading::Resignation => ComesTo::Resignation,
            Reading::Unreadable => ComesTo::Incident(SealFault::Unreadable),
            Reading::Occupied => ComesTo::Pass(SealFault::Occupied),
            Reading::Move(Judged { illegal: None, played, .. }) => ComesTo::Move(played),
            Reading::Move(Judged { illegal: Some(breach), .. }) if chess => {
                ComesTo::Incident(SealFault::Breaks(breach))
            }
            Reading::Move(Judged { illegal: Some(breach), .. }) => ComesTo::Pass(SealFault::Breaks(breach)),
        }
    }

    fn kind_of(&self, fault: SealFault) -> &'static str {
        match fault {
            SealFault::Mismatch => MISMATCH,
            SealFault::Breaks(_) if self.policy().kind(ILLEGAL).is_some() => ILLEGAL,
            SealFault::Breaks(_) | SealFault::Occupied | SealFault::Unreadable => UNREADABLE,
        }
    }

    fn tell_opened(
        &mut self,
        Adjournment { sealer: side, number, .. }: &Adjournment,
        written: Option<&str>,
        salt: Option<&Salt>,
        matches: Option<bool>,
        comes_to: ComesTo,
    ) {
        let (side, number) = (*side, *number);
        let (written, salt) = (written.map(str::to_owned), salt.cloned());
        self.tell_adjournment(AdjournmentEvent::Opened { side, number, written, salt, matches, comes_to });
    }

    /// What the move is, somebody has to decide; nobody's clock runs meanwhile.
    fn leave_to_incident(&mut self, adjournment: &Adjournment, kind: &str, by: Who) -> Result<(), Refusal> {
        if self.status() == Status::Running {
            self.clock(clock::Command::Pause)?;
        }
        if self.open_incident(adjournment).is_some() {
            return Ok(());
        }
        match self.open_about_seal(kind, adjournment.sealer, adjournment.number) {
            Some(number) => self.rule_at_once(number, by),
            None => Err(AdjournmentRefusal::NoRulesForSealing.into()),
        }
    }

    /// The sealed move is laid on the board, and the replier's clock runs.
    pub(super) fn lay(&mut self, adjournment: &Adjournment, played: &Played) -> Result<(), Refusal> {
        let side = adjournment.sealer;
        let over = self.record().is_ended();
        if self.setup().game.kind != GameKind::Clock {
            self.mark_unseen(adjournment.number);
            let number = self.record().move_count().saturating_add(1);
            let Judged { played, uci, cycle, .. } = self.record().judge(number, side, played)?;
            let out_of_turn = side != self.table.side_to_record();
            self.enter(EventKind::Move { side, played, number, out_of_turn, illegal: None, cycle, uci });
            self.find_incidents(side, number, Sensed::default());
            self.lapse_offer(side);
        }
        if over {
            if let Some(outcome) = self.record().board().ending() {
                self.enter(EventKind::Result(outcome));
            } else {
                self.judge_loss_anew();
            }
            return Ok(());
        }
        if self.end_by_board()? {
            return Ok(());
        }
        self.stop_after_passes()?;
        if self.status() == Status::Paused && self.record().ending().stopped.is_none() {
            self.clock(clock::Command::Resume)?;
        }
        Ok(())
    }

    /// Turns before the sealed one that nobody wrote down stand on record as moves that nobody saw: the sealed move
    /// keeps its number, and what was played can still be entered in their place.
    fn mark_unseen(&mut self, sealed: u32) {
        while self.record().move_count().saturating_add(1) < sealed {
            let number = self.record().move_count().saturating_add(1);
            let side = self.table.side_to_record();
            self.enter(EventKind::Move {
                side,
                played: Played::Unknown,
                number,
                out_of_turn: false,
                illegal: None,
                cycle: None,
                uci: None,
            });
        }
    }

    /// A sealed resignation counts as of the sealing.
    fn resign_sealed(&mut self, adjournment: &Adjournment) -> Result<(), Refusal> {
        let side = adjournment.sealer;
        self.enter(EventKind::Resigned { side });
        if self.record().is_ended() {
            let outcome = match self.loss(side, WonBy::Resignation) {
                crate::outcome::Decision::Outcome(outcome) => outcome,
                crate::outcome::Decision::Arbiter => Outcome::Drawn { by: DrawnBy::NoMate },
            };
            self.enter(EventKind::Result(outcome));
            return Ok(());
        }
        self.stop_clock()?;
        self.lose(self.at, side, WonBy::Resignation);
        Ok(())
    }
}

impl SealOpening {
    /// The salt, where it is known.
    pub(super) const fn salt(&self) -> Option<&Salt> {
        match self {
            Self::Unsealed { salt, .. } => Some(salt),
            Self::Typed { salt, .. } => salt.as_ref(),
            Self::Unreadable | Self::Lost | Self::Withheld => None,
        }
    }
}
