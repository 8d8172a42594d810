//! How a game ended.

use std::fmt;

use clock::Side;
use serde::{Deserialize, Serialize};

use crate::setup::GameKind;

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WonBy {
    /// The opponent resigned (中盘胜).
    Resignation,
    /// The opponent's time was used up (超时判负).
    Time,
    /// Chess: mate (FIDE 5.1.1).
    Checkmate,
    /// Gomoku: five in a row.
    Five,
    /// By the count.
    Count {
        /// By how much, in quarters of a point.
        quarters: u32,
    },
    /// The opponent forfeits it, or lost it by ruling (判负).
    Forfeit,
}

/// How a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnBy {
    /// Chess: the side to move has no move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Chess: nobody can mate any more (FIDE 5.2.2).
    DeadPosition,
    /// Chess: the same position for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// Chess: 75 moves without a capture or a pawn move (FIDE 9.6.2).
    SeventyFive,
    /// Chess: time used up or resigned, but the opponent could not mate by any moves (FIDE 5.1.2, 6.9).
    NoMate,
    /// Gomoku: the board is full.
    FullBoard,
    /// Both sides agreed (FIDE 5.2.3).
    Agreement,
    /// Chess: claimed, the same position for the third time (FIDE 9.2).
    Threefold,
    /// Chess: claimed, 50 moves without a capture or a pawn move (FIDE 9.3).
    Fifty,
    /// By the count (和棋).
    Count,
    /// By ruling (判和).
    Ruling,
}

/// Why a game has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoidBy {
    /// It is played anew (重下).
    Replay,
    /// It has no result (无胜负).
    NoResult,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// One side has won.
    Won {
        /// The winner.
        side: Side,
        /// How.
        by: WonBy,
    },
    /// Nobody has won.
    Drawn {
        /// How.
        by: DrawnBy,
    },
    /// The game does not count.
    Void {
        /// Why.
        by: VoidBy,
    },
    /// Both sides have lost (双方均负).
    BothLose,
}

/// What follows where a side's time is used up or it resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Decision {
    /// The game has this result.
    Outcome(Outcome),
    /// Whether the opponent could still mate was not found out: the arbiter decides.
    Arbiter,
}

impl Outcome {
    /// Whether the position on the board brought it about, not a clock, a count or somebody's word.
    #[must_use]
    pub const fn is_of_the_board(self) -> bool {
        match self {
            Self::Won { by, .. } => matches!(by, WonBy::Checkmate | WonBy::Five),
            Self::Drawn { by } => match by {
                DrawnBy::Stalemate
                | DrawnBy::DeadPosition
                | DrawnBy::Fivefold
                | DrawnBy::SeventyFive
                | DrawnBy::FullBoard => true,
                DrawnBy::NoMate
                | DrawnBy::Agreement
                | DrawnBy::Threefold
                | DrawnBy::Fifty
                | DrawnBy::Count
                | DrawnBy::Ruling => false,
            },
            Self::Void { .. } | Self::BothLose => false,
        }
    }

    /// Whether a count can come to it. A draw may be one by whatever name it was entered.
    pub(crate) const fn may_be_counted(self) -> bool {
        matches!(self, Self::Won { by: WonBy::Count { .. }, .. } | Self::Drawn { .. })
    }

    /// The result as records write it: SGF's RE, in chess PGN's Result; `0-0` where both lose.
    #[must_use]
    pub fn notation(self, kind: GameKind) -> String {
        let (side, by) = match (self, kind) {
            (Self::BothLose, _) => return "0-0".into(),
            (Self::Void { .. }, GameKind::Chess) => return "*".into(),
            (Self::Void { .. }, _) => return "Void".into(),
            (Self::Drawn { .. }, GameKind::Chess) => return "1/2-1/2".into(),
            (Self::Drawn { .. }, _) => return "Draw".into(),
            (Self::Won { side: Side::White, .. }, GameKind::Chess) => return "1-0".into(),
            (Self::Won { side: Side::Black, .. }, GameKind::Chess) => return "0-1".into(),
            (Self::Won { side, by }, _) => (side, by),
        };
        let winner = match side {
            Side::Black => "B+",
            Side::White => "W+",
        };
        match by {
            WonBy::Resignation => format!("{winner}R"),
            WonBy::Time => format!("{winner}T"),
            WonBy::Forfeit => format!("{winner}F"),
            WonBy::Checkmate | WonBy::Five => winner.into(),
            WonBy::Count { quarters } => format!("{winner}{}", f64::from(quarters) / 4.0),
        }
    }

    /// Reads a result as [`notation`](Self::notation) writes it. A draw and a plain win are taken as ruled.
    #[must_use]
    pub fn from_notation(text: &str, kind: GameKind) -> Option<Self> {
        let chess = kind == GameKind::Chess;
        match text {
            "0-0" => return Some(Self::BothLose),
            "Void" => return Some(Self::Void { by: VoidBy::NoResult }),
            "*" if chess => return Some(Self::Void { by: VoidBy::NoResult }),
            "Draw" | "1/2-1/2" => return Some(Self::Drawn { by: DrawnBy::Ruling }),
            "1-0" if chess => return Some(Self::Won { side: Side::White, by: WonBy::Forfeit }),
            "0-1" if chess => return Some(Self::Won { side: Side::Black, by: WonBy::Forfeit }),
            _ => {}
        }
        let (side, how) = match text.split_at_checked(2)? {
            ("B+", how) => (Side::Black, how),
            ("W+", how) => (Side::White, how),
            _ => return None,
        };
        let by = match how {
            "R" => WonBy::Resignation,
            "T" => WonBy::Time,
            "F" => WonBy::Forfeit,
            margin if !chess => WonBy::Count { quarters: quarters(margin)? },
            _ => return None,
        };
        Some(Self::Won { side, by })
    }
}

/// A margin in quarters of a point: `0.5`, `12`, `7.25`.
fn quarters(margin: &str) -> Option<u32> {
    let (whole, fraction) = margin.split_once('.').unwrap_or((margin, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fraction = match fraction.trim_end_matches('0') {
        "" if digits(fraction) => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole: u32 = Some(whole).filter(|whole| digits(whole))?.parse().ok()?;
    whole.checked_mul(4)?.checked_add(fraction)
}

/// The reason in words: `White resigned`, `Black's time is used up`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won { side, by } => won(*side, *by, f),
            Self::Drawn { by } => f.write_str(drawn(*by)),
            Self::Void { by: VoidBy::Replay } => f.write_str("the game is void and is played anew"),
            Self::Void { by: VoidBy::NoResult } => f.write_str("the game has no result"),
            Self::BothLose => f.write_str("both sides lose"),
        }
    }
}

fn won(side: Side, by: WonBy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (winner, loser) = match side {
        Side::Black => ("Black", "White"),
        Side::White => ("White", "Black"),
    };
    match by {
        WonBy::Resignation => write!(f, "{loser} resigned"),
        WonBy::Time => write!(f, "{loser}'s time is used up"),
        WonBy::Checkmate => write!(f, "{loser} is checkmated"),
        WonBy::Five => write!(f, "{winner} has five in a row"),
        // Ing's rules: Black wins where both have the same.
        WonBy::Count { quarters: 0 } => write!(f, "{winner} wins the tie"),
        WonBy::Count { quarters } => {
            let points = f64::from(quarters) / 4.0;
            let noun = if quarters <= 4 { "point" } else { "points" };
            write!(f, "{winner} wins by {points} {noun}")
        }
        WonBy::Forfeit => write!(f, "{loser} forfeits the game"),
    }
}

const fn drawn(by: DrawnBy) -> &'static str {
    match by {
        DrawnBy::Stalemate => "stalemate",
        DrawnBy::DeadPosition => "dead position: nobody can mate any more",
        DrawnBy::Fivefold => "the same position for the fifth time",
        DrawnBy::SeventyFive => "75 moves without a capture or a pawn move",
        DrawnBy::NoMate => "the opponent could not mate by any series of moves",
        DrawnBy::FullBoard => "the board is full",
        DrawnBy::Agreement => "draw by agreement",
        DrawnBy::Threefold => "draw claimed: the same position for the third time",
        DrawnBy::Fifty => "draw claimed: 50 moves without a capture or a pawn move",
        DrawnBy::Count => "both sides have counted the same",
        DrawnBy::Ruling => "draw by ruling",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for text in ["B+R", "W+T", "B+F", "W+0.5", "B+0", "B+12", "B+7.25", "Draw", "Void", "0-0"] {
            let outcome = Outcome::from_notation(text, GameKind::Go).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(outcome.notation(GameKind::Go), text);
        }
        for text in ["1-0", "0-1", "1/2-1/2", "*", "0-0"] {
            let outcome = Outcome::from_notation(text, GameKind::Chess).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(outcome.notation(GameKind::Chess), text);
        }
        for text in ["", "B+", "B+0.3", "B+-1", "B+1.", "b+r", "B+R ", "é+", "1-1", "B+99999999999"] {
            assert_eq!(Outcome::from_notation(text, GameKind::Go), None, "{text}");
        }
        assert_eq!(Outcome::from_notation("B+1.5", GameKind::Chess), None);
    }
}
