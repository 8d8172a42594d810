//! Nigiri (猜先): who holds the stones, and what follows from those that are shown.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::PeopleEvent;
use crate::command::Who;
use crate::refusal::Refusal;
use crate::setup::Seats;
use crate::walk::Walk;

/// One of two players before the colours are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The one.
    One,
    /// The other.
    Two,
}

impl Seat {
    /// The name in records and scripts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Two => "two",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Walk {
    /// The colours are decided by stones held and shown (10).
    pub(super) fn nigiri(
        &mut self,
        stones: u16,
        shown: u8,
        named: Option<Seat>,
        by: Who,
    ) -> Result<(), Refusal> {
        self.require_arbiter(by)?;
        let seats = self.setup().seats.as_ref().ok_or(Refusal::ColoursGiven)?;
        if self.record().people().black.is_some() {
            return Err(Refusal::ColoursGiven);
        }
        // A clock that was started too early, with the whole round, takes nobody's colour away.
        let begun = self.record().turns() > 0 || self.record().move_count() > 0;
        if begun || self.record().is_ended() {
            return Err(Refusal::Begun);
        }
        let guess = Guess::of_shown(shown).filter(|_| stones > 0).ok_or(Refusal::BadNigiri)?;
        let holder = match (seats.holder(), named) {
            (Some(due), Some(named)) if named != due => return Err(Refusal::NotTheHolder),
            (due, named) => due.or(named).ok_or(Refusal::HolderUnknown)?,
        };
        let right = (stones % 2 == 1) == (guess == Guess::Odd);
        let black = if right { holder.other() } else { holder };
        self.enter_people(PeopleEvent::Colours { holder, black });
        Ok(())
    }
}

/// What the one who shows stones says of those that are held: if it is so, that player has Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    /// One stone shown.
    Odd,
    /// Two stones shown.
    Even,
}

impl Guess {
    const fn of_shown(stones: u8) -> Option<Self> {
        match stones {
            1 => Some(Self::Odd),
            2 => Some(Self::Even),
            _ => None,
        }
    }
}

impl Seats {
    /// Who holds the stones (10): the higher rank, among equals the elder; none where neither is known.
    #[must_use]
    pub fn holder(&self) -> Option<Seat> {
        let by_rank = match (&self.one.rank, &self.two.rank) {
            (Some(one), Some(two)) => Rank::read(one)?.cmp(&Rank::read(two)?),
            (None, None) => Ordering::Equal,
            (Some(_), None) | (None, Some(_)) => return None,
        };
        let by_age = || Some(self.two.born?.cmp(&self.one.born?));
        match by_rank {
            Ordering::Equal => seat_of_greater(by_age()?),
            Ordering::Less | Ordering::Greater => seat_of_greater(by_rank),
        }
    }
}

const fn seat_of_greater(one_to_two: Ordering) -> Option<Seat> {
    match one_to_two {
        Ordering::Greater => Some(Seat::One),
        Ordering::Less => Some(Seat::Two),
        Ordering::Equal => None,
    }
}

/// A rank in Go, the lower before the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    level: Level,
    /// The number; below zero where the larger one is the lower.
    height: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Grades (级): 1 is the highest.
    Kyu,
    /// Amateurs' dans (段).
    Dan,
    /// Professionals' dans.
    Pro,
}

/// The words behind a number that say what it counts.
const LEVELS: [(&str, Level); 11] = [
    ("k", Level::Kyu),
    ("kyu", Level::Kyu),
    ("级", Level::Kyu),
    ("級", Level::Kyu),
    ("급", Level::Kyu),
    ("d", Level::Dan),
    ("dan", Level::Dan),
    ("段", Level::Dan),
    ("단", Level::Dan),
    ("p", Level::Pro),
    ("pro", Level::Pro),
];

/// Numbers as Chinese writes them before 段 and 级.
const NUMERALS: [(&str, i16); 10] = [
    ("初", 1),
    ("一", 1),
    ("二", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
];

impl Rank {
    /// Reads a rank as people write it: `9p`, `5 dan`, `3-kyu`, `九段`, `职业九段`.
    fn read(text: &str) -> Option<Self> {
        let lower = text.chars().flat_map(char::to_lowercase);
        let text: String = lower.filter(|letter| !" -_.".contains(*letter)).collect();
        let professional = text.strip_prefix("职业").or_else(|| text.strip_prefix("職業"));
        let amateur = text.strip_prefix("业余").or_else(|| text.strip_prefix("業餘")).unwrap_or(&text);
        let (number, unit) = split_number(professional.unwrap_or(amateur))?;
        let (_, level) = LEVELS.into_iter().find(|(word, _)| *word == unit)?;
        match (level, professional, number) {
            (Level::Kyu, None, 1..=60) => Some(Self { level, height: -number }),
            (Level::Dan, Some(_), 1..=9) => Some(Self { level: Level::Pro, height: number }),
            (Level::Dan | Level::Pro, None, 1..=9) => Some(Self { level, height: number }),
            (Level::Kyu | Level::Dan | Level::Pro, ..) => None,
        }
    }
}

/// The number before a unit, in digits or as one Chinese numeral.
fn split_number(text: &str) -> Option<(i16, &str)> {
    if let Some((numeral, number)) = NUMERALS.into_iter().find(|(numeral, _)| text.starts_with(numeral)) {
        return Some((number, text.strip_prefix(numeral)?));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, unit) = text.split_at_checked(digits)?;
    Some((digits.parse().ok()?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Player;
    use chrono::NaiveDate;

    #[test]
    fn ranks_stand_in_order_however_they_are_written() {
        let ascending = ["30k", "2 kyu", "1级", "1d", "四段", "5-Dan", "7D", "1p", "职业二段", "9P"];
        let ranks = ascending.map(|text| Rank::read(text).unwrap_or_else(|| panic!("{text}")));
        assert!(ranks.is_sorted_by(|lower, higher| lower < higher), "{ranks:?}");
        for (one, other) in
            [("1k", "一級"), ("5d", "5 DAN"), ("5d", "业余五段"), ("1d", "初段"), ("9p", "职业9段")]
        {
            assert_eq!(Rank::read(one), Rank::read(other), "{one} {other}");
        }
        for text in [
            "",
            "d",
            "0d",
            "0k",
            "10d",
            "10p",
            "61k",
            "5",
            "5x",
            "5dd",
            "-",
            "dan 5",
            "999d",
            "职业1级",
            "段",
        ] {
            assert_eq!(Rank::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_higher_rank_holds_and_among_equals_the_elder() {
        let player = |rank: &str, born: i32| Player {
            rank: (!rank.is_empty()).then(|| rank.to_owned()),
            born: NaiveDate::from_ymd_opt(born, 5, 17).filter(|_| born > 0),
            name: None,
        };
        for (one, two, holder) in [
            (player("9p", 0), player("9d", 0), Some(Seat::One)),
            (player("1k", 1950), player("1d", 1990), Some(Seat::Two)),
            (player("5d", 1980), player("5 dan", 1995), Some(Seat::One)),
            (player("5d", 1995), player("五段", 1980), Some(Seat::Two)),
            (player("", 1995), player("", 1980), Some(Seat::Two)),
            (player("5d", 1980), player("5d", 1980), None),
            (player("5d", 1980), player("5d", 0), None),
            (player("5d", 1980), player("", 1995), None),
            (player("strong", 1980), player("strong", 1995), None),
        ] {
            assert_eq!(Seats { one, two }.holder(), holder);
        }
    }
}
