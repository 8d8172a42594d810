//! `display` of a table: what hangs on this machine's pins, and how its faces are.

use std::fmt;

use clock::Language;
use hall::Manner;
use link::WhiteAt;
use panel::face::Screen;
use referee::document::{Entry, Table};

use crate::config::pins::Taken;
use crate::config::said;
use crate::displays::{Bus, DisplayKind, DisplayPlan, FacePlan, Turned};
use crate::picture::SCREENS;

pub(super) const DISPLAY: &str = "display.kind = \"ssd1306\" and display.bus = \"i2c1\"";

/// The languages of faces, as they are named.
pub(crate) const LANGUAGES: [(&str, Language); 2] = [("en", Language::English), ("zh", Language::Chinese)];
const WHITE_AT: [(&str, WhiteAt); 2] = [("right", WhiteAt::Right), ("left", WhiteAt::Left)];
const COLOURS: [(&str, bool); 2] = [("rgb", false), ("bgr", true)];

/// The address of an SSD1306, unless its solder bridge is set otherwise.
const ADDRESS: u8 = 0x3c;

/// The addresses that I²C leaves to devices.
const ADDRESSES: (u8, u8) = (0x08, 0x77);

/// The last line of a Pi's header.
const LINE_MAX: u8 = 27;

/// What can be said of the display itself.
struct Built<'d> {
    bus: Option<Entry<'d>>,
    address: Option<Entry<'d>>,
    dc: Option<Entry<'d>>,
    reset: Option<Entry<'d>>,
    size: Option<Entry<'d>>,
    rotation: Option<Entry<'d>>,
    inverted: Option<Entry<'d>>,
    colours: Option<Entry<'d>>,
}

/// Reads the table; what cannot be read is noted. Language and sides are of use without a display, too: for a unit's,
/// and for mirrors.
pub(super) fn read_display(mut table: Table<'_>) -> FacePlan {
    let language = table.take("language").and_then(|entry| entry.one_of(&LANGUAGES)).unwrap_or_default();
    let white_at = table.take("white_at").and_then(|entry| entry.one_of(&WHITE_AT)).unwrap_or_default();
    let kind = table.take("kind");
    let built = Built {
        bus: table.take("bus"),
        address: table.take("address"),
        dc: table.take("dc"),
        reset: table.take("reset"),
        size: table.take("size"),
        rotation: table.take("rotation"),
        inverted: table.take("inverted"),
        colours: table.take("colours"),
    };
    let display = match kind {
        Some(kind) => {
            if built.bus.is_none() {
                said(&kind, "expected display.bus beside it, such as \"i2c1\" or \"spi0.0\"".into())
                    .unwrap_or_default()
            }
            kind.one_of(&DisplayKind::NAMES).and_then(|kind| built.read(kind))
        }
        None => built.without_kind(),
    };
    table.finish();
    FacePlan { manner: Manner { language, white_at }, display }
}

impl Built<'_> {
    /// Something is said of a display, and not which it is.
    fn without_kind(&self) -> Option<DisplayPlan> {
        let Self { bus, address, dc, reset, size, rotation, inverted, colours } = self;
        let first = [bus, address, dc, reset, size, rotation, inverted, colours].into_iter().flatten().next();
        first.and_then(|entry| said(entry, "expected display.kind beside it, such as \"ssd1306\"".into()))
    }

    fn read(&self, kind: DisplayKind) -> Option<DisplayPlan> {
        let (inverted, bgr) = kind.usual_colours();
        let screen = self.screen(kind);
        let turned = self.turned(screen.unwrap_or(Screen::Square));
        let inverted = flag_or(self.inverted.as_ref(), inverted);
        let bgr = self.colours.as_ref().map_or(Some(bgr), |entry| match kind {
            DisplayKind::Ssd1306 => said(entry, "an ssd1306 has one colour".into()),
            DisplayKind::St7789
            | DisplayKind::Ili9341
            | DisplayKind::Ili9486
            | DisplayKind::Ili9488
            | DisplayKind::St7796 => entry.one_of(&COLOURS),
        });
        let bus = self.bus(kind);
        Some(DisplayPlan {
            kind,
            screen: screen?,
            bus: bus?,
            turned: turned?,
            inverted: inverted?,
            bgr: bgr?,
        })
    }

    fn screen(&self, kind: DisplayKind) -> Option<Screen> {
        let made = kind.screens();
        let Some(entry) = &self.size else { return made.first().copied() };
        let names: Vec<(&'static str, Screen)> =
            SCREENS.into_iter().filter(|(_, screen)| made.contains(screen)).collect();
        entry.one_of(&names)
    }

    /// How it is built in: a face does not stand on its side, but a square one does.
    fn turned(&self, screen: Screen) -> Option<Turned> {
        let Some(entry) = &self.rotation else { return Some(Turned::Not) };
        let square = screen == Screen::Square;
        let turned = entry.integer().and_then(|degrees| u16::try_from(degrees).ok()).and_then(Turned::by);
        turned.filter(|turned| square || turned.is_level()).or_else(|| {
            let expected =
                if square { "0, 90, 180 or 270" } else { "0 or 180 (only a square face stands on its side)" };
            said(entry, format!("expected {expected}, found {}", entry.source()))
        })
    }

    fn bus(&self, kind: DisplayKind) -> Option<Bus> {
        let entry = self.bus.as_ref()?;
        let text = entry.text()?;
        let on_i2c = text.strip_prefix("i2c").and_then(|number| number.parse().ok());
        let on_spi = text.strip_prefix("spi").and_then(|number| number.split_once('.'));
        let on_spi = on_spi.and_then(|(bus, select)| Some((bus.parse().ok()?, select.parse().ok()?)));
        match (on_i2c, on_spi) {
            (Some(bus), _) if kind == DisplayKind::Ssd1306 => self.i2c(bus),
            (_, Some((bus, select))) => self.spi(bus, select, entry),
            _ => {
                let expected = match kind {
                    DisplayKind::Ssd1306 => "a bus such as \"i2c1\" or \"spi0.0\"",
                    DisplayKind::St7789
                    | DisplayKind::Ili9341
                    | DisplayKind::Ili9486
                    | DisplayKind::Ili9488
                    | DisplayKind::St7796 => "an SPI bus such as \"spi0.0\"",
                };
                said(entry, format!("expected {expected}, found \"{text}\""))
            }
        }
    }

    fn i2c(&self, bus: u8) -> Option<Bus> {
        for entry in [&self.dc, &self.reset].into_iter().flatten() {
            said(entry, "is of a display on SPI".into()).unwrap_or_default()
        }
        let (first, last) = ADDRESSES;
        let address = self.address.as_ref().map_or(Some(ADDRESS), |entry| entry.whole(first, last));
        Some(Bus::I2c { bus, address: address? })
    }

    fn spi(&self, bus: u8, select: u8, entry: &Entry<'_>) -> Option<Bus> {
        if let Some(entry) = &self.address {
            said(entry, "is of a display on I²C".into()).unwrap_or_default()
        }
        let dc = match &self.dc {
            Some(entry) => entry.whole(0, LINE_MAX),
            None => said(entry, "expected display.dc beside it: the line that says data or command".into()),
        };
        let reset = self.reset.as_ref().map(|entry| entry.whole(0, LINE_MAX).ok_or(()));
        Some(Bus::Spi { bus, select, dc: dc?, reset: reset.transpose().ok()? })
    }
}

fn flag_or(entry: Option<&Entry<'_>>, usual: bool) -> Option<bool> {
    entry.map_or(Some(usual), |entry| entry.flag())
}

/// Tables that follow each other in one entry have not one display between them, and no two hang at one place.
pub(super) fn check_place(
    entry: &Entry<'_>,
    numbers: &std::ops::RangeInclusive<u32>,
    face: FacePlan,
    others: impl Iterator<Item = (u32, FacePlan)>,
    taken: &mut Taken,
) {
    let Some(display) = face.display else { return };
    if numbers.start() != numbers.end() {
        return said(entry, "several tables have not one display: expected a [[table]] for each".into())
            .unwrap_or_default();
    }
    taken.of_bus(entry, display.bus);
    if let Bus::Spi { dc, reset, .. } = display.bus {
        [Some(dc), reset].into_iter().flatten().for_each(|line| taken.of_display(entry, line));
    }
    let there = others.filter_map(|(number, face)| Some((number, face.display?)));
    for (number, other) in there {
        if other.bus.is_same_place(display.bus) {
            said(entry, format!("the display of table {number} hangs on {} already", other.bus))
                .unwrap_or_default()
        }
    }
}

/// A table's display, and how its faces are where that is not the usual, as lines below the table's.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceWords {
    pub(super) plan: FacePlan,
    pub(super) language: Language,
}

impl fmt::Display for FaceWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.plan == FacePlan::default() {
            return Ok(());
        }
        if let Some(display) = self.plan.display {
            self.display(f, display)?;
        }
        let Manner { language, white_at } = self.plan.manner;
        match self.language {
            Language::English => {
                let language = if language == Language::Chinese { "Chinese" } else { "English" };
                let side = if white_at == WhiteAt::Left { "left" } else { "right" };
                writeln!(f, "  face: in {language}, White at the {side}")
            }
            Language::Chinese => {
                let language = if language == Language::Chinese { "中文" } else { "英文" };
                let side = if white_at == WhiteAt::Left { "左" } else { "右" };
                writeln!(f, "  钟面：{language}，白方在{side}")
            }
        }
    }
}

impl FaceWords {
    fn display(&self, f: &mut fmt::Formatter<'_>, display: DisplayPlan) -> fmt::Result {
        let english = self.language == Language::English;
        write!(f, "{}{display}", if english { "  display: " } else { "  显示屏：" })?;
        if let Bus::Spi { dc, reset, .. } = display.bus {
            write!(f, "{} GPIO {dc}", if english { ", data or command on" } else { "，数据/命令线" })?;
            if let Some(reset) = reset {
                write!(f, "{} GPIO {reset}", if english { ", reset on" } else { "，复位线" })?;
            }
        }
        match (display.turned, english) {
            (Turned::Not, _) => {}
            (turned, true) => write!(f, ", turned by {}°", turned.degrees())?,
            (turned, false) => write!(f, "，旋转 {}°", turned.degrees())?,
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::Config;

    const TABLE: &str = "[[table]]\nnumber = 1\ncontrol = \"1h\"\n";

    fn read(display: &str) -> Result<Config, Vec<String>> {
        let faults = |faults: Vec<referee::Fault>| faults.iter().map(ToString::to_string).collect();
        Config::read(&format!("{TABLE}{display}"), Path::new("")).map_err(faults)
    }

    fn plan(display: &str) -> FacePlan {
        read(display).unwrap().tables[0].face
    }

    #[test]
    fn a_display_is_read_with_what_is_usual_for_its_kind() {
        let oled = plan("display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\ndisplay.language = \"zh\"\n");
        let bus = Bus::I2c { bus: 1, address: 0x3c };
        let display = DisplayPlan {
            kind: DisplayKind::Ssd1306,
            screen: Screen::Small,
            bus,
            turned: Turned::Not,
            inverted: false,
            bgr: false,
        };
        let manner = Manner { language: Language::Chinese, white_at: WhiteAt::Right };
        assert_eq!(oled, FacePlan { manner, display: Some(display) });
        let wide = "display.kind = \"st7789\"\ndisplay.bus = \"spi0.1\"\ndisplay.dc = 25\ndisplay.reset = 24\n\
                    display.size = \"320x240\"\ndisplay.rotation = 180\ndisplay.colours = \"bgr\"\n";
        let display = plan(wide).display.unwrap();
        assert_eq!((display.screen, display.inverted, display.bgr), (Screen::Wide, true, true));
        assert_eq!(display.bus, Bus::Spi { bus: 0, select: 1, dc: 25, reset: Some(24) });
        assert_eq!(plan("display.white_at = \"left\"\n").manner.white_at, WhiteAt::Left);
    }

    #[test]
    fn every_fault_is_told_with_its_key_and_what_was_expected() {
        let cases = [
            (
                "display.kind = \"hd44780\"\ndisplay.bus = \"i2c1\"",
                "display.kind: expected one of ssd1306, st7789, ili9341",
            ),
            (
                "display.kind = \"ssd1306\"",
                "display.kind: expected display.bus beside it, such as \"i2c1\" or \"spi0.0\"",
            ),
            ("display.bus = \"i2c1\"", "display.bus: expected display.kind beside it"),
            (
                "display.kind = \"ssd1306\"\ndisplay.bus = \"usb\"",
                "display.bus: expected a bus such as \"i2c1\" or \"spi0.0\", found \"usb\"",
            ),
            (
                "display.kind = \"st7789\"\ndisplay.bus = \"i2c1\"",
                "display.bus: expected an SPI bus such as \"spi0.0\", found \"i2c1\"",
            ),
            (
                "display.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"",
                "display.bus: expected display.dc beside it",
            ),
            (
                "display.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 40",
                "display.dc: expected a whole number from 0 to 27",
            ),
            (
                "display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\ndisplay.dc = 4",
                "display.dc: is of a display on SPI",
            ),
            (
                "display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\ndisplay.address = 3",
                "display.address: expected a whole number from 8 to 119",
            ),
            (
                "display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\ndisplay.rotation = 90",
                "display.rotation: expected 0 or 180",
            ),
            (
                "display.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 4\ndisplay.rotation = 45",
                "display.rotation: expected 0, 90, 180 or 270, found 45",
            ),
            (
                "display.kind = \"ili9341\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 4\ndisplay.size = \"240x240\"",
                "display.size: expected one of 320x240",
            ),
            (
                "display.kind = \"ili9341\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 4\ndisplay.address = 60",
                "display.address: is of a display on I²C",
            ),
            ("display.language = \"fr\"", "display.language: expected one of en, zh"),
            ("display.white_at = \"top\"", "display.white_at: expected one of right, left"),
            ("display.brightness = 3", "display.brightness: "),
        ];
        for (display, expected) in cases {
            let faults = read(display).expect_err(display);
            assert!(faults.iter().any(|fault| fault.contains(expected)), "{display}: {faults:?}");
            assert_eq!(faults.len(), 1, "{display}: {faults:?}");
        }
    }

    #[test]
    fn a_display_is_one_tables() {
        let display = "display.kind = \"ssd1306\"\ndisplay.bus = \"i2c1\"\n";
        let second = format!("{display}[[table]]\nnumber = 2\ncontrol = \"1h\"\n{display}");
        let faults = read(&second).unwrap_err();
        assert!(faults[0].contains("the display of table 1 hangs on i2c1 0x3c already"), "{faults:?}");
        assert!(read(&format!("{second}display.address = 0x3d\n")).is_ok());
        let lines = format!(
            "{TABLE}pins.black = 17\npins.white = 27\ndisplay.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 27\n"
        );
        let lines = Config::read(&lines, Path::new("")).unwrap_err();
        assert!(lines[0].to_string().contains("line 27 of /dev/gpiochip0 is used twice"), "{lines:?}");
        let several = format!("[[table]]\nnumber = \"2-3\"\ncontrol = \"1h\"\n{display}");
        let faults = read(&several).unwrap_err();
        assert!(faults[0].contains("several tables have not one display"), "{faults:?}");
    }

    #[test]
    fn a_display_is_said_in_both_languages() {
        let display = "display.kind = \"st7789\"\ndisplay.bus = \"spi0.0\"\ndisplay.dc = 25\ndisplay.reset = 24\n\
                       display.rotation = 90\ndisplay.language = \"zh\"\n";
        let config = read(display).unwrap();
        let english = "  display: st7789 240×240, spi0.0, data or command on GPIO 25, reset on GPIO 24, turned by 90°\n  \
                       face: in Chinese, White at the right\n";
        let chinese = "  显示屏：st7789 240×240, spi0.0，数据/命令线 GPIO 25，复位线 GPIO 24，旋转 90°\n  \
                       钟面：中文，白方在右\n";
        assert!(
            config.words(Language::English).to_string().ends_with(english),
            "{}",
            config.words(Language::English)
        );
        assert!(
            config.words(Language::Chinese).to_string().ends_with(chinese),
            "{}",
            config.words(Language::Chinese)
        );
        assert!(!read("").unwrap().words(Language::English).to_string().contains("face:"));
    }
}
