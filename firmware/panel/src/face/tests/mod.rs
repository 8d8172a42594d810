//! What holds of all faces.

use std::string::String;
use std::vec::Vec;

use clock::{BySide, Control, Duration, Language, Phase, Reading, Side, Standing};
use embedded_graphics::pixelcolor::{BinaryColor, Rgb565};
use embedded_graphics::prelude::{Point, PointsIter};
use proptest::prelude::*;

use super::layout::measures;
use super::part::Content;
use super::*;
use frame::Frame;

mod distances;
mod frame;
mod pictures;
mod scenes;

const CONTROLS: [&str; 14] = [
    "55m+5x60s",
    "10m+5x30s",
    "0s+d10s",
    "5m+3s",
    "5m+d5s",
    "90m/40+30m+30s",
    "120m/40+60m/20+15m i30s",
    "1h reserve 5m/60s",
    "1h+15/10m carry",
    "30m+ing 3x5m 2p",
    "10m+consider 30s 10x60s",
    "hourglass 3m",
    "999h+65535x64799s",
    "white 200h/65535+4m+999/3h; black 5m+300x120s",
];

fn any_phase() -> impl Strategy<Value = Phase> {
    let few = prop_oneof![0_u16..4, Just(10), Just(100), Just(u16::MAX)];
    (0_u8..7, few.clone(), any::<bool>(), any::<u8>(), few).prop_map(
        |(kind, count, flag, stage, penalties)| match kind {
            0 | 1 => Phase::Main { stage, moves_to_go: flag.then_some(count) },
            2 => Phase::Byoyomi { periods: count },
            3 => Phase::Canadian { moves_left: count },
            4 => Phase::Ing { periods: count, penalties },
            5 => Phase::Consideration { periods: count, unit: flag },
            _ => Phase::Hourglass,
        },
    )
}

fn any_reading() -> impl Strategy<Value = Reading> {
    let length = || {
        prop_oneof![
            Just(0_u64),
            0_u64..100_000,
            0_u64..40_000_000,
            0_u64..4_000_000_000,
            Just(u64::MAX / 1_000)
        ]
        .prop_map(Duration::from_millis)
    };
    (any_phase(), length(), prop_oneof![Just(Duration::ZERO), length()])
        .prop_map(|(phase, left, delay)| Reading { phase, left, delay })
}

fn any_standing() -> impl Strategy<Value = Standing> {
    let turn = prop_oneof![Just(None), Just(Some(Side::Black)), Just(Some(Side::White))];
    (turn, any_reading(), any_reading())
        .prop_map(|(turn, black, white)| Standing { turn, readings: BySide { black, white } })
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let doing = prop_oneof![
        4 => Just(Doing::Running),
        2 => (0..Reason::ALL.len()).prop_map(|index| Doing::Paused(Reason::ALL[index])),
        1 => Just(Doing::Adjourned),
        1 => Just(Doing::Flagged(Side::Black)),
        1 => Just(Doing::Flagged(Side::White)),
        1 => Just(Doing::Over),
    ];
    prop_oneof![
        1 => (any::<u8>(), any::<Option<(bool, bool)>>()).prop_map(|(page, agreed)| {
            Scene::Waiting { page, agreed: agreed.map(|(black, white)| BySide { black, white }) }
        }),
        5 => (any_standing(), doing).prop_map(|(standing, doing)| Scene::Clocks { standing, doing }),
        1 => (any_standing(), any_standing()).prop_map(|(before, after)| Scene::Corrected { before, after }),
    ]
}

/// All of a view but its control.
type Seen = (Scene, Notices, usize, bool, bool, bool);

fn any_seen() -> impl Strategy<Value = Seen> {
    let notices = any::<[bool; 4]>().prop_map(|[summoned, link_lost, muted, battery_low]| Notices {
        summoned,
        link_lost,
        muted,
        battery_low,
    });
    (any_scene(), notices, 0..CONTROLS.len(), any::<bool>(), any::<bool>(), any::<bool>())
}

fn face_of((scene, notices, control, chinese, chess, left): Seen, screen: Screen) -> Face {
    let control: Control = CONTROLS[control].parse().unwrap();
    let view = View {
        table: Some(65_535),
        game: if chess { Game::Chess } else { Game::Go },
        language: if chinese { Language::Chinese } else { Language::English },
        white_at: if left { WhiteAt::Left } else { WhiteAt::Right },
        control: &control,
        scene,
        notices,
    };
    Face::of(&view, screen)
}

fn texts(face: &Face) -> Vec<String> {
    let text = |part: &Part| match &part.content {
        Content::Text { line, .. } => Some(String::from(line.as_str())),
        Content::Figure { .. } | Content::Stone(_) | Content::Symbol { .. } => None,
    };
    face.parts.iter().filter_map(text).collect()
}

fn any_screen() -> impl Strategy<Value = Screen> {
    (0..Screen::ALL.len()).prop_map(|index| Screen::ALL[index])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn parts_lie_on_the_display_apart_from_each_other_and_no_text_is_cut(
        seen in any_seen(),
        screen in any_screen(),
    ) {
        let face = face_of(seen, screen);
        prop_assert!(face.parts.len() < PARTS_MAX, "{} parts", face.parts.len());
        let whole = screen.layout().whole();
        for (index, part) in face.parts.iter().enumerate() {
            prop_assert_eq!(part.area.intersection(&whole), part.area);
            for other in &face.parts[index + 1..] {
                prop_assert!(part.area.intersection(&other.area).is_zero_sized(), "{:?} {:?}", part, other);
            }
            if let Content::Text { line, font, .. } = &part.content {
                let [_, _, width, height] = measures(part.area);
                prop_assert!(font.width(line) <= width, "{line} is {} of {width}", font.width(line));
                prop_assert!(line.is_empty() || font.height() <= height, "{line} is higher than {height}");
                prop_assert!(line.chars().all(|character| font.has(character)), "{}", line);
            }
        }
    }


    #[test]
    fn in_chess_no_moves_are_counted_before_a_flag(
        black in any_reading(),
        white in any_reading(),
        counts in (1_u16..u16::MAX, 1_u16..u16::MAX),
        screen in any_screen(),
        control in 0..CONTROLS.len(),
        chinese in any::<bool>(),
    ) {
        let with = |reading: Reading, count| Reading {
            phase: match reading.phase {
                Phase::Main { stage, .. } => Phase::Main { stage, moves_to_go: Some(count) },
                Phase::Canadian { .. } => Phase::Canadian { moves_left: count },
                Phase::Byoyomi { .. } | Phase::Ing { .. } | Phase::Consideration { .. } | Phase::Hourglass => {
                    reading.phase
                }
            },
            ..reading
        };
        let face = |count, doing| {
            let readings = BySide { black: with(black, count), white: with(white, count) };
            let standing = Standing { turn: Some(Side::White), readings };
            let scene = Scene::Clocks { standing, doing };
            face_of((scene, Notices::default(), control, chinese, true, false), screen)
        };
        // The same face whatever the count is: nothing of it can be seen.
        for doing in [Doing::Running, Doing::Paused(Reason::Arbiter), Doing::Adjourned, Doing::Over] {
            prop_assert_eq!(face(counts.0, doing), face(counts.1, doing));
        }
    }
}

proptest! {
    // Whole displays are drawn, some of 150,000 pixels.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn drawing_what_changed_gives_the_same_as_drawing_all(
        sequence in proptest::collection::vec(any_seen(), 1..6),
        screen in any_screen(),
    ) {
        let mut shown = Shown::new();
        let mut by_parts = Frame::new(screen, Rgb565::new(9, 9, 9));
        let mut two_colours = (Shown::new(), Frame::new(screen, BinaryColor::On));
        for seen in sequence {
            let face = face_of(seen, screen);
            shown.show(face.clone(), &mut by_parts, &Palette::COLOURS).unwrap();
            let mut whole = Frame::new(screen, Rgb565::new(1, 2, 3));
            face.draw(&mut whole, &Palette::COLOURS).unwrap();
            prop_assert!(by_parts.pixels == whole.pixels);
            two_colours.0.show(face.clone(), &mut two_colours.1, &Palette::TWO_COLOURS).unwrap();
            let mut whole = Frame::new(screen, BinaryColor::On);
            face.draw(&mut whole, &Palette::TWO_COLOURS).unwrap();
            prop_assert!(two_colours.1.pixels == whole.pixels);
        }
    }

    #[test]
    fn what_is_drawn_lies_in_the_damage(old in any_seen(), new in any_seen(), screen in any_screen()) {
        let (old, new) = (face_of(old, screen), face_of(new, screen));
        let mut before = Frame::new(screen, BinaryColor::Off);
        old.draw(&mut before, &Palette::TWO_COLOURS).unwrap();
        let mut after = before.clone();
        after.written = 0;
        new.draw_changes(&old, &mut after, &Palette::TWO_COLOURS).unwrap();
        let pixels = |area: Rectangle| usize::try_from(area.size.width * area.size.height).unwrap();
        prop_assert_eq!(after.written, new.damage(&old).map(pixels).sum::<usize>());
        let damage: Vec<Rectangle> = new.damage(&old).collect();
        for (point, (was, is)) in screen.layout().whole().points().zip(before.pixels.iter().zip(&after.pixels)) {
            prop_assert!(was == is || damage.iter().any(|area| area.contains(point)), "{point:?}");
        }
    }

    #[test]
    fn after_a_failure_the_next_face_is_whole(
        old in any_seen(),
        new in any_seen(),
        screen in any_screen(),
        breaks_after in 0_usize..200_000,
    ) {
        let mut shown = Shown::new();
        let mut frame = Frame::new(screen, BinaryColor::Off);
        shown.show(face_of(old, screen), &mut frame, &Palette::TWO_COLOURS).unwrap();
        frame.breaks_after = frame.written + breaks_after % 3_000;
        let first = shown.show(face_of(new, screen), &mut frame, &Palette::TWO_COLOURS);
        frame.breaks_after = usize::MAX;
        if first.is_err() {
            shown.show(face_of(new, screen), &mut frame, &Palette::TWO_COLOURS).unwrap();
        }
        let mut whole = Frame::new(screen, BinaryColor::On);
        face_of(new, screen).draw(&mut whole, &Palette::TWO_COLOURS).unwrap();
        prop_assert!(frame.pixels == whole.pixels);
    }
}

fn standing(black: Reading, white: Reading) -> Standing {
    Standing { turn: Some(Side::Black), readings: BySide { black, white } }
}

fn reading(phase: Phase, millis: u64) -> Reading {
    Reading { phase, left: Duration::from_millis(millis), delay: Duration::ZERO }
}

/// A control with periods of 120 s.
const LONG_PERIODS: usize = 13;
const MAIN: Phase = Phase::Main { stage: 1, moves_to_go: None };

fn running(control: usize, black: Reading, white: Reading, screen: Screen) -> Face {
    let scene = Scene::Clocks { standing: standing(black, white), doing: Doing::Running };
    face_of((scene, Notices::default(), control, false, false, false), screen)
}

#[test]
fn after_a_chess_flag_the_moves_are_shown() {
    let half = reading(Phase::Main { stage: 1, moves_to_go: Some(7) }, 0);
    let scene = Scene::Clocks { standing: standing(half, half), doing: Doing::Flagged(Side::Black) };
    for screen in [Screen::Square, Screen::Wide, Screen::Large] {
        let face = face_of((scene, Notices::default(), 5, false, true, false), screen);
        assert!(texts(&face).iter().any(|text| text.starts_with("7 moves")), "{:?}", texts(&face));
    }
}

/// Five seconds of main time with a period behind them, and five seconds of the last period.
#[test]
fn main_time_and_the_last_period_differ_in_words_and_in_layout() {
    for (screen, control) in Screen::ALL.into_iter().flat_map(|screen| [(screen, 1), (screen, LONG_PERIODS)])
    {
        let face = |phase| running(control, reading(phase, 4_600), reading(MAIN, 60_000), screen);
        let (main, last) = (face(MAIN), face(Phase::Byoyomi { periods: 1 }));
        assert!(texts(&main).iter().any(|text| text.starts_with("Main")), "{:?}", texts(&main));
        assert!(texts(&last).iter().any(|text| text.starts_with("LAST")), "{:?}", texts(&last));
        assert!(!texts(&main).iter().any(|text| text.starts_with("LAST")));
        let figures = |face: &Face| -> Vec<Rectangle> {
            let is_figure = |part: &&Part| matches!(part.content, Content::Figure { .. });
            let left = |part: &&Part| part.area.top_left.x < screen.layout().halves()[1].top_left.x;
            face.parts.iter().filter(is_figure).filter(left).map(|part| part.area).collect()
        };
        assert_eq!((figures(&main).len(), figures(&last).len()), (4, 1), "0:05 and 5");
        assert!(figures(&main).iter().all(|place| !figures(&last).contains(place)));
    }
}

#[test]
fn what_is_left_rounds_up_and_figures_keep_their_places() {
    let figures = |millis| -> Vec<(Rectangle, figure::Figure)> {
        let face = running(0, reading(MAIN, millis), reading(MAIN, 1), Screen::Wide);
        let figure = |part: &Part| match part.content {
            Content::Figure { figure, .. } => Some((part.area, figure)),
            Content::Text { .. } | Content::Stone(_) | Content::Symbol { .. } => None,
        };
        face.parts.iter().filter_map(figure).filter(|(area, _)| area.top_left.x < 160).collect()
    };
    assert_eq!(figures(1), figures(1_000), "a part of a second counts whole");
    assert_ne!(figures(1), figures(0), "0 only when nothing is left");
    let places = |millis| -> Vec<Rectangle> { figures(millis).into_iter().map(|(area, _)| area).collect() };
    assert_eq!(places(3_599_000), places(3_111_000));
    assert_eq!(places(9 * 60_000), places(1_000));
    assert_eq!(places(3_599_000)[1..], places(1_000)[..], "only the tens of minutes go");
}

/// The pixels that a second of the running clock costs: one digit, or as many as change.
#[test]
fn a_running_second_costs_few_pixels() {
    let cost = |control, phase, from: u64, to: u64, screen| {
        let at = |secs| running(control, reading(phase, secs * 1_000), reading(MAIN, 600_000), screen);
        let (old, new) = (at(from), at(to));
        let mut frame = Frame::new(screen, BinaryColor::Off);
        new.draw_changes(&old, &mut frame, &Palette::TWO_COLOURS).unwrap();
        frame.written
    };
    let byoyomi = Phase::Byoyomi { periods: 3 };
    let table = Screen::ALL.map(|screen| {
        [
            cost(0, MAIN, 755, 754, screen),
            cost(0, MAIN, 720, 719, screen),
            cost(1, byoyomi, 22, 21, screen),
            cost(1, byoyomi, 20, 19, screen),
        ]
    });
    let expected = [
        [308, 924, 570, 1_140],
        [1_584, 4_752, 4_620, 9_240],
        [2_940, 8_820, 6_608, 13_216],
        [6_716, 20_148, 14_448, 28_896],
    ];
    assert_eq!(
        table, expected,
        "one digit, three digits; the seconds of a period, both; as docs/faces states"
    );
}

#[test]
fn white_stands_where_white_sits() {
    let at = |left| {
        let both = standing(reading(MAIN, 1_000), reading(MAIN, 2_000));
        let scene = Scene::Clocks { standing: both, doing: Doing::Running };
        let face = face_of((scene, Notices::default(), 0, false, false, left), Screen::Wide);
        let white = |part: &&Part| part.content == Content::Stone(Side::White);
        face.parts.iter().find(white).unwrap().area.top_left
    };
    assert_eq!((at(false), at(true)), (Point::new(166, 0), Point::new(0, 0)));
}

#[test]
fn each_page_of_the_words_comes_and_then_the_first_again() {
    let control: Control = "white 120m/40+60m/20+15m i30s; black 100m/40+50m/20+15m i30s".parse().unwrap();
    for (screen, language) in Screen::ALL
        .into_iter()
        .flat_map(|screen| [Language::English, Language::Chinese].map(|of| (screen, of)))
    {
        let view = |page| View {
            table: None,
            game: Game::Go,
            language,
            white_at: WhiteAt::Right,
            control: &control,
            scene: Scene::Waiting { page, agreed: None },
            notices: Notices::default(),
        };
        let pages = Face::pages(&view(0), screen);
        let read = |page| waiting::page(&view(page), screen, page).lines;
        let letters = |text: &str| text.chars().filter(|character| *character != ' ').collect::<String>();
        let words: String = (0..pages).flat_map(read).map(|line| letters(&line)).collect();
        assert_eq!(words, letters(&std::format!("{}", control.words(language))), "{screen:?}");
        assert_eq!(Face::of(&view(pages), screen), Face::of(&view(0), screen));
    }
}
