//! Results of games, whatever the record calls them.

use std::fmt;

use rules::{Color, Quarters};

use crate::amount::{self, Amount, Unit};

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// By so many points: more than none, or none where a tie is Black's by the rules (Ing).
    Points(Quarters),
    /// The opponent resigned (中盘胜).
    Resignation,
    /// The opponent's time was used up (超时判负).
    Time,
    /// By forfeit or by a ruling.
    Forfeit,
    /// The record does not say how.
    Unsaid,
}

/// The result of a game. Printed as SGF's RE demands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side has won.
    Won {
        /// The winner.
        by: Color,
        /// How.
        manner: Manner,
    },
    /// A draw (和棋, 持碁).
    Draw,
    /// No result, or a game not finished.
    Void,
    /// Both have lost.
    BothLost,
    /// The record says that nobody knows.
    Unknown,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Won { by, manner } = self else {
            return f.pad(match self {
                Self::Draw => "Draw",
                Self::Void => "Void",
                Self::BothLost => "0-0",
                Self::Unknown | Self::Won { .. } => "?",
            });
        };
        f.write_str(match by {
            Color::Black => "B+",
            Color::White => "W+",
        })?;
        match manner {
            Manner::Points(points) => write!(f, "{points}"),
            Manner::Resignation => f.write_str("R"),
            Manner::Time => f.write_str("T"),
            Manner::Forfeit => f.write_str("F"),
            Manner::Unsaid => Ok(()),
        }
    }
}

/// A result as it was read from a record's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadResult {
    /// The result.
    pub result: GameResult,
    /// Whether all of the text was understood. A margin that is no margin, such as `1e9`, is not taken for one.
    pub whole: bool,
}

impl GameResult {
    /// What a record's text means: the standard forms, and what is written in Chinese, Japanese, Korean and English.
    /// Zi are doubled into points. `None` if nothing in it is understood; empty and `?` are [`Self::Unknown`].
    #[must_use]
    pub fn understand(text: &str) -> Option<Self> {
        Self::read(text).map(|read| read.result)
    }

    /// The same, and whether all of the text was understood.
    #[must_use]
    pub fn read(text: &str) -> Option<ReadResult> {
        let text = amount::plain(text);
        let whole = |result| Some(ReadResult { result, whole: true });
        match text.as_str() {
            "" | "?" => return whole(Self::Unknown),
            "0" | "draw" => return whole(Self::Draw),
            "0-0" => return whole(Self::BothLost),
            _ if text.starts_with('?') => return whole(Self::Unknown),
            _ => {}
        }
        standard(&text).or_else(|| in_words(&text).and_then(whole))
    }
}

/// A colour's word, a plus sign, and how.
fn standard(text: &str) -> Option<ReadResult> {
    let (color, how) = text.split_once('+')?;
    let by = match color.trim() {
        "b" | "black" | "黑" | "黒" | "흑" => Color::Black,
        "w" | "white" | "白" | "백" => Color::White,
        _ => return None,
    };
    let (manner, whole) = how_won(how.trim(), by);
    Some(ReadResult { result: GameResult::Won { by, manner }, whole })
}

/// How it was won, of what follows the plus sign, and whether all of that was understood.
fn how_won(how: &str, by: Color) -> (Manner, bool) {
    if matches!(how, "" | "?") {
        return (Manner::Unsaid, true);
    }
    // `R (illegal)`: the first word counts.
    let word =
        how.split(|letter: char| letter.is_whitespace() || "(,;.".contains(letter)).next().unwrap_or(how);
    if let Some(first) = letter(word) {
        return (first, word == how || manner(how) == Some(first));
    }
    if let Some(manner) = manner(how) {
        return (manner, true);
    }
    let how = how.trim_end_matches('.');
    let Some(amount) = amount::leading(how) else { return (Manner::Unsaid, false) };
    let rest = &how[amount.length..];
    // `1e9` and `3-5` are no margins, whatever they begin with; `3.5 (by 4)` says something beside it.
    let power = rest.strip_prefix('e').unwrap_or(rest);
    if power.starts_with(|letter: char| letter.is_ascii_digit() || ".,/-+".contains(letter)) {
        return (Manner::Unsaid, false);
    }
    let manner = match amount.points() {
        Quarters(1..) => Manner::Points(amount.points()),
        Quarters(0) if by == Color::Black => Manner::Points(Quarters(0)),
        Quarters(_) => Manner::Unsaid,
    };
    (manner, manner != Manner::Unsaid && matches!(rest.trim(), "" | "胜" | "勝" | "pt"))
}

fn letter(how: &str) -> Option<Manner> {
    match how {
        "r" | "resign" => Some(Manner::Resignation),
        "t" | "time" => Some(Manner::Time),
        "f" | "forfeit" => Some(Manner::Forfeit),
        _ => None,
    }
}

const BOTH_LOST: [&str; 13] = [
    "双负",
    "雙負",
    "双負",
    "双败",
    "雙敗",
    "双敗",
    "双方负",
    "雙方負",
    "双方判负",
    "雙方判負",
    "両者負",
    "both lose",
    "both lost",
];
const NO_RESULT: [&str; 11] = [
    "void",
    "no result",
    "无胜负",
    "無勝負",
    "无结果",
    "打ち掛け",
    "打挂",
    "打掛",
    "封棋",
    "suspend",
    "unfinished",
];
const DRAWN: [&str; 10] = ["持碁", "ジゴ", "jigo", "和棋", "和局", "平局", "draw", "tie", "무승부", "빅"];
const WINS: [&str; 4] = ["胜", "勝", "승", "win"];
const WON: [&str; 1] = ["won"];
const LOSES: [&str; 7] = ["负", "負", "败", "敗", "패", "lose", "lost"];
const RESIGNATION: [&str; 12] =
    ["中盘", "中盤", "中押", "不计点", "不計點", "认输", "認輸", "投了", "投子", "불계", "resign", "conced"];
const TIME: [&str; 9] = ["超时", "超時", "时间", "時間", "时限", "時限", "切れ", "시간", "time"];
const FORFEIT: [&str; 15] = [
    "弃权", "棄權", "棄権", "缺席", "犯规", "犯規", "反则", "反則", "不戦", "不战", "기권", "반칙",
    "forfeit", "disqual", "default",
];
/// What the side named beside it did to its own harm.
const CONCESSIONS: [&str; 6] = ["认输", "認輸", "投了", "投子", "resigns", "resigned"];

/// A sentence such as `黑胜1/4子`, `白超时胜` or `Black resigns`.
fn in_words(text: &str) -> Option<GameResult> {
    let text = &without_komi(text);
    if has(text, &BOTH_LOST) || (text.contains("both") && has(text, &["lose", "lost"])) {
        return Some(GameResult::BothLost);
    }
    if has(text, &NO_RESULT) {
        return Some(GameResult::Void);
    }
    if has(text, &DRAWN) {
        return Some(GameResult::Draw);
    }
    let by = winner(text)?;
    let manner = manner(text).or_else(|| margin(text).and_then(by_points)).unwrap_or(Manner::Unsaid);
    Some(GameResult::Won { by, manner })
}

/// `黑贴3又3/4子` says the komi, not who has won.
fn without_komi(text: &str) -> String {
    let Some((at, sign)) = text.char_indices().find(|(_, letter)| matches!(letter, '贴' | '貼')) else {
        return text.to_owned();
    };
    let after = text[at + sign.len_utf8()..].trim_start_matches(['目', '还', '還', ' ']);
    let after = amount::leading(after).map_or(after, |komi| &after[komi.length..]);
    format!("{} {after}", &text[..at])
}

fn winner(text: &str) -> Option<Color> {
    if let Some(at) = place(text, &WINS).or_else(|| place(text, &WON)) {
        return named(text, at);
    }
    if let Some(at) = place(text, &LOSES) {
        return named(text, at).map(Color::opponent);
    }
    let side = named(text, text.len())?;
    let lost = has(text, &CONCESSIONS) || has(text, &TIME) || has(text, &FORFEIT);
    if lost {
        Some(side.opponent())
    } else if has(text, &RESIGNATION) || margin(text).is_some() {
        Some(side)
    } else {
        None
    }
}

/// The side last named before a place, else the first after it.
fn named(text: &str, at: usize) -> Option<Color> {
    let last = |text: &str| colors(text).last().map(|(_, color)| color);
    last(&text[..at]).or_else(|| colors(text).next().map(|(_, color)| color))
}

/// Where each side is named.
fn colors(text: &str) -> impl Iterator<Item = (usize, Color)> {
    text.char_indices().filter_map(|(at, letter)| {
        let alone = |word: &str| {
            let borders = |side: Option<char>| side.is_none_or(|letter| !letter.is_alphanumeric());
            text[at..].strip_prefix(word).is_some_and(|after| borders(after.chars().next()))
                && borders(text[..at].chars().next_back())
        };
        match letter {
            '黑' | '黒' | '흑' => Some((at, Color::Black)),
            '白' | '백' => Some((at, Color::White)),
            'b' if alone("b") || alone("black") => Some((at, Color::Black)),
            'w' if alone("w") || alone("white") => Some((at, Color::White)),
            _ => None,
        }
    })
}

fn manner(text: &str) -> Option<Manner> {
    if has(text, &FORFEIT) && !has(text, &TIME) {
        Some(Manner::Forfeit)
    } else if has(text, &RESIGNATION) {
        Some(Manner::Resignation)
    } else if has(text, &TIME) {
        Some(Manner::Time)
    } else {
        None
    }
}

/// The last amount with a unit, else the last number.
fn margin(text: &str) -> Option<Amount> {
    let mut found: Option<Amount> = None;
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let amount = amount::leading(&text[at..]);
        at += amount.map_or(letter.len_utf8(), |amount| amount.length);
        if let Some(amount) = amount
            && (amount.unit != Unit::Unsaid || found.is_none_or(|found| found.unit == Unit::Unsaid))
        {
            found = Some(amount);
        }
    }
    found
}

fn by_points(amount: Amount) -> Option<Manner> {
    let points = amount.points();
    (points > Quarters(0)).then_some(Manner::Points(points))
}

fn has(text: &str, words: &[&str]) -> bool {
    place(text, words).is_some()
}

fn place(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().filter_map(|word| text.find(word)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_understood_as_the_table_says() {
        let table = include_str!("../tests/tables/results.txt");
        let mut cases = 0;
        for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (text, expected) = line.rsplit_once('|').unwrap();
            let understood = GameResult::read(text.trim());
            let expected = expected.trim();
            if expected == "none" {
                assert_eq!(understood, None, "{line}");
            } else {
                let understood = understood.unwrap_or_else(|| panic!("{line}"));
                let (result, in_part) = (understood.result, if understood.whole { "" } else { ", in part" });
                assert_eq!(format!("{result}{in_part}"), expected, "{line}");
            }
            cases += 1;
        }
        assert!(cases > 80, "{cases}");
    }

    #[test]
    fn the_standard_form_is_understood_again() {
        let won = |by, manner| GameResult::Won { by, manner };
        for result in [
            GameResult::Draw,
            GameResult::Void,
            GameResult::BothLost,
            GameResult::Unknown,
            won(Color::Black, Manner::Points(Quarters(0))),
            won(Color::Black, Manner::Points(Quarters(2))),
            won(Color::White, Manner::Points(Quarters(173))),
            won(Color::White, Manner::Resignation),
            won(Color::Black, Manner::Time),
            won(Color::White, Manner::Forfeit),
            won(Color::Black, Manner::Unsaid),
        ] {
            assert_eq!(GameResult::understand(&result.to_string()), Some(result));
        }
    }
}
