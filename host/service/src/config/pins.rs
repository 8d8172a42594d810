//! `pins.*` of a table: the lines of its keys, lamps and buzzer.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clock::{BySide, Side};
use panel::button::Bounce;
use panel::gesture::Key;
use referee::document::{Entry, Table};

use crate::config::said;
use crate::pins::{By, CHIP, Pins};

const PINS: &str = "pins.black = 17 and pins.white = 27";
const BLACK: &str = "pins.black = 17";
const WHITE: &str = "pins.white = 27";

/// The highest number of a line: more than any chip has.
const LINE_MAX: u32 = 1_023;

/// The lines that the tables above have.
#[derive(Debug, Default)]
pub(super) struct Taken(Vec<(PathBuf, u32)>);

impl Taken {
    /// Reads a table's lines; what cannot be read is noted.
    pub(super) fn read_pins(
        &mut self,
        entry: &Entry<'_>,
        numbers: Option<&RangeInclusive<u32>>,
    ) -> Option<Pins> {
        let mut table = entry.table(PINS)?;
        if numbers.is_some_and(|numbers| numbers.start() != numbers.end()) {
            said(entry, "several tables cannot have the same lines: expected a [[table]] for each".to_owned())
                .unwrap_or_default()
        }
        let chip = table.take("chip").and_then(|entry| chip(&entry)).unwrap_or_else(|| CHIP.into());
        let by = table.take("by").and_then(|entry| entry.one_of(&By::NAMES)).unwrap_or_default();
        let bounce = table.take("bounce").and_then(|entry| entry.one_of(&Bounce::KINDS)).unwrap_or_default();
        let keys = self.keys(&mut table, &chip);
        let mut signal = |key| table.take(key).and_then(|entry| self.line(&entry, &chip));
        let lamps = BySide { black: signal("led_black"), white: signal("led_white") };
        let buzzer = signal("buzzer");
        table.finish();
        Some(Pins { chip, by, keys: keys?, lamps, buzzer, bounce })
    }

    /// The players' keys, and those of the others that are there.
    fn keys(&mut self, table: &mut Table<'_>, chip: &PathBuf) -> Option<Vec<(Key, u32)>> {
        let black = table.require("black", BLACK).and_then(|entry| self.line(&entry, chip));
        let white = table.require("white", WHITE).and_then(|entry| self.line(&entry, chip));
        let others = [
            ("arbiter", Key::Arbiter),
            ("query_black", Key::Query(Side::Black)),
            ("query_white", Key::Query(Side::White)),
        ];
        let others = others.map(|(name, key)| Some((key, self.line(&table.take(name)?, chip)?)));
        let players = [(Key::Press(Side::Black), black?), (Key::Press(Side::White), white?)];
        Some(players.into_iter().chain(others.into_iter().flatten()).collect())
    }

    /// A line that nothing else has.
    fn line(&mut self, entry: &Entry<'_>, chip: &PathBuf) -> Option<u32> {
        let line = entry.whole(0, LINE_MAX)?;
        self.take(entry, line, chip)
    }

    /// A line of the header that a display has.
    pub(super) fn of_display(&mut self, entry: &Entry<'_>, line: u8) {
        // What is wrong with it is noted there.
        let _ = self.take(entry, line.into(), &CHIP.into());
    }

    fn take(&mut self, entry: &Entry<'_>, line: u32, chip: &PathBuf) -> Option<u32> {
        if self.0.iter().any(|(of, taken)| of == chip && *taken == line) {
            return said(entry, format!("line {line} of {} is used twice", chip.display()));
        }
        self.0.push((chip.clone(), line));
        Some(line)
    }
}

fn chip(entry: &Entry<'_>) -> Option<PathBuf> {
    match entry.text()? {
        text if text.starts_with('/') => Some(text.into()),
        text => said(entry, format!("expected the path of a chip such as \"{CHIP}\", found \"{text}\"")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clock::Language;

    use super::*;
    use crate::config::Config;

    const ALL: &str = "[[table]]\nnumber = 1\ncontrol = \"1h\"\npins.chip = \"/dev/gpiochip4\"\npins.by = \"rppal\"\n\
                       pins.black = 17\npins.white = 27\npins.arbiter = 22\npins.query_black = 23\n\
                       pins.query_white = 24\npins.led_black = 5\npins.led_white = 6\npins.buzzer = 13\n\
                       pins.bounce = \"soft\"\n";

    fn faults(text: &str) -> Vec<String> {
        Config::read(text, Path::new("")).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_lines_of_a_table_are_read_and_said() {
        let least = "[[table]]\nnumber = 2\ncontrol = \"1h\"\npins = { black = 17, white = 27 }\n";
        let config = Config::read(&format!("{ALL}{least}"), Path::new("")).unwrap();
        let pins: Vec<&Pins> = config.tables.iter().filter_map(|plan| plan.pins.as_ref()).collect();
        assert_eq!((pins[0].bounce, pins[1].bounce), (Bounce::SOFT, Bounce::BUTTON));
        assert_eq!(pins[1].to_string(), "/dev/gpiochip0 (gpiocdev)");
        assert_eq!([pins[0].has_signals(), pins[1].has_signals()], [true, false]);
        let words = config.words(Language::English).to_string();
        for said in [
            "  lines of /dev/gpiochip4 (rppal): Black's key 17, White's key 27, arbiter's key 22, Black's query key 23, \
             White's query key 24, Black's lamp 5, White's lamp 6, buzzer 13\n",
            "  lines of /dev/gpiochip0 (gpiocdev): Black's key 17, White's key 27\n",
        ] {
            assert!(words.contains(said), "{words}");
        }
        let words = config.words(Language::Chinese).to_string();
        let said = "  引脚：/dev/gpiochip0 (gpiocdev)：黑方按钮 17，白方按钮 27\n";
        assert!(words.contains(said), "{words}");
    }

    #[test]
    fn a_line_that_is_used_twice_or_is_none_is_told_with_line_and_key() {
        let text = "[[table]]\nnumber = 1\ncontrol = \"1h\"\npins.black = 17\npins.white = 17\npins.arbiter = -1\n\
                    [[table]]\nnumber = 2\ncontrol = \"1h\"\npins.chip = \"gpiochip1\"\npins.white = 1024\n\
                    pins.bounce = \"old\"\npins.by = \"sysfs\"\npins.led = 4\n\
                    [[table]]\nnumber = \"3-4\"\ncontrol = \"1h\"\npins = { black = 17, white = 27, buzzer = 27 }\n\
                    [[table]]\nnumber = 5\ncontrol = \"1h\"\npins = { chip = \"/dev/gpiochip1\", black = 17, white = 27 }\n";
        let mut found = faults(text);
        let mut begins = vec![
            "line 5: table.1.pins.white: line 17 of /dev/gpiochip0 is used twice",
            "line 6: table.1.pins.arbiter: expected a whole number from 0 to 1023, found -1",
            "line 10: table.2.pins.chip: expected the path of a chip such as \"/dev/gpiochip0\", found \"gpiochip1\"",
            "line 11: table.2.pins.white: expected a whole number from 0 to 1023, found 1024",
            "line 12: table.2.pins.bounce: expected one of button, soft, sensor, found \"old\"",
            "line 13: table.2.pins.by: expected one of gpiocdev, rppal, found \"sysfs\"",
            "line 14: table.2.pins.led: unknown key",
            "table.2.pins.black: is missing: write pins.black = 17",
            "line 18: table.3.pins: several tables cannot have the same lines: expected a [[table]] for each",
            "line 18: table.3.pins.black: line 17 of /dev/gpiochip0 is used twice",
            "line 18: table.3.pins.buzzer: line 27 of /dev/gpiochip0 is used twice",
        ];
        begins.retain(|begin| {
            let place = found.iter().position(|fault| fault.contains(begin));
            place.map(|place| found.remove(place)).is_none()
        });
        assert_eq!(
            (begins, &found),
            (vec![], &vec![]),
            "what was expected and not found, and what was found else"
        );
    }
}
