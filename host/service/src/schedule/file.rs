//! The schedule on disk: a small file beside the journal, written as a whole by a thread of its own, so that the
//! hall's task never waits for the disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use hall::Hall;
use tokio::sync::{mpsc, oneshot};
use tracing::warn;

use crate::schedule::{Agenda, Change, Kept, Moment, Reply, ScheduleError, ScheduleView, Scheduled};
use crate::timer::Wall;

/// The file in the data folder.
const FILE: &str = "schedule.json";

/// Changes that may wait for the disk.
const CHANGES_MAX: usize = 64;

/// Why the schedule cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub(crate) struct ScheduleFileError {
    path: PathBuf,
    error: io::Error,
}

/// Somebody who asked for a change is answered once it is on disk.
pub(crate) type Answerer = oneshot::Sender<Result<ScheduleView, ScheduleError>>;

/// A state to be written, and who is told.
#[derive(Debug)]
struct Job {
    kept: Kept,
    answer: Option<(Answerer, ScheduleView)>,
}

/// The schedule and its file.
#[derive(Debug)]
pub(crate) struct Store {
    agenda: Agenda,
    /// To the thread; none where nothing is kept.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Store {
    /// A schedule that is kept nowhere.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Self {
        Self { agenda: Agenda::default(), jobs: None, thread: None }
    }

    /// The schedule in the data folder, with what the configuration says.
    ///
    /// # Errors
    /// A file that cannot be read, or is no schedule.
    pub(crate) fn open(data: &Path, planned: Vec<Scheduled>, wall: &Wall) -> Result<Self, ScheduleFileError> {
        let path = data.join(FILE);
        let kept = read(&path).map_err(|error| ScheduleFileError { path: path.clone(), error })?;
        let agenda = Agenda::new(kept.clone(), planned, wall);
        let (jobs, waiting) = mpsc::channel(CHANGES_MAX);
        let folder = data.to_owned();
        let thread = thread::Builder::new().name("schedule".into());
        let thread = thread.spawn(move || write_all(&folder, &path, waiting));
        let path = data.join(FILE);
        let thread = thread.map_err(|error| ScheduleFileError { path, error })?;
        let store = Self { agenda, jobs: Some(jobs), thread: Some(thread) };
        if store.agenda.kept() != kept {
            store.save(None);
        }
        Ok(store)
    }

    /// When something is due.
    pub(crate) fn poll_at(&self, now: clock::Instant) -> Option<clock::Instant> {
        self.agenda.poll_at(now)
    }

    /// Whether nothing waits for its time.
    pub(crate) fn is_empty(&self) -> bool {
        self.agenda.is_empty()
    }

    /// Gives the orders whose time has come, before the hall hears of any later time; who waits for the answers.
    pub(crate) fn keep(&mut self, hall: &mut Hall, boot: &str, moment: &Moment) -> Vec<Reply> {
        let (changed, replies) = self.agenda.keep(hall, boot, moment);
        if changed {
            self.save(None);
        }
        replies
    }

    /// Does what is asked; answered when it is on disk.
    pub(crate) fn change(&mut self, change: Change, moment: &Moment, answer: Answerer) {
        let is_look = matches!(change, Change::Look);
        let done = match change {
            Change::Look => Ok(()),
            Change::Add(order) => self.agenda.add(order, moment),
            Change::Remove(id) => self.agenda.remove(&id),
        };
        let view = done.map(|()| self.agenda.view(moment));
        match view {
            Ok(view) if !is_look => self.save(Some((answer, view))),
            // That nobody waits for it any more is nobody's loss.
            view => drop(answer.send(view)),
        }
    }

    fn save(&self, answer: Option<(Answerer, ScheduleView)>) {
        let job = Job { kept: self.agenda.kept(), answer };
        let unsent = match &self.jobs {
            None => return tell(job.answer, true),
            Some(jobs) => jobs.try_send(job).err(),
        };
        if let Some(mpsc::error::TrySendError::Full(job) | mpsc::error::TrySendError::Closed(job)) = unsent {
            warn!("the schedule is not written down: its thread cannot keep up");
            tell(job.answer, false);
        }
    }

    /// Waits until all is written.
    pub(crate) async fn close(mut self) {
        drop(self.jobs.take());
        let Some(thread) = self.thread.take() else { return };
        let ended = tokio::task::spawn_blocking(move || thread.join()).await;
        if !matches!(ended, Ok(Ok(()))) {
            warn!("the thread that writes the schedule has failed");
        }
    }
}

/// Says that it is on disk, or not.
fn tell(answer: Option<(Answerer, ScheduleView)>, is_kept: bool) {
    if let Some((answer, view)) = answer {
        let _ = answer.send(if is_kept { Ok(view) } else { Err(ScheduleError::NotKept) });
    }
}

fn read(path: &Path) -> io::Result<Kept> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Kept::default()),
        read => serde_json::from_slice(&read?).map_err(|error| {
            let what = format!(
                "this is no schedule: {error}. Nothing was changed: move the file away and start again"
            );
            io::Error::new(ErrorKind::InvalidData, what)
        }),
    }
}

fn write_all(folder: &Path, path: &Path, mut jobs: mpsc::Receiver<Job>) {
    while let Some(Job { kept, answer }) = jobs.blocking_recv() {
        let written = write(folder, path, &kept);
        if let Err(error) = &written {
            warn!("{}: {error}", path.display());
        }
        tell(answer, written.is_ok());
    }
}

/// Writes the file as a whole or not at all.
fn write(folder: &Path, path: &Path, kept: &Kept) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, kept)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}
