//! The table unit on an RP2040: pins, peripherals and tasks over [`unit::TableUnit`], and no logic of its own.
//!
//! Three executors, one above the other: the keys, whose edges nothing may delay; the unit with its lines; the
//! display. A panic, or three seconds in which nothing moves, resets the chip; the unit goes on with what RAM has kept,
//! and puts on record why.
#![no_std]
#![no_main]

mod board;
mod build;
mod buttons;
mod fault;
mod identity;
mod kept;
mod lines;
mod screen;
mod signals;
mod table;
mod time;
mod uart;
mod usb;

use embassy_executor::{Executor, InterruptExecutor};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};
use embassy_rp::watchdog::Watchdog;
use link::{Breakdown, Identity, Serial};
use panel::button::Bounce;
use panel::gesture::Gestures;
use panel::keys::Keys;
use panel::signals::Signals;
use static_cell::{ConstStaticCell, StaticCell};
use unit::{Club, TableUnit};

use crate::board::Board;
use crate::fault::Before;
use crate::identity::Book;
use crate::kept::Kept;
use crate::signals::Lights;
use crate::table::{Desk, WATCHDOG, Watch};

static KEYS: InterruptExecutor = InterruptExecutor::new();
static TABLE: InterruptExecutor = InterruptExecutor::new();
static DISPLAY: StaticCell<Executor> = StaticCell::new();

/// Made where it stands: there is no room to move it.
static UNIT: ConstStaticCell<TableUnit> = ConstStaticCell::new(TableUnit::start(NOBODY));
static BUTTONS: StaticCell<Keys> = StaticCell::new();

const NOBODY: Identity = Identity { serial: Serial(0), boot: 0, resets: 0 };

#[embassy_rp::interrupt]
unsafe fn SWI_IRQ_1() {
    // SAFETY: it is pended by its executor, which has begun.
    unsafe { KEYS.on_interrupt() }
}

#[embassy_rp::interrupt]
unsafe fn SWI_IRQ_0() {
    // SAFETY: it is pended by its executor, which has begun.
    unsafe { TABLE.on_interrupt() }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let board = Board::new(embassy_rp::init(embassy_rp::config::Config::default()));
    let mut watchdog = Watchdog::new(board.watchdog);
    watchdog.start(WATCHDOG);
    let before = Before::read(&watchdog);
    if before.forgets() {
        linger(&mut watchdog);
    }

    rank();
    let keys = BUTTONS.init_with(|| Keys::new(|_| Bounce::default(), Gestures::new(Gestures::HOLD)));
    buttons::watch(KEYS.start(interrupt::SWI_IRQ_1), board.keys, keys);

    let mut book = Book::open(board.flash);
    let identity = book.identity();
    // SAFETY: this is the only place.
    let mut kept = unsafe { Kept::take() };
    // A test plays with all that can be chosen.
    let Some(mut club) = Club::new() else { fault::restart(Breakdown::Panic, line!(), file!()) };
    club.prefer(book.preference());
    let desk = Desk {
        club,
        unit: table::wake(UNIT.take(), identity, &mut kept, before),
        keys,
        kept,
        book,
        signals: Signals::new(),
        lights: Lights::new(board.signals),
        watch: Watch::new(watchdog),
        screen: screen::SCREEN,
    };

    let tables = TABLE.start(interrupt::SWI_IRQ_0);
    let lines = board.lines;
    uart::open(tables, lines.uart, lines.transmit, lines.receive);
    usb::open(tables, lines.usb, identity.serial).unwrap_or_default();
    table::run(desk).map(|task| tables.spawn(task)).unwrap_or_default();

    DISPLAY.init(Executor::new()).run(|spawner| {
        screen::draw(board.display).map(|task| spawner.spawn(task)).unwrap_or_default();
    })
}

/// Who interrupts whom: what notices edges and what stamps them everybody else, the lines and the timer the table's task,
/// and that the display.
fn rank() {
    let ranks = [
        (Priority::P0, &[interrupt::IO_IRQ_BANK0, interrupt::SWI_IRQ_1][..]),
        (Priority::P1, &[interrupt::TIMER_IRQ_0, interrupt::UART0_IRQ, interrupt::USBCTRL_IRQ]),
        (Priority::P2, &[interrupt::SWI_IRQ_0]),
    ];
    for (priority, interrupts) in ranks {
        interrupts.iter().for_each(|interrupt| interrupt.set_priority(priority));
    }
}

/// Waits ten seconds: a unit that fails whatever it does wears its flash no more than that, and can still be reached.
fn linger(watchdog: &mut Watchdog) {
    for _ in 0..10 {
        watchdog.feed(WATCHDOG);
        embassy_time::block_for(embassy_time::Duration::from_secs(1));
    }
}
