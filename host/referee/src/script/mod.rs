//! A scenario's script: one command a line, each with its time.
//!
//! What is read can be written again (write.rs), so that a rehearsal made by a machine can be kept as a file.

mod adjournment_commands;
mod clock_commands;
mod ending_commands;
pub(crate) mod fault;
mod incident_commands;
mod line;
mod people_commands;
mod source;
pub(crate) mod stamp;
mod words;
pub(crate) mod write;

use clock::Instant;

use crate::adjournment::Secret;
use crate::command::{Command, Who};
use crate::document::Entry;
use crate::document::fault::{Fault, FaultKind};
use crate::policy::Policy;
use crate::script::fault::{Read, ScriptFault, Wanted};
use crate::script::line::Words;
use crate::script::source::starts;
use crate::script::words::{Word, split};
use crate::setup::{GameKind, Setup};

pub(crate) use words::Quoted;

/// What the words of a script may mean depends on the game, and on the kinds of incident that its policy knows.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    /// Which game is played.
    pub kind: GameKind,
    /// How incidents are dealt with.
    pub policy: &'a Policy,
}

impl Setup {
    /// What the words of a script may mean at this table.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary { kind: self.game.kind, policy: &self.policy }
    }
}

/// All commands that a script knows, and `end` as the last of them.
const COMMANDS: [&str; 51] = [
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
    "violation",
    "claim",
    "rule",
    "appeal",
    "summon",
    "attend",
    "arrived",
    "leave",
    "back",
    "seen",
    "talk",
    "talk-end",
    "nigiri",
    "propose-end",
    "agree-end",
    "decline-end",
    "dead",
    "play-on",
    "agree-count",
    "ask-recount",
    "concede-contest",
    "border",
    "draw-offer",
    "draw-agree",
    "draw-decline",
    "claim-draw",
    "result",
    "confirm",
    "cleared",
    "adjourn",
    "seal",
    "hand-over",
    "resume-session",
    "open-seal",
    "wrong-passphrase",
    "end",
];

/// Those that a table takes: all but the last.
const TABLE_COMMANDS: &[&str] = COMMANDS.split_at(COMMANDS.len() - 1).0;

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
    /// Words that hold a sealed move or a passphrase: a desk makes an order of them.
    Secret(Secret),
    /// The run stops here.
    End,
}

impl From<Command> for ScriptCommand {
    fn from(command: Command) -> Self {
        Self::Table(command)
    }
}

/// What stands in a text without a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A command to the table.
    Command(Command),
    /// Words that hold a sealed move or a passphrase: a desk makes an order of them.
    Secret(Secret),
}

impl Said {
    /// Who says it where nothing else is said.
    #[must_use]
    pub fn usual_giver(&self, moves_from: Who) -> Who {
        match self {
            Self::Command(command) => command.usual_giver(moves_from),
            Self::Secret(secret) => secret.usual_giver(),
        }
    }
}

impl ScriptLine {
    /// Reads one line; nothing where it is empty or a comment. `line` is its number in the file.
    ///
    /// # Errors
    /// The first word of the line that cannot be read.
    pub fn read(text: &str, line: usize, vocabulary: Vocabulary<'_>) -> Result<Option<Self>, Fault> {
        read_line(text, line, vocabulary).map_err(|slip| fault(line, slip.column, slip.what))
    }
}

impl Command {
    /// Reads a command as a script has it behind the time, and its giver if the text says `by` whom. What holds a sealed
    /// move or a passphrase is no command yet.
    ///
    /// # Errors
    /// The first word that cannot be read; its line is 1.
    pub fn read(text: &str, vocabulary: Vocabulary<'_>) -> Result<(Said, Option<Who>), Fault> {
        read_alone(text, vocabulary).map_err(|slip| fault(1, slip.column, slip.what))
    }
}

fn fault(line: usize, column: usize, what: ScriptFault) -> Fault {
    Fault { line, column, key: "script".to_owned(), what: FaultKind::Script(what) }
}

/// Reads a whole script and notes its faults in the document.
pub(crate) fn read_script(entry: &Entry<'_>, vocabulary: Vocabulary<'_>) -> Option<Vec<ScriptLine>> {
    let text = entry.text()?;
    let (mut script, mut before, mut sound) = (Vec::new(), Instant::ZERO, true);
    let mut note = |fault: Fault| {
        entry.document().note_fault(fault);
        sound = false;
    };
    for (text, start) in text.split('\n').zip(starts(entry.source(), entry.position())) {
        match ScriptLine::read(text, start.line, vocabulary) {
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

fn read_line(text: &str, line: usize, vocabulary: Vocabulary<'_>) -> Read<Option<ScriptLine>> {
    let words = split(text)?;
    let Some((first, rest)) = words.split_first() else { return Ok(None) };
    let at = first.time()?;
    let mut words = Words { rest, end: text.chars().count() + 1 };
    let by = words.giver()?;
    let name = words.next(Wanted::Command)?;
    let command = read_command(name, &mut words, vocabulary)?;
    words.finish()?;
    Ok(Some(ScriptLine { line, at, by, command }))
}

/// Reads a command that stands without a time; `end` is for scripts only.
fn read_alone(text: &str, vocabulary: Vocabulary<'_>) -> Read<(Said, Option<Who>)> {
    let all = split(text)?;
    let mut words = Words { rest: &all, end: text.chars().count() + 1 };
    let by = words.giver()?;
    let name = words.next(Wanted::Command)?;
    let said = match read_command(name, &mut words, vocabulary)? {
        ScriptCommand::Table(command) => Said::Command(command),
        ScriptCommand::Secret(secret) => Said::Secret(secret),
        ScriptCommand::End => return Err(name.unknown_command(TABLE_COMMANDS)),
    };
    words.finish()?;
    Ok((said, by))
}

/// Reads a command and what belongs to it. Each room of commands knows its own.
fn read_command(name: &Word, words: &mut Words<'_>, vocabulary: Vocabulary<'_>) -> Read<ScriptCommand> {
    if name.quoted {
        return Err(name.instead(Wanted::Command));
    }
    if name.text == "end" {
        return Ok(ScriptCommand::End);
    }
    let rooms = [clock_commands::read, incident_commands::read, people_commands::read, ending_commands::read];
    for read in rooms {
        if let Some(command) = read(name, words, vocabulary)? {
            return Ok(ScriptCommand::Table(command));
        }
    }
    match adjournment_commands::read(name, words, vocabulary)? {
        Some(command) => Ok(command),
        None => Err(name.unknown_command(&COMMANDS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as it is read, written again; or what is wrong in it.
    fn read(text: &str, kind: GameKind) -> String {
        let policy = Policy::usual(kind);
        match ScriptLine::read(text, 7, Vocabulary { kind, policy: &policy }) {
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
        let policy = Policy::usual(GameKind::Go);
        let vocabulary = Vocabulary { kind: GameKind::Go, policy: &policy };
        let read = |text| match Command::read(text, vocabulary) {
            Ok((Said::Command(command), by)) => format!("{command}, {by:?}"),
            Ok((Said::Secret(secret), by)) => format!("{secret:?}, {by:?}"),
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
        assert!(
            end.starts_with("1: unknown command end") && end.ends_with("open-seal, wrong-passphrase"),
            "{end}"
        );
    }

    #[test]
    fn where_a_line_stands_is_not_what_it_says() {
        let policy = Policy::usual(GameKind::Go);
        let vocabulary = Vocabulary { kind: GameKind::Go, policy: &policy };
        let line = |text, number| ScriptLine::read(text, number, vocabulary).unwrap();
        assert_eq!(line("0 start", 1), line("0 start", 2));
        assert_ne!(line("0 start", 1), line("1 start", 1));
    }
}
