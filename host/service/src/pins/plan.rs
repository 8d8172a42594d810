//! Which lines of a chip a table's keys, lamps and buzzer are on, as the configuration says.

use std::fmt;
use std::path::PathBuf;

use clock::{BySide, Language, Side};
use panel::button::Bounce;
use panel::gesture::Key;

/// The chip of a Raspberry Pi's header, and the only one of most other boards.
pub(crate) const CHIP: &str = "/dev/gpiochip0";

/// By what lines are read and set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum By {
    /// The kernel's character device: any Linux board.
    #[default]
    Gpiocdev,
    /// The Raspberry Pi's own registers.
    Rppal,
}

impl By {
    /// By their names in the configuration.
    pub(crate) const NAMES: [(&'static str, Self); 2] =
        [("gpiocdev", Self::Gpiocdev), ("rppal", Self::Rppal)];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Gpiocdev => "gpiocdev",
            Self::Rppal => "rppal",
        }
    }
}

/// The lines of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pins {
    pub(crate) chip: PathBuf,
    pub(crate) by: By,
    /// The lines of the keys: contacts to ground.
    pub(crate) keys: Vec<(Key, u32)>,
    /// The lamp of each side.
    pub(crate) lamps: BySide<Option<u32>>,
    pub(crate) buzzer: Option<u32>,
    /// What contacts of their kind do when they are pressed.
    pub(crate) bounce: Bounce,
}

impl Pins {
    /// Whether something is to be lit or sounded.
    pub(crate) const fn has_signals(&self) -> bool {
        self.lamps.black.is_some() || self.lamps.white.is_some() || self.buzzer.is_some()
    }

    /// What they are, in words of one language.
    pub(crate) const fn words(&self, language: Language) -> PinsWords<'_> {
        PinsWords { pins: self, language }
    }
}

/// The chip and what reads it, as in messages.
impl fmt::Display for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.chip.display(), self.by.as_str())
    }
}

/// What a table's lines are, in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PinsWords<'a> {
    pins: &'a Pins,
    language: Language,
}

/// What a key is called, in English and in Chinese.
pub(crate) const fn key_words(key: Key) -> (&'static str, &'static str) {
    match key {
        Key::Press(Side::Black) => ("Black's key", "黑方按钮"),
        Key::Press(Side::White) => ("White's key", "白方按钮"),
        Key::Query(Side::Black) => ("Black's query key", "黑方查询按钮"),
        Key::Query(Side::White) => ("White's query key", "白方查询按钮"),
        Key::Arbiter => ("arbiter's key", "裁判员按钮"),
    }
}

impl PinsWords<'_> {
    const fn key(&self, key: Key) -> &'static str {
        let (english, chinese) = key_words(key);
        match self.language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    const fn signal(&self, lamp: Option<Side>) -> &'static str {
        match (lamp, self.language) {
            (Some(Side::Black), Language::English) => "Black's lamp",
            (Some(Side::White), Language::English) => "White's lamp",
            (None, Language::English) => "buzzer",
            (Some(Side::Black), Language::Chinese) => "黑方灯",
            (Some(Side::White), Language::Chinese) => "白方灯",
            (None, Language::Chinese) => "蜂鸣器",
        }
    }
}

impl fmt::Display for PinsWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pins { keys, lamps, buzzer, .. } = self.pins;
        let (begin, comma) = match self.language {
            Language::English => ("GPIO lines of", ", "),
            Language::Chinese => ("GPIO 编号，", "，"),
        };
        match self.language {
            Language::English => write!(f, "{begin} {}: ", self.pins)?,
            Language::Chinese => write!(f, "{begin}{}：", self.pins)?,
        }
        let keys = keys.iter().map(|&(key, line)| (self.key(key), line));
        let lamps =
            Side::BOTH.into_iter().filter_map(|side| Some((self.signal(Some(side)), (*lamps.of(side))?)));
        let buzzer = buzzer.iter().map(|&line| (self.signal(None), line));
        for (place, (name, line)) in keys.chain(lamps).chain(buzzer).enumerate() {
            write!(f, "{}{name} {line}", if place == 0 { "" } else { comma })?;
        }
        Ok(())
    }
}

#[cfg(test)]
impl Pins {
    /// The lines of a table in the tests: four keys, a lamp, a buzzer.
    pub(crate) fn of_a_test() -> Self {
        let keys = [
            (Key::Press(Side::Black), 17),
            (Key::Press(Side::White), 27),
            (Key::Arbiter, 22),
            (Key::Query(Side::White), 24),
        ];
        Self {
            chip: CHIP.into(),
            by: By::Gpiocdev,
            keys: keys.into(),
            lamps: BySide { black: Some(19), white: None },
            buzzer: Some(13),
            bounce: Bounce::BUTTON,
        }
    }
}
