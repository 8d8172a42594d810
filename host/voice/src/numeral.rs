//! Numbers in the pieces of which each tongue makes them, with what is counted behind them.

use crate::Tongue;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// Nothing: the number of a table.
    Number,
    Hours,
    Minutes,
    Seconds,
    Periods,
    Considerations,
    Moves,
    Blocks,
}

impl Counter {
    /// The counter's piece; one of a thing has a piece of its own in English.
    pub(crate) fn piece(self, tongue: Tongue, number: u32) -> &'static str {
        let one = tongue == Tongue::English && number == 1;
        match self {
            Self::Number => "",
            Self::Hours => {
                if one {
                    "hour"
                } else {
                    "hours"
                }
            }
            Self::Minutes => {
                if one {
                    "minute"
                } else {
                    "minutes"
                }
            }
            Self::Seconds => {
                if one {
                    "second"
                } else {
                    "seconds"
                }
            }
            Self::Periods => {
                if one {
                    "period"
                } else {
                    "periods"
                }
            }
            Self::Considerations => {
                if one {
                    "consideration"
                } else {
                    "considerations"
                }
            }
            Self::Moves => {
                if one {
                    "move"
                } else {
                    "moves"
                }
            }
            Self::Blocks => {
                if one {
                    "block"
                } else {
                    "blocks"
                }
            }
        }
    }

    /// Korean counts hours, times and moves with its own numbers, minutes and seconds with Chinese ones.
    const fn is_native(self) -> bool {
        matches!(self, Self::Hours | Self::Periods | Self::Considerations | Self::Moves | Self::Blocks)
    }
}

/// A piece of a saying: the name of a recording, or a part of such a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) name: String,
    /// Whether a recording may begin with it that holds what follows too. 二十一分 is not 二十 and 一分, whose 一 has
    /// another tone.
    pub(crate) begins: bool,
}

impl Piece {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), begins: true }
    }

    fn within(name: impl Into<String>) -> Self {
        Self { begins: false, ..Self::new(name) }
    }
}

/// Beyond it a number is read digit by digit.
const WORDS_MAX: u32 = 99_999;

/// The pieces of a number in front of a counter.
pub(crate) fn pieces(tongue: Tongue, number: u32, counter: Counter) -> Vec<Piece> {
    if number > WORDS_MAX {
        return number.to_string().chars().map(Piece::within).collect();
    }
    match tongue {
        Tongue::Chinese => chinese(number),
        Tongue::English => english(number),
        Tongue::Japanese => eastern(number, &[]),
        Tongue::Korean if counter.is_native() && number < 100 => native(number),
        Tongue::Korean => eastern(number, &["myriad"]),
    }
}

/// 一百零二, 一百一十: what is empty between is 零, ten within a number is 一十.
fn chinese(number: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut gap = false;
    for (unit, name) in [(10_000, "myriad"), (1_000, "thousand"), (100, "hundred")] {
        let digit = number / unit % 10;
        if digit > 0 {
            zero(&mut pieces, gap);
            pieces.extend([Piece::new(digit.to_string()), Piece::new(name)]);
        }
        gap = digit == 0;
    }
    let (tens, ones) = (number / 10 % 10, number % 10);
    let inside = !pieces.is_empty();
    if tens > 0 {
        zero(&mut pieces, gap);
        let ten = if inside && tens == 1 { "inner-10".to_owned() } else { (tens * 10).to_string() };
        pieces.push(Piece { name: ten, begins: !inside });
    }
    if ones > 0 {
        zero(&mut pieces, tens == 0);
        pieces.push(Piece { name: ones.to_string(), begins: pieces.is_empty() });
    } else if pieces.is_empty() {
        pieces.push(Piece::new("0"));
    }
    pieces
}

/// 零, where something is empty behind what was said.
fn zero(pieces: &mut Vec<Piece>, gap: bool) {
    if gap && !pieces.is_empty() {
        pieces.push(Piece::within("0"));
    }
}

/// one hundred and two.
fn english(number: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if number >= 1_000 {
        pieces.extend(english(number / 1_000));
        pieces.push(Piece::new("thousand"));
    }
    let (hundreds, rest) = (number / 100 % 10, number % 100);
    if hundreds > 0 {
        pieces.extend([Piece::new(hundreds.to_string()), Piece::new("hundred")]);
    }
    if rest > 0 && !pieces.is_empty() {
        pieces.push(Piece::new("and"));
    }
    match rest {
        0 if !pieces.is_empty() => {}
        0..=20 => pieces.push(Piece::new(rest.to_string())),
        _ => {
            pieces.push(Piece::new((rest / 10 * 10).to_string()));
            pieces.extend((!rest.is_multiple_of(10)).then(|| Piece::new((rest % 10).to_string())));
        }
    }
    pieces
}

/// Japanese and Korean: a single hundred or thousand has no one in front, in Korean no single myriad either.
fn eastern(number: u32, bare: &[&str]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (unit, name) in [(10_000, "myriad"), (1_000, "thousand"), (100, "hundred")] {
        let digit = number / unit % 10;
        let alone = digit == 1 && (name != "myriad" || bare.contains(&name));
        if digit > 0 && !alone {
            pieces.push(Piece::new(digit.to_string()));
        }
        if digit > 0 {
            pieces.push(Piece::new(name));
        }
    }
    let (tens, ones) = (number / 10 % 10, number % 10);
    if tens > 0 {
        pieces.push(Piece::new((tens * 10).to_string()));
    }
    if ones > 0 || pieces.is_empty() {
        pieces.push(Piece::new(ones.to_string()));
    }
    pieces
}

/// 스물한 번: Korea's own numbers, below a hundred. Twenty alone and in front of a number differ.
fn native(number: u32) -> Vec<Piece> {
    let (tens, ones) = (number / 10 * 10, number % 10);
    match (tens, ones) {
        (0, 0) => vec![Piece::new("0")],
        (0, ones) => vec![Piece::new(format!("native-{ones}"))],
        (20, 0) => vec![Piece::new("native-20-alone")],
        (tens, 0) => vec![Piece::new(format!("native-{tens}"))],
        (tens, ones) => vec![Piece::new(format!("native-{tens}")), Piece::new(format!("native-{ones}"))],
    }
}
