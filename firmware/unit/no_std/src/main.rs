//! Drives a table unit through everything it can do, on values that the optimiser cannot foresee.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use clock::{Instant, Side};
use link::device::MEMORY_MAX;
use link::{Breakdown, FRAME_MAX, File, Gesture, Identity, Key, KeyReport, Serial};
use panel::gesture::Intent;
use panel::keys::Report;
use unit::{Club, Said, TableUnit};

unsafe extern "C" {
    /// Defined nowhere: a panic that could happen is an error of the linker.
    fn the_unit_must_not_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    unsafe { the_unit_must_not_panic() }
}

/// The entry point; it is linked, never run.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let identity = black_box(Identity { serial: Serial(7), boot: 1, resets: 0 });
    let mut memory = [0; MEMORY_MAX];
    let now = black_box(Instant::ZERO);
    let mut unit = TableUnit::wake(identity, black_box(&memory), now).unwrap_or(TableUnit::start(identity));
    let mut club = Club::new();
    loop {
        if let Some(club) = &mut club {
            play_alone(&mut unit, club);
        }
        touch(&mut unit);
        talk(&mut unit);
        _ = black_box(unit.remember(black_box(now), &mut memory));
        show(&unit);
        unit.broke_down(black_box(Breakdown::Hung), 0, black_box(File::new()), black_box(now));
        black_box((
            unit.clock(),
            unit.mark(),
            unit.shows(),
            unit.wants_boot_loader(),
            unit.poll_at(black_box(now)),
        ));
    }
}

#[inline(never)]
fn touch(unit: &mut TableUnit) {
    let (side, stamp) = black_box((Side::Black, Instant::ZERO));
    let (gesture, key, report) = black_box((Gesture::Pause, Key::Arbiter, KeyReport::Stuck));
    _ = black_box(unit.press(side, stamp));
    _ = black_box(unit.gesture(gesture, stamp));
    _ = black_box(unit.key(key, report, stamp));
    _ = black_box(unit.said(black_box(Report::Wanted(Intent::Press { side, at: stamp }))));
    let said = black_box([(Said::Press(side), stamp), (Said::Key(key, report), stamp)]);
    _ = black_box(unit.take_all(&said, black_box(stamp), stamp, &mut |event| _ = black_box(event)));
}

#[inline(never)]
fn play_alone(unit: &mut TableUnit, club: &mut Club) {
    let now = black_box(Instant::ZERO);
    let report = black_box(Report::Wanted(Intent::Pause { at: now }));
    club.prefer(black_box(club.preference()));
    _ = black_box(club.said(unit, report, now));
    _ = black_box((club.view(&unit.face(now), black_box(true)), club.face_at(unit, now)));
}

#[inline(never)]
fn show(unit: &TableUnit) {
    let face = unit.face(black_box(Instant::ZERO));
    _ = black_box((face.view(), face.changes_at(), unit.face_at(black_box(Instant::ZERO))));
}

#[inline(never)]
fn talk(unit: &mut TableUnit) {
    let (bytes, now) = black_box(([0_u8; 64], Instant::ZERO));
    unit.receive(&bytes, now, &mut |event| _ = black_box(event));
    unit.poll(now, black_box(now), &mut |event| _ = black_box(event));
    let mut frame = [0; FRAME_MAX];
    _ = black_box(unit.transmit(now, &mut frame));
    _ = black_box(frame);
}
