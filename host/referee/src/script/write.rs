//! Script lines written so that they read back equal.

use std::fmt;

use clock::Setting;

use crate::adjournment::Written;
use crate::command::Command;
use crate::script::stamp::Stamp;
use crate::script::words::Quoted;
use crate::script::{ScriptCommand, ScriptLine};

impl fmt::Display for ScriptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Stamp(self.at), self.command)?;
        self.by.map_or(Ok(()), |who| write!(f, " by {who}"))
    }
}

impl fmt::Display for ScriptCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(command) => command.fmt(f),
            Self::Secret(secret) => Written(secret).fmt(f),
            Self::End => f.write_str("end"),
        }
    }
}

/// As a script writes it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { side: None } => write!(f, "start"),
            Self::Start { side: Some(side) } => write!(f, "start {side}"),
            Self::Press { side } => write!(f, "press {side}"),
            Self::Pause { why } => write!(f, "pause{}", Why(why)),
            Self::Resume => write!(f, "resume"),
            Self::Move { side, played } => write!(f, "move {side} {played}"),
            Self::TakeBack { side } => write!(f, "take-back {side}"),
            Self::Correct { number, played } => write!(f, "correct {number} {played}"),
            Self::Set { side, setting, why } => {
                write!(f, "set {side}")?;
                write_setting(f, setting)?;
                write!(f, "{}", Why(why))
            }
            Self::Add { side, amount, why } => write!(f, "add {side} +{amount}{}", Why(why)),
            Self::Subtract { side, amount, why } => write!(f, "add {side} -{amount}{}", Why(why)),
            Self::Turn { side, why } => write!(f, "turn {side}{}", Why(why)),
            Self::SwapSides { why } => write!(f, "swap-sides{}", Why(why)),
            Self::Recount { side, elapsed, why } => write!(f, "recount {side} elapsed={elapsed}{}", Why(why)),
            Self::Query { side } => write!(f, "query {side}"),
            Self::VoidFlag { why } => write!(f, "void-flag{}", Why(why)),
            Self::Resign { side } => write!(f, "resign {side}"),
            Self::Incident(command) => command.fmt(f),
            Self::People(command) => command.fmt(f),
            Self::Ending(command) => command.fmt(f),
            Self::Adjournment(command) => command.fmt(f),
        }
    }
}

fn write_setting(f: &mut fmt::Formatter<'_>, setting: &Setting) -> fmt::Result {
    let lengths = [
        ("main", setting.main),
        ("period", setting.period),
        ("unit", setting.unit),
        ("section", setting.section),
        ("block", setting.block),
        ("hourglass", setting.hourglass),
    ];
    let counts =
        [("periods", setting.periods), ("moves", setting.moves), ("stage", setting.stage.map(u16::from))];
    for (key, length) in lengths {
        length.map_or(Ok(()), |length| write!(f, " {key}={length}"))?;
    }
    for (key, count) in counts {
        count.map_or(Ok(()), |count| write!(f, " {key}={count}"))?;
    }
    Ok(())
}

/// A reason behind a command, with the space in front of it.
struct Why<'a>(&'a Option<String>);

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |why| write!(f, " {}", Quoted(why)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::adjournment::{AdjournmentCommand, Salt, SealOpening, Secret};
    use crate::command::{Played, Who};
    use crate::policy::Policy;
    use crate::script::Vocabulary;
    use crate::setup::GameKind;
    use clock::{Duration, Instant, Side};
    use proptest::option::of;
    use proptest::prelude::*;
    use zeroize::Zeroizing;

    fn side() -> impl Strategy<Value = Side> {
        prop_oneof![Just(Side::Black), Just(Side::White)]
    }

    fn length() -> impl Strategy<Value = Duration> {
        prop_oneof![
            (0_u64..10_000).prop_map(Duration::from_secs),
            any::<u64>().prop_map(|micros| Duration::from_micros(micros % 10_000_000_000_000)),
        ]
    }

    fn why() -> impl Strategy<Value = Option<String>> {
        of(prop_oneof!["[a-z\"\\\\# 长]{0,12}", "[^\n\r]{0,12}"])
    }

    fn played() -> impl Strategy<Value = Played> {
        prop_oneof!["[A-HJ-Z][1-9][0-9]?".prop_map(Played::At), Just(Played::Pass), Just(Played::Unknown)]
    }

    fn setting() -> impl Strategy<Value = Setting> {
        let lengths = (of(length()), of(length()), of(length()), of(length()), of(length()), of(length()));
        (lengths, of(any::<u16>()), of(any::<u16>()), any::<u8>()).prop_map(
            |(lengths, periods, moves, stage)| {
                let (main, period, unit, section, block, hourglass) = lengths;
                Setting { main, period, unit, section, block, hourglass, periods, moves, stage: Some(stage) }
            },
        )
    }

    fn command() -> impl Strategy<Value = ScriptCommand> {
        let commands = prop_oneof![
            of(side()).prop_map(|side| Command::Start { side }),
            side().prop_map(|side| Command::Press { side }),
            why().prop_map(|why| Command::Pause { why }),
            Just(Command::Resume),
            (side(), played()).prop_map(|(side, played)| Command::Move { side, played }),
            side().prop_map(|side| Command::TakeBack { side }),
            (1..u32::MAX, played()).prop_map(|(number, played)| Command::Correct { number, played }),
            (side(), setting(), why()).prop_map(|(side, setting, why)| Command::Set { side, setting, why }),
            (side(), length(), why()).prop_map(|(side, amount, why)| Command::Add { side, amount, why }),
            (side(), length(), why()).prop_map(|(side, amount, why)| Command::Subtract { side, amount, why }),
            (side(), why()).prop_map(|(side, why)| Command::Turn { side, why }),
            why().prop_map(|why| Command::SwapSides { why }),
            (side(), length(), why()).prop_map(|(side, elapsed, why)| Command::Recount {
                side,
                elapsed,
                why
            }),
            side().prop_map(|side| Command::Query { side }),
            why().prop_map(|why| Command::VoidFlag { why }),
            side().prop_map(|side| Command::Resign { side }),
        ];
        prop_oneof![
            20 => commands.prop_map(ScriptCommand::Table),
            4 => adjournment(),
            1 => Just(ScriptCommand::End)
        ]
    }

    fn secret_text() -> impl Strategy<Value = Zeroizing<String>> {
        prop_oneof!["[A-HJ-Z][1-9]", Just("resign".to_owned()), "[a-z\"\\\\#= 长]{1,12}x"]
            .prop_map(Zeroizing::new)
    }

    fn adjournment() -> impl Strategy<Value = ScriptCommand> {
        let salt = || of(any::<[u8; 16]>().prop_map(Salt::from_bytes));
        let open = (of(secret_text()), of(secret_text()), salt())
            .prop_filter("else it is a command", |(passphrase, typed, _)| {
                passphrase.is_some() || typed.is_none()
            })
            .prop_map(|(passphrase, typed, salt)| {
                ScriptCommand::Secret(Secret::Open { passphrase, typed, salt })
            });
        let typed = (secret_text(), salt()).prop_map(|(written, salt)| AdjournmentCommand::OpenSeal {
            opening: SealOpening::Typed { written: written.to_string(), salt },
        });
        let commands = prop_oneof![
            of(any::<u64>()).prop_map(|until| AdjournmentCommand::Adjourn {
                until: until.map(|micros| Instant::from_micros(micros % 100_000_000_000)),
            }),
            Just(AdjournmentCommand::HandOver),
            Just(AdjournmentCommand::ResumeSession),
            Just(AdjournmentCommand::OpenSeal { opening: SealOpening::Lost }),
            typed,
        ];
        prop_oneof![
            commands.prop_map(|command| ScriptCommand::Table(Command::Adjournment(command))),
            (side(), secret_text(), of(secret_text())).prop_map(|(side, written, passphrase)| {
                ScriptCommand::Secret(Secret::Seal { side, written, passphrase })
            }),
            open,
        ]
    }

    fn who() -> impl Strategy<Value = Who> {
        prop_oneof![
            Just(Who::Black),
            Just(Who::Both),
            Just(Who::Recorder),
            Just(Who::Sensor),
            Just(Who::Chief)
        ]
    }

    /// Any script line of a game of Go that can be written.
    pub(crate) fn line() -> impl Strategy<Value = ScriptLine> {
        (any::<u64>(), of(who()), command()).prop_map(|(at, by, command)| {
            let at = Instant::from_micros(at % 100_000_000_000);
            ScriptLine { line: 1, at, by, command }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_equal(line in line()) {
            let text = line.to_string();
            let policy = Policy::usual(GameKind::Go);
            let vocabulary = Vocabulary { kind: GameKind::Go, policy: &policy };
            prop_assert_eq!(ScriptLine::read(&text, 1, vocabulary), Ok(Some(line)), "{}", text);
        }

        #[test]
        fn no_line_makes_the_reader_panic(text in "\\PC*|[0-9:. \"\\\\#a-z=+-]{0,40}|0 [a-z-]{0,9} (black )?[ -~]{0,12}") {
            for kind in [GameKind::Go, GameKind::Chess, GameKind::Clock] {
                let policy = Policy::usual(kind);
                let vocabulary = Vocabulary { kind, policy: &policy };
                if let Ok(Some(line)) = ScriptLine::read(&text, 1, vocabulary) {
                    prop_assert_eq!(ScriptLine::read(&line.to_string(), 1, vocabulary), Ok(Some(line)));
                }
            }
        }
    }
}
