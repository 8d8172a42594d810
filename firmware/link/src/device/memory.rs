//! What a unit keeps in memory that survives a reset: everything that matters, with a checksum.

use clock::{Control, Instant, State};
use serde::{Deserialize, Serialize};

use crate::device::log::{Gap, Log};
use crate::device::session::Session;
use crate::frame::CRC;
use crate::limits::{ENGINE, INPUTS_MAX, PROTOCOL};
use crate::message::{Identity, Input, Showing, Versions};

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

/// Reads back what survived a reset of this unit: its session, one reset further, and its table.
///
/// # Errors
/// Why it cannot be used.
pub fn recall(identity: Identity, bytes: &[u8]) -> Result<(Session, Option<Memory>), MemoryFault> {
    let (kept, mut rest) = read(bytes).ok_or(MemoryFault::Damaged)?;
    if kept.versions != Versions::OURS || kept.identity.serial != identity.serial {
        return Err(MemoryFault::Strange);
    }
    let mut log = Log::new(kept.first, kept.newest, kept.gap);
    for _ in 0..kept.inputs {
        let (input, after) = postcard::take_from_bytes::<Input>(rest).map_err(|_| MemoryFault::Damaged)?;
        log.restore(input);
        rest = after;
    }
    let identity = Identity { resets: kept.identity.resets.saturating_add(1), ..kept.identity };
    let mut session = Session::with_log(identity, log);
    session.epoch = kept.epoch;
    session.command = kept.command;
    session.showing = kept.showing;
    Ok((session, kept.table))
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
