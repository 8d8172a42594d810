//! Adjournments as sentences.

use std::fmt;

use clock::{Language, Side};

use super::face::left_face;
use super::{At, In, pick};
use crate::adjournment::{AdjournmentEvent, AdjournmentRefusal, ComesTo, SealFault};
use crate::command::Who;

/// An event of an adjournment as a sentence.
pub(super) fn adjournment_words(event: &AdjournmentEvent, language: Language) -> String {
    let say = |side: Side, english: &str, chinese: &str| {
        format!("{}{}", In(language, side), pick(language, english, chinese))
    };
    match event {
        AdjournmentEvent::Adjourned { side, number, until } => {
            let words = say(
                *side,
                &format!(" seals move {number}, the clock goes on"),
                &format!("封第 {number} 手，计时照常"),
            );
            let words = format!("{}{words}", pick(language, "adjourned: ", "封棋："));
            until.map_or(words.clone(), |until| {
                let until = At(until).to_string();
                let charged = pick(language, ", charged up to", "，计时至");
                format!("{words}{charged} {until}")
            })
        }
        AdjournmentEvent::Sealed { side, seal } => {
            let commitment = seal.commitment;
            say(
                *side,
                &format!(" has sealed, commitment {commitment}"),
                &format!("已封手，凭证 {commitment}"),
            )
        }
        AdjournmentEvent::HandedOver { side, charged, on_board } => {
            let mut words = say(*side, " hands over the envelope, both clocks stand", "交出信封，双方停钟");
            if !charged.is_zero() {
                let charged = left_face(*charged);
                let until = format!(", charged {charged} up to the set time");
                words += pick(language, &until, &format!("，至规定时间计时 {charged}"));
            }
            if *on_board {
                words += pick(language, "; the move stands on the board", "；着法已在棋盘上");
            }
            words
        }
        AdjournmentEvent::SessionResumed => {
            pick(language, "the session begins, both clocks stand", "续弈时段开始，双方停钟").to_owned()
        }
        AdjournmentEvent::WrongPassphrase { count } => match language {
            Language::English => format!("the passphrase does not open the envelope, {count} so far"),
            Language::Chinese => format!("口令不能打开信封，累计 {count} 次"),
        },
        AdjournmentEvent::Opened { side, number, written, matches, comes_to, .. } => {
            opened_words(*side, *number, written.as_deref(), *matches, comes_to, language)
        }
        AdjournmentEvent::Laid { side, played } => match language {
            Language::English => {
                format!("{}'s sealed move is ruled to be {}", In(language, *side), In(language, played))
            }
            Language::Chinese => format!("裁定{}的封手为 {}", In(language, *side), In(language, played)),
        },
        AdjournmentEvent::Filed { side } => {
            say(*side, "'s envelope is filed unopened", "的信封未经启封，存档")
        }
    }
}

/// Whether the giver is plain from the sentence, or nobody asks for one.
pub(super) fn is_own_act_of_adjournment(event: &AdjournmentEvent, by: Who) -> bool {
    match event {
        AdjournmentEvent::Sealed { side, .. } | AdjournmentEvent::HandedOver { side, .. } => {
            Who::from(*side) == by
        }
        AdjournmentEvent::Laid { .. } | AdjournmentEvent::Filed { .. } => true,
        AdjournmentEvent::Adjourned { .. }
        | AdjournmentEvent::SessionResumed
        | AdjournmentEvent::WrongPassphrase { .. }
        | AdjournmentEvent::Opened { .. } => false,
    }
}

fn opened_words(
    side: Side,
    number: u32,
    written: Option<&str>,
    matches: Option<bool>,
    comes_to: &ComesTo,
    language: Language,
) -> String {
    let who = In(language, side);
    let read = written.unwrap_or(pick(language, "nothing that can be read", "无法辨认"));
    let mut words = match language {
        Language::English => format!("the envelope is opened: {who}, move {number}: {read}"),
        Language::Chinese => format!("启封：{who}第 {number} 手：{read}"),
    };
    words += match matches {
        Some(true) => pick(language, ", as committed", "，与凭证相符"),
        Some(false) => pick(language, ", not what was committed", "，与凭证不符"),
        None => "",
    };
    words += &match (comes_to, language) {
        (ComesTo::Move(_), _) => String::new(),
        (ComesTo::Resignation, Language::English) => ": resignation, as of the sealing".to_owned(),
        (ComesTo::Resignation, Language::Chinese) => "：认输，自封手时起有效".to_owned(),
        (ComesTo::Pass(fault), Language::English) => {
            format!("; {}: it counts as a pass", In(language, *fault))
        }
        (ComesTo::Pass(fault), Language::Chinese) => format!("；{}，作虚着论", In(language, *fault)),
        (ComesTo::Incident(SealFault::Breaks(breach)), Language::English) => {
            format!("; {}", In(language, *breach))
        }
        (ComesTo::Incident(SealFault::Breaks(breach)), Language::Chinese) => {
            format!("；{}", In(language, *breach))
        }
        (ComesTo::Incident(_), _) => String::new(),
    };
    words
}

impl fmt::Display for In<SealFault> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(language, fault) = *self;
        match fault {
            SealFault::Occupied => f.write_str(pick(language, "a stone stands there", "该点已有棋子")),
            SealFault::Breaks(breach) => In(language, breach).fmt(f),
            SealFault::Unreadable => f.write_str(pick(language, "it cannot be read", "无法辨认")),
            SealFault::Mismatch => f.write_str(pick(language, "it is not what was committed", "与凭证不符")),
        }
    }
}

impl fmt::Display for In<AdjournmentRefusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        f.write_str(match self.1 {
            AdjournmentRefusal::NoRulesForSealing => "本次比赛的规定中没有封棋的办法",
            AdjournmentRefusal::AdjournedAlready => "已经封棋",
            AdjournmentRefusal::NotAdjourned => "没有封棋",
            AdjournmentRefusal::SealingOutlastsTime => "不到规定的封棋时间，封手方的时间就会用尽",
            AdjournmentRefusal::HandOverIsPress => "正在封棋：交出信封即为按钟",
            AdjournmentRefusal::MoveIsSealed => "正在封棋：着法写入信封，不下在棋盘上",
            AdjournmentRefusal::NotSealer => "由轮走的一方封手",
            AdjournmentRefusal::HandedOverAlready => "信封已经交出，其中内容不再更改",
            AdjournmentRefusal::NotHandedOver => "封手方尚未交出信封",
            AdjournmentRefusal::PlayAdjourned => "封棋期间不能续弈，待封手摆上棋盘后再继续",
            AdjournmentRefusal::PositionAdjourned => "封棋期间局面以信封上所记为准，不得更改",
            AdjournmentRefusal::SessionResumedAlready => "续弈时段已经开始",
            AdjournmentRefusal::SessionNotResumed => "信封在续弈时启封，请先开始续弈时段",
            AdjournmentRefusal::OnPaperOnly => "本着法只封在纸上，没有可用的口令",
            AdjournmentRefusal::NothingOpened => "请写明纸上所写的着法，或者写明无法辨认或遗失",
            AdjournmentRefusal::SealSettled => "该封手已有着落，不再裁定",
            AdjournmentRefusal::OpenedWithEnvelope => "这种事件在启封时由程序立案",
            AdjournmentRefusal::MadeOnBoard { number } => {
                return write!(f, "第 {number} 手已经下在棋盘上，即为封手，无须启封");
            }
        })
    }
}
