//! Events and readings in words, English and Chinese, for people who read along.
//!
//! What is called and read depends on the time control (periods of a minute are spoken of as minutes, units of
//! NHK's as considerations), so such words are asked for with the control of the side.

mod adjournment;
mod call;
mod clock_event;
mod ending;
mod event;
mod face;
mod incident;
mod outcome;
mod penalty;
mod people;
mod reading;
mod refusal;

use std::fmt;

use clock::{Language, Side};

use crate::command::{Played, Who};

pub use call::{Stock, call_words};
pub use event::event_words;
pub use face::At;
pub use reading::reading_words;

/// Something said in one of the two languages.
#[derive(Clone, Copy, Debug)]
pub struct In<T>(pub Language, pub T);

const fn pick<'a>(language: Language, english: &'a str, chinese: &'a str) -> &'a str {
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// `1 second`, `2 seconds`.
fn counted(number: u16, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// An incident by its number: `incident 2`, `事件 2`.
fn numbered(number: u32, language: Language) -> String {
    format!("{} {number}", pick(language, "incident", "事件"))
}

/// Words one behind the other: with commas, or with `、`.
fn listed(words: &[String], language: Language) -> String {
    words.join(pick(language, ", ", "、"))
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
            Played::Unknown => pick(self.0, "a move that nobody saw", "没有看清的一手"),
        })
    }
}
