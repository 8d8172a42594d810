//! Which encoding bytes are in, by how plausible each reading is.
//!
//! Many a double-byte text is well formed in several encodings. Each has its common characters in one part of its
//! table and its rare ones in another, so what is read wrongly looks rare; for short texts such as a result the
//! characters that records are full of decide.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252};

/// More is not looked at: a record that is longer repeats itself.
const SAMPLE: usize = 64 * 1024;

/// What is said for EUC-JP must outweigh this where there are no kana: Chinese names in GBK are far more common, and
/// stand at the same places.
const DOUBT: i64 = 3;

/// Characters of results, ranks, events and names, in each script.
const SIMPLIFIED: &str = "黑白胜负中盘子目半段级围棋杯决赛届世界中国韩日本第局战名人天元手贴点不计超时王李张陈刘柯古常罗周马聂朴金";
const TRADITIONAL: &str = "黑白勝負中盤子目半段級圍棋盃決賽屆世界中國韓日本第局戰名人天元手貼點不計超時王李張陳劉柯古常羅周馬聶林海峰";
const JAPANESE: &str = "黒白勝負中押目半段級囲碁杯決勝期世界中国韓日本第局戦名人天元手王座棋聖院坊因小田川山井一二三四五六七八九十";
const KOREAN: &str =
    "흑백승패불계중반집단급국대회배결세계한일본제명인천원기왕이김박최정조서유강신윤장임오창호훈현철성영진수";

/// The most plausible encoding of what is not ASCII. UTF-8 counts only where the bytes are well formed so.
pub(super) fn encoding(bytes: &[u8], valid_utf8: bool) -> &'static Encoding {
    let mut best = (score(bytes, WINDOWS_1252), WINDOWS_1252);
    if valid_utf8 {
        best = (score(bytes, UTF_8).max(best.0), UTF_8);
    }
    for encoding in [WINDOWS_1251, GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP] {
        let score = score(bytes, encoding);
        if score > best.0 {
            best = (score, encoding);
        }
    }
    best.1
}

/// Whether one reading is so much more plausible than another that a declaration cannot save the other.
pub(super) fn much_better(bytes: &[u8], one: &'static Encoding, other: &'static Encoding) -> bool {
    let other = if other == encoding_rs::GBK { GB18030 } else { other };
    let known = [GB18030, BIG5, SHIFT_JIS, EUC_KR].contains(&other);
    known && one != other && score(bytes, other) <= 0 && score(bytes, one) > 4
}

fn score(bytes: &[u8], encoding: &'static Encoding) -> i64 {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    if encoding == WINDOWS_1252 {
        return latin(bytes);
    }
    if encoding == WINDOWS_1251 {
        return cyrillic(bytes);
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    if encoding == UTF_8 {
        return 2 * one_script(&text);
    }
    let in_doubt =
        encoding == EUC_JP && !text.chars().any(|letter| ('\u{3041}'..='\u{30f6}').contains(&letter));
    let doubt = if in_doubt { DOUBT } else { 0 };
    3 * familiar_ones(&text, familiar(encoding)) + pairs(bytes, encoding) - doubt
}

/// How many familiar characters there are. One against an ASCII letter is rather an accent or a quotation mark.
fn familiar_ones(text: &str, familiar: &str) -> i64 {
    let (mut count, mut before) = (0, ' ');
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let beside = [before, letters.peek().copied().unwrap_or(' ')];
        let alone = beside.iter().any(char::is_ascii_alphabetic);
        count += i64::from(letter >= '\u{800}' && !alone && familiar.contains(letter));
        before = letter;
    }
    count
}

fn familiar(encoding: &'static Encoding) -> &'static str {
    if encoding == GB18030 {
        SIMPLIFIED
    } else if encoding == BIG5 {
        TRADITIONAL
    } else if encoding == SHIFT_JIS || encoding == EUC_JP {
        JAPANESE
    } else {
        KOREAN
    }
}

/// Letters of one script in a row speak for UTF-8, changes of script from letter to letter against it.
fn one_script(text: &str) -> i64 {
    let script = |letter: char| u32::from(letter) >> 8;
    let mut last = None;
    let mut score = 0;
    for letter in text.chars() {
        let new = (!letter.is_ascii()).then(|| script(letter).max(1));
        if let Some(new) = new {
            score += if last.is_some_and(|last| last != new) { -2 } else { 1 };
        }
        last = new;
    }
    score
}

/// An accented letter stands among ASCII letters.
fn latin(bytes: &[u8]) -> i64 {
    let mut score = 0;
    for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let after = bytes.get(at + 1).copied();
        let beside = [before, after].into_iter().flatten();
        let (mut among, mut crowded) = (false, false);
        for byte in beside {
            among |= byte.is_ascii_alphabetic();
            crowded |= !byte.is_ascii();
        }
        score += if byte >= 0xc0 && among && !crowded { 2 } else { -1 };
    }
    score
}

/// A Cyrillic word is a capital or small letter and small ones after it: pairs of bytes of Chinese hardly ever are.
fn cyrillic(bytes: &[u8]) -> i64 {
    let small = |byte: &u8| matches!(byte, 0xe0..=0xff | 0xb8);
    let mut score = 0;
    for word in bytes.split(u8::is_ascii) {
        let Some((first, rest)) = word.split_first() else { continue };
        let letters = rest.len() >= 2 && (small(first) || matches!(first, 0xc0..=0xdf | 0xa8));
        let length = i64::try_from(word.len()).unwrap_or(0);
        score += if letters && rest.iter().all(small) { length } else { -length };
    }
    score
}

/// What the pairs say: 2 for a common character, less than nothing for a rare one, much less for none.
fn pairs(bytes: &[u8], encoding: &'static Encoding) -> i64 {
    let mut score = 0;
    let mut tally = Tally::default();
    let (mut at, mut before) = (0, b' ');
    while at < bytes.len() {
        let lead = bytes[at];
        if lead.is_ascii() {
            before = lead;
            at += 1;
            continue;
        }
        let trail = bytes.get(at + 1).copied().unwrap_or(0);
        let (mut worth, taken) = worth(lead, trail, encoding);
        at += taken;
        if taken == 2 {
            tally.add(lead, trail);
            worth = worth.min(most_between(before, trail, bytes.get(at).copied().unwrap_or(0)));
        }
        score += worth;
        before = lead;
    }
    score + tally.says(encoding)
}

/// The most that a character is worth with these beside it: `O’K` may be a pair, but one alone among ASCII letters.
fn most_between(before: u8, trail: u8, after: u8) -> i64 {
    let [before, trail, after] =
        [before, trail, after].map(|byte| (byte.is_ascii(), byte.is_ascii_alphabetic()));
    match (before, after) {
        ((_, true), (_, true)) => -3,
        ((true, one), (true, other)) if trail.1 && (one || other) => -2,
        _ => i64::MAX,
    }
}

/// What can only be seen of many pairs together.
#[derive(Default)]
struct Tally {
    pairs: i64,
    low_trails: i64,
    hangul_leads: i64,
}

impl Tally {
    fn add(&mut self, lead: u8, trail: u8) {
        self.pairs += 1;
        self.low_trails += i64::from(trail < 0xa1);
        self.hangul_leads += i64::from((0xb0..=0xc8).contains(&lead) && trail >= 0xa1);
    }

    /// Korean keeps to 25 rows of its table, where Chinese takes 40; two of five characters of Big5 have low trails.
    fn says(&self, encoding: &'static Encoding) -> i64 {
        let many = self.pairs >= 6;
        if encoding == EUC_KR && many && self.hangul_leads * 10 >= self.pairs * 9 {
            self.pairs / 2
        } else if encoding == BIG5 && many && self.low_trails * 10 <= self.pairs {
            -self.pairs
        } else {
            0
        }
    }
}

/// The worth of the character that begins here, and its bytes.
fn worth(lead: u8, trail: u8, encoding: &'static Encoding) -> (i64, usize) {
    if encoding == SHIFT_JIS {
        return shift_jis(lead, trail);
    }
    if encoding == EUC_JP {
        return euc_jp(lead, trail);
    }
    if trail < 0x40 && !(encoding == GB18030 && trail.is_ascii_digit()) {
        return (-10, 1);
    }
    let worth = match (encoding == GB18030, encoding == BIG5) {
        (true, _) => match (lead, trail) {
            (0xb0..=0xd7, 0xa1..=0xfe) => 2,
            (0xa1 | 0xa3, 0xa1..=0xfe) => 1,
            (0xd8..=0xf7, 0xa1..=0xfe) => 0,
            (0xaa..=0xaf | 0xf8..=0xfe, 0xa1..=0xfe) => -4,
            (0x80 | 0xff, _) | (_, 0x7f | 0xff) => -10,
            _ => -2,
        },
        (_, true) => match (lead, trail) {
            (_, 0x7f..=0xa0 | 0xff) | (0x80 | 0xff, _) => -10,
            (0xa4..=0xc6, _) => 2,
            (0xa1..=0xa3, _) => 1,
            (0xc9..=0xf9, _) => -1,
            _ => -3,
        },
        _ => match (lead, trail) {
            (0xb0..=0xc8, 0xa1..=0xfe) => 2,
            (0xa1 | 0xa3, 0xa1..=0xfe) => 1,
            (0xca..=0xfd, 0xa1..=0xfe) => -1,
            (0x80 | 0xff, _) | (_, 0x5b..=0x60 | 0x7b..=0x80 | 0xff) => -10,
            _ => -3,
        },
    };
    (worth, if worth == -10 { 1 } else { 2 })
}

fn shift_jis(lead: u8, trail: u8) -> (i64, usize) {
    let trails = matches!(trail, 0x40..=0x7e | 0x80..=0xfc);
    match lead {
        // Half-width katakana, a byte each.
        0xa1..=0xdf => (-1, 1),
        0x80 | 0xa0 | 0xfd..=0xff => (-10, 1),
        _ if !trails => (-10, 1),
        0x82 | 0x83 | 0x88..=0x97 => (2, 2),
        0x81 => (1, 2),
        0x98..=0x9f | 0xe0..=0xea => (-1, 2),
        _ => (-3, 2),
    }
}

fn euc_jp(lead: u8, trail: u8) -> (i64, usize) {
    match (lead, trail) {
        // Half-width katakana.
        (0x8e, 0xa1..=0xdf) => (-1, 2),
        // Kana, which Chinese texts in GBK have at the same place and never use.
        (0xa4, 0xa1..=0xf3) | (0xa5, 0xa1..=0xf6) => (2, 2),
        (0xb0..=0xcf, 0xa1..=0xfe) => (2, 2),
        (0xa1 | 0xa3, 0xa1..=0xfe) => (1, 2),
        (0xd0..=0xf4, 0xa1..=0xfe) => (-1, 2),
        (0xa1..=0xfe, 0xa1..=0xfe) => (-4, 2),
        _ => (-10, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Decoded, TextFault};

    /// Text, and what it is to be taken for. Short ones are results, ranks and names as they stand in records.
    const VECTORS: [(&str, &str); 43] = [
        ("黑不计点胜", "gb18030"),
        ("黑中盘胜", "gb18030"),
        ("白超时胜", "gb18030"),
        ("黑胜1/4子", "gb18030"),
        ("柯洁 九段", "gb18030"),
        ("第十届春兰杯世界职业围棋锦标赛决赛", "gb18030"),
        ("时越", "gb18030"),
        ("聂卫平 常昊 学习", "gb18030"),
        ("黑中盤勝", "Big5"),
        ("周俊勳 九段", "Big5"),
        ("許功蓋", "Big5"),
        ("第十屆應氏盃世界職業圍棋錦標賽決賽", "Big5"),
        ("白勝2目半 王立誠", "Big5"),
        ("黒中押し勝ち", "Shift_JIS"),
        ("井山裕太 九段", "Shift_JIS"),
        ("表示能力十予定", "Shift_JIS"),
        ("第37期棋聖戦挑戦手合七番勝負", "Shift_JIS"),
        ("林海峰 名誉天元", "Shift_JIS"),
        ("黒中押し勝ち", "EUC-JP"),
        ("井山裕太 九段", "EUC-JP"),
        ("カスパロフ, ガリー", "EUC-JP"),
        ("第37期棋聖戦挑戦手合七番勝負", "EUC-JP"),
        ("白番2目半勝ち 小林光一", "EUC-JP"),
        ("흑 불계승", "EUC-KR"),
        ("이창호 九단", "EUC-KR"),
        ("제10회 세계바둑선수권대회 결승", "EUC-KR"),
        ("박정환", "EUC-KR"),
        ("Müller", "windows-1252"),
        ("André Éric Fabrègues", "windows-1252"),
        ("René", "windows-1252"),
        ("Sørensen på Island", "windows-1252"),
        ("Größe", "windows-1252"),
        ("Hübner", "windows-1252"),
        ("O’Kelly de Galway", "windows-1252"),
        ("d’Italia", "windows-1252"),
        ("“Very good”, doesn’t it?", "windows-1252"),
        ("Šahović", "windows-1250"),
        ("カスパロフ", "Shift_JIS"),
        ("カルポフ, アナトリー", "Shift_JIS"),
        ("Карпов, Анатолий", "windows-1251"),
        ("Таль", "windows-1251"),
        ("Чигорин Мемориал, Сочи", "windows-1251"),
        ("侯逸凡", "gb18030"),
    ];

    #[test]
    fn what_is_not_declared_is_guessed() {
        for (text, name) in VECTORS {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            let record = format!("(;PB[{text}])");
            let (bytes, _, unmappable) = encoding.encode(&record);
            assert!(!unmappable, "{text}");
            let decoded = Decoded::new(&bytes, None);
            if name == "windows-1250" {
                // Not known; but no double-byte text is made of it.
                assert_eq!(decoded.encoding, WINDOWS_1252, "{text}");
                continue;
            }
            assert_eq!((decoded.encoding.name(), &*decoded.text), (name, &*record), "{text}");
            assert!(decoded.faults.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_declared_is_believed() {
        for (text, name) in VECTORS {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            let record = format!("(;CA[{name}]PB[{text}])");
            let (bytes, _, _) = encoding.encode(&record);
            let decoded = Decoded::new(&bytes, Some(name));
            assert_eq!(decoded.text, record, "{text}");
            assert!(decoded.faults.is_empty(), "{text} {:?}", decoded.faults);
        }
    }

    /// Rare characters, names among them, are no reason to overrule what is declared and fits.
    #[test]
    fn what_is_declared_and_well_formed_is_believed_however_rare_it_looks() {
        for (text, name) in [
            ("芈昱廷", "GBK"),
            ("連笑 陳耀燁 謝爾豪", "GBK"),
            ("羋 喆 昺", "GB18030"),
            ("똠뷁", "EUC-KR"),
            ("邁雝", "Big5"),
            ("栩 豬 淼", "EUC-JP"),
        ] {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            let record = format!("(;CA[{name}]PB[{text}])");
            let (bytes, _, unmappable) = encoding.encode(&record);
            assert!(!unmappable, "{text}");
            let decoded = Decoded::new(&bytes, Some(name));
            assert_eq!((&*decoded.text, &decoded.faults[..]), (&*record, &[][..]), "{name}");
        }
    }

    #[test]
    fn what_is_not_known_is_read_as_declared_too() {
        for (name, text) in
            [("KOI8-R", "Карпов, Анатолий"), ("ISO-8859-5", "Таль"), ("windows-1250", "Šahović")]
        {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            let record = format!("(;CA[{name}]PB[{text}])");
            let (bytes, _, _) = encoding.encode(&record);
            let decoded = Decoded::new(&bytes, Some(name));
            assert_eq!((&*decoded.text, &decoded.faults[..]), (&*record, &[][..]), "{name}");
        }
    }

    #[test]
    fn declarations_that_lie_are_overruled() {
        for declared in ["UTF-8", "ISO-8859-1", "Shift_JIS"] {
            let (bytes, _, _) = GB18030.encode("(;EV[第十届春兰杯世界职业围棋锦标赛决赛]RE[黑中盘胜])");
            let decoded = Decoded::new(&bytes, Some(declared));
            assert_eq!(decoded.encoding, GB18030, "{declared}");
            assert!(matches!(decoded.faults[..], [TextFault::OtherThanDeclared { .. }]), "{declared}");
        }
        let utf8 = "(;CA[GB2312]EV[第十届春兰杯])";
        let decoded = Decoded::new(utf8.as_bytes(), Some("GB2312"));
        assert_eq!((&*decoded.text, decoded.encoding), (utf8, UTF_8));
    }
}
