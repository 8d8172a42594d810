//! `[unit]` of a file for `flagfall unit`: the keys, lamps and display of a unit that is a process of its own.

use clock::Language;
use hall::Manner;
use referee::Fault;
use referee::document::{Document, Table};

use crate::config::display::{DISPLAY, FaceWords, check_place, read_display};
use crate::config::pins::Taken;
use crate::config::said;
use crate::displays::FacePlan;
use crate::pins::Pins;

const UNIT: &str = "[unit] and below it pins.black = 17, pins.white = 27, display.kind = \"ssd1306\"";

/// What a unit has on its machine's lines and buses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitPlan {
    pub(crate) pins: Option<Pins>,
    pub(crate) face: FacePlan,
}

impl UnitPlan {
    /// Whether a text is meant to be a unit's file.
    pub(crate) fn is_meant(text: &str) -> bool {
        Document::parse(text).is_ok_and(|document| document.root().has("unit"))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub(crate) fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let mut root = document.root();
        let plan = root.require("unit", UNIT).and_then(|entry| entry.table(UNIT)).map(read_unit);
        root.finish();
        document.finish(plan)
    }

    /// What it means, in words of one language.
    pub(crate) fn words(&self, language: Language) -> String {
        let mut words = match language {
            Language::English => "a table unit\n".to_owned(),
            Language::Chinese => "棋桌单元\n".to_owned(),
        };
        if let Some(pins) = &self.pins {
            words.push_str(&format!("  {}\n", pins.words(language)));
        }
        words.push_str(&FaceWords { plan: self.face, language }.to_string());
        words
    }
}

fn read_unit(mut table: Table<'_>) -> UnitPlan {
    let mut taken = Taken::default();
    let pins = table.take("pins").and_then(|entry| taken.read_pins(&entry, None));
    let display = table.take("display");
    let face = display.as_ref().and_then(|entry| entry.table(DISPLAY)).map(read_display).unwrap_or_default();
    if let Some(entry) = &display {
        if face.manner != Manner::default() {
            said(entry, "language and white_at are said in the hall's configuration, at the table".into())
                .unwrap_or_default()
        }
        check_place(entry, &(1..=1), face, std::iter::empty(), &mut taken);
    }
    table.finish();
    UnitPlan { pins, face }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[unit]\npins.black = 17\npins.white = 27\npins.led_black = 5\ndisplay.kind = \"st7789\"\n\
                        display.bus = \"spi0.0\"\ndisplay.dc = 25\n";

    #[test]
    fn a_units_file_is_read_and_said() {
        assert!(UnitPlan::is_meant(FILE) && !UnitPlan::is_meant("[[table]]\nnumber = 1\n"));
        let plan = UnitPlan::read(FILE).unwrap();
        assert_eq!(plan.pins.as_ref().map(|pins| pins.lamps.black), Some(Some(5)));
        let words = plan.words(Language::English);
        assert!(words.starts_with("a table unit\n  GPIO lines of /dev/gpiochip0"), "{words}");
        assert!(words.contains("\n  display: "), "{words}");
        assert!(plan.words(Language::Chinese).contains("\n  显示屏："));
    }

    #[test]
    fn what_is_wrong_in_it_is_told_by_line() {
        let faults = |text: &str| -> Vec<String> {
            UnitPlan::read(text).unwrap_err().iter().map(ToString::to_string).collect()
        };
        let file = format!("{FILE}display.language = \"zh\"\nunit = 3\n");
        let found = faults(&file);
        assert!(
            found.iter().any(|fault| fault.contains("language and white_at are said in the hall's")),
            "{found:#?}"
        );
        assert!(found.iter().any(|fault| fault.starts_with("line 9: unit.unit: ")), "{found:#?}");
        let both = faults(
            "[unit]\npins.black = 25\npins.white = 27\ndisplay.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 25\n",
        );
        assert_eq!(both.len(), 1, "{both:#?}");
    }
}
