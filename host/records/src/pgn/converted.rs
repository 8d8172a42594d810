//! A file in an encoding that no byte of it names, put into UTF-8.
//!
//! That is done before anything looks for quotes and braces: the second byte of a character may be `\` or `}`. It is
//! done line by line, for collections are put together of files in several encodings: lines in UTF-8 stay. A file that
//! is not UTF-8 but looks Western is left alone; the reader takes what is not UTF-8 in it as Windows-1252.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::collection::Collection;
use super::warning::{Warnings, What};
use crate::text::{Source, is_utf8, of_not_utf8};

/// So much of what is not UTF-8 is looked at.
const SAMPLE: usize = 64 * 1024;

/// A file in UTF-8, and where its lines were before.
#[derive(Debug)]
pub(super) struct Converted<'a> {
    text: String,
    /// The lines in order, those that stayed together.
    parts: Vec<Part<'a>>,
    encoding: &'static Encoding,
}

/// Lines of the file.
#[derive(Debug)]
struct Part<'a> {
    /// Where they begin in the text.
    in_text: usize,
    /// Where they begin in the file.
    in_file: usize,
    bytes: &'a [u8],
    /// Whether they were put into UTF-8.
    converted: bool,
    /// Whether U+FFFD stands in them for what could not be.
    broken: bool,
}

impl<'a> Converted<'a> {
    /// The file, if it is neither UTF-8 nor Western. A byte order mark says that it is UTF-8 but for what was added.
    pub(super) fn of(bytes: &'a [u8]) -> Option<Self> {
        if str::from_utf8(bytes).is_ok() || bytes.starts_with(b"\xEF\xBB\xBF") {
            return None;
        }
        let encoding = of_not_utf8(&sample(bytes));
        if encoding == WINDOWS_1252 {
            return None;
        }
        let mut converted = Self { text: String::with_capacity(bytes.len()), parts: Vec::new(), encoding };
        let mut at = 0;
        for line in lines(bytes) {
            converted.add(at, line, bytes);
            at += line.len();
        }
        Some(converted)
    }

    fn add(&mut self, at: usize, line: &'a [u8], file: &'a [u8]) {
        let in_text = self.text.len();
        if is_utf8(line)
            && let Ok(text) = str::from_utf8(line)
        {
            self.text.push_str(text);
            match self.parts.last_mut().filter(|part| !part.converted) {
                Some(part) => part.bytes = &file[part.in_file..at + line.len()],
                None => self.parts.push(Part {
                    in_text,
                    in_file: at,
                    bytes: line,
                    converted: false,
                    broken: false,
                }),
            }
            return;
        }
        let (text, broken) = self.encoding.decode_without_bom_handling(line);
        self.text.push_str(&text);
        self.parts.push(Part { in_text, in_file: at, bytes: line, converted: true, broken });
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Says what was taken for what, at places in the text.
    pub(super) fn warn(&self, warnings: &mut Warnings) {
        let mut converted = self.parts.iter().filter(|part| part.converted).peekable();
        if let Some(first) = converted.peek() {
            let ascii = first.bytes.iter().take_while(|byte| byte.is_ascii()).count();
            warnings.add(first.in_text + ascii, What::Guessed(self.encoding.name()));
        }
        converted.filter(|part| part.broken).for_each(|part| warnings.add(part.in_text, What::Broken));
    }

    /// Turns places in the text into places in the file.
    pub(super) fn to_source(&self, collection: &mut Collection) {
        let games = collection.games.iter_mut();
        let mut places: Vec<&mut usize> = games
            .flat_map(|game| game.moves.iter_mut().map(|played| &mut played.byte).chain([&mut game.byte]))
            .chain(collection.warnings.iter_mut().map(|warning| &mut warning.byte))
            .collect();
        places.sort_unstable();
        let mut places = places.into_iter().peekable();
        for (at, part) in self.parts.iter().enumerate() {
            let end = self.parts.get(at + 1).map_or(usize::MAX, |next| next.in_text);
            let mut source = part.converted.then(|| Source::new(part.bytes, self.encoding));
            while let Some(place) = places.next_if(|place| **place < end) {
                let inside = *place - part.in_text;
                *place = part.in_file + source.as_mut().map_or(inside, |source| source.place(inside));
            }
        }
    }
}

/// The lines that are not UTF-8, so many of them as are looked at.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for line in lines(bytes).filter(|line| str::from_utf8(line).is_err()) {
        sample.extend_from_slice(&line[..line.len().min(SAMPLE - sample.len())]);
        if sample.len() >= SAMPLE {
            break;
        }
    }
    sample
}

/// The lines with their ends: none of the encodings has a line end inside a character.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR, GB18030, SHIFT_JIS, WINDOWS_1251};

    use super::*;
    use crate::pgn::{Game, read};

    /// A game of two people with a comment, and the byte at which its first move stands.
    fn file(white: &str, black: &str, comment: &str) -> String {
        format!(
            "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{{{comment}}} 1. e4 {{{comment}}} e5 1-0\n"
        )
    }

    fn said(game: &Game) -> [&str; 4] {
        [game.roster("White"), game.roster("Black"), &game.comment, &game.moves[0].comment]
    }

    #[test]
    fn files_are_read_in_the_encoding_that_they_are_in() {
        // 表, 能 and ソ end with 0x5C in Shift-JIS, 功 and 蓋 in Big5; マ and 陣 end with 0x7D: escapes and braces to one
        // who does not decode first.
        for (encoding, white, black, comment) in [
            (GB18030, "侯逸凡", "丁立人", "白方弃兵,局面复杂"),
            (GB18030, "叶江川", "居文君", "第38届国际象棋奥林匹克团体赛决赛"),
            (BIG5, "許功蓋", "林海峰", "第十屆世界盃 陣地 決賽"),
            (SHIFT_JIS, "表能", "羽生善治", "第12期戦 表示能力十予定"),
            (SHIFT_JIS, "カスパロフ", "カルポフ", "黒はソロマチンの手"),
            (EUC_KR, "이창호", "박정환", "제10회 세계 대회 결승"),
            (WINDOWS_1251, "Карпов, Анатолий", "Таль", "сильный ход"),
        ] {
            let text = file(white, black, comment);
            let (bytes, _, unmappable) = encoding.encode(&text);
            assert!(!unmappable, "{text}");
            let collection = read(&bytes);
            let [game] = &collection.games[..] else { panic!("{white}: {:?}", collection.games) };
            assert_eq!(said(game), [white, black, comment, comment]);
            let places: Vec<&[u8]> =
                game.moves.iter().map(|played| &bytes[played.byte..played.byte + 2]).collect();
            assert_eq!(places, [b"e4", b"e5"], "{white}");
            let name = bytes.iter().position(|byte| !byte.is_ascii()).unwrap();
            let warnings: Vec<_> =
                collection.warnings.iter().map(|warning| (warning.byte, warning.what)).collect();
            assert_eq!(warnings, [(name, What::Guessed(encoding.name()))], "{white}");
        }
    }

    #[test]
    fn western_files_stay_western() {
        for (white, black, comment) in [
            ("Hübner, Robert", "Müller", "schöner Zug"),
            ("Hübner, Robert", "Ribli", "a move"),
            ("O’Kelly de Galway, Albéric", "d’Italia", "“Very good”, but doesn’t win… 14.½"),
            ("Größe", "Weiß", "größer"),
            ("Ólafsson, Friðrik", "Pétursson", "jafntefli"),
            ("Najdorf, Miguel", "Panno, Óscar", "¿por qué? ¡así!"),
            ("Sørensen", "Åström", "på"),
        ] {
            let text = file(white, black, comment);
            let (bytes, _, unmappable) = WINDOWS_1252.encode(&text);
            assert!(!unmappable, "{text}");
            let collection = read(&bytes);
            assert_eq!(said(&collection.games[0]), [white, black, comment, comment]);
            assert_eq!(collection.warnings.len(), 1, "{white}");
            assert_eq!(collection.warnings[0].what, What::NotUtf8, "{white}");
        }
        // The ü of MS-DOS: a control character, but its neighbours stay.
        let game = &read(b"[White \"H\x81bner\"]\n1. e4 1-0").games[0];
        assert_eq!(game.roster("White"), "H\u{81}bner");
    }

    #[test]
    fn utf8_is_utf8_with_and_without_a_mark() {
        for white in ["Hübner", "侯逸凡", "Карпов", "Ke", "Áé"] {
            for mark in ["", "\u{feff}"] {
                let text = format!("{mark}{}", file(white, "B", "ё"));
                let collection = read(text.as_bytes());
                assert_eq!(said(&collection.games[0]), [white, "B", "ё", "ё"]);
                assert_eq!(collection.warnings, [], "{white}");
                assert_eq!(collection.games[0].byte, mark.len());
            }
        }
    }

    #[test]
    fn collections_may_be_in_two_encodings() {
        let (old, new) = (file("叶江川", "居文君", "第38届决赛"), file("侯逸凡", "Hübner", "世界冠军赛"));
        let (bytes, _, _) = GB18030.encode(&old);
        for parts in [[&*bytes, new.as_bytes()], [new.as_bytes(), &*bytes]] {
            let collection = read(&parts.concat());
            let mut said: Vec<_> = collection.games.iter().map(said).collect();
            said.sort_unstable();
            let comment = ["第38届决赛", "世界冠军赛"];
            assert_eq!(said[0], ["侯逸凡", "Hübner", comment[1], comment[1]]);
            assert_eq!(said[1], ["叶江川", "居文君", comment[0], comment[0]]);
            assert_eq!(collection.games[1].byte, parts[0].len());
        }
    }

    #[test]
    fn characters_cut_short_break_alone() {
        let (bytes, _, _) =
            GB18030.encode("[White \"侯逸凡\"]\n[Black \"丁立人\"]\n[Event \"第38届世界冠军决\"]\n1. e4 1-0");
        let cut = bytes.iter().rposition(|byte| !byte.is_ascii()).unwrap();
        let bytes = [&bytes[..cut], &bytes[cut + 1..]].concat();
        let collection = read(&bytes);
        assert_eq!(collection.games[0].roster("White"), "侯逸凡");
        assert_eq!(collection.games[0].roster("Event"), "第38届世界冠军\u{fffd}");
        let event = bytes.windows(7).position(|window| window == b"[Event ").unwrap();
        assert!(
            collection.warnings.iter().any(|warning| (warning.byte, warning.what) == (event, What::Broken))
        );
    }
}
