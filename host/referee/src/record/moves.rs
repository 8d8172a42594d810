//! Moves as events change them: recorded, set right, made void and restored by rulings.

use std::sync::Arc;

use clock::BySide;

use super::{JudgedAnew, Record, RecordedMove};
use crate::board::Judged;
use crate::command::Played;
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

    /// Changes moves that are on record already, as an event says; whether it did. The stones are not moved by it.
    fn revise(&mut self, kind: &EventKind) -> bool {
        if let EventKind::TakenBack { number, .. } = kind {
            self.strike(*number)
        } else if let EventKind::MoveCorrected { number, after, .. } = kind {
            self.rewrite(*number, after)
        } else if let EventKind::Incident(
            IncidentEvent::Ruling { number, .. } | IncidentEvent::Withdrawn { number, .. },
        ) = kind
        {
            self.restore_move(*number)
        } else if let EventKind::Incident(IncidentEvent::Penalty {
            number,
            penalty: Penalty::Void { number: at, becomes, turned, .. },
        }) = kind
        {
            self.make_void(*number, *at, *becomes, *turned)
        } else {
            false
        }
    }

    /// Whether an event may change moves that are on record already.
    const fn may_revise(kind: &EventKind) -> bool {
        matches!(
            kind,
            EventKind::TakenBack { .. }
                | EventKind::MoveCorrected { .. }
                | EventKind::Incident(
                    IncidentEvent::Ruling { .. }
                        | IncidentEvent::Withdrawn { .. }
                        | IncidentEvent::Penalty { penalty: Penalty::Void { .. }, .. }
                )
        )
    }

    /// What the rules will say of recorded moves and do not say yet, once something has happened that changes which
    /// moves stand. **Whoever decides asks the rules; what is applied stands in the event.**
    pub(crate) fn judged_after(&self, kind: &EventKind) -> Option<Vec<JudgedAnew>> {
        if !Self::may_revise(kind) {
            return None;
        }
        let mut after = self.clone();
        after.revise(kind).then(|| after.judge_anew())
    }

    /// What the rules say of the moves as they stand, where something else stands beside them.
    fn judge_anew(&self) -> Vec<JudgedAnew> {
        let (mut board, mut changed) = (self.opening.clone(), Vec::new());
        for (number, recorded) in (1..).zip(self.moves.iter()) {
            let judged = board.judge(recorded.side, &recorded.played);
            let Judged { uci, illegal, cycle, .. } =
                judged.unwrap_or_else(|refusal| Judged::after_correction(&recorded.played, &refusal));
            if (&uci, illegal, cycle) != (&recorded.uci, recorded.illegal, recorded.cycle) {
                changed.push(JudgedAnew { number, illegal, cycle, uci });
            }
            let (side, played) = recorded.as_played();
            board.play(side, played);
        }
        changed
    }

    /// Enters what changes moves that are on record already, and what the rules say of them since. The stones follow
    /// from the moves.
    pub(super) fn apply_revision(&mut self, event: &Event) {
        if !Self::may_revise(&event.kind) || !self.revise(&event.kind) {
            return;
        }
        // Events of before judgements were kept in them leave that to the rules.
        let judged = event.judged_anew.clone().unwrap_or_else(|| self.judge_anew());
        for JudgedAnew { number, illegal, cycle, uci } in judged {
            if let Some(index) = self.index(number) {
                let recorded = &mut Arc::make_mut(&mut self.moves)[index];
                *recorded = RecordedMove { illegal, cycle, uci, ..recorded.clone() };
            }
        }
        self.board = self.board_after(self.move_count());
    }

    /// A slip is off the record.
    fn strike(&mut self, number: u32) -> bool {
        let Some(index) = self.index(number) else { return false };
        Arc::make_mut(&mut self.moves).remove(index);
        for claim in self.ending.claimed_in_vain.iter_mut().filter(|claim| claim.moves >= number) {
            claim.moves -= 1;
        }
        true
    }

    /// A slip is replaced by what was played.
    fn rewrite(&mut self, number: u32, after: &Played) -> bool {
        let Some(index) = self.index(number) else { return false };
        let recorded = &mut Arc::make_mut(&mut self.moves)[index];
        recorded.played = after.clone();
        // What stood although nobody knew how has been seen after all.
        recorded.void = recorded.void.filter(|void| *void != Becomes::Unseen);
        true
    }

    /// Puts the number of an incident beside the move that it is about.
    pub(super) fn apply_incident(&mut self, incident: &IncidentEvent) {
        let (IncidentEvent::Violation(opened) | IncidentEvent::Claim(opened)) = incident else { return };
        if let Some(index) = opened.about.and_then(|number| self.index(number)) {
            Arc::make_mut(&mut self.moves)[index].incident = Some(opened.number);
        }
    }

    /// A move is void by the ruling on an incident.
    fn make_void(&mut self, incident: u32, number: u32, becomes: Becomes, turned: bool) -> bool {
        let Some(index) = self.index(number) else { return false };
        let moves = Arc::make_mut(&mut self.moves);
        match becomes {
            Becomes::Nothing => self.take_off(incident, index, turned),
            Becomes::Pass | Becomes::Unseen => {
                moves[index].incident = Some(incident);
                moves[index].void = Some(becomes);
            }
        }
        true
    }

    /// A move is off the record. Where none stands behind it, presses behind it are as if they had not been, but for one
    /// that is undone on the clock: how many follows from the moves and presses on record alone.
    fn take_off(&mut self, incident: u32, index: usize, turned: bool) {
        let moves = Arc::make_mut(&mut self.moves);
        let recorded = moves.remove(index);
        let length = moves.len();
        let last = length == index;
        // What was announced in a position that is off the record as well binds nobody.
        let stands = |moves: u32| usize::try_from(moves).is_ok_and(|moves| moves <= index);
        self.ending.claimed_in_vain.retain(|claim| stands(claim.moves));
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
    fn restore_move(&mut self, incident: u32) -> bool {
        let moves = Arc::make_mut(&mut self.moves);
        if let Some(gone) = self.gone.remove(&incident) {
            // Where play has gone on since, the position stays as it is.
            if moves.len() > gone.left {
                return false;
            }
            for (index, recorded) in gone.moves.into_iter().rev() {
                moves.insert(index.min(moves.len()), recorded);
            }
            self.turns = self.turns.saturating_add(gone.turns);
        } else {
            let void =
                |recorded: &&mut RecordedMove| recorded.incident == Some(incident) && recorded.void.is_some();
            let Some(recorded) = moves.iter_mut().find(void) else { return false };
            recorded.void = None;
        }
        true
    }
}
