//! What a unit keeps in memory that survives a reset: everything that matters, with a checksum.

use clock::{Control, Instant, Side, State};
use serde::{Deserialize, Serialize};

use crate::device::log::Gap;
use crate::device::session::Session;
use crate::frame::CRC;
use crate::limits::{ENGINE, INPUTS_MAX, PROTOCOL};
use crate::message::{Identity, Input, Showing, Versions, is_sound};

/// Room for any memory, in bytes: a thousand inputs, the table, and what the commands among them asked.
pub const MEMORY_MAX: usize = INPUTS_MAX * 40 + 8_192;

/// The bytes that say how long it is, and those of the checksum.
const LENGTH: usize = 4;

/// A table as it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// The table's number.
    pub table: u16,
    /// The table's time.
    pub time: Instant,
    /// Turns completed.
    pub turns: u32,
    /// The time control.
    pub control: Control,
    /// The clock's state.
    pub state: State,
    /// The side whose clock the first press of the other starts.
    pub first: Option<Side>,
}

/// What of the session is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    versions: Versions,
    identity: Identity,
    epoch: u32,
    command: u32,
    first: u32,
    newest: u32,
    gap: Option<Gap>,
    showing: Showing,
    table: Option<Memory>,
    inputs: u16,
}

/// Why a memory is worth nothing: the unit starts as one that remembers nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryFault {
    /// There is none, or its checksum is wrong.
    #[error("nothing was kept, or not whole")]
    Damaged,
    /// Another unit's, or another program's.
    #[error("what was kept is not this unit's, or not this program's")]
    Strange,
    /// Its clock is none that there can be.
    #[error("what was kept is no clock that there can be")]
    Unsound,
}

/// Writes down what must survive a reset; gives back its length, none if there is no room.
#[must_use]
pub fn remember(session: &Session, table: Option<&Memory>, bytes: &mut [u8]) -> Option<usize> {
    let (length, body) = bytes.split_first_chunk_mut::<LENGTH>()?;
    let kept = Kept {
        versions: Versions { protocol: PROTOCOL, engine: ENGINE },
        identity: session.identity,
        epoch: session.epoch,
        command: session.command,
        first: session.log.first(),
        newest: session.log.newest(),
        gap: session.log.gap().cloned(),
        showing: session.showing.clone(),
        table: table.cloned(),
        inputs: u16::try_from(session.inputs().count()).ok()?,
    };
    let mut written = postcard::to_slice(&kept, body).ok()?.len();
    for input in session.inputs() {
        let used = postcard::to_slice(&input, body.get_mut(written..)?).ok()?.len();
        written = written.checked_add(used)?;
    }
    *length = u32::try_from(written).ok()?.to_le_bytes();
    let sum = checksum(*length, body.get(..written)?);
    body.get_mut(written..)?.first_chunk_mut::<LENGTH>().map(|place| *place = sum.to_le_bytes())?;
    written.checked_add(LENGTH + LENGTH)
}

impl Session {
    /// Takes up what survived a reset of this unit, one reset further, and gives back its table. Everything stays
    /// where it is: there may be no room for a second session.
    ///
    /// # Errors
    /// Why it cannot be used; this session has taken nothing up.
    pub fn recall(&mut self, bytes: &[u8]) -> Result<Option<Memory>, MemoryFault> {
        let (kept, inputs) = read(bytes).ok_or(MemoryFault::Damaged)?;
        if kept.versions != Versions::OURS || kept.identity.serial != self.identity.serial {
            return Err(MemoryFault::Strange);
        }
        if kept.table.as_ref().is_some_and(|table| !is_sound(&table.control, &table.state)) {
            return Err(MemoryFault::Unsound);
        }
        self.log.restart(kept.first, kept.newest, kept.gap);
        if self.take_up(inputs, kept.inputs).is_none() {
            self.log.restart(1, 0, None);
            return Err(MemoryFault::Damaged);
        }
        self.identity = Identity { resets: kept.identity.resets.saturating_add(1), ..kept.identity };
        self.epoch = kept.epoch;
        self.command = kept.command;
        self.showing = kept.showing;
        Ok(kept.table)
    }

    fn take_up(&mut self, bytes: &[u8], inputs: u16) -> Option<()> {
        let mut rest = bytes;
        for _ in 0..inputs {
            let (input, after) = postcard::take_from_bytes::<Input>(rest).ok()?;
            self.log.restore(input);
            rest = after;
        }
        Some(())
    }
}

/// The fixed part of a memory whose checksum is right, and the bytes of its inputs.
fn read(bytes: &[u8]) -> Option<(Kept, &[u8])> {
    let (length, body) = bytes.split_first_chunk::<LENGTH>()?;
    let written = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (body, sum) = body.split_at_checked(written)?;
    if sum.first_chunk::<LENGTH>()? != &checksum(*length, body).to_le_bytes() {
        return None;
    }
    postcard::take_from_bytes::<Kept>(body).ok()
}

fn checksum(length: [u8; LENGTH], body: &[u8]) -> u32 {
    let mut sum = CRC.digest();
    sum.update(&length);
    sum.update(body);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::message::{Commands, Order, Serial, What};
    use clock::{Command, Duration, Setting};

    fn identity() -> Identity {
        Identity { serial: Serial(u64::MAX), boot: u32::MAX, resets: 0 }
    }

    /// As much as there can be: a thousand inputs, and as many commands as are kept, each as long as it may be.
    fn full_session() -> Session {
        let mut session = Session::new(identity());
        session.epoch = u32::MAX;
        let long = Duration::from_micros(u64::MAX);
        let setting = Setting {
            main: Some(long),
            period: Some(long),
            unit: Some(long),
            section: Some(long),
            block: Some(long),
            hourglass: Some(long),
            periods: Some(u16::MAX),
            moves: Some(u16::MAX),
            stage: Some(u8::MAX),
        };
        let commands = Commands::from_iter([Command::Set { side: Side::White, setting }; 8]);
        for id in 1..=4 {
            let expires = Instant::from_micros(u64::MAX);
            let order = Order { epoch: u32::MAX, id, turns: None, expires, commands: commands.clone() };
            session.take_order(&order);
            session.enter(expires, u32::MAX, &What::Order { id, commands: commands.clone(), refused: None });
        }
        for _ in 4..INPUTS_MAX {
            session.enter(Instant::from_micros(u64::MAX), u32::MAX, &What::Reset { resets: u32::MAX });
        }
        session
    }

    #[test]
    fn the_fullest_memory_has_room_and_comes_back() {
        let session = full_session();
        let mut bytes = std::vec![0; MEMORY_MAX];
        let length = remember(&session, None, &mut bytes).unwrap();
        let mut recalled = Session::new(identity());
        let table = recalled.recall(&bytes).unwrap();
        assert_eq!((recalled.unsent(), table), (INPUTS_MAX, None));
        assert!(recalled.inputs().eq(session.inputs()));
        assert_eq!(recalled.identity.resets, 1);
        assert!(length <= MEMORY_MAX, "{length}");
    }

    #[test]
    fn no_damaged_memory_is_believed() {
        let mut session = Session::new(identity());
        session.enter(Instant::from_millis(5), 0, &What::Press { side: Side::Black });
        let mut bytes = std::vec![0; 256];
        let length = remember(&session, None, &mut bytes).unwrap();
        for place in 0..length {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert_eq!(
                Session::new(identity()).recall(&damaged).err(),
                Some(MemoryFault::Damaged),
                "byte {place}"
            );
        }
        for cut in 0..length {
            assert_eq!(
                Session::new(identity()).recall(&bytes[..cut]).err(),
                Some(MemoryFault::Damaged),
                "cut at {cut}"
            );
        }
        // Periods, of a control that has none.
        let periods = clock::Clock::new("10s+3x30s".parse().unwrap());
        let (control, state) = ("10s".parse().unwrap(), periods.state().clone());
        let table = Memory { table: 3, time: Instant::ZERO, turns: 0, control, state, first: None };
        remember(&session, Some(&table), &mut bytes).unwrap();
        assert_eq!(Session::new(identity()).recall(&bytes).err(), Some(MemoryFault::Unsound));
        remember(&session, None, &mut bytes).unwrap();
        let other = Identity { serial: Serial(1), ..identity() };
        assert_eq!(Session::new(other).recall(&bytes).err(), Some(MemoryFault::Strange));
        assert_eq!(remember(&session, None, &mut [0; 20]), None);
    }
}
