//! What is wrong in a script line, and where in it.

use clock::Instant;

use crate::document::fault::{Hint, nearest, shown};
use crate::policy::Policy;
use crate::script::stamp::Stamp;

/// What is wrong in a script line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// A word that is not what its place wants.
    #[error("expected {wanted}, found {}", found.as_deref().unwrap_or("the end of the line"))]
    Expected {
        /// What its place wants.
        wanted: Wanted,
        /// The word, shortened where it is long; none at the end of the line.
        found: Option<String>,
    },
    /// A word that is no command.
    #[error("unknown command {found}{}", Hint { near: *near, known: if near.is_some() { &[] } else { known } })]
    UnknownCommand {
        /// The word.
        found: String,
        /// The command that looks like it.
        near: Option<&'static str>,
        /// All commands.
        known: &'static [&'static str],
    },
    /// A word in front of `=` that names no part of a reading.
    #[error("unknown part of a reading {found}{}", Hint { near: *near, known })]
    UnknownPart {
        /// The word.
        found: String,
        /// The part that looks like it.
        near: Option<&'static str>,
        /// All parts.
        known: &'static [&'static str],
    },
    /// A kind of incident that the policy does not know.
    #[error("unknown kind of incident {found}{hint}")]
    UnknownKind {
        /// The word.
        found: String,
        /// The kind that looks like it, or all that the policy knows.
        hint: String,
    },
    /// A part of a reading that is set twice.
    #[error("{0} stands twice")]
    Twice(&'static str),
    /// A time before that of an earlier line.
    #[error("the time goes back from {} to {}", Stamp(*before), Stamp(*at))]
    Backwards {
        /// The line's time.
        at: Instant,
        /// The earlier line's time.
        before: Instant,
    },
    /// A move where there is no board.
    #[error("there are no moves in a game of kind clock")]
    NoMoves,
    /// Text in quotes that does not end, or in which something other than `\"` and `\\` is escaped.
    #[error("the text in quotes does not end, or has a backslash before something other than \" and \\")]
    Quote,
}

/// What a place in a script line wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wanted {
    /// A time.
    #[error("a time: seconds, m:ss or h:mm:ss, with up to six decimals")]
    Time,
    /// A command's name.
    #[error("a command")]
    Command,
    /// A side.
    #[error("a side, black or white")]
    Side,
    /// A move of Go or gomoku.
    #[error("a point such as Q16 (letters without I), pass or unknown")]
    Point,
    /// A move of chess.
    #[error("a move such as Nf3, e2e4 or O-O, or unknown")]
    ChessMove,
    /// A move's number.
    #[error("a move's number, counted from 1")]
    MoveNumber,
    /// A part of a reading.
    #[error("a part of the reading such as main=5m or periods=3")]
    Setting,
    /// A length of time.
    #[error("a length of time such as 5m, 90s or 1h30m")]
    Length,
    /// A small number.
    #[error("a whole number from 0 to {0}")]
    Count(u16),
    /// Time to be given or taken.
    #[error("an amount of time such as +2m or -30s")]
    Amount,
    /// Seconds of a period used.
    #[error("the seconds used such as elapsed=40")]
    Elapsed,
    /// A reason.
    #[error("a reason in quotes, or the end of the line")]
    Reason,
    /// A person.
    #[error("black, white, both, recorder, sensor, arbiter or chief behind by")]
    Who,
    /// An incident's number.
    #[error("an incident's number, counted from 1")]
    IncidentNumber,
    /// A kind of incident.
    #[error("a kind of incident such as press-before-stone")]
    IncidentKind,
    /// What is ruled.
    #[error("a ruling such as uphold, dismiss or one of the incident's choices")]
    Choice,
    /// Stones held in nigiri.
    #[error("the white stones held such as stones=7")]
    Stones,
    /// Stones shown in nigiri.
    #[error("the black stones shown such as shown=1")]
    Shown,
    /// Who holds the stones.
    #[error("who holds the stones, holder=one or holder=two")]
    Holder,
    /// Who marks dead stones.
    #[error("black, white or chief")]
    Marker,
    /// Who signs.
    #[error("black, white or arbiter")]
    Signer,
    /// A point on which a stone stands.
    #[error("a point such as Q16 (letters without I)")]
    StonePoint,
    /// A point and whose it is.
    #[error("a point and whose it is such as D4=black")]
    Border,
    /// A result.
    #[error("a result such as B+R, W+T, B+F, B+0.5, Draw, Void or 0-0, in chess 1-0, 0-1 or 1/2-1/2")]
    Result,
    /// A set time.
    #[error("until and a time, or the end of the line")]
    Until,
    /// What is sealed.
    #[error("the sealed move: a move, pass, resign, or 1 to 64 characters in quotes")]
    SealedMove,
    /// A salt.
    #[error("a salt of 32 hex digits such as salt=00112233445566778899aabbccddeeff")]
    Salt,
    /// Nothing more.
    #[error("the end of the line")]
    End,
}

impl ScriptFault {
    /// The fault of a kind of incident that the policy does not know.
    pub(crate) fn unknown_kind(found: &str, policy: &Policy) -> Self {
        let known: Vec<&str> = policy.kinds.keys().map(String::as_str).collect();
        let hint = match nearest(found, &known) {
            Some(near) => format!(": did you mean {near}?"),
            None => format!(": the policy {} knows {}", policy.id, known.join(", ")),
        };
        Self::UnknownKind { found: shown(found), hint }
    }
}

/// A fault, and the column where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    pub(crate) column: usize,
    pub(crate) what: ScriptFault,
}

/// What reading a part of a line gives.
pub(crate) type Read<T> = Result<T, Slip>;

impl Slip {
    /// The fault that a word is missing at the end of a line.
    pub(crate) const fn missing(column: usize, wanted: Wanted) -> Self {
        Self { column, what: ScriptFault::Expected { wanted, found: None } }
    }
}
