//! What a table's face shows and its clock does not know, made of the table's record.

use clock::{BySide, Duration, Instant, Language, Status};
use link::{Corrected, Game, Name, Play, Reason, Showing, Text, WhiteAt};
use referee::{Adjournment, EventKind, GameKind, Player, Step, Table};

use crate::entry::Cause;
use crate::seat::Face;

/// How long a correction is shown: both players must find it, and read four times.
pub const CORRECTION_SHOWN: Duration = Duration::from_secs(8);

/// With which words the hall pauses a table whose touch clock is not heard.
pub(crate) const TOUCH_SILENT: &str = "the touch clock is not heard";

/// With which words it pauses a table whose unit has forgotten it, having lost its power or being another.
pub(crate) const UNIT_ANEW: &str = "the table's unit was started anew";

/// With which words a table stands whose unit has begun anew too often.
pub(crate) const UNIT_STANDS: &str = "the table's unit began anew again and again";

/// With which words it pauses a table whose unit somebody else had.
pub(crate) const UNIT_TAKEN: &str = "another host has taken the table's unit";

/// How a table's faces are, whatever happens at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Their language.
    pub language: Language,
    /// At which side White sits.
    pub white_at: WhiteAt,
}

impl Face {
    /// What the table's face shows beside its clock. Its revision is whoever's who sends it.
    #[must_use]
    pub fn showing(&self, manner: Manner) -> Showing {
        let Manner { language, white_at } = manner;
        let record = self.table.record();
        let summoned = record.people().summoned;
        Showing {
            revision: 0,
            language,
            white_at,
            game: game_on_faces(self.table.setup().game.kind),
            play: play(&self.table),
            reason: reason(&self.table),
            text: cut(record.pause_why().unwrap_or_default()),
            names: BySide::new(|side| name(self.players.of(side))),
            corrected: self.corrected,
            summoned: summoned.black || summoned.white,
            muted: self.muted,
        }
    }
}

/// What is played, as far as faces differ by it.
#[must_use]
pub const fn game_on_faces(kind: GameKind) -> Game {
    match kind {
        GameKind::Chess => Game::Chess,
        GameKind::Go | GameKind::Gomoku | GameKind::Clock => Game::Go,
    }
}

fn play(table: &Table) -> Play {
    let record = table.record();
    if record.is_ended() {
        Play::Over
    } else if record.adjournment().is_some_and(Adjournment::is_closed) {
        Play::Adjourned
    } else {
        Play::Going
    }
}

/// Why the clocks stand, if they do: what the clock and the hall did first, then what is open, then what was said.
fn reason(table: &Table) -> Reason {
    let record = table.record();
    let status = table.clock().status();
    let stands = matches!(status, Status::Paused | Status::FlagWithdrawn(_));
    let why = record.pause_why().filter(|_| stands);
    let summoned = record.people().summoned;
    let by_summons = table.setup().policy.summon_stops_clock && (summoned.black || summoned.white);
    if let Status::FlagWithdrawn(_) = status {
        Reason::FlagWithdrawn
    } else if let Some(reason) = why.and_then(reason_of_the_hall) {
        reason
    } else if stands && by_summons {
        Reason::Summoned
    } else if stands && record.incidents().all().iter().any(is_open) {
        Reason::Ruling
    } else {
        why.and_then(reason_said).unwrap_or_default()
    }
}

fn is_open(incident: &referee::Incident) -> bool {
    incident.ruling.is_none() && !incident.withdrawn && !incident.opened.expired
}

/// The reasons for which the hall itself pauses; the pages have them in both languages.
fn reason_of_the_hall(why: &str) -> Option<Reason> {
    let reasons = [
        (Cause::PowerCut.why(), Reason::PowerLost),
        (Cause::Slept.why(), Reason::PowerLost),
        (Cause::Shutdown.why(), Reason::Equipment),
        (Cause::UnitGivenUp.why(), Reason::Equipment),
        (TOUCH_SILENT, Reason::TouchLost),
        (UNIT_ANEW, Reason::Equipment),
        (UNIT_STANDS, Reason::Restarted),
        (UNIT_TAKEN, Reason::Equipment),
    ];
    reasons.into_iter().find(|(text, _)| *text == why).map(|(_, reason)| reason)
}

/// Words in the reason of a pause by which a face says more than that it is paused.
const BREAK: [&str; 8] = ["break", "dinner", "interval", "lunch", "meal", "rest", "supper", "tea"];
const EQUIPMENT: [&str; 8] =
    ["battery", "board", "button", "clock", "display", "equipment", "pieces", "stones"];
const BREAK_CHINESE: [&str; 3] = ["休息", "用餐", "餐"];
const EQUIPMENT_CHINESE: [&str; 6] = ["钟", "棋盘", "棋具", "设备", "器材", "电池"];

fn reason_said(why: &str) -> Option<Reason> {
    let why = why.to_lowercase();
    let words = || why.split(|character: char| !character.is_alphanumeric());
    let says = |english: &[&str], chinese: &[&str]| {
        words().any(|word| english.contains(&word)) || chinese.iter().any(|part| why.contains(part))
    };
    if says(&BREAK, &BREAK_CHINESE) {
        Some(Reason::Break)
    } else if says(&EQUIPMENT, &EQUIPMENT_CHINESE) {
        Some(Reason::Equipment)
    } else {
        None
    }
}

/// As much of a text as a face takes.
fn cut(text: &str) -> Text {
    let mut cut = Text::new();
    for character in text.chars() {
        if cut.push(character).is_err() {
            break;
        }
    }
    cut
}

fn name(player: &Player) -> Name {
    let mut name = Name::new();
    for character in player.name.iter().flat_map(|name| name.chars()) {
        if name.push(character).is_err() {
            break;
        }
    }
    name
}

/// The correction that a step brings, to be shown for a while. Several in one step are one to the players.
pub(crate) fn corrected_by(step: &Step) -> Option<Corrected> {
    step.events.iter().find_map(|event| {
        let EventKind::Clock(clock::EventKind::Corrected(correction)) = &event.kind else { return None };
        let until: Instant = event.at.plus(CORRECTION_SHOWN);
        Some(Corrected { before: correction.before, until })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_of_a_pause_is_understood_where_it_is_plain() {
        for (why, reason) in [
            ("Lunch", Some(Reason::Break)),
            ("15 min break", Some(Reason::Break)),
            ("午餐", Some(Reason::Break)),
            ("the battery is low", Some(Reason::Equipment)),
            ("换棋钟", Some(Reason::Equipment)),
            ("an arrest in the street", None),
            ("a spectator spoke", None),
            ("", None),
        ] {
            assert_eq!(reason_said(why), reason, "{why}");
        }
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut(&"棋".repeat(40)).as_str(), "棋".repeat(32));
        assert_eq!(cut("short").as_str(), "short");
    }
}
