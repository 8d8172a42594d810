//! Events and readings in words, English and Chinese, for people who read along.

use std::fmt;

use clock::{
    Call, CorrectionKind, Duration, IgnoredPress, Instant, Language, Phase, Reading, Side, Standing,
};

use crate::command::{Played, Who};
use crate::event::{Event, EventKind};
use crate::outcome::{Outcome, WonBy};
use crate::setup::GameKind;

/// Something said in one of the two languages.
#[derive(Clone, Copy, Debug)]
pub struct In<T>(pub Language, pub T);

/// An instant on a script's axis: `1:05.500`.
#[derive(Clone, Copy, Debug)]
pub struct At(pub Instant);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.since_zero().as_millis_used();
        f.pad(&clock_face(millis / 1_000, Some(millis % 1_000)))
    }
}

/// What is left as a clock shows it, a part of a millisecond counted whole: `54:47.100`.
fn left_face(left: Duration) -> String {
    let millis = left.as_millis_left();
    let fraction = millis % 1_000;
    clock_face(millis / 1_000, (fraction > 0).then_some(fraction))
}

fn clock_face(seconds: u64, millis: Option<u64>) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let whole = if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    };
    millis.map_or(whole.clone(), |millis| format!("{whole}.{millis:03}"))
}

const fn pick<'a>(language: Language, english: &'a str, chinese: &'a str) -> &'a str {
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

impl fmt::Display for In<Side> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.1 {
            Side::Black => pick(self.0, "Black", "黑方"),
            Side::White => pick(self.0, "White", "白方"),
        })
    }
}

impl fmt::Display for In<Who> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.1 {
            Who::Black => pick(self.0, "Black", "黑方"),
            Who::White => pick(self.0, "White", "白方"),
            Who::Both => pick(self.0, "both players", "双方"),
            Who::Recorder => pick(self.0, "the recorder", "记谱员"),
            Who::Sensor => pick(self.0, "the board", "电子棋盘"),
            Who::Arbiter => pick(self.0, "the arbiter", "裁判员"),
            Who::Chief => pick(self.0, "the chief arbiter", "裁判长"),
            Who::Clock => pick(self.0, "the clock", "计时器"),
        })
    }
}

impl fmt::Display for In<&Played> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.1 {
            Played::At(text) => text,
            Played::Pass => pick(self.0, "pass", "虚着"),
            Played::Unknown => pick(self.0, "a move that nobody saw", "无人看到的一手"),
        })
    }
}

/// A reading: `0:30 of byo-yomi, 3 periods left`.
impl fmt::Display for In<&Reading> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = left_face(self.1.left);
        let chinese = self.0 == Language::Chinese;
        match self.1.phase {
            Phase::Main { stage, moves_to_go: None } if chinese => {
                write!(f, "基本用时（第 {stage} 段）{left}")
            }
            Phase::Main { stage, moves_to_go: None } => write!(f, "{left} of main time (stage {stage})"),
            Phase::Main { stage, moves_to_go: Some(moves) } if chinese => {
                write!(f, "基本用时（第 {stage} 段）{left}，还有 {moves} 手")
            }
            Phase::Main { stage, moves_to_go: Some(moves) } => {
                write!(f, "{left} of main time (stage {stage}, {moves} moves to go)")
            }
            Phase::Byoyomi { periods } if chinese => write!(f, "读秒 {left}，还剩 {periods} 次"),
            Phase::Byoyomi { periods } => write!(f, "{left} of byo-yomi, periods left: {periods}"),
            Phase::Canadian { moves_left } if chinese => write!(f, "本节 {left}，还有 {moves_left} 手"),
            Phase::Canadian { moves_left } => write!(f, "{left} of the section, moves left: {moves_left}"),
            Phase::Ing { periods, penalties } if chinese => {
                write!(f, "延时 {left}，已进入 {penalties} 段，还有 {periods} 段")
            }
            Phase::Ing { periods, penalties } => {
                write!(f, "{left} of a block, entered: {penalties}, left: {periods}")
            }
            Phase::Consideration { periods, unit } if chinese => {
                let running = if unit { "考虑时间" } else { "每手时间" };
                write!(f, "{running} {left}，还有考虑时间 {periods} 次")
            }
            Phase::Consideration { periods, unit } => {
                let running = if unit { "a consideration" } else { "the move's free time" };
                write!(f, "{left} of {running}, considerations left: {periods}")
            }
            Phase::Hourglass if chinese => write!(f, "沙漏 {left}"),
            Phase::Hourglass => write!(f, "{left} in the hourglass"),
        }
    }
}

/// A call in the words of a referee (the seeds' own in Chinese).
impl fmt::Display for In<Call> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chinese = self.0 == Language::Chinese;
        match self.1 {
            Call::Byoyomi => f.write_str(pick(self.0, "the count begins", "开始读秒")),
            Call::Elapsed(seconds) if chinese => write!(f, "{seconds} 秒"),
            Call::Elapsed(seconds) => write!(f, "{seconds} seconds"),
            Call::Left(0) => f.write_str(pick(self.0, "no consideration left", "考虑时间用完")),
            Call::Left(1) => f.write_str(pick(self.0, "last period", "最后一次")),
            Call::Left(periods) if chinese => write!(f, "还剩 {periods} 次"),
            Call::Left(periods) => write!(f, "{periods} periods left"),
            Call::Count(10) => f.write_str(pick(self.0, "ten, over time", "10，超时判负")),
            Call::Count(number) => write!(f, "{number}"),
            Call::Remaining(seconds) if chinese => write!(f, "还剩 {seconds} 秒"),
            Call::Remaining(seconds) => write!(f, "{seconds} seconds left"),
            Call::Moves(moves) if chinese => write!(f, "还剩 {moves} 手"),
            Call::Moves(moves) => write!(f, "{moves} moves to play"),
            Call::TimeOver => f.write_str(pick(self.0, "time over", "时间到")),
        }
    }
}

impl fmt::Display for In<Outcome> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome::Won { side, by } = self.1;
        match (self.0, by) {
            (Language::English, _) => write!(f, "{}", self.1),
            (Language::Chinese, WonBy::Resignation) => write!(f, "{}中盘胜", In(self.0, side)),
            (Language::Chinese, WonBy::Time) => write!(f, "{}超时判负", In(self.0, side.other())),
        }
    }
}

/// One event as a sentence, the game's kind deciding how its result is written.
#[must_use]
pub fn event_words(event: &Event, kind: GameKind, language: Language) -> String {
    let mut words = table_words(&event.kind, kind, language);
    let told = !matches!(event.by, Who::Clock) && !is_own_act(event);
    if told {
        words.push_str(&format!(" [{}]", In(language, event.by)));
    }
    if let Some(why) = &event.why {
        words.push_str(&format!(": {why}"));
    }
    words
}

/// Whether the giver is plain from the sentence itself, or nobody asks for one.
fn is_own_act(event: &Event) -> bool {
    match &event.kind {
        EventKind::Ended { .. } | EventKind::Result(_) => true,
        EventKind::Resigned { side } | EventKind::Told { side, .. } => Who::from(*side) == event.by,
        EventKind::Clock(kind) => is_own_act_on_clock(kind, event.by),
        EventKind::Move { .. }
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Reopened
        | EventKind::Refused { .. } => false,
    }
}

fn is_own_act_on_clock(kind: &clock::EventKind, by: Who) -> bool {
    match kind {
        clock::EventKind::Call { .. } => true,
        clock::EventKind::Pressed { side }
        | clock::EventKind::Ignored { side, .. }
        | clock::EventKind::Section { side }
        | clock::EventKind::Overtime { side }
        | clock::EventKind::Stage { side, .. }
        | clock::EventKind::Period { side, .. }
        | clock::EventKind::Flag { side } => Who::from(*side) == by,
        clock::EventKind::Started { .. }
        | clock::EventKind::Paused
        | clock::EventKind::Resumed
        | clock::EventKind::FlagVoid { .. }
        | clock::EventKind::Corrected(_) => false,
    }
}

fn table_words(kind: &EventKind, game: GameKind, language: Language) -> String {
    let chinese = language == Language::Chinese;
    match kind {
        EventKind::Clock(clock) => clock_words(clock, language),
        EventKind::Move { side, played, number, out_of_turn } => {
            let out_of_turn =
                if *out_of_turn { pick(language, ", out of turn", "（非该方轮次）") } else { "" };
            format!("{number}. {} {}{out_of_turn}", In(language, *side), In(language, played))
        }
        EventKind::TakenBack { number, played, .. } => {
            let slip = pick(language, "was a slip of the recorder and is off the record", "系误记，已撤销");
            format!("{number}. {} {slip}", In(language, played))
        }
        EventKind::MoveCorrected { number, before, after, .. } => {
            let (before, after) = (In(language, before), In(language, after));
            let becomes = pick(language, "should read", "更正为");
            format!("{number}. {before} {becomes} {after}")
        }
        EventKind::Told { side, reading } => format!("{}: {}", In(language, *side), In(language, reading)),
        EventKind::Resigned { side } => {
            format!("{} {}", In(language, *side), pick(language, "resigns", "认输"))
        }
        EventKind::Ended { unrecorded: 0 } => pick(language, "the game is over", "终局").into(),
        EventKind::Ended { unrecorded } if chinese => format!("终局，尚有 {unrecorded} 手未记录"),
        EventKind::Ended { unrecorded } => format!("the game is over, moves not on record: {unrecorded}"),
        EventKind::Result(outcome) => format!("{}: {}", outcome.notation(game), In(language, *outcome)),
        EventKind::Reopened => pick(language, "the game is open again", "对局恢复").into(),
        EventKind::Refused { command, refusal } => {
            format!("{} \"{command}\": {refusal}", pick(language, "refused", "未予执行"))
        }
    }
}

fn clock_words(kind: &clock::EventKind, language: Language) -> String {
    let chinese = language == Language::Chinese;
    let say = |side: Side, english: &str, chinese: &str| {
        let gap = if language == Language::Chinese { "" } else { " " };
        format!("{}{gap}{}", In(language, side), pick(language, english, chinese))
    };
    match kind {
        clock::EventKind::Started { side } => say(*side, "to move, the clock starts", "先走，开钟"),
        clock::EventKind::Pressed { side } => say(*side, "has pressed", "按钟"),
        clock::EventKind::Ignored { side, why } => {
            let why = ignored_words(*why, language);
            format!("{}: {why}", say(*side, "has pressed without effect", "按钟无效"))
        }
        clock::EventKind::Paused => pick(language, "the clock is paused", "暂停").into(),
        clock::EventKind::Resumed => pick(language, "the clock goes on", "继续计时").into(),
        clock::EventKind::Overtime { side } => say(*side, "enters overtime", "基本用时用完"),
        clock::EventKind::Stage { side, stage } if chinese => {
            format!("{}进入第 {stage} 段", In(language, *side))
        }
        clock::EventKind::Stage { side, stage } => format!("{} enters stage {stage}", In(language, *side)),
        clock::EventKind::Period { side, periods } if chinese => {
            format!("{}用去一次，还剩 {periods}", In(language, *side))
        }
        clock::EventKind::Period { side, periods } => {
            format!("{} has used one, left: {periods}", In(language, *side))
        }
        clock::EventKind::Section { side } => say(*side, "begins a new section", "进入下一节"),
        clock::EventKind::Call { side, call } if chinese => {
            format!("报时（{}）：“{}”", In(language, *side), In(language, *call))
        }
        clock::EventKind::Call { side, call } => {
            format!("called to {}: \"{}\"", In(language, *side), In(language, *call))
        }
        clock::EventKind::Flag { side } => say(*side, "has used up the time: flag", "超时"),
        clock::EventKind::FlagVoid { side } => say(*side, "has the flag withdrawn", "的超时撤销"),
        clock::EventKind::Corrected(correction) => {
            let (before, after) = (&correction.before, &correction.after);
            correction_words(correction.kind, before, after, language)
        }
    }
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

fn correction_words(kind: CorrectionKind, before: &Standing, after: &Standing, language: Language) -> String {
    let change = |side: Side| {
        let (before, after) = (before.readings.of(side), after.readings.of(side));
        format!("{}: {} → {}", In(language, side), In(language, before), In(language, after))
    };
    match kind {
        CorrectionKind::Set(side)
        | CorrectionKind::Add(side)
        | CorrectionKind::Subtract(side)
        | CorrectionKind::Recount(side) => {
            format!("{} {}", pick(language, "corrected,", "更正，"), change(side))
        }
        CorrectionKind::Turn(side) => {
            format!("{} {}", pick(language, "the turn is handed to", "轮次交给"), In(language, side))
        }
        CorrectionKind::SwapSides => {
            let swapped = pick(language, "readings exchanged,", "双方用时互换，");
            format!("{swapped} {}; {}", change(Side::Black), change(Side::White))
        }
    }
}
