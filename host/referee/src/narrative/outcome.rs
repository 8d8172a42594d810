//! Results as sentences: `B+0.5: Black wins by 1/4 zi`, `W+R：白方中盘胜`.

use clock::{Language, Side};
use rules::go::{Counting, Verdict};
use rules::{Color, Quarters};

use super::{In, pick};
use crate::board::color;
use crate::ending::Score;
use crate::outcome::{DrawnBy, Outcome, VoidBy, WonBy};
use crate::setup::{GameKind, Setup};

/// A result as records write it, and in words.
pub(super) fn result_words(outcome: Outcome, setup: &Setup, language: Language) -> String {
    let colon = pick(language, ": ", "：");
    format!("{}{colon}{}", outcome.notation(setup.game.kind), outcome_words(outcome, setup, language))
}

/// The reason for a result in words; a margin in zi where the rules count zi.
fn outcome_words(outcome: Outcome, setup: &Setup, language: Language) -> String {
    let by_count = counted_words(outcome, setup, language);
    by_count.unwrap_or_else(|| match language {
        Language::English => outcome.to_string(),
        Language::Chinese => chinese(outcome, setup.game.kind),
    })
}

/// A win by count in the unit of the rules. None where it is something else, or no number of quarters of that unit.
fn counted_words(outcome: Outcome, setup: &Setup, language: Language) -> Option<String> {
    let Outcome::Won { side, by: WonBy::Count { quarters } } = outcome else { return None };
    if setup.game.kind != GameKind::Go {
        return None;
    }
    let points = i32::try_from(quarters).ok()?;
    let counting = setup.game.rule_set().counting();
    let margin = match counting {
        // One zi of margin is two points.
        Counting::AreaInZi if points % 2 == 0 => points / 2,
        Counting::AreaInZi => return None,
        Counting::AreaInPoints | Counting::Territory => points,
    };
    let winner = Some(color(side));
    let verdict = Verdict { winner, margin: Quarters(margin), score: Default::default(), counting };
    Some(verdict_words(&verdict, language))
}

/// Who is ahead by a count, and by how much.
pub(super) fn score_words(score: &Score, setup: &Setup, language: Language) -> String {
    let winner = match score.margin {
        1.. => Some(Color::Black),
        0 if setup.game.rule_set().black_wins_ties() => Some(Color::Black),
        0 => None,
        ..0 => Some(Color::White),
    };
    let (margin, counting) = (Quarters(score.margin), counting(score, setup));
    verdict_words(&Verdict { winner, margin, score: Default::default(), counting }, language)
}

/// What was counted: zi or points as the score says, area or territory as the rules do.
pub(super) fn counting(score: &Score, setup: &Setup) -> Counting {
    match (score.in_zi, setup.game.rule_set().counting()) {
        (true, _) => Counting::AreaInZi,
        (false, Counting::AreaInZi | Counting::AreaInPoints) => Counting::AreaInPoints,
        (false, Counting::Territory) => Counting::Territory,
    }
}

fn verdict_words(verdict: &Verdict, language: Language) -> String {
    match language {
        Language::English if verdict.winner.is_none() => "a draw".to_owned(),
        Language::English => verdict.in_words(),
        Language::Chinese => verdict.in_chinese(),
    }
}

fn chinese(outcome: Outcome, kind: GameKind) -> String {
    match outcome {
        Outcome::Won { side, by } => won(side, by, kind),
        Outcome::Drawn { by } => drawn(by).to_owned(),
        Outcome::Void { by: VoidBy::Replay } => "对局无效，重下".to_owned(),
        Outcome::Void { by: VoidBy::NoResult } => "无胜负".to_owned(),
        Outcome::BothLose => "双方均负".to_owned(),
    }
}

/// 中盘胜 is said of Go alone.
fn won(side: Side, by: WonBy, kind: GameKind) -> String {
    let (winner, loser) = (In(Language::Chinese, side), In(Language::Chinese, side.other()));
    match (by, kind) {
        (WonBy::Time, _) => format!("{loser}超时判负"),
        (WonBy::Checkmate, _) => format!("{loser}被将死"),
        (WonBy::Five, _) => format!("{winner}五子连珠"),
        (WonBy::Forfeit, _) => format!("{loser}判负"),
        (WonBy::Count { quarters }, _) => format!("{winner}胜 {} 目", f64::from(quarters) / 4.0),
        (WonBy::Resignation, GameKind::Go) => format!("{winner}中盘胜"),
        (WonBy::Resignation, GameKind::Chess | GameKind::Gomoku | GameKind::Clock) => {
            format!("{loser}认输，{winner}胜")
        }
    }
}

const fn drawn(by: DrawnBy) -> &'static str {
    match by {
        DrawnBy::Stalemate => "无子可动，和棋",
        DrawnBy::DeadPosition => "双方都不可能将死对方，和棋",
        DrawnBy::Fivefold => "同一局面第五次出现，和棋",
        DrawnBy::SeventyFive => "七十五回合未吃子也未动兵，和棋",
        DrawnBy::NoMate => "对方无论如何不能将死，和棋",
        DrawnBy::FullBoard => "棋盘已满，和棋",
        DrawnBy::Agreement => "双方同意和棋",
        DrawnBy::Threefold => "提出和棋：同一局面第三次出现",
        DrawnBy::Fifty => "提出和棋：五十回合未吃子也未动兵",
        DrawnBy::Count => "双方数子相等，和棋",
        DrawnBy::Ruling => "判和",
    }
}
