//! Times in records: TM, OT, and what stands there instead.

use std::fmt;

/// Longer times were not meant: a year, in milliseconds.
const MOST_MS: u64 = 366 * 24 * 3_600_000;

/// The time beyond main time, as OT says it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Overtime {
    /// `5x30 byo-yomi`: so many periods, of which each move takes only those that it uses up.
    ByoYomi {
        /// The periods.
        periods: u32,
        /// Each period's length in milliseconds.
        period_ms: u64,
    },
    /// `15/300 Canadian`: so many moves in so much time, again and again.
    Canadian {
        /// The moves.
        moves: u32,
        /// The time for them in milliseconds.
        ms: u64,
    },
    /// `30 fischer`: so much is added with each move.
    Fischer {
        /// The increment in milliseconds.
        increment_ms: u64,
    },
    /// Something else, in the file's own words.
    Other(String),
}

/// As OGS, KGS and others read it.
impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByoYomi { periods, period_ms } => write!(f, "{periods}x{} byo-yomi", Seconds(*period_ms)),
            Self::Canadian { moves, ms } => write!(f, "{moves}/{} Canadian", Seconds(*ms)),
            Self::Fischer { increment_ms } => write!(f, "{} fischer", Seconds(*increment_ms)),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl Overtime {
    /// What OT says; `None` if it says nothing.
    #[must_use]
    pub fn understand(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let plain = crate::amount::plain(text).replace(['×', '*'], "x");
        let known = byo_yomi(&plain).or_else(|| canadian(&plain)).or_else(|| fischer(&plain));
        Some(known.unwrap_or_else(|| Self::Other(text.to_owned())))
    }

    /// So many periods of so long.
    pub(super) fn periods(periods: &str, period: &str) -> Option<Self> {
        let (periods, period_ms) = (periods.trim().parse().ok()?, duration_ms(period)?);
        (periods > 0 && period_ms > 0).then_some(Self::ByoYomi { periods, period_ms })
    }
}

fn byo_yomi(text: &str) -> Option<Overtime> {
    let (text, named) = strip_any(text, &["byo-yomi", "byoyomi", "byo yomi", "japanese", "读秒", "秒読み"]);
    let (periods, period) = text.split_once('x').or_else(|| text.split_once("次").filter(|_| named))?;
    Overtime::periods(periods, period)
}

fn canadian(text: &str) -> Option<Overtime> {
    let (text, named) = strip_any(text, &["canadian overtime", "canadian", "加拿大"]);
    let (moves, time) = text.split_once('/')?;
    let (moves, counted) = strip_any(moves, &["moves", "move", "stones", "stone"]);
    let (moves, ms) = (moves.trim().parse().ok()?, duration_ms(time)?);
    (moves > 0 && ms > 0 && (named || counted)).then_some(Overtime::Canadian { moves, ms })
}

fn fischer(text: &str) -> Option<Overtime> {
    let (text, named) = strip_any(text, &["fischer", "fisher"]);
    let increment_ms = duration_ms(text.trim_start_matches('+')).filter(|&ms| ms > 0)?;
    named.then_some(Overtime::Fischer { increment_ms })
}

fn strip_any<'a>(text: &'a str, endings: &[&str]) -> (&'a str, bool) {
    let text = text.trim();
    let stripped = endings.iter().find_map(|ending| text.strip_suffix(ending));
    (stripped.unwrap_or(text).trim(), stripped.is_some())
}

/// What TM says: main time in milliseconds, and the overtime that some programs put there too.
pub(super) fn main_time(text: &str) -> Option<(u64, Option<Overtime>)> {
    let text = crate::amount::plain(text);
    if let Some((main, overtime)) = text.split_once('+') {
        let (period, periods) = overtime.split_once('(')?;
        let periods = periods.split(')').next().unwrap_or_default();
        return Some((duration_ms(main)?, Overtime::periods(periods, period)));
    }
    Some((duration_ms(&text)?, None))
}

/// A time of seconds, `m:ss`, `h:mm:ss`, or numbers with units, in milliseconds.
pub(super) fn duration_ms(text: &str) -> Option<u64> {
    let text = text.trim();
    let ms = if text.contains(':') { colons(text) } else { seconds_ms(text).or_else(|| with_units(text)) };
    ms.filter(|&ms| ms <= MOST_MS)
}

fn colons(text: &str) -> Option<u64> {
    let mut total = 0_u64;
    let mut fields = text.split(':').rev();
    let seconds = seconds_ms(fields.next()?)?;
    for (field, unit) in fields.zip([60_000, 3_600_000, u64::MAX]) {
        let field: u64 = field.trim().parse().ok()?;
        total = total.checked_add(field.checked_mul(unit)?)?;
    }
    total.checked_add(seconds)
}

/// Seconds with decimals, of which three count.
pub(super) fn seconds_ms(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let place = |at: usize| decimals.as_bytes().get(at).map_or(0, |digit| u64::from(digit - b'0'));
    whole
        .checked_mul(1000)?
        .checked_add(place(0) * 100 + place(1) * 10 + place(2))
        .filter(|&ms| ms <= MOST_MS)
}

/// `1h`, `1 h 30 min`, `60 minutes`, `2小时30分`, `1時間`, each side's or not.
fn with_units(text: &str) -> Option<u64> {
    let mut rest = text.trim_start_matches(['各', ' ']);
    let mut total = 0_u64;
    while !rest.is_empty() {
        let number = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let ms = seconds_ms(rest.get(..number)?)?;
        rest = rest[number..].trim_start();
        let unit = rest.chars().take_while(|letter| letter.is_alphabetic()).map(char::len_utf8).sum();
        total = total.checked_add(ms.checked_mul(unit_seconds(&rest[..unit])?)?)?;
        rest = rest[unit..].trim_start_matches([' ', ',', '.']);
        rest =
            ["each", "per player", "a player"].iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
    }
    (!text.is_empty()).then_some(total)
}

fn unit_seconds(unit: &str) -> Option<u64> {
    Some(match unit {
        "h" | "hr" | "hrs" | "hour" | "hours" | "小时" | "小時" | "時間" | "时" | "시간" => 3600,
        "m" | "min" | "mins" | "minute" | "minutes" | "分" | "分钟" | "分鐘" | "분" => 60,
        "s" | "sec" | "secs" | "second" | "seconds" | "秒" | "초" => 1,
        _ => return None,
    })
}

/// Milliseconds printed as seconds, exactly.
pub(super) struct Seconds(pub(super) u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, thousandths) = (self.0 / 1000, self.0 % 1000);
        match (thousandths % 10, thousandths / 10 % 10) {
            _ if thousandths == 0 => write!(f, "{whole}"),
            (0, 0) => write!(f, "{whole}.{}", thousandths / 100),
            (0, _) => write!(f, "{whole}.{:02}", thousandths / 10),
            _ => write!(f, "{whole}.{thousandths:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_times_are_read_as_people_write_them() {
        for (text, ms, overtime) in [
            ("1800", 1_800_000, ""),
            ("142.7", 142_700, ""),
            ("0", 0, ""),
            ("25:00 + 00:30(5)", 1_500_000, "5x30 byo-yomi"),
            ("25:00 + 00:30(5) ByoYomi", 1_500_000, "5x30 byo-yomi"),
            ("2:00:00", 7_200_000, ""),
            ("25:00", 1_500_000, ""),
            ("1h", 3_600_000, ""),
            ("1h 30m", 5_400_000, ""),
            ("60 minutes", 3_600_000, ""),
            ("1 hour each", 3_600_000, ""),
            ("9 hours", 32_400_000, ""),
            ("1.5 h", 5_400_000, ""),
            ("1時間", 3_600_000, ""),
            ("各2小时30分", 9_000_000, ""),
            ("３０分", 1_800_000, ""),
        ] {
            let (main, other) = main_time(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(main, ms, "{text}");
            assert_eq!(other.map_or_else(String::new, |other| other.to_string()), overtime, "{text}");
        }
        for text in
            ["", "soon", "-5", "1:2:3:4:5", "99999999999999999999", "5 moons", ":", "1:", "a:b", "+", "."]
        {
            assert_eq!(main_time(text), None, "{text}");
        }
    }

    #[test]
    fn overtime_is_read_as_servers_write_it() {
        for (text, written) in [
            ("5x30 byo-yomi", "5x30 byo-yomi"),
            ("5 x 30 Byo-Yomi", "5x30 byo-yomi"),
            ("3x20 byoyomi", "3x20 byo-yomi"),
            ("1×60", "1x60 byo-yomi"),
            ("3x1min byo-yomi", "3x60 byo-yomi"),
            ("15/300 Canadian", "15/300 Canadian"),
            ("25/600 canadian", "25/600 Canadian"),
            ("25 moves / 10 min", "25/600 Canadian"),
            ("30 Fischer", "30 fischer"),
            ("2.5 fischer", "2.5 fischer"),
            ("86400 fischer", "86400 fischer"),
        ] {
            let understood = Overtime::understand(text).unwrap();
            assert!(!matches!(understood, Overtime::Other(_)), "{text}");
            assert_eq!(understood.to_string(), written, "{text}");
        }
        for text in ["20, 30, 40 stones", "0x30 byo-yomi", "5 mins Japanese style, 1 move / min", "60 simple"]
        {
            assert_eq!(Overtime::understand(text), Some(Overtime::Other(text.to_owned())));
        }
        assert_eq!(Overtime::understand(" "), None);
    }

    #[test]
    fn seconds_are_exact() {
        for (ms, text) in
            [(0, "0"), (1500, "1.5"), (50, "0.05"), (1, "0.001"), (60_010, "60.01"), (120, "0.12")]
        {
            assert_eq!(Seconds(ms).to_string(), text);
            assert_eq!(seconds_ms(text), Some(ms));
        }
    }
}
