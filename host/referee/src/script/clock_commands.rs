//! Commands to the clock, and about recorded moves.

use clock::Setting;

use crate::command::Command;
use crate::script::Vocabulary;
use crate::script::fault::{Read, ScriptFault, Slip, Wanted};
use crate::script::line::Words;
use crate::script::words::Word;
use crate::setup::GameKind;

/// The parts of a reading that `set` knows.
const PARTS: [&str; 9] =
    ["main", "period", "unit", "section", "block", "hourglass", "periods", "moves", "stage"];

/// Reads a command if it is one of these.
pub(super) fn read(
    name: &Word,
    words: &mut Words<'_>,
    Vocabulary { kind, .. }: Vocabulary<'_>,
) -> Read<Option<Command>> {
    if kind == GameKind::Clock && matches!(name.text.as_str(), "move" | "take-back" | "correct") {
        return Err(Slip { column: name.column, what: ScriptFault::NoMoves });
    }
    let command = match name.text.as_str() {
        "start" => Command::Start { side: words.optional_side()? },
        "press" => Command::Press { side: words.side()? },
        "pause" => Command::Pause { why: words.why()? },
        "resume" => Command::Resume,
        "move" => Command::Move { side: words.side()?, played: words.played(kind)? },
        "take-back" => Command::TakeBack { side: words.side()? },
        "correct" => {
            let number: std::num::NonZeroU32 = words.next(Wanted::MoveNumber)?.parse(Wanted::MoveNumber)?;
            Command::Correct { number: number.get(), played: words.played(kind)? }
        }
        "set" => Command::Set { side: words.side()?, setting: words.setting()?, why: words.why()? },
        "add" => {
            let side = words.side()?;
            let (given, amount) = words.next(Wanted::Amount)?.amount()?;
            let why = words.why()?;
            if given { Command::Add { side, amount, why } } else { Command::Subtract { side, amount, why } }
        }
        "turn" => Command::Turn { side: words.side()?, why: words.why()? },
        "swap-sides" => Command::SwapSides { why: words.why()? },
        "query" => Command::Query { side: words.side()? },
        "recount" => {
            let side = words.side()?;
            Command::Recount { side, elapsed: words.next(Wanted::Elapsed)?.elapsed()?, why: words.why()? }
        }
        "void-flag" => Command::VoidFlag { why: words.why()? },
        "resign" => Command::Resign { side: words.side()? },
        _ => return Ok(None),
    };
    Ok(Some(command))
}

pub(super) fn set_part(setting: &mut Setting, word: &Word) -> Read<()> {
    let (key, value) = word.pair()?;
    let part = PARTS.into_iter().find(|part| *part == key).ok_or_else(|| word.unknown_part(key, &PARTS))?;
    let length = || value.parse().map_err(|_| word.instead(Wanted::Length));
    let count = || value.parse().map_err(|_| word.instead(Wanted::Count(u16::MAX)));
    let stage = || value.parse().map_err(|_| word.instead(Wanted::Count(u8::MAX.into())));
    let twice = match part {
        "main" => setting.main.replace(length()?).is_some(),
        "period" => setting.period.replace(length()?).is_some(),
        "unit" => setting.unit.replace(length()?).is_some(),
        "section" => setting.section.replace(length()?).is_some(),
        "block" => setting.block.replace(length()?).is_some(),
        "hourglass" => setting.hourglass.replace(length()?).is_some(),
        "periods" => setting.periods.replace(count()?).is_some(),
        "moves" => setting.moves.replace(count()?).is_some(),
        _ => setting.stage.replace(stage()?).is_some(),
    };
    if twice { Err(Slip { column: word.column, what: ScriptFault::Twice(part) }) } else { Ok(()) }
}
