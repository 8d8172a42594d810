//! Rulings, and what they bring about.

use clock::{Duration, Phase, Setting, Side, Status};

use super::decide::concerns_a_move;
use super::found::opens_incident;
use super::{Becomes, Incident, IncidentEvent, Opened, Penalty};
use crate::act::require;
use crate::adjournment::{Adjournment, AdjournmentRefusal, is_about_a_seal};
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::outcome::{Decision, Outcome, WonBy};
use crate::policy::{Choice, Decides, Effect, Kind};
use crate::refusal::{Entitled, Refusal};
use crate::setup::GameKind;
use crate::walk::Walk;

impl Walk {
    /// Decides an incident. A later ruling takes back what the earlier one brought.
    pub(crate) fn rule(
        &mut self,
        number: u32,
        choice: &str,
        played: Option<&Played>,
        by: Who,
    ) -> Result<(), Refusal> {
        let incident = self.record().incidents().get(number).ok_or(Refusal::NoSuchIncident { number })?;
        let Incident { opened, ruling: before, .. } = incident.clone();
        if is_about_a_seal(&opened.kind) {
            self.require_unsettled(number)?;
        }
        if incident.withdrawn {
            return Err(Refusal::WasSlip { number });
        }
        if opened.expired {
            return Err(Refusal::ClaimExpired { number });
        }
        let unknown = || Refusal::NoSuchKind { kind: opened.kind.clone() };
        let kind = self.policy().kind(&opened.kind).cloned().ok_or_else(unknown)?;
        let chosen = kind.choice(choice);
        if chosen.is_none() && choice != Choice::DISMISS {
            return Err(Refusal::NoSuchChoice { choice: choice.to_owned(), choices: opened.choices });
        }
        let laid = self.move_of_ruling(&opened, chosen, played)?;
        let by_chief = before.as_ref().is_some_and(|ruling| ruling.by == Who::Chief);
        self.require_decider(&kind, chosen, by_chief, by)?;
        if before.as_ref().is_some_and(|ruling| ruling.choice == choice) {
            return Err(Refusal::RuledAlready);
        }
        let awaits = opened.awaits_move && self.record().about(number).is_none();
        if awaits && chosen.is_some() && concerns_a_move(&kind) {
            return Err(Refusal::MovesMissing { turns: self.table.missing_moves() });
        }
        self.require_position_open(number, &kind)?;
        let effects =
            chosen.map(|chosen| self.effects(chosen, &kind, number, opened.side)).unwrap_or_default();
        let penalties = before.map(|ruling| ruling.penalties).unwrap_or_default();
        let played_on = self.record().has_played_on_since(number);
        let position = self.record().outcome_by_play().filter(|outcome| outcome.is_of_the_board());
        let choice = choice.to_owned();
        let turns = self.record().turns();
        let played = played.and(laid.clone());
        self.enter(EventKind::Incident(IncidentEvent::Ruling { number, choice, played }));
        self.reopen_undecided(&penalties)?;
        if !played_on {
            self.give_turn_back(&penalties)?;
        }
        self.follow_turns(turns);
        for effect in effects {
            self.bring_about(effect, number, opened.side, &kind)?;
        }
        if chosen.is_none() {
            self.let_stand(number)?;
        }
        self.review_ruled_moves();
        if let Some(played) = laid {
            self.lay_ruled(played)?;
        }
        self.judge_position(position)?;
        self.stop_after_passes()
    }

    /// The move that a ruling lays on the board, which only one about a sealed move does.
    fn move_of_ruling(
        &self,
        opened: &Opened,
        chosen: Option<&Choice>,
        played: Option<&Played>,
    ) -> Result<Option<Played>, Refusal> {
        if is_about_a_seal(&opened.kind) {
            return self.ruled_move(chosen, played);
        }
        if played.is_some() { Err(Refusal::NoMoveNeeded) } else { Ok(None) }
    }

    /// What a ruling would do to a recorded move has to wait while the position lies on an envelope.
    fn require_position_open(&self, number: u32, kind: &Kind) -> Result<(), Refusal> {
        let closed = self.record().adjournment().is_some_and(Adjournment::is_closed);
        let about = self.record().about(number).is_some() || self.record().has_taken_off(number);
        if closed && about && concerns_a_move(kind) && !self.record().is_ended() {
            return Err(AdjournmentRefusal::PositionAdjourned.into());
        }
        Ok(())
    }

    /// Who decides is the policy's to say, and whether both players may agree on it. What the chief has ruled on is the
    /// chief's from then on; without an arbiter both players decide together.
    fn require_decider(
        &self,
        kind: &Kind,
        chosen: Option<&Choice>,
        by_chief: bool,
        by: Who,
    ) -> Result<(), Refusal> {
        if by == Who::Both && !by_chief && self.without_arbiter() {
            return Ok(());
        }
        let agreed = !by_chief && chosen.is_some_and(|choice| choice.agreed);
        let decides = if by_chief { Decides::Chief } else { kind.decider(chosen) };
        let allowed = match (decides, agreed) {
            (Decides::Arbiter, false) => Entitled::Arbiter,
            (Decides::Arbiter, true) => Entitled::ArbiterOrBoth,
            (Decides::Chief, false) => Entitled::Chief,
            (Decides::Chief, true) => Entitled::ChiefOrBoth,
        };
        require(allowed, by, None)
    }

    /// What a choice brings: something else for a repeated offence, where the policy says so.
    fn effects(&self, chosen: &Choice, kind: &Kind, number: u32, offender: Option<Side>) -> Vec<Effect> {
        let policy = self.policy();
        let incidents = self.record().incidents();
        let ruled_on = incidents.get(number).map(|incident| incident.opened.kind.as_str());
        // A kind that belongs to no series is a series by itself.
        let of_series = |name: &str| match &kind.series {
            Some(series) => policy.kind(name).is_some_and(|other| other.series.as_ref() == Some(series)),
            None => ruled_on == Some(name),
        };
        let earlier = incidents.all().iter().any(|incident| {
            let opened = &incident.opened;
            let upheld = incident.ruling.as_ref().is_some_and(|ruling| ruling.choice != Choice::DISMISS);
            opened.number < number && opened.side == offender && upheld && of_series(&opened.kind)
        });
        match &chosen.repeated {
            Some(repeated) if earlier => repeated.clone(),
            Some(_) | None => chosen.effects.clone(),
        }
    }

    /// Penalties in time, and their reversal, reach the clocks as soon as these can be set.
    pub(crate) fn settle_time(&mut self) -> Result<(), Refusal> {
        for side in Side::BOTH {
            let (give, take) = self.record().incidents().time_owed(side);
            if !self.is_adjustable() || give == take {
                continue;
            }
            let (given, amount) = if give > 0 { (true, give) } else { (false, take) };
            let amount = Duration::from_micros(amount);
            self.enter(EventKind::Incident(IncidentEvent::TimeSettled { side, given, amount }));
            self.clock(if given {
                clock::Command::Add { side, amount }
            } else {
                clock::Command::Subtract { side, amount }
            })?;
        }
        Ok(())
    }

    /// Whether readings still mean something.
    pub(crate) fn is_adjustable(&self) -> bool {
        match self.status() {
            Status::Waiting | Status::Running | Status::Paused | Status::FlagWithdrawn(_) => true,
            Status::Flagged(_) | Status::Stopped => false,
        }
    }

    fn penalty(&mut self, number: u32, penalty: Penalty) {
        self.enter(EventKind::Incident(IncidentEvent::Penalty { number, penalty }));
    }

    /// Brings one effect of a ruling about. What falls on an offender falls on nobody where there is none.
    fn bring_about(
        &mut self,
        effect: Effect,
        number: u32,
        offender: Option<Side>,
        kind: &Kind,
    ) -> Result<(), Refusal> {
        match (effect, offender) {
            (Effect::Warning, Some(side)) => {
                self.penalty(number, Penalty::Warning { side, adds_up: kind.adds_up });
            }
            (Effect::Caution, Some(side)) => {
                self.penalty(number, Penalty::Caution { side, adds_up: kind.adds_up });
            }
            (Effect::TimeToOpponent(amount), Some(offender)) => {
                self.penalty(number, Penalty::TimeGiven { side: offender.other(), amount });
            }
            (Effect::TimeOff(amount), Some(side)) => {
                self.penalty(number, Penalty::TimeTaken { side, amount });
            }
            (Effect::Count(cost), Some(side)) => self.penalty(number, Penalty::Count { side, cost }),
            (Effect::Pass, _) => self.make_void(number, Becomes::Pass)?,
            (Effect::Back, _) => self.make_void(number, Becomes::Nothing)?,
            (Effect::Stands, _) => self.make_void(number, Becomes::Unseen)?,
            (Effect::Pause, _) => {
                self.penalty(number, Penalty::Paused);
                if self.status() == Status::Running {
                    self.clock(clock::Command::Pause)?;
                }
            }
            (Effect::Loss, Some(side)) => self.penalty(number, Penalty::Loss { side }),
            (Effect::LossOrDraw, Some(side)) => self.lose_or_draw(number, side)?,
            (Effect::Draw, _) => self.penalty(number, Penalty::Draw),
            (Effect::Replay, _) => self.penalty(number, Penalty::Replay),
            (Effect::NoResult, _) => self.penalty(number, Penalty::NoResult),
            (Effect::BothLose, _) => self.penalty(number, Penalty::BothLose),
            (
                Effect::Warning
                | Effect::Caution
                | Effect::TimeToOpponent(_)
                | Effect::TimeOff(_)
                | Effect::Count(_)
                | Effect::Loss
                | Effect::LossOrDraw,
                None,
            ) => {}
        }
        Ok(())
    }

    /// A loss to an opponent who could still mate, else a draw (FIDE 7.5.5). Where neither is found out, play is over and
    /// the chief arbiter gives the result.
    fn lose_or_draw(&mut self, number: u32, side: Side) -> Result<(), Refusal> {
        match self.loss(side, WonBy::Forfeit) {
            Decision::Outcome(Outcome::Drawn { .. }) => self.penalty(number, Penalty::Draw),
            Decision::Outcome(_) => self.penalty(number, Penalty::Loss { side }),
            Decision::Arbiter => {
                let ends = !self.record().is_ended();
                self.penalty(number, Penalty::Undecided { side, ends });
                if ends {
                    self.stop_clock()?;
                    self.enter_end(self.at);
                }
                if self.record().outcome().is_none() {
                    self.enter(EventKind::Undecided { side });
                }
            }
        }
        Ok(())
    }

    /// A ruling that left the result to the chief arbiter is reversed before there is one: play goes on.
    fn reopen_undecided(&mut self, penalties: &[Penalty]) -> Result<(), Refusal> {
        let ended = penalties.iter().any(|penalty| matches!(penalty, Penalty::Undecided { ends: true, .. }));
        if ended && self.record().outcome().is_none() { self.reopen() } else { Ok(()) }
    }

    /// The move that an incident is about becomes something else. Whose turn it was before a move that is put back,
    /// it is again.
    fn make_void(&mut self, number: u32, becomes: Becomes) -> Result<(), Refusal> {
        let Some((at, recorded)) = self.record().about(number) else { return Ok(()) };
        let side = recorded.side;
        let due = if recorded.out_of_turn { side.other() } else { side };
        let turned = becomes == Becomes::Nothing && self.is_turn_of(due.other());
        let turns = self.record().turns();
        if becomes == Becomes::Nothing && self.setup().game.kind == GameKind::Chess {
            self.take_off_answers(number, at);
        }
        self.penalty(number, Penalty::Void { side, number: at, becomes, turned });
        if turned {
            self.clock(clock::Command::Turn { side: due })?;
        }
        self.follow_turns(turns);
        Ok(())
    }

    /// In chess the position before the move is set up again: what was played behind it is off too (FIDE 7.5.1).
    fn take_off_answers(&mut self, number: u32, at: u32) {
        for void in (at.saturating_add(1)..=self.record().move_count()).rev() {
            let Some(side) = self.record().get(void).map(|answer| answer.side) else { continue };
            let becomes = Becomes::Nothing;
            self.penalty(number, Penalty::Void { side, number: void, becomes, turned: false });
        }
        self.review_moves();
    }

    /// A stage's quota counts the turns that are on record. A stage that has ended meanwhile is the arbiter's to set.
    fn follow_turns(&mut self, before: u32) {
        let (now, first) = (self.record().turns(), self.record().first());
        for side in Side::BOTH {
            let of_side = |turns: u32| if first == Some(side) { turns.div_ceil(2) } else { turns / 2 };
            let phase = self.table.clock().standing().readings.of(side).phase;
            let Phase::Main { moves_to_go: Some(to_go), .. } = phase else { continue };
            let moves = u32::from(to_go).saturating_add(of_side(before)).saturating_sub(of_side(now));
            let setting = Setting { moves: u16::try_from(moves).ok(), ..Setting::default() };
            if moves != u32::from(to_go) && self.is_adjustable() {
                // A state that the control cannot come to is the arbiter's to set, and no reason not to rule.
                let _ = self.clock(clock::Command::Set { side, setting });
            }
        }
    }

    /// An illegal chess move that is not held against anybody: one that was pressed stands, although nobody knows then
    /// how the pieces are; one that was not is no move yet (FIDE 4.7, A.5.2).
    fn let_stand(&mut self, number: u32) -> Result<(), Refusal> {
        let Some((at, recorded)) = self.record().about(number) else { return Ok(()) };
        if self.setup().game.kind != GameKind::Chess || !recorded.illegal.is_some_and(opens_incident) {
            return Ok(());
        }
        let pressed = self.record().turns() >= at;
        self.make_void(number, if pressed { Becomes::Unseen } else { Becomes::Nothing })
    }

    /// Whether a side is on move in a game that goes on or is paused.
    fn is_turn_of(&self, side: Side) -> bool {
        matches!(self.status(), Status::Running | Status::Paused) && self.table.clock().turn() == Some(side)
    }

    /// A move that is back on record by a reversed ruling was pressed, if its press was undone by it.
    fn give_turn_back(&mut self, penalties: &[Penalty]) -> Result<(), Refusal> {
        let turned = |penalty: &Penalty| matches!(penalty, Penalty::Void { turned: true, .. });
        match self.table.clock().turn() {
            Some(side) if penalties.iter().any(turned) && self.is_turn_of(side) => {
                self.clock(clock::Command::Turn { side: side.other() })
            }
            Some(_) | None => Ok(()),
        }
    }
}
