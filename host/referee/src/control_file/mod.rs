//! A file of a time control, such as those in `config/controls`: its names, where it comes from, the control.

mod draft;
pub(crate) mod table;
pub(crate) mod write;

use clock::Control;

use crate::control_file::table::read_control;
use crate::document::Document;
use crate::document::fault::Fault;

const NAME: &str = "{ en = \"…\", zh = \"…\" }";

/// A control's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlName {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// A time control as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlFile {
    /// Its name, which a control that is only tried out need not have.
    pub name: Option<ControlName>,
    /// Where it comes from, such as a rule book's article.
    pub source: Option<String>,
    /// The control.
    pub control: Control,
}

impl ControlFile {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let read = read(&document);
        document.finish(read)
    }
}

fn read(document: &Document<'_>) -> Option<ControlFile> {
    let mut root = document.root();
    let name = root.take("name").and_then(|entry| {
        let mut table = entry.table(NAME)?;
        let en = table.require("en", "en = \"…\"").and_then(|entry| entry.text());
        let zh = table.require("zh", "zh = \"…\"").and_then(|entry| entry.text());
        table.finish();
        Some(ControlName { en: en?.to_owned(), zh: zh?.to_owned() })
    });
    let source = root.take("source").and_then(|entry| entry.text().map(str::to_owned));
    let control = root.require("control", "a table [control]").and_then(|entry| read_control(&entry));
    root.finish();
    Some(ControlFile { name, source, control: control? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Bonus, Count, Duration, Overtime, Side, Stage};

    /// The control of a `[control]` table, or its faults.
    fn read(control: &str) -> Result<Control, String> {
        let text = format!("# A file without a name.\n[control]\n{control}\n");
        let join = |faults: Vec<Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        ControlFile::read(&text).map(|file| file.control).map_err(join)
    }

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn every_overtime_is_read() {
        for (text, expected) in [
            ("{ kind = \"none\" }", Overtime::None),
            (
                "{ kind = \"byoyomi\", periods = 5, period = \"30s\" }",
                Overtime::Byoyomi { periods: 5, period: secs(30) },
            ),
            (
                "{ kind = \"reserve\", reserve = \"5m\", period = \"60s\" }",
                Overtime::Reserve { reserve: secs(300), period: secs(60) },
            ),
            (
                "{ kind = \"canadian\", moves = 15, time = \"10m\", carry_over = true }",
                Overtime::Canadian { moves: 15, time: secs(600), carry_over: true },
            ),
            (
                "{ kind = \"ing\", periods = 3, period = \"10m\", penalty = 2 }",
                Overtime::Ing { periods: 3, period: secs(600), penalty: 2 },
            ),
            (
                "{ kind = \"consideration\", period = \"30s\", units = 10, unit = \"60s\" }",
                Overtime::Consideration { period: secs(30), units: 10, unit: secs(60) },
            ),
        ] {
            let control = read(&format!("main = \"1h\"\novertime = {text}")).unwrap();
            assert_eq!(control.black.overtime(), expected, "{text}");
            assert_eq!(control.black, control.white);
        }
        let hourglass = read("overtime = { kind = \"hourglass\", time = \"3m\" }").unwrap();
        assert_eq!(hourglass.white.overtime(), Overtime::Hourglass { time: secs(180) });
        assert!(
            read("main = \"0s\"\novertime = { kind = \"byoyomi\", periods = 1, period = \"30s\" }").is_ok()
        );
        assert_eq!(read("main = \"0s\"\ndelay = \"10s\"").unwrap().black.stages().len(), 1);
    }

    #[test]
    fn stages_have_their_own_bonus_or_the_common_one() {
        let control = read(
            "stages = [\n  { time = \"90m\", moves = 40 },\n  { time = \"30m\", delay = \"5s\" },\n  \
             { time = \"15m\", increment = \"0s\" },\n]\nincrement = \"30s\"\nfirst_move_bonus = false",
        );
        let expected = [
            Stage { time: secs(5400), moves: Some(40), bonus: Bonus::Increment(secs(30)) },
            Stage { time: secs(1800), moves: None, bonus: Bonus::Delay(secs(5)) },
            Stage { time: secs(900), moves: None, bonus: Bonus::None },
        ];
        let control = control.unwrap();
        assert_eq!(control.black.stages(), expected);
        assert!(!control.black.first_move_bonus());
    }

    #[test]
    fn a_side_replaces_single_keys() {
        let control = read(
            "main = \"5m\"\nincrement = \"3s\"\n[control.calls]\nremaining = [10, 5]\n[control.white]\n\
             stages = [{ time = \"4m\", moves = 60 }, { time = \"1m\" }]\ndelay = \"2s\"\n\
             overtime = { kind = \"byoyomi\", periods = 3, period = \"20s\" }\ncalls.count = \"off\"",
        );
        let control = control.unwrap();
        assert_eq!(control.black.overtime(), Overtime::None);
        assert_eq!(control.black.stages()[0].bonus, Bonus::Increment(secs(3)));
        assert_eq!(control.white.stages().len(), 2);
        assert_eq!(control.white.stages()[1].bonus, Bonus::Delay(secs(2)));
        assert_eq!(control.white.calls().count, Count::Off);
        assert_eq!(control.white.calls().remaining.as_deref(), Some([10, 5].as_slice()));
        let only = read("[control.black]\nmain = \"6m\"\n[control.white]\nmain = \"5m\"").unwrap();
        assert_eq!(Side::BOTH.map(|side| only.of(side).stages()[0].time), [secs(360), secs(300)]);
        assert_eq!(
            read("[control.black]\nmain = \"6m\"").unwrap_err(),
            "line 2: control.white.main: is missing: write main = \"1h\", or main = \"0s\" where play starts in the \
             overtime or with a delay"
        );
    }

    #[test]
    fn a_fault_points_at_the_key_that_brought_it_about() {
        for (text, fault) in [
            (
                "main = \"1h\"\n[control.overtime]\nkind = \"reserve\"\nreserve = \"5m\"\nperiod = \"45s\"",
                "line 6: control.overtime.reserve: must be a whole number of periods",
            ),
            (
                "main = \"1h\"\novertime = { kind = \"reserve\", reserve = \"5m\", period = \"60s\" }\n[control.white]\n\
                 main = \"4m\"",
                "line 4: control.overtime.reserve: lies inside the last stage's time and cannot be longer than it",
            ),
            (
                "main = \"1h\"\n[control.white]\nincrement = \"0s\"",
                "line 5: control.white.increment: must be more than zero",
            ),
            (
                "stages = [\n{ time = \"90m\" },\n{ time = \"0s\" },\n]",
                "line 5: control.stages.2.time: must be more than zero",
            ),
            (
                "overtime = { kind = \"hourglass\", time = \"3m\" }\n[control.white]\nmain = \"3m\"\n\
                 overtime = { kind = \"none\" }",
                "line 6: control.white.overtime: hourglass must be the overtime of both sides",
            ),
            (
                "overtime = { kind = \"hourglass\", time = \"3m\" }\nbronstein = \"2s\"",
                "line 4: control.bronstein: hourglass goes with neither main time nor stages, increment, delay or \
                 bronstein",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), fault);
        }
    }

    #[test]
    fn the_short_notation_is_read() {
        let file = ControlFile::read(
            "name = { en = \"A\", zh = \"甲\" }\nsource = \"1.2\"\ncontrol = \"55m+5x60s\"",
        );
        let ControlFile { name, source, control } = file.unwrap();
        assert_eq!(name, Some(ControlName { en: "A".into(), zh: "甲".into() }));
        assert_eq!(source.as_deref(), Some("1.2"));
        assert_eq!(control.black.overtime(), Overtime::Byoyomi { periods: 5, period: secs(60) });
    }

    /// Every control that comes with the program has a name, can be read, and is written so that it reads back equal.
    #[test]
    fn the_controls_of_the_program() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/controls");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let file =
                ControlFile::read(&text).unwrap_or_else(|faults| panic!("{}: {}", path.display(), faults[0]));
            assert!(file.name.is_some(), "{}", path.display());
            assert_eq!(ControlFile::read(&file.write()), Ok(file), "{}", path.display());
            files += 1;
        }
        assert!(files >= 20, "only {files} files");
    }
}
