//! The way to a game's end, as sentences.

use clock::{Language, Side};
use rules::Quarters;
use rules::go::Counting;

use super::outcome::{counting, result_words, score_words};
use super::{In, listed, pick};
use crate::command::{Played, Who};
use crate::ending::{EndingEvent, Score, Signer, StoppedBy};
use crate::setup::Setup;

/// An event on the way to a game's end as a sentence.
pub(super) fn ending_words(event: &EndingEvent, setup: &Setup, language: Language) -> String {
    let say = |side: Side, english: &str, chinese: &str| {
        format!("{}{}", In(language, side), pick(language, english, chinese))
    };
    match event {
        EndingEvent::ProposedEnd { side } => say(*side, " says that the game is finished", "表明棋局结束"),
        EndingEvent::AgreedEnd { side } => say(*side, " agrees that the game is finished", "同意终局"),
        EndingEvent::DeclinedEnd { side } => {
            say(*side, " does not agree: play goes on", "不同意终局，对局继续")
        }
        EndingEvent::Stopped { by, to_move } => stopped_words(*by, *to_move, language),
        EndingEvent::Conceded { side } => match language {
            Language::English => {
                format!(
                    "{} gives up the contest: what is shared is {}'s",
                    In(language, *side),
                    In(language, side.other())
                )
            }
            Language::Chinese => {
                format!("{}放弃争夺，双方可争之点归{}", In(language, *side), In(language, side.other()))
            }
        },
        EndingEvent::Marked { by, dead } => marked_words(*by, dead, language),
        EndingEvent::Border { points } => border_words(points, language),
        EndingEvent::Counted(score) => counted_words(score, setup, language),
        EndingEvent::PlayOn { to_move } => match language {
            Language::English => format!("play goes on, {} to move", In(language, *to_move)),
            Language::Chinese => format!("继续对局，轮到{}", In(language, *to_move)),
        },
        EndingEvent::AgreedCount { side } => say(*side, " agrees with the count", "同意计算结果"),
        EndingEvent::RecountAsked { by } => {
            format!("{}{}", In(language, *by), pick(language, " asks to count again", "要求复核"))
        }
        EndingEvent::DrawOffered { side } => say(*side, " offers a draw", "提议和棋"),
        EndingEvent::DrawDeclined { side } => say(*side, " declines the draw", "不同意和棋"),
        EndingEvent::DrawClaimed { side, played, good } => {
            claimed_words(*side, played.as_ref(), *good, language)
        }
        EndingEvent::Decreed(outcome) => {
            let result = result_words(*outcome, setup, language);
            format!("{}{result}", pick(language, "the result is set, ", "判定结果，"))
        }
        EndingEvent::Confirmed { by } => {
            format!("{}{}", In(language, *by), pick(language, " signs", "签字"))
        }
        EndingEvent::Cleared => pick(language, "the table is cleared", "棋具已整理，本桌空出").to_owned(),
    }
}

/// Whether the giver is plain from the sentence, or nobody asks for one.
pub(super) fn is_own_act_of_ending(event: &EndingEvent, by: Who) -> bool {
    match event {
        EndingEvent::Stopped { .. } | EndingEvent::Counted(_) => true,
        EndingEvent::ProposedEnd { side }
        | EndingEvent::AgreedEnd { side }
        | EndingEvent::DeclinedEnd { side }
        | EndingEvent::Conceded { side }
        | EndingEvent::AgreedCount { side }
        | EndingEvent::DrawOffered { side }
        | EndingEvent::DrawDeclined { side }
        | EndingEvent::DrawClaimed { side, .. } => Who::from(*side) == by,
        EndingEvent::Marked { by: marker, .. } | EndingEvent::RecountAsked { by: marker } => *marker == by,
        EndingEvent::Confirmed { by: signer } => signer.as_str() == by.as_str(),
        EndingEvent::PlayOn { .. }
        | EndingEvent::Border { .. }
        | EndingEvent::Decreed(_)
        | EndingEvent::Cleared => false,
    }
}

fn stopped_words(by: StoppedBy, to_move: Side, language: Language) -> String {
    let how = match by {
        StoppedBy::Passes => pick(language, "play stops after two passes", "双方连续虚着，停止着子"),
        StoppedBy::Agreement => pick(language, "play stops by agreement", "双方同意，停止着子"),
        StoppedBy::Concession => {
            pick(language, "play stops, as the contest is given up", "一方放弃争夺，停止着子")
        }
    };
    let to_move = In(language, to_move);
    match language {
        Language::English => format!("{how}; if it goes on, {to_move} is to move"),
        Language::Chinese => format!("{how}；若继续对局，轮到{to_move}"),
    }
}

fn marked_words(by: Who, dead: &[String], language: Language) -> String {
    let (who, points) = (In(language, by), listed(dead, language));
    match (dead, language) {
        ([], Language::English) => format!("{who}: nothing is dead"),
        ([], Language::Chinese) => format!("{who}：没有死子"),
        (_, Language::English) => format!("{who}: dead are {points}"),
        (_, Language::Chinese) => format!("{who}：死子 {points}"),
    }
}

fn border_words(points: &[(String, Side)], language: Language) -> String {
    let given = |(point, side): &(String, Side)| match language {
        Language::English => format!("{point} to {}", In(language, *side)),
        Language::Chinese => format!("{point} 归{}", In(language, *side)),
    };
    let given: Vec<String> = points.iter().map(given).collect();
    let settled = pick(language, "the border is settled", "地界已勘定");
    if given.is_empty() {
        format!("{settled}{}", pick(language, " as it lies", "，维持现状"))
    } else {
        format!("{settled}{}{}", pick(language, ": ", "："), listed(&given, language))
    }
}

/// `counted, Black 184.5 zi, White 176.5 zi: Black wins by 1/4 zi`.
fn counted_words(score: &Score, setup: &Setup, language: Language) -> String {
    let (black, white) = (Quarters(score.counted.black), Quarters(score.counted.white));
    let verdict = score_words(score, setup, language);
    let (unit, act, chinese_unit) = match counting(score, setup) {
        Counting::AreaInZi => ("zi", "数子", "子"),
        Counting::AreaInPoints => ("points", "数点", "点"),
        Counting::Territory => ("points", "数目", "目"),
    };
    match language {
        Language::English => format!("counted, Black {black} {unit}, White {white} {unit}: {verdict}"),
        Language::Chinese => {
            format!("{act}，黑方 {black} {chinese_unit}，白方 {white} {chinese_unit}：{verdict}")
        }
    }
}

fn claimed_words(side: Side, played: Option<&Played>, good: bool, language: Language) -> String {
    let who = In(language, side);
    match language {
        Language::English => {
            let with = played.map(|played| format!(" with {}", In(language, played))).unwrap_or_default();
            let verdict = match (good, played) {
                (true, _) => "the claim is good",
                (false, None) => "the claim is not good and stands as an offer",
                (false, Some(_)) => {
                    "the claim is not good and stands as an offer, and the move has to be played"
                }
            };
            format!("{who} claims a draw{with}: {verdict}")
        }
        Language::Chinese => {
            let with = played.map(|played| format!("（拟走 {}）", In(language, played))).unwrap_or_default();
            let verdict = match (good, played) {
                (true, _) => "成立",
                (false, None) => "不成立，作提议和棋论",
                (false, Some(_)) => "不成立，作提议和棋论，所写着法必须走出",
            };
            format!("{who}提出判和{with}：{verdict}")
        }
    }
}

impl std::fmt::Display for In<Signer> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.1 {
            Signer::Black => pick(self.0, "Black", "黑方"),
            Signer::White => pick(self.0, "White", "白方"),
            Signer::Arbiter => pick(self.0, "the arbiter", "裁判员"),
        })
    }
}
