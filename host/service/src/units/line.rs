//! One end of a serial line that may be pulled out and plugged in at any time.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration as Real;

use link::{FRAME_MAX, ToUnit, encode};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_serial::{ClearBuffer, SerialPort, SerialPortBuilderExt};

use crate::units::pty::Pty;

/// Bits a second on the line.
const BAUD: u32 = 115_200;

/// How often a port that is not there is looked for.
const LOOK_EVERY: Real = Real::from_secs(1);

/// Bytes that wait for the line: a few frames. What does not go out in time is not worth sending.
const WAITING_MAX: usize = 8 * FRAME_MAX;

/// Bytes that are read at once.
const READ_MAX: usize = 4_096;

/// What is said of a port without a device.
const NOT_THERE: &str = "is not there";

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// These bytes came.
    Came(Vec<u8>),
    /// The port is there, and open.
    Open,
    /// It cannot be used, for this reason. It is opened again as soon as that can be done.
    Gone(String),
}

/// Bytes both ways, at once.
trait Duplex: AsyncRead + AsyncWrite + Debug + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Debug + Send + Unpin> Duplex for T {}

/// The line.
#[derive(Debug)]
pub(crate) struct Line {
    /// The port; none for a pseudo-terminal, which is always there.
    port: Option<PathBuf>,
    end: Option<Box<dyn Duplex>>,
    /// Whole frames that wait to go out.
    waiting: VecDeque<u8>,
    look: Interval,
    /// What was last said of a port that cannot be used.
    said: Option<String>,
}

impl Line {
    /// The line at a port, which is opened when it is there.
    pub(crate) fn at_port(port: PathBuf) -> Self {
        Self::new(Some(port), None)
    }

    /// The line at a pseudo-terminal of our own.
    pub(crate) fn at_pty(pty: Pty) -> Self {
        Self::new(None, Some(Box::new(pty)))
    }

    fn new(port: Option<PathBuf>, end: Option<Box<dyn Duplex>>) -> Self {
        let mut look = interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { port, end, waiting: VecDeque::new(), look, said: None }
    }

    /// Sends a frame when there is room for it; without a port, or on a line that is stuck, it is lost, as any frame
    /// may be.
    pub(crate) fn send(&mut self, frame: &[u8]) {
        if self.end.is_some() && self.waiting.len() + frame.len() <= WAITING_MAX {
            self.waiting.extend(frame);
        }
    }

    /// Sends a message, as [`Self::send`].
    pub(crate) fn say(&mut self, message: &ToUnit) {
        let mut frame = [0; FRAME_MAX];
        let length = encode(message, &mut frame).unwrap_or_default();
        self.send(frame.get(..length).unwrap_or_default());
    }

    /// Waits until something becomes of the line; meanwhile what waits goes out. Nothing is lost where this is given
    /// up and called anew.
    pub(crate) async fn hear(&mut self) -> Change {
        loop {
            if self.end.is_some() {
                return match poll_fn(|context| self.exchange(context)).await {
                    Ok(bytes) => Change::Came(bytes),
                    Err(error) => self.lose(&error),
                };
            }
            self.look.tick().await;
            if let Some(change) = self.open() {
                return change;
            }
        }
    }

    fn exchange(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Vec<u8>>> {
        let Some(end) = &mut self.end else { return Poll::Pending };
        let mut end = Pin::new(end);
        while !self.waiting.is_empty() {
            match end.as_mut().poll_write(context, self.waiting.as_slices().0) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(sent)) => drop(self.waiting.drain(..sent)),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => break,
            }
        }
        let mut bytes = [0; READ_MAX];
        let mut room = ReadBuf::new(&mut bytes);
        ready!(end.poll_read(context, &mut room))?;
        Poll::Ready(match room.filled() {
            [] => Err(ErrorKind::UnexpectedEof.into()),
            bytes => Ok(bytes.to_vec()),
        })
    }

    fn lose(&mut self, error: &io::Error) -> Change {
        self.end = None;
        self.waiting.clear();
        // That it is not there any more goes without saying again.
        self.said = Some(NOT_THERE.into());
        Change::Gone(format!("is gone: {error}"))
    }

    /// Tries to open the port; says why that cannot be done once for each reason.
    fn open(&mut self) -> Option<Change> {
        let port = self.port.as_deref()?;
        match open(port) {
            Ok(end) => {
                self.end = Some(end);
                self.said = None;
                Some(Change::Open)
            }
            Err(why) if self.said.as_ref() == Some(&why) => None,
            Err(why) => {
                self.said = Some(why.clone());
                Some(Change::Gone(why))
            }
        }
    }
}

/// Opens a serial port as it is to be used here: raw, for nobody else, and without what has lain in it.
fn open(port: &Path) -> Result<Box<dyn Duplex>, String> {
    if !port.exists() {
        return Err(NOT_THERE.into());
    }
    let why = |error: tokio_serial::Error| format!("cannot be opened: {}", error.description);
    let opened = tokio_serial::new(port.to_string_lossy(), BAUD).open_native_async().map_err(why)?;
    opened.clear(ClearBuffer::Input).map_err(why)?;
    Ok(Box::new(opened))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard next besides what was sent into the line; a test that is lost ends.
    async fn heard(line: &mut Line) -> Change {
        tokio::time::timeout(Real::from_secs(60), line.hear()).await.unwrap()
    }

    /// Sends from one end, and waits until all of it has come out at the other.
    async fn passes(from: &mut Line, to: &mut Line, bytes: &[u8]) {
        from.send(bytes);
        let mut came = Vec::new();
        while came.len() < bytes.len() {
            tokio::select! {
                change = from.hear() => panic!("{change:?}"),
                change = heard(to) => match change {
                    Change::Came(bytes) => came.extend(bytes),
                    Change::Open | Change::Gone(_) => panic!("{change:?}"),
                },
            }
        }
        assert_eq!(came, bytes);
    }

    #[tokio::test]
    async fn a_port_is_opened_whenever_it_is_there_and_every_byte_passes() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("table-1");
        let every: Vec<u8> = (0..=255).cycle().take(3_000).collect();
        let mut host = Line::at_port(link.clone());
        assert_eq!(heard(&mut host).await, Change::Gone(NOT_THERE.into()));
        for _ in 0..2 {
            let mut unit = Line::at_pty(Pty::make(&link).unwrap());
            assert_eq!(heard(&mut host).await, Change::Open);
            passes(&mut unit, &mut host, &every).await;
            passes(&mut host, &mut unit, &every).await;
            drop(unit);
            assert!(!link.is_symlink());
            let Change::Gone(why) = heard(&mut host).await else { panic!("it is gone") };
            assert!(why.starts_with("is gone: "), "{why}");
        }
    }

    #[tokio::test]
    async fn a_port_that_cannot_be_used_is_said_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("table-1");
        let _unit = Pty::make(&link).unwrap();
        let mut host = Line::at_port(link.clone());
        assert_eq!(heard(&mut host).await, Change::Open);
        // A second one, by another name of the same port.
        let other = folder.path().join("other");
        std::os::unix::fs::symlink(&link, &other).unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        for (port, reason) in [(other, "cannot be opened: "), (file, "cannot be opened: ")] {
            let Change::Gone(why) = heard(&mut Line::at_port(port)).await else { panic!("it is no port") };
            assert!(why.starts_with(reason), "{why}");
        }
        let refused = Pty::make(&folder.path().join("file")).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
    }

    #[tokio::test]
    async fn a_line_that_nobody_reads_loses_whole_frames_and_holds_nothing_up() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("table-1");
        let mut unit = Line::at_pty(Pty::make(&link).unwrap());
        for _ in 0..100 {
            unit.send(&[7; 1_000]);
            let _ = tokio::time::timeout(Real::from_millis(1), unit.hear()).await;
        }
        assert!(unit.waiting.len() <= WAITING_MAX, "{}", unit.waiting.len());
        // As soon as somebody reads, it passes both ways again.
        let mut host = Line::at_port(link);
        assert_eq!(heard(&mut host).await, Change::Open);
        host.send(b"new");
        let (mut at_host, mut at_unit) = (Vec::new(), Vec::new());
        while at_unit != b"new" || !unit.waiting.is_empty() || at_host.is_empty() {
            tokio::select! {
                Change::Came(bytes) = heard(&mut host) => at_host.extend(bytes),
                Change::Came(bytes) = heard(&mut unit) => at_unit.extend(bytes),
                else => panic!("an end is gone"),
            }
        }
        assert!(at_host.iter().all(|byte| *byte == 7));
    }
}
