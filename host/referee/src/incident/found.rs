//! Incidents that are found by themselves: by a board that feels the stones, and by the rules of the game.

use clock::Side;

use super::decide::TWO_MOVES;
use super::{IncidentEvent, Opened};
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::record::Breach;
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

    /// Illegal moves and cycles have an incident beside them; where the record was set right, it is withdrawn.
    pub(crate) fn review_moves(&mut self) {
        let illegal = match self.setup().game.kind {
            GameKind::Go | GameKind::Gomoku => "illegal-point",
            GameKind::Chess => "illegal-move",
            GameKind::Clock => return,
        };
        let found = |kind: &str| kind == illegal || kind == "cycle";
        let record = self.record();
        let slips: Vec<u32> = record
            .incidents()
            .all()
            .iter()
            .filter_map(|incident| {
                let Opened { number, kind, found: true, .. } = &incident.opened else { return None };
                let still = record.about(*number).is_some_and(|(_, recorded)| {
                    if kind == "cycle" {
                        recorded.cycle.is_some()
                    } else {
                        recorded.illegal.is_some_and(opens_incident)
                    }
                });
                (incident.is_open() && found(kind) && !still).then_some(*number)
            })
            .collect();
        for number in slips {
            self.enter(EventKind::Incident(IncidentEvent::Withdrawn { number, proved: false }));
        }
        let unnoted: Vec<(u32, Side, bool)> = (1..)
            .zip(self.record().moves())
            .filter(|(_, recorded)| recorded.incident.is_none())
            .filter_map(|(number, recorded)| match recorded.illegal {
                Some(breach) if opens_incident(breach) => Some((number, recorded.side, true)),
                Some(_) | None => recorded.cycle.map(|_| (number, recorded.side, false)),
            })
            .collect();
        for (number, side, breaks) in unnoted {
            if breaks {
                self.open_found(illegal, Some(side), Some(number));
            } else {
                self.open_found("cycle", None, Some(number));
            }
        }
    }
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
