//! Time controls as records write them: SGF's TM and OT, PGN's TimeControl.

use clock::{Bonus, Control, Duration, Language, Overtime, SideControl, Stage};
use records::sgf;

/// What SGF says of a control: main time in milliseconds, and the overtime; what its forms do not fit is in words.
pub(crate) fn sgf_time(control: &Control) -> (Option<u64>, Option<sgf::Overtime>) {
    let fitting = if same(control) { fitting(&control.black) } else { None };
    match fitting {
        Some((main, overtime)) => (Some(main.as_millis_left()), overtime),
        None => (single_main(control), Some(sgf::Overtime::Other(words(control)))),
    }
}

/// The control in words, for where a form has none.
pub(crate) fn words(control: &Control) -> String {
    control.words(Language::English).to_string()
}

/// Whether both sides play by the same; what is called does not matter.
fn same(control: &Control) -> bool {
    let matter = |side: &SideControl| (side.stages().to_vec(), side.first_move_bonus(), side.overtime());
    matter(&control.black) == matter(&control.white)
}

/// The main time, where both have the same and it has one stage.
fn single_main(control: &Control) -> Option<u64> {
    match (same(control), control.black.stages()) {
        (true, [only]) => Some(only.time.as_millis_left()),
        _ => None,
    }
}

fn fitting(side: &SideControl) -> Option<(Duration, Option<sgf::Overtime>)> {
    let Stage { time, moves: None, bonus } = (match side.stages() {
        [] => Stage::default(),
        [only] => *only,
        _ => return None,
    }) else {
        return None;
    };
    match (bonus, side.overtime()) {
        (Bonus::None, Overtime::None) => Some((time, None)),
        (Bonus::Increment(increment), Overtime::None) if side.first_move_bonus() => {
            Some((time, Some(sgf::Overtime::Fischer { increment_ms: increment.as_millis_left() })))
        }
        (Bonus::None, Overtime::Byoyomi { periods, period }) => Some((time, Some(byo_yomi(periods, period)))),
        // Periods that lie inside main time are the same as periods behind the rest of it.
        (Bonus::None, Overtime::Reserve { reserve, period }) => {
            let periods = u16::try_from(reserve.divided_by(period)?.0).ok()?;
            Some((time.minus(reserve), Some(byo_yomi(periods, period))))
        }
        (Bonus::None, Overtime::Canadian { moves, time: section, carry_over: false }) => {
            let overtime = sgf::Overtime::Canadian { moves: moves.into(), ms: section.as_millis_left() };
            Some((time, Some(overtime)))
        }
        (Bonus::None | Bonus::Increment(_) | Bonus::Delay(_) | Bonus::Bronstein(_), _) => None,
    }
}

fn byo_yomi(periods: u16, period: Duration) -> sgf::Overtime {
    sgf::Overtime::ByoYomi { periods: periods.into(), period_ms: period.as_millis_left() }
}

/// PGN's TimeControl; `None` where it has no form for the control, which is then `?`.
pub(crate) fn pgn_time_control(control: &Control) -> Option<String> {
    if !same(control) {
        return None;
    }
    let side = &control.black;
    match (side.stages(), side.overtime()) {
        ([], Overtime::Hourglass { time }) => Some(format!("*{}", Seconds(time))),
        ([before @ .., last], Overtime::None) if last.moves.is_none() && side.first_move_bonus() => {
            let periods = before.iter().map(|stage| period(stage, stage.moves.map(Some)?));
            let periods = periods.chain([period(last, None)]).collect::<Option<Vec<_>>>()?;
            Some(periods.join(":"))
        }
        _ => None,
    }
}

fn period(stage: &Stage, moves: Option<u16>) -> Option<String> {
    let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
    let time = Seconds(stage.time);
    match stage.bonus {
        Bonus::None => Some(format!("{moves}{time}")),
        Bonus::Increment(increment) => Some(format!("{moves}{time}+{}", Seconds(increment))),
        Bonus::Delay(_) | Bonus::Bronstein(_) => None,
    }
}

/// A length in seconds, with thousandths where it needs them.
struct Seconds(Duration);

impl std::fmt::Display for Seconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = self.0.as_millis_left();
        match ms % 1_000 {
            0 => write!(f, "{}", ms / 1_000),
            rest => write!(f, "{}.{rest:03}", ms / 1_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_written_as_records_write_them() {
        for (notation, main, overtime, pgn) in [
            ("1h", Some(3_600_000), "", "3600"),
            ("10m+30s", Some(600_000), "30 fischer", "600+30"),
            ("3m+2.5s", Some(180_000), "2.5 fischer", "180+2.500"),
            ("1h+5x30s", Some(3_600_000), "5x30 byo-yomi", "?"),
            ("0s+5x30s", Some(0), "5x30 byo-yomi", "?"),
            ("1h reserve 5m/60s", Some(3_300_000), "5x60 byo-yomi", "?"),
            ("1h+15/300s", Some(3_600_000), "15/300 Canadian", "?"),
        ] {
            let control: Control = notation.parse().unwrap_or_else(|error| panic!("{notation}: {error}"));
            let (found, text) = sgf_time(&control);
            assert_eq!(found, main, "{notation}");
            assert_eq!(text.map_or_else(String::new, |text| text.to_string()), overtime, "{notation}");
            assert_eq!(pgn_time_control(&control).as_deref().unwrap_or("?"), pgn, "{notation}");
        }
    }

    fn stages(stages: &[(u64, Option<u16>, Bonus)]) -> SideControl {
        let mut settings = clock::SideSettings::default();
        for &(secs, moves, bonus) in stages {
            settings.stages.push(Stage { time: Duration::from_secs(secs), moves, bonus }).unwrap();
        }
        settings.try_into().unwrap()
    }

    #[test]
    fn stages_have_a_form_in_pgn_and_words_in_sgf() {
        let more = Bonus::Increment(Duration::from_secs(30));
        let fide = stages(&[(7_200, Some(40), more), (3_600, None, more)]);
        let control = Control::same(fide.clone());
        assert_eq!(pgn_time_control(&control).unwrap(), "40/7200+30:3600+30");
        let (main, overtime) = sgf_time(&control);
        assert_eq!((main, overtime), (None, Some(sgf::Overtime::Other(words(&control)))));

        let delayed = Control::same(stages(&[(300, None, Bonus::Delay(Duration::from_secs(5)))]));
        assert_eq!(pgn_time_control(&delayed), None, "delay has no standard form");
        assert_eq!(sgf_time(&delayed).0, Some(300_000));
        let uneven = Control { black: fide, white: stages(&[(300, None, Bonus::None)]) };
        assert_eq!((pgn_time_control(&uneven), sgf_time(&uneven).0), (None, None));
    }
}
