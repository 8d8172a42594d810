//! What is configured of a table's voice.

use clock::Language;
use hall::VoiceSetting;
use voice::Tongue;

/// In which tongue a table speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum TongueChoice {
    /// A page in its own language, a loudspeaker in that of the table's faces.
    #[default]
    Auto,
    /// In this one.
    Words(Tongue),
    /// In tones.
    Tones,
}

impl TongueChoice {
    /// By their names in the configuration.
    pub(crate) const NAMES: [(&'static str, Self); 6] = [
        ("auto", Self::Auto),
        ("zh", Self::Words(Tongue::Chinese)),
        ("en", Self::Words(Tongue::English)),
        ("ja", Self::Words(Tongue::Japanese)),
        ("ko", Self::Words(Tongue::Korean)),
        ("tones", Self::Tones),
    ];

    /// The tongue for whoever has that language; none for tones.
    pub(crate) const fn of(self, language: Language) -> Option<Tongue> {
        match (self, language) {
            (Self::Auto, Language::Chinese) => Some(Tongue::Chinese),
            (Self::Auto, Language::English) => Some(Tongue::English),
            (Self::Words(tongue), _) => Some(tongue),
            (Self::Tones, _) => None,
        }
    }

    /// How it is said in the words of a language.
    pub(crate) const fn words(self, language: Language) -> &'static str {
        match (language, self) {
            (Language::English, Self::Auto) => "in the language of the page or face",
            (Language::English, Self::Words(Tongue::Chinese)) => "in Chinese",
            (Language::English, Self::Words(Tongue::English)) => "in English",
            (Language::English, Self::Words(Tongue::Japanese)) => "in Japanese",
            (Language::English, Self::Words(Tongue::Korean)) => "in Korean",
            (Language::English, Self::Tones) => "in tones",
            (Language::Chinese, Self::Auto) => "语言随页面或显示屏",
            (Language::Chinese, Self::Words(Tongue::Chinese)) => "用中文",
            (Language::Chinese, Self::Words(Tongue::English)) => "用英语",
            (Language::Chinese, Self::Words(Tongue::Japanese)) => "用日语",
            (Language::Chinese, Self::Words(Tongue::Korean)) => "用韩语",
            (Language::Chinese, Self::Tones) => "用提示音",
        }
    }
}

/// How a table speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VoicePlan {
    pub(crate) on: bool,
    pub(crate) tongue: TongueChoice,
    /// In hundredths.
    pub(crate) volume: u8,
    /// Whether it is silent until an arbiter lets it speak.
    pub(crate) muted: bool,
}

impl Default for VoicePlan {
    fn default() -> Self {
        Self { on: true, tongue: TongueChoice::Auto, volume: 80, muted: false }
    }
}

impl VoicePlan {
    /// The same for the hall.
    pub(crate) const fn voice(self) -> VoiceSetting {
        let Self { on, volume, muted, .. } = self;
        VoiceSetting { on, muted, quiet: false, volume }
    }
}
