//! Who has won a counted game, and by how much.

use thiserror::Error;

use crate::color::{ByColor, Color};
use crate::go::counting::{Count, InSeki};
use crate::go::rule_set::{Counting, RuleSet, Unit};
use crate::point::Size;
use crate::quarters::Quarters;

/// The most quarters that a sum is taken to have.
const MOST: i32 = i32::MAX / 2;

/// What a count is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rules.
    pub rule_set: RuleSet,
    /// What Black returns to White, in the rule set's own unit.
    pub komi: Quarters,
    /// The handicap stones; 0 in an even game.
    pub handicap: u8,
    /// What comes off each side's own count for what it did, in the rule set's own unit.
    pub penalties: ByColor<Quarters>,
    /// The side that gave up contesting, if one did: every shared point is the opponent's (Chinese rules, article
    /// 12.4(4)). Counts of territory know no shared points and do not change.
    pub concession: Option<Color>,
    /// How often each side passed: AGA's pass stones, needed for [`aga_territory`](Self::aga_territory) only.
    pub passes: ByColor<u32>,
    /// Whether points surrounded by groups in seki are territory; an organiser may want it otherwise than the rule set.
    pub in_seki: InSeki,
}

/// Who has won, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Black's count less what Black needed for a draw, in `unit`: positive where Black has won, negative where
    /// White has.
    pub margin: Quarters,
    /// Each side's count in `unit`: without komi and compensation, less penalties.
    pub score: ByColor<Quarters>,
    /// What was counted.
    pub counting: Counting,
}

/// What cannot be the count of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CountFault {
    /// The rules count both sides' territory: one side's number says nothing.
    #[error("these rules count territory, which has to be counted for both sides")]
    Territory,
    /// A number beyond the board.
    #[error("{counted} is not between 0 and {points}")]
    Range {
        /// What was counted.
        counted: Quarters,
        /// The board's points.
        points: u16,
    },
    /// A number with a quarter of a zi: shared points are halved only.
    #[error("{counted} is no number of whole or half zi")]
    Quarter {
        /// What was counted.
        counted: Quarters,
    },
}

impl Terms {
    /// The rule set's own terms for so many handicap stones (0 in an even game).
    #[must_use]
    pub fn new(rule_set: RuleSet, handicap: u8) -> Self {
        Self {
            rule_set,
            komi: rule_set.komi_with(handicap),
            handicap,
            penalties: ByColor::default(),
            concession: None,
            passes: ByColor::default(),
            in_seki: rule_set.in_seki(),
        }
    }

    /// Judges a count.
    ///
    /// # Examples
    /// ```
    /// use rules::go::{Position, RuleSet, Terms, count};
    ///
    /// let position = Position::from_rows(&[".XO..", ".XO..", ".XO..", ".XO..", ".XO.."])?;
    /// let verdict = Terms::new(RuleSet::Chinese, 0).judge(&count(&position, &[])?);
    /// assert_eq!(verdict.in_words(), "White wins by 6 1/4 zi");
    /// assert_eq!(verdict.re(), "W+12.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judge(&self, count: &Count) -> Verdict {
        self.judge_score(match (self.rule_set.counting(), self.concession) {
            (Counting::Territory, _) => {
                let territory = count.territory(self.in_seki);
                ByColor::new(|color| whole(*territory.of(color)))
            }
            (Counting::AreaInZi | Counting::AreaInPoints, Some(side)) => count.area_conceded(side),
            (Counting::AreaInZi | Counting::AreaInPoints, None) => count.area(),
        })
    }

    /// Judges by the area that was counted for one side on the board itself (数子法): living stones and surrounded
    /// points, shared points half each, before komi, compensation and penalties.
    ///
    /// # Errors
    /// [`CountFault`] where the number can be no such count.
    pub fn judge_one_side(&self, size: Size, side: Color, counted: Quarters) -> Result<Verdict, CountFault> {
        let board = Quarters::whole(size.points().into());
        match self.rule_set.counting() {
            Counting::Territory => return Err(CountFault::Territory),
            Counting::AreaInZi | Counting::AreaInPoints => {}
        }
        if counted < Quarters::whole(0) || counted > board {
            return Err(CountFault::Range { counted, points: size.points() });
        }
        if counted.0 % 2 != 0 {
            return Err(CountFault::Quarter { counted });
        }
        let of = |color| if color == side { counted } else { board - counted };
        Ok(self.judge_score(ByColor::new(of)))
    }

    /// Each side's territory with AGA's pass stones: every pass is the opponent's prisoner. Where White passed last
    /// and both moved equally often, the difference is that of the areas less the compensation for handicap.
    #[must_use]
    pub fn aga_territory(&self, count: &Count) -> ByColor<u32> {
        let territory = count.territory(InSeki::Count);
        ByColor::new(|color| territory.of(color).saturating_add(*self.passes.of(color.opponent())))
    }

    fn judge_score(&self, counted: ByColor<Quarters>) -> Verdict {
        let counting = self.rule_set.counting();
        let ahead = match counting {
            // Black against half the board: the areas make up the whole board, so half their difference is exact.
            Counting::AreaInZi => Quarters((counted.black - counted.white).0 / 2),
            Counting::AreaInPoints | Counting::Territory => counted.black - counted.white,
        };
        let owed = [self.komi, self.rule_set.compensation(self.handicap), self.penalties.black];
        let owed = owed.into_iter().fold(Quarters::default(), plus);
        let margin = plus(plus(ahead, self.penalties.white), minus(owed));
        let winner = match margin.0 {
            1.. => Some(Color::Black),
            0 if self.rule_set.black_wins_ties() => Some(Color::Black),
            0 => None,
            ..0 => Some(Color::White),
        };
        let score = ByColor::new(|color| plus(*counted.of(color), minus(*self.penalties.of(color))));
        Verdict { winner, margin, score, counting }
    }
}

impl Verdict {
    /// What score and margin are counted in.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.counting.unit()
    }

    /// The margin in points: 1/4 zi is half a point.
    #[must_use]
    pub const fn margin_in_points(&self) -> Quarters {
        self.unit().in_points(self.margin)
    }

    /// The margin in zi, positive for Black; half of it where points are counted.
    #[must_use]
    pub fn margin_in_zi(&self) -> f64 {
        self.margin_in_points().as_f64() / 2.0
    }

    /// What stands in a record's RE: the margin in points, `B+0.5`, or `Draw`. A tie that the rules give to Black
    /// is `B+0`.
    #[must_use]
    pub fn re(&self) -> String {
        let margin = self.margin_in_points().abs();
        match self.winner {
            Some(Color::Black) => format!("B+{margin}"),
            Some(Color::White) => format!("W+{margin}"),
            None => "Draw".to_owned(),
        }
    }

    /// In English: `Black wins by 1/4 zi`, `White wins by 6.5 points`, `Draw`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let winner = match self.winner {
            None => return "Draw".to_owned(),
            Some(Color::Black) if self.margin.0 == 0 => return "Black wins the tie".to_owned(),
            Some(Color::Black) => "Black",
            Some(Color::White) => "White",
        };
        let amount = match self.unit() {
            Unit::Zi => format!("{} zi", fraction(self.margin.abs(), " ")),
            Unit::Points if self.margin.abs() == Quarters::whole(1) => "1 point".to_owned(),
            Unit::Points => format!("{} points", self.margin.abs()),
        };
        format!("{winner} wins by {amount}")
    }

    /// In Chinese: `黑胜1/4子`, `白胜3又3/4子`, `黑胜6.5目`, `和棋`. Area in points is counted in 点.
    #[must_use]
    pub fn in_chinese(&self) -> String {
        let winner = match self.winner {
            None => return "和棋".to_owned(),
            Some(Color::Black) if self.margin.0 == 0 => return "同分，黑胜".to_owned(),
            Some(Color::Black) => "黑",
            Some(Color::White) => "白",
        };
        let margin = self.margin.abs();
        match self.counting {
            Counting::AreaInZi => format!("{winner}胜{}子", fraction(margin, "又")),
            Counting::AreaInPoints => format!("{winner}胜{margin}点"),
            Counting::Territory => format!("{winner}胜{margin}目"),
        }
    }
}

/// A sum that stays within what can be told, however absurd komi or penalties are.
const fn plus(one: Quarters, other: Quarters) -> Quarters {
    let sum = one.0.saturating_add(other.0);
    // So that the margin can still be doubled into points, and has a size without its sign.
    Quarters(if sum > MOST {
        MOST
    } else if sum < -MOST {
        -MOST
    } else {
        sum
    })
}

const fn minus(number: Quarters) -> Quarters {
    Quarters(number.0.saturating_neg())
}

fn whole(number: u32) -> Quarters {
    Quarters::whole(i32::try_from(number).unwrap_or(i32::MAX).min(MOST / 4))
}

/// As people say it: `1/4`, `1/2`, `3`, and with `and` between `3` and `3/4`.
fn fraction(number: Quarters, and: &str) -> String {
    let part = match number.0 % 4 {
        1 => "1/4",
        2 => "1/2",
        3 => "3/4",
        _ => "",
    };
    match (number.0 / 4, part) {
        (0, "") => "0".to_owned(),
        (0, part) => part.to_owned(),
        (whole, "") => whole.to_string(),
        (whole, part) => format!("{whole}{and}{part}"),
    }
}
