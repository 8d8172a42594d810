//! What people at a table do, as sentences.

use clock::{Language, Side};

use super::face::left_face;
use super::{In, pick};
use crate::command::Who;
use crate::people::{PeopleEvent, Seat};
use crate::setup::{Player, Setup};

/// An event of the people at a table as a sentence.
pub(super) fn people_words(event: &PeopleEvent, setup: &Setup, language: Language) -> String {
    let say = |side: Side, english: &str, chinese: &str| {
        format!("{}{}", In(language, side), pick(language, english, chinese))
    };
    match event {
        PeopleEvent::Summoned { side } => say(*side, " calls the arbiter", "请裁判员"),
        PeopleEvent::Attended => pick(language, "the arbiter has come", "裁判员到场").to_owned(),
        PeopleEvent::Arrived { side, late, charged, .. } => {
            let mut words = say(*side, " has come", "到场");
            if !late.is_zero() {
                let late = left_face(*late);
                words += pick(language, &format!(", {late} late"), &format!("，迟到 {late}"));
            }
            if !charged.is_zero() {
                let charged = left_face(*charged);
                words += pick(language, &format!(", charged {charged}"), &format!("，扣时 {charged}"));
            }
            words
        }
        PeopleEvent::LateCharged { side, amount } => {
            let amount = left_face(*amount);
            say(
                *side,
                &format!(" is charged {amount} for the lateness, as the game goes on"),
                &format!("续赛，迟到扣时 {amount}"),
            )
        }
        PeopleEvent::Left { side, overtime: false } => say(*side, " leaves the table", "离席"),
        PeopleEvent::Left { side, overtime: true } => {
            say(*side, " leaves the table in overtime", "在读秒中离席")
        }
        PeopleEvent::Returned { side } => say(*side, " is back", "回席"),
        PeopleEvent::Seen { side } => {
            say(*side, " has been shown the opponent's last move", "已看过对方的落子点")
        }
        PeopleEvent::Talk { side } => say(*side, " begins a permitted talk", "经许可开始谈话"),
        PeopleEvent::TalkEnded { side } => say(*side, " ends the talk", "谈话结束"),
        PeopleEvent::TalkOverrun { side } => {
            let limit = left_face(setup.policy.talk);
            say(*side, &format!(" talks for longer than {limit}"), &format!("谈话超过 {limit}"))
        }
        PeopleEvent::Colours { holder, black } => colours_words(*holder, *black, setup, language),
    }
}

/// Whether the giver is plain from the sentence, or nobody asks for one.
pub(super) fn is_own_act_of_people(event: &PeopleEvent, by: Who) -> bool {
    match event {
        PeopleEvent::Attended | PeopleEvent::TalkOverrun { .. } => true,
        PeopleEvent::Summoned { side }
        | PeopleEvent::Arrived { side, .. }
        | PeopleEvent::Left { side, .. }
        | PeopleEvent::Returned { side }
        | PeopleEvent::Seen { side }
        | PeopleEvent::Talk { side }
        | PeopleEvent::TalkEnded { side } => Who::from(*side) == by,
        PeopleEvent::Colours { .. } | PeopleEvent::LateCharged { .. } => false,
    }
}

fn colours_words(holder: Seat, black: Seat, setup: &Setup, language: Language) -> String {
    let name = |seat| seat_name(seat, setup, language);
    let (holder, black, white) = (name(holder), name(black), name(black.other()));
    match language {
        Language::English => format!("nigiri, {holder} holds the stones: {black} is Black, {white} is White"),
        Language::Chinese => format!("猜先，握子：{holder}；黑方：{black}，白方：{white}"),
    }
}

/// The player's name; before the colours are decided a nameless one is the first or the second.
fn seat_name(seat: Seat, setup: &Setup, language: Language) -> String {
    let entered = setup.seats.as_ref().map(|seats| match seat {
        Seat::One => &seats.one,
        Seat::Two => &seats.two,
    });
    let name = entered.and_then(|Player { name, .. }| name.clone());
    name.unwrap_or_else(|| {
        let nameless = match seat {
            Seat::One => pick(language, "the first player", "甲"),
            Seat::Two => pick(language, "the second player", "乙"),
        };
        nameless.to_owned()
    })
}
