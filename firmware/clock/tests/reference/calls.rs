//! What is spoken at a moment of a stretch of time.

use clock::{Call, CallTable, Count};

use super::Ms;

/// Where nothing stands behind the running time.
pub(crate) fn remaining(table: &CallTable, left: Ms) -> Option<Call> {
    let second = whole_second(left)?;
    let listed = match &table.remaining {
        Some(list) => list.contains(&second),
        None => [300, 60, 30, 20].contains(&second) || (1..=10).contains(&second),
    };
    listed.then_some(Call::Remaining(second))
}

/// In a period, a turn's free time or a unit of `length`, of which `used` is used.
pub(crate) fn in_period(table: &CallTable, length: Ms, used: Ms, last: bool) -> Option<Call> {
    if used == 0 || used >= length {
        return None;
    }
    let second = whole_second(used)?;
    let before_end = whole_second(length - used)?;
    if last && before_end < 10 {
        match table.count {
            Count::Up => return u8::try_from(10 - before_end).ok().map(Call::Count),
            Count::Down => return u8::try_from(before_end).ok().map(Call::Count),
            Count::Off => {}
        }
    }
    let listed = match (last, &table.before_last, &table.last) {
        (false, Some(list), _) | (true, _, Some(list)) => list.contains(&second),
        (false, None, _) => [30, 20, 10, 5, 2].contains(&before_end),
        (true, _, None) => [30, 20, 10].contains(&before_end),
    };
    listed.then_some(Call::Elapsed(second))
}

/// At the end of the last period.
pub(crate) fn over(table: &CallTable) -> Call {
    match table.count {
        Count::Up => Call::Count(10),
        Count::Down | Count::Off => Call::TimeOver,
    }
}

fn whole_second(ms: Ms) -> Option<u16> {
    if ms.is_multiple_of(1000) { u16::try_from(ms / 1000).ok() } else { None }
}
