//! Amounts as people write them: `3.5`, `3,5`, `5 1/2`, `3又3/4子`, `四分之一子`, `6目半`.

use rules::Quarters;

/// More than any count or komi: what is larger was not meant as one.
const MOST: i64 = 40_000;

/// What an amount counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Zi (子), of which one is two points.
    Zi,
    /// Points (目).
    Points,
    /// Not said.
    Unsaid,
}

/// An amount at the head of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) value: Quarters,
    pub(crate) unit: Unit,
    /// The bytes that it takes.
    pub(crate) length: usize,
}

impl Amount {
    /// The same in points.
    pub(crate) fn points(self) -> Quarters {
        if self.unit == Unit::Zi { self.value + self.value } else { self.value }
    }
}

/// Makes one writing of several: full-width letters, digits and signs become ASCII, letters small, `¼` a fraction.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.trim().chars() {
        match letter {
            '\u{ff01}'..='\u{ff5e}' => {
                let ascii = char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter);
                plain.push(ascii.to_ascii_lowercase());
            }
            '\u{3000}' | '\u{a0}' => plain.push(' '),
            '¼' => plain.push_str(" 1/4"),
            '½' => plain.push_str(" 1/2"),
            '¾' => plain.push_str(" 3/4"),
            _ => plain.push(letter.to_ascii_lowercase()),
        }
    }
    plain
}

/// The amount that the plain text begins with.
pub(crate) fn leading(text: &str) -> Option<Amount> {
    let mut rest = text;
    let mut value = match eat_any(&mut rest, &["半", "반"]) {
        true => 2,
        false => mixed(&mut rest)?,
    };
    let unit = unit(&mut rest);
    if unit != Unit::Unsaid && eat_any(&mut rest, &["半", "반"]) {
        value += 2;
    }
    let value = if value <= MOST { i32::try_from(value).ok()? } else { return None };
    Some(Amount { value: Quarters(value), unit, length: text.len() - rest.len() })
}

/// A number with or without a fraction, or a fraction alone, in quarters.
fn mixed(rest: &mut &str) -> Option<i64> {
    let whole = number(rest)?;
    if let Some(fraction) = fraction_after(whole, rest) {
        return fraction;
    }
    let mut ahead = *rest;
    if eat_any(&mut ahead, &["又", "と", " ", "-"]) {
        ahead = ahead.trim_start();
        let fraction = number(&mut ahead).and_then(|top| fraction_after(top, &mut ahead));
        if let Some(Some(fraction)) = fraction {
            *rest = ahead;
            return Some(whole + fraction);
        }
    }
    Some(whole)
}

/// What a number before a stroke, or before `分之`, makes with the number after it. The outer `None` says that there
/// is no fraction, the inner one that it is no number of quarters.
fn fraction_after(first: i64, rest: &mut &str) -> Option<Option<i64>> {
    let mut ahead = *rest;
    let chinese = match ahead.chars().next()? {
        '/' => false,
        '分' => true,
        _ => return None,
    };
    eat_any(&mut ahead, &["/", "分之", "分の"]).then_some(())?;
    let second = number(&mut ahead)?;
    *rest = ahead;
    let (top, bottom) = if chinese { (second, first) } else { (first, second) };
    Some(if bottom != 0 && top * 4 % bottom == 0 { Some(top * 4 / bottom) } else { None })
}

/// A decimal number, or a Chinese one below a hundred, in quarters.
fn number(rest: &mut &str) -> Option<i64> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let decimal = digits > 0 || rest.starts_with('.');
    if decimal { decimal_number(digits, rest) } else { chinese_number(rest).map(|whole| whole * 4) }
}

fn decimal_number(digits: usize, rest: &mut &str) -> Option<i64> {
    let (whole, after) = rest.split_at(digits);
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|&whole| whole <= MOST)? };
    let decimals = after
        .strip_prefix(['.', ','])
        .map_or("", |tail| &tail[..tail.bytes().take_while(u8::is_ascii_digit).count()]);
    let point =
        usize::from(after.starts_with(['.', ',']) && (!decimals.is_empty() || after.starts_with('.')));
    if digits == 0 && decimals.is_empty() {
        return None;
    }
    *rest = &after[point + decimals.len()..];
    let quarters = match decimals.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    Some(whole * 4 + quarters)
}

fn chinese_number(rest: &mut &str) -> Option<i64> {
    let mut value = 0;
    let mut units = None;
    let mut tens = false;
    for letter in rest.chars().take(4) {
        match ("零一二三四五六七八九".chars().position(|digit| digit == letter), letter) {
            (Some(digit), _) => units = Some(i64::try_from(digit).ok()?),
            (None, '两' | '兩') => units = Some(2),
            (None, '〇') => units = Some(0),
            (None, '十') if !tens => {
                value = units.take().unwrap_or(1) * 10;
                tens = true;
            }
            _ => break,
        }
        *rest = &rest[letter.len_utf8()..];
    }
    (tens || units.is_some()).then(|| value + units.unwrap_or(0))
}

fn unit(rest: &mut &str) -> Unit {
    let mut ahead = rest.trim_start();
    let unit = if eat_any(&mut ahead, &["子", "zi"]) {
        Unit::Zi
    } else if eat_any(&mut ahead, &["目", "집", "点", "點", "points", "point", "pts", "moku"]) {
        Unit::Points
    } else {
        return Unit::Unsaid;
    };
    *rest = ahead;
    unit
}

fn eat_any(rest: &mut &str, words: &[&str]) -> bool {
    let Some(word) = words.iter().find(|word| rest.starts_with(**word)) else { return false };
    *rest = &rest[word.len()..];
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, quarters, unit) in [
            ("3.5", 14, Unit::Unsaid),
            ("3,5", 14, Unit::Unsaid),
            ("0.500000", 2, Unit::Unsaid),
            (".5", 2, Unit::Unsaid),
            ("7.", 28, Unit::Unsaid),
            ("5 1/2", 22, Unit::Unsaid),
            ("5½", 22, Unit::Unsaid),
            ("1/4子", 1, Unit::Zi),
            ("3又3/4子", 15, Unit::Zi),
            ("３又３／４子", 15, Unit::Zi),
            ("四分之一子", 1, Unit::Zi),
            ("三又四分之三子", 15, Unit::Zi),
            ("2.25子", 9, Unit::Zi),
            ("6目半", 26, Unit::Points),
            ("十二目半", 50, Unit::Points),
            ("二十三目", 92, Unit::Points),
            ("半目", 2, Unit::Points),
            ("3집반", 14, Unit::Points),
            ("43.5目", 174, Unit::Points),
            ("2.5 points", 10, Unit::Points),
        ] {
            let amount = leading(&plain(text)).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((amount.value.0, amount.unit), (quarters, unit), "{text}");
            assert_eq!(amount.length, plain(text).len(), "{text}");
        }
        for text in ["", ".", "b", "1/0", "1/3", "3.3", "99999999999999999999", "40001"] {
            assert_eq!(leading(text), None, "{text}");
        }
    }

    #[test]
    fn a_unit_of_zi_is_two_points() {
        assert_eq!(leading("1/4子").unwrap().points(), Quarters::halves(1));
        assert_eq!(leading("6目半").unwrap().points(), Quarters(26));
    }
}
