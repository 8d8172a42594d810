//! Events as sentences.

use std::fmt;

use clock::Language;

use super::clock_event::clock_words;
use super::{In, pick, reading_words};
use crate::command::Who;
use crate::event::{Event, EventKind};
use crate::outcome::{Outcome, WonBy};
use crate::setup::{GameKind, Setup};

/// One event at a table with this setup as a sentence.
#[must_use]
pub fn event_words(event: &Event, setup: &Setup, language: Language) -> String {
    let mut words = match language {
        Language::English => english(&event.kind, setup),
        Language::Chinese => chinese(&event.kind, setup),
    };
    let told = !matches!(event.by, Who::Clock) && !is_own_act(event);
    if told {
        let by = In(language, event.by);
        words += &match language {
            Language::English => format!(" [{by}]"),
            Language::Chinese => format!("（{by}）"),
        };
    }
    if let Some(why) = &event.why {
        words += pick(language, ": ", "：");
        words += why;
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

fn english(kind: &EventKind, setup: &Setup) -> String {
    const IN: Language = Language::English;
    match kind {
        EventKind::Clock(clock) => clock_words(clock, &setup.control, IN),
        EventKind::Move { side, played, number, out_of_turn } => {
            let out_of_turn = if *out_of_turn { ", out of turn" } else { "" };
            format!("{number}. {} {}{out_of_turn}", In(IN, *side), In(IN, played))
        }
        EventKind::TakenBack { number, played, .. } => {
            format!("{number}. {} was a slip of the recorder and is off the record", In(IN, played))
        }
        EventKind::MoveCorrected { number, before, after, .. } => {
            format!("{number}. {} should read {}", In(IN, before), In(IN, after))
        }
        EventKind::Told { side, reading } => {
            format!("{}: {}", In(IN, *side), reading_words(reading, setup.control.of(*side), IN))
        }
        EventKind::Resigned { side } => format!("{} resigns", In(IN, *side)),
        EventKind::Ended { unrecorded: 0 } => "the game is over".into(),
        EventKind::Ended { unrecorded } => format!("the game is over, moves not on record: {unrecorded}"),
        EventKind::Result(outcome) => format!("{}: {outcome}", outcome.notation(setup.game.kind)),
        EventKind::Reopened => "the game is open again".into(),
        EventKind::Refused { command, refusal } => format!("refused ‘{command}’: {}", In(IN, refusal)),
    }
}

fn chinese(kind: &EventKind, setup: &Setup) -> String {
    const IN: Language = Language::Chinese;
    match kind {
        EventKind::Clock(clock) => clock_words(clock, &setup.control, IN),
        EventKind::Move { side, played, number, out_of_turn } => {
            let out_of_turn = if *out_of_turn { "（次序错误）" } else { "" };
            format!("第 {number} 手（{}）：{}{out_of_turn}", In(IN, *side), In(IN, played))
        }
        EventKind::TakenBack { number, played, .. } => {
            format!("第 {number} 手系误记，已撤去：{}", In(IN, played))
        }
        EventKind::MoveCorrected { number, before, after, .. } => {
            format!("第 {number} 手更正：{} → {}", In(IN, before), In(IN, after))
        }
        EventKind::Told { side, reading } => {
            format!("{}：{}", In(IN, *side), reading_words(reading, setup.control.of(*side), IN))
        }
        EventKind::Resigned { side } => format!("{}认输", In(IN, *side)),
        EventKind::Ended { unrecorded: 0 } => "终局".into(),
        EventKind::Ended { unrecorded } => format!("终局，尚有 {unrecorded} 手未记录"),
        EventKind::Result(outcome) => {
            let kind = setup.game.kind;
            format!("{}：{}", outcome.notation(kind), Won(*outcome, kind))
        }
        EventKind::Reopened => "对局恢复".into(),
        EventKind::Refused { command, refusal } => format!("未予执行“{command}”：{}", In(IN, refusal)),
    }
}

/// An outcome in Chinese; 中盘胜 is said of Go alone.
struct Won(Outcome, GameKind);

impl fmt::Display for Won {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome::Won { side, by } = self.0;
        let (winner, loser) = (In(Language::Chinese, side), In(Language::Chinese, side.other()));
        match (by, self.1) {
            (WonBy::Time, _) => write!(f, "{loser}超时判负"),
            (WonBy::Resignation, GameKind::Go) => write!(f, "{winner}中盘胜"),
            (WonBy::Resignation, GameKind::Chess | GameKind::Gomoku | GameKind::Clock) => {
                write!(f, "{loser}认输，{winner}胜")
            }
        }
    }
}
