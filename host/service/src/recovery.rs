//! The hall made again from the journal, after a shutdown or a crash.

use std::collections::HashMap;

use chrono::DateTime;
use clock::{Duration, Instant};
use hall::{Anchor, Entry, Hall, RecoveredGame, RecoveryError};
use journal::{Game, GameId, Hash, Head, Ledger, ReadError};
use tracing::{info, warn};

use crate::past::Past;

/// Why the tables cannot be set up as they were left.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecoverError {
    /// The journal does not give a game back.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A game cannot be made again.
    #[error(transparent)]
    Game(#[from] RecoveryError),
}

/// What an earlier run of the service has left.
#[derive(Debug, Default)]
pub(crate) struct Recovered {
    pub(crate) hall: Hall,
    /// The head with which each signed record was closed.
    pub(crate) closed: HashMap<GameId, Head>,
    /// The latest that happened at each table.
    pub(crate) past: Past,
}

/// The hall with the games that were being played; tables that ran stand paused.
pub(crate) fn recover(ledger: &dyn Ledger, anchor: &Anchor, now: Instant) -> Result<Recovered, RecoverError> {
    let mut recovered = Recovered::default();
    for game in ledger.open_games() {
        match recovered.take(ledger, &game, anchor, now) {
            Ok(table) => info!("table {table}: game {} goes on", game.id()),
            // An imported game, for example: it stays in the journal.
            Err(RecoverError::Game(error @ RecoveryError::TableTaken { .. })) => {
                warn!("{error}: it is left where it is");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(recovered)
}

impl Recovered {
    /// Seats a game again; gives back its table.
    fn take(
        &mut self,
        ledger: &dyn Ledger,
        game: &Game,
        anchor: &Anchor,
        now: Instant,
    ) -> Result<u32, RecoverError> {
        let id = game.id();
        let entries = ledger.read(id)?;
        let hashes: Vec<Hash> = entries.iter().map(|entry| entry.hash).collect();
        let bodies: Vec<Vec<u8>> = entries.into_iter().map(|entry| entry.body).collect();
        let beat = Instant::from_micros(game.beat_micros);
        let recovered = RecoveredGame { game: id, bodies, beat, people: ledger.people(id)? };
        let gap = gap(&recovered, anchor);
        let (table, read) = self.hall.recover(recovered, anchor.clone(), gap, now)?;
        let head = |seq: u64| Some(Head { game: id, seq, hash: *hashes.get(usize::try_from(seq).ok()?)? });
        self.closed.extend(self.hall.closing(table).and_then(head).map(|head| (id, head)));
        self.past.recover(table, &read);
        Ok(table)
    }
}

/// How long nobody counted, where the wall clock may be believed then and now.
fn gap(game: &RecoveredGame, now: &Anchor) -> Option<Duration> {
    let anchor = |body: &Vec<u8>| Entry::from_bytes(body).ok()?.anchor().cloned();
    let last = game.bodies.iter().rev().find_map(anchor)?;
    let wall = |anchor: &Anchor| {
        let wall = anchor.wall.as_ref().filter(|_| anchor.trusted)?;
        DateTime::parse_from_rfc3339(wall).ok()
    };
    let passed = wall(now)?.signed_duration_since(wall(&last)?).num_microseconds()?;
    let counted = game.beat.since(last.table);
    Some(Duration::from_micros(u64::try_from(passed).ok()?).minus(counted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_known_only_from_wall_clocks_that_may_be_believed() {
        let anchor = |wall: &str, trusted| Anchor {
            boot: "b".into(),
            timer: Instant::ZERO,
            timer_zero: None,
            table: Instant::from_millis(5_000),
            wall: Some(wall.into()),
            trusted,
        };
        let gap = |then: bool, now: bool| {
            let then = Entry::Anchor(anchor("2026-11-29T09:00:00Z", then)).to_bytes();
            let beat = Instant::from_millis(65_000);
            let game = RecoveredGame { game: GameId(1), bodies: vec![then], beat, people: Vec::new() };
            gap(&game, &anchor("2026-11-29T09:02:30Z", now))
        };
        assert_eq!(gap(true, true), Some(Duration::from_secs(90)));
        assert_eq!([gap(true, false), gap(false, true)], [None, None]);
    }
}
