//! Commands about an adjournment, and the secrets that belong to them.

use zeroize::Zeroizing;

use crate::adjournment::{AdjournmentCommand, Salt, SealOpening, Secret, check_written};
use crate::command::{Command, Played};
use crate::script::fault::{Read, ScriptFault, Slip, Wanted};
use crate::script::line::Words;
use crate::script::words::Word;
use crate::script::{ScriptCommand, Vocabulary, stamp};
use crate::setup::GameKind;

/// Reads a command if it is one of these.
pub(super) fn read(
    name: &Word,
    words: &mut Words<'_>,
    Vocabulary { kind, .. }: Vocabulary<'_>,
) -> Read<Option<ScriptCommand>> {
    let command = match name.text.as_str() {
        "adjourn" => AdjournmentCommand::Adjourn { until: until(words)? },
        "hand-over" => AdjournmentCommand::HandOver,
        "resume-session" => AdjournmentCommand::ResumeSession,
        "wrong-passphrase" => AdjournmentCommand::WrongPassphrase,
        "seal" => return seal(words, kind).map(|secret| Some(ScriptCommand::Secret(secret))),
        "open-seal" => return open(words, kind).map(Some),
        _ => return Ok(None),
    };
    Ok(Some(ScriptCommand::Table(Command::Adjournment(command))))
}

/// `until TIME`, where it stands there.
fn until(words: &mut Words<'_>) -> Read<Option<clock::Instant>> {
    if words.rest.is_empty() {
        return Ok(None);
    }
    let word = words.next(Wanted::End)?;
    if !word.is("until") {
        return Err(word.instead(Wanted::Until));
    }
    let time = words.next(Wanted::Time)?;
    stamp::parse(&time.text).filter(|_| !time.quoted).map(Some).ok_or_else(|| time.instead(Wanted::Time))
}

fn seal(words: &mut Words<'_>, kind: GameKind) -> Read<Secret> {
    let side = words.side()?;
    let written = written(words.next(Wanted::SealedMove)?, kind)?;
    let mut passphrase = None;
    while let [word, rest @ ..] = words.rest {
        let Some(found) = value(word, "passphrase") else { break };
        once(&mut passphrase, Zeroizing::new(found.to_owned()), "passphrase", word)?;
        words.rest = rest;
    }
    Ok(Secret::Seal { side, written, passphrase })
}

fn open(words: &mut Words<'_>, kind: GameKind) -> Read<ScriptCommand> {
    let (mut passphrase, mut salt, mut typed): (_, Option<Salt>, _) = (None, None, None);
    let mut without = None;
    while let [word, rest @ ..] = words.rest {
        if let Some(found) = value(word, "passphrase") {
            once(&mut passphrase, Zeroizing::new(found.to_owned()), "passphrase", word)?;
        } else if let Some(found) = value(word, "salt") {
            once(&mut salt, found.parse().map_err(|_| word.instead(Wanted::Salt))?, "salt", word)?;
        } else if typed.is_some() || without.is_some() {
            return Err(word.instead(Wanted::End));
        } else if word.is("unreadable") {
            without = Some((SealOpening::Unreadable, word));
        } else if word.is("lost") {
            without = Some((SealOpening::Lost, word));
        } else {
            typed = Some(written(word, kind)?);
        }
        words.rest = rest;
    }
    let opening = match (without, passphrase.is_some() || salt.is_some()) {
        (Some((opening, _)), false) => Some(opening),
        (Some((_, word)), true) => return Err(word.instead(Wanted::End)),
        (None, _) => None,
    };
    let secret = Secret::Open { passphrase, typed, salt };
    Ok(match (opening, &secret) {
        (Some(opening), _) => opened(opening),
        (None, Secret::Open { passphrase: None, .. }) => match secret.typed() {
            Some(typed) => ScriptCommand::Table(Command::Adjournment(typed)),
            None => ScriptCommand::Secret(secret),
        },
        (None, Secret::Open { .. } | Secret::Seal { .. }) => ScriptCommand::Secret(secret),
    })
}

const fn opened(opening: SealOpening) -> ScriptCommand {
    ScriptCommand::Table(Command::Adjournment(AdjournmentCommand::OpenSeal { opening }))
}

/// The value of `key=value`.
fn value<'a>(word: &'a Word, key: &str) -> Option<&'a str> {
    let (found, value) = word.text.split_once('=').filter(|_| !word.quoted)?;
    (found == key).then_some(value)
}

/// Takes a value that may stand once.
fn once<T>(place: &mut Option<T>, value: T, key: &'static str, word: &Word) -> Read<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Slip { column: word.column, what: ScriptFault::Twice(key) }),
    }
}

/// What is sealed: a move, `pass`, `resign`, or any text in quotes; a point as points are written.
fn written(word: &Word, kind: GameKind) -> Read<Zeroizing<String>> {
    let text = match word.played(kind) {
        _ if word.quoted || word.is("resign") => word.text.clone(),
        Ok(Played::Unknown) | Err(_) => return Err(word.instead(Wanted::SealedMove)),
        Ok(played) => played.to_string(),
    };
    check_written(&text).map_err(|_| word.instead(Wanted::SealedMove))?;
    Ok(Zeroizing::new(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::script::ScriptLine;

    /// A line as it is read, written again; or what is wrong in it.
    fn read(text: &str, kind: GameKind) -> String {
        let policy = Policy::usual(kind);
        match ScriptLine::read(text, 1, Vocabulary { kind, policy: &policy }) {
            Ok(line) => line.map(|line| line.to_string()).unwrap_or_default(),
            Err(fault) => format!("{}: {}", fault.column, fault.what),
        }
    }

    const SALT: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn lines_are_read() {
        for (text, written) in [
            ("0 adjourn", "0 adjourn"),
            ("0 adjourn until 3:00:00 by chief", "0 adjourn until 3:00:00 by chief"),
            ("0 seal black q16", "0 seal black \"Q16\""),
            ("0 seal white pass passphrase=plum", "0 seal white \"pass\" passphrase=\"plum\""),
            (
                "0 seal white resign passphrase=\"two words\" by white",
                "0 seal white \"resign\" passphrase=\"two words\" by white",
            ),
            ("0 seal black \"the point \\\"below\\\"\"", "0 seal black \"the point \\\"below\\\"\""),
            ("0 hand-over by black", "0 hand-over by black"),
            ("0 resume-session", "0 resume-session"),
            ("0 open-seal", "0 open-seal"),
            ("0 open-seal unreadable", "0 open-seal unreadable"),
            ("0 open-seal lost", "0 open-seal lost"),
            ("0 open-seal \"lost\"", "0 open-seal \"lost\""),
            ("0 open-seal d4", "0 open-seal \"D4\""),
            ("0 open-seal D4 passphrase=\"two words\" ", "0 open-seal passphrase=\"two words\" \"D4\""),
            ("0 wrong-passphrase", "0 wrong-passphrase"),
        ] {
            assert_eq!(read(text, GameKind::Go), written, "{text}");
        }
        let salted = format!("0 open-seal salt={SALT} \"D4\"");
        assert_eq!(read(&format!("0 open-seal salt={SALT} d4"), GameKind::Go), salted);
        assert_eq!(read("0 seal black Nbd7", GameKind::Chess), "0 seal black \"Nbd7\"");
        assert_eq!(read("0 seal black \"any\"", GameKind::Clock), "0 seal black \"any\"");
    }

    #[test]
    fn other_lines_are_faults() {
        let sealed = "expected the sealed move: a move, pass, resign, or 1 to 64 characters in quotes";
        for (text, fault) in [
            ("0 adjourn 3:00", "11: expected until and a time, or the end of the line, found 3:00"),
            (
                "0 adjourn until",
                "16: expected a time: seconds, m:ss or h:mm:ss, with up to six decimals, found the end of the line",
            ),
            ("0 seal black", &format!("13: {sealed}, found the end of the line")),
            ("0 seal black unknown", &format!("14: {sealed}, found unknown")),
            ("0 seal black \"\"", &format!("14: {sealed}, found \"\"")),
            ("0 seal black D4 D5", "17: expected the end of the line, found D5"),
            ("0 seal black D4 passphrase=a passphrase=b", "30: passphrase stands twice"),
            (
                "0 open-seal salt=12",
                "13: expected a salt of 32 hex digits such as salt=00112233445566778899aabbccddeeff, found salt=…",
            ),
            ("0 open-seal D4 lost", "16: expected the end of the line, found lost"),
            ("0 open-seal lost passphrase=x", "13: expected the end of the line, found lost"),
            ("0 hand-over passphrase=x", "13: expected the end of the line, found passphrase=…"),
        ] {
            assert_eq!(read(text, GameKind::Go), fault, "{text}");
        }
    }

    #[test]
    fn nothing_secret_is_shown() {
        let policy = Policy::usual(GameKind::Go);
        let vocabulary = Vocabulary { kind: GameKind::Go, policy: &policy };
        for text in ["0 seal black Q16 passphrase=plum", "0 open-seal passphrase=plum Q16", "0 open-seal Q16"]
        {
            let line = ScriptLine::read(text, 1, vocabulary).unwrap().unwrap();
            let shown = format!("{line:?}");
            assert!(!shown.contains("Q16") && !shown.contains("plum"), "{shown}");
        }
    }
}
