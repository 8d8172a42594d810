//! What stands in the memory of the displays on the tests' own buses is compared with the panel's picture, pixel for pixel.

mod bench;

use std::sync::Arc;

use clock::{BySide, Control, Language, Phase, Reading, Side, Standing};
use embedded_graphics::pixelcolor::{Rgb565, Rgb666, RgbColor};
use embedded_graphics::prelude::RawData;
use panel::face::{Doing, Face, Game, Ink, Notices, Palette, Reason, Scene, Screen, View, WhiteAt};

use self::bench::{Bench, DC, RESET, Tft, Wires};
use super::surface::in_colours;
use super::*;
use crate::config::Config;
use crate::console::stand::Stand;
use crate::picture::Picture;

/// Faces of all kinds, one after another as a display may have to show them.
fn faces(screen: Screen) -> Vec<Face> {
    let reading = |phase, millis| Reading {
        phase,
        left: clock::Duration::from_millis(millis),
        delay: clock::Duration::ZERO,
    };
    let main = |secs: u64| reading(Phase::Main { stage: 1, moves_to_go: None }, secs * 1_000);
    let byoyomi = |secs: u64, periods| reading(Phase::Byoyomi { periods }, secs * 1_000);
    let standing = |black, white| Standing { turn: Some(Side::Black), readings: BySide { black, white } };
    let clocks = |black, white, doing| Scene::Clocks { standing: standing(black, white), doing };
    let scenes = [
        Scene::Waiting { page: 0, agreed: None },
        clocks(main(599), main(3_300), Doing::Running),
        clocks(main(598), main(3_300), Doing::Running),
        clocks(byoyomi(30, 5), main(3_300), Doing::Running),
        clocks(byoyomi(29, 5), main(3_299), Doing::Paused(Reason::Break)),
        Scene::Corrected {
            before: standing(byoyomi(29, 5), main(3_299)),
            after: standing(main(60), main(3_299)),
        },
        clocks(main(60), byoyomi(4, 1), Doing::Running),
        clocks(main(60), byoyomi(3, 1), Doing::Adjourned),
        clocks(main(60), byoyomi(0, 0), Doing::Flagged(Side::White)),
        clocks(main(60), byoyomi(0, 0), Doing::Over),
    ];
    let control: Control = "55m+5x30s".parse().unwrap();
    let (en, zh) = (Language::English, Language::Chinese);
    let languages = [en, zh, zh, en, zh, zh, en, zh, en, zh];
    let views = scenes.into_iter().zip(languages).map(|(scene, language)| View {
        table: Some(3),
        game: Game::Go,
        language,
        white_at: WhiteAt::Right,
        control: &control,
        scene,
        notices: Notices { summoned: true, ..Notices::default() },
    });
    views.map(|view| Face::of(&view, screen)).collect()
}

/// What the panel itself draws: the number of an ink for each pixel.
fn picture(face: &Face, screen: Screen) -> Vec<u8> {
    let mut picture = Picture::new(screen);
    let whole = picture.show(face.clone());
    picture.pixels(whole[0]).collect()
}

fn oled_plan(turned: Turned, bus: Bus) -> DisplayPlan {
    let kind = DisplayKind::Ssd1306;
    DisplayPlan { kind, screen: Screen::Small, bus, turned, inverted: false, bgr: false }
}

const I2C: Bus = Bus::I2c { bus: 1, address: 0x3c };
const SPI: Bus = Bus::Spi { bus: 0, select: 0, dc: DC, reset: Some(RESET) };

/// Shows all faces one after another and looks at the glass after each.
fn shows(plan: DisplayPlan, bench: &Bench, look: impl Fn(&Wires) -> Vec<u32>, colours: impl Fn(u8) -> u32) {
    let mut shown = 0;
    let ended = drive(plan, bench, &mut [0; BUFFER], &mut |surface| {
        let mut whole = 0;
        for face in faces(plan.screen) {
            let before = bench.wires().bytes;
            surface.show(face.clone())?;
            let wires = bench.wires();
            let expected: Vec<u32> = picture(&face, plan.screen).into_iter().map(&colours).collect();
            assert!(look(&wires) == expected, "{plan}, face {shown}");
            let bytes = wires.bytes - before;
            whole = whole.max(bytes);
            // One figure has changed.
            assert!(shown != 2 || bytes * 6 < whole, "{plan}: {bytes} bytes of {whole}");
            drop(wires);
            let before = bench.wires().bytes;
            surface.show(face)?;
            assert_eq!(bench.wires().bytes, before, "nothing has changed");
            shown += 1;
        }
        Err(Ended::Over)
    });
    assert!(matches!(ended, Ended::Over), "{plan}: {ended:?}");
    assert_eq!(shown, 10);
}

#[test]
fn an_ssd1306_shows_the_panels_pixels() {
    let lit = |ink: u8| u32::from(![0, 6].contains(&ink));
    for bus in [I2C, SPI] {
        for turned in [Turned::Not, Turned::Half] {
            let bench = Bench::default();
            let look = |wires: &Wires| {
                let mut seen: Vec<u32> = wires.oled.seen().into_iter().map(u32::from).collect();
                // A module that is built in upside down is looked at from its other side.
                if turned == Turned::Half {
                    seen.reverse();
                }
                assert!(wires.oled.on);
                seen
            };
            shows(oled_plan(turned, bus), &bench, look, lit);
            assert_eq!(bench.wires().resets, usize::from(bus == SPI));
        }
    }
}

/// The bytes that stand for each ink, as one number.
fn two_bytes(ink: u8) -> u32 {
    let palette: Palette<Rgb565> = in_colours();
    embedded_graphics::pixelcolor::raw::RawU16::from(of_ink(&palette, ink)).into_inner().into()
}

fn three_bytes(ink: u8) -> u32 {
    let palette: Palette<Rgb666> = in_colours();
    let colour = of_ink(&palette, ink);
    u32::from(colour.r()) << 18 | u32::from(colour.g()) << 10 | u32::from(colour.b()) << 2
}

fn of_ink<C: Copy>(palette: &Palette<C>, ink: u8) -> C {
    let inks = [Ink::Ground, Ink::Plain, Ink::Dim, Ink::Turn, Ink::Notice, Ink::Alarm, Ink::Dark, Ink::Light];
    palette.colour(inks[usize::from(ink)])
}

#[test]
fn displays_of_colours_show_the_panels_pixels() {
    let kinds = [
        (DisplayKind::St7789, Screen::Square, (240, 320), two_bytes as fn(u8) -> u32),
        (DisplayKind::St7789, Screen::Wide, (240, 320), two_bytes),
        (DisplayKind::Ili9341, Screen::Wide, (240, 320), two_bytes),
        (DisplayKind::Ili9486, Screen::Large, (320, 480), three_bytes),
        (DisplayKind::Ili9488, Screen::Large, (320, 480), three_bytes),
        (DisplayKind::St7796, Screen::Large, (320, 480), two_bytes),
    ];
    for (kind, screen, size, colours) in kinds {
        let turns = [Turned::Not, Turned::Quarter, Turned::Half, Turned::ThreeQuarters];
        for turned in turns.into_iter().filter(|turned| screen == Screen::Square || turned.is_level()) {
            let (inverted, bgr) = kind.usual_colours();
            let plan = DisplayPlan { kind, screen, bus: SPI, turned, inverted, bgr };
            let bench = Bench::default();
            bench.wires().tft = Tft::of(size);
            let [width, height] =
                [screen.size().width, screen.size().height].map(|length| usize::try_from(length).unwrap());
            let quarters = usize::from(turned.degrees() / 90) + usize::from(screen != Screen::Square);
            let look = |wires: &Wires| {
                let Tft { on, inverted, mode, .. } = wires.tft;
                assert_eq!((on, inverted, mode & 8 != 0), (true, plan.inverted, plan.bgr), "{plan}");
                wires.tft.seen((width, height), quarters)
            };
            shows(plan, &bench, look, colours);
            assert_eq!(bench.wires().resets, 1);
        }
    }
}

#[test]
fn what_cannot_be_opened_or_does_not_answer_is_said() {
    let fault = |plan, bench: &Bench| match drive(plan, bench, &mut [0; BUFFER], &mut |surface| {
        surface.show(faces(plan.screen).remove(0))?;
        Err(Ended::Over)
    }) {
        Ended::Failed(fault) => fault.to_string(),
        Ended::Over => panic!("nothing failed"),
    };
    let bench = Bench::default();
    let plan = oled_plan(Turned::Not, Bus::I2c { bus: 7, address: 0x3c });
    assert_eq!(fault(plan, &bench), "cannot be opened: there is no /dev/i2c-7");
    let plan = oled_plan(Turned::Not, Bus::I2c { bus: 1, address: 0x3d });
    assert!(fault(plan, &bench).starts_with("does not take what is written: "), "{}", fault(plan, &bench));
    bench.wires().dead = true;
    assert!(fault(oled_plan(Turned::Not, SPI), &bench).starts_with("does not take what is written: "));
}

/// What the display shows and what the hall says, until both are the same.
async fn shows_the_face(bench: &Bench, sights: &watch::Receiver<Arc<Sight>>) {
    let same = async {
        loop {
            let face = sights.borrow().drawn(Screen::Small, None).unwrap();
            let expected = picture(&face, Screen::Small).into_iter().map(|ink| ![0, 6].contains(&ink));
            if bench.wires().oled.seen().into_iter().eq(expected) {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(15), same).await.expect("the display shows the face");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_display_follows_its_table_and_comes_back_whole_after_a_fault() {
    let stand = Stand::new(2, 64);
    let bench = Bench::default();
    let mut tables = Config::default().tables;
    tables[0].face.display = Some(oled_plan(Turned::Not, I2C));
    let displays = Displays::start(&tables, &stand.venue, bench.clone()).await.unwrap();
    let sights = inquiry::watch(&stand.venue, 1).await.unwrap().unwrap();
    shows_the_face(&bench, &sights).await;
    stand.order("start").await;
    stand.pass(1_300);
    shows_the_face(&bench, &sights).await;
    // The plug is pulled, and what stood in the memory is gone.
    bench.wires().dead = true;
    stand.pass(5_000);
    sleep(Duration::from_millis(300)).await;
    *bench.wires() = Wires::default();
    stand.pass(700);
    shows_the_face(&bench, &sights).await;
    assert!(bench.wires().oled.on, "it was set up anew");
    drop(sights);
    stand.end().await;
    timeout(Duration::from_secs(5), displays.close()).await.expect("its thread ends with the hall");
}
