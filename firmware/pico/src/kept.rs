//! What survives a reset: RAM that no start clears. Two places take turns, so that one of them is whole whenever a
//! reset comes.

use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use clock::{Instant, Status};
use link::TICK_EVERY;
use link::device::MEMORY_MAX;
use unit::{Mark, TableUnit};

/// One place, with the number of its writing, which is raised when the rest is whole.
#[repr(C)]
struct Place {
    number: u32,
    bytes: [u8; MEMORY_MAX],
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
        let places = unsafe { &mut *core::hint::black_box(addr_of_mut!(PLACES).cast::<[Place; 2]>()) };
        Self { places, last: None }
    }

    /// The two memories, the newer one first; what they are worth their checksums say.
    pub(crate) fn memories(&self) -> [&[u8]; 2] {
        let [first, second] = &*self.places;
        let newer = if is_newer(second.number, first.number) { [second, first] } else { [first, second] };
        newer.map(|place| place.bytes.as_slice())
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
        let whole = write(&mut older.bytes).is_some();
        if whole {
            older.number = newer.number.wrapping_add(1);
        }
        whole
    }
}

/// The numbers of the two places are neighbours, whatever power-up made of them before.
fn is_newer(number: u32, than: u32) -> bool {
    number.wrapping_sub(than).cast_signed() > 0
}
