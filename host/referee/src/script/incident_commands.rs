//! Commands about incidents.

use crate::command::Command;
use crate::incident::IncidentCommand;
use crate::policy::Policy;
use crate::script::Vocabulary;
use crate::script::fault::{Read, ScriptFault, Slip, Wanted};
use crate::script::line::Words;
use crate::script::words::Word;

/// Reads a command if it is one of these.
pub(super) fn read(
    name: &Word,
    words: &mut Words<'_>,
    Vocabulary { kind, policy }: Vocabulary<'_>,
) -> Read<Option<Command>> {
    let command = match name.text.as_str() {
        "violation" => {
            let side = words.side()?;
            IncidentCommand::Violation { side, kind: read_kind(words, policy)?, note: words.why()? }
        }
        "claim" => {
            let side = words.side()?;
            IncidentCommand::Claim { side, kind: read_kind(words, policy)?, note: words.why()? }
        }
        "rule" => {
            let number: std::num::NonZeroU32 =
                words.next(Wanted::IncidentNumber)?.parse(Wanted::IncidentNumber)?;
            // Whether the incident has that choice is asked when the command acts.
            let choice: String = words.next(Wanted::Choice)?.parse(Wanted::Choice)?;
            let played = words.optional_played(kind)?;
            IncidentCommand::Rule { number: number.get(), choice, played, why: words.why()? }
        }
        "appeal" => IncidentCommand::Appeal { side: words.side()?, why: words.why()? },
        _ => return Ok(None),
    };
    Ok(Some(Command::Incident(command)))
}

/// A kind of incident that the policy knows.
fn read_kind(words: &mut Words<'_>, policy: &Policy) -> Read<String> {
    let word = words.next(Wanted::IncidentKind)?;
    let name: String = word.parse(Wanted::IncidentKind)?;
    if policy.kind(&name).is_some() {
        return Ok(name);
    }
    Err(Slip { column: word.column, what: ScriptFault::unknown_kind(&name, policy) })
}
