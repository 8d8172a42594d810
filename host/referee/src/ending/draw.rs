//! Draws by agreement and by claim (FIDE 9.1 to 9.5).

use clock::{Side, Status};

use super::{EndingEvent, VainClaim};
use crate::act::require;
use crate::board::{Board, Judged};
use crate::command::{Played, Who};
use crate::event::EventKind;
use crate::outcome::{DrawnBy, Outcome};
use crate::record::Ahead;
use crate::refusal::{Entitled, Refusal};
use crate::setup::GameKind;
use crate::walk::Walk;

impl Walk {
    /// An offer stands until it is taken, declined, or the opponent plays on.
    pub(super) fn offer_draw(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_drawable(side, by)?;
        if self.record().ending().draw_offer.is_some() {
            return Err(Refusal::OfferStands);
        }
        self.require_moved_by_both()?;
        self.enter(EventKind::Ending(EndingEvent::DrawOffered { side }));
        Ok(())
    }

    /// Nobody offers a draw, or agrees on one, before both have moved (FIDE 5.2.3, 9.1.1).
    fn require_moved_by_both(&self) -> Result<(), Refusal> {
        let record = self.record();
        let has_moved = |side| record.pressed_at(side).is_some() || record.last_of(side).is_some();
        // A game from a set-up position was begun before.
        let begun = self.setup().game.opening.is_some() || Side::BOTH.into_iter().all(has_moved);
        if begun { Ok(()) } else { Err(Refusal::TooEarlyForDraw) }
    }

    pub(super) fn agree_draw(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_drawable(side, by)?;
        self.require_offer_to(side)?;
        self.require_moved_by_both()?;
        self.end_drawn(DrawnBy::Agreement)
    }

    pub(super) fn decline_draw(&mut self, side: Side, by: Who) -> Result<(), Refusal> {
        self.require_drawable(side, by)?;
        self.require_offer_to(side)?;
        self.enter(EventKind::Ending(EndingEvent::DrawDeclined { side }));
        Ok(())
    }

    /// The opponent's offer is off: a side that plays on declines it.
    pub(crate) fn lapse_offer(&mut self, side: Side) {
        if self.require_offer_to(side).is_ok() {
            self.enter(EventKind::Ending(EndingEvent::DrawDeclined { side }));
        }
    }

    /// A move was recorded; one that catches up with the clock was completed before, and declines nothing now.
    pub(crate) fn lapse_offer_by_move(&mut self, side: Side) {
        if matches!(self.table.ahead(), Some(Ahead::Moves(_))) {
            self.lapse_offer(side);
        }
    }

    /// The side to move claims that the position has stood three times, or that fifty moves brought nothing: now, or
    /// after the move that it writes. A claim that is not good counts as an offer, and costs time (FIDE 9.5.3): each that
    /// is another, with a move or without; the very same in the same turn asks what has been answered, and is refused.
    pub(super) fn claim_draw(&mut self, side: Side, played: Option<&Played>, by: Who) -> Result<(), Refusal> {
        if self.setup().game.kind != GameKind::Chess {
            return Err(Refusal::NoDrawClaims);
        }
        self.require_drawable(side, by)?;
        if let Some(Ahead::Clock(turns)) = self.table.ahead() {
            return Err(Refusal::MovesMissing { turns });
        }
        let Board::Chess(game) = self.record().board() else { return Err(Refusal::PositionUnknown) };
        if self.table.side_to_record() != side {
            return Err(Refusal::NotToMove);
        }
        let intended = played.map(|played| self.intended(side, played)).transpose()?;
        let next = self.record().move_count().saturating_add(1);
        if let (Some(intended), Some(announced)) = (&intended, self.record().announced(side, next))
            && *announced != Played::At(intended.clone())
        {
            return Err(Refusal::MoveAnnounced { text: announced.to_string() });
        }
        let found = match game.claim(intended.as_deref()) {
            Ok(claim) => Some(claim.kind),
            Err(chess::ClaimRefused::NotYet { .. }) => None,
            Err(chess::ClaimRefused::Ended(_)) => return Err(Refusal::GameOver),
            Err(chess::ClaimRefused::Illegal(_)) => {
                return Err(Refusal::NoMove { text: intended.unwrap_or_default() });
            }
        };
        let played = intended.map(Played::At);
        let claim = VainClaim { side, played: played.clone(), moves: self.record().move_count() };
        if found.is_none() && self.record().ending().claimed_in_vain.contains(&claim) {
            return Err(Refusal::ClaimedAlready);
        }
        self.enter(EventKind::Ending(EndingEvent::DrawClaimed { side, played, good: found.is_some() }));
        match found {
            Some(chess::ClaimKind::Threefold) => self.end_drawn(DrawnBy::Threefold),
            Some(chess::ClaimKind::Fifty) => self.end_drawn(DrawnBy::Fifty),
            None => match self.open_each("wrong-draw-claim", side) {
                Some(number) => self.rule_at_once(number, by),
                None => Ok(()),
            },
        }
    }

    /// The written move in strict notation; it has to be legal.
    fn intended(&self, side: Side, played: &Played) -> Result<String, Refusal> {
        let Judged { played: judged, illegal, .. } = self.record().board().judge(side, played)?;
        match (illegal, judged) {
            (Some(breach), _) => Err(Refusal::IllegalMove { text: played.to_string(), breach }),
            (None, Played::At(text)) => Ok(text),
            (None, Played::Pass | Played::Unknown) => Err(Refusal::NoMove { text: played.to_string() }),
        }
    }

    fn end_drawn(&mut self, by: DrawnBy) -> Result<(), Refusal> {
        self.stop_clock()?;
        self.enter_end(self.at);
        self.enter(EventKind::Result(Outcome::Drawn { by }));
        Ok(())
    }

    /// The game goes on, it may be drawn, and the giver speaks for this side.
    fn require_drawable(&self, side: Side, by: Who) -> Result<(), Refusal> {
        if self.setup().game.kind == GameKind::Go {
            return Err(Refusal::NoAgreedDraw);
        }
        require(Entitled::Player, by, Some(side))?;
        if self.record().is_ended() {
            return Err(Refusal::GameOver);
        }
        if self.status() == Status::Waiting { Err(Refusal::NotBegun) } else { Ok(()) }
    }

    fn require_offer_to(&self, side: Side) -> Result<(), Refusal> {
        if self.record().ending().draw_offer == Some(side.other()) { Ok(()) } else { Err(Refusal::NoOffer) }
    }
}
