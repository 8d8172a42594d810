//! Komi as records write it.

use rules::Quarters;
use rules::go::RuleSet;

use crate::amount::{self, Unit};

/// From here on a komi is in hundredths.
const HUNDREDTHS: i32 = 100;

/// A komi in points, and whether that had to be made of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Komi {
    pub(super) points: Quarters,
    pub(super) converted: bool,
}

/// What KM says. 3.75 and 2.75 are zi under Chinese or unknown rules, 375 and 750 hundredths of zi or of points.
pub(super) fn komi(text: &str, rules: Option<RuleSet>) -> Option<Komi> {
    let plain = amount::plain(text);
    let unsigned = plain.trim_start_matches(|letter: char| "黑黒흑贴貼出コミ+ ".contains(letter));
    let (negative, unsigned) = match unsigned.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, unsigned),
    };
    let amount = amount::leading(unsigned)?;
    if !unsigned[amount.length..].trim().is_empty() {
        return None;
    }
    let (value, hundredths) = whole(amount.value);
    let in_zi =
        amount.unit == Unit::Zi || (value.0 % 2 != 0 && counts_zi(rules) && amount.unit == Unit::Unsaid);
    let points = if in_zi { value + value } else { value };
    let points = if negative { -points } else { points };
    Some(Komi { points, converted: hundredths || in_zi })
}

/// Hundredths as what they are hundredths of, if that is a number of quarters.
fn whole(value: Quarters) -> (Quarters, bool) {
    let units = value.0 / 4;
    if value.0 % 4 == 0 && units >= HUNDREDTHS && units % 25 == 0 {
        (Quarters(units / 25), true)
    } else {
        (value, false)
    }
}

fn counts_zi(rules: Option<RuleSet>) -> bool {
    matches!(rules, None | Some(RuleSet::Chinese | RuleSet::Chinese1988))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_points_whatever_it_was_written_in() {
        let (chinese, japanese) = (Some(RuleSet::Chinese), Some(RuleSet::Japanese));
        for (text, rules, quarters, converted) in [
            ("6.5", japanese, 26, false),
            ("6.50", japanese, 26, false),
            ("6,5", None, 26, false),
            ("0", chinese, 0, false),
            ("0.00", None, 0, false),
            ("-59.5", None, -238, false),
            ("5 1/2", None, 22, false),
            ("7.5", chinese, 30, false),
            ("8", Some(RuleSet::Ing), 32, false),
            ("3.75", chinese, 30, true),
            ("2.75", chinese, 22, true),
            ("3.75", None, 30, true),
            ("3.75", japanese, 15, false),
            ("375", chinese, 30, true),
            ("325", chinese, 26, true),
            ("275", chinese, 22, true),
            ("750", chinese, 30, true),
            ("650", japanese, 26, true),
            ("3又3/4子", chinese, 30, true),
            ("黑贴3又3/4子", None, 30, true),
            ("黒6目半", None, 26, false),
            ("6目半", japanese, 26, false),
        ] {
            let expected = Komi { points: Quarters(quarters), converted };
            assert_eq!(komi(text, rules), Some(expected), "{text} {rules:?}");
        }
        for text in ["", "free", "6.6", "7 or 8", "-", "1e9", "999999999999"] {
            assert_eq!(komi(text, None), None, "{text}");
        }
    }
}
