//! What the unit does about its own failures: it notes in RAM that no start clears why it begins anew, does so at once,
//! and the next run puts it on record. Resets in quick succession make it careful.

use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::ptr::addr_of_mut;

use cortex_m::peripheral::SCB;
use cortex_m_rt::{ExceptionFrame, exception};
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::{ResetReason, Watchdog};
use link::{Breakdown, FILE_MAX, File};

use crate::build;

/// After so many resets without a stable run between them the clock goes on standing in a pause.
const PAUSES_AFTER: u32 = 4;

/// After so many the unit begins as after a loss of power: perhaps it is what it remembers that it fails of.
const FORGETS_AFTER: u32 = 7;

/// How long a run must be to count as stable.
pub(crate) const STABLE: clock::Duration = clock::Duration::from_secs(60);

const FILE_WORDS: usize = FILE_MAX / 4;

/// Kind, line, length of the file's name, and the name.
type Note = [u32; 3 + FILE_WORDS];

/// Why the run before this one ended, if it noted that.
#[unsafe(link_section = ".uninit.note")]
static mut NOTE: MaybeUninit<Guarded<Note>> = MaybeUninit::uninit();

/// Resets without a stable run between them.
#[unsafe(link_section = ".uninit.quick")]
static mut QUICK: MaybeUninit<Guarded<[u32; 1]>> = MaybeUninit::uninit();

/// Words that a power-up makes at random, or another program has left: worth something only with this build's sum.
#[repr(C)]
#[derive(Clone, Copy)]
struct Guarded<W> {
    words: W,
    sum: u32,
}

impl<const N: usize> Guarded<[u32; N]> {
    const fn new(words: [u32; N]) -> Self {
        Self { words, sum: 0 }
    }

    fn expected(&self) -> u32 {
        self.words
            .iter()
            .fold(build::mark(), |sum: u32, word| (sum ^ word).rotate_left(5).wrapping_mul(0x9e37_79b1))
    }

    /// Reads a place; none where it was not written by a run before.
    ///
    /// # Safety
    /// The place is one of this file's.
    unsafe fn read(place: *mut MaybeUninit<Self>) -> Option<[u32; N]> {
        // SAFETY: any bytes are words; what they are the compiler cannot know.
        let kept = unsafe { place.cast::<Self>().read_volatile() };
        (kept.sum == kept.expected()).then_some(kept.words)
    }

    /// Writes a place.
    ///
    /// # Safety
    /// The place is one of this file's.
    unsafe fn write(place: *mut MaybeUninit<Self>, words: [u32; N]) {
        let new = Self::new(words);
        // SAFETY: nobody holds a reference to it; whoever interrupts this to write it never returns.
        unsafe { place.cast::<Self>().write_volatile(Self { sum: new.expected(), ..new }) }
    }

    /// Makes a place worthless.
    ///
    /// # Safety
    /// The place is one of this file's.
    unsafe fn spoil(place: *mut MaybeUninit<Self>) {
        let new = Self::new([0; N]);
        // SAFETY: as for writing.
        unsafe { place.cast::<Self>().write_volatile(Self { sum: !new.expected(), ..new }) }
    }
}

/// How the run before this one ended.
pub(crate) struct Before {
    /// The breakdown, its line or address, and its file.
    pub(crate) breakdown: Option<(Breakdown, u32, File)>,
    quick: u32,
}

impl Before {
    /// Reads what the run before has left.
    pub(crate) fn read(watchdog: &Watchdog) -> Self {
        // SAFETY: the places are this file's.
        let (noted, quick) =
            unsafe { (Guarded::read(addr_of_mut!(NOTE)), Guarded::read(addr_of_mut!(QUICK))) };
        let hung = quick.is_some() && watchdog.reset_reason() == Some(ResetReason::TimedOut);
        let quick = quick.map_or(0, |[quick]| quick.saturating_add(1));
        // SAFETY: the places are this file's.
        unsafe {
            Guarded::<Note>::spoil(addr_of_mut!(NOTE));
            Guarded::write(addr_of_mut!(QUICK), [quick]);
        }
        let hung = hung.then(|| (Breakdown::Hung, 0, File::new()));
        Self { breakdown: noted.and_then(noted_breakdown).or(hung), quick }
    }

    /// Whether a clock that runs is to stand from now on: the unit cannot be relied on.
    pub(crate) const fn pauses(&self) -> bool {
        self.quick >= PAUSES_AFTER
    }

    /// Whether nothing is to be remembered.
    pub(crate) const fn forgets(&self) -> bool {
        self.quick >= FORGETS_AFTER
    }
}

/// The run is stable: earlier resets do not count any more.
pub(crate) fn is_stable() {
    // SAFETY: the place is this file's.
    unsafe { Guarded::write(addr_of_mut!(QUICK), [0]) }
}

/// The next start is one of its own, with another program perhaps: it counts as one after a loss of power.
pub(crate) fn forget() {
    // SAFETY: the places are this file's.
    unsafe {
        Guarded::<Note>::spoil(addr_of_mut!(NOTE));
        Guarded::<[u32; 1]>::spoil(addr_of_mut!(QUICK));
    }
}

/// Notes a breakdown and begins anew.
pub(crate) fn restart(kind: Breakdown, line: u32, file: &str) -> ! {
    cortex_m::interrupt::disable();
    // SAFETY: the place is this file's.
    unsafe { Guarded::write(addr_of_mut!(NOTE), note(kind, line, file)) }
    // SAFETY: whoever has it does not run any more.
    let mut watchdog = Watchdog::new(unsafe { WATCHDOG::steal() });
    // Everything but the oscillators, as a watchdog that was not fed does.
    watchdog.trigger_reset();
    cortex_m::asm::delay(1_000);
    SCB::sys_reset()
}

fn note(kind: Breakdown, line: u32, file: &str) -> Note {
    let kind = match kind {
        Breakdown::Panic => 0,
        Breakdown::Processor => 1,
        Breakdown::Hung => 2,
        Breakdown::Display => 3,
    };
    // The end of a name says more than its beginning.
    let bytes = file.as_bytes();
    let end = bytes.get(bytes.len().saturating_sub(FILE_MAX)..).unwrap_or_default();
    let mut note = [0; 3 + FILE_WORDS];
    let [noted_kind, noted_line, length, name @ ..] = &mut note;
    (*noted_kind, *noted_line, *length) = (kind, line, u32::try_from(end.len()).unwrap_or_default());
    for (word, part) in name.iter_mut().zip(end.chunks(4)) {
        let mut bytes = [0; 4];
        bytes.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
        *word = u32::from_le_bytes(bytes);
    }
    note
}

fn noted_breakdown(note: Note) -> Option<(Breakdown, u32, File)> {
    let [kind, line, length, name @ ..] = note;
    let kind = match kind {
        0 => Breakdown::Panic,
        1 => Breakdown::Processor,
        2 => Breakdown::Hung,
        3 => Breakdown::Display,
        4.. => return None,
    };
    let length = usize::try_from(length).ok()?;
    let mut file = File::new();
    for byte in name.into_iter().flat_map(u32::to_le_bytes).take(length) {
        file.push(char::from(byte)).ok()?;
    }
    Some((kind, line, file))
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let (line, file) = info.location().map_or((0, ""), |place| (place.line(), place.file()));
    restart(Breakdown::Panic, line, file)
}

#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    restart(Breakdown::Processor, frame.pc(), "")
}
