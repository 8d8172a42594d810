//! Incidents as arbiters note them and players complain of them.

use clock::{Side, Status};

use super::{Incident, IncidentCommand, IncidentEvent, Opened};
use crate::act::require;
use crate::adjournment::{Adjournment, AdjournmentRefusal, is_about_a_seal};
use crate::command::Who;
use crate::event::EventKind;
use crate::policy::{Choice, ClaimUntil, Decides, Effect, Kind, is_sudden_death};
use crate::record::Ahead;
use crate::refusal::{Entitled, Refusal};
use crate::walk::Walk;

impl Walk {
    pub(crate) fn incident(&mut self, command: &IncidentCommand, by: Who) -> Result<(), Refusal> {
        match command {
            IncidentCommand::Violation { side, kind, note } => self.note(*side, kind, note.clone(), by),
            IncidentCommand::Claim { side, kind, note } => self.claim(*side, kind, note.clone(), by),
            IncidentCommand::Rule { number, choice, played, .. } => {
                self.rule(*number, choice, played.as_ref(), by)
            }
            IncidentCommand::Appeal { side, .. } => self.appeal(*side, by),
        }
    }

    /// An arbiter notes what somebody did. What can only come to one thing comes to it at once.
    fn note(&mut self, side: Side, name: &str, note: Option<String>, by: Who) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let kind = self.noted_kind(name)?;
        let offender = (!kind.nobodys).then_some(side);
        let opening = Opening { side: offender, note, ..self.opening(side, name, &kind)? };
        let number = self.open(name, &kind, opening);
        self.rule_at_once(number, by)
    }

    /// What can only come to one thing comes to it at once, where the giver may decide it.
    pub(crate) fn rule_at_once(&mut self, number: u32, by: Who) -> Result<(), Refusal> {
        let policy = self.policy();
        let opened = self.record().incidents().get(number).map(|incident| &incident.opened);
        // What is to be done with a move can be done only when it is on record.
        let opened = opened.filter(|opened| !opened.awaits_move);
        let Some(kind) = opened.and_then(|opened| policy.kind(&opened.kind)) else { return Ok(()) };
        let only = kind.only_choice();
        let entitled = kind.decider(only) == Decides::Arbiter || by == Who::Chief;
        match only {
            Some(_) if entitled && self.require_arbiter(by).is_ok() => {
                self.rule(number, Choice::UPHOLD, None, by)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// A player complains of the opponent. A complaint that came too late is on record as that.
    fn claim(&mut self, side: Side, name: &str, note: Option<String>, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        let kind = self.noted_kind(name)?;
        if self.status() == Status::Waiting {
            return Err(Refusal::NotBegun);
        }
        let own_time = self.table.clock().turn() == Some(side);
        let resumption = kind.claim_until == ClaimUntil::Resumption;
        if self.policy().claims_on_own_time && !own_time && !resumption && !by.is_arbiter() {
            return Err(Refusal::OwnTimeOnly);
        }
        let over = self.record().is_ended();
        let expired = match kind.claim_until {
            ClaimUntil::NextMove => over || !(own_time || self.is_pressing_owed_by(side.other())),
            ClaimUntil::Resumption => over || !self.record().adjournment().is_some_and(Adjournment::is_fresh),
            ClaimUntil::End => over,
            ClaimUntil::Signed => false,
        };
        let opening = if expired { Opening::default() } else { self.opening(side.other(), name, &kind)? };
        let offender = (!kind.nobodys).then_some(side.other());
        let opening = Opening { side: offender, note, claimant: Some(side), expired, ..opening };
        self.open(name, &kind, opening);
        Ok(())
    }

    /// Whether a side's move is on record and its turn not pressed yet: the opponent has had no move since.
    fn is_pressing_owed_by(&self, side: Side) -> bool {
        let last = self.record().moves().last();
        matches!(self.table.ahead(), Some(Ahead::Moves(_))) && last.is_some_and(|last| last.side == side)
    }

    /// The turn and the move of a side that an incident of this kind is about; the same must not be noted twice.
    fn opening(&self, side: Side, name: &str, kind: &Kind) -> Result<Opening, Refusal> {
        let turn = self.turn_of_offence(side);
        if let Some(number) = self.noted_already(side, name, kind, turn) {
            return Err(Refusal::NotedAlready { number });
        }
        let record = self.record();
        let awaits_move = concerns_a_move(kind)
            && turn.is_some_and(|turn| turn > record.move_count() && turn <= record.turns());
        let last = record.last_of(side).filter(|(_, recorded)| recorded.incident.is_none());
        // The second of two moves is the last that is recorded, behind another of that side.
        let second = || record.moves().iter().rev().take_while(|recorded| recorded.side == side).count() > 1;
        let about = last.filter(|_| concerns_a_move(kind) && !awaits_move);
        let about = about.filter(|_| name != TWO_MOVES || second());
        // Who has touched a piece and not moved yet has made no move that could be taken back.
        let about = about.filter(|(number, _)| name != TOUCH_MOVE || turn.is_none_or(|turn| *number >= turn));
        let about = about.map(|(number, _)| number);
        Ok(Opening { about, awaits_move, turn, ..Opening::default() })
    }

    /// The turn of a side that something said of it now is about: the last one that it completed, or its present one.
    pub(super) fn turn_of_offence(&self, side: Side) -> Option<u32> {
        let turns = self.record().turns();
        let turn = self.table.clock().turn()?;
        Some(if turn == side { turns.saturating_add(1) } else { turns })
    }

    /// The incident of the same kind about the same turn. Conduct may be noted as often as it happens.
    pub(super) fn noted_already(
        &self,
        side: Side,
        name: &str,
        kind: &Kind,
        turn: Option<u32>,
    ) -> Option<u32> {
        let of_a_move = concerns_a_move(kind);
        if !of_a_move && kind.claim_until != ClaimUntil::NextMove {
            return None;
        }
        let same = |incident: &&Incident| {
            let Opened { number, kind, side: offender, expired, turn: of, .. } = &incident.opened;
            let stands = incident.is_open() || !of_a_move || self.record().about(*number).is_some();
            let alike = kind == name && *offender == Some(side) && turn.is_some() && *of == turn;
            alike && !expired && !incident.withdrawn && stands
        };
        self.record().incidents().all().iter().find(same).map(|incident| incident.opened.number)
    }

    /// A kind that people note or complain of; what becomes of an envelope is found when it is opened.
    fn noted_kind(&self, name: &str) -> Result<Kind, Refusal> {
        if is_about_a_seal(name) {
            return Err(AdjournmentRefusal::OpenedWithEnvelope.into());
        }
        self.known_kind(name)
    }

    fn known_kind(&self, name: &str) -> Result<Kind, Refusal> {
        let policy = self.policy();
        let kind = policy.kind(name).ok_or_else(|| Refusal::NoSuchKind { kind: name.to_owned() })?;
        if kind.sudden_death_only && !is_sudden_death(&self.setup().control) {
            return Err(Refusal::SuddenDeathOnly);
        }
        Ok(kind.clone())
    }

    /// Opens an incident and gives back its number.
    fn open(&mut self, name: &str, kind: &Kind, opening: Opening) -> u32 {
        let Opening { side, note, about, claimant, expired, turn, awaits_move, found } = opening;
        let number = self.record().incidents().next_number();
        let about = about.filter(|_| !expired);
        let choices = if expired { Vec::new() } else { kind.choice_names() };
        let kind = name.to_owned();
        let opened =
            Opened { number, side, kind, note, claimant, about, turn, awaits_move, found, choices, expired };
        self.enter(EventKind::Incident(if claimant.is_some() {
            IncidentEvent::Claim(opened)
        } else {
            IncidentEvent::Violation(opened)
        }));
        number
    }

    /// Opens an incident that was found, not noted: it waits for a ruling. Where the policy does not know the kind,
    /// nothing is opened.
    pub(crate) fn open_found(&mut self, name: &str, side: Option<Side>, about: Option<u32>) -> Option<u32> {
        let kind = self.known_kind(name).ok()?;
        let turn = about.or_else(|| self.turn_of_offence(side?));
        if about.is_none() && side.is_some_and(|side| self.noted_already(side, name, &kind, turn).is_some()) {
            return None;
        }
        Some(self.open(name, &kind, Opening { side, about, turn, found: true, ..Opening::default() }))
    }

    /// Opens an incident about a sealed move, which is the offender's move of that number.
    pub(crate) fn open_about_seal(&mut self, name: &str, sealer: Side, number: u32) -> Option<u32> {
        let kind = self.policy().kind(name)?.clone();
        let opening = Opening { side: Some(sealer), turn: Some(number), found: true, ..Opening::default() };
        Some(self.open(name, &kind, opening))
    }

    /// Opens an incident that was found, whatever else of its kind the same turn has brought.
    pub(crate) fn open_each(&mut self, name: &str, side: Side) -> Option<u32> {
        let kind = self.known_kind(name).ok()?;
        let turn = self.turn_of_offence(side);
        Some(self.open(name, &kind, Opening { side: Some(side), turn, found: true, ..Opening::default() }))
    }

    pub(crate) fn require_arbiter(&self, by: Who) -> Result<(), Refusal> {
        if self.without_arbiter() && by == Who::Both { Ok(()) } else { require(Entitled::Arbiter, by, None) }
    }

    fn appeal(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        require(Entitled::Player, by, Some(side))?;
        let number = self.record().incidents().last_ruled();
        if number.is_none() && self.record().outcome().is_none() {
            return Err(Refusal::NothingRuled);
        }
        self.enter(EventKind::Incident(IncidentEvent::Appeal { side, number }));
        Ok(())
    }
}

/// The kind of which the second of two moves is the offence.
pub(super) const TWO_MOVES: &str = "two-moves-in-a-row";

/// The kind of moving another piece than the one that was touched or announced (FIDE 4.3, 9.5.3).
pub(super) const TOUCH_MOVE: &str = "touch-move";

/// What is known of an incident when it is opened.
#[derive(Clone, Debug, Default)]
struct Opening {
    side: Option<Side>,
    note: Option<String>,
    about: Option<u32>,
    claimant: Option<Side>,
    expired: bool,
    turn: Option<u32>,
    awaits_move: bool,
    found: bool,
}

/// Whether a ruling on it may do something to a recorded move.
pub(super) fn concerns_a_move(kind: &Kind) -> bool {
    let effects =
        kind.choices.iter().flat_map(|choice| choice.effects.iter().chain(choice.repeated.iter().flatten()));
    effects.into_iter().any(|effect| matches!(effect, Effect::Pass | Effect::Back | Effect::Stands))
}
