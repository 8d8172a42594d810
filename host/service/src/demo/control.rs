//! Time controls of records: PGN's TimeControl, SGF's TM and OT, where what they mean is clear.

use clock::{Bonus, Control, Duration, Language, Overtime, SideControl, SideSettings, Stage};
use records::pgn::{Period, TimeControl};
use records::sgf;

/// What TimeControl means; `None` where it is not known, was not meant so, or has no clear meaning.
pub(super) fn of_pgn(said: &TimeControl) -> Option<Control> {
    if said.may_be_milliseconds() {
        return None;
    }
    let mut settings = SideSettings::default();
    for (number, period) in (1..).zip(&said.periods) {
        let last = number == said.periods.len();
        match *period {
            Period::Timed { moves, main_ms, increment_ms, delay_ms } => {
                // Moves in the last period would mean that it comes again, which nobody plays; so may a quota
                // that is missing before.
                if moves.is_some() == last {
                    return None;
                }
                let moves = moves.map(u16::try_from).transpose().ok()?;
                let time = Duration::from_millis(main_ms);
                settings.stages.push(Stage { time, moves, bonus: bonus(increment_ms, delay_ms)? }).ok()?;
            }
            Period::Sandclock { main_ms } if said.periods.len() == 1 => {
                settings.overtime = Overtime::Hourglass { time: Duration::from_millis(main_ms) };
            }
            Period::Sandclock { .. } | Period::Unknown | Period::Untimed => return None,
        }
    }
    checked(settings)
}

fn bonus(increment_ms: u64, delay_ms: u64) -> Option<Bonus> {
    match (increment_ms, delay_ms) {
        (0, 0) => Some(Bonus::None),
        (increment, 0) => Some(Bonus::Increment(Duration::from_millis(increment))),
        (0, delay) => Some(Bonus::Delay(Duration::from_millis(delay))),
        (_, _) => None,
    }
}

/// What TM and OT mean; `None` where TM is missing, or OT is in words that no control has.
pub(super) fn of_sgf(main_ms: Option<u64>, overtime: Option<&sgf::Overtime>) -> Option<Control> {
    if let Some(sgf::Overtime::Other(words)) = overtime {
        return Control::from_words(words, Language::English).ok();
    }
    let mut stage = Stage { time: Duration::from_millis(main_ms?), ..Stage::default() };
    let overtime = match overtime {
        None | Some(sgf::Overtime::Other(_)) => Overtime::None,
        Some(sgf::Overtime::ByoYomi { periods, period_ms }) => Overtime::Byoyomi {
            periods: u16::try_from(*periods).ok()?,
            period: Duration::from_millis(*period_ms),
        },
        Some(sgf::Overtime::Canadian { moves, ms }) => Overtime::Canadian {
            moves: u16::try_from(*moves).ok()?,
            time: Duration::from_millis(*ms),
            carry_over: false,
        },
        Some(sgf::Overtime::Fischer { increment_ms }) => {
            stage.bonus = Bonus::Increment(Duration::from_millis(*increment_ms));
            Overtime::None
        }
    };
    let mut settings = SideSettings { overtime, ..SideSettings::default() };
    settings.stages.push(stage).ok()?;
    checked(settings)
}

fn checked(settings: SideSettings) -> Option<Control> {
    Some(Control::same(SideControl::try_from(settings).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pgn_says_becomes_a_control_where_it_is_clear() {
        for (text, expected) in [
            ("1800+0", "30m"),
            ("180+2", "3m+2s"),
            ("10+0.05", "10s+0.05s"),
            ("300d5", "5m+d5s"),
            ("40/7200+30:3600+30", "2h/40+1h+30s"),
            ("*180", "hourglass 3m"),
            ("40/9000", ""),
            ("3600:40/9000", ""),
            ("300d5+2", ""),
            ("2700+45000", ""),
            ("0", ""),
            ("?", ""),
            ("-", ""),
        ] {
            let found = TimeControl::parse(text).ok().and_then(|said| of_pgn(&said));
            let found = found.map_or_else(String::new, |control| control.to_string());
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_sgf_says_becomes_a_control_where_it_is_clear() {
        for (main, overtime, expected) in [
            (Some(3_600_000), "", "1h"),
            (Some(0), "3x10 byo-yomi", "3x10s"),
            (Some(300_000), "3x20 byo-yomi", "5m+3x20s"),
            (Some(600_000), "15/300 Canadian", "10m+15/5m"),
            (Some(600_000), "30 fischer", "10m+30s"),
            (None, "5 periods of 60 s", "5x60s"),
            (None, "3x20 byo-yomi", ""),
            (Some(0), "", ""),
            (Some(300_000), "99999x20 byo-yomi", ""),
            (Some(300_000), "3x20.5 byo-yomi", ""),
            (Some(300_000), "some more", ""),
        ] {
            let found = of_sgf(main, sgf::Overtime::understand(overtime).as_ref());
            let found = found.map_or_else(String::new, |control| control.to_string());
            assert_eq!(found, expected, "{main:?} {overtime}");
        }
    }

    /// What an export writes is read back.
    #[test]
    fn a_control_in_words_is_read_back() {
        let control: Control = "1h reserve 5m/60s".parse().unwrap();
        let words = sgf::Overtime::Other(control.words(Language::English).to_string());
        assert_eq!(of_sgf(None, Some(&words)), Some(control));
    }
}
