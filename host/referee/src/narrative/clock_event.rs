//! Events of the clock as sentences.

use clock::{
    Control, Correction, CorrectionKind, EventKind, IgnoredPress, Language, Overtime, Side, SideControl,
};

use super::{In, call_words, pick, reading_words};

/// An event of a clock with this control as a sentence.
pub(super) fn clock_words(kind: &EventKind, control: &Control, language: Language) -> String {
    let say =
        |side: Side, english: &str, chinese: &str| about(side, pick(language, english, chinese), language);
    match kind {
        EventKind::Started { side } => say(*side, "to move, the clock starts", "先走，开钟"),
        EventKind::Pressed { side } => say(*side, "has pressed", "按钟"),
        EventKind::Ignored { side, why } => {
            let ignored = say(*side, "has pressed without effect", "按钟无效");
            format!("{ignored}{}{}", pick(language, ": ", "："), ignored_words(*why, language))
        }
        EventKind::Paused => pick(language, "the clock is paused", "暂停").into(),
        EventKind::Resumed => pick(language, "the clock goes on", "继续计时").into(),
        EventKind::Overtime { side } => say(*side, "enters overtime", "进入加时"),
        EventKind::Stage { side, stage } => {
            say(*side, &format!("enters stage {stage}"), &format!("进入第 {stage} 段"))
        }
        EventKind::Period { side, periods } => {
            about(*side, &period_words(*periods, control.of(*side), language), language)
        }
        EventKind::Section { side } => say(*side, "begins a new section", "进入下一节"),
        EventKind::Call { side, call } => {
            let words = call_words(*call, control.of(*side), language);
            match language {
                Language::English => format!("called to {}: \"{words}\"", In(language, *side)),
                Language::Chinese => format!("报时（{}）：“{words}”", In(language, *side)),
            }
        }
        EventKind::Flag { side } => say(*side, "has used up the time: flag", "超时"),
        EventKind::FlagVoid { side } => say(*side, "has the flag withdrawn", "的超时撤销"),
        EventKind::Corrected(correction) => correction_words(correction, control, language),
    }
}

/// A side and what it does: a space stands between words, and none between characters.
fn about(side: Side, act: &str, language: Language) -> String {
    format!("{}{}{act}", In(language, side), pick(language, " ", ""))
}

/// What it means that so many periods, blocks or units are left.
fn period_words(periods: u16, control: &SideControl, language: Language) -> String {
    let (english, chinese) = match control.overtime() {
        Overtime::Ing { periods: blocks, .. } => {
            let block = blocks.saturating_sub(periods);
            (format!("enters block {block}"), format!("进入第 {block} 段延时"))
        }
        Overtime::Consideration { .. } => (
            format!("begins a consideration, untouched: {periods}"),
            format!("动用一次考虑时间，还剩 {periods} 次"),
        ),
        Overtime::Byoyomi { .. }
        | Overtime::Reserve { .. }
        | Overtime::None
        | Overtime::Canadian { .. }
        | Overtime::Hourglass { .. } => {
            (format!("has used a period, left: {periods}"), format!("用去一次读秒，还剩 {periods} 次"))
        }
    };
    pick(language, &english, &chinese).to_owned()
}

fn ignored_words(why: IgnoredPress, language: Language) -> &'static str {
    match why {
        IgnoredPress::NotOnMove => pick(language, "the opponent is on move", "轮到对方"),
        IgnoredPress::NotStarted => pick(language, "the clock has not been started", "尚未开钟"),
        IgnoredPress::Paused => pick(language, "the clock is paused", "暂停中"),
        IgnoredPress::FlagFallen => pick(language, "the flag has fallen", "已超时"),
        IgnoredPress::Stopped => pick(language, "the game is over", "已终局"),
    }
}

fn correction_words(correction: &Correction, control: &Control, language: Language) -> String {
    let Correction { kind, before, after } = correction;
    let change = |side: Side| {
        let words = |reading| reading_words(reading, control.of(side), language);
        let (before, after) = (words(before.readings.of(side)), words(after.readings.of(side)));
        format!("{}{}{before} → {after}", In(language, side), pick(language, ": ", "："))
    };
    match kind {
        CorrectionKind::Set(side)
        | CorrectionKind::Add(side)
        | CorrectionKind::Subtract(side)
        | CorrectionKind::Charge(side)
        | CorrectionKind::Recount(side) => {
            format!("{}{}", pick(language, "corrected, ", "更正，"), change(*side))
        }
        CorrectionKind::Turn(side) => {
            format!("{}{}", pick(language, "the turn is handed to ", "着手权交给"), In(language, *side))
        }
        CorrectionKind::SwapSides => {
            let swapped = pick(language, "readings exchanged, ", "双方读数互换，");
            format!("{swapped}{}{}{}", change(Side::Black), pick(language, "; ", "；"), change(Side::White))
        }
    }
}
