//! Whatever the clock can say has words and recordings in all tongues, and docs/voice.md has the words as they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clock::{Call, Clock, Command, Control, Duration, EventKind, Instant, Phase, Reading, Side};
use proptest::prelude::*;
use referee::ControlFile;
use voice::{Pack, Phrases, Saying, Stock, Tongue};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn phrases(tongue: Tongue) -> Phrases {
    Pack::phrases(tongue).unwrap_or_else(|error| panic!("{error}"))
}

fn reading(phase: Phase, seconds: u64) -> Reading {
    Reading { phase, left: Duration::from_secs(seconds), delay: Duration::ZERO }
}

/// The rows of the tables of words, by what is told to programs, and the overtime where the words depend on it.
fn rows() -> Vec<(&'static str, Saying)> {
    use Stock::{Considerations, Minutes, Periods};
    let call = Saying::Call;
    let main = |moves_to_go| Phase::Main { stage: 1, moves_to_go };
    vec![
        ("`byoyomi`", call(Call::Byoyomi, Minutes)),
        ("`elapsed:30`", call(Call::Elapsed(30), Minutes)),
        ("`elapsed:58`", call(Call::Elapsed(58), Minutes)),
        ("`left:4`, periods of a minute", call(Call::Left(4), Minutes)),
        ("`left:1`, periods of a minute", call(Call::Left(1), Minutes)),
        ("`left:4`, other periods", call(Call::Left(4), Periods)),
        ("`left:1`, other periods", call(Call::Left(1), Periods)),
        ("`left:9`, considerations", call(Call::Left(9), Considerations)),
        ("`left:0`, considerations", call(Call::Left(0), Considerations)),
        ("`count:1`", call(Call::Count(1), Minutes)),
        ("`count:2`", call(Call::Count(2), Minutes)),
        ("`count:3`", call(Call::Count(3), Minutes)),
        ("`count:4`", call(Call::Count(4), Minutes)),
        ("`count:5`", call(Call::Count(5), Minutes)),
        ("`count:6`", call(Call::Count(6), Minutes)),
        ("`count:7`", call(Call::Count(7), Minutes)),
        ("`count:8`", call(Call::Count(8), Minutes)),
        ("`count:9`", call(Call::Count(9), Minutes)),
        ("`count:10`", call(Call::Count(10), Minutes)),
        ("`remaining:300`", call(Call::Remaining(300), Periods)),
        ("`remaining:20`", call(Call::Remaining(20), Periods)),
        ("`remaining:10`", call(Call::Remaining(10), Periods)),
        ("`moves:15`", call(Call::Moves(15), Periods)),
        ("`moves:1`", call(Call::Moves(1), Periods)),
        ("`time-over`", call(Call::TimeOver, Periods)),
        ("`reading`, main time", Saying::Reading(reading(main(None), 5_025), Periods)),
        ("`reading`, a stage of 40 moves", Saying::Reading(reading(main(Some(12)), 1_500), Periods)),
        (
            "`reading`, periods of a minute",
            Saying::Reading(reading(Phase::Byoyomi { periods: 4 }, 20), Minutes),
        ),
        ("`reading`, the last minute", Saying::Reading(reading(Phase::Byoyomi { periods: 1 }, 20), Minutes)),
        ("`reading`, other periods", Saying::Reading(reading(Phase::Byoyomi { periods: 3 }, 25), Periods)),
        ("`reading`, the last period", Saying::Reading(reading(Phase::Byoyomi { periods: 1 }, 25), Periods)),
        ("`reading`, a section", Saying::Reading(reading(Phase::Canadian { moves_left: 8 }, 276), Periods)),
        ("`reading`, Ing", Saying::Reading(reading(Phase::Ing { periods: 2, penalties: 1 }, 240), Periods)),
        (
            "`reading`, Ing's last block",
            Saying::Reading(reading(Phase::Ing { periods: 0, penalties: 3 }, 240), Periods),
        ),
        (
            "`reading`, a turn's free time",
            Saying::Reading(reading(Phase::Consideration { periods: 9, unit: false }, 14), Considerations),
        ),
        (
            "`reading`, free time, no considerations",
            Saying::Reading(reading(Phase::Consideration { periods: 0, unit: false }, 14), Considerations),
        ),
        (
            "`reading`, a consideration",
            Saying::Reading(reading(Phase::Consideration { periods: 8, unit: true }, 41), Considerations),
        ),
        (
            "`reading`, the last consideration",
            Saying::Reading(reading(Phase::Consideration { periods: 0, unit: true }, 41), Considerations),
        ),
        ("`paused`", Saying::Paused),
        ("`resumed`", Saying::Resumed),
        ("`adjourned`", Saying::Adjourned),
        ("`flag:black`", Saying::Flag(Side::Black)),
        ("`flag:white`", Saying::Flag(Side::White)),
        ("`table:12`", Saying::Table(12)),
        ("`self-test`", Saying::SelfTest),
    ]
}

/// What the Chinese page says for what stands behind the comma.
const CHINESE: [(&str, &str); 14] = [
    (", periods of a minute", "，每次一分"),
    (", other periods", "，其他读秒"),
    (", considerations", "，考虑时间"),
    (", main time", "，基本用时"),
    (", a stage of 40 moves", "，40 手一段"),
    (", the last minute", "，最后一分钟"),
    (", the last period", "，最后一次"),
    (", a section", "，定时限步一节"),
    (", Ing's last block", "，应氏最后一段"),
    (", Ing", "，应氏"),
    (", a turn's free time", "，每手时间"),
    (", free time, no considerations", "，每手时间，考虑时间已用完"),
    (", a consideration", "，一次考虑时间"),
    (", the last consideration", "，最后一次考虑时间"),
];

fn chinese(label: &str) -> String {
    let (code, rest) =
        label.split_once("`,").map_or((label, ""), |(code, _)| (code, &label[code.len() + 1..]));
    let known = CHINESE.iter().find(|(english, _)| *english == rest);
    match known {
        Some((_, chinese)) => format!("{code}`{chinese}"),
        None => label.to_owned(),
    }
}

/// The words of all tongues side by side, in both languages' pages.
#[test]
fn the_documents_have_the_words_as_they_are() {
    let tongues = Tongue::ALL.map(phrases);
    let table = |named: fn(&str) -> String| -> String {
        let row = |(label, saying): (&str, Saying)| {
            let words = tongues.each_ref().map(|phrases| phrases.words(&saying).unwrap());
            format!("| {} | {} |\n", named(label), words.join(" | "))
        };
        rows().into_iter().map(row).collect()
    };
    for (document, table) in [("docs/voice.md", table(str::to_owned)), ("docs/voice.zh.md", table(chinese))] {
        let text = fs::read_to_string(root(document)).unwrap_or_default();
        assert!(text.contains(&table), "{document} should have:\n{table}");
    }
}

/// What a control calls, with a turn played to its end, and with turns of every length that is called.
fn calls(control: &Control) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for seconds in [1, 7, 29, 45, 61, 100_000_000] {
        let mut clock = Clock::new(control.clone());
        let mut note = |event: clock::Event| {
            if let EventKind::Call { side, call } = event.kind {
                found.insert(format!("{side} {call}"));
                says(call, control.of(side).overtime().into());
            }
        };
        let mut at = Instant::ZERO;
        clock.handle(Command::Start { side: Side::Black }, at, &mut note).expect("time only goes on");
        let mut side = Side::Black;
        for _ in 0..3_000 {
            at = at.plus(Duration::from_secs(seconds));
            clock.handle(Command::Press { side }, at, &mut note).expect("time only goes on");
            side = side.other();
        }
    }
    found
}

/// Checks that a call can be said in all tongues.
fn says(call: Call, stock: Stock) {
    thread_local!(static PHRASES: [Phrases; 4] = Tongue::ALL.map(phrases));
    PHRASES.with(|all| {
        for phrases in all {
            let names = phrases.names(&Saying::Call(call, stock));
            assert!(names.is_ok_and(|names| !names.is_empty()), "{} {call}", phrases.tongue());
        }
    });
}

#[test]
fn whatever_the_shipped_controls_call_is_said_in_all_tongues() {
    let mut files = 0;
    for entry in fs::read_dir(root("config/controls")).unwrap() {
        let path = entry.unwrap().path();
        let file = ControlFile::read(&fs::read_to_string(&path).unwrap()).unwrap();
        let calls = calls(&file.control);
        assert!(!calls.is_empty(), "{} calls nothing", path.display());
        files += 1;
    }
    assert!(files >= 27, "{files} controls");
}

fn any_saying() -> impl Strategy<Value = Saying> {
    let stock = prop_oneof![Just(Stock::Minutes), Just(Stock::Periods), Just(Stock::Considerations)];
    let call = prop_oneof![
        any::<u16>().prop_map(Call::Elapsed),
        any::<u16>().prop_map(Call::Left),
        (1..=10_u8).prop_map(Call::Count),
        (1..=u16::MAX).prop_map(Call::Remaining),
        any::<u16>().prop_map(Call::Moves),
    ];
    let phase = prop_oneof![
        any::<Option<u16>>().prop_map(|moves_to_go| Phase::Main { stage: 1, moves_to_go }),
        any::<u16>().prop_map(|periods| Phase::Byoyomi { periods }),
        any::<u16>().prop_map(|moves_left| Phase::Canadian { moves_left }),
        any::<u16>().prop_map(|periods| Phase::Ing { periods, penalties: 1 }),
        any::<(u16, bool)>().prop_map(|(periods, unit)| Phase::Consideration { periods, unit }),
    ];
    let longest = 8 * 999 * 3_600_u64;
    prop_oneof![
        (call, stock.clone()).prop_map(|(call, stock)| Saying::Call(call, stock)),
        (phase, 0..longest, stock)
            .prop_map(|(phase, left, stock)| Saying::Reading(reading(phase, left), stock)),
        any::<u32>().prop_map(Saying::Table),
    ]
}

proptest! {
    #[test]
    fn whatever_can_be_said_has_words(saying in any_saying()) {
        thread_local!(static PHRASES: [Phrases; 4] = Tongue::ALL.map(phrases));
        PHRASES.with(|all| {
            for phrases in all {
                let names = phrases.names(&saying).unwrap();
                prop_assert!(names.iter().all(|name| name == voice::PAUSE || phrases.clips().contains_key(name)));
                prop_assert!(!phrases.words(&saying).unwrap().contains("  "));
            }
            Ok(())
        })?;
    }
}

/// A clip that nothing uses is a fault in its name: all numbers of tables, and every call, use the rest.
#[test]
fn every_clip_is_in_some_saying() {
    for tongue in Tongue::ALL {
        let phrases = phrases(tongue);
        let mut unused: BTreeSet<&str> = phrases.clips().keys().map(String::as_str).collect();
        let numbers = (0..=130_u16)
            .chain([300, 500, 600, 800, 900, 1_000, 2_000, 3_000, 8_000, 10_000, 20_000, 30_000]);
        let mut sayings: Vec<Saying> = rows().into_iter().map(|(_, saying)| saying).collect();
        for number in numbers {
            sayings.push(Saying::Table(number.into()));
            sayings.extend(
                [Call::Elapsed(number), Call::Moves(number)].map(|call| Saying::Call(call, Stock::Periods)),
            );
            for stock in [Stock::Minutes, Stock::Periods, Stock::Considerations] {
                sayings.push(Saying::Call(Call::Left(number), stock));
            }
            sayings.extend(
                (1..=10).contains(&number).then_some(Saying::Call(Call::Remaining(number), Stock::Periods)),
            );
            let hours = reading(Phase::Hourglass, u64::from(number) * 3_600);
            let blocks = reading(Phase::Ing { periods: number, penalties: 1 }, 1);
            sayings.extend([hours, blocks].map(|reading| Saying::Reading(reading, Stock::Periods)));
            let minute =
                reading(Phase::Main { stage: 1, moves_to_go: Some(number) }, u64::from(number) * 60 + 1);
            sayings.push(Saying::Reading(minute, Stock::Periods));
        }
        for saying in sayings {
            for name in phrases.names(&saying).unwrap() {
                unused.remove(name.as_str());
            }
        }
        assert!(unused.is_empty(), "{tongue}: {unused:?}");
    }
}

/// What is put together of several pieces, as it is written, and the pieces where they decide how it sounds.
#[test]
fn numbers_are_put_together_as_they_are_spoken() {
    let left = |left| Saying::Call(Call::Left(left), Stock::Minutes);
    let moves = |moves| Saying::Call(Call::Moves(moves), Stock::Periods);
    for (tongue, saying, words, clips) in [
        // 一 has another tone in 二十一分 than in 一分, and 二十二分 is not 两分.
        (Tongue::Chinese, left(21), "一分，还剩二十一分", "1-minutes pause left 20 1 minutes"),
        (Tongue::Chinese, left(22), "一分，还剩二十二分", "1-minutes pause left 20 2 minutes"),
        // 九 in front of a third tone has the second.
        (Tongue::Chinese, moves(59), "还剩五十九手", "left 50 9-moves"),
        (Tongue::Chinese, Saying::Table(110), "第一百一十台", "table 1-hundred inner-10 table-number"),
        (Tongue::Chinese, Saying::Table(102), "第一百零二台", "table 1-hundred 0 2 table-number"),
        (Tongue::Chinese, Saying::Table(1_000), "第一千台", "table 1-thousand table-number"),
        (Tongue::Chinese, moves(10_020), "还剩一万零二十手", "left 1-myriad 0 20 moves"),
        (
            Tongue::English,
            Saying::Table(345),
            "table three hundred and forty-five",
            "table 3 hundred and 40 5",
        ),
        (
            Tongue::English,
            moves(12_001),
            "twelve thousand and one moves to play",
            "12 thousand and 1 moves to-play",
        ),
        (Tongue::English, left(31), "thirty-one minutes left", "30 1 minutes left"),
        (Tongue::Japanese, left(24), "残り二十四分です", "left 20 4-minutes desu"),
        (Tongue::Japanese, left(30), "残り三十分です", "left 30-minutes desu"),
        (Tongue::Japanese, left(300), "残り三百分です", "left 3-hundred-minutes desu"),
        (Tongue::Japanese, Saying::Table(999), "九百九十九番テーブル", "9 hundred 90 9 table-number"),
        (Tongue::Korean, left(16), "십육 분 남았습니다", "16 minutes left"),
        (Tongue::Korean, moves(20), "스무 수 남았습니다", "20-moves-left"),
        (Tongue::Korean, moves(21), "스물한 수 남았습니다", "native-20 native-1 moves left"),
        (Tongue::Korean, Saying::Table(116), "백십육 번 테이블", "hundred 16 table-number"),
        // Beyond what anybody counts, digit by digit.
        (
            Tongue::English,
            Saying::Table(4_000_017),
            "table four zero zero zero zero one seven",
            "table 4 0 0 0 0 1 7",
        ),
    ] {
        let phrases = phrases(tongue);
        assert_eq!(phrases.words(&saying).unwrap(), words);
        assert_eq!(phrases.names(&saying).unwrap().join(" "), clips, "{words}");
    }
}
