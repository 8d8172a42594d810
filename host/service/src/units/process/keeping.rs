//! What a unit's process keeps in a folder: the number of its start, and what survives a reset by the watchdog.
//!
//! The memory stands in one of two places of a file, in turn, so that a process that ends while it writes leaves the
//! one before. It is worth nothing once the machine itself was started anew: that is a loss of power.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clock::Instant;
use link::device::{MEMORY_MAX, MemoryFault};
use link::{Identity, Serial};
use unit::TableUnit;

use crate::complain;

/// By what the kernel tells one start of the machine from another.
const KERNEL: &str = "/proc/sys/kernel/random/boot_id";

/// The number of a memory, and the start of the machine.
const HEAD: usize = 8 + 36;

/// One of the two places.
const PLACE: usize = HEAD + MEMORY_MAX;

/// The folder.
#[derive(Debug)]
pub(super) struct Keeper {
    folder: PathBuf,
    memory: File,
    machine: [u8; 36],
    /// The number of the memory last written.
    number: u64,
    buffer: Vec<u8>,
    /// Whether the last memory could be written.
    well: bool,
}

impl Keeper {
    /// Opens the folder for one unit alone.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let place = folder.join("memory");
        let memory = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(place)?;
        memory
            .try_lock()
            .map_err(|_| anyhow!("another unit runs with this folder: name one with --state"))?;
        let machine = fs::read(KERNEL).with_context(|| KERNEL.to_owned())?;
        let machine = *machine.first_chunk().ok_or_else(|| anyhow!("{KERNEL} is too short"))?;
        let buffer = vec![0; PLACE];
        Ok(Self { folder: folder.to_owned(), memory, machine, number: 0, buffer, well: true })
    }

    /// The unit: as it remembers itself, where it is to go on and can, else as one that has lost its power. The number
    /// of a start is on disk before anybody hears of it. With why it could not go on, if it was to.
    pub(super) fn start(
        &mut self,
        serial: Serial,
        keep: bool,
        now: Instant,
    ) -> Result<(TableUnit, Option<MemoryFault>)> {
        let boot = self.boot()?;
        let kept = keep.then(|| self.wake(Identity { serial, boot, resets: 0 }, now));
        let fault = match kept {
            Some(Ok(unit)) => return Ok((unit, None)),
            Some(Err(fault)) => Some(fault),
            None => None,
        };
        self.memory.set_len(0)?;
        let boot = boot.checked_add(1).ok_or_else(|| anyhow!("no unit is started so often"))?;
        self.write_boot(boot)?;
        Ok((TableUnit::start(Identity { serial, boot, resets: 0 }), fault))
    }

    /// The number of the last start, 0 before the first.
    fn boot(&self) -> Result<u32> {
        let place = self.folder.join("boot");
        match fs::read_to_string(&place) {
            Ok(text) => text.trim().parse().with_context(|| format!("{}: no number", place.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) => bail!("{}: {error}", place.display()),
        }
    }

    fn write_boot(&self, boot: u32) -> io::Result<()> {
        let mut new = tempfile::NamedTempFile::new_in(&self.folder)?;
        writeln!(new, "{boot}")?;
        new.as_file().sync_all()?;
        new.persist(self.folder.join("boot"))?;
        File::open(&self.folder)?.sync_all()
    }

    /// The unit as it remembers itself, by the later memory that is whole.
    fn wake(&mut self, identity: Identity, now: Instant) -> Result<TableUnit, MemoryFault> {
        let mut kept: Vec<(u64, Vec<u8>)> = [0, PLACE].into_iter().filter_map(|at| self.read(at)).collect();
        kept.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        self.number = kept.first().map_or(0, |(number, _)| *number);
        let mut fault = MemoryFault::Damaged;
        for (_, memory) in kept {
            match TableUnit::wake(identity, &memory, now) {
                Ok(unit) => return Ok(unit),
                Err(why) => fault = why,
            }
        }
        Err(fault)
    }

    /// What stands at a place, if it is of this start of the machine.
    fn read(&self, at: usize) -> Option<(u64, Vec<u8>)> {
        let mut bytes = vec![0; PLACE];
        let mut filled = 0;
        while let Some(room) = bytes.get_mut(filled..).filter(|room| !room.is_empty()) {
            match self.memory.read_at(room, u64::try_from(at + filled).ok()?).ok()? {
                0 => break,
                read => filled += read,
            }
        }
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (machine, memory) = rest.split_first_chunk::<36>()?;
        (*machine == self.machine).then(|| (u64::from_le_bytes(*number), memory.to_vec()))
    }

    /// Writes down what must survive a reset. What the unit numbers is sent only after that, so that it never numbers
    /// anything else by the same number.
    pub(super) fn keep(&mut self, unit: &TableUnit, now: Instant) {
        let written = self.write(unit, now);
        if let Err(error) = &written
            && self.well
        {
            complain(format_args!("flagfall: {}: what must survive a reset: {error}", self.folder.display()));
        }
        self.well = written.is_ok();
    }

    fn write(&mut self, unit: &TableUnit, now: Instant) -> io::Result<()> {
        self.number += 1;
        let (number, rest) = self.buffer.split_at_mut(8);
        let (machine, memory) = rest.split_at_mut(36);
        number.copy_from_slice(&self.number.to_le_bytes());
        machine.copy_from_slice(&self.machine);
        let length = unit.remember(now, memory).ok_or(ErrorKind::FileTooLarge)?;
        let at = if self.number.is_multiple_of(2) { 0 } else { PLACE };
        let bytes = self.buffer.get(..HEAD + length).ok_or(ErrorKind::FileTooLarge)?;
        self.memory.write_all_at(bytes, u64::try_from(at).map_err(io::Error::other)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::Side;

    const SERIAL: Serial = Serial(0x00E6_6141_032A);

    fn start(folder: &Path, keep: bool) -> (TableUnit, Keeper) {
        let mut keeper = Keeper::open(folder).unwrap();
        let (unit, fault) = keeper.start(SERIAL, keep, Instant::from_millis(1)).unwrap();
        let forgot = keep && unit.session().identity().resets == 0;
        assert_eq!(fault, forgot.then_some(MemoryFault::Damaged));
        (unit, keeper)
    }

    /// What is kept is one press more each time.
    fn press(unit: &mut TableUnit, keeper: &mut Keeper) {
        unit.press(Side::Black, Instant::from_millis(5)).unwrap();
        keeper.keep(unit, Instant::from_millis(5));
    }

    fn identity(unit: &TableUnit) -> (u32, u32, u32) {
        let Identity { boot, resets, .. } = unit.session().identity();
        (boot, resets, unit.session().newest())
    }

    #[test]
    fn a_reset_goes_on_and_a_loss_of_power_counts_on() {
        let folder = tempfile::tempdir().unwrap();
        let (mut unit, mut keeper) = start(folder.path(), true);
        assert_eq!(identity(&unit), (1, 0, 0));
        (0..3).for_each(|_| press(&mut unit, &mut keeper));
        drop(keeper);
        let (mut unit, mut keeper) = start(folder.path(), true);
        // The reset itself is an input.
        assert_eq!(identity(&unit), (1, 1, 4));
        press(&mut unit, &mut keeper);
        drop(keeper);
        assert_eq!(identity(&start(folder.path(), false).0), (2, 0, 0));
        assert_eq!(identity(&start(folder.path(), true).0), (3, 0, 0), "nothing was kept since");
    }

    #[test]
    fn a_memory_that_is_not_whole_leaves_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let (mut unit, mut keeper) = start(folder.path(), false);
        press(&mut unit, &mut keeper);
        press(&mut unit, &mut keeper);
        let newer = if keeper.number.is_multiple_of(2) { 0 } else { PLACE };
        keeper.memory.write_all_at(&[0xff; 4], u64::try_from(newer + HEAD + 20).unwrap()).unwrap();
        drop(keeper);
        let (unit, mut keeper) = start(folder.path(), true);
        assert_eq!(identity(&unit), (1, 1, 2), "one press, and the reset");
        keeper.keep(&unit, Instant::from_millis(5));
        for place in [0, PLACE] {
            keeper.memory.write_all_at(&[0xff; 4], u64::try_from(place + HEAD + 20).unwrap()).unwrap();
        }
        drop(keeper);
        assert_eq!(identity(&start(folder.path(), true).0), (2, 0, 0));
    }

    #[test]
    fn a_memory_of_before_the_machine_was_started_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let (mut unit, mut keeper) = start(folder.path(), false);
        keeper.machine = [b'x'; 36];
        press(&mut unit, &mut keeper);
        drop(keeper);
        assert_eq!(identity(&start(folder.path(), true).0), (2, 0, 0));
    }

    #[test]
    fn a_folder_is_one_units_and_its_number_must_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let (_unit, _keeper) = start(folder.path(), false);
        assert!(Keeper::open(folder.path()).unwrap_err().to_string().contains("another unit"));
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("boot"), "many").unwrap();
        let mut keeper = Keeper::open(other.path()).unwrap();
        let said = keeper.start(SERIAL, false, Instant::ZERO).unwrap_err();
        assert!(said.to_string().ends_with("boot: no number"), "{said}");
    }
}
