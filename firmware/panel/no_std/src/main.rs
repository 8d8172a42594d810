//! Drives keys and faces through everything they can do, on values that the optimiser cannot foresee.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use clock::{Clock, Control, Duration, EventKind, Instant, Language, Side};
use embedded_graphics::Pixel;
use embedded_graphics::pixelcolor::{BinaryColor, PixelColor, Rgb565};
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Size};
use panel::button::{Bounce, Contact, Edge};
use panel::face::{Doing, Face, Game, Notices, Palette, Scene, Screen, Shown, View, WhiteAt};
use panel::gesture::{Gestures, Key};
use panel::keys::{Keys, Report};
use panel::signals::{Shows, Signals};

unsafe extern "C" {
    /// Defined nowhere: a panic that could happen is an error of the linker.
    fn the_panel_must_not_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    unsafe { the_panel_must_not_panic() }
}

/// The entry point; it is linked, never run.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let clock = Clock::new(black_box(control()));
    let mut keys = Keys::new(|_| black_box(Bounce::default()), Gestures::new(Gestures::HOLD));
    let mut signals = Signals::new();
    let (mut colours, mut two_colours) = (Shown::new(), Shown::new());
    loop {
        press(&mut keys);
        signal(&clock, &mut signals);
        show(&clock, &mut colours, &Palette::COLOURS);
        show(&clock, &mut two_colours, &Palette::TWO_COLOURS);
        black_box::<&Palette<BinaryColor>>(&Palette::TWO_COLOURS);
        black_box::<&Palette<Rgb565>>(&Palette::COLOURS);
    }
}

#[inline(never)]
fn control() -> Control {
    let notation = black_box("55m+5x60s");
    loop {
        if let Ok(control) = notation.parse() {
            return control;
        }
    }
}

#[inline(never)]
fn press(keys: &mut Keys) {
    let (key, at, contact) = black_box((Key::Press(Side::Black), Instant::ZERO, Contact::Closed));
    let mut sink = |report: Report| _ = black_box(report);
    keys.edge(key, Edge { at, contact, sequence: black_box(Some(1)) }, &mut sink);
    keys.poll(at, &mut sink);
    _ = black_box((keys.poll_at(), keys.floor(at)));
}

#[inline(never)]
fn signal(clock: &Clock, signals: &mut Signals) {
    let (event, ago, now) = black_box((EventKind::Paused, Duration::ZERO, Instant::ZERO));
    signals.happened(&event, ago, now);
    signals.show(Shows::of_clock(clock), now);
    _ = black_box((signals.signal(now), signals.changes_at(now)));
}

#[inline(never)]
fn show<C: PixelColor>(clock: &Clock, shown: &mut Shown, palette: &Palette<C>) {
    let standing = clock.standing();
    let view = View {
        table: black_box(Some(3)),
        game: black_box(Game::Go),
        language: black_box(Language::Chinese),
        white_at: black_box(WhiteAt::Right),
        control: clock.control(),
        scene: black_box(Scene::Clocks { standing, doing: Doing::Running }),
        notices: black_box(Notices::default()),
    };
    let screen = black_box(Screen::Wide);
    _ = black_box(Face::pages(&view, screen));
    _ = black_box(shown.show(Face::of(&view, screen), &mut Dark(core::marker::PhantomData), palette));
}

/// Takes pixels and drops them.
struct Dark<C>(core::marker::PhantomData<C>);

impl<C> OriginDimensions for Dark<C> {
    fn size(&self) -> Size {
        black_box(Size::new(320, 240))
    }
}

impl<C: PixelColor> DrawTarget for Dark<C> {
    type Color = C;
    type Error = ();

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), ()> {
        pixels.into_iter().for_each(|pixel| _ = black_box(pixel));
        black_box(Ok(()))
    }
}
