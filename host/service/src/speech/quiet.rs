//! The times of day at which no table speaks.

use std::fmt;

use chrono::{NaiveTime, Timelike};

/// Spans of a day by the machine's own time zone, each from its first minute to before its last; one may go over midnight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quiet(Vec<(u32, u32)>);

/// Minutes of a day: its end, which is written 24:00.
const DAY: u32 = 24 * 60;

/// The minute of a day.
fn minute(text: &str) -> Option<u32> {
    let time = NaiveTime::parse_from_str(text.trim(), "%H:%M").ok()?;
    Some(time.hour() * 60 + time.minute())
}

impl Quiet {
    /// Takes one more span, written `22:00-08:00`, or `22:00-24:00` to the day's end; `None` where it is none.
    pub(crate) fn add(&mut self, text: &str) -> Option<()> {
        let (from, to) = text.split_once('-')?;
        let end = if to.trim() == "24:00" { DAY } else { minute(to)? };
        let (from, to) = (minute(from)?, end);
        (from != to).then(|| self.0.push((from, to)))
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether that time of day is quiet.
    pub(crate) fn is_at(&self, time: NaiveTime) -> bool {
        let now = time.hour() * 60 + time.minute();
        self.0.iter().any(
            |&(from, to)| {
                if from < to { (from..to).contains(&now) } else { now >= from || now < to }
            },
        )
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (from, to)) in self.0.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{:02}:{:02}-{:02}:{:02}", from / 60, from % 60, to / 60, to % 60)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_hold_from_their_first_minute_to_before_their_last_and_over_midnight() {
        let mut quiet = Quiet::default();
        quiet.add("22:30-08:00").unwrap();
        quiet.add("12:00 - 13:00").unwrap();
        for (time, is_quiet) in [
            ("22:29", false),
            ("22:30", true),
            ("00:00", true),
            ("07:59", true),
            ("08:00", false),
            ("12:59", true),
            ("13:00", false),
        ] {
            assert_eq!(quiet.is_at(NaiveTime::parse_from_str(time, "%H:%M").unwrap()), is_quiet, "{time}");
        }
        assert_eq!(quiet.to_string(), "22:30-08:00, 12:00-13:00");
        let mut evening = Quiet::default();
        evening.add("22:00-24:00").unwrap();
        let is_at = |time| evening.is_at(NaiveTime::parse_from_str(time, "%H:%M").unwrap());
        assert!(is_at("23:59") && !is_at("00:00"), "to the end of the day");
        assert_eq!(evening.to_string(), "22:00-24:00");
        for none in ["22:30", "8-9", "24:00-08:00", "08:00-24:01", "08:00-25:00", "08:00-08:00", ""] {
            assert_eq!(Quiet::default().add(none), None, "{none}");
        }
    }
}
