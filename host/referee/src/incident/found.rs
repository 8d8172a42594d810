//! Incidents that are found by themselves: by a board that feels the stones, and by the rules of the game.

use clock::Side;

use super::decide::{TOUCH_MOVE, TWO_MOVES};
use super::{IncidentEvent, Opened};
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::record::{Breach, RecordedMove};
use crate::setup::{GameKind, MovesFrom};
use crate::walk::Walk;

/// What a board that feels the stones says of a move beside the move itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sensed {
    /// The turn had been pressed before the stone was laid.
    after_press: bool,
    /// The same side laid the stone before it, and the opponent did nothing between.
    second: bool,
}

impl Walk {
    /// What a board that feels the stones says of a move that is about to be recorded.
    pub(crate) fn sensed(&self, side: Side, played: &Played) -> Sensed {
        let stone = matches!(played, Played::At(_));
        if self.setup().game.moves_from != MovesFrom::Sensor || self.by != Who::Sensor || !stone {
            return Sensed::default();
        }
        let record = self.record();
        let last = record.moves().last();
        let second = last.is_some_and(|last| last.side == side && matches!(last.counts_as(), Played::At(_)));
        Sensed {
            after_press: record.turns() > record.move_count() && record.pressed_at(side).is_some() && !second,
            second: second && !record.has_pressed_since_move(side.other()),
        }
    }

    /// What a recorded move brings: incidents that are found by themselves.
    pub(crate) fn find_incidents(&mut self, side: Side, number: u32, sensed: Sensed) {
        if sensed.after_press {
            self.open_found("press-before-stone", Some(side), None);
        }
        let unnoted = self.record().get(number).is_some_and(|recorded| recorded.incident.is_none());
        if sensed.second && unnoted && !self.is_noted(TWO_MOVES, side) {
            self.open_found(TWO_MOVES, Some(side), Some(number));
        }
        self.review_moves();
    }

    /// Whether something about this turn of a side is noted already.
    fn is_noted(&self, name: &str, side: Side) -> bool {
        let policy = self.policy();
        let turn = self.turn_of_offence(side);
        policy.kind(name).is_some_and(|kind| self.noted_already(side, name, kind, turn).is_some())
    }

    /// A press in the very instant in which the stone was laid is no later than the stone.
    pub(crate) fn find_hasty_press(&mut self, side: Side) {
        let Some(last) = self.record().moves().last() else { return };
        let together = last.side == side && last.at == self.at && matches!(last.played, Played::At(_));
        if together && self.setup().game.moves_from == MovesFrom::Sensor && self.table.ahead().is_none() {
            self.open_found("press-before-stone", Some(side), None);
        }
    }

    /// Illegal moves, cycles and moves other than announced have an incident beside them; where the record was set
    /// right, it is withdrawn.
    pub(crate) fn review_moves(&mut self) {
        self.withdraw_found();
        for (number, side, kind) in self.unnoted() {
            let offender = (kind != CYCLE).then_some(side);
            let occupied =
                self.record().get(number).is_some_and(|recorded| is_out_of_place(recorded.illegal));
            // Where the record was set right behind it, the recorder sets this right too.
            if !occupied {
                self.open_found(kind, offender, Some(number));
            }
        }
    }

    /// After a ruling a move may break a rule that it did not break when it was made, and stand where another stands
    /// again: that is nobody's offence, but has to be decided.
    pub(super) fn review_ruled_moves(&mut self) {
        self.withdraw_found();
        for (number, _, kind) in self.unnoted() {
            self.open_found(kind, None, Some(number));
        }
    }

    /// What was found and is not so any more is no incident.
    fn withdraw_found(&mut self) {
        let record = self.record();
        let slips: Vec<u32> = record
            .incidents()
            .all()
            .iter()
            .filter_map(|incident| {
                let Opened { number, kind, found: true, .. } = &incident.opened else { return None };
                let found = [CYCLE, TOUCH_MOVE].contains(&kind.as_str())
                    || Some(kind.as_str()) == self.illegal_kind();
                let still = record
                    .about(*number)
                    .is_some_and(|(at, recorded)| self.wrong_with(at, recorded) == Some(kind));
                (incident.is_open() && found && !still).then_some(*number)
            })
            .collect();
        for number in slips {
            self.enter(EventKind::Incident(IncidentEvent::Withdrawn { number, proved: false }));
        }
    }

    /// Moves with which something is wrong and which have no incident: their numbers, whose they are, and the kind.
    fn unnoted(&self) -> Vec<(u32, Side, &'static str)> {
        let unnoted = (1..).zip(self.record().moves()).filter(|(_, recorded)| recorded.incident.is_none());
        let wrong = |(number, recorded): (u32, &RecordedMove)| {
            self.wrong_with(number, recorded).map(|kind| (number, recorded.side, kind))
        };
        unnoted.filter_map(wrong).collect()
    }

    /// What kind of incident a recorded move is by itself.
    fn wrong_with(&self, number: u32, recorded: &RecordedMove) -> Option<&'static str> {
        if is_out_of_place(recorded.illegal) || recorded.illegal.is_some_and(opens_incident) {
            self.illegal_kind()
        } else if self.record().departs_from_announced(number, recorded) {
            Some(TOUCH_MOVE)
        } else {
            recorded.cycle.map(|_| CYCLE)
        }
    }

    /// What an illegal move is called in this game.
    fn illegal_kind(&self) -> Option<&'static str> {
        match self.setup().game.kind {
            GameKind::Go | GameKind::Gomoku => Some("illegal-point"),
            GameKind::Chess => Some("illegal-move"),
            GameKind::Clock => None,
        }
    }
}

/// A position that has come again and is for the chief arbiter.
const CYCLE: &str = "cycle";

/// Whether a move stands on a point that an earlier one has.
fn is_out_of_place(breach: Option<Breach>) -> bool {
    breach == Some(Breach::OutOfPlace)
}

/// Whether a breach is an offence, not a matter of how moves were recorded.
pub(super) const fn opens_incident(breach: Breach) -> bool {
    match breach {
        Breach::Suicide
        | Breach::Ko { .. }
        | Breach::Superko { .. }
        | Breach::Impossible
        | Breach::LeavesKing
        | Breach::Castling => true,
        Breach::OutOfPlace | Breach::Ambiguous | Breach::AfterEnd | Breach::OutOfTurn => false,
    }
}
