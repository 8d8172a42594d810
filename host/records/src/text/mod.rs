//! Bytes of old records to text: declared encodings, and guessed ones.
//!
//! A record is decoded before anything looks for brackets in it: the second byte of a character may be `\` or `]`.

mod guess;

use std::borrow::Cow;

use encoding_rs::{
    BIG5, DecoderResult, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

/// Of a declared encoding's characters so many in a hundred may be broken before the declaration counts as wrong.
const BROKEN_PER_CENT: usize = 10;

/// A text, and how it was made of bytes.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// The encoding that it was in.
    pub encoding: &'static Encoding,
    /// What was wrong with the bytes or with what they declared.
    pub faults: Vec<TextFault>,
    bytes: &'a [u8],
    /// The byte order mark's length.
    mark: usize,
}

/// What was wrong with a text's encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// The name is no encoding's.
    UnknownEncoding(String),
    /// The text is not in the encoding that it declares.
    OtherThanDeclared {
        /// What it declares.
        declared: &'static str,
        /// What it is read as.
        read_as: &'static str,
    },
    /// So many characters are broken, and stand as U+FFFD.
    Broken(usize),
}

impl<'a> Decoded<'a> {
    /// Decodes: by a byte order mark, else as declared, if that can be, else by what is most plausible.
    #[must_use]
    pub fn new(bytes: &'a [u8], declared: Option<&str>) -> Self {
        if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
            return Self::read(bytes, encoding, mark, Vec::new());
        }
        if let Some(encoding) = unmarked_utf16(bytes) {
            return Self::read(bytes, encoding, 0, Vec::new());
        }
        let mut faults = Vec::new();
        let label = declared.and_then(|name| {
            let encoding = named(name);
            if encoding.is_none() {
                faults.push(TextFault::UnknownEncoding(name.to_owned()));
            }
            encoding
        });
        let (encoding, overruled) = choose(bytes, label);
        if let Some(declared) = overruled {
            let (declared, read_as) = (declared.name(), encoding.name());
            faults.push(TextFault::OtherThanDeclared { declared, read_as });
        }
        Self::read(bytes, encoding, 0, faults)
    }

    fn read(bytes: &'a [u8], encoding: &'static Encoding, mark: usize, faults: Vec<TextFault>) -> Self {
        let (text, broken) = encoding.decode_without_bom_handling(&bytes[mark..]);
        let mut decoded = Self { text, encoding, faults, bytes, mark };
        if broken {
            let count = decoded.text.matches('\u{fffd}').count();
            decoded.faults.push(TextFault::Broken(count));
        }
        decoded
    }

    /// Turns places in the text, in ascending order, into places in the bytes that it came from.
    pub fn to_source(&self, places: &mut [u32]) {
        if let Cow::Borrowed(_) = self.text {
            places.iter_mut().for_each(|place| *place += u32::try_from(self.mark).unwrap_or(0));
            return;
        }
        let mut source = Source::new(&self.bytes[self.mark..], self.encoding);
        for place in places {
            let read = self.mark + source.place(*place as usize);
            *place = u32::try_from(read).unwrap_or(u32::MAX);
        }
    }
}

/// Bytes that were decoded, to find the places in them that places in the text came from.
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
    decoder: encoding_rs::Decoder,
    read: usize,
    written: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        Self { bytes, decoder: encoding.new_decoder_without_bom_handling(), read: 0, written: 0 }
    }

    /// The place in the bytes of one in the text that is not before the last one asked for.
    pub(crate) fn place(&mut self, in_text: usize) -> usize {
        while self.written < in_text && self.read < self.bytes.len() {
            self.written += step(&mut self.decoder, &self.bytes[self.read..=self.read]);
            self.read += 1;
        }
        self.read
    }
}

/// The most plausible encoding of bytes that are not UTF-8 and declare none; UTF-8 where they nearly are.
pub(crate) fn of_not_utf8(bytes: &[u8]) -> &'static Encoding {
    not_utf8(bytes, None)
}

/// Whether bytes are UTF-8 and not by chance: a few two-byte characters may also be double-byte ones.
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| {
        text.is_ascii()
            || text.chars().any(|letter| letter >= '\u{800}')
            || guess::encoding(bytes, true) == UTF_8
    })
}

/// Feeds one byte, and says how many bytes of text came out.
fn step(decoder: &mut encoding_rs::Decoder, byte: &[u8]) -> usize {
    let mut text = [0; 16];
    let (mut written, mut read) = (0, 0);
    loop {
        let (result, used, came) =
            decoder.decode_to_utf8_without_replacement(&byte[read..], &mut text[written..], false);
        read += used;
        written += came;
        match result {
            DecoderResult::InputEmpty | DecoderResult::OutputFull => return written,
            DecoderResult::Malformed(..) if written + 3 < text.len() => written += '\u{fffd}'.len_utf8(),
            DecoderResult::Malformed(..) => return written,
        }
    }
}

/// The encoding of this name, also by names that only records use.
fn named(name: &str) -> Option<&'static Encoding> {
    let name = name.trim();
    Encoding::for_label(name.as_bytes()).or_else(|| {
        let short: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        Some(match short.trim_start_matches("cp").trim_start_matches("ms").trim_start_matches("windows") {
            "936" | "gb" | "gb2312" | "gbk" => GBK,
            "gb18030" => GB18030,
            "950" | "big5" | "big5hkscs" => BIG5,
            "932" | "sjis" | "shiftjis" | "kanji" => SHIFT_JIS,
            "949" | "euckr" | "ksc5601" | "uhc" => EUC_KR,
            "utf8" | "utf" | "unicode" | "65001" => UTF_8,
            "utf16" => UTF_16LE,
            "latin1" | "iso88591" | "iso885915" | "ansi" => WINDOWS_1252,
            _ => return None,
        })
    })
}

/// A record begins with ASCII: every other byte is nought.
pub(crate) fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..8)?;
    let nought = |at: usize| head.iter().skip(at).step_by(2).all(|&byte| byte == 0);
    let said = |at: usize| head.iter().skip(at).step_by(2).all(|byte| byte.is_ascii() && *byte != 0);
    if said(0) && nought(1) {
        Some(UTF_16LE)
    } else if nought(0) && said(1) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The encoding to read in, and the declared one if it was overruled.
fn choose(
    bytes: &[u8],
    declared: Option<&'static Encoding>,
) -> (&'static Encoding, Option<&'static Encoding>) {
    // What comes here is no UTF-16, whatever it says.
    let declared_here = declared.filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE);
    let chosen = match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => return (ascii(bytes), None),
        Ok(text) if text.chars().any(|letter| letter >= '\u{800}') => UTF_8,
        Ok(_) => declared_here.unwrap_or_else(|| guess::encoding(bytes, true)),
        Err(_) => not_utf8(bytes, declared_here),
    };
    (chosen, declared.filter(|&declared| !same_family(declared, chosen)))
}

/// ISO-2022 shifts between alphabets by escapes that are ASCII themselves.
fn ascii(bytes: &[u8]) -> &'static Encoding {
    let shifts = bytes.contains(&0x1b) && bytes.windows(2).any(|pair| pair == b"\x1b$");
    if shifts { ISO_2022_JP } else { UTF_8 }
}

fn not_utf8(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    if declared.is_none_or(|encoding| encoding == UTF_8) && nearly_utf8(bytes, declared.is_some()) {
        return UTF_8;
    }
    let guessed = guess::encoding(bytes, false);
    let Some(declared) = declared.filter(|&encoding| encoding != UTF_8) else { return guessed };
    let believed = if declared.is_single_byte() {
        // Programs write `CA[ISO-8859-1]` without looking, but hardly `CA[KOI8-R]`.
        declared != WINDOWS_1252 || guessed == WINDOWS_1252
    } else {
        // Half-width katakana make Shift_JIS of nearly anything; elsewhere what is well formed throughout is meant so.
        (declared != SHIFT_JIS && is_well_formed(bytes, declared))
            || (little_broken(bytes, declared) && !guess::much_better(bytes, guessed, declared))
    };
    if believed { declared } else { guessed }
}

/// Whether this is UTF-8 but for little: characters cut short, and a few broken ones among many. Two bytes may be well
/// formed by chance; they count only where UTF-8 is declared.
fn nearly_utf8(bytes: &[u8], declared: bool) -> bool {
    let (mut good, mut cut, mut broken) = (0, 0, 0);
    for chunk in bytes.utf8_chunks() {
        let least = if declared { '\u{80}' } else { '\u{800}' };
        good += chunk.valid().chars().filter(|&letter| letter >= least).count();
        match chunk.invalid() {
            [] => {}
            [0xe3..=0xf4, _, ..] => cut += 1,
            _ => broken += 1,
        }
    }
    good + cut > 0 && broken * 100 <= BROKEN_PER_CENT * good
}

fn is_well_formed(bytes: &[u8], encoding: &'static Encoding) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// Whether nearly all that is not ASCII is well formed.
fn little_broken(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let (mut good, mut broken) = (0, 0);
    for letter in text.chars().filter(|letter| !letter.is_ascii()) {
        *(if letter == '\u{fffd}' { &mut broken } else { &mut good }) += 1;
    }
    broken * 100 <= BROKEN_PER_CENT * good || (broken <= 2 && good > broken)
}

/// Encodings of which one is the other's extension.
fn same_family(one: &'static Encoding, other: &'static Encoding) -> bool {
    let family = |encoding: &'static Encoding| if encoding == GBK { GB18030 } else { encoding };
    family(one) == family(other)
}
