//! Mandarin by pinyin: characters, syllables, tones.

/// Each character that is spoken, with its syllable. Tones are the speech's: 一 has three.
const READINGS: &str = "一yi 二er 三san 四si 五wu 六liu 七qi 八ba 九jiu 十shi 零ling 百bai 千qian 万wan 两liang \
    分fen 秒miao 次ci 手shou 段duan 小xiao 时shi 钟zhong 台tai 第di 最zui 后hou 还hai 剩sheng 有you 本ben \
    开kai 始shi 读du 超chao 判pan 负fu 间jian 到dao 黑hei 白bai 方fang 考kao 虑lv 已yi 用yong 完wan \
    对dui 局ju 暂zan 停ting 继ji 续xu 封feng 棋qi 语yu 音yin 测ce 试shi";

/// Whether the pinyin is that of the characters.
pub(crate) fn readings(text: &str, speech: &str) -> Result<(), String> {
    let known = |character: char| READINGS.split(' ').find_map(|entry| entry.strip_prefix(character));
    let written = text.chars().filter(|character| *character != '，');
    let mut expected = Vec::new();
    for character in written {
        expected.push(known(character).ok_or_else(|| format!("{character} is in no list of readings"))?);
    }
    let syllables = syllables(speech);
    let found: Vec<&str> = syllables.iter().map(|(syllable, _)| syllable.as_str()).collect();
    if found == expected { Ok(()) } else { Err(format!("{text} is {expected:?}, found {found:?}")) }
}

/// Syllables with their tones.
fn syllables(speech: &str) -> Vec<(String, u32)> {
    let mut syllables = Vec::new();
    let mut letters = String::new();
    for letter in speech.chars() {
        match letter.to_digit(10) {
            Some(tone) => syllables.push((std::mem::take(&mut letters), tone)),
            None if letter.is_ascii_lowercase() => letters.push(letter),
            None => {}
        }
    }
    syllables
}

/// The tones as they are spoken: of two third tones in one breath the first becomes a second, as espeak-ng does it
/// within a word and over one border of words.
pub(crate) fn tones(speech: &str) -> String {
    let spoken: Vec<u32> = syllables(speech).iter().map(|(_, tone)| *tone).collect();
    let tone = |(at, tone): (usize, &u32)| match tone {
        3 if spoken.get(at + 1) == Some(&3) => '2',
        tone => char::from_digit(*tone, 10).unwrap_or('?'),
    };
    spoken.iter().enumerate().map(tone).collect()
}

/// The tones of espeak-ng's phonemes: 55 high, 35 rising, 21 and 214 low, 51 and 53 falling.
pub(crate) fn tones_of_phonemes(phonemes: &str) -> String {
    let contours = phonemes.split(|sign: char| !sign.is_ascii_digit()).filter(|contour| contour.len() > 1);
    contours
        .map(|contour| match contour {
            "55" => '1',
            "35" => '2',
            "21" | "214" => '3',
            "51" | "53" => '4',
            _ => '?',
        })
        .collect()
}

const INITIALS: [(&str, &str); 21] = [
    ("zh", "ts."),
    ("ch", "ts.h"),
    ("sh", "s."),
    ("b", "p"),
    ("p", "ph"),
    ("m", "m"),
    ("f", "f"),
    ("d", "t"),
    ("t", "th"),
    ("n", "n"),
    ("l", "l"),
    ("g", "k"),
    ("k", "kh"),
    ("h", "χ"),
    ("j", "tɕ"),
    ("q", "tɕh"),
    ("x", "ɕ"),
    ("r", "z."),
    ("z", "ts"),
    ("c", "tsh"),
    ("s", "s"),
];

/// The sounds without tones, stress and the signs that espeak-ng writes for what a neighbour does to a vowel.
pub(crate) fn plain(sounds: &str) -> String {
    sounds.chars().filter(|sign| !"ˈˌ52ɜ ̪-".contains(*sign)).collect()
}

/// The same by pinyin.
pub(crate) fn ipa(speech: &str) -> String {
    syllables(speech).iter().map(|(syllable, _)| sound(syllable)).collect()
}

fn sound(syllable: &str) -> String {
    let whole = match syllable {
        "yi" => Some("ji"),
        "yin" => Some("jin"),
        "you" => Some("jiou"),
        "yu" => Some("ʲy"),
        "yong" => Some("yuŋ"),
        "wu" => Some("wu"),
        "wan" => Some("wɑn"),
        "er" => Some("ər"),
        _ => None,
    };
    if let Some(whole) = whole {
        return whole.to_owned();
    }
    let (letters, initial) =
        INITIALS.iter().find(|(letters, _)| syllable.starts_with(letters)).expect("an initial");
    let rest = &syllable[letters.len()..];
    let after_palatal = ["j", "q", "x"].contains(letters);
    let last = match rest {
        "u" if after_palatal => "y",
        "v" => "y",
        "a" => "ɑ",
        "i" if ["zh", "ch", "sh"].contains(letters) => "i.",
        "e" => "o",
        "en" => "ən",
        "eng" => "əŋ",
        "ang" => "aŋ",
        "ao" => "ɑu",
        "ian" => "iɛn",
        "iang" => "iɑŋ",
        "iao" => "jɑu",
        "ing" => "iŋ",
        "iu" => "iou",
        "ong" => "onɡ",
        "ui" => "uei",
        "uan" => "uan",
        rest => rest,
    };
    format!("{initial}{last}")
}
