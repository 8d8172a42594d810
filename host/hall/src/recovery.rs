//! A table made again from its chain.
//!
//! **Recovery applies and never decides**: what is on record stands, whatever this version of the program would
//! have decided. Re-deciding is for `verify`, which only reports.

use clock::{Duration, Instant, Status};
use journal::{GameId, Person};
use referee::Table;

use crate::behind::known;
use crate::closing::Closing;
use crate::entry::{Anchor, Cause, Entry, Interruption, OnRequest, ParseEntryError, StepEntry};
use crate::hall::{Answer, Hall};
use crate::outbox::Extent;
use crate::people::Players;
use crate::seat::Seat;
use crate::speech::Audit;

/// A game as the journal gives it back.
#[derive(Clone, Debug)]
pub struct RecoveredGame {
    /// Its number in the journal.
    pub game: GameId,
    /// Its entries, in order.
    pub bodies: Vec<Vec<u8>>,
    /// The last known table time beside the chain.
    pub beat: Instant,
    /// The people who stand beside the chain, as far as they are kept.
    pub people: Vec<Person>,
}

/// Why a game cannot be made again.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// An entry cannot be read.
    #[error("game {game}, entry {seq}: {error}")]
    Entry {
        /// The game.
        game: GameId,
        /// The entry's number.
        seq: usize,
        /// What is wrong with it.
        error: ParseEntryError,
    },
    /// The first entry is no opening.
    #[error("game {game} does not begin with its opening")]
    NoOpening {
        /// The game.
        game: GameId,
    },
    /// Two open games at one table.
    #[error("game {game} is open at table {table}, where another game is open")]
    TableTaken {
        /// The game.
        game: GameId,
        /// The table.
        table: u32,
    },
}

/// A game read from its chain.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The table's number.
    pub number: u32,
    /// The table as it stands.
    pub table: Table,
    /// The entries.
    pub entries: Vec<Entry>,
    /// With which of them the record was closed.
    pub closing: Closing,
    /// What they say of what was said aloud.
    pub audit: Audit,
}

/// Reads a game's entries and applies them.
///
/// # Errors
/// Entries that cannot be read, or none that opens the game.
pub fn replay(game: GameId, bodies: &[Vec<u8>]) -> Result<Replayed, RecoveryError> {
    let mut entries = Vec::with_capacity(bodies.len());
    for (seq, body) in bodies.iter().enumerate() {
        let entry = Entry::from_bytes(body).map_err(|error| RecoveryError::Entry { game, seq, error })?;
        entries.push(entry);
    }
    let Some(Entry::Opened(opening)) = entries.first() else { return Err(RecoveryError::NoOpening { game }) };
    let (number, mut table) = (opening.table, Table::new(opening.setup.clone()));
    let (mut closing, mut audit) = (Closing::default(), Audit::default());
    for (seq, entry) in (0..).zip(&entries) {
        if let Entry::Step(entry) = entry {
            table.apply(&entry.step);
            closing.watch(&table, seq);
        }
        audit.take(seq, entry, &table);
    }
    Ok(Replayed { number, table, entries, closing, audit })
}

/// What of the game was said when it was asked for.
fn on_request(entries: &[Entry]) -> OnRequest {
    match entries.first() {
        Some(Entry::Opened(opening)) => opening.on_request(),
        _ => OnRequest::default(),
    }
}

/// The names that orders were given, oldest first, and their answers.
fn answers(entries: &[Entry]) -> impl Iterator<Item = (&String, Answer)> {
    let named = |entry| {
        let StepEntry { receipt, step, .. } = Entry::step(entry)?;
        Some((receipt.as_ref()?.name.as_ref()?, Answer::of(step)))
    };
    entries.iter().filter_map(named)
}

/// How much of a game is on disk, and how much of that about what is said aloud.
fn extents(entries: &[Entry], bodies: &[Vec<u8>]) -> (Extent, Extent) {
    let (mut whole, mut speech) = (Extent::default(), Extent::default());
    for (entry, body) in entries.iter().zip(bodies) {
        whole.add(body.len());
        if matches!(entry, Entry::Spoken(_) | Entry::Voice(_)) {
            speech.add(body.len());
        }
    }
    (whole, speech)
}

impl Hall {
    /// Seats a game again after an interruption. If its clock ran, it stands paused at the last time that is
    /// known: the running side may be undercharged by what passed since, never overcharged. A clock that is in a unit
    /// has gone on there: [`Self::attach_unit`] has to be called soon, else it stands paused too. Gives back the
    /// table's number and what was on record.
    ///
    /// # Errors
    /// Why the game cannot be made again; the hall is unchanged.
    pub fn recover(
        &mut self,
        recovered: RecoveredGame,
        anchor: Anchor,
        gap: Option<Duration>,
        now: Instant,
    ) -> Result<(u32, Vec<Entry>), RecoveryError> {
        let RecoveredGame { game, bodies, beat, people } = recovered;
        let Replayed { number, table, entries, closing, audit } = replay(game, &bodies)?;
        if self.has_table(number) {
            return Err(RecoveryError::TableTaken { game, table: number });
        }
        let from = table.clock().committed().max(beat);
        let known = known(number, &table, &entries);
        let ran = table.clock().status() == Status::Running;
        let players = Players::kept(table.setup(), &people);
        let mut seat = Seat::new(game, table, players, from, now);
        seat.closing = closing;
        seat.on_request = on_request(&entries);
        for entry in &entries {
            if let Entry::Voice(entry) = entry {
                seat.account.recover(entry);
            }
        }
        let speech = seat.account.resume(&audit, from);
        for (name, answer) in answers(&entries) {
            seat.answered(name, &answer);
        }
        let (whole, of_speech) = extents(&entries, &bodies);
        let behind = known.is_some();
        if let Some(known) = known {
            seat.restore_behind(number, known, anchor.clone(), now);
        }
        self.seat(number, seat, whole, of_speech);
        if !behind {
            self.write_entry(game, &Entry::Anchor(Anchor { table: from, ..anchor }));
        }
        speech.into_iter().for_each(|entry| self.put_speech_on_record(number, Some(entry)));
        if ran && !behind {
            self.write_entry(game, &Entry::Interrupted(Interruption { cause: Cause::PowerCut, from, gap }));
            self.pause(number, Cause::PowerCut.why(), now);
        }
        self.advance(now);
        Ok((number, entries))
    }
}
