//! Table units behind serial ports: those of the hall's tables, and a unit as a process of its own.

pub(crate) mod boot_loader;
pub(crate) mod line;
pub(crate) mod process;
mod pty;

use std::path::PathBuf;

use tokio::sync::mpsc;
use tracing::{info, warn};

use crate::units::line::{Change, Line};
use crate::venue::Request;

/// Frames that wait for a port's task. What finds no place is lost, as any frame may be.
const FRAMES_MAX: usize = 16;

/// A frame on its way out.
pub(crate) type Frame = Vec<u8>;

/// The port at which a table's unit is.
#[derive(Debug)]
pub(crate) struct Port {
    table: u32,
    path: PathBuf,
    frames: mpsc::Receiver<Frame>,
}

impl Port {
    /// The port of a table, and where its frames go.
    pub(crate) fn new(table: u32, path: PathBuf) -> (mpsc::Sender<Frame>, Self) {
        let (sender, frames) = mpsc::channel(FRAMES_MAX);
        (sender, Self { table, path, frames })
    }

    /// Passes bytes both ways until the hall is gone, and opens the port again whenever it comes back. The hall hears
    /// bytes only: that a unit is silent it notices itself.
    pub(crate) async fn serve(self, hall: mpsc::Sender<Request>) {
        let Self { table, path, mut frames } = self;
        let mut line = Line::at_port(path.clone());
        loop {
            tokio::select! {
                frame = frames.recv() => match frame {
                    Some(frame) => line.send(&frame),
                    None => return,
                },
                change = line.hear() => match change {
                    Change::Came(bytes) => {
                        if hall.send(Request::UnitHeard { table, bytes }).await.is_err() {
                            return;
                        }
                    }
                    Change::Open => info!("table {table}: {} is open", path.display()),
                    Change::Gone(why) => warn!("table {table}: {} {why}", path.display()),
                },
            }
        }
    }
}
