//! What survives a reset: RAM that no start clears. Two places take turns, so that one of them is whole whenever a
//! reset comes.

use core::hint::black_box;
use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use clock::{Instant, Status};
use link::TICK_EVERY;
use link::device::MEMORY_MAX;
use unit::{Mark, TableUnit};

use crate::build;

/// One place: which build has written it, and the number of its writing, both set when the rest is whole.
#[repr(C)]
struct Place {
    build: u32,
    number: u32,
    bytes: [u8; MEMORY_MAX],
}

impl Place {
    /// What was written here; nothing where another program wrote it, which knew another unit.
    fn memory(&self) -> &[u8] {
        if self.build == build::mark() { &self.bytes } else { &[] }
    }

    /// What is here is worth nothing from now on.
    fn spoil(&mut self) {
        self.build = !build::mark();
        // So that it stands in the memory before anything else does.
        black_box(self);
    }
}

#[unsafe(link_section = ".uninit.kept")]
static mut PLACES: MaybeUninit<[Place; 2]> = MaybeUninit::uninit();

/// The memory that is kept.
pub(crate) struct Kept {
    places: &'static mut [Place; 2],
    /// What was kept last in this run, and when.
    last: Option<(Mark, Instant)>,
}

impl Kept {
    /// Takes the memory as the last run left it, or the power-up made it.
    ///
    /// # Safety
    /// Only once in a run.
    pub(crate) unsafe fn take() -> Self {
        // SAFETY: nobody else has it, any bytes are a `Place`, and what they are the compiler cannot know.
        let places = unsafe { &mut *black_box(addr_of_mut!(PLACES).cast::<[Place; 2]>()) };
        Self { places, last: None }
    }

    /// The two memories, the newer one first; what they are worth their checksums say.
    pub(crate) fn memories(&self) -> [&[u8]; 2] {
        let [first, second] = &*self.places;
        let newer = if is_newer(second.number, first.number) { [second, first] } else { [first, second] };
        newer.map(Place::memory)
    }

    /// Whatever is kept is not to be known by the next run, nor by this one.
    pub(crate) fn forget(&mut self) {
        self.places.iter_mut().for_each(Place::spoil);
    }

    /// Keeps what the unit must remember: at once where something has happened, with each tick while a clock runs, and
    /// not at all where nothing did. A full memory takes some milliseconds to write.
    pub(crate) fn keep(&mut self, unit: &TableUnit, now: Instant) {
        let mark = unit.mark();
        if let Some((last, at)) = self.last {
            let runs = unit.clock().is_some_and(|clock| clock.status() == Status::Running);
            if last == mark && !(runs && now.since(at) >= TICK_EVERY) {
                return;
            }
        }
        if self.write(|bytes| unit.remember(now, bytes)) {
            self.last = Some((mark, now));
        }
    }

    /// Has the older one written anew. What `write` does not say to be whole does not count.
    fn write(&mut self, write: impl FnOnce(&mut [u8]) -> Option<usize>) -> bool {
        let [first, second] = &mut *self.places;
        let (newer, older) =
            if is_newer(second.number, first.number) { (second, first) } else { (first, second) };
        older.spoil();
        let whole = write(&mut older.bytes).is_some();
        if whole {
            let older = black_box(older);
            older.number = newer.number.wrapping_add(1);
            black_box(&mut *older).build = build::mark();
        }
        whole
    }
}

/// The numbers of the two places are neighbours, whatever power-up made of them before.
fn is_newer(number: u32, than: u32) -> bool {
    number.wrapping_sub(than).cast_signed() > 0
}
