//! Commands about the people at a table.

use crate::command::Command;
use crate::people::{PeopleCommand, Seat};
use crate::script::Vocabulary;
use crate::script::fault::{Read, Wanted};
use crate::script::line::Words;
use crate::script::words::Word;

/// Reads a command if it is one of these.
pub(super) fn read(name: &Word, words: &mut Words<'_>, _: Vocabulary<'_>) -> Read<Option<Command>> {
    let command = match name.text.as_str() {
        "summon" => PeopleCommand::Summon { side: words.side()?, why: words.why()? },
        "attend" => PeopleCommand::Attend,
        "arrived" => PeopleCommand::Arrived { side: words.side()? },
        "leave" => PeopleCommand::Leave { side: words.side()? },
        "back" => PeopleCommand::Back { side: words.side()? },
        "seen" => PeopleCommand::Seen { side: words.side()? },
        "talk" => PeopleCommand::Talk { side: words.side()? },
        "talk-end" => PeopleCommand::TalkEnd,
        "nigiri" => {
            let stones = words.value("stones", Wanted::Stones)?;
            let shown = words.value("shown", Wanted::Shown)?;
            PeopleCommand::Nigiri { stones, shown, holder: read_holder(words)? }
        }
        _ => return Ok(None),
    };
    Ok(Some(Command::People(command)))
}

/// `holder=one`, where it is said.
fn read_holder(words: &mut Words<'_>) -> Read<Option<Seat>> {
    let Some(word) = words.bare().first() else { return Ok(None) };
    let seats = [Seat::One, Seat::Two];
    let seat = seats.into_iter().find(|seat| word.text == format!("holder={seat}"));
    seat.map(Some).ok_or_else(|| word.instead(Wanted::Holder))
}
