//! A second journal on another medium. It follows on its own thread: a slow or failing medium never holds up the first.

use std::fmt;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use thiserror::Error;

use crate::error::OpenError;
use crate::game::{Game, GameId, Head};
use crate::ledger::ReadError;
use crate::limits::MIRROR_QUEUE_MAX;
use crate::store::Store;
use crate::write::{AppendError, Write};

/// Why a mirror does not follow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MirrorFault {
    /// It cannot be opened.
    #[error("the mirror cannot be opened: {0}")]
    Open(OpenError),
    /// It cannot be written.
    #[error("the mirror cannot be written: {0}")]
    Append(AppendError),
    /// What it lacks cannot be read.
    #[error("what the mirror lacks cannot be read: {0}")]
    Read(ReadError),
    /// It is too slow.
    #[error("the mirror has fallen behind")]
    Behind,
    /// It holds what this journal does not: records that were lost here, or another journal's.
    #[error("the mirror holds entries of game {game} that this journal does not")]
    Differs {
        /// The game.
        game: GameId,
    },
    /// The system gives no thread.
    #[error("the mirror cannot be started")]
    Thread,
}

type Job = (Vec<Write>, Vec<Head>);

/// A mirror that follows, or has ceased to.
pub(crate) struct Mirror {
    /// None once it has fallen behind, or its thread has ended.
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    fault: Arc<Mutex<Option<MirrorFault>>>,
}

impl fmt::Debug for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mirror").field("fault", &self.fault()).finish_non_exhaustive()
    }
}

impl Mirror {
    /// Opens it, brings it up to `main`, and lets it follow.
    pub(crate) fn follow(path: &Path, main: &Store) -> Result<Self, MirrorFault> {
        let mut store = Store::open(path, None).map_err(MirrorFault::Open)?;
        catch_up(&mut store, main)?;
        let (jobs, waiting) = sync_channel(MIRROR_QUEUE_MAX);
        let fault = Arc::new(Mutex::new(None));
        let seen = Arc::clone(&fault);
        let run = move || {
            let ended = run(&mut store, &waiting);
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = ended.err();
        };
        let thread =
            thread::Builder::new().name("mirror".into()).spawn(run).map_err(|_| MirrorFault::Thread)?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), fault })
    }

    /// Why it has ceased to follow.
    pub(crate) fn fault(&self) -> Option<MirrorFault> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone();
        fault.or(self.jobs.is_none().then_some(MirrorFault::Behind))
    }

    /// Hands over what is on record, never waiting.
    pub(crate) fn send(&mut self, batch: &[Write], heads: &[Head]) {
        let Some(jobs) = &self.jobs else { return };
        if jobs.try_send((batch.to_vec(), heads.to_vec())).is_err() {
            self.jobs = None;
        }
    }
}

impl Drop for Mirror {
    /// What was handed over is written before it ends.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes until there is nothing more to come.
fn run(store: &mut Store, waiting: &Receiver<Job>) -> Result<(), MirrorFault> {
    for (batch, heads) in waiting {
        let written = store.append(&batch).map_err(MirrorFault::Append)?;
        if let Some(differs) = written.iter().zip(&heads).find(|(written, head)| written != head) {
            return Err(MirrorFault::Differs { game: differs.0.game });
        }
    }
    Ok(())
}

/// Brings the mirror up to `main`, or finds that it holds something else.
fn catch_up(mirror: &mut Store, main: &Store) -> Result<(), MirrorFault> {
    if let Some(other) = mirror.books().games().find(|theirs| main.books().game(theirs.id()).is_none()) {
        return Err(MirrorFault::Differs { game: other.id() });
    }
    for game in main.books().games() {
        let theirs = mirror.books().game(game.id()).copied();
        let mut batch =
            if theirs == Some(*game) { Vec::new() } else { missing(main, game, theirs.as_ref())? };
        batch.extend(names(mirror, main, game, theirs.is_some())?);
        mirror.append(&batch).map_err(MirrorFault::Append)?;
        assert_eq!(mirror.books().game(game.id()).map(|game| game.head), Some(game.head), "they end alike");
    }
    Ok(())
}

/// The entries and the state that the mirror lacks of a game.
fn missing(main: &Store, game: &Game, theirs: Option<&Game>) -> Result<Vec<Write>, MirrorFault> {
    let id = game.id();
    let entries = main.read(id).map_err(MirrorFault::Read)?;
    let shared = theirs.map_or(0, |theirs| theirs.head.seq.saturating_add(1));
    if let Some(theirs) = theirs {
        let ours = entries.iter().find(|entry| entry.seq == theirs.head.seq).map(|entry| entry.hash);
        if ours != Some(theirs.head.hash) {
            return Err(MirrorFault::Differs { game: id });
        }
    }
    let mut batch = vec![];
    if theirs.is_some_and(|theirs| theirs.closed) {
        batch.push(Write::Resume { game: id });
    }
    for entry in entries.into_iter().filter(|entry| entry.seq >= shared) {
        let Game { genesis, table, .. } = *game;
        batch.push(match entry.seq {
            0 => Write::Begin { game: id, genesis, table, body: entry.body, people: Vec::new() },
            _ => Write::Entry { game: id, body: entry.body },
        });
    }
    batch.push(Write::Beat { game: id, at_micros: game.beat_micros });
    if game.closed {
        batch.push(Write::Close { game: id });
    }
    Ok(batch)
}

/// The names that the mirror lacks, and those that it must forget.
fn names(mirror: &Store, main: &Store, game: &Game, known: bool) -> Result<Vec<Write>, MirrorFault> {
    let id = game.id();
    let ours = main.people(id).map_err(MirrorFault::Read)?;
    let theirs = if known { mirror.people(id).map_err(MirrorFault::Read)? } else { Vec::new() };
    let gone = theirs.iter().filter(|person| !ours.contains(person));
    let gone = gone.map(|person| Write::Forget { game: id, reference: person.reference() });
    let new = ours.iter().filter(|person| !theirs.contains(person));
    let new = new.map(|person| Write::Name { game: id, person: person.clone() });
    Ok(gone.chain(new).collect())
}
