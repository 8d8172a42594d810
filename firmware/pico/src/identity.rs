//! Who the unit is: its number, from the flash chip, and how often it was started, counted in the last two sectors of
//! the flash, with what its players chose last. The count is raised before anybody is greeted.

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Flash, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use link::{Identity, Serial};

/// The flash of a Pico.
const SIZE: usize = 2 << 20;

/// Where the two sectors begin, as offsets. They take turns, so that one is whole whenever the power goes.
const SECTORS: [u32; 2] = [at(SIZE - 2 * ERASE_SIZE), at(SIZE - ERASE_SIZE)];

/// A page is written once for each start, and for each other choice; an erased one is all ones.
const PAGES: usize = ERASE_SIZE / PAGE_SIZE;

/// The bytes of a page that say something.
const USED: usize = 12;

const fn at(offset: usize) -> u32 {
    offset as u32
}

type Chip = Flash<'static, FLASH, Blocking, SIZE>;

/// What is written down.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Page {
    boot: u32,
    preference: u8,
}

/// The book of this unit.
pub(crate) struct Book {
    chip: Chip,
    page: Page,
}

impl Book {
    /// Opens it at one start more than were counted.
    pub(crate) fn open(flash: Peri<'static, FLASH>) -> Self {
        let mut chip = Chip::new_blocking(flash);
        let Page { boot, preference } = sectors(&mut chip).1.page;
        let mut book = Self { chip, page: Page { boot: boot.saturating_add(1), preference } };
        book.write();
        book
    }

    /// The unit's number, and this start.
    pub(crate) fn identity(&mut self) -> Identity {
        let mut number = [0; 8];
        self.chip.blocking_unique_id(&mut number).unwrap_or_default();
        Identity { serial: Serial(u64::from_be_bytes(number)), boot: self.page.boot, resets: 0 }
    }

    /// What players chose last.
    pub(crate) const fn preference(&self) -> u8 {
        self.page.preference
    }

    /// Players have chosen. Nothing runs while it is written, for a millisecond, seldom for up to half a second: so it
    /// is only to be done before a clock runs.
    pub(crate) fn prefer(&mut self, preference: u8) {
        if self.page.preference != preference {
            // By the greater count the newer page is known, in whichever sector it lies.
            let boot = self.page.boot.saturating_add(1);
            self.page = Page { boot, preference };
            self.write();
        }
    }

    fn write(&mut self) {
        let Self { chip, page } = self;
        let (number, newer) = sectors(chip);
        let place = newer.next.unwrap_or_else(|| {
            // The newer sector is full: the other one begins anew, and until it is written the full one holds.
            let [first, second] = SECTORS;
            let other = if number == 0 { second } else { first };
            chip.blocking_erase(other, other + at(ERASE_SIZE)).unwrap_or_default();
            other
        });
        chip.blocking_write(place, &bytes_of(*page)).unwrap_or_default();
    }
}

/// A sector: the last page that is written, and where the next one's place is.
#[derive(Clone, Copy)]
struct Sector {
    page: Page,
    next: Option<u32>,
}

/// The newer sector, and which it is.
fn sectors(chip: &mut Chip) -> (usize, Sector) {
    let [first, second] = SECTORS.map(|sector| read(chip, sector));
    if second.page.boot > first.page.boot { (1, second) } else { (0, first) }
}

/// Reads a sector: its pages are written from the first to the last, none with a smaller count than that before it.
fn read(chip: &mut Chip, sector: u32) -> Sector {
    let mut last = Page::default();
    for place in (0..PAGES).map(|page| sector + at(page * PAGE_SIZE)) {
        let mut bytes = [0; USED];
        chip.blocking_read(place, &mut bytes).unwrap_or_default();
        if bytes == [0xff; USED] {
            return Sector { page: last, next: Some(place) };
        }
        last = page_of(bytes).unwrap_or(last);
    }
    Sector { page: last, next: None }
}

/// Everything and its complement: half of it, where the power was cut off, is not taken for the whole.
fn bytes_of(page: Page) -> [u8; PAGE_SIZE] {
    let [a, b, c, d] = page.boot.to_le_bytes();
    let said = [a, b, c, d, page.preference, 0];
    let mut bytes = [0xff; PAGE_SIZE];
    let both = said.into_iter().chain(said.map(|byte| !byte));
    bytes.iter_mut().zip(both).for_each(|(to, from)| *to = from);
    bytes
}

fn page_of(bytes: [u8; USED]) -> Option<Page> {
    let [a, b, c, d, preference, nothing, complement @ ..] = bytes;
    let said = [a, b, c, d, preference, nothing];
    let whole = said.map(|byte| !byte) == complement;
    whole.then(|| Page { boot: u32::from_le_bytes([a, b, c, d]), preference })
}
