//! A scenario's script: one command a line, each with its time.
//!
//! What is read can be written again (write.rs), so that a rehearsal made by a machine can be kept as a file.

pub(crate) mod fault;
mod source;
pub(crate) mod stamp;
mod words;
pub(crate) mod write;

use clock::{Instant, Setting, Side};

use crate::command::{Command, Played, Who};
use crate::document::Entry;
use crate::document::fault::{Fault, FaultKind};
use crate::script::fault::{Read, ScriptFault, Slip, Wanted};
use crate::script::source::starts;
use crate::script::words::{Word, side, split};
use crate::setup::GameKind;

/// All commands that a script knows.
const COMMANDS: [&str; 16] = [
    "start",
    "press",
    "pause",
    "resume",
    "move",
    "take-back",
    "correct",
    "set",
    "add",
    "turn",
    "swap-sides",
    "query",
    "recount",
    "void-flag",
    "resign",
    "end",
];

/// Those that a table takes: all but the last.
const TABLE_COMMANDS: &[&str] = COMMANDS.split_at(COMMANDS.len() - 1).0;

/// The parts of a reading that `set` knows.
const PARTS: [&str; 9] =
    ["main", "period", "unit", "section", "block", "hourglass", "periods", "moves", "stage"];

/// One line of a script. Where it stands in its file is not part of what it says: lines that differ in that
/// alone are equal.
#[derive(Clone, Debug, Eq)]
pub struct ScriptLine {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// When.
    pub at: Instant,
    /// Who, if the line says so; else [`Command::usual_giver`].
    pub by: Option<Who>,
    /// What.
    pub command: ScriptCommand,
}

impl PartialEq for ScriptLine {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.by, &self.command) == (other.at, other.by, &other.command)
    }
}

/// What a script line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptCommand {
    /// A command to the table.
    Table(Command),
    /// The run stops here.
    End,
}

impl From<Command> for ScriptCommand {
    fn from(command: Command) -> Self {
        Self::Table(command)
    }
}

impl ScriptLine {
    /// Reads one line; nothing where it is empty or a comment. `line` is its number in the file.
    ///
    /// # Errors
    /// The first word of the line that cannot be read.
    pub fn read(text: &str, line: usize, kind: GameKind) -> Result<Option<Self>, Fault> {
        read_line(text, line, kind).map_err(|slip| fault(line, slip.column, slip.what))
    }
}

impl Command {
    /// Reads a command as a script has it behind the time, and its giver if the text says `by` whom.
    ///
    /// # Errors
    /// The first word that cannot be read; its line is 1.
    pub fn read(text: &str, kind: GameKind) -> Result<(Self, Option<Who>), Fault> {
        read_alone(text, kind).map_err(|slip| fault(1, slip.column, slip.what))
    }
}

fn fault(line: usize, column: usize, what: ScriptFault) -> Fault {
    Fault { line, column, key: "script".to_owned(), what: FaultKind::Script(what) }
}

/// Reads a whole script and notes its faults in the document.
pub(crate) fn read_script(entry: &Entry<'_>, kind: GameKind) -> Option<Vec<ScriptLine>> {
    let text = entry.text()?;
    let (mut script, mut before, mut sound) = (Vec::new(), Instant::ZERO, true);
    let mut note = |fault: Fault| {
        entry.document().note_fault(fault);
        sound = false;
    };
    for (text, start) in text.split('\n').zip(starts(entry.source(), entry.position())) {
        match ScriptLine::read(text, start.line, kind) {
            Ok(None) => {}
            Ok(Some(line)) if line.at < before => {
                note(fault(start.line, start.column, ScriptFault::Backwards { at: line.at, before }));
            }
            Ok(Some(line)) => {
                before = line.at;
                script.push(line);
            }
            Err(fault) => note(Fault { column: fault.column + start.column - 1, ..fault }),
        }
    }
    sound.then_some(script)
}

fn read_line(text: &str, line: usize, kind: GameKind) -> Read<Option<ScriptLine>> {
    let words = split(text)?;
    let Some((first, rest)) = words.split_first() else { return Ok(None) };
    let at = first.time()?;
    let mut words = Words { rest, end: text.chars().count() + 1 };
    let by = words.giver()?;
    let name = words.next(Wanted::Command)?;
    let command = read_command(name, &mut words, kind)?;
    words.finish()?;
    Ok(Some(ScriptLine { line, at, by, command }))
}

/// Reads a command that stands without a time; `end` is for scripts only.
fn read_alone(text: &str, kind: GameKind) -> Read<(Command, Option<Who>)> {
    let all = split(text)?;
    let mut words = Words { rest: &all, end: text.chars().count() + 1 };
    let by = words.giver()?;
    let name = words.next(Wanted::Command)?;
    let ScriptCommand::Table(command) = read_command(name, &mut words, kind)? else {
        return Err(name.unknown_command(TABLE_COMMANDS));
    };
    words.finish()?;
    Ok((command, by))
}

/// The words of a line that are not read yet.
struct Words<'a> {
    rest: &'a [Word],
    end: usize,
}

impl<'a> Words<'a> {
    /// Takes `by WHO` off the end of the line.
    fn giver(&mut self) -> Read<Option<Who>> {
        match self.rest {
            [rest @ .., by, who] if by.is("by") => {
                self.rest = rest;
                who.who().map(Some)
            }
            [.., by] if by.is("by") => Err(Slip::missing(self.end, Wanted::Who)),
            _ => Ok(None),
        }
    }

    /// Makes sure that nothing more stands in the line.
    fn finish(&self) -> Read<()> {
        self.rest.first().map_or(Ok(()), |word| Err(word.instead(Wanted::End)))
    }

    fn next(&mut self, wanted: Wanted) -> Read<&'a Word> {
        let (word, rest) = self.rest.split_first().ok_or(Slip::missing(self.end, wanted))?;
        self.rest = rest;
        Ok(word)
    }

    fn side(&mut self) -> Read<Side> {
        side(self.next(Wanted::Side)?)
    }

    fn optional_side(&mut self) -> Read<Option<Side>> {
        if self.rest.is_empty() { Ok(None) } else { self.side().map(Some) }
    }

    fn played(&mut self, kind: GameKind) -> Read<Played> {
        self.next(if kind == GameKind::Chess { Wanted::ChessMove } else { Wanted::Point })?.played(kind)
    }

    /// A reason in quotes at the end of the line.
    fn why(&mut self) -> Read<Option<String>> {
        match self.rest {
            [] => Ok(None),
            [word, rest @ ..] if word.quoted => {
                self.rest = rest;
                Ok(Some(word.text.clone()))
            }
            [word, ..] => Err(word.instead(Wanted::Reason)),
        }
    }

    /// `key=value` as often as it comes, at least once.
    fn setting(&mut self) -> Read<Setting> {
        let mut setting = Setting::default();
        set_part(&mut setting, self.next(Wanted::Setting)?)?;
        while let [word, rest @ ..] = self.rest
            && !word.quoted
        {
            set_part(&mut setting, word)?;
            self.rest = rest;
        }
        Ok(setting)
    }
}

fn set_part(setting: &mut Setting, word: &Word) -> Read<()> {
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

fn read_command(name: &Word, words: &mut Words<'_>, kind: GameKind) -> Read<ScriptCommand> {
    if name.quoted {
        return Err(name.instead(Wanted::Command));
    }
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
        "end" => return Ok(ScriptCommand::End),
        _ => return Err(name.unknown_command(&COMMANDS)),
    };
    Ok(ScriptCommand::Table(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as it is read, written again; or what is wrong in it.
    fn read(text: &str, kind: GameKind) -> String {
        match ScriptLine::read(text, 7, kind) {
            Ok(line) => line.map(|line| line.to_string()).unwrap_or_default(),
            Err(fault) => format!("{}: {}", fault.column, fault.what),
        }
    }

    #[test]
    fn lines_are_read() {
        for (text, written) in [
            ("# time  command", ""),
            ("", ""),
            ("0       start", "0 start"),
            ("0 start white by chief", "0 start white by chief"),
            ("12.345  move black q16", "12.345 move black Q16"),
            ("5 move white unknown by sensor", "5 move white unknown by sensor"),
            ("12.900  press black", "12.9 press black"),
            ("1:05.5  pause \"fire alarm\"", "1:05.5 pause \"fire alarm\""),
            ("120    resume  # again", "2:00 resume"),
            ("3 take-back black", "3 take-back black"),
            ("3 correct 57 d4", "3 correct 57 D4"),
            (
                "4 set white main=5m periods=3 period=20s moves=4 stage=2 \"by hand\" by arbiter",
                "4 set white main=5m period=20s periods=3 moves=4 stage=2 \"by hand\" by arbiter",
            ),
            ("4 add black +2m", "4 add black +2m"),
            ("4 add black -30s \"too much\"", "4 add black -30s \"too much\""),
            ("5 turn white", "5 turn white"),
            ("5 swap-sides \"wrong way\"", "5 swap-sides \"wrong way\""),
            ("6 query black", "6 query black"),
            ("6 recount black elapsed=40", "6 recount black elapsed=40s"),
            ("7 void-flag \"late press\"", "7 void-flag \"late press\""),
            ("8 resign white", "8 resign white"),
            ("9 end", "9 end"),
        ] {
            assert_eq!(read(text, GameKind::Go), written, "{text}");
        }
    }

    #[test]
    fn other_lines_are_faults() {
        let point = "expected a point such as Q16 (letters without I), pass or unknown";
        for (text, fault) in [
            ("start", "1: expected a time: seconds, m:ss or h:mm:ss, with up to six decimals, found start"),
            ("5", "2: expected a command, found the end of the line"),
            ("0 press", "8: expected a side, black or white, found the end of the line"),
            ("0 press blak", "9: expected a side, black or white, found blak"),
            ("0 press \"black\"", "9: expected a side, black or white, found \"black\""),
            ("0 resume now", "10: expected the end of the line, found now"),
            ("0 pause fire", "9: expected a reason in quotes, or the end of the line, found fire"),
            (
                "0 pause \"fire",
                "9: the text in quotes does not end, or has a backslash before something other than \" and \\",
            ),
            ("0 move black I5", &format!("14: {point}, found I5")),
            ("0 correct 0 D4", "11: expected a move's number, counted from 1, found 0"),
            (
                "0 press black by",
                "17: expected black, white, both, recorder, sensor, arbiter or chief behind by, found the end of the line",
            ),
            (
                "0 press black by clock",
                "18: expected black, white, both, recorder, sensor, arbiter or chief behind by, found clock",
            ),
            (
                "0 set black",
                "12: expected a part of the reading such as main=5m or periods=3, found the end of the line",
            ),
            (
                "0 set black main",
                "13: expected a part of the reading such as main=5m or periods=3, found main",
            ),
            ("0 set black main=5", "13: expected a length of time such as 5m, 90s or 1h30m, found main=5"),
            ("0 set black stage=256", "13: expected a whole number from 0 to 255, found stage=256"),
            ("0 set black main=5m main=6m", "21: main stands twice"),
            (
                "0 set black perods=3",
                "13: unknown part of a reading perods: did you mean periods? known here: main, period, unit, section, block, hourglass, periods, moves, stage",
            ),
            ("0 add black 2m", "13: expected an amount of time such as +2m or -30s, found 2m"),
            ("0 recount black 40", "17: expected the seconds used such as elapsed=40, found 40"),
        ] {
            assert_eq!(read(text, GameKind::Go), fault, "{text}");
        }
        assert!(read("0 strat", GameKind::Go).starts_with("3: unknown command strat: did you mean start?"));
        assert!(
            read("0 dance", GameKind::Go).starts_with("3: unknown command dance: known here: start, press")
        );
        assert_eq!(read("0 move black D4", GameKind::Clock), "3: there are no moves in a game of kind clock");
    }

    #[test]
    fn commands_are_read_without_a_time() {
        let read = |text| match Command::read(text, GameKind::Go) {
            Ok((command, by)) => format!("{command}, {by:?}"),
            Err(fault) => format!("{}: {}", fault.column, fault.what),
        };
        for (text, expected) in [
            ("press black", "press black, None"),
            ("move white d4 by recorder", "move white D4, Some(Recorder)"),
            ("pause \"fire alarm\" by chief  # all out", "pause \"fire alarm\", Some(Chief)"),
            ("", "1: expected a command, found the end of the line"),
            ("press", "6: expected a side, black or white, found the end of the line"),
            ("press black now", "13: expected the end of the line, found now"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert!(read("5 press black").starts_with("1: unknown command 5: known here: start, press"));
        let end = read("end");
        assert!(end.starts_with("1: unknown command end") && end.ends_with("void-flag, resign"), "{end}");
    }

    #[test]
    fn where_a_line_stands_is_not_what_it_says() {
        let line = |number| ScriptLine::read("0 start", number, GameKind::Go).unwrap();
        assert_eq!(line(1), line(2));
        assert_ne!(line(1), ScriptLine::read("1 start", 1, GameKind::Go).unwrap());
    }
}
