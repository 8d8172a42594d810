//! Why a table does not do what it was told, in words that an arbiter can read aloud.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjournment::AdjournmentRefusal;
use crate::command::Who;
use crate::ending::Signer;
use crate::record::Breach;

/// A refusal. It is a value, not an error: it stands in the record beside what was refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(tag = "refusal", content = "of", rename_all = "kebab-case")]
pub enum Refusal {
    /// The clock refuses.
    #[error(transparent)]
    Clock(clock::Refusal),
    /// The giver has no right to it.
    #[error("only {allowed} may do this")]
    NotEntitled {
        /// Who has.
        allowed: Entitled,
    },
    /// Before the start.
    #[error("the game has not begun")]
    NotBegun,
    /// After the end.
    #[error("the game is over")]
    GameOver,
    /// A move on a table that has only a clock.
    #[error("this table has no board")]
    NoBoard,
    /// A point that the board does not have.
    #[error("{point} is not on a board of {size} lines")]
    OffBoard {
        /// The point.
        point: String,
        /// The board's lines.
        size: u8,
    },
    /// A point on which a stone stands.
    #[error("a stone stands on {point}")]
    Occupied {
        /// The point.
        point: String,
    },
    /// A chess move that is written in no notation.
    #[error("{text} is no chess move: write it as Nf3, exd5, O-O or g1f3")]
    NoMove {
        /// What was written.
        text: String,
    },
    /// A chess move that may mean several.
    #[error("{text} may mean {}: say which", .meanings.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What it may mean.
        meanings: Vec<String>,
    },
    /// A pawn on the last rank that does not say what it becomes.
    #[error("{text} does not say what the pawn becomes: write it as e8=Q")]
    NoPromotion {
        /// What was written.
        text: String,
    },
    /// A pass in chess.
    #[error("there is no pass in chess")]
    NoPassInChess,
    /// A pass in gomoku.
    #[error("there is no pass in gomoku")]
    NoPassInGomoku,
    /// The command was given before a turn that has been completed since.
    #[error("a press came first: look at the new reading")]
    PressCameFirst,
    /// The command reached the clock too late to be meant any more.
    #[error("the command came too late and was not carried out")]
    Expired,
    /// The clock is in the table's unit, and there is no word from that.
    #[error("there is no word from the table's unit: nothing can be done with its clock")]
    NoWordFromUnit,
    /// The clock in the table's unit has done something else than this comes to.
    #[error("the table's unit did otherwise: look at the new reading")]
    UnitDidOtherwise,
    /// A correction of a move that is not on record.
    #[error("there is no move {number} on record")]
    NoSuchMove {
        /// Its number.
        number: u32,
    },
    /// A take-back by a side of which no move is on record.
    #[error("no move of that side is on record")]
    NoMoveOfSide,
    /// A kind of incident that the table's policy does not have.
    #[error("the rules of this event know no incident {kind}")]
    NoSuchKind {
        /// The kind.
        kind: String,
    },
    /// An offence in sudden death only.
    #[error("that applies in sudden death only")]
    SuddenDeathOnly,
    /// A second incident about the same move.
    #[error("incident {number} is about this already: rule on it")]
    NotedAlready {
        /// The incident's number.
        number: u32,
    },
    /// A ruling on an incident that there is not.
    #[error("there is no incident {number}")]
    NoSuchIncident {
        /// Its number.
        number: u32,
    },
    /// A ruling on what was a slip of the recorder.
    #[error("incident {number} was a slip of the recorder: there is nothing to rule on")]
    WasSlip {
        /// The incident's number.
        number: u32,
    },
    /// A ruling on a claim that came too late.
    #[error("claim {number} came too late: there is nothing to rule on")]
    ClaimExpired {
        /// The incident's number.
        number: u32,
    },
    /// A choice that the incident does not have.
    #[error("{choice} is no ruling on this: it may be {}", .choices.join(", "))]
    NoSuchChoice {
        /// What was chosen.
        choice: String,
        /// What there is to choose from.
        choices: Vec<String>,
    },
    /// The ruling that stands already.
    #[error("that is the ruling already")]
    RuledAlready,
    /// A ruling with a move where none is needed.
    #[error("this ruling needs no move")]
    NoMoveNeeded,
    /// A ruling that a move is played, and no move.
    #[error("say which move is to be played")]
    MoveNeeded,
    /// A complaint in the opponent's time.
    #[error("players object in their own time")]
    OwnTimeOnly,
    /// A flag withdrawn, where a ruling has decided the game.
    #[error("a ruling has decided the game: it must be reversed first")]
    RulingStands,
    /// An appeal where nothing was ruled.
    #[error("nothing has been ruled")]
    NothingRuled,
    /// Arrival of somebody who is there.
    #[error("that player is here already")]
    HereAlready,
    /// Leaving of somebody who is away.
    #[error("that player is away already")]
    AwayAlready,
    /// Return of somebody who is not away.
    #[error("that player is not away")]
    NotAway,
    /// Nothing to be shown to that player.
    #[error("that player has seen every move")]
    NothingUnseen,
    /// A talk while another goes on.
    #[error("a permitted talk is going on")]
    TalkGoesOn,
    /// The end of a talk where none goes on.
    #[error("no permitted talk is going on")]
    NoTalk,
    /// Leaving in overtime without leave (III 22.7).
    #[error("in overtime a player may leave only with the arbiter's permission")]
    LeaveNeeded,
    /// Leaving in overtime too often (III 22.7).
    #[error("permission to leave in overtime has been used up")]
    LeaveUsedUp,
    /// Nigiri where the colours are given.
    #[error("the colours at this table are given")]
    ColoursGiven,
    /// Something that belongs before the start.
    #[error("the game has begun")]
    Begun,
    /// Nigiri where neither rank nor age says who holds the stones.
    #[error("neither rank nor age says who holds the stones: draw lots")]
    HolderUnknown,
    /// Nigiri in which another holds the stones than rank or age says (10).
    #[error("by rank or age the other player holds the stones")]
    NotTheHolder,
    /// Nigiri with no stones, or with other than one or two shown.
    #[error("nigiri needs stones in the hand, and one or two shown")]
    BadNigiri,
    /// The end of a game of Go elsewhere.
    #[error("that belongs to the end of a game of Go")]
    NotGo,
    /// A declaration of the end (13.2) or a claim of a draw (FIDE 9.2) by the side that is not to move.
    #[error("only the side to move may do this")]
    NotToMove,
    /// A second declaration.
    #[error("the end is declared already: the other side answers")]
    ProposedAlready,
    /// An answer where nothing was declared.
    #[error("nobody has declared the end")]
    NothingProposed,
    /// Something that belongs to play after it has stopped.
    #[error("play has stopped")]
    PlayHasStopped,
    /// Something that comes after play has stopped.
    #[error("play has not stopped")]
    PlayGoesOn,
    /// A dead stone where there is none.
    #[error("no stone stands on {point}")]
    NoStone {
        /// The point.
        point: String,
    },
    /// Marks or a count where nobody knows how the stones are.
    #[error("nobody knows how the stones are: set the record right first")]
    PositionUnknown,
    /// The moves on record do not reach to where the clock is.
    #[error("moves are missing on record: {turns}")]
    MovesMissing {
        /// How many.
        turns: u32,
    },
    /// Playing on where both have marked the same stones.
    #[error("both sides have marked the same dead stones: there is nothing to play out")]
    NothingDisputed,
    /// The border where the two sides' marks differ.
    #[error("the two sides have not marked the same dead stones")]
    MarksDiffer,
    /// Agreement after the contest was given up, before the chief arbiter has settled the border (12.4(4)).
    #[error("the chief arbiter has to settle the border first")]
    BorderOpen,
    /// Agreement with a count that was not made.
    #[error("nothing has been counted")]
    NotCounted,
    /// Agreement for the second time.
    #[error("that side has agreed already")]
    AgreedAlready,
    /// The border where nobody gave up the contest.
    #[error("nobody has given up the contest")]
    NotConceded,
    /// An agreed draw in Go (15.1).
    #[error("in Go nobody can agree on a draw")]
    NoAgreedDraw,
    /// An offer before both have moved (FIDE 9.1.1).
    #[error("a draw may be offered when both sides have moved")]
    TooEarlyForDraw,
    /// An offer where one stands.
    #[error("a draw is offered already")]
    OfferStands,
    /// An answer to an offer that was not made by the opponent.
    #[error("the opponent has offered no draw")]
    NoOffer,
    /// A claim of a draw elsewhere than in chess.
    #[error("a draw is claimed in chess only")]
    NoDrawClaims,
    /// The same claim of a draw again in the same turn, when it was not good.
    #[error("that draw was claimed in this turn already, and is not there")]
    ClaimedAlready,
    /// A move, written and not played, that breaks a rule.
    #[error("{text}: {breach}")]
    IllegalMove {
        /// What was written.
        text: String,
        /// The rule.
        breach: Breach,
    },
    /// A claim of a draw with another move than the one that was announced with a claim before (FIDE 9.5.3).
    #[error("the move that was announced has to be played: {text}")]
    MoveAnnounced {
        /// The move that was announced.
        text: String,
    },
    /// A signature or the like where there is no result.
    #[error("there is no result yet")]
    NoResult,
    /// A signature for the second time.
    #[error("{who} has signed already")]
    SignedAlready {
        /// Who.
        who: Signer,
    },
    /// A signature while something waits for a ruling.
    #[error("incident {number} waits for a ruling")]
    RulingOwed {
        /// The incident's number.
        number: u32,
    },
    /// Anything after the three signatures (16.4).
    #[error("the result is signed: nothing changes it")]
    Signed,
    /// Clearing before the signatures.
    #[error("the result is not signed by all three")]
    NotSigned,
    /// Anything after the table was cleared.
    #[error("the table is cleared")]
    TableCleared,
    /// It has no place in the adjournment that is under way, or in none.
    #[error(transparent)]
    Adjournment(AdjournmentRefusal),
}

impl Refusal {
    /// Whether an order that was refused so never came to the table.
    pub(crate) const fn is_before_the_table(&self) -> bool {
        matches!(self, Self::PressCameFirst | Self::Expired | Self::NoWordFromUnit | Self::UnitDidOtherwise)
    }
}

/// Who is entitled to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entitled {
    /// An arbiter.
    #[error("the arbiter")]
    Arbiter,
    /// The chief arbiter alone.
    #[error("the chief arbiter")]
    Chief,
    /// An arbiter, or both players together.
    #[error("the arbiter, or both players together,")]
    ArbiterOrBoth,
    /// The chief arbiter, or both players together.
    #[error("the chief arbiter, or both players together,")]
    ChiefOrBoth,
    /// The player concerned, or an arbiter for them.
    #[error("the player concerned")]
    Player,
    /// Whoever keeps the record, or an arbiter.
    #[error("the recorder")]
    Recorder,
}

impl Entitled {
    /// Whether `who` is entitled; `player` is the player concerned, `alone` says that the players play without
    /// an arbiter and may decide together or, where nobody is harmed, each for both.
    #[must_use]
    pub(crate) fn covers(self, who: Who, player: Option<Who>) -> bool {
        match self {
            Self::Chief => who == Who::Chief,
            Self::ArbiterOrBoth => who.is_arbiter() || who == Who::Both,
            Self::ChiefOrBoth => matches!(who, Who::Chief | Who::Both),
            Self::Arbiter => who.is_arbiter(),
            Self::Player => who.is_arbiter() || who == Who::Both || Some(who) == player,
            Self::Recorder => who.is_arbiter() || matches!(who, Who::Recorder | Who::Sensor | Who::Both),
        }
    }
}
