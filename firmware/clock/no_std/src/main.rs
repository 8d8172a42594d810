//! Drives a clock through everything it can do, on values that the optimiser cannot foresee.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::hint::black_box;
use core::panic::PanicInfo;

use clock::{Clock, Command, Control, Duration, Event, Instant, Language, Setting, Side, State};

unsafe extern "C" {
    /// Defined nowhere: a panic that could happen is an error of the linker.
    fn the_clock_must_not_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    unsafe { the_clock_must_not_panic() }
}

/// The entry point; it is linked, never run.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut clock = Clock::new(black_box(control()));
    loop {
        step(&mut clock);
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
fn step(clock: &mut Clock) {
    let (command, at, side) = black_box((Command::Pause, Instant::ZERO, Side::Black));
    let mut sink = |event: Event| _ = black_box(event);
    _ = black_box(clock.handle(command, at, &mut sink));
    _ = black_box(clock.poll(at, &mut sink));
    _ = black_box(clock.reading(side, at));
    _ = black_box(clock.poll_at());
    let state: State = clock.state().clone();
    _ = black_box((state, clock.standing(), Setting::default(), Duration::ZERO));
    for language in [Language::English, Language::Chinese] {
        _ = write!(Line, "{}{}", clock.control(), clock.control().words(language));
        if let Err(error) = Control::from_words(black_box("1 h, then"), language) {
            _ = write!(Line, "{error}");
        }
    }
}

/// Takes text and drops it.
struct Line;

impl Write for Line {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        _ = black_box(text);
        Ok(())
    }
}
