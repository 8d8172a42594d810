//! An adjournment as it stands, and what each event makes of it.

use clock::{Instant, Side};
use serde::{Deserialize, Serialize};

use super::{AdjournmentEvent, ComesTo, Commitment};
use crate::event::{Event, EventKind};
use crate::incident::IncidentEvent;

/// The kinds of incident about a sealed move.
pub(super) const UNREADABLE: &str = "seal-unreadable";
pub(super) const LOST: &str = "seal-lost";
pub(super) const MISMATCH: &str = "seal-mismatch";
pub(super) const ILLEGAL: &str = "seal-illegal";

/// Whether an incident of this kind is opened by opening an envelope, and settles a sealed move.
pub(crate) fn is_about_a_seal(kind: &str) -> bool {
    [UNREADABLE, LOST, MISMATCH, ILLEGAL].contains(&kind)
}

/// How far an adjournment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The sealer thinks, writes and seals; their clock runs.
    Sealing,
    /// The envelope is closed; everybody has left.
    Closed,
    /// The session in which play goes on has begun, with the envelope shut.
    Resumed,
    /// The move is on the board, or the game was over before it came to that.
    Over,
}

/// A move that was sealed on the table's screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// What the move is checked against when it is opened.
    pub commitment: Commitment,
    /// The move and its salt, encrypted, as armored text.
    pub envelope: String,
}

/// The last adjournment of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjournment {
    /// Who seals.
    pub sealer: Side,
    /// The number of the sealed move, counted from 1.
    pub number: u32,
    /// The set time, where it lay ahead.
    pub until: Option<Instant>,
    /// How far it has come.
    pub stage: Stage,
    /// What was sealed on the table's screen; none where the move is on paper only.
    pub seal: Option<Seal>,
    /// Whether the move was made on the board before it was handed over: nothing is opened.
    pub on_board: bool,
    /// How many passphrases did not open the envelope.
    pub wrong_passphrases: u32,
    /// The last incident about the sealed move.
    pub(crate) incident: Option<u32>,
    /// When the session in which play goes on has begun.
    pub session: Option<Instant>,
    /// Whether somebody's clock has run since then.
    pub started: bool,
    /// Whether a turn has been played since the sealed move was laid.
    pub(crate) played_on: bool,
}

impl Adjournment {
    /// Whether a move lies in an envelope that is handed over and not settled: a turn that is pressed, and not missing.
    #[must_use]
    pub const fn is_shut(&self) -> bool {
        !self.on_board && matches!(self.stage, Stage::Closed | Stage::Resumed)
    }

    /// Whether an adjournment is under way: play has not come back to the board.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        !matches!(self.stage, Stage::Over)
    }

    /// Whether the table is closed: the envelope is handed over, and play has not come back to the board.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed | Stage::Resumed)
    }

    /// Whether nothing has been played since the envelope was handed over but the sealed move: what stands on the
    /// envelope can still be disputed.
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        !matches!(self.stage, Stage::Sealing) && !self.played_on
    }

    /// The replier: the side that has to answer the sealed move.
    #[must_use]
    pub const fn replier(&self) -> Side {
        self.sealer.other()
    }

    const fn begin(sealer: Side, number: u32, until: Option<Instant>) -> Self {
        Self {
            sealer,
            number,
            until,
            stage: Stage::Sealing,
            seal: None,
            on_board: false,
            wrong_passphrases: 0,
            incident: None,
            session: None,
            started: false,
            played_on: false,
        }
    }

    /// Takes notice of what happened at the table. This cannot fail.
    pub(crate) fn watch(adjournment: &mut Option<Self>, event: &Event) {
        if let EventKind::Adjournment(AdjournmentEvent::Adjourned { side, number, until }) = &event.kind {
            *adjournment = Some(Self::begin(*side, *number, *until));
            return;
        }
        let Some(adjournment) = adjournment else { return };
        match &event.kind {
            EventKind::Adjournment(about) => adjournment.apply(about, event.at),
            EventKind::Clock(clock::EventKind::Resumed) if adjournment.stage == Stage::Resumed => {
                adjournment.started = true;
                if adjournment.on_board {
                    adjournment.stage = Stage::Over;
                }
            }
            EventKind::Clock(clock::EventKind::Pressed { .. }) => {
                adjournment.played_on |= adjournment.stage == Stage::Over;
            }
            // Play stopped before anything was sealed.
            EventKind::Ending(crate::ending::EndingEvent::Stopped { .. }) => adjournment.stage = Stage::Over,
            EventKind::Incident(IncidentEvent::Violation(opened)) if is_about_a_seal(&opened.kind) => {
                adjournment.incident = Some(opened.number);
            }
            EventKind::Clock(_)
            | EventKind::Move { .. }
            | EventKind::TakenBack { .. }
            | EventKind::MoveCorrected { .. }
            | EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Ended { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Reopened
            | EventKind::UnitClock { .. }
            | EventKind::Incident(_)
            | EventKind::People(_)
            | EventKind::Ending(_)
            | EventKind::Refused { .. } => {}
        }
    }

    fn apply(&mut self, event: &AdjournmentEvent, at: Instant) {
        match event {
            AdjournmentEvent::Sealed { seal, .. } => self.seal = Some(seal.clone()),
            AdjournmentEvent::HandedOver { on_board, .. } => {
                self.on_board = *on_board;
                self.stage = Stage::Closed;
            }
            AdjournmentEvent::SessionResumed => {
                self.stage = Stage::Resumed;
                self.session = Some(at);
            }
            AdjournmentEvent::WrongPassphrase { count } => self.wrong_passphrases = *count,
            AdjournmentEvent::Opened { comes_to, .. } => match comes_to {
                ComesTo::Move(_) | ComesTo::Pass(_) | ComesTo::Resignation => self.stage = Stage::Over,
                ComesTo::Incident(_) => {}
            },
            AdjournmentEvent::Laid { .. } => self.stage = Stage::Over,
            AdjournmentEvent::Adjourned { .. } | AdjournmentEvent::Filed { .. } => {}
        }
    }
}
