//! `pins.*` of a table: the lines of its keys, lamps and buzzer.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clock::{BySide, Side};
use panel::button::Bounce;
use panel::gesture::Key;
use referee::document::{Entry, Table};

use crate::config::said;
use crate::displays::Bus;
use crate::pins::{By, CHIP, Pins};

const PINS: &str = "pins.black = 17 and pins.white = 27";
const BLACK: &str = "pins.black = 17";
const WHITE: &str = "pins.white = 27";

/// The highest number of a line: more than any chip has.
const LINE_MAX: u32 = 1_023;

/// The last line of a Pi's header, which its own registers know.
const HEADER_MAX: u32 = 27;

/// The lines that the tables above have.
#[derive(Debug, Default)]
pub(super) struct Taken {
    lines: Vec<(PathBuf, u32)>,
    /// Those of buses, which several displays share: of the header, and whose they are.
    buses: Vec<(u32, String)>,
}

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
        let most = match by {
            By::Gpiocdev => LINE_MAX,
            By::Rppal => HEADER_MAX,
        };
        let keys = self.keys(&mut table, &chip, most);
        let mut signal = |key| table.take(key).and_then(|entry| self.line(&entry, &chip, most));
        let lamps = BySide { black: signal("led_black"), white: signal("led_white") };
        let buzzer = signal("buzzer");
        table.finish();
        Some(Pins { chip, by, keys: keys?, lamps, buzzer, bounce })
    }

    /// The players' keys, and those of the others that are there.
    fn keys(&mut self, table: &mut Table<'_>, chip: &PathBuf, most: u32) -> Option<Vec<(Key, u32)>> {
        let black = table.require("black", BLACK).and_then(|entry| self.line(&entry, chip, most));
        let white = table.require("white", WHITE).and_then(|entry| self.line(&entry, chip, most));
        let others = [
            ("arbiter", Key::Arbiter),
            ("query_black", Key::Query(Side::Black)),
            ("query_white", Key::Query(Side::White)),
        ];
        let others = others.map(|(name, key)| Some((key, self.line(&table.take(name)?, chip, most)?)));
        let players = [(Key::Press(Side::Black), black?), (Key::Press(Side::White), white?)];
        Some(players.into_iter().chain(others.into_iter().flatten()).collect())
    }

    /// A line that nothing else has.
    fn line(&mut self, entry: &Entry<'_>, chip: &PathBuf, most: u32) -> Option<u32> {
        let line = entry.whole(0, most)?;
        self.take(entry, line, chip)
    }

    /// The lines of a bus on the header, which displays may share but nothing else.
    pub(super) fn of_bus(&mut self, entry: &Entry<'_>, bus: Bus) {
        let (name, lines) = lines_of(bus);
        for &line in lines {
            if self.lines.iter().any(|(of, taken)| of == Path::new(CHIP) && *taken == line) {
                said(entry, format!("line {line} of {CHIP} is used twice: it is one of {name}'s own"))
                    .unwrap_or_default()
            }
            self.buses.push((line, name.clone()));
        }
    }

    /// A line of the header that a display has.
    pub(super) fn of_display(&mut self, entry: &Entry<'_>, line: u8) {
        // What is wrong with it is noted there.
        let _ = self.take(entry, line.into(), &CHIP.into());
    }

    fn take(&mut self, entry: &Entry<'_>, line: u32, chip: &PathBuf) -> Option<u32> {
        let mut buses = self.buses.iter().filter(|_| chip == Path::new(CHIP));
        if let Some((_, bus)) = buses.find(|(taken, _)| *taken == line) {
            return said(entry, format!("line {line} of {CHIP} is used twice: it is one of {bus}'s own"));
        }
        if self.lines.iter().any(|(of, taken)| of == chip && *taken == line) {
            return said(entry, format!("line {line} of {} is used twice", chip.display()));
        }
        self.lines.push((chip.clone(), line));
        Some(line)
    }
}

/// A bus by its name, and the lines of a Pi's header that it has once it is switched on. Where the further buses are
/// depends on the model.
fn lines_of(bus: Bus) -> (String, &'static [u32]) {
    match bus {
        Bus::I2c { bus: number, .. } => {
            let lines: &[u32] = match number {
                0 => &[0, 1],
                1 => &[2, 3],
                2.. => &[],
            };
            (format!("i2c{number}"), lines)
        }
        Bus::Spi { bus: number, select, .. } => {
            let lines: &[u32] = match (number, select) {
                (0, 0) => &[8, 9, 10, 11],
                (0, 1) => &[7, 9, 10, 11],
                (1, 0) => &[18, 19, 20, 21],
                (1, 1) => &[17, 19, 20, 21],
                (1, 2) => &[16, 19, 20, 21],
                (_, _) => &[],
            };
            (format!("spi{number}.{select}"), lines)
        }
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
            "  GPIO lines of /dev/gpiochip4 (rppal): Black's key 17, White's key 27, arbiter's key 22, Black's query key 23, \
             White's query key 24, Black's lamp 5, White's lamp 6, buzzer 13\n",
            "  GPIO lines of /dev/gpiochip0 (gpiocdev): Black's key 17, White's key 27\n",
        ] {
            assert!(words.contains(said), "{words}");
        }
        let words = config.words(Language::Chinese).to_string();
        let said = "  GPIO 编号，/dev/gpiochip0 (gpiocdev)：黑方按钮 17，白方按钮 27\n";
        assert!(words.contains(said), "{words}");
    }

    #[test]
    fn the_lines_of_a_displays_bus_are_nobody_elses() {
        let oled = "display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\n";
        let colours = "display.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 25\n";
        let table = |number: u32, black: u32, white: u32, more: &str| {
            format!(
                "[[table]]\nnumber = {number}\ncontrol = \"1h\"\npins.black = {black}\npins.white = {white}\n{more}"
            )
        };
        for (text, found) in [
            (
                table(1, 2, 27, oled),
                "line 6: table.1.display: line 2 of /dev/gpiochip0 is used twice: it is one of i2c1's own",
            ),
            (
                table(1, 17, 27, oled) + &table(2, 22, 3, ""),
                "line 12: table.2.pins.white: line 3 of /dev/gpiochip0 is used twice: it is one of i2c1's own",
            ),
            (
                table(1, 17, 10, colours),
                "line 6: table.1.display: line 10 of /dev/gpiochip0 is used twice: it is one of spi0.0's own",
            ),
            (
                table(1, 17, 28, "pins.by = \"rppal\"\n"),
                "line 5: table.1.pins.white: expected a whole number from 0 to 27, found 28",
            ),
        ] {
            assert_eq!(faults(&text), [found], "{text}");
        }
        // The other select of the bus is free, and two displays may hang on one bus.
        let second = format!("{oled}display.address = 0x3d\n");
        let sound = table(1, 17, 7, colours) + &table(2, 22, 23, oled) + &table(3, 5, 6, &second);
        assert!(Config::read(&sound, Path::new("")).is_ok());
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
