//! The texts of time controls: what is written is read back as the same control, in every spelling.

use clock::{
    Bonus, BySide, Control, Duration, Language, Overtime, ParseControlError, SideControl, SideSettings, Stage,
};
use proptest::prelude::*;

const CONTROLS: &str = include_str!("notation/controls.txt");
const LENIENT: &str = include_str!("notation/lenient.txt");
const BROKEN: &str = include_str!("notation/broken.txt");

/// A spelling: the short notation, or words.
type Spelling = Option<Language>;

const SPELLINGS: [Spelling; 3] = [None, Some(Language::English), Some(Language::Chinese)];

fn write(control: &Control, spelling: Spelling) -> String {
    spelling.map_or_else(|| control.to_string(), |language| control.words(language).to_string())
}

fn read(text: &str, spelling: Spelling) -> Result<Control, ParseControlError> {
    spelling.map_or_else(|| text.parse(), |language| Control::from_words(text, language))
}

fn write_side(side: &SideControl, spelling: Spelling) -> String {
    spelling.map_or_else(|| side.to_string(), |language| side.words(language).to_string())
}

fn read_side(text: &str, spelling: Spelling) -> Result<SideControl, ParseControlError> {
    spelling.map_or_else(|| text.parse(), |language| SideControl::from_words(text, language))
}

fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn the_three_spellings_say_the_same() {
    let texts: Vec<_> = lines(CONTROLS).collect();
    assert_eq!(texts.len() % 3, 0);
    for block in texts.chunks(3) {
        let control: Control = block[0].parse().unwrap_or_else(|error| panic!("{}: {error}", block[0]));
        for (text, spelling) in block.iter().zip(SPELLINGS) {
            assert_eq!(write(&control, spelling), *text);
            assert_eq!(read(text, spelling).as_ref(), Ok(&control), "{text}");
        }
    }
}

#[test]
fn other_ways_of_writing_are_understood() {
    for line in lines(LENIENT) {
        let (text, written) = line.split_once(" = ").expect(line);
        let control: Control = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(control.to_string(), written);
    }
}

#[test]
fn broken_texts_are_refused_where_they_break() {
    for line in lines(BROKEN) {
        let (spelling, case) = line.split_once(" \"").expect(line);
        let (text, message) = case.split_once("\" -> ").expect(line);
        let spelling = match spelling {
            "short" => None,
            "english" => Some(Language::English),
            "chinese" => Some(Language::Chinese),
            _ => panic!("{line}"),
        };
        let error = read(text, spelling).expect_err(line);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_side_alone_has_no_name() {
    let error = "white 5m; black 4m".parse::<SideControl>().unwrap_err();
    assert_eq!(error.to_string(), "at byte 0: expected a stage or an overtime");
}

/// A text cut anywhere, even within a character, as a file that was cut is read.
#[test]
fn cut_texts_are_refused_or_shorter_controls() {
    for text in lines(CONTROLS) {
        for end in 0..text.len() {
            let cut = String::from_utf8_lossy(&text.as_bytes()[..end]);
            for spelling in SPELLINGS {
                match read(&cut, spelling) {
                    Ok(control) => assert_eq!(read(&write(&control, spelling), spelling), Ok(control)),
                    Err(error) => assert!(cut.is_char_boundary(error.at()), "{cut:?}: {error}"),
                }
                assert!(text.is_char_boundary(end) || read(&cut, spelling).is_err(), "{cut:?}");
            }
        }
    }
}

fn micros(range: std::ops::RangeInclusive<u64>) -> impl Strategy<Value = Duration> {
    range.prop_map(Duration::from_micros)
}

/// A length of time as organisers choose it, or an odd one.
fn duration() -> impl Strategy<Value = Duration> {
    let hours = |hours: u64| hours * 3_600_000_000;
    prop_oneof![
        (1..=200_u64).prop_map(Duration::from_secs),
        (1..=300_u64).prop_map(Duration::from_mins),
        (1..=999_u64).prop_map(Duration::from_hours),
        (1..=10_000_000_u64).prop_map(Duration::from_millis),
        micros(1..=hours(3)),
        micros(1..=hours(999)),
        (0..=998_u64, 0..=60_u64, prop_oneof![Just(0), Just(1), 0..=60_000_000_u64])
            .prop_map(move |(h, m, rest)| Duration::from_micros(hours(h) + m * 60_000_000 + rest))
            .prop_filter("time is needed", |length| !length.is_zero()),
    ]
}

/// The length of a period: whole seconds.
fn period() -> impl Strategy<Value = Duration> {
    prop_oneof![1..=120_u64, (1..=60_u64).prop_map(|minutes| minutes * 60), 1..=64_800_u64]
        .prop_map(Duration::from_secs)
}

/// The length of a section: whole seconds, which are not called and may be many.
fn section() -> impl Strategy<Value = Duration> {
    prop_oneof![period(), (1..=999 * 3_600_u64).prop_map(Duration::from_secs)]
}

fn count() -> impl Strategy<Value = u16> {
    prop_oneof![Just(1), 1..=60_u16, 1..=u16::MAX]
}

fn bonus() -> impl Strategy<Value = Bonus> {
    prop_oneof![
        Just(Bonus::None),
        duration().prop_map(Bonus::Increment),
        duration().prop_map(Bonus::Delay),
        duration().prop_map(Bonus::Bronstein),
    ]
}

/// Up to eight stages, with one bonus for all or one for each; now and then one without time of its own.
fn stages() -> impl Strategy<Value = Vec<Stage>> {
    let time = prop_oneof![9 => duration(), 1 => Just(Duration::ZERO)];
    let stage = (time, prop::option::of(count()), bonus());
    (prop::collection::vec(stage, 0..=8), prop::option::of(bonus())).prop_map(|(stages, shared)| {
        let made = |(time, moves, own)| Stage { time, moves, bonus: shared.unwrap_or(own) };
        let mut stages: Vec<_> = stages.into_iter().map(made).collect();
        let mut behind_quota = false;
        stages.retain(|stage| {
            let keep = behind_quota || !stage.time.is_zero();
            behind_quota = stage.moves.is_some();
            keep
        });
        stages
    })
}

/// Anything behind main time but the reserve, which must fit into it.
fn overtime() -> impl Strategy<Value = Overtime> {
    prop_oneof![
        Just(Overtime::None),
        (count(), period()).prop_map(|(periods, period)| Overtime::Byoyomi { periods, period }),
        (count(), section(), any::<bool>()).prop_map(|(moves, time, carry_over)| Overtime::Canadian {
            moves,
            time,
            carry_over
        }),
        (count(), period(), any::<u16>()).prop_map(|(periods, period, penalty)| Overtime::Ing {
            periods,
            period,
            penalty
        }),
        (period(), count(), period()).prop_map(|(period, units, unit)| Overtime::Consideration {
            period,
            units,
            unit
        }),
    ]
}

fn checked(stages: Vec<Stage>, first_move_bonus: bool, overtime: Overtime) -> Option<SideControl> {
    let stages = stages.into_iter().collect();
    let settings = SideSettings { stages, first_move_bonus, overtime, ..SideSettings::default() };
    SideControl::try_from(settings).ok()
}

/// A side's control of the usual kind; most settings made here mean something.
fn staged() -> impl Strategy<Value = SideControl> {
    (stages(), any::<bool>(), overtime()).prop_filter_map("means nothing", |(stages, first, overtime)| {
        let adds = matches!(stages.first(), Some(Stage { bonus: Bonus::Increment(_), .. }));
        checked(stages, first || !adds, overtime)
    })
}

/// Periods inside the last stage, all of it or a part.
fn reserved() -> impl Strategy<Value = SideControl> {
    (stages(), 1..=60_u16, period(), prop::option::of(duration())).prop_filter_map(
        "means nothing",
        |(mut stages, periods, period, before)| {
            let reserve = period.times(periods);
            stages.last_mut()?.time = reserve.plus(before.unwrap_or_default());
            checked(stages, true, Overtime::Reserve { reserve, period })
        },
    )
}

fn each_move() -> impl Strategy<Value = SideControl> {
    duration().prop_filter_map("means nothing", |delay| {
        let stage = Stage { bonus: Bonus::Delay(delay), ..Stage::default() };
        checked(vec![stage], true, Overtime::None)
    })
}

fn side() -> impl Strategy<Value = SideControl> {
    prop_oneof![8 => staged(), 3 => reserved(), 1 => each_move()]
}

fn hourglass() -> impl Strategy<Value = SideControl> {
    duration().prop_filter_map("means nothing", |time| checked(vec![], true, Overtime::Hourglass { time }))
}

fn control() -> impl Strategy<Value = Control> {
    prop_oneof![
        6 => side().prop_map(Control::same),
        6 => (side(), side()).prop_map(|(black, white)| BySide { black, white }),
        1 => (hourglass(), hourglass()).prop_map(|(black, white)| BySide { black, white }),
        1 => hourglass().prop_map(Control::same),
    ]
}

/// Text that looks like a control: pieces of the three spellings, whole or cut, in any order.
fn patchwork() -> impl Strategy<Value = String> {
    let pieces: Vec<_> =
        lines(CONTROLS).flat_map(|line| line.split_inclusive([' ', '+', '，', '/'])).collect();
    let piece = prop_oneof![
        8 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => "[0-9hmsxidb+/>; ]{1,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5_000) })]

    #[test]
    fn what_is_written_is_read_back(control in control()) {
        for spelling in SPELLINGS {
            let text = write(&control, spelling);
            prop_assert_eq!(read(&text, spelling), Ok(control.clone()), "{}", text);
            let side = write_side(&control.white, spelling);
            prop_assert_eq!(read_side(&side, spelling), Ok(control.white.clone()), "{}", side);
        }
    }

    /// No text makes the reader panic, and what it understands it can write so that it is understood again.
    #[test]
    fn any_text_is_understood_or_refused(text in patchwork()) {
        for spelling in SPELLINGS {
            match read(&text, spelling) {
                Ok(control) => {
                    prop_assert_eq!(read(&write(&control, spelling), spelling), Ok(control), "{}", text);
                }
                Err(error) => prop_assert!(text.is_char_boundary(error.at()), "{}: {}", text, error),
            }
        }
    }

    /// The short notation takes every length that a duration takes.
    #[test]
    fn lengths_are_read_as_durations_are(text in "([0-9]{1,2}h)?([0-9]{1,3}m)?([0-9]{1,3}(\\.[0-9]{1,7})?s)?([0-9]{1,4}ms)?") {
        let length = text.parse::<Duration>().ok().filter(|length| !length.is_zero());
        let control = format!("{text}+5x60s").parse::<SideControl>().ok();
        prop_assert_eq!(control.and_then(|control| Some(control.stages().first()?.time)), length);
    }
}
