//! Who did what: a line for each entry and each order, beside the journal. The journal says in whose name something was
//! done at a table; this says at which device.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use serde::Serialize;
use tracing::warn;

use crate::private::RIGHTS;

/// The file in the data folder.
const FILE: &str = "audit.jsonl";

/// Lines that may wait for the disk; beyond it they are counted, and the next line says how many.
const WAITING_MAX: usize = 4_096;

/// What stands in a line.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Line {
    /// By the service's wall clock.
    pub(crate) wall: String,
    /// `entered`, `refused`, `left`, `ended`, `order`.
    pub(crate) what: &'static str,
    /// The role: `recorder of table 3`.
    pub(crate) role: String,
    /// The session, where there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) session: String,
    /// What the person is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// The address.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) from: String,
    /// The table that an order is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<u32>,
    /// The order; of one that may hold something secret only what it is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) order: String,
    /// Lines before it for which there was no room.
    #[serde(skip_serializing_if = "is_none")]
    pub(crate) lost: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The audit, to be written to from anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Audit {
    lines: Option<SyncSender<Line>>,
    lost: Arc<AtomicU64>,
}

impl Audit {
    /// That of a data folder.
    ///
    /// # Errors
    /// Why the file cannot be opened, or has no thread.
    pub(crate) fn start(data: &Path) -> io::Result<Self> {
        let path = data.join(FILE);
        let mut file = OpenOptions::new().create(true).append(true).mode(RIGHTS).open(&path)?;
        let (lines, waiting): (SyncSender<Line>, Receiver<Line>) = sync_channel(WAITING_MAX);
        thread::Builder::new().name("audit".to_owned()).spawn(move || {
            for line in waiting {
                let text = serde_json::to_string(&line).unwrap_or_default();
                if let Err(error) = writeln!(file, "{text}") {
                    warn!("{}: {error}: who did this is not on record: {text}", path.display());
                }
            }
        })?;
        Ok(Self { lines: Some(lines), lost: Arc::default() })
    }

    /// One that is kept nowhere: for a console in a test.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self { lines: None, lost: Arc::default() }
    }

    /// Puts a line down. It never waits.
    pub(crate) fn note(&self, mut line: Line) {
        let Some(lines) = &self.lines else { return };
        let lost = self.lost.swap(0, Ordering::Relaxed);
        line.lost = lost;
        if lines.try_send(line).is_err() {
            self.lost.fetch_add(lost.saturating_add(1), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn lines_follow_those_of_earlier_runs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let lines = || std::fs::read_to_string(&path).unwrap_or_default();
        for (number, what) in [(1, "entered"), (2, "order")] {
            let line = Line { what, role: "arbiter".into(), table: Some(3), ..Line::default() };
            Audit::start(folder.path()).unwrap().note(line);
            while lines().lines().count() < number {
                thread::yield_now();
            }
        }
        let expected = "{\"wall\":\"\",\"what\":\"entered\",\"role\":\"arbiter\",\"table\":3}\n\
                        {\"wall\":\"\",\"what\":\"order\",\"role\":\"arbiter\",\"table\":3}\n";
        assert_eq!(lines(), expected);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, RIGHTS);
    }
}
