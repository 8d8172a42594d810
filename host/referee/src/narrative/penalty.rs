//! What rulings bring, as sentences.

use clock::Language;

use super::In;
use super::face::left_face;
use crate::incident::{Becomes, Penalty};

/// One thing that a ruling brought.
pub(super) fn penalty_words(penalty: Penalty, language: Language) -> String {
    match language {
        Language::English => english(penalty),
        Language::Chinese => chinese(penalty),
    }
}

fn english(penalty: Penalty) -> String {
    let of = |side| In(Language::English, side);
    let alone = |adds_up| if adds_up { "" } else { ", which does not add up" };
    match penalty {
        Penalty::Warning { side, adds_up } => format!("warning to {}{}", of(side), alone(adds_up)),
        Penalty::Caution { side, adds_up } => format!("caution to {}{}", of(side), alone(adds_up)),
        Penalty::TimeGiven { side, amount } => format!("{} gets {}", of(side), left_face(amount)),
        Penalty::TimeTaken { side, amount } => format!("{} loses {}", of(side), left_face(amount)),
        Penalty::Count { side, cost } => {
            format!("{} off {}'s count", cost.words(Language::English), of(side))
        }
        Penalty::Void { side, number, becomes, .. } => {
            let becomes = match becomes {
                Becomes::Pass => "is void and counts as a pass",
                Becomes::Nothing => "is put back",
                Becomes::Unseen => "stands although it is illegal",
            };
            format!("{}'s move {number} {becomes}", of(side))
        }
        Penalty::Paused => "both clocks stand".to_owned(),
        Penalty::Loss { side } => format!("{} loses the game", of(side)),
        Penalty::Undecided { side, .. } => {
            format!("{} loses or draws, as the chief arbiter decides", of(side))
        }
        Penalty::Draw => "the game is drawn".to_owned(),
        Penalty::Replay => "the game is played anew".to_owned(),
        Penalty::NoResult => "the game has no result".to_owned(),
        Penalty::BothLose => "both sides lose".to_owned(),
    }
}

fn chinese(penalty: Penalty) -> String {
    let of = |side| In(Language::Chinese, side);
    let alone = |adds_up| if adds_up { "" } else { "，不累计" };
    match penalty {
        Penalty::Warning { side, adds_up } => format!("警告{}一次{}", of(side), alone(adds_up)),
        Penalty::Caution { side, adds_up } => format!("对{}注意一次{}", of(side), alone(adds_up)),
        Penalty::TimeGiven { side, amount } => format!("{}加时 {}", of(side), left_face(amount)),
        Penalty::TimeTaken { side, amount } => format!("{}扣时 {}", of(side), left_face(amount)),
        Penalty::Count { side, cost } => format!("{}罚 {}", of(side), cost.words(Language::Chinese)),
        Penalty::Void { side, number, becomes, .. } => {
            let becomes = match becomes {
                Becomes::Pass => "无效，作虚着论",
                Becomes::Nothing => "退回",
                Becomes::Unseen => "违例，但仍有效",
            };
            format!("{}第 {number} 手{becomes}", of(side))
        }
        Penalty::Paused => "双方停钟".to_owned(),
        Penalty::Loss { side } => format!("{}判负", of(side)),
        Penalty::Undecided { side, .. } => format!("{}判负或判和，由裁判长裁定", of(side)),
        Penalty::Draw => "判和".to_owned(),
        Penalty::Replay => "判重下".to_owned(),
        Penalty::NoResult => "判无胜负".to_owned(),
        Penalty::BothLose => "判双方均负".to_owned(),
    }
}
