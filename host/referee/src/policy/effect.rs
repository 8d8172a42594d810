//! What a decided incident can bring about, and how policies write it.

use std::fmt;
use std::str::FromStr;

use clock::Duration;
use rules::Quarters;
use serde::{Deserialize, Serialize};

/// One thing that a decided incident brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// `warning`: a warning to the offender (警告).
    Warning,
    /// `caution`: a caution to the offender (Korea: 주의); some of them make a warning.
    Caution,
    /// `opponent +2m`: time to the opponent.
    TimeToOpponent(Duration),
    /// `offender -2m`: time off the offender.
    TimeOff(Duration),
    /// `zi 1`, `points 2`: what comes off the offender's count.
    Count(Cost),
    /// `pass`: the move is void and counts as a pass.
    Pass,
    /// `back`: the move is off the record and off the board, and its side is as it was before it.
    Back,
    /// `stands`: an illegal move stands; where the pieces are is no longer known to the program.
    Stands,
    /// `pause`: both clocks stand.
    Pause,
    /// `loss`: the offender loses.
    Loss,
    /// `loss-or-draw`: the offender loses, or draws where the opponent could not mate by any moves (FIDE 7.5.5).
    LossOrDraw,
    /// `draw`: a draw (和棋).
    Draw,
    /// `replay`: the game is void and is played anew (重下).
    Replay,
    /// `no-result`: the game has no result (无胜负).
    NoResult,
    /// `both-lose`: both sides lose (双方均负).
    BothLose,
}

/// What comes off a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cost {
    /// How much, in quarters of the unit.
    pub quarters: u16,
    /// Of what.
    pub unit: Unit,
}

/// What a cost is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Zi (子), of area counting.
    Zi,
    /// Points (目).
    Points,
}

impl Cost {
    /// The cost in the unit that the count is in. One zi is two points: taken off one side's count by 数子法 it
    /// moves the margin by as much.
    #[must_use]
    pub fn in_unit(self, unit: rules::go::Unit) -> Quarters {
        let quarters = i32::from(self.quarters);
        Quarters(match (self.unit, unit) {
            (Unit::Zi, rules::go::Unit::Zi) | (Unit::Points, rules::go::Unit::Points) => quarters,
            (Unit::Zi, rules::go::Unit::Points) => quarters * 2,
            (Unit::Points, rules::go::Unit::Zi) => quarters / 2,
        })
    }
}

/// A text that is no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no effect")]
pub struct ParseEffectError;

/// The effects that are one word.
const WORDS: [(&str, Effect); 12] = [
    ("warning", Effect::Warning),
    ("caution", Effect::Caution),
    ("pass", Effect::Pass),
    ("back", Effect::Back),
    ("stands", Effect::Stands),
    ("pause", Effect::Pause),
    ("loss", Effect::Loss),
    ("loss-or-draw", Effect::LossOrDraw),
    ("draw", Effect::Draw),
    ("replay", Effect::Replay),
    ("no-result", Effect::NoResult),
    ("both-lose", Effect::BothLose),
];

impl Effect {
    /// The effects that are one word, as policies write them; the others have an amount.
    pub(super) fn plain_names() -> Vec<&'static str> {
        WORDS.iter().map(|(name, _)| *name).collect()
    }

    /// Whether the game is over with it.
    #[must_use]
    pub const fn ends_game(self) -> bool {
        match self {
            Self::Loss | Self::LossOrDraw | Self::Draw | Self::Replay | Self::NoResult | Self::BothLose => {
                true
            }
            Self::Warning
            | Self::Caution
            | Self::TimeToOpponent(_)
            | Self::TimeOff(_)
            | Self::Count(_)
            | Self::Pass
            | Self::Back
            | Self::Stands
            | Self::Pause => false,
        }
    }

    /// Whether it says what becomes of the move.
    #[must_use]
    pub const fn settles_move(self) -> bool {
        matches!(self, Self::Pass | Self::Back | Self::Stands)
    }
}

impl FromStr for Effect {
    type Err = ParseEffectError;

    fn from_str(text: &str) -> Result<Self, ParseEffectError> {
        if let Some((_, effect)) = WORDS.into_iter().find(|(word, _)| *word == text) {
            return Ok(effect);
        }
        let (word, amount) = text.split_once(' ').ok_or(ParseEffectError)?;
        let time = |sign: char| {
            let length = amount.strip_prefix(sign).and_then(|length| length.parse().ok());
            length.filter(|length: &Duration| !length.is_zero()).ok_or(ParseEffectError)
        };
        match word {
            "opponent" => time('+').map(Self::TimeToOpponent),
            "offender" => time('-').map(Self::TimeOff),
            "zi" => cost(amount, Unit::Zi).map(Self::Count),
            "points" => cost(amount, Unit::Points).map(Self::Count),
            _ => Err(ParseEffectError),
        }
    }
}

/// A whole number of zi or points, from 1 to 400.
fn cost(amount: &str, unit: Unit) -> Result<Cost, ParseEffectError> {
    let whole: u16 = amount.parse().map_err(|_| ParseEffectError)?;
    if !(1..=400).contains(&whole) {
        return Err(ParseEffectError);
    }
    Ok(Cost { quarters: whole * 4, unit })
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeToOpponent(time) => write!(f, "opponent +{time}"),
            Self::TimeOff(time) => write!(f, "offender -{time}"),
            Self::Count(Cost { quarters, unit: Unit::Zi }) => write!(f, "zi {}", quarters / 4),
            Self::Count(Cost { quarters, unit: Unit::Points }) => write!(f, "points {}", quarters / 4),
            Self::Warning
            | Self::Caution
            | Self::Pass
            | Self::Back
            | Self::Stands
            | Self::Pause
            | Self::Loss
            | Self::LossOrDraw
            | Self::Draw
            | Self::Replay
            | Self::NoResult
            | Self::BothLose => {
                let found = WORDS.iter().find(|(_, effect)| effect == self);
                f.write_str(found.map_or("", |(text, _)| text))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_read_as_they_are_written() {
        for text in [
            "warning",
            "caution",
            "opponent +2m",
            "offender -30s",
            "zi 1",
            "points 2",
            "pass",
            "back",
            "stands",
            "pause",
            "loss",
            "loss-or-draw",
            "draw",
            "replay",
            "no-result",
            "both-lose",
        ] {
            let effect: Effect = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(effect.to_string(), text);
        }
        for text in
            ["", "lose", "opponent 2m", "opponent +0s", "zi 0", "zi 401", "points", "zi -1", "Warning"]
        {
            assert_eq!(text.parse::<Effect>(), Err(ParseEffectError), "{text}");
        }
    }

    #[test]
    fn one_zi_is_two_points() {
        let zi = Cost { quarters: 4, unit: Unit::Zi };
        let points = Cost { quarters: 8, unit: Unit::Points };
        for unit in [rules::go::Unit::Zi, rules::go::Unit::Points] {
            assert_eq!(zi.in_unit(unit), points.in_unit(unit));
        }
        assert_eq!(zi.in_unit(rules::go::Unit::Zi), Quarters(4));
    }
}
