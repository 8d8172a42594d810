//! What waits for the disk: a queue, one batch under way, and how much of each game there is.

use std::collections::{BTreeMap, VecDeque};

use journal::{GAME_BYTES_MAX, GAME_LEN_MAX, GameId, Write};

use crate::behind::Saved;
use crate::entry::Entry;
use crate::hall::{HallError, QUEUE_MAX};

/// Writes in a batch.
const BATCH_LEN_MAX: usize = 8_192;

/// Bytes in the bodies of a batch, but for the last of them.
const BATCH_BYTES_MAX: usize = 8 << 20;

/// What belongs to one write of a batch, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A decision of a table, and the number of its entry in the game.
    Step { table: u32, seq: u64 },
    /// Something of a table's unit, and what that is told when it is on disk.
    Unit { table: u32, saved: Saved },
    /// Something of a table's voice.
    Speech { table: u32 },
    /// A game's opening.
    Opened { table: u32 },
    /// Nothing to be shown.
    Other,
}

/// The part of the queue, and of what the journal gives a game, that belongs to what is said aloud.
const SPEECH_SHARE: u64 = 10;

/// How much of a game was given to be written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
}

impl Extent {
    /// One more entry of that length.
    pub(crate) fn add(&mut self, length: usize) {
        self.entries = self.entries.saturating_add(1);
        self.bytes = self.bytes.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
    }
}

/// Everything on its way to the disk.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// Writes that wait for the batch in flight to come back.
    queue: VecDeque<(Write, Mark)>,
    /// The batch in flight.
    in_flight: Option<Vec<(Write, Mark)>>,
    /// How many entries of each game are on disk.
    on_disk: BTreeMap<GameId, u64>,
    extents: BTreeMap<GameId, Extent>,
    /// What of it is about what is said aloud.
    speech: BTreeMap<GameId, Extent>,
    /// How much of that waits.
    queued_speech: usize,
}

impl Outbox {
    /// A game of which so much is on disk, and so much of that about what is said aloud.
    pub(crate) fn recovered(&mut self, game: GameId, whole: Extent, speech: Extent) {
        self.on_disk.insert(game, whole.entries);
        self.extents.insert(game, whole);
        self.speech.insert(game, speech);
    }

    /// A decision of a table.
    pub(crate) fn step(&mut self, table: u32, game: GameId, entry: &Entry) {
        let seq = self.extents.get(&game).map_or(0, |extent| extent.entries);
        self.entry(game, entry, Mark::Step { table, seq });
    }

    pub(crate) fn entry(&mut self, game: GameId, entry: &Entry, mark: Mark) {
        self.push(Write::Entry { game, body: entry.to_bytes() }, mark);
    }

    pub(crate) fn push(&mut self, write: Write, mark: Mark) {
        if let Write::Begin { game, body, .. } | Write::Entry { game, body } = &write {
            self.extents.entry(*game).or_default().add(body.len());
            if matches!(mark, Mark::Speech { .. }) {
                self.speech.entry(*game).or_default().add(body.len());
                self.queued_speech = self.queued_speech.saturating_add(1);
            }
        }
        self.queue.push_back((write, mark));
    }

    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether something waits.
    pub(crate) fn is_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty() && self.in_flight.is_none()
    }

    /// Whether a game has room for orders; a tenth of what the journal gives it is kept for what time brings.
    pub(crate) fn has_room(&self, game: GameId) -> bool {
        let extent = self.extents.get(&game).copied().unwrap_or_default();
        extent.entries < GAME_LEN_MAX / 10 * 9 && extent.bytes < GAME_BYTES_MAX / 10 * 9
    }

    /// Whether one more order can be put on record.
    ///
    /// # Errors
    /// [`HallError::DiskBehind`], [`HallError::GameFull`].
    pub(crate) fn admit(&self, game: GameId) -> Result<(), HallError> {
        if self.queue.len() >= QUEUE_MAX {
            return Err(HallError::DiskBehind);
        }
        if !self.has_room(game) {
            return Err(HallError::GameFull);
        }
        Ok(())
    }

    /// Whether there is room for one more of what speakers bring: it has its own share of the queue and of the game, so
    /// that it never takes the place of a press.
    pub(crate) fn has_room_for_speech(&self, game: GameId, queue_max: usize) -> bool {
        let extent = self.speech.get(&game).copied().unwrap_or_default();
        let waits = u64::try_from(self.queued_speech).unwrap_or(u64::MAX);
        let waits_max = u64::try_from(queue_max).unwrap_or(u64::MAX) / SPEECH_SHARE;
        waits < waits_max
            && extent.entries < GAME_LEN_MAX / SPEECH_SHARE
            && extent.bytes < GAME_BYTES_MAX / SPEECH_SHARE
            && self.queue.len() < queue_max
            && self.has_room(game)
    }

    /// Takes the next batch out of the queue, unless one is under way. What is `beside` the chains goes with the
    /// last of what waits, which it must not overtake; `false` where it has to wait.
    pub(crate) fn send(&mut self, beside: Vec<Write>) -> (Option<Vec<Write>>, bool) {
        if self.in_flight.is_some() {
            return (None, false);
        }
        let mut batch = self.take();
        let last = self.queue.is_empty();
        if last {
            batch.extend(beside.into_iter().map(|write| (write, Mark::Other)));
        }
        if batch.is_empty() {
            return (None, last);
        }
        self.in_flight = Some(batch);
        (self.under_way(), last)
    }

    fn take(&mut self) -> Vec<(Write, Mark)> {
        let (mut batch, mut bytes) = (Vec::new(), 0_usize);
        while batch.len() < BATCH_LEN_MAX
            && bytes < BATCH_BYTES_MAX
            && let Some((write, mark)) = self.queue.pop_front()
        {
            if let Write::Begin { body, .. } | Write::Entry { body, .. } = &write {
                bytes = bytes.saturating_add(body.len());
            }
            if matches!(mark, Mark::Speech { .. }) {
                self.queued_speech = self.queued_speech.saturating_sub(1);
            }
            batch.push((write, mark));
        }
        batch
    }

    /// The batch in flight, to be written again.
    pub(crate) fn under_way(&self) -> Option<Vec<Write>> {
        self.in_flight.as_ref().map(|batch| batch.iter().map(|(write, _)| write.clone()).collect())
    }

    /// The batch in flight is on disk: what belongs to it.
    pub(crate) fn written(&mut self) -> Option<Vec<Mark>> {
        let batch = self.in_flight.take()?;
        for (game, entries) in entries_of(&batch) {
            *self.on_disk.entry(game).or_default() += entries;
        }
        Some(batch.into_iter().map(|(_, mark)| mark).collect())
    }

    /// Whether the batch in flight is on record, by the numbers of the games' last entries. It is there whole or
    /// not at all, so any game of it can tell.
    pub(crate) fn is_on_record(&self, head: impl Fn(GameId) -> Option<u64>) -> bool {
        let batch = self.in_flight.as_deref().unwrap_or_default();
        entries_of(batch).keys().next().is_some_and(|game| {
            let known = self.on_disk.get(game).copied().unwrap_or(0);
            head(*game).is_some_and(|seq| seq.saturating_add(1) > known)
        })
    }
}

/// How many entries of each game a batch holds.
fn entries_of(batch: &[(Write, Mark)]) -> BTreeMap<GameId, u64> {
    let mut entries: BTreeMap<GameId, u64> = BTreeMap::new();
    for (write, _) in batch {
        if let Write::Begin { game, .. } | Write::Entry { game, .. } = write {
            *entries.entry(*game).or_default() += 1;
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(len: usize) -> (Write, Mark) {
        (Write::Entry { game: GameId(1), body: vec![b' '; len] }, Mark::Other)
    }

    fn beat() -> Vec<Write> {
        vec![Write::Beat { game: GameId(1), at_micros: 7 }]
    }

    #[test]
    fn a_batch_is_one_that_the_journal_takes_and_a_beat_overtakes_nothing() {
        let mut outbox = Outbox::default();
        for _ in 0..BATCH_LEN_MAX + 1 {
            let (write, mark) = entry(1);
            outbox.push(write, mark);
        }
        let (batch, beats) = outbox.send(beat());
        assert_eq!((batch.unwrap().len(), beats), (BATCH_LEN_MAX, false));
        assert_eq!(outbox.send(beat()), (None, false));
        outbox.written().unwrap();
        let (batch, beats) = outbox.send(beat());
        assert_eq!((batch.unwrap().len(), beats), (2, true));

        outbox.written().unwrap();
        for _ in 0..4 {
            let (write, mark) = entry(BATCH_BYTES_MAX / 3 + 1);
            outbox.push(write, mark);
        }
        assert_eq!(outbox.send(Vec::new()).0.unwrap().len(), 3);
    }

    #[test]
    fn nothing_to_send_is_no_batch() {
        let mut outbox = Outbox::default();
        assert_eq!(outbox.send(Vec::new()), (None, true));
        assert!(outbox.is_empty());
    }

    #[test]
    fn a_game_of_which_too_much_was_given_has_no_room() {
        let mut outbox = Outbox::default();
        assert!(outbox.has_room(GameId(1)));
        let extent = |entries, bytes| Extent { entries, bytes };
        outbox.recovered(GameId(1), extent(GAME_LEN_MAX / 10 * 9 - 1, 0), Extent::default());
        assert!(outbox.has_room(GameId(1)));
        let (write, mark) = entry(1);
        outbox.push(write, mark);
        assert!(!outbox.has_room(GameId(1)));
        outbox.recovered(GameId(2), extent(1, GAME_BYTES_MAX), Extent::default());
        assert!(!outbox.has_room(GameId(2)));
    }

    #[test]
    fn what_speakers_bring_has_a_tenth_of_the_queue_and_of_the_game_and_orders_the_rest() {
        let mut outbox = Outbox::default();
        for _ in 0..10 {
            assert!(outbox.has_room_for_speech(GameId(1), 100));
            let (write, _) = entry(1);
            outbox.push(write, Mark::Speech { table: 1 });
        }
        assert!(!outbox.has_room_for_speech(GameId(1), 100) && outbox.has_room(GameId(1)));
        outbox.send(Vec::new());
        assert!(outbox.has_room_for_speech(GameId(1), 100), "it is on its way to the disk");
        let full = Extent { entries: GAME_LEN_MAX / 10, bytes: 0 };
        outbox.recovered(GameId(2), full, full);
        assert!(!outbox.has_room_for_speech(GameId(2), 100) && outbox.has_room(GameId(2)));
        for _ in 0..100 {
            let (write, mark) = entry(1);
            outbox.push(write, mark);
        }
        assert!(!outbox.has_room_for_speech(GameId(1), 100), "the queue is full of other things");
    }
}
