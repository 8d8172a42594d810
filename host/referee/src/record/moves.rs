//! Moves as events change them: recorded, set right, made void and restored by rulings.

use std::sync::Arc;

use clock::BySide;

use super::{Record, RecordedMove};
use crate::board::Judged;
use crate::event::{Event, EventKind};
use crate::incident::{Becomes, IncidentEvent, Penalty};

impl Record {
    /// Puts a move behind the others, as the event judges it.
    pub(super) fn apply_move(&mut self, event: &Event) {
        let EventKind::Move { side, played, number, out_of_turn, illegal, cycle, uci } = &event.kind else {
            return;
        };
        self.board.play(*side, played);
        Arc::make_mut(&mut self.moves).push(RecordedMove {
            side: *side,
            played: played.clone(),
            at: event.at,
            out_of_turn: *out_of_turn,
            illegal: *illegal,
            cycle: *cycle,
            uci: uci.clone(),
            incident: self.incidents.awaiting(*side, *number),
            void: None,
        });
        // Whoever plays on does not hold that the game is finished; a late entry says nothing of that.
        if *number > self.turns && self.ending.proposed == Some(*side) {
            self.ending.proposed = None;
        }
        self.pressed_since_move = BySide::default();
    }

    /// After a slip was set right or a move made void, the moves behind it may mean something else.
    pub(super) fn judge_anew(&mut self) {
        self.board = self.opening.clone();
        for recorded in Arc::make_mut(&mut self.moves) {
            let judged = self.board.judge(recorded.side, &recorded.played);
            let judged =
                judged.unwrap_or_else(|refusal| Judged::after_correction(&recorded.played, &refusal));
            Judged { uci: recorded.uci, illegal: recorded.illegal, cycle: recorded.cycle, .. } = judged;
            let (side, played) = recorded.as_played();
            self.board.play(side, played);
        }
    }

    pub(super) fn apply_incident(&mut self, incident: &IncidentEvent, event: &Event) {
        match incident {
            IncidentEvent::Violation(opened) | IncidentEvent::Claim(opened) => {
                if let Some(index) = opened.about.and_then(|number| self.index(number)) {
                    Arc::make_mut(&mut self.moves)[index].incident = Some(opened.number);
                }
            }
            IncidentEvent::Ruling { number, .. } | IncidentEvent::Withdrawn { number, .. } => {
                self.restore_move(*number);
            }
            IncidentEvent::Penalty { number, penalty: Penalty::Void { number: at, becomes, turned, .. } } => {
                self.make_void(*number, *at, *becomes, *turned);
            }
            IncidentEvent::Penalty { .. }
            | IncidentEvent::TimeSettled { .. }
            | IncidentEvent::Verdict { .. }
            | IncidentEvent::Appeal { .. } => {}
        }
        self.incidents.apply(incident, event.by);
    }

    /// A move is void by the ruling on an incident.
    fn make_void(&mut self, incident: u32, number: u32, becomes: Becomes, turned: bool) {
        let Some(index) = self.index(number) else { return };
        let moves = Arc::make_mut(&mut self.moves);
        match becomes {
            Becomes::Nothing => self.take_off(incident, index, turned),
            Becomes::Pass | Becomes::Unseen => {
                moves[index].incident = Some(incident);
                moves[index].void = Some(becomes);
            }
        }
        self.judge_anew();
    }

    /// A move is off the record. Where none stands behind it, presses behind it are as if they had not been, but for one
    /// that is undone on the clock.
    fn take_off(&mut self, incident: u32, index: usize, turned: bool) {
        let moves = Arc::make_mut(&mut self.moves);
        let recorded = moves.remove(index);
        let length = moves.len();
        let last = length == index;
        let left = self.move_count().saturating_add(turned.into());
        let gone = self.gone.entry(incident).or_default();
        gone.moves.push((index, recorded));
        gone.left = length;
        if last && self.turns > left {
            gone.turns = gone.turns.saturating_add(self.turns - left);
            self.turns = left;
        }
    }

    /// What an earlier ruling on an incident made of a move no longer holds.
    fn restore_move(&mut self, incident: u32) {
        let moves = Arc::make_mut(&mut self.moves);
        if let Some(gone) = self.gone.remove(&incident) {
            // Where play has gone on since, the position stays as it is.
            if moves.len() > gone.left {
                return;
            }
            for (index, recorded) in gone.moves.into_iter().rev() {
                moves.insert(index.min(moves.len()), recorded);
            }
            self.turns = self.turns.saturating_add(gone.turns);
        } else {
            let void =
                |recorded: &&mut RecordedMove| recorded.incident == Some(incident) && recorded.void.is_some();
            let Some(recorded) = moves.iter_mut().find(void) else { return };
            recorded.void = None;
        }
        self.judge_anew();
    }
}
