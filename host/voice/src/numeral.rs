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
    /// Whether it may be a recording by itself. Three times is not the recording of 3 in Korean.
    pub(crate) alone: bool,
}

impl Piece {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), begins: true, alone: true }
    }

    /// A piece within a number.
    fn within(name: impl Into<String>) -> Self {
        Self { begins: false, ..Self::new(name) }
    }
}

/// Beyond it a number is read digit by digit.
const WORDS_MAX: u32 = 99_999;

/// A number in one piece, which holds for what is counted.
pub(crate) fn whole(tongue: Tongue, number: u32, counter: Counter) -> Piece {
    let alone = tongue != Tongue::Korean || !counter.is_native();
    Piece { alone, ..Piece::new(number.to_string()) }
}

/// The pieces of a number in front of a counter; numbers below a hundred in one where there is a recording.
pub(crate) fn pieces(
    tongue: Tongue,
    number: u32,
    counter: Counter,
    known: impl Fn(&str) -> bool,
) -> Vec<Piece> {
    if number > WORDS_MAX {
        return number.to_string().chars().map(Piece::within).collect();
    }
    if tongue == Tongue::Korean && counter.is_native() && number < 100 {
        return native(number);
    }
    let rest = (number % 100).to_string();
    let whole = !number.is_multiple_of(100) && known(&rest);
    let mut pieces = match tongue {
        Tongue::Chinese if number > 100 => return chinese(number),
        Tongue::Chinese if whole => Vec::new(),
        Tongue::Chinese => return chinese(number),
        Tongue::English => hundreds(number),
        Tongue::Japanese => eastern(number, "myriad"),
        Tongue::Korean => eastern(number, ""),
    };
    match number % 100 {
        0 if !pieces.is_empty() => {}
        _ if whole => pieces.push(Piece::new(rest)),
        below => pieces.extend(tens(below)),
    }
    pieces
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
    if tens > 0 {
        zero(&mut pieces, gap);
        let inside = !pieces.is_empty() && tens == 1;
        pieces.push(Piece::new(if inside { "inner-10".to_owned() } else { (tens * 10).to_string() }));
    }
    if ones > 0 {
        zero(&mut pieces, tens == 0);
        pieces.push(Piece { begins: ones > 2 || pieces.is_empty(), ..Piece::new(ones.to_string()) });
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

/// one hundred and: what stands in front of the tens.
fn hundreds(number: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if number >= 1_000 {
        pieces.extend(hundreds(number / 1_000));
        let below = number / 1_000 % 100;
        pieces.extend(if below < 20 { vec![Piece::new(below.to_string())] } else { tens(below) });
        pieces.push(Piece::new("thousand"));
    }
    if !(number / 100).is_multiple_of(10) {
        pieces.extend([Piece::new((number / 100 % 10).to_string()), Piece::new("hundred")]);
    }
    pieces.extend((!number.is_multiple_of(100) && !pieces.is_empty()).then(|| Piece::new("and")));
    pieces
}

/// Japanese and Korean in front of the tens: a single hundred or thousand has no one in front, nor has any other unit
/// but that which keeps it.
fn eastern(number: u32, keeps: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (unit, name) in [(10_000, "myriad"), (1_000, "thousand"), (100, "hundred")] {
        let digit = number / unit % 10;
        pieces.extend((digit > 1 || digit == 1 && name == keeps).then(|| Piece::new(digit.to_string())));
        pieces.extend((digit > 0).then(|| Piece::new(name)));
    }
    pieces
}

/// A number below a hundred.
fn tens(number: u32) -> Vec<Piece> {
    let (tens, ones) = (number / 10 * 10, number % 10);
    let tens = (tens > 0).then(|| Piece::new(tens.to_string()));
    let ones = (ones > 0 || tens.is_none()).then(|| Piece::new(ones.to_string()));
    tens.into_iter().chain(ones).collect()
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
