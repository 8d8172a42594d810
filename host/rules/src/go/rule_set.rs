//! The sets of rules and what they say.

use std::fmt;

use crate::go::counting::InSeki;
use crate::go::legality::{Legality, Repetition, Suicide};
use crate::quarters::Quarters;

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Chinese rules of 2002.
    #[default]
    Chinese,
    /// Chinese rules of 1988.
    Chinese1988,
    /// Japanese rules of 1989.
    Japanese,
    /// Rules of the Korean Baduk Association.
    Korean,
    /// Rules of the American Go Association, which the British use too.
    Aga,
    /// Ing's rules, also called GOE.
    Ing,
    /// New Zealand rules.
    NewZealand,
}

/// What is counted in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// One side's living stones and the points they surround, in zi, against half the board (数子法).
    AreaInZi,
    /// Both sides' living stones and the points they surround, in points.
    AreaInPoints,
    /// The points both sides surround, and prisoners (数目法).
    Territory,
}

/// What a score is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Zi (子): a difference of one zi is one of two points.
    Zi,
    /// Points (目, 点).
    Points,
}

/// What becomes of a game that goes round in a cycle which nothing forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongCycle {
    /// The rules of repetition leave none.
    Impossible,
    /// No result, by agreement of both (Japanese rules, article 12).
    NoResult,
    /// A draw (Korean rules).
    Draw,
    /// The arbiter decides.
    Arbiter,
}

impl RuleSet {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Chinese,
        Self::Chinese1988,
        Self::Japanese,
        Self::Korean,
        Self::Aga,
        Self::Ing,
        Self::NewZealand,
    ];

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chinese => "chinese",
            Self::Chinese1988 => "chinese-1988",
            Self::Japanese => "japanese",
            Self::Korean => "korean",
            Self::Aga => "aga",
            Self::Ing => "ing",
            Self::NewZealand => "new-zealand",
        }
    }

    /// The set with this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// The set meant by what stands in a record's RU; `None` where it is none of these. Case, blanks, hyphens and
    /// underscores do not matter.
    #[must_use]
    pub fn from_ru(text: &str) -> Option<Self> {
        let ignored = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '_' | '－');
        let text: String = text.chars().filter(ignored).flat_map(char::to_lowercase).collect();
        Some(match text.strip_suffix("rules").unwrap_or(&text) {
            "chinese" | "cn" | "中国" | "中国规则" | "中國" | "中國規則" | "中国ルール" => {
                Self::Chinese
            }
            "chinese1988" => Self::Chinese1988,
            "japanese" | "jp" | "日本" | "日本规则" | "日本規則" | "日本ルール" => {
                Self::Japanese
            }
            "korean" | "kr" | "韩国" | "韩国规则" | "韓國" | "韓國規則" | "한국" | "한국룰" | "한국규칙" => {
                Self::Korean
            }
            "aga" | "bga" => Self::Aga,
            "goe" | "ing" | "inggoe" | "goe(ing)" | "应氏" | "应氏规则" | "應氏" | "應氏規則" => {
                Self::Ing
            }
            "nz" | "newzealand" => Self::NewZealand,
            _ => return None,
        })
    }

    /// What stands in a record's RU: SGF's own word where it has one.
    #[must_use]
    pub const fn ru(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese",
            Self::Chinese1988 => "Chinese 1988",
            Self::Japanese => "Japanese",
            Self::Korean => "Korean",
            Self::Aga => "AGA",
            Self::Ing => "GOE",
            Self::NewZealand => "NZ",
        }
    }

    /// What is counted in the end.
    #[must_use]
    pub const fn counting(self) -> Counting {
        match self {
            Self::Chinese | Self::Chinese1988 => Counting::AreaInZi,
            Self::Japanese | Self::Korean => Counting::Territory,
            Self::Aga | Self::Ing | Self::NewZealand => Counting::AreaInPoints,
        }
    }

    /// What scores, komi and penalties are counted in.
    #[must_use]
    pub const fn unit(self) -> Unit {
        self.counting().unit()
    }

    /// The komi of an even game, in the set's own unit: Chinese 3¾ zi (article 11), others in points.
    #[must_use]
    pub const fn komi(self) -> Quarters {
        Quarters(match self {
            Self::Chinese => 15,
            Self::Chinese1988 => 11,
            Self::Japanese | Self::Korean => 26,
            Self::Aga => 30,
            Self::Ing => 32,
            Self::NewZealand => 28,
        })
    }

    /// The komi of a game with so many handicap stones, in the set's own unit: from 2 stones none, but half a
    /// point under AGA rules.
    #[must_use]
    pub const fn komi_with(self, handicap: u8) -> Quarters {
        match self {
            _ if handicap < 2 => self.komi(),
            Self::Aga => Quarters::halves(1),
            Self::Chinese
            | Self::Chinese1988
            | Self::Japanese
            | Self::Korean
            | Self::Ing
            | Self::NewZealand => Quarters::whole(0),
        }
    }

    /// Whether points surrounded by a group in seki are territory: not where territory decides (Japanese rules,
    /// article 8; Korean rules count as they do). Elsewhere the territory is only shown beside the area, or has to
    /// come to the same as the area does (AGA), and all that is surrounded is in it.
    #[must_use]
    pub const fn in_seki(self) -> InSeki {
        match self.counting() {
            Counting::Territory => InSeki::Ignore,
            Counting::AreaInZi | Counting::AreaInPoints => InSeki::Count,
        }
    }

    /// Which moves are legal. Chinese practice is an organiser's choice and not here.
    #[must_use]
    pub const fn legality(self) -> Legality {
        let repetition = match self {
            Self::Chinese | Self::Aga | Self::NewZealand => Repetition::Situational,
            Self::Chinese1988 => Repetition::Positional,
            Self::Japanese | Self::Korean | Self::Ing => Repetition::Simple,
        };
        let suicide = match self {
            Self::Chinese | Self::Chinese1988 | Self::Japanese | Self::Korean | Self::Aga => {
                Suicide::Forbidden
            }
            Self::Ing => Suicide::Several,
            Self::NewZealand => Suicide::Allowed,
        };
        Legality { repetition, suicide }
    }

    /// What Black returns to White for so many handicap stones, in the set's own unit. It makes up for the stones
    /// counting as area: H/2 zi under Chinese rules, H−1 points under AGA rules, nothing elsewhere.
    #[must_use]
    pub fn compensation(self, handicap: u8) -> Quarters {
        if handicap < 2 {
            return Quarters::whole(0);
        }
        match self {
            Self::Chinese | Self::Chinese1988 => Quarters::halves(handicap.into()),
            Self::Aga => Quarters::whole(i32::from(handicap) - 1),
            Self::Japanese | Self::Korean | Self::Ing | Self::NewZealand => Quarters::whole(0),
        }
    }

    /// Whether each pass gives the opponent a prisoner and White passes last, so that counting area and counting
    /// territory come to the same (AGA).
    #[must_use]
    pub const fn has_pass_stones(self) -> bool {
        matches!(self, Self::Aga)
    }

    /// Whether Black wins where both have the same (Ing).
    #[must_use]
    pub const fn black_wins_ties(self) -> bool {
        matches!(self, Self::Ing)
    }

    /// What becomes of a game that goes round in a cycle.
    #[must_use]
    pub const fn long_cycle(self) -> LongCycle {
        match self {
            Self::Chinese | Self::Chinese1988 | Self::Aga | Self::NewZealand => LongCycle::Impossible,
            Self::Japanese => LongCycle::NoResult,
            Self::Korean => LongCycle::Draw,
            Self::Ing => LongCycle::Arbiter,
        }
    }
}

impl Counting {
    /// What it counts in.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::AreaInZi => Unit::Zi,
            Self::AreaInPoints | Self::Territory => Unit::Points,
        }
    }
}

impl Unit {
    /// The name in files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zi => "zi",
            Self::Points => "points",
        }
    }

    /// A difference in this unit, in points.
    #[must_use]
    pub const fn in_points(self, difference: Quarters) -> Quarters {
        match self {
            Self::Zi => Quarters(difference.0.saturating_mul(2)),
            Self::Points => difference,
        }
    }

    /// A difference in points, in this unit; `None` where that is no whole number of quarters.
    #[must_use]
    pub const fn from_points(self, difference: Quarters) -> Option<Quarters> {
        match self {
            Self::Zi if difference.0 % 2 != 0 => None,
            Self::Zi => Some(Quarters(difference.0 / 2)),
            Self::Points => Some(difference),
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_name_and_by_its_ru() {
        for rules in RuleSet::ALL {
            assert_eq!(RuleSet::from_name(rules.name()), Some(rules));
            assert_eq!(RuleSet::from_ru(rules.name()), Some(rules));
            assert_eq!(RuleSet::from_ru(rules.ru()), Some(rules));
        }
    }

    #[test]
    fn what_stands_in_records_is_understood() {
        use RuleSet::{Aga, Chinese, Chinese1988, Ing, Japanese, Korean, NewZealand};
        let table = [
            ("Chinese", Chinese),
            (" CHINESE rules ", Chinese),
            ("中国规则", Chinese),
            ("中国 规则", Chinese),
            ("chinese_1988", Chinese1988),
            ("Japanese\n", Japanese),
            ("日本规则", Japanese),
            ("日本ルール", Japanese),
            ("Korean", Korean),
            ("韩国", Korean),
            ("AGA", Aga),
            ("GOE", Ing),
            ("Ing goe", Ing),
            ("NZ", NewZealand),
            ("New Zealand", NewZealand),
        ];
        for (text, rules) in table {
            assert_eq!(RuleSet::from_ru(text), Some(rules), "{text:?}");
        }
        for text in ["", " ", "rules", "Tromp-Taylor", "Chinese 1949", "子", "chin ese x"] {
            assert_eq!(RuleSet::from_ru(text), None, "{text:?}");
        }
    }

    #[test]
    fn komi_in_points_is_that_of_records() {
        let table = RuleSet::ALL.map(|rules| rules.unit().in_points(rules.komi()).as_f64());
        assert_eq!(table, [7.5, 5.5, 6.5, 6.5, 7.5, 8.0, 7.0]);
        assert_eq!(RuleSet::Aga.komi_with(4), Quarters::halves(1));
        assert_eq!(RuleSet::Chinese.komi_with(2), Quarters::whole(0));
        assert_eq!(RuleSet::Chinese.komi_with(1), RuleSet::Chinese.komi());
    }

    #[test]
    fn points_become_zi_only_where_that_is_exact() {
        assert_eq!(Unit::Zi.from_points(Quarters(30)), Some(Quarters(15)));
        assert_eq!(Unit::Zi.from_points(Quarters(1)), None);
        assert_eq!(Unit::Points.from_points(Quarters(1)), Some(Quarters(1)));
        assert_eq!(Unit::Zi.in_points(Quarters(-1)), Quarters(-2));
    }

    #[test]
    fn compensation_begins_with_two_stones() {
        for rules in RuleSet::ALL {
            assert_eq!([0, 1].map(|stones| rules.compensation(stones)), [Quarters(0); 2]);
        }
        assert_eq!(RuleSet::Chinese.compensation(9), Quarters(18));
        assert_eq!(RuleSet::Aga.compensation(4), Quarters(12));
        assert_eq!(RuleSet::Japanese.compensation(9), Quarters(0));
    }
}
