//! The thread that owns the journal: batches go in, and it says which are on disk.
//!
//! **A failed write is never tried again on the same handle**: the journal is opened anew first, and the hall is
//! told what is on record. Until that succeeds, the batch waits in the hall, and the clocks go on.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration as Real;

use journal::{AppendError, GameId, Head, Ledger, MirrorState, OpenError, Options, SqliteLedger, Write};
use tokio::sync::mpsc;
use tracing::{error, info, warn};

/// The journal's file in the data folder.
pub(crate) const JOURNAL: &str = "games.journal";

/// Batches on their way to the disk; the hall sends one and waits.
const BATCHES_MAX: usize = 1;

/// The first wait before the journal is opened anew, doubled after each failure.
const RETRY_FIRST: Real = Real::from_millis(50);

/// The longest wait.
const RETRY_LAST: Real = Real::from_secs(5);

/// What the thread says.
#[derive(Debug)]
pub(crate) enum Told {
    /// The batch is on disk; the head after each of its entries.
    Written(Vec<Head>),
    /// The batch is not confirmed.
    Refused,
    /// The journal was opened anew.
    Reopened {
        /// Each game's head.
        heads: HashMap<GameId, Head>,
        /// The head after each entry of the games of the batch, which may be on record after all.
        entries: Vec<Head>,
    },
}

/// The handle of the thread; dropping the sender ends it.
#[derive(Debug)]
pub(crate) struct Archive {
    pub(crate) batches: mpsc::Sender<Vec<Write>>,
    pub(crate) told: mpsc::Receiver<Told>,
    pub(crate) thread: JoinHandle<()>,
}

/// Why there is no journal to write to, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}{}", path.display(), advice(error, path))]
pub(crate) struct ArchiveError {
    path: PathBuf,
    error: OpenError,
}

/// The journal's file in a data folder.
pub(crate) fn journal_path(data: &Path) -> PathBuf {
    data.join(JOURNAL)
}

/// Opens the journal in the data folder; folder and journal are created where there are none.
pub(crate) fn open(data: &Path, options: Options) -> Result<SqliteLedger, ArchiveError> {
    let path = journal_path(data);
    let opened = fs::create_dir_all(data).map_err(OpenError::from);
    opened
        .and_then(|()| SqliteLedger::open(&path, options))
        .map_err(|error| ArchiveError { path: path.clone(), error })
}

fn advice(error: &OpenError, path: &Path) -> String {
    let verify = || {
        format!(
            "`flagfall verify {0}` says which games hold, `flagfall export {0}` rescues them",
            path.display()
        )
    };
    match error {
        OpenError::InUse => ": stop that one, or give this one a folder of its own with --data".into(),
        OpenError::ReadOnly => ": see to its owner and rights, or name another folder with --data".into(),
        OpenError::NoSpace => ": make room for some megabytes and start again".into(),
        OpenError::Damaged { .. } => format!(
            ". Nothing was changed. {}; to play on with a new journal, move this one and what lies beside it away",
            verify()
        ),
        OpenError::NewerFormat { .. } => ". Nothing was changed: install that version, or a later one".into(),
        OpenError::NotAJournal => ". Nothing was changed: name another folder with --data".into(),
        OpenError::Io { .. } | OpenError::Sqlite { .. } => String::new(),
    }
}

impl Archive {
    /// Starts the thread.
    pub(crate) fn start(ledger: SqliteLedger) -> std::io::Result<Self> {
        let (batches, waiting) = mpsc::channel(BATCHES_MAX);
        let (tell, told) = mpsc::channel(BATCHES_MAX);
        let mut keeper = Keeper { ledger, tell, waiting, failures: 0, mirror_fails: false };
        let thread = thread::Builder::new().name("journal".into()).spawn(move || keeper.keep())?;
        Ok(Self { batches, told, thread })
    }
}

/// What the thread has.
#[derive(Debug)]
struct Keeper {
    ledger: SqliteLedger,
    waiting: mpsc::Receiver<Vec<Write>>,
    tell: mpsc::Sender<Told>,
    /// Failed attempts since the last batch that was written.
    failures: u32,
    mirror_fails: bool,
}

impl Keeper {
    /// Writes until nobody sends any more.
    fn keep(&mut self) {
        while let Some(batch) = self.waiting.blocking_recv() {
            match self.ledger.append(&batch) {
                Ok(heads) => self.confirm(heads),
                Err(error) => self.recover_from(error, &batch),
            }
        }
    }

    fn confirm(&mut self, heads: Vec<Head>) {
        if self.failures > 0 {
            info!("the journal is written again");
        }
        self.failures = 0;
        self.watch_mirror();
        self.say(Told::Written(heads));
    }

    fn recover_from(&mut self, error: AppendError, batch: &[Write]) {
        error!("nothing is put on record: {error}");
        self.say(Told::Refused);
        while !self.waiting.is_closed() {
            thread::sleep(wait_after(self.failures));
            self.failures = self.failures.saturating_add(1);
            if error == AppendError::NoSpace
                && let Err(error) = self.ledger.free_ballast()
            {
                warn!("the ballast is not freed: {error}");
            }
            match self.ledger.reopen() {
                Ok(()) => {
                    let heads = heads_of(&self.ledger);
                    return self.say(Told::Reopened { heads, entries: entries_of(&self.ledger, batch) });
                }
                Err(error) => warn!("{}: {error}", self.ledger.path().display()),
            }
        }
    }

    /// Says once that the mirror has fallen behind.
    fn watch_mirror(&mut self) {
        let state = self.ledger.mirror();
        let fails = matches!(state, MirrorState::Failed(_));
        if fails && !self.mirror_fails {
            warn!("the mirror is not written any more: {state:?}");
        }
        self.mirror_fails = fails;
    }

    /// That nobody hears it any more is seen by the next look for a batch.
    fn say(&self, told: Told) {
        let _ = self.tell.blocking_send(told);
    }
}

fn heads_of(ledger: &SqliteLedger) -> HashMap<GameId, Head> {
    ledger.games().iter().map(|game| (game.id(), game.head)).collect()
}

/// The head after each entry on record of the games of a batch. What cannot be read will not be written to either.
fn entries_of(ledger: &SqliteLedger, batch: &[Write]) -> Vec<Head> {
    let games: BTreeSet<GameId> = batch.iter().map(Write::game).collect();
    let heads = games.into_iter().flat_map(|game| {
        let entries = ledger.read(game).unwrap_or_default();
        entries.into_iter().map(move |entry| Head { game, seq: entry.seq, hash: entry.hash })
    });
    heads.collect()
}

fn wait_after(failures: u32) -> Real {
    RETRY_FIRST.saturating_mul(1 << failures.min(10)).min(RETRY_LAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::Genesis;

    #[test]
    fn the_waits_grow_to_a_limit() {
        assert_eq!([0, 1, 3, 99].map(wait_after).map(|wait| wait.as_millis()), [50, 100, 400, 5_000]);
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_what_is_on_record_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { pages_max: Some(20), ballast_len: 0, ..Options::default() };
        let mut archive = Archive::start(open(folder.path(), options).unwrap()).unwrap();
        let (game, genesis) = (GameId(1), Genesis::from_bytes([1; 32]));
        let begin = Write::Begin { game, genesis, table: 1, body: b"opened".to_vec(), people: vec![] };
        archive.batches.send(vec![begin]).await.unwrap();
        assert!(matches!(archive.told.recv().await, Some(Told::Written(_))));
        archive.batches.send(vec![Write::Entry { game, body: vec![b'x'; 200_000] }]).await.unwrap();
        assert!(matches!(archive.told.recv().await, Some(Told::Refused)));
        let Some(Told::Reopened { heads, entries }) = archive.told.recv().await else {
            panic!("not reopened")
        };
        assert_eq!((heads[&game].seq, entries), (0, vec![heads[&game]]));
        archive.batches.send(vec![Write::Entry { game, body: b"small".to_vec() }]).await.unwrap();
        assert!(matches!(archive.told.recv().await, Some(Told::Written(_))));
        drop(archive.batches);
        archive.thread.join().unwrap();
    }

    #[test]
    fn what_is_wrong_is_said_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal_path(folder.path());
        let said = || open(folder.path(), Options::default()).unwrap_err().to_string();
        let kept = open(folder.path(), Options::default()).unwrap();
        assert!(said().contains("another flagfall runs on the same data: stop that one"), "{}", said());
        drop(kept);
        fs::write(&path, "something else, and long enough to be a database of some kind".repeat(100))
            .unwrap();
        assert!(said().contains("not a journal. Nothing was changed"), "{}", said());
        fs::write(&path, "").unwrap();
        assert!(said().contains("flagfall verify"), "{}", said());
        assert_eq!(fs::read(&path).unwrap(), b"");
    }
}
