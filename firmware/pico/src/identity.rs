//! Who the unit is: its number, from the flash chip, and how often it was started, counted in the last two sectors
//! of the flash. The count is raised before anybody is greeted.

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Flash, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use link::{Identity, Serial};

/// The flash of a Pico.
const SIZE: usize = 2 << 20;

/// Where the two sectors begin, as offsets. They take turns, so that one is whole whenever the power goes.
const SECTORS: [u32; 2] = [at(SIZE - 2 * ERASE_SIZE), at(SIZE - ERASE_SIZE)];

/// A page is written once for each start; an erased one is all ones.
const PAGES: usize = ERASE_SIZE / PAGE_SIZE;

const fn at(offset: usize) -> u32 {
    offset as u32
}

type Chip = Flash<'static, FLASH, Blocking, SIZE>;

/// The unit's number, and one start more than were counted.
pub(crate) fn read(flash: Peri<'static, FLASH>) -> Identity {
    let mut chip = Chip::new_blocking(flash);
    let mut number = [0; 8];
    chip.blocking_unique_id(&mut number).unwrap_or_default();
    Identity { serial: Serial(u64::from_be_bytes(number)), boot: count(&mut chip), resets: 0 }
}

/// The last start that is written down, and where the next one's page is.
struct Counted {
    last: u32,
    next: Option<u32>,
}

fn count(chip: &mut Chip) -> u32 {
    let sectors = SECTORS.map(|sector| counted(chip, sector));
    let [first, second] = &sectors;
    let newer = usize::from(second.last > first.last);
    let boot = first.last.max(second.last).saturating_add(1);
    let page = sectors[newer].next.unwrap_or_else(|| {
        // The newer sector is full: the other one begins anew, and until it is written the full one holds.
        let other = SECTORS[1 - newer];
        chip.blocking_erase(other, other + at(ERASE_SIZE)).unwrap_or_default();
        other
    });
    chip.blocking_write(page, &page_of(boot)).unwrap_or_default();
    boot
}

/// Reads a sector: its pages are written from the first to the last, each with a greater count.
fn counted(chip: &mut Chip, sector: u32) -> Counted {
    let mut last = 0;
    for page in (0..PAGES).map(|page| sector + at(page * PAGE_SIZE)) {
        let mut bytes = [0; 8];
        chip.blocking_read(page, &mut bytes).unwrap_or_default();
        if bytes == [0xff; 8] {
            return Counted { last, next: Some(page) };
        }
        last = boot_of(bytes).unwrap_or_default().max(last);
    }
    Counted { last, next: None }
}

/// A count and its complement: half of one that the power cut off is not taken for one.
fn page_of(boot: u32) -> [u8; PAGE_SIZE] {
    let mut page = [0xff; PAGE_SIZE];
    page[..4].copy_from_slice(&boot.to_le_bytes());
    page[4..8].copy_from_slice(&(!boot).to_le_bytes());
    page
}

fn boot_of(bytes: [u8; 8]) -> Option<u32> {
    let [a, b, c, d, e, f, g, h] = bytes;
    let (boot, complement) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
    (boot == !complement).then_some(boot)
}
