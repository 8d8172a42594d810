//! Events as sentences.

use std::fmt;

use clock::{Language, Side, Standing};

use super::adjournment::{adjournment_words, is_own_act_of_adjournment};
use super::clock_event::clock_words;
use super::ending::{ending_words, is_own_act_of_ending};
use super::incident::{incident_words, is_own_act_of_incident};
use super::outcome::result_words;
use super::people::{is_own_act_of_people, people_words};
use super::{In, pick, reading_words};
use crate::command::Who;
use crate::ending::EndingEvent;
use crate::event::{Event, EventKind};
use crate::incident::IncidentEvent;
use crate::people::PeopleEvent;
use crate::record::Breach;
use crate::setup::Setup;

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
    if let Some(why) = event.why.as_ref().filter(|_| !is_consequence(&event.kind)) {
        words += pick(language, ": ", "：");
        words += why;
    }
    words
}

/// Whether the giver is plain from the sentence itself, or nobody asks for one.
fn is_own_act(event: &Event) -> bool {
    match &event.kind {
        EventKind::Ended { .. } | EventKind::Undecided { .. } | EventKind::Result(_) => true,
        EventKind::Resigned { side } | EventKind::Told { side, .. } => Who::from(*side) == event.by,
        EventKind::Clock(kind) => is_own_act_on_clock(kind, event.by),
        EventKind::Move { .. }
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Reopened
        | EventKind::UnitClock { .. }
        | EventKind::Refused { .. } => false,
        EventKind::Incident(incident) => is_own_act_of_incident(incident, event.by),
        EventKind::People(people) => is_own_act_of_people(people, event.by),
        EventKind::Ending(ending) => is_own_act_of_ending(ending, event.by),
        EventKind::Adjournment(adjournment) => is_own_act_of_adjournment(adjournment, event.by),
    }
}

/// Whether it only follows from what was done, so that the reason for that was told already.
const fn is_consequence(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Ended { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Incident(
                IncidentEvent::Penalty { .. }
                    | IncidentEvent::TimeSettled { .. }
                    | IncidentEvent::Verdict { .. }
                    | IncidentEvent::Withdrawn { .. }
            )
            | EventKind::People(PeopleEvent::Attended)
            | EventKind::Ending(EndingEvent::Stopped { .. } | EndingEvent::Counted(_))
    )
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

/// Both sides' readings.
fn both_readings(standing: &Standing, setup: &Setup, language: Language) -> String {
    let of = |side: Side| {
        let reading = reading_words(standing.readings.of(side), setup.control.of(side), language);
        format!("{} {reading}", In(language, side))
    };
    Side::BOTH.map(of).join(pick(language, ", ", "，"))
}

fn english(kind: &EventKind, setup: &Setup) -> String {
    const IN: Language = Language::English;
    match kind {
        EventKind::Clock(clock) => clock_words(clock, &setup.control, IN),
        EventKind::Move { side, played, number, out_of_turn, illegal, cycle, .. } => {
            let marks = Marks(IN, *out_of_turn, *illegal, *cycle);
            format!("{number}. {} {}{marks}", In(IN, *side), In(IN, played))
        }
        EventKind::TakenBack { number, played, .. } => {
            format!("{number}. {} was a slip of the recorder and is off the record", In(IN, played))
        }
        EventKind::MoveCorrected { number, before, after, illegal, .. } => {
            let marks = Marks(IN, false, *illegal, None);
            format!("{number}. {} should read {}{marks}", In(IN, before), In(IN, after))
        }
        EventKind::Told { side, reading } => {
            format!("{}: {}", In(IN, *side), reading_words(reading, setup.control.of(*side), IN))
        }
        EventKind::Resigned { side } => format!("{} resigns", In(IN, *side)),
        EventKind::Ended { unrecorded: 0 } => "the game is over".into(),
        EventKind::Ended { unrecorded } => format!("the game is over, moves not on record: {unrecorded}"),
        EventKind::Undecided { side } => {
            format!("whether {} could still mate is not found out: the arbiter decides", In(IN, side.other()))
        }
        EventKind::Result(outcome) => result_words(*outcome, setup, IN),
        EventKind::Reopened => "the game is open again".into(),
        EventKind::UnitClock { before, after, .. } => {
            let read = |standing: &Standing| both_readings(standing, setup, IN);
            format!("the clock stands as the table's unit has it: {}; it was {}", read(after), read(before))
        }
        EventKind::Incident(event) => incident_words(event, setup, IN),
        EventKind::People(event) => people_words(event, setup, IN),
        EventKind::Ending(event) => ending_words(event, setup, IN),
        EventKind::Adjournment(event) => adjournment_words(event, IN),
        EventKind::Refused { command, refusal } => format!("refused ‘{command}’: {}", In(IN, refusal)),
    }
}

fn chinese(kind: &EventKind, setup: &Setup) -> String {
    const IN: Language = Language::Chinese;
    match kind {
        EventKind::Clock(clock) => clock_words(clock, &setup.control, IN),
        EventKind::Move { side, played, number, out_of_turn, illegal, cycle, .. } => {
            let marks = Marks(IN, *out_of_turn, *illegal, *cycle);
            format!("第 {number} 手（{}）：{}{marks}", In(IN, *side), In(IN, played))
        }
        EventKind::TakenBack { number, played, .. } => {
            format!("第 {number} 手系误记，已撤去：{}", In(IN, played))
        }
        EventKind::MoveCorrected { number, before, after, illegal, .. } => {
            let marks = Marks(IN, false, *illegal, None);
            format!("第 {number} 手更正：{} → {}{marks}", In(IN, before), In(IN, after))
        }
        EventKind::Told { side, reading } => {
            format!("{}：{}", In(IN, *side), reading_words(reading, setup.control.of(*side), IN))
        }
        EventKind::Resigned { side } => format!("{}认输", In(IN, *side)),
        EventKind::Ended { unrecorded: 0 } => "终局".into(),
        EventKind::Ended { unrecorded } => format!("终局，尚有 {unrecorded} 手未记录"),
        EventKind::Undecided { side } => {
            format!("{}是否还能将死对方未能判明，由裁判员裁定", In(IN, side.other()))
        }
        EventKind::Result(outcome) => result_words(*outcome, setup, IN),
        EventKind::Reopened => "对局恢复".into(),
        EventKind::UnitClock { before, after, .. } => {
            let read = |standing: &Standing| both_readings(standing, setup, IN);
            format!("以本桌棋钟为准：{}；此前为{}", read(after), read(before))
        }
        EventKind::Incident(event) => incident_words(event, setup, IN),
        EventKind::People(event) => people_words(event, setup, IN),
        EventKind::Ending(event) => ending_words(event, setup, IN),
        EventKind::Adjournment(event) => adjournment_words(event, IN),
        EventKind::Refused { command, refusal } => format!("未予执行“{command}”：{}", In(IN, refusal)),
    }
}

/// What is remarkable in a recorded move: whether it was out of turn, the rule that it breaks, the cycle that it closes.
struct Marks(Language, bool, Option<Breach>, Option<u32>);

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(language, out_of_turn, illegal, cycle) = *self;
        let english = language == Language::English;
        if out_of_turn {
            f.write_str(pick(language, ", out of turn", "（次序错误）"))?;
        }
        match (illegal, english) {
            (Some(breach), true) => write!(f, ", illegal: {breach}")?,
            (Some(breach), false) => write!(f, "（违例：{}）", In(language, breach))?,
            (None, _) => {}
        }
        match (cycle, english) {
            (Some(first), true) => write!(f, ", a cycle: the position after move {first} stands again"),
            (Some(first), false) => write!(f, "（循环：第 {first} 手后的局面重现）"),
            (None, _) => Ok(()),
        }
    }
}

/// The rule that a move breaks. The English words are its own.
impl fmt::Display for In<Breach> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(language, breach) = *self;
        if language == Language::English {
            return write!(f, "{breach}");
        }
        match breach {
            Breach::Suicide => f.write_str("禁着点，落子后无气"),
            Breach::Ko { repeats } => write!(f, "劫未隔手即提回，第 {repeats} 手后的局面重现"),
            Breach::Superko { repeats } => write!(f, "全局同形再现，第 {repeats} 手后的局面重现"),
            Breach::OutOfPlace => f.write_str("前面的着手更正或改判后，此处已有棋子"),
            Breach::Ambiguous => f.write_str("前面的着手更正后，这一着可以有几种意思"),
            Breach::AfterEnd => f.write_str("前面的着手更正后，对局在此之前已经结束"),
            Breach::OutOfTurn => f.write_str("轮到对方走"),
            Breach::Impossible => f.write_str("没有棋子能这样走"),
            Breach::LeavesKing => f.write_str("走后己方王被将军"),
            Breach::Castling => f.write_str("此时不能王车易位"),
        }
    }
}
