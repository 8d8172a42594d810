//! What is configured of a table's display.

use std::fmt;

use hall::Manner;
use panel::face::Screen;

/// A table's display, and how its faces are, on whatever they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FacePlan {
    pub(crate) manner: Manner,
    pub(crate) display: Option<DisplayPlan>,
}

/// A display on this machine's pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DisplayPlan {
    pub(crate) kind: DisplayKind,
    pub(crate) screen: Screen,
    pub(crate) bus: Bus,
    pub(crate) turned: Turned,
    /// Whether its colours stand for their opposites.
    pub(crate) inverted: bool,
    /// Whether its dots lie blue, green, red.
    pub(crate) bgr: bool,
}

/// The controllers of displays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DisplayKind {
    Ssd1306,
    St7789,
    Ili9341,
    Ili9486,
    Ili9488,
    St7796,
}

impl DisplayKind {
    /// By their names in the configuration.
    pub(crate) const NAMES: [(&'static str, Self); 6] = [
        ("ssd1306", Self::Ssd1306),
        ("st7789", Self::St7789),
        ("ili9341", Self::Ili9341),
        ("ili9486", Self::Ili9486),
        ("ili9488", Self::Ili9488),
        ("st7796", Self::St7796),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// The sizes that it is made in, the usual one first.
    pub(crate) const fn screens(self) -> &'static [Screen] {
        match self {
            Self::Ssd1306 => &[Screen::Small],
            Self::St7789 => &[Screen::Square, Screen::Wide],
            Self::Ili9341 => &[Screen::Wide],
            Self::Ili9486 | Self::Ili9488 | Self::St7796 => &[Screen::Large],
        }
    }

    /// Whether modules with this controller are usually built so that colours are inverted, and their dots lie blue,
    /// green, red.
    pub(crate) const fn usual_colours(self) -> (bool, bool) {
        match self {
            Self::Ssd1306 => (false, false),
            Self::St7789 => (true, false),
            Self::Ili9341 | Self::Ili9486 | Self::Ili9488 | Self::St7796 => (false, true),
        }
    }
}

/// Where a display hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bus {
    /// `/dev/i2c-N`, at an address.
    I2c { bus: u8, address: u8 },
    /// `/dev/spidevN.M`; the lines that say data or command and that reset it, by BCM.
    Spi { bus: u8, select: u8, dc: u8, reset: Option<u8> },
}

impl Bus {
    /// Whether two displays cannot both hang there.
    pub(crate) fn is_same_place(self, other: Self) -> bool {
        match (self, other) {
            (Self::I2c { .. }, Self::I2c { .. }) => self == other,
            (Self::Spi { bus, select, .. }, Self::Spi { bus: at, select: by, .. }) => {
                (bus, select) == (at, by)
            }
            (Self::I2c { .. }, Self::Spi { .. }) | (Self::Spi { .. }, Self::I2c { .. }) => false,
        }
    }
}

impl fmt::Display for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::I2c { bus, address } => write!(f, "i2c{bus} 0x{address:02x}"),
            Self::Spi { bus, select, .. } => write!(f, "spi{bus}.{select}"),
        }
    }
}

/// By how much the picture is turned to the right, because the display is built in turned to the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Turned {
    #[default]
    Not,
    Quarter,
    Half,
    ThreeQuarters,
}

impl Turned {
    /// By degrees.
    pub(crate) const fn by(degrees: u16) -> Option<Self> {
        match degrees {
            0 => Some(Self::Not),
            90 => Some(Self::Quarter),
            180 => Some(Self::Half),
            270 => Some(Self::ThreeQuarters),
            _ => None,
        }
    }

    pub(crate) const fn degrees(self) -> u16 {
        match self {
            Self::Not => 0,
            Self::Quarter => 90,
            Self::Half => 180,
            Self::ThreeQuarters => 270,
        }
    }

    /// Whether a face lies on it as it is laid out, or upside down.
    pub(crate) const fn is_level(self) -> bool {
        matches!(self, Self::Not | Self::Half)
    }
}

impl fmt::Display for DisplayPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.screen.size();
        write!(f, "{} {}×{}, {}", self.kind.name(), size.width, size.height, self.bus)
    }
}
