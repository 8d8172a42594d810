//! `[voice]`, and `voice` of a table: whether it speaks, in which tongue, how loud, and when not.

use std::fmt;
use std::path::{Path, PathBuf};

use clock::Language;
use referee::GameKind;
use referee::document::{Entry, Table};

use crate::config::{path, said};
use crate::speech::{Quiet, TongueChoice, VoicePlan};

pub(super) const VOICE: &str = "{ tongue = \"zh\", volume = 80 }";

const QUIET: &str = "quiet = [\"22:00-08:00\"]";

/// Spans of the day that may be quiet.
const SPANS_MAX: usize = 16;

/// What holds for the whole hall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HallVoice {
    pub(crate) plan: VoicePlan,
    pub(crate) quiet: Quiet,
    /// A folder with the event's own recordings.
    pub(crate) recordings: Option<PathBuf>,
}

/// Reads `[voice]`; what cannot be read is noted and stays as usual.
pub(super) fn read_hall_voice(mut table: Table<'_>, folder: &Path) -> HallVoice {
    let plan = read_plan(&mut table, VoicePlan::default());
    let quiet = table.take("quiet").and_then(|entry| quiet(&entry)).unwrap_or_default();
    let recordings = table.take("recordings").and_then(|entry| recordings(&entry, folder));
    table.finish();
    HallVoice { plan, quiet, recordings }
}

/// A folder; one that is not there may come yet, what is there and none is refused.
fn recordings(entry: &Entry<'_>, folder: &Path) -> Option<PathBuf> {
    let recordings = path(entry, folder)?;
    if recordings.exists() && !recordings.is_dir() {
        let found = recordings.display();
        return said(entry, format!("expected a folder with recordings, found {found}, which is none"));
    }
    Some(recordings)
}

/// Reads a table's `voice`. In chess nothing is said unless the table itself says so.
pub(super) fn read_voice(table: Option<Table<'_>>, hall: VoicePlan, kind: GameKind) -> VoicePlan {
    let usual = VoicePlan { on: hall.on && kind != GameKind::Chess, ..hall };
    let Some(mut table) = table else { return usual };
    let plan = read_plan(&mut table, usual);
    table.finish();
    plan
}

fn read_plan(table: &mut Table<'_>, usual: VoicePlan) -> VoicePlan {
    let on = table.take("on").and_then(|entry| entry.flag()).unwrap_or(usual.on);
    let tongue =
        table.take("tongue").and_then(|entry| entry.one_of(&TongueChoice::NAMES)).unwrap_or(usual.tongue);
    let volume = table.take("volume").and_then(|entry| entry.whole(0_u8, 100)).unwrap_or(usual.volume);
    let muted = table.take("muted").and_then(|entry| entry.flag()).unwrap_or(usual.muted);
    VoicePlan { on, tongue, volume, muted }
}

fn quiet(entry: &Entry<'_>) -> Option<Quiet> {
    let entries = entry.list(QUIET)?;
    if entries.len() > SPANS_MAX {
        return said(entry, format!("expected at most {SPANS_MAX} spans, found {}", entries.len()));
    }
    let mut quiet = Quiet::default();
    for entry in &entries {
        let text = entry.text()?;
        if quiet.add(text).is_none() {
            let expected = format!(
                "expected two times of day, from 00:00 to 24:00, such as \"22:00-08:00\", found \"{text}\""
            );
            return said(entry, expected);
        }
    }
    Some(quiet)
}

/// What is configured of a voice, in words of one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct VoiceWords {
    pub(super) plan: VoicePlan,
    pub(super) language: Language,
}

impl fmt::Display for VoiceWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan: VoicePlan { on, tongue, volume, muted }, language } = *self;
        let tongue = tongue.words(language);
        match (on, muted, language) {
            (false, _, Language::English) => f.write_str("says nothing"),
            (false, _, Language::Chinese) => f.write_str("不报时"),
            (true, false, Language::English) => write!(f, "speaks {tongue}, volume {volume} %"),
            (true, false, Language::Chinese) => write!(f, "语音报时，{tongue}，音量 {volume}%"),
            (true, true, Language::English) => {
                write!(f, "speaks {tongue}, volume {volume} %, muted until an arbiter lets it speak")
            }
            (true, true, Language::Chinese) => {
                write!(f, "语音报时，{tongue}，音量 {volume}%，静音，由裁判员打开")
            }
        }
    }
}

/// What is configured for the whole hall, in words of one language; nothing where it is as usual.
#[derive(Clone, Copy, Debug)]
pub(super) struct HallVoiceWords<'a> {
    pub(super) voice: &'a HallVoice,
    pub(super) language: Language,
}

impl fmt::Display for HallVoiceWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { voice: HallVoice { plan, quiet, recordings }, language } = *self;
        if *plan != VoicePlan::default() {
            let words = VoiceWords { plan: *plan, language };
            match language {
                Language::English => writeln!(f, "voice: {words}; in chess only where a table says so")?,
                Language::Chinese => writeln!(f, "语音：{words}；国际象棋须在该桌写明")?,
            }
        }
        if !quiet.is_empty() {
            match language {
                Language::English => writeln!(f, "quiet hours, in which no table speaks: {quiet}")?,
                Language::Chinese => writeln!(f, "安静时段（各桌均不报时）：{quiet}")?,
            }
        }
        match (recordings, language) {
            (None, _) => Ok(()),
            (Some(folder), Language::English) => writeln!(f, "own recordings: {}", folder.display()),
            (Some(folder), Language::Chinese) => writeln!(f, "自备录音：{}", folder.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const HALL: &str =
        "[voice]\ntongue = \"zh\"\nvolume = 60\nquiet = [\"22:00-08:00\"]\nrecordings = \"own\"\n";
    const TABLES: &str = "[[table]]\nnumber = 1\ncontrol = \"1h\"\n[[table]]\nnumber = 2\ncontrol = \"1h\"\nkind = \"chess\"\n\
                          [[table]]\nnumber = 3\ncontrol = \"1h\"\nkind = \"chess\"\nvoice = { on = true, tongue = \"tones\", muted = true }\n";

    #[test]
    fn a_table_speaks_as_the_hall_does_and_in_chess_only_where_it_says_so() {
        let config = Config::read(&format!("{HALL}{TABLES}"), Path::new("/etc")).unwrap();
        let zh = TongueChoice::Words(voice::Tongue::Chinese);
        let plan = |on, tongue, muted| VoicePlan { on, tongue, volume: 60, muted };
        let plans: Vec<VoicePlan> = config.tables.iter().map(|table| table.voice).collect();
        assert_eq!(
            plans,
            [plan(true, zh, false), plan(false, zh, false), plan(true, TongueChoice::Tones, true)]
        );
        assert_eq!(config.voice.recordings.as_deref(), Some(Path::new("/etc/own")));
        let english = config.words(Language::English).to_string();
        for said in [
            "voice: speaks in Chinese, volume 60 %; in chess only where a table says so\n",
            "quiet hours, in which no table speaks: 22:00-08:00\nown recordings: /etc/own\n",
            "  voice: speaks in tones, volume 60 %, muted until an arbiter lets it speak\n",
        ] {
            assert!(english.contains(said), "{english}");
        }
        let chinese = config.words(Language::Chinese).to_string();
        for said in [
            "语音：语音报时，用中文，音量 60%；国际象棋须在该桌写明\n",
            "安静时段（各桌均不报时）：22:00-08:00\n",
        ] {
            assert!(chinese.contains(said), "{chinese}");
        }
    }

    #[test]
    fn faults_are_told_with_line_and_key() {
        let text = "[voice]\ntongue = \"fr\"\nvolume = 101\nquiet = [\"22-8\"]\nrecordings = \"/etc/passwd\"\n[[table]]\nnumber = 1\ncontrol = \"1h\"\n\
                    voice.loud = true\n";
        let found: Vec<String> =
            Config::read(text, Path::new("")).unwrap_err().iter().map(ToString::to_string).collect();
        let begins = [
            "line 2: voice.tongue: expected one of auto, zh, en, ja, ko, tones, found \"fr\"",
            "line 3: voice.volume: expected a whole number from 0 to 100",
            "line 4: voice.quiet.1: expected two times of day, from 00:00 to 24:00, such as \"22:00-08:00\", found \"22-8\"",
            "line 5: voice.recordings: expected a folder with recordings, found /etc/passwd, which is none",
            "line 9: table.1.voice.loud: unknown key",
        ];
        assert_eq!(found.len(), begins.len(), "{found:#?}");
        for (found, begin) in found.iter().zip(begins) {
            assert!(found.starts_with(begin), "{begin}: {found}");
        }
    }
}
